//! What a search tells while it runs.

use std::time::Duration;

use xiangqi_core::Move;
use xiangqi_eval::Score;

/// Whether a score is what it says or only bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true score is this or less.
    Upper,
    /// The true score is this or more.
    Lower,
    /// The true score is this.
    Exact,
}

/// A line of play that the search has found best so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// What the line is worth for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The positions visited so far, all threads together.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the transposition table is with entries of this search, in permille.
    pub hashfull: u32,
    /// The moves, at least one.
    pub pv: &'a [Move],
}

impl Line<'_> {
    /// Positions visited per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// Receives what a search has to tell. The search itself prints nothing.
pub trait Reporter {
    /// A new best line, or a bound on it.
    fn line(&mut self, line: &Line<'_>);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn line(&mut self, _line: &Line<'_>) {}
}
