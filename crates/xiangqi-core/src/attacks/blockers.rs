//! Attacks from many squares among the pieces of one board.

use super::scan::Scan;
use super::{leapers, sliders};
use crate::{Bitboard, Board, Color, Square};

/// The pieces of a board, laid out once for any number of look-ups.
///
/// Each method says the same as the function of its name, which has to lay out its argument at every call.
///
/// ```
/// use xiangqi_core::attacks::{self, Blockers};
/// use xiangqi_core::{Position, Square};
///
/// let position = Position::start();
/// let blockers = Blockers::new(position.board());
/// for square in Square::ALL {
///     assert_eq!(blockers.line(square), attacks::line(square, position.board().occupied()));
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Blockers<'a> {
    board: &'a Board,
    scan: Scan,
}

impl<'a> Blockers<'a> {
    /// Lays out the pieces of this board.
    #[must_use]
    #[inline]
    pub const fn new(board: &'a Board) -> Blockers<'a> {
        Blockers { board, scan: Scan::new(board.occupied()) }
    }

    /// The squares of all pieces.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// What a rook on `square` reaches, and where a cannon captures; see [`line`](super::line).
    #[must_use]
    #[inline]
    pub fn line(&self, square: Square) -> (Bitboard, Bitboard) {
        let (reach, second) = sliders::line_among(square, self.cross(square));
        (reach, second & self.occupied())
    }

    /// The squares that a rook on `square` attacks; see [`rook`](super::rook).
    #[must_use]
    #[inline]
    pub fn rook(&self, square: Square) -> Bitboard {
        sliders::line_among(square, self.cross(square)).0
    }

    /// The pieces on the lines of a square.
    #[inline]
    fn cross(&self, square: Square) -> sliders::Cross {
        let lines = self.board.lines();
        lines.cross(Color::Red, square) | lines.cross(Color::Black, square)
    }

    /// The squares that a horse on `square` attacks; see [`horse_from`](super::horse_from).
    #[must_use]
    #[inline]
    pub fn horse_from(&self, square: Square) -> Bitboard {
        leapers::horse_from_in(square, &self.scan)
    }

    /// The squares that an elephant on `square` attacks; see [`elephant`](super::elephant).
    #[must_use]
    #[inline]
    pub fn elephant(&self, square: Square) -> Bitboard {
        leapers::elephant_in(square, &self.scan)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{Piece, attacks};

    #[test]
    fn each_look_up_says_what_its_function_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..200 {
            let mut board = Board::empty();
            for _ in 0..rng.random_range(0..60) {
                let piece = Piece::ALL[rng.random_range(0..Piece::ALL.len())];
                board.put(piece, Square::ALL[rng.random_range(0..Square::ALL.len())]);
            }
            let (occupied, blockers) = (board.occupied(), Blockers::new(&board));
            for square in Square::ALL {
                assert_eq!(blockers.line(square), attacks::line(square, occupied));
                assert_eq!(blockers.rook(square), attacks::rook(square, occupied));
                assert_eq!(blockers.horse_from(square), attacks::horse_from(square, occupied));
                assert_eq!(blockers.elephant(square), attacks::elephant(square, occupied));
            }
        }
    }
}
