//! Attacks from many squares among the same pieces.

use super::scan::Scan;
use super::{leapers, sliders};
use crate::{Bitboard, Square};

/// The occupied squares, laid out once for any number of look-ups.
///
/// Each method says the same as the function of its name, which lays out its argument at every call.
///
/// ```
/// use xiangqi_core::attacks::{self, Blockers};
/// use xiangqi_core::{Position, Square};
///
/// let occupied = Position::start().board().occupied();
/// let blockers = Blockers::new(occupied);
/// for square in Square::ALL {
///     assert_eq!(blockers.line(square), attacks::line(square, occupied));
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Blockers {
    occupied: Bitboard,
    scan: Scan,
}

impl Blockers {
    /// Lays out these squares.
    #[must_use]
    #[inline]
    pub const fn new(occupied: Bitboard) -> Blockers {
        Blockers { occupied, scan: Scan::new(occupied) }
    }

    /// The squares laid out.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// What a rook on `square` reaches, and where a cannon captures; see [`line`](super::line).
    #[must_use]
    #[inline]
    pub fn line(&self, square: Square) -> (Bitboard, Bitboard) {
        let (reach, second) = sliders::line_in(square, &self.scan);
        (reach, second & self.occupied)
    }

    /// The squares that a rook on `square` attacks; see [`rook`](super::rook).
    #[must_use]
    #[inline]
    pub fn rook(&self, square: Square) -> Bitboard {
        sliders::line_in(square, &self.scan).0
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
    use crate::attacks;

    #[test]
    fn each_look_up_says_what_its_function_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..200 {
            let occupied = Bitboard::from_bits(rng.random::<u128>() & rng.random::<u128>());
            let blockers = Blockers::new(occupied);
            for square in Square::ALL {
                assert_eq!(blockers.line(square), attacks::line(square, occupied));
                assert_eq!(blockers.rook(square), attacks::rook(square, occupied));
                assert_eq!(blockers.horse_from(square), attacks::horse_from(square, occupied));
                assert_eq!(blockers.elephant(square), attacks::elephant(square, occupied));
            }
        }
    }
}
