//! Time control: how long to think.

use std::time::{Duration, Instant};

use crate::{Clock, Control, Limits};

/// How many more moves a game is expected to last when the clock does not say.
const EXPECTED_MOVES: u32 = 38;
/// The most moves that a long time control is planned for.
const MOST_MOVES: u32 = 50;
/// The share of the remaining time that one move may take at most, in percent.
const HARD_SHARE: u32 = 50;
/// How many times its normal share a move may take at most.
const HARD_FACTOR: u32 = 5;
/// The share of the increment that is spent at once, in percent.
const INCREMENT_SHARE: u32 = 75;
/// The share of the remaining time up to which the increment is spent, in percent: a clock that has run low recovers,
/// even if the machine is so busy that each move costs more than the overhead foreseen.
const INCREMENT_CAP: u32 = 20;
/// No move is given less.
const LEAST: Duration = Duration::from_millis(1);

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    /// The time it should take; scaled by how clear the choice is, and looked at between iterations.
    soft: Duration,
    /// The time it must not exceed; looked at all the time.
    hard: Duration,
}

/// When a move whose choice is clear, since it is the only one or leads to a mate that is proved, is played before its
/// time is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EarlyStop {
    /// When the time saved is kept for later moves.
    #[default]
    Clock,
    /// Whenever time is a limit, also when it is for this move only.
    Always,
    /// Never.
    Never,
}

/// Measures one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    start: Instant,
    ponders: bool,
    budget: Option<Budget>,
    /// Whether the time is given for exactly this move, so that stopping early wins nothing.
    fixed: bool,
    early_stop: EarlyStop,
}

