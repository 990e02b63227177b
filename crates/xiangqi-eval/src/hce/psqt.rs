//! Dimensions material and piece-square: material and piece-square values, looked up together and summed along the path of moves.

use xiangqi_core::square::SQUARES;
use xiangqi_core::{Board, Color, Piece, Square};

use super::terms::{Sink, Term};
use super::{MaterialCount, Tapered, Weights};
use crate::Delta;

/// For each piece on each square, what it is worth to Red.
#[derive(Debug)]
pub(crate) struct PieceSquareSums([[Tapered; SQUARES]; Piece::ALL.len()]);

impl PieceSquareSums {
    pub(crate) fn new(weights: &Weights) -> PieceSquareSums {
        PieceSquareSums(Piece::ALL.map(|piece| {
            let (color, piece_type) = (piece.color(), piece.piece_type());
            let worth = weights.material.of(piece_type);
            let table = weights.piece_square.of(piece_type);
            Square::ALL.map(|square| {
                let own = worth + table.at(square.relative_to(color));
                match color {
                    Color::Red => own,
                    Color::Black => -own,
                }
            })
        }))
    }

    #[inline]
    pub(crate) fn of(&self, piece: Piece, square: Square) -> Tapered {
        self.0[piece as usize][square as usize]
    }
}

/// Tells material and squares apart, for a trace.
pub(crate) fn record(board: &Board, weights: &Weights, sink: &mut impl Sink) {
    for (square, piece) in board.iter() {
        let (color, piece_type) = (piece.color(), piece.piece_type());
        sink.add(Term::Pieces, color, weights.material.of(piece_type));
        let table = weights.piece_square.of(piece_type);
        sink.add(Term::Squares, color, table.at(square.relative_to(color)));
    }
}

/// What can be summed up move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Material and piece-square values, Red's less Black's.
    pub(crate) worth: Tapered,
    pub(crate) material: MaterialCount,
}

impl Sums {
    pub(crate) fn of(board: &Board, table: &PieceSquareSums) -> Sums {
        Sums {
            worth: board.iter().map(|(square, piece)| table.of(piece, square)).sum(),
            material: MaterialCount::of(board),
        }
    }

    #[inline]
    pub(crate) fn after(mut self, delta: Delta, table: &PieceSquareSums) -> Sums {
        let (mover, from) = delta.from;
        let (arriving, to) = delta.to;
        self.worth += table.of(arriving, to) - table.of(mover, from);
        if let Some(captured) = delta.captured {
            self.worth -= table.of(captured, to);
            self.material = self.material.without(captured);
        }
        self
    }
}
