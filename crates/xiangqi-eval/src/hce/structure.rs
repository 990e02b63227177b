//! What moves of rooks, horses and cannons leave as it is: pawns, guards and kings on their squares, and how many
//! pieces of each kind there are.
//!
//! A search meets the same structure at nearly all positions around it, so the evaluator remembers what it found.

use core::ops::Sub;

use xiangqi_core::{Bitboard, Board, ByColor, Color, PieceType, Square, attacks, confine};

use super::terms::{self, Balance};
use super::{MaterialCount, Phase, Tapered, Weights, endgame, masks};

/// A position without the squares of its rooks, horses and cannons.
pub(crate) struct Structure<'a> {
    pub(crate) board: &'a Board,
    pub(crate) counts: MaterialCount,
}

impl<'a> Structure<'a> {
    pub(crate) fn of(board: &'a Board) -> Structure<'a> {
        Structure { board, counts: MaterialCount::of(board) }
    }

    pub(crate) fn pawns(&self, us: Color) -> Bitboard {
        self.board.pieces(us, PieceType::Pawn)
    }

    /// The pawns beyond the river.
    pub(crate) fn crossed_pawns(&self, us: Color) -> Bitboard {
        self.pawns(us) - confine::home(us)
    }
}

/// All that an evaluation needs to know about a structure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Appraisal {
    /// The sum of the terms that depend on nothing else, Red's less Black's.
    pub(crate) balance: Tapered,
    pub(crate) phase: Phase,
    /// How much of its lead each side can hope to keep, in per cent.
    pub(crate) chances: ByColor<i32>,
    pub(crate) formations: ByColor<Formation>,
}

impl Appraisal {
    pub(crate) fn new(structure: &Structure<'_>, weights: &Weights) -> Appraisal {
        let mut balance = Balance(Tapered::ZERO);
        terms::of_structure(structure, weights, &mut balance);
        Appraisal {
            balance: balance.0,
            phase: structure.counts.phase(),
            chances: ByColor::from_fn(|us| endgame::chance(structure, us, &weights.endgame)),
            formations: ByColor::from_fn(|us| Formation::new(structure, us)),
        }
    }
}

/// One side of a structure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formation {
    pub(crate) king: Square,
    pub(crate) lost_guards: i32,
    pub(crate) by_pawns: Bitboard,
    /// What the king and the advisors protect.
    pub(crate) by_palace_guards: Bitboard,
    /// The files without pawns of this side.
    pub(crate) half_open_files: Bitboard,
}

impl Formation {
    fn new(structure: &Structure<'_>, us: Color) -> Formation {
        let (board, counts) = (structure.board, structure.counts);
        let king = board.pieces(us, PieceType::King).first().unwrap_or(Square::E0);
        let by_advisors = board.pieces(us, PieceType::Advisor).into_iter().map(attacks::advisor);
        let files_with_pawns = structure.pawns(us).into_iter().map(masks::file_of);
        let lost_guards = counts.lost(us, PieceType::Advisor) + counts.lost(us, PieceType::Elephant);
        Formation {
            king,
            lost_guards,
            by_pawns: attacked_by_pawns(structure, us),
            by_palace_guards: by_advisors.fold(attacks::king(king), Bitboard::union) & confine::palace(us),
            half_open_files: files_with_pawns.fold(Bitboard::ALL, Bitboard::sub),
        }
    }
}

/// What all pawns of a side attack.
fn attacked_by_pawns(structure: &Structure<'_>, us: Color) -> Bitboard {
    let crossed = structure.crossed_pawns(us);
    masks::forward(us, structure.pawns(us)) | crossed.east() | crossed.west()
}