impl Timer {
    /// Starts when the limits say, or now. `overhead` is kept back for what passes between the engine and the clock.
    pub(crate) fn start(limits: &Limits, overhead: Duration, early_stop: EarlyStop) -> Timer {
        let for_move = limits.move_time.map(|time| {
            let time = time.saturating_sub(overhead).max(LEAST);
            Budget { soft: time, hard: time }
        });
        let share = limits.clock.map(|clock| share(clock, overhead));
        let budget = match (for_move, share) {
            (Some(one), Some(other)) => {
                Some(Budget { soft: one.soft.min(other.soft), hard: one.hard.min(other.hard) })
            }
            (one, other) => one.or(other),
        };
        let fixed = share.is_none_or(|share| share.soft == share.hard);
        let start = limits.started.unwrap_or_else(Instant::now);
        Timer { start, ponders: limits.ponder, budget, fixed, early_stop }
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the hard limit is reached.
    #[inline]
    pub(crate) fn is_up(&self, control: &Control) -> bool {
        self.budget.is_some_and(|budget| self.spent(control).is_some_and(|spent| spent >= budget.hard))
    }

    /// Whether another iteration is not worth beginning, the soft limit being scaled by `scale`.
    pub(crate) fn is_enough(&self, control: &Control, scale: f64) -> bool {
        let Some(budget) = self.budget else { return false };
        let Some(spent) = self.spent(control) else { return false };
        let soft = if self.fixed { budget.hard } else { budget.soft.mul_f64(scale).min(budget.hard) };
        spent >= soft
    }

    /// Whether a move whose choice is clear need not use up its time.
    pub(crate) fn may_stop_early(&self) -> bool {
        match self.early_stop {
            EarlyStop::Clock => self.budget.is_some() && !self.fixed,
            EarlyStop::Always => self.budget.is_some(),
            EarlyStop::Never => false,
        }
    }

    /// Whether our own time runs, and not the opponent's.
    pub(crate) fn runs(&self, control: &Control) -> bool {
        self.spent(control).is_some()
    }

    /// The time on our own clock; `None` while it does not run.
    fn spent(&self, control: &Control) -> Option<Duration> {
        match (self.ponders, control.ponder_hit_time()) {
            (true, None) => None,
            (true, Some(hit)) => Some(hit.elapsed()),
            (false, _) => Some(self.start.elapsed()),
        }
    }
}

/// The share of a clock that one move gets.
fn share(clock: Clock, overhead: Duration) -> Budget {
    let left = clock.time.saturating_sub(overhead).max(LEAST);
    if clock.moves_to_go == Some(1) {
        return Budget { soft: left, hard: left };
    }
    let moves = clock.moves_to_go.map_or(EXPECTED_MOVES, |moves| moves.clamp(1, MOST_MOVES));
    // Each move to come has its overhead too.
    let spendable = left.saturating_sub(overhead * (moves - 1).min(left_moves(left, overhead))).max(LEAST);
    let hard_by_clock = left * HARD_SHARE / 100;
    let increment = (clock.increment * INCREMENT_SHARE / 100).min(left * INCREMENT_CAP / 100);
    let soft = (spendable / moves + increment).min(hard_by_clock).max(LEAST);
    let hard = (soft * HARD_FACTOR).min(hard_by_clock).max(LEAST);
    Budget { soft, hard }
}

/// For how many moves the overhead may be put aside: at most half of what is left.
fn left_moves(left: Duration, overhead: Duration) -> u32 {
    let moves = left.as_nanos() / 2 / overhead.as_nanos().max(1);
    u32::try_from(moves).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(time: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { time: Duration::from_millis(time), increment: Duration::from_millis(increment), moves_to_go }
    }

    fn start(limits: &Limits) -> Timer {
        Timer::start(limits, OVERHEAD, EarlyStop::default())
    }

    #[test]
    fn no_clock_can_be_overrun() {
        for time in [0, 1, 5, 10, 11, 20, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(100)] {
                    let clock = clock(time, increment, moves_to_go);
                    let budget = share(clock, OVERHEAD);
                    let left = clock.time.saturating_sub(OVERHEAD).max(LEAST);
                    assert!(budget.hard <= left && budget.soft <= budget.hard, "{clock:?} {budget:?}");
                    assert!(budget.soft >= LEAST);
                }
            }
        }
    }

    #[test]
    fn a_clock_that_has_run_low_recovers_though_every_move_is_late() {
        const LAG: Duration = Duration::from_millis(30);
        let mut clock = clock(1_000, 50, None);
        for number in 1..=500 {
            let Budget { soft, hard } = share(clock, OVERHEAD);
            let used = (soft * 3 / 2).min(hard) + LAG;
            assert!(used < clock.time, "{used:?} of {:?} at move {number}", clock.time);
            clock.time = clock.time.saturating_sub(used) + clock.increment;
        }
        assert!(share(clock, OVERHEAD).hard + LAG < clock.time, "{clock:?}");
    }

    #[test]
    fn the_last_move_before_the_control_takes_all() {
        assert_eq!(share(clock(100, 0, Some(1)), OVERHEAD).hard, Duration::from_millis(90));
    }

    #[test]
    fn forty_moves_share_the_clock() {
        let budget = share(clock(60_000, 0, Some(40)), OVERHEAD);
        assert!(budget.soft * 40 <= Duration::from_secs(60));
        assert!(budget.soft * 40 > Duration::from_secs(55));
    }

    #[test]
    fn the_clock_stands_still_until_a_ponder_hit() {
        let limits = Limits { clock: Some(clock(0, 0, None)), ponder: true, ..Limits::default() };
        let nothing_left = Budget { soft: Duration::ZERO, hard: Duration::ZERO };
        let timer = Timer { budget: Some(nothing_left), ..start(&limits) };
        let control = Control::new();
        assert!(!timer.is_up(&control) && !timer.is_enough(&control, 1.0) && !timer.runs(&control));
        control.ponder_hit();
        assert!(timer.runs(&control) && timer.is_up(&control) && timer.is_enough(&control, 1.0));
    }

    #[test]
    fn a_time_for_this_move_and_a_clock_both_hold() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(500)),
            clock: Some(clock(60_000, 0, None)),
            ..Limits::default()
        };
        let budget = start(&limits).budget.expect("two limits of time are given");
        assert_eq!(budget.hard, Duration::from_millis(490));
        assert!(budget.soft <= budget.hard);
    }

    #[test]
    fn time_that_passed_before_the_search_is_spent() {
        let passed = Duration::from_millis(500);
        let started = Instant::now().checked_sub(passed).expect("the machine runs longer than that");
        let limits =
            Limits { move_time: Some(passed + OVERHEAD), started: Some(started), ..Limits::default() };
        let (timer, control) = (start(&limits), Control::new());
        assert!(timer.elapsed() >= passed);
        assert!(timer.is_up(&control) && timer.is_enough(&control, 1.0));
    }

    #[test]
    fn without_a_limit_of_time_it_is_never_up() {
        let (timer, control) = (start(&Limits::default()), Control::new());
        assert!(!timer.is_up(&control) && !timer.is_enough(&control, 0.0) && !timer.may_stop_early());
    }

    #[test]
    fn time_can_be_saved_where_it_is_of_use_or_wanted() {
        let nothing = Limits::default();
        let for_move = Limits { move_time: Some(Duration::from_secs(1)), ..nothing.clone() };
        let last_move = Limits { clock: Some(clock(1000, 0, Some(1))), ..nothing.clone() };
        let game = Limits { clock: Some(clock(1000, 0, None)), ..nothing.clone() };
        for (early_stop, expected) in [
            (EarlyStop::Clock, [false, false, false, true]),
            (EarlyStop::Always, [false, true, true, true]),
            (EarlyStop::Never, [false; 4]),
        ] {
            let found = [&nothing, &for_move, &last_move, &game]
                .map(|limits| Timer::start(limits, OVERHEAD, early_stop).may_stop_early());
            assert_eq!(found, expected, "{early_stop:?}");
        }
    }
}
