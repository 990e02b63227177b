//! What moves were worth elsewhere in the tree, the memory that orders and prunes them.

mod correction;
mod gravity;

use xiangqi_core::{Move, Piece, PieceType, Position, Square};
use zerocopy::FromZeros;

pub(crate) use correction::Corrections;
use gravity::Entry;

use crate::params;

/// The greatest value of an entry.
const MAX: i32 = 16_384;
/// How many pairs of a piece and a square there are.
const PIECE_SQUARES: usize = Piece::ALL.len() * Square::ALL.len();

/// A piece on the square that it moved to: what continuations are remembered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(usize);

impl PieceTo {
    /// Stands for a null move, or for no move at all.
    pub(crate) const NONE: PieceTo = PieceTo(PIECE_SQUARES);

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo(piece as usize * Square::ALL.len() + to as usize)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

type ByTo = [Entry<MAX>; Square::ALL.len()];
type BySquares = [ByTo; Square::ALL.len()];
type ByPieceTo = [ByTo; Piece::ALL.len()];
type ByCaptured = [Entry<MAX>; PieceType::ALL.len()];

/// All histories of one thread.
#[derive(FromZeros)]
pub(crate) struct Histories {
    /// Quiet moves by side and squares.
    quiet: [BySquares; 2],
    /// Captures by moved piece, square and captured piece.
    capture: [ByCaptured; PIECE_SQUARES],
    /// Quiet moves by an earlier move and this one.
    continuation: [ByPieceTo; PIECE_SQUARES + 1],
    /// How far the static evaluation was off.
    pub(crate) corrections: Corrections,
}

/// The tables of quiet moves that matter in one position.
pub(crate) struct QuietHistory<'a> {
    by_squares: &'a BySquares,
    one: &'a ByPieceTo,
    two: &'a ByPieceTo,
    four: &'a ByPieceTo,
}

impl QuietHistory<'_> {
    /// What a move is worth, from −57344 to 57344.
    #[inline]
    pub(crate) fn get(&self, position: &Position, mv: Move) -> i32 {
        self.of(position, mv.from()).get(mv.to())
    }

    /// What is known of the moves of the piece on this square.
    #[inline]
    pub(crate) fn of(&self, position: &Position, from: Square) -> PieceHistory<'_> {
        let piece = position.board().piece_on(from).unwrap_or(Piece::RedKing); // there is one: it moves
        PieceHistory {
            quiet: &self.by_squares[from as usize],
            one: &self.one[piece as usize],
            two: &self.two[piece as usize],
            four: &self.four[piece as usize],
        }
    }
}

/// The rows of these tables for one piece.
pub(crate) struct PieceHistory<'a> {
    quiet: &'a ByTo,
    one: &'a ByTo,
    two: &'a ByTo,
    four: &'a ByTo,
}

impl PieceHistory<'_> {
    /// What the move to this square is worth, from −57344 to 57344.
    #[inline]
    pub(crate) fn get(&self, to: Square) -> i32 {
        let to = to as usize;
        self.quiet[to].get() + self.one[to].get() + self.two[to].get() + self.four[to].get() / 2
    }
}

/// The earlier moves that continuations look at: one, two and four plies ago.
pub(crate) type Context = [PieceTo; 3];

impl Histories {
    /// On the heap, since they are large; the system hands the memory out zeroed as it is touched.
    pub(crate) fn new() -> Box<Histories> {
        Histories::new_box_zeroed().unwrap_or_else(|_| panic!("no memory for the histories"))
    }

    /// What is known of quiet moves in one position.
    #[inline]
    pub(crate) fn quiet(&self, position: &Position, context: &Context) -> QuietHistory<'_> {
        let [one, two, four] = context.map(|earlier| &self.continuation[earlier.index()]);
        QuietHistory { by_squares: &self.quiet[position.side_to_move() as usize], one, two, four }
    }

    /// What a capture is worth, from −16384 to 16384.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        match capture_index(position, mv) {
            Some((piece_to, captured)) => self.capture[piece_to.index()][captured as usize].get(),
            None => 0,
        }
    }

    /// Moves the memory of a quiet move towards good (a positive bonus) or bad.
    pub(crate) fn update_quiet(&mut self, position: &Position, context: &Context, mv: Move, bonus: i32) {
        let Some(piece) = position.board().piece_on(mv.from()) else { return };
        let us = position.side_to_move() as usize;
        if params::quiet_history() {
            self.quiet[us][mv.from() as usize][mv.to() as usize].update(bonus);
        }
        if params::continuation_history() {
            for earlier in context {
                self.continuation[earlier.index()][piece as usize][mv.to() as usize].update(bonus);
            }
        }
    }

    /// Moves the memory of a capture towards good (a positive bonus) or bad.
    pub(crate) fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if params::capture_history()
            && let Some((piece_to, captured)) = capture_index(position, mv)
        {
            self.capture[piece_to.index()][captured as usize].update(bonus);
        }
    }
}

#[inline]
fn capture_index(position: &Position, mv: Move) -> Option<(PieceTo, PieceType)> {
    let piece = position.board().piece_on(mv.from())?;
    let captured = position.board().piece_on(mv.to())?;
    Some((PieceTo::new(piece, mv.to()), captured.piece_type()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_CONTEXT: Context = [PieceTo::NONE; 3];

    #[test]
    fn quiet_moves_are_remembered_by_what_came_before() {
        let (position, mut histories) = (Position::start(), Histories::new());
        let (mv, other) = (Move::new(Square::H2, Square::E2), Move::new(Square::B2, Square::E2));
        let after_a_pawn = [PieceTo::new(Piece::ALL[0], Square::E5), PieceTo::NONE, PieceTo::NONE];
        let after_another = [PieceTo::new(Piece::ALL[0], Square::E6); 3];
        histories.update_quiet(&position, &after_a_pawn, mv, 800);
        let here = histories.quiet(&position, &after_a_pawn).get(&position, mv);
        let elsewhere = histories.quiet(&position, &after_another).get(&position, mv);
        assert!(elsewhere > 0 && here > elsewhere);
        // Of another cannon to the same square only the continuations know.
        let other = histories.quiet(&position, &after_a_pawn).get(&position, other);
        assert!(other > 0 && here > other);
        histories.update_quiet(&position, &after_a_pawn, mv, -1_600);
        assert!(histories.quiet(&position, &after_a_pawn).get(&position, mv) < 0);
    }

    #[test]
    fn captures_are_remembered_by_their_victim() {
        let (position, mut histories) = (Position::start(), Histories::new());
        let mv = Move::new(Square::H2, Square::H9);
        histories.update_capture(&position, mv, 500);
        assert!(histories.capture(&position, mv) > 0);
        assert_eq!(histories.capture(&position, Move::new(Square::B2, Square::B9)), 0);
        assert_eq!(
            histories.quiet(&position, &NO_CONTEXT).get(&position, Move::new(Square::H2, Square::E2)),
            0
        );
    }
}
