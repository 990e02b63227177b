//! The move limit: how many plies have passed without a capture.

use crate::{ByColor, Color};

/// From how many checks on (since the last capture) a side's checks and their answers are no longer counted.
const COUNTED_CHECKS: u16 = 10;

/// Counts plies since the last capture, leaving out checks beyond the tenth of a side and the answers to them, so
/// that a side cannot reach the limit by checking on and on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveCounter {
    quiet_plies: u16,
    checks: ByColor<u16>,
}

impl MoveCounter {
    /// A counter that starts with this many plies, as a FEN gives it.
    #[must_use]
    pub const fn new(quiet_plies: u16) -> MoveCounter {
        MoveCounter { quiet_plies, checks: ByColor { red: 0, black: 0 } }
    }

    /// The counted plies since the last capture.
    #[must_use]
    #[inline]
    pub const fn quiet_plies(self) -> u16 {
        self.quiet_plies
    }

    /// The counter after a move without capture by `mover`.
    #[must_use]
    #[inline]
    pub fn after_quiet(mut self, mover: Color, answers_check: bool, gives_check: bool) -> MoveCounter {
        if gives_check {
            self.checks[mover] = self.checks[mover].saturating_add(1);
        }
        let discounted = if gives_check && self.checks[mover] > COUNTED_CHECKS {
            true
        } else {
            answers_check && self.checks[!mover] > COUNTED_CHECKS
        };
        if !discounted {
            self.quiet_plies = self.quiet_plies.saturating_add(1);
        }
        self
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
