//! What the search keeps of each ply of the path it stands on.

use xiangqi_core::Move;
use xiangqi_eval::Score;

use crate::history::{Context, PieceTo};

/// The greatest distance from the root, in plies.
pub const MAX_PLY: usize = 120;

/// Frames before the root, so that looking back needs no test.
const BEFORE_ROOT: usize = 4;
/// Frames behind the last ply, which clears what lies two plies ahead.
const AFTER_LAST: usize = 3;

/// One ply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The move made here, `None` for a null move.
    pub(crate) mv: Option<Move>,
    /// The same as piece and square.
    pub(crate) piece_to: PieceTo,
    /// The static evaluation, corrected; `None` in check.
    pub(crate) static_eval: Option<Score>,
    /// Quiet moves that refuted sister positions.
    pub(crate) killers: [Option<Move>; 2],
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    /// How many children of this ply's positions cut.
    pub(crate) cutoffs: u32,
    /// How many plies the path has been extended so far by singular moves.
    pub(crate) extensions: i32,
}

impl Frame {
    const NEW: Frame = Frame {
        mv: None,
        piece_to: PieceTo::NONE,
        static_eval: None,
        killers: [None; 2],
        excluded: None,
        cutoffs: 0,
        extensions: 0,
    };
}

/// The path from the root, and some plies around it.
pub(crate) struct Stack {
    frames: Box<[Frame; BEFORE_ROOT + MAX_PLY + AFTER_LAST]>,
}

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack { frames: Box::new([Frame::NEW; BEFORE_ROOT + MAX_PLY + AFTER_LAST]) }
    }

    #[inline]
    pub(crate) fn at(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The frame so many plies (up to four) before this ply.
    #[inline]
    pub(crate) fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT - plies]
    }

    /// The moves that led to this ply, for the continuation histories.
    #[inline]
    pub(crate) fn context(&self, ply: usize) -> Context {
        [1, 2, 4].map(|plies| self.before(ply, plies).piece_to)
    }
}

#[cfg(test)]
mod tests {
    use xiangqi_core::{Piece, Square};

    use super::*;

    #[test]
    fn the_context_is_one_two_and_four_plies_back() {
        let mut stack = Stack::new();
        assert_eq!(stack.context(0), [PieceTo::NONE; 3]);
        let played = Square::ALL.map(|square| PieceTo::new(Piece::ALL[0], square));
        for (ply, &piece_to) in played.iter().enumerate().take(5) {
            stack.at_mut(ply).piece_to = piece_to;
        }
        assert_eq!(stack.context(5), [played[4], played[3], played[1]]);
    }

    #[test]
    fn frames_around_the_ends_of_the_path_exist() {
        let stack = Stack::new();
        assert_eq!(stack.before(0, 4).mv, None);
        assert_eq!(stack.at(MAX_PLY + 2).cutoffs, 0);
    }
}
