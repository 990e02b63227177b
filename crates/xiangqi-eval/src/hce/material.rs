//! Dimension material: which pieces are on the board, and which go well together.

use xiangqi_core::{Board, Color, Piece, PieceType};

use super::structure::Structure;
use super::terms::{Sink, Term};
use super::{Phase, Weights};

/// The kinds of pieces that help or hinder each other, in the order of the tables of weights.
const KINDS: [PieceType; 6] = [
    PieceType::Rook,
    PieceType::Cannon,
    PieceType::Horse,
    PieceType::Pawn,
    PieceType::Advisor,
    PieceType::Elephant,
];

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
    let (own, enemy) = (KINDS.map(|kind| counts.get(us, kind)), KINDS.map(|kind| counts.get(!us, kind)));
    for (row, &count) in own.iter().enumerate() {
        for (column, &partner) in own[..=row].iter().enumerate() {
            sink.add(Term::Imbalance, us, weights.own.entry(row, column), count * partner);
        }
        for (column, &opponent) in enemy[..row].iter().enumerate() {
            sink.add(Term::Imbalance, us, weights.enemy.entry(row - 1, column), count * opponent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tapered;
    use super::super::testing::{red, weights};
    use super::*;

    /// Where a kind stands among [`KINDS`].
    fn at(kind: PieceType) -> usize {
        KINDS.iter().position(|&other| other == kind).unwrap()
    }

    #[test]
    fn pieces_change_the_worth_of_their_partners() {
        let value = |pieces| red(&format!("3k5/9/9/9/9/9/9/9/9/{pieces} w"), Term::Imbalance);
        let own = weights().imbalance.own;
        let pair = |one, other| *own.entry(at(one), at(other));
        let (horse, cannon) = (PieceType::Horse, PieceType::Cannon);
        let alone = pair(horse, horse) + pair(cannon, cannon);
        assert_eq!(value("3NKC3"), alone + pair(horse, cannon));
        assert_eq!(value("3NK4"), pair(horse, horse));
        assert_eq!(value("3NKN3"), pair(horse, horse) * 4);
        assert_eq!(value("4K4"), Tapered::ZERO);
    }

    #[test]
    fn pieces_change_the_worth_of_their_opponents() {
        let value = |rank| red(&format!("3k5/9/9/9/9/9/9/9/{rank}/4K4 w"), Term::Imbalance);
        let weights = weights().imbalance;
        let cannon = *weights.own.entry(at(PieceType::Cannon), at(PieceType::Cannon));
        let against = *weights.enemy.entry(at(PieceType::Cannon) - 1, at(PieceType::Rook));
        assert_eq!(value("C7r"), cannon + against);
        assert_eq!(value("C7c"), cannon);
    }
}
