//! Correction history: how far the static evaluation was off in positions alike.
//!
//! Positions are alike when their pawns, their minor pieces, or all pieces of one side stand the same; each of these
//! has a table of errors, indexed by a hash of the bitboards concerned (there are few, so nothing has to be kept up
//! to date move by move).

use xiangqi_core::{Bitboard, Board, Color, PieceType, Position};
use xiangqi_eval::Score;
use zerocopy::FromZeros;

use super::gravity::Entry;
use crate::params;

/// The greatest correction, in 256ths of a centipawn per unit weight.
const MAX: i32 = 8_192;
const SIZE: usize = 1 << 14;
const KINDS: usize = 4;

/// The learned errors of one thread.
#[derive(FromZeros)]
pub(crate) struct Corrections {
    /// By hash, kind of likeness, and side to move.
    tables: [[[Entry<MAX>; 2]; KINDS]; SIZE],
}

impl Corrections {
    /// What to add to the static evaluation, in centipawns.
    #[inline]
    pub(crate) fn get(&self, position: &Position) -> i32 {
        let us = position.side_to_move() as usize;
        let indices = indices(position.board()).into_iter().enumerate();
        let sum: i32 = indices.map(|(kind, index)| self.tables[index][kind][us].get()).sum();
        sum * params::correction_weight() / (256 * 64)
    }

    /// Learns that the score of a search to `depth` plies differs from the static evaluation.
    pub(crate) fn update(&mut self, position: &Position, depth: i32, score: Score, static_eval: Score) {
        let us = position.side_to_move() as usize;
        let bonus = ((score - static_eval) * depth).clamp(-MAX / 4, MAX / 4);
        for (kind, index) in indices(position.board()).into_iter().enumerate() {
            self.tables[index][kind][us].update(bonus);
        }
    }
}

#[inline]
fn indices(board: &Board) -> [usize; KINDS] {
    use PieceType::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let by_side = |color| hash(&[Rook, Horse, Cannon, King].map(|kind| board.pieces(color, kind)));
    let of_both = |kinds: [PieceType; 2]| {
        let [first, second] = kinds;
        hash(&[
            board.pieces(Color::Red, first),
            board.pieces(Color::Black, first),
            board.pieces(Color::Red, second),
            board.pieces(Color::Black, second),
        ])
    };
    let pawns = hash(&[board.pieces(Color::Red, Pawn), board.pieces(Color::Black, Pawn)]);
    [pawns, of_both([Advisor, Elephant]), by_side(Color::Red), by_side(Color::Black)]
}

/// Mixes bitboards into an index.
#[inline]
fn hash(sets: &[Bitboard]) -> usize {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = sets.iter().fold(0_u64, |hash, set| {
        let (low, high) = (set.bits() as u64, (set.bits() >> 64) as u64);
        (hash.rotate_left(17) ^ low ^ high.rotate_left(40)).wrapping_mul(MULTIPLIER)
    });
    (mixed >> (u64::BITS - SIZE.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_learned_by_side_and_by_what_stands_where() {
        let corrections = &mut crate::history::Histories::new().corrections;
        let mut position = Position::start();
        assert_eq!(corrections.get(&position), 0);
        for _ in 0..100 {
            corrections.update(&position, 8, Score::from_centipawns(150), Score::ZERO);
        }
        let learned = corrections.get(&position);
        assert!(learned > 0);

        // A cannon move leaves three of the four likenesses: not the attackers of the side that moved.
        let _never_taken_back = position.make("h2e2".parse().expect("a move"));
        assert_eq!(corrections.get(&position), 0, "the other side's errors are others");
        let _never_taken_back = position.make_null();
        assert!((1..learned).contains(&corrections.get(&position)));
    }
}
