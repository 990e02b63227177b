//! Values that change between the middlegame and the endgame.

use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Deserializer};
use xiangqi_core::PieceType;

use super::config::{Centipawns, List};

/// A pair of values in centipawns, one for the middlegame and one for the endgame.
///
/// Both live in one word, the middlegame in the high half, so that a sum of pairs is one addition. A file writes it
/// as `[midgame, endgame]`.
///
/// ```
/// use xiangqi_eval::hce::Tapered;
///
/// let sum = Tapered::new(-30, 20) + Tapered::new(10, -25) * 2;
/// assert_eq!((sum.midgame(), sum.endgame()), (-10, -30));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Tapered(i64);

impl Tapered {
    /// Nothing in either phase.
    pub const ZERO: Tapered = Tapered(0);

    /// The pair of these two values.
    #[must_use]
    #[inline]
    pub const fn new(midgame: i32, endgame: i32) -> Tapered {
        Tapered(((midgame as i64) << 32) + endgame as i64)
    }

    /// The value while all pieces are on the board.
    #[must_use]
    #[inline]
    pub const fn midgame(self) -> i32 {
        // A negative low half has borrowed one from the high half.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The value when all rooks, horses and cannons are gone.
    #[must_use]
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0 as i32
    }

    /// The value in between, rounded towards zero.
    #[must_use]
    #[inline]
    pub const fn at(self, phase: Phase) -> i32 {
        let (midgame, endgame) = (self.midgame() as i64, self.endgame() as i64);
        let (near, far) = (phase.0 as i64, (Phase::MIDGAME.0 - phase.0) as i64);
        ((midgame * near + endgame * far) / Phase::MIDGAME.0 as i64) as i32
    }

    /// This much of a hundred, rounded towards zero.
    #[must_use]
    pub const fn percent(self, percent: i32) -> Tapered {
        Tapered::new(self.midgame() * percent / 100, self.endgame() * percent / 100)
    }
}

impl core::fmt::Debug for Tapered {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "[{}, {}]", self.midgame(), self.endgame())
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    /// So many times the pair.
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * i64::from(times))
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(values: I) -> Tapered {
        values.fold(Tapered::ZERO, Add::add)
    }
}

impl<'de> Deserialize<'de> for Tapered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tapered, D::Error> {
        let List([Centipawns(midgame), Centipawns(endgame)]) = List::deserialize(deserializer)?;
        Ok(Tapered::new(midgame, endgame))
    }
}

/// How far a game is from its endgame, told by the rooks, horses and cannons left.
///
/// ```
/// use xiangqi_eval::hce::{Phase, Tapered};
///
/// assert_eq!(Tapered::new(100, 20).at(Phase::MIDGAME), 100);
/// assert_eq!(Tapered::new(100, 20).at(Phase::ENDGAME), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Phase(i32);

impl Phase {
    /// All pieces are on the board.
    pub const MIDGAME: Phase = Phase(32);
    /// No rook, horse or cannon is left.
    pub const ENDGAME: Phase = Phase(0);

    /// The phase for a sum of [`weight`](Self::weight)s.
    #[must_use]
    #[inline]
    pub const fn from_weights(sum: i32) -> Phase {
        if sum > Self::MIDGAME.0 { Self::MIDGAME } else { Phase(sum) }
    }

    /// What one piece of this kind adds: the start position comes to [`MIDGAME`](Self::MIDGAME).
    #[must_use]
    pub const fn weight(piece_type: PieceType) -> i32 {
        match piece_type {
            PieceType::Rook => 4,
            PieceType::Horse | PieceType::Cannon => 2,
            PieceType::King | PieceType::Advisor | PieceType::Elephant | PieceType::Pawn => 0,
        }
    }

    /// How many 32nds of the middlegame are left.
    #[must_use]
    pub const fn thirty_seconds(self) -> i32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let values = [-90_000, -1, 0, 1, 90_000];
        for midgame in values {
            for endgame in values {
                let pair = Tapered::new(midgame, endgame);
                assert_eq!((pair.midgame(), pair.endgame()), (midgame, endgame));
                let threefold = pair * -3;
                assert_eq!((threefold.midgame(), threefold.endgame()), (-3 * midgame, -3 * endgame));
                assert_eq!(pair - pair, Tapered::ZERO);
            }
        }
    }

    #[test]
    fn the_value_between_is_symmetric() {
        for phase in 0..=32 {
            let pair = Tapered::new(101, -37);
            assert_eq!(pair.at(Phase(phase)), -(-pair).at(Phase(phase)));
        }
    }

    #[test]
    fn the_start_position_is_the_middlegame() {
        let of_one_side: i32 =
            PieceType::ALL.iter().map(|&pt| Phase::weight(pt) * pt.initial_count() as i32).sum();
        assert_eq!(Phase::from_weights(2 * of_one_side), Phase::MIDGAME);
        assert_eq!(2 * of_one_side, Phase::MIDGAME.thirty_seconds());
    }
}
