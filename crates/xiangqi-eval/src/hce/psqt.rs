//! Dimensions material and piece-square: material and piece-square values, looked up together and summed along the path of moves.

use core::ops::{Add, Sub};

use xiangqi_core::square::SQUARES;
use xiangqi_core::{Board, Color, Piece, PieceType, Square};

use super::terms::{Sink, Term};
use super::{Tapered, Weights};
use crate::Delta;

/// For each piece on each square, what it adds to the sums.
#[derive(Debug)]
pub(crate) struct PieceSquareSums([[Sums; SQUARES]; Piece::ALL.len()]);

impl PieceSquareSums {
    pub(crate) fn new(weights: &Weights) -> PieceSquareSums {
        PieceSquareSums(Piece::ALL.map(|piece| {
            let (color, piece_type) = (piece.color(), piece.piece_type());
            let worth = *weights.material.of(piece_type);
            let table = weights.piece_square.of(piece_type);
            Square::ALL.map(|square| {
                let own = worth + *table.at(square.relative_to(color));
                let worth = match color {
                    Color::Red => own,
                    Color::Black => -own,
                };
                Sums { worth, structure: structure_key(piece, square) }
            })
        }))
    }

    #[inline]
    pub(crate) fn of(&self, piece: Piece, square: Square) -> Sums {
        self.0[piece as usize][square as usize]
    }
}

/// Tells material and squares apart, for a trace.
pub(crate) fn record(board: &Board, weights: &Weights, sink: &mut impl Sink) {
    for (square, piece) in board.iter() {
        let (color, piece_type) = (piece.color(), piece.piece_type());
        sink.add(Term::Pieces, color, weights.material.of(piece_type), 1);
        let table = weights.piece_square.of(piece_type);
        sink.add(Term::Squares, color, table.at(square.relative_to(color)), 1);
    }
}

/// What can be summed up move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Material and piece-square values, Red's less Black's.
    pub(crate) worth: Tapered,
    /// Tells structures apart (see [`Structure`](super::structure::Structure)).
    pub(crate) structure: u64,
}

impl Sums {
    pub(crate) fn of(board: &Board, table: &PieceSquareSums) -> Sums {
        let none = Sums { worth: Tapered::ZERO, structure: 0 };
        board.iter().fold(none, |sums, (square, piece)| sums + table.of(piece, square))
    }

    #[inline]
    pub(crate) fn after(self, delta: Delta, table: &PieceSquareSums) -> Sums {
        let (mover, from) = delta.from;
        let (arriving, to) = delta.to;
        let sums = self - table.of(mover, from) + table.of(arriving, to);
        match delta.captured {
            Some(captured) => sums - table.of(captured, to),
            None => sums,
        }
    }
}

impl Add for Sums {
    type Output = Sums;

    #[inline]
    fn add(self, other: Sums) -> Sums {
        Sums { worth: self.worth + other.worth, structure: self.structure.wrapping_add(other.structure) }
    }
}

impl Sub for Sums {
    type Output = Sums;

    #[inline]
    fn sub(self, other: Sums) -> Sums {
        Sums { worth: self.worth - other.worth, structure: self.structure.wrapping_sub(other.structure) }
    }
}

/// What a piece adds to the key of its structure, where a rook, horse or cannon counts alike on all squares. Sums of
/// such numbers are as good as the exclusive or that is usual, and tell one rook from two.
fn structure_key(piece: Piece, square: Square) -> u64 {
    let at = match piece.piece_type() {
        PieceType::Rook | PieceType::Horse | PieceType::Cannon => Square::A0,
        PieceType::King | PieceType::Advisor | PieceType::Elephant | PieceType::Pawn => square,
    };
    let mut board = Board::empty();
    board.put(piece, at);
    board.key()
}

#[cfg(test)]
mod tests {
    use xiangqi_core::Position;

    use super::*;

    #[test]
    fn structures_differ_by_pawns_guards_kings_and_counts_only() {
        let table = PieceSquareSums::new(&Weights::default());
        let key = |fen: &str| Sums::of(Position::from_fen(fen).unwrap().board(), &table).structure;
        let one = key("3k5/9/9/9/R3P4/9/9/9/9/4KA3 w");
        assert_eq!(one, key("3k5/9/9/9/4P3R/9/9/9/9/4KA3 w"));
        assert_ne!(one, key("3k5/9/9/9/R2P5/9/9/9/9/4KA3 w"));
        assert_ne!(one, key("3k5/9/9/9/R3P4/9/9/9/9/3AK4 w"));
        assert_ne!(one, key("3k5/9/9/9/R3P4/9/9/9/4K4/5A3 w"));
        assert_ne!(one, key("3k5/9/9/9/R3P4/9/R8/9/9/4KA3 w"));
        assert_ne!(one, key("3k5/9/9/9/r3P4/9/9/9/9/4KA3 w"));
    }
}
