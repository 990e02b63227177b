//! Iterative deepening: one ply deeper at a time, until a limit is reached.

use std::ops::RangeInclusive;
use std::time::Duration;

use xiangqi_core::Move;
use xiangqi_eval::{Evaluator, Score};

use crate::Bound;
use crate::report::{Line, Reporter};
use crate::searcher::Searcher;
use crate::stack::MAX_PLY;

/// Scores outside the window are not reported before, since they come thick and fast.
const QUIET_TIME: Duration = Duration::from_secs(1);

/// What the first thread remembers from iteration to iteration to decide how long to think.
#[derive(Default)]
struct Stability {
    best: Option<Move>,
    /// For how many iterations the best move has not changed.
    iterations: usize,
    last_score: Option<Score>,
}

impl Stability {
    /// Takes note of an iteration's result and says how much of the normal time it deserves: less for a move that
    /// stays the best and takes most of the effort, more when the score falls.
    fn scale(&mut self, best: Move, score: Score, effort: f64) -> f64 {
        /// By the number of iterations that the best move has been the same.
        const BY_ITERATIONS: [f64; 6] = [1.7, 1.25, 1.05, 0.95, 0.85, 0.75];
        /// The falls of the score, in centipawns, that count (a rise is a negative one).
        const FALLS: RangeInclusive<i32> = -50..=100;
        /// A fall of so many centipawns doubles the time.
        const DOUBLING_FALL: f64 = 150.0;
        /// The factor when no effort went to the best move, and how much less it is when all did.
        const WITHOUT_EFFORT: f64 = 1.5;
        const EFFORT_WEIGHT: f64 = 0.7;
        self.iterations = if self.best == Some(best) { self.iterations + 1 } else { 0 };
        self.best = Some(best);
        let stability = BY_ITERATIONS[self.iterations.min(BY_ITERATIONS.len() - 1)];
        let fall = self.last_score.map_or(0, |last| (last - score).clamp(*FALLS.start(), *FALLS.end()));
        self.last_score = Some(score);
        stability * (1.0 + f64::from(fall) / DOUBLING_FALL) * (WITHOUT_EFFORT - EFFORT_WEIGHT * effort)
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Deepens until a limit is reached; returns the last iteration that was finished.
    pub(crate) fn deepen(&mut self, lines: usize, reporter: &mut dyn Reporter) -> u32 {
        let last_depth = self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut stability = Stability::default();
        let mut finished = 0;
        for depth in 1..=last_depth {
            self.root_depth = depth as i32;
            if !self.iterate(depth, lines, reporter) {
                break;
            }
            finished = depth;
            if self.thread == 0 && self.is_enough(depth, &mut stability) {
                break;
            }
        }
        self.publish_nodes();
        finished
    }

    /// One iteration over all lines; `false` when it was stopped.
    fn iterate(&mut self, depth: u32, lines: usize, reporter: &mut dyn Reporter) -> bool {
        self.root.begin_iteration(depth);
        for line in 0..lines {
            self.root.begin_line(line);
            self.selective_depth = 0;
            let last = self.root.current().map_or(Score::ZERO, |best| best.score);
            let last = if last == -Score::INFINITE { Score::ZERO } else { last };
            let result = self.aspire(depth as i32, last, |search, score, bound| {
                if search.thread == 0 && search.shared.timer.elapsed() > QUIET_TIME {
                    search.report(depth, line, score, bound, reporter);
                }
            });
            if result.is_err() {
                self.root.begin_line(0);
                return false;
            }
        }
        self.root.sort_lines(lines);
        if self.thread == 0 {
            for line in 0..lines {
                if let Some(best) = self.root.best(line) {
                    self.report(depth, line, best.score, Bound::Exact, reporter);
                }
            }
        }
        true
    }

    fn report(&self, depth: u32, line: usize, score: Score, bound: Bound, reporter: &mut dyn Reporter) {
        let Some(best) = self.root.best(line) else { return };
        reporter.line(&Line {
            depth,
            selective_depth: self.selective_depth as u32,
            multipv: line + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            time: self.shared.timer.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: &best.pv,
        });
    }

    /// Whether another iteration is not worth beginning.
    fn is_enough(&mut self, depth: u32, stability: &mut Stability) -> bool {
        let Some(best) = self.root.best(0) else { return true };
        let (limits, timer, control) = (self.shared.limits, &self.shared.timer, self.shared.control);
        if let (Some(wanted), Some(found)) = (limits.mate, best.score.mate_moves())
            && best.score.is_win()
            && found.unsigned_abs() <= wanted
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|nodes| self.total_nodes() >= nodes) {
            return true;
        }
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let scale = stability.scale(best.mv, best.score, effort.min(1.0));
        self.settled = timer.may_stop_early() && (self.root.len() == 1 || is_proved(best.score, depth));
        self.settled && timer.runs(control) || timer.is_enough(control, scale)
    }
}

/// Whether the iteration has looked so far beyond the mate that it found that no shorter one is to be expected.
fn is_proved(score: Score, depth: u32) -> bool {
    const BEYOND: u32 = 2;
    score.mate_moves().is_some_and(|moves| 2 * moves.unsigned_abs() + BEYOND <= depth)
}
