//! Which placements can be played from: the two strictnesses, and everything that can be wrong.

use core::fmt;

use thiserror::Error;

use crate::faults::Faults;
use crate::move_list::MAX_MOVES;
use crate::{Bitboard, Color, Piece, PieceType, Setup, Square, confine};

/// How much is accepted: of placements, as below, and likewise of moves in a [notation](crate::notation).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Strictness {
    /// What the rules allow: no more pieces of a kind than at the start, each on a point that it can reach.
    #[default]
    Strict,
    /// Also puzzles from old books, with more pieces of a kind than a set has, or pawns on points that no pawn
    /// reaches. What the rules cannot be applied to stays refused: a missing or second king, a king, advisor or
    /// elephant off its points, a side in check that is not to move, more possible moves than a move list holds.
    Lenient,
}

/// Why a placement is no position: everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a legal position: {faults}")]
pub struct SetupError {
    faults: Faults<SetupFault>,
}

impl SetupError {
    /// All faults.
    #[must_use]
    pub fn faults(&self) -> &Faults<SetupFault> {
        &self.faults
    }
}

/// One thing that is wrong with a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has more pieces of a kind than at the start of a game.
    #[error("{color} has {count} {piece_type}s, more than the limit of {limit}")]
    TooMany {
        /// The side.
        color: Color,
        /// The kind of piece.
        piece_type: PieceType,
        /// How many there are.
        count: u32,
        /// How many are allowed.
        limit: u32,
    },
    /// A piece stands where it can never get.
    #[error("a {} {} cannot stand on {square}", adjective(.piece.color()), .piece.piece_type())]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The kings stand on one file with nothing between them.
    #[error("the kings face each other on the {}-file", file_letter(*.file))]
    KingsFacing {
        /// The file, 0 (a) to 8 (i).
        file: usize,
    },
    /// The side that is not to move is in check, so its king could be captured.
    #[error("{color} is in check from {} but not to move", SquareList(*.checkers))]
    OpponentInCheck {
        /// The side in check.
        color: Color,
        /// The pieces that check it.
        checkers: Bitboard,
    },
    /// The pieces of a side could together have more moves than a move list holds.
    #[error("the pieces of {color} could have {bound} moves, more than the limit of {MAX_MOVES}")]
    TooManyMoves {
        /// The side.
        color: Color,
        /// The sum of the most moves that each of its pieces has on any board.
        bound: u32,
    },
}

impl Setup {
    /// Finds everything that is wrong with this placement, without giving it away.
    ///
    /// # Errors
    ///
    /// [`SetupError`] lists all faults.
    pub fn check(&self, strictness: Strictness) -> Result<(), SetupError> {
        let mut faults = Faults::new();
        for color in Color::ALL {
            self.check_counts(color, strictness, &mut faults);
        }
        self.check_points(strictness, &mut faults);
        if Color::ALL.into_iter().all(|color| self.count(color, PieceType::King) == 1) {
            self.check_kings(&mut faults);
        }
        if faults.is_empty() { Ok(()) } else { Err(SetupError { faults }) }
    }

    fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.board.pieces(color, piece_type).count()
    }

    fn check_counts(&self, color: Color, strictness: Strictness, faults: &mut Faults<SetupFault>) {
        if self.count(color, PieceType::King) == 0 {
            faults.push(SetupFault::NoKing(color));
        }
        for piece_type in PieceType::ALL {
            let (count, limit) = (self.count(color, piece_type), piece_type.initial_count());
            let is_judged = strictness == Strictness::Strict || piece_type == PieceType::King;
            if is_judged && count > limit {
                faults.push(SetupFault::TooMany { color, piece_type, count, limit });
            }
        }
        let bound =
            PieceType::ALL.into_iter().map(|kind| self.count(color, kind) * greatest_mobility(kind)).sum();
        if bound as usize > MAX_MOVES {
            faults.push(SetupFault::TooManyMoves { color, bound });
        }
    }

    fn check_points(&self, strictness: Strictness, faults: &mut Faults<SetupFault>) {
        for (square, piece) in self.board.iter() {
            let is_judged = strictness == Strictness::Strict || piece.piece_type() != PieceType::Pawn;
            if is_judged && !confine::points(piece.color(), piece.piece_type()).contains(square) {
                faults.push(SetupFault::Misplaced { piece, square });
            }
        }
    }

    /// There is exactly one king on each side: do they face, is the side that has just moved in check?
    fn check_kings(&self, faults: &mut Faults<SetupFault>) {
        let color = !self.side_to_move;
        let checkers = Setup { side_to_move: color, ..self.clone() }.into_position_unjudged().checkers();
        let kings = self.board.by_type(PieceType::King);
        if let Some(king) = (checkers & kings).first() {
            faults.push(SetupFault::KingsFacing { file: king.file() });
        }
        if !(checkers - kings).is_empty() {
            faults.push(SetupFault::OpponentInCheck { color, checkers: checkers - kings });
        }
    }
}

/// The most moves that a piece of this kind has on any board.
const fn greatest_mobility(piece_type: PieceType) -> u32 {
    match piece_type {
        PieceType::King | PieceType::Advisor | PieceType::Elephant => 4,
        PieceType::Horse => 8,
        PieceType::Rook | PieceType::Cannon => 17,
        PieceType::Pawn => 3,
    }
}

