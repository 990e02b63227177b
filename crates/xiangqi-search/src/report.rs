//! What a search tells while it runs.

use std::time::Duration;

use xiangqi_core::Move;
use xiangqi_eval::Score;

use crate::root::RootMove;

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
    /// A new best line, or a bound on it. Before a search returns a move, it has told the line that begins with it.
    fn line(&mut self, line: &Line<'_>);
}

/// Passes all reports on and remembers the last exact one of the best line, so that it is known whether the move that
/// is played in the end has been told.
pub(crate) struct Remembering<'a> {
    reporter: &'a mut dyn Reporter,
    told: Option<(Score, Vec<Move>)>,
}

impl<'a> Remembering<'a> {
    pub(crate) fn new(reporter: &'a mut dyn Reporter) -> Remembering<'a> {
        Remembering { reporter, told: None }
    }

    /// Whether the last word on the best line was this.
    pub(crate) fn has_told(&self, best: &RootMove) -> bool {
        self.told.as_ref().is_some_and(|(score, pv)| *score == best.score && pv[..] == best.pv[..])
    }
}

impl Reporter for Remembering<'_> {
    fn line(&mut self, line: &Line<'_>) {
        if line.multipv == 1 && line.bound == Bound::Exact {
            self.told = Some((line.score, line.pv.to_vec()));
        }
        self.reporter.line(line);
    }
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn line(&mut self, _line: &Line<'_>) {}
}
