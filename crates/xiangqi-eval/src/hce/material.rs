//! Dimension material: which pieces are on the board, and which go well together.

use xiangqi_core::{Board, Color, Piece, PieceType};

use super::structure::Structure;
use super::terms::{Sink, Term};
use super::{Phase, Weights};

/// How many pieces of each kind are on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MaterialCount([u8; Piece::ALL.len()]);

impl MaterialCount {
    /// Counts the pieces of a board.
    #[must_use]
    pub fn of(board: &Board) -> MaterialCount {
        MaterialCount(Piece::ALL.map(|piece| board.pieces(piece.color(), piece.piece_type()).count() as u8))
    }

    /// The count less one captured piece.
    #[must_use]
    #[inline]
    pub fn without(mut self, captured: Piece) -> MaterialCount {
        self.0[captured as usize] -= 1;
        self
    }

    /// How many pieces of this kind a side has.
    #[must_use]
    #[inline]
    pub fn get(self, color: Color, piece_type: PieceType) -> i32 {
        i32::from(self.0[Piece::new(color, piece_type) as usize])
    }

    /// How many pieces of this kind a side has lost since the start.
    #[must_use]
    #[inline]
    pub fn lost(self, color: Color, piece_type: PieceType) -> i32 {
        (piece_type.initial_count() as i32 - self.get(color, piece_type)).max(0)
    }

    /// How far the endgame is.
    #[must_use]
    #[inline]
    pub fn phase(self) -> Phase {
        let weights_of = |piece_type| {
            (self.get(Color::Red, piece_type) + self.get(Color::Black, piece_type))
                * Phase::weight(piece_type)
        };
        Phase::from_weights(
            weights_of(PieceType::Rook) + weights_of(PieceType::Horse) + weights_of(PieceType::Cannon),
        )
    }
}

pub(crate) fn evaluate(structure: &Structure<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (weights, counts) = (&weights.imbalance, structure.counts);
    let count = |piece_type| counts.get(us, piece_type);
    if count(PieceType::Horse) > 0 && count(PieceType::Cannon) > 0 {
        sink.add(Term::Imbalance, us, &weights.horse_with_cannon, 1);
    }
    if count(PieceType::Rook) == 0 && counts.get(!us, PieceType::Rook) > 0 {
        sink.add(Term::Imbalance, us, &weights.rookless, 1);
    }
    let guards = count(PieceType::Advisor) + count(PieceType::Elephant);
    sink.add(Term::Imbalance, us, &weights.cannon_with_guard, count(PieceType::Cannon) * guards);
}

#[cfg(test)]
mod tests {
    use super::super::Tapered;
    use super::super::testing::{red, weights};
    use super::*;

    #[test]
    fn a_horse_and_a_cannon_help_each_other() {
        let value = |pieces| red(&format!("3k5/9/9/9/9/9/9/9/9/{pieces} w"), Term::Imbalance);
        assert_eq!(value("3NKC3"), weights().imbalance.horse_with_cannon);
        assert_eq!(value("3NK4"), Tapered::ZERO);
    }

    #[test]
    fn a_side_without_rooks_suffers_from_rooks() {
        let value = |rooks| red(&format!("3k5/9/9/9/9/9/9/9/{rooks}/4K4 w"), Term::Imbalance);
        assert_eq!(value("r8"), weights().imbalance.rookless);
        assert_eq!(value("r7R"), Tapered::ZERO);
        assert_eq!(value("9"), Tapered::ZERO);
    }

    #[test]
    fn guards_are_screens_to_cannons() {
        let value = |pieces| red(&format!("3k5/9/9/9/9/9/9/9/9/{pieces} w"), Term::Imbalance);
        assert_eq!(value("C1BAK4"), weights().imbalance.cannon_with_guard * 2);
        assert_eq!(value("C3K4"), Tapered::ZERO);
    }
}
