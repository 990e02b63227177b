//! Dimension material: which pieces are on the board, and which go well together.

use xiangqi_core::{Board, Color, Piece, PieceType};

use super::context::Context;
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

pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (weights, counts) = (&weights.imbalance, context.counts);
    let count = |piece_type| counts.get(us, piece_type);
    if count(PieceType::Horse) > 0 && count(PieceType::Cannon) > 0 {
        sink.add(Term::Imbalance, us, weights.horse_with_cannon);
    }
    if count(PieceType::Rook) == 0 && counts.get(!us, PieceType::Rook) > 0 {
        sink.add(Term::Imbalance, us, weights.rookless);
    }
    let guards = count(PieceType::Advisor) + count(PieceType::Elephant);
    sink.add(Term::Imbalance, us, weights.cannon_with_guard * (count(PieceType::Cannon) * guards));
}
