//! A move as 16 bits.

use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use thiserror::Error;

use crate::{Excerpt, Square};

/// A move from one square to another; whether it is legal is for a [`Position`](crate::Position) to say.
///
/// Sixteen bits, never zero: 7 for each square and a marker, so `Option<Move>` costs no more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    const MARKER: NonZeroU16 = NonZeroU16::new(1 << 14).expect("not zero");
    const TO_SHIFT: u16 = 7;
    const SQUARE_MASK: u16 = 0x7f;

    /// The move between these squares.
    #[must_use]
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Self::marked(from as u16 | (to as u16) << Self::TO_SHIFT)
    }

    /// These bits and the marker, which the compiler knows to be together not zero.
    #[inline]
    const fn marked(bits: u16) -> Move {
        match NonZeroU16::new(Self::MARKER.get() | bits) {
            Some(bits) => Move(bits),
            None => Move(Self::MARKER), // never: the marker is there
        }
    }

    /// A move of the same piece that goes further by a number of squares, given as [`further`](Self::further) gives it.
    #[inline]
    pub(crate) const fn plus(self, further: u16) -> Move {
        Self::marked(self.0.get().wrapping_add(further))
    }

    /// What [`plus`](Self::plus) adds to go further by this many squares.
    pub(crate) const fn further(squares: u16) -> u16 {
        squares << Self::TO_SHIFT
    }

    /// Where the piece comes from.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Square {
        Self::square(self.0.get())
    }

    /// Where the piece goes.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        Self::square(self.0.get() >> Self::TO_SHIFT)
    }

    /// The 16 bits, to be stored; never zero.
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// Reads stored bits back; `None` for bits that [`to_bits`](Self::to_bits) cannot give.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let squares = bits ^ Self::MARKER.get();
        let (from, to) = (squares & Self::SQUARE_MASK, squares >> Self::TO_SHIFT);
        match (Square::from_index(from as usize), Square::from_index(to as usize)) {
            (Some(from), Some(to)) => Some(Move::new(from, to)),
            _ => None,
        }
    }

    /// The move as it looks from the other side of the board, turned by 180°.
    #[must_use]
    pub const fn rotate(self) -> Move {
        Move::new(self.from().rotate(), self.to().rotate())
    }

    #[inline]
    const fn square(bits: u16) -> Square {
        Square::from_known_index((bits & Self::SQUARE_MASK) as usize)
    }
}

/// Why a text is not a move in ICCS notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{token}` is no move, which is two squares such as h2e2 or H2-E2")]
pub struct ParseMoveError {
    token: Excerpt,
}

impl ParseMoveError {
    /// The text, cut when it is long.
    #[must_use]
    pub fn token(&self) -> Excerpt {
        self.token
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads ICCS notation, in either case and with or without the dash: `h2e2`, `H2-E2`.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let error = ParseMoveError { token: Excerpt::new(text) };
        let square = |range| text.get(range).and_then(|part: &str| part.parse().ok()).ok_or(error);
        let to = match text.len() {
            4 => 2..4,
            5 if text.as_bytes()[2] == b'-' => 3..5,
            _ => return Err(error),
        };
        Ok(Move::new(square(0..2)?, square(to)?))
    }
}

impl fmt::Display for Move {
    /// Writes ICCS notation as UCCI and UCI use it: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_move_round_trips_as_bits_and_text() {
        for from in Square::ALL {
            for to in Square::ALL {
                let mv = Move::new(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }

    #[test]
    fn bits_of_no_move_are_refused() {
        let moves = (0..=u16::MAX).filter_map(Move::from_bits).count();
        assert_eq!(moves, 90 * 90);
        assert_eq!(Move::from_bits(0), None);
    }

    #[test]
    fn texts_of_no_move_are_refused() {
        assert_eq!("H2-E2".parse(), Ok(Move::new(Square::H2, Square::E2)));
        for wrong in ["", "h2", "h2e", "h2e2e", "h2+e2", "j2e2", "h2éx", "é2e2", "h2-e10"] {
            assert_eq!(wrong.parse::<Move>().unwrap_err().token().as_str(), wrong);
        }
    }

    #[test]
    fn an_absent_move_costs_no_space() {
        assert_eq!(size_of::<Option<Move>>(), 2);
    }
}
