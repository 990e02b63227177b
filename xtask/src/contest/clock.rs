//! The clock of one player in one game.

use std::time::Duration;

use super::limit::Limit;

/// Beyond this, a move that still counts is late.
const LATE: Duration = Duration::from_millis(50);

/// What a player has left to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    limit: Limit,
    /// The time left; without meaning unless a clock is the limit.
    left: Duration,
    /// Moves until more time is given.
    moves_to_go: Option<u32>,
}

/// How punctual a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// In time, or all but.
    InTime,
    /// So late that it is counted, but within the grace.
    Late,
    /// Too late: the game is lost.
    TooLate,
}

impl Clock {
    pub(super) fn new(limit: Limit) -> Clock {
        match limit {
            Limit::Clock(control) => Clock { limit, left: control.time, moves_to_go: control.moves },
            _ => Clock { limit, left: Duration::ZERO, moves_to_go: None },
        }
    }

    pub(super) fn limit(&self) -> Limit {
        self.limit
    }

    /// The time left, the increment and the moves to go; `None` without a clock.
    pub(super) fn face(&self) -> Option<(Duration, Duration, Option<u32>)> {
        match self.limit {
            Limit::Clock(control) => Some((self.left, control.increment, self.moves_to_go)),
            _ => None,
        }
    }

    /// The most time that the next move may take; `None` if time does not count.
    pub(super) fn budget(&self) -> Option<Duration> {
        match self.limit {
            Limit::MoveTime(time) => Some(time),
            Limit::Clock(_) => Some(self.left),
            Limit::Nodes(_) | Limit::Depth(_) => None,
        }
    }

    /// A move has taken this long.
    pub(super) fn press(&mut self, used: Duration, grace: Duration) -> Arrival {
        let Some(budget) = self.budget() else { return Arrival::InTime };
        if used > budget + grace {
            return Arrival::TooLate;
        }
        if let Limit::Clock(control) = self.limit {
            self.left = self.left.saturating_sub(used) + control.increment;
            self.moves_to_go = self.moves_to_go.map(|moves| moves.saturating_sub(1));
            if self.moves_to_go == Some(0) {
                self.left += control.time;
                self.moves_to_go = control.moves;
            }
        }
        if used > budget + LATE { Arrival::Late } else { Arrival::InTime }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Duration = Duration::from_millis(200);

    fn clock(key: &str, value: &str) -> Clock {
        Clock::new(Limit::parse(key, value).unwrap())
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn increments_are_added_after_each_move() {
        let mut clock = clock("tc", "1+0.5");
        assert_eq!(clock.press(ms(700), GRACE), Arrival::InTime);
        assert_eq!(clock.face(), Some((ms(800), ms(500), None)));
        assert_eq!(clock.press(ms(840), GRACE), Arrival::InTime);
        assert_eq!(clock.budget(), Some(ms(500)));
        assert_eq!(clock.press(ms(600), GRACE), Arrival::Late);
        assert_eq!(clock.press(ms(701), GRACE), Arrival::TooLate);
    }

    #[test]
    fn time_is_given_again_after_the_moves() {
        let mut clock = clock("tc", "2/10");
        clock.press(ms(4000), GRACE);
        assert_eq!(clock.face(), Some((ms(6000), ms(0), Some(1))));
        clock.press(ms(1000), GRACE);
        assert_eq!(clock.face(), Some((ms(15_000), ms(0), Some(2))));
    }

    #[test]
    fn each_move_has_its_own_time() {
        let mut clock = clock("movetime", "100");
        assert_eq!(clock.face(), None);
        for (used, arrival) in
            [(150, Arrival::InTime), (151, Arrival::Late), (300, Arrival::Late), (301, Arrival::TooLate)]
        {
            assert_eq!(clock.press(ms(used), GRACE), arrival);
            assert_eq!(clock.budget(), Some(ms(100)));
        }
    }

    #[test]
    fn without_time_nothing_is_late() {
        assert_eq!(clock("nodes", "10").press(ms(100_000), GRACE), Arrival::InTime);
        assert_eq!(clock("depth", "10").budget(), None);
    }
}
