//! The move limit: how many plies have passed without a capture.

use core::fmt;

use crate::{ByColor, Color};

/// From how many checks on (since the last capture) a side's checks and their answers are no longer counted.
const COUNTED_CHECKS: u16 = 10;

/// Counts plies since the last capture, leaving out checks beyond the tenth of a side and the answers to them, so
/// that a side cannot reach the limit by checking on and on.
///
/// Three numbers of 16 bits in one word, the plies lowest, then Red's checks, then Black's: a move copies and changes
/// the counter, and a word that is written in parts cannot be read whole at once.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MoveCounter(u64);

impl MoveCounter {
    /// A counter that starts with this many plies, as a FEN gives it.
    #[must_use]
    pub const fn new(quiet_plies: u16) -> MoveCounter {
        MoveCounter(quiet_plies as u64)
    }

    /// The counted plies since the last capture.
    #[must_use]
    #[inline]
    pub const fn quiet_plies(self) -> u16 {
        self.number(PLIES)
    }

    /// The counter after a move without capture by `mover`.
    #[must_use]
    #[inline]
    pub fn after_quiet(self, mover: Color, answers_check: bool, gives_check: bool) -> MoveCounter {
        let counter = if gives_check { self.plus_one(checks(mover)) } else { self };
        let many_checks = |side| counter.number(checks(side)) > COUNTED_CHECKS;
        if gives_check && many_checks(mover) || answers_check && many_checks(!mover) {
            counter
        } else {
            counter.plus_one(PLIES)
        }
    }

    /// The number at this place of the word.
    #[inline]
    const fn number(self, place: u32) -> u16 {
        (self.0 >> place) as u16
    }

    /// One more at this place, up to the greatest number.
    #[inline]
    const fn plus_one(self, place: u32) -> MoveCounter {
        if self.number(place) == u16::MAX { self } else { MoveCounter(self.0 + (1 << place)) }
    }
}

/// The place of the plies in the word.
const PLIES: u32 = 0;

/// The place of a side's checks.
#[inline]
const fn checks(color: Color) -> u32 {
    match color {
        Color::Red => 16,
        Color::Black => 32,
    }
}

impl fmt::Debug for MoveCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveCounter")
            .field("quiet_plies", &self.quiet_plies())
            .field("checks", &ByColor::from_fn(|color| self.number(checks(color))))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_beyond_the_tenth_and_their_answers_are_not_counted() {
        let mut counter = MoveCounter::default();
        for _ in 0..10 {
            counter = counter.after_quiet(Color::Red, false, true).after_quiet(Color::Black, true, false);
        }
        assert_eq!(counter.quiet_plies(), 20);
        for _ in 0..5 {
            counter = counter.after_quiet(Color::Red, false, true).after_quiet(Color::Black, true, false);
        }
        assert_eq!(counter.quiet_plies(), 20);
        counter = counter.after_quiet(Color::Red, false, false).after_quiet(Color::Black, false, false);
        assert_eq!(counter.quiet_plies(), 22);
    }
}