const fn adjective(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

fn file_letter(file: usize) -> char {
    (b'a'..=b'i').nth(file).map_or('?', char::from)
}

/// Writes squares one after the other.
struct SquareList(Bitboard);

impl fmt::Display for SquareList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.0.into_iter().enumerate() {
            write!(f, "{}{square}", if index == 0 { "" } else { " and " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    fn faults(fen: &str, strictness: Strictness) -> Vec<SetupFault> {
        match Setup::from_fen(fen).unwrap().check(strictness) {
            Ok(()) => Vec::new(),
            Err(error) => error.faults().iter().copied().collect(),
        }
    }

    /// Faults of the strict and of the lenient test.
    fn both(fen: &str) -> (Vec<SetupFault>, Vec<SetupFault>) {
        (faults(fen, Strictness::Strict), faults(fen, Strictness::Lenient))
    }

    fn assert_always(fen: &str, expected: &[SetupFault]) {
        assert_eq!(both(fen), (expected.to_vec(), expected.to_vec()), "{fen}");
    }

    fn misplaced(piece: Piece, square: Square) -> SetupFault {
        SetupFault::Misplaced { piece, square }
    }

    #[test]
    fn correct_placements_have_no_fault() {
        for fen in [crate::START_FEN, "3k5/9/9/9/9/9/9/9/9/4K4 b", "3k5/4P4/9/9/9/9/9/9/9/4K4 b"] {
            assert_always(fen, &[]);
        }
    }

    #[test]
    fn kings_are_needed_once_each_in_their_palaces() {
        assert_always(
            "9/9/9/9/9/9/9/9/9/9",
            &[SetupFault::NoKing(Color::Red), SetupFault::NoKing(Color::Black)],
        );
        let two = SetupFault::TooMany { color: Color::Red, piece_type: PieceType::King, count: 2, limit: 1 };
        assert_always("3k5/9/9/9/9/9/9/9/9/4KK3", &[two]);
        assert_always(
            "9/9/9/3k5/9/9/9/9/9/2K6",
            &[misplaced(Piece::RedKing, Square::C0), misplaced(Piece::BlackKing, Square::D6)],
        );
    }

    #[test]
    fn advisors_and_elephants_keep_to_their_points() {
        assert_always("3k1a3/3a5/9/9/9/9/9/9/9/4K4", &[misplaced(Piece::BlackAdvisor, Square::D8)]);
        assert_always("3k5/9/9/9/4B4/2B6/9/9/9/4K4", &[misplaced(Piece::RedElephant, Square::E5)]);
    }

    #[test]
    fn kings_do_not_face_and_only_the_side_to_move_is_in_check() {
        assert_always("4k4/9/9/9/9/9/9/9/9/4K4 b", &[SetupFault::KingsFacing { file: 4 }]);
        let rook_and_horse = Bitboard::from(Square::D4).with(Square::E7);
        assert_always(
            "3k5/9/4N4/9/9/3R5/9/9/9/4K4 w",
            &[SetupFault::OpponentInCheck { color: Color::Black, checkers: rook_and_horse }],
        );
        assert_always("3k5/9/4N4/9/9/3R5/9/9/9/4K4 b", &[]);
    }

    #[test]
    fn only_puzzles_may_have_more_pieces_than_a_set() {
        let three =
            SetupFault::TooMany { color: Color::Black, piece_type: PieceType::Rook, count: 3, limit: 2 };
        assert_eq!(both("3k5/rrr6/9/9/9/9/9/9/9/4K4"), (alloc::vec![three], alloc::vec![]));
    }

    #[test]
    fn only_puzzles_may_have_pawns_where_none_can_get() {
        let (strict, lenient) = both("3k5/9/9/1p7/9/9/9/P8/9/4K4 w");
        assert_eq!(strict, [misplaced(Piece::RedPawn, Square::A2), misplaced(Piece::BlackPawn, Square::B6)]);
        assert_eq!(lenient, []);
    }

    #[test]
    fn no_placement_overflows_a_move_list() {
        let fen = "3k5/9/9/9/9/9/9/RRRRRRR2/9/4K4 b"; // 7 * 17 + 4 = 123
        assert_eq!(faults(fen, Strictness::Lenient), []);
        let fen = "3k5/9/9/9/9/9/9/RRRRRRRN1/9/4K4 b";
        let too_many = SetupFault::TooManyMoves { color: Color::Red, bound: 131 };
        assert_eq!(faults(fen, Strictness::Lenient), [too_many]);
        assert_eq!(
            too_many.to_string(),
            "the pieces of Red could have 131 moves, more than the limit of 128"
        );
    }

    #[test]
    fn faults_read_like_sentences() {
        let setup = Setup::from_fen("4k4/9/9/ppp6/ppp6/9/4R4/9/9/3K1N3 w").unwrap();
        assert_eq!(
            setup.check(Strictness::Strict).unwrap_err().to_string(),
            "not a legal position: Black has 6 pawns, more than the limit of 5; a black pawn cannot stand on b5; \
             a black pawn cannot stand on b6; Black is in check from e3 but not to move",
        );
    }
}
