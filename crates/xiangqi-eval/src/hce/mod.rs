//! The handcrafted evaluation.

mod config;
mod context;
mod endgame;
mod king_safety;
mod masks;
mod material;
mod mobility;
mod patterns;
mod pawns;
mod psqt;
mod tapered;
mod terms;
mod threats;
mod trace;
mod weights;

use std::sync::Arc;

use xiangqi_core::{Color, Position};

use self::context::Context;
use self::psqt::{PieceSquareSums, Sums};
use self::terms::{Balance, Ledger};
use self::trace::Verdict;
use crate::{Delta, Evaluator, Score};

pub use self::config::{ConfigError, Count, DEFAULT_TOML, List, Patience, Percent};
pub use self::material::MaterialCount;
pub use self::tapered::{Phase, Tapered};
pub use self::terms::{Dimension, Term};
pub use self::trace::Trace;
pub use self::weights::{
    Dimensions, Endgame, Imbalance, KingSafety, Material, Mobility, Pawns, PieceSquare, PressureUnits,
    SquareTable, VisitWeights, Weights,
};

/// An evaluator made of rules that people know, with weights that a file can change.
///
/// ```
/// use std::sync::Arc;
/// use xiangqi_core::Position;
/// use xiangqi_eval::Evaluator;
/// use xiangqi_eval::hce::{HandcraftedEvaluator, Weights};
///
/// let mut evaluator = HandcraftedEvaluator::new(Arc::new(Weights::default()));
/// let start = Position::start();
/// evaluator.reset(&start);
/// assert!(evaluator.evaluate(&start).value().abs() < 50);
/// ```
#[derive(Clone, Debug)]
pub struct HandcraftedEvaluator {
    weights: Arc<Weights>,
    table: Arc<PieceSquareSums>,
    /// The sums at each position of the path, the current one last; never empty.
    path: Vec<Sums>,
}

impl HandcraftedEvaluator {
    /// An evaluator with these weights, at the start position.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "weights are shared: the caller need not know who keeps them"
    )]
    pub fn new(weights: Arc<Weights>) -> HandcraftedEvaluator {
        let weights = Arc::new(weights.scaled());
        let table = Arc::new(PieceSquareSums::new(&weights));
        let path = Vec::from([Sums::of(Position::start().board(), &table)]);
        HandcraftedEvaluator { weights, table, path }
    }

    /// The reasons of the score that [`evaluate`](Evaluator::evaluate) gives to this position, which need not be
    /// the current one.
    #[must_use]
    pub fn trace(&self, position: &Position) -> Trace {
        let board = position.board();
        let context = Context::new(board, MaterialCount::of(board), &self.weights);
        let mut ledger = Ledger::new();
        psqt::record(board, &self.weights, &mut ledger);
        terms::evaluate(&context, &self.weights, &mut ledger);
        let verdict = self.verdict(position, &context, ledger.balance());
        Trace { ledger, side_to_move: position.side_to_move(), tempo: self.weights.tempo, verdict }
    }

    /// The sums at the current position.
    #[inline]
    fn sums(&self) -> Sums {
        self.path[self.path.len() - 1]
    }

    /// The score for the side to move, from the balance of all terms (Red's less Black's).
    #[inline]
    fn verdict(&self, position: &Position, context: &Context<'_>, balance: Tapered) -> Verdict {
        let (us, phase) = (position.side_to_move(), context.counts.phase());
        let for_mover = match us {
            Color::Red => balance,
            Color::Black => -balance,
        };
        let lead = Score::from_centipawns((for_mover + self.weights.tempo).at(phase)).value();
        let leader = if lead > 0 { us } else { !us };
        let chance = endgame::chance(context, leader, &self.weights.endgame);
        let hoped = self.weights.endgame.patience.shrink(lead, position.counter().quiet_plies());
        Verdict { phase, lead, chance, score: Score::from_centipawns(hoped * chance / 100) }
    }
}

impl Evaluator for HandcraftedEvaluator {
    fn reset(&mut self, root: &Position) {
        self.path.clear();
        self.path.push(Sums::of(root.board(), &self.table));
    }

    #[inline]
    fn push(&mut self, delta: &Delta) {
        self.path.push(self.sums().after(*delta, &self.table));
    }

    #[inline]
    fn pop(&mut self) {
        if self.path.len() > 1 {
            self.path.pop();
        }
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let sums = self.sums();
        let context = Context::new(position.board(), sums.material, &self.weights);
        let mut balance = Balance(sums.worth);
        terms::evaluate(&context, &self.weights, &mut balance);
        self.verdict(position, &context, balance.0).score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    fn evaluator() -> HandcraftedEvaluator {
        HandcraftedEvaluator::new(Arc::new(Weights::default()))
    }

    #[test]
    fn sums_along_a_walk_equal_a_fresh_start() {
        for seed in 0..8 {
            conformance::check_walk(&mut evaluator(), &Position::start(), 120, seed).unwrap();
        }
    }

    /// Positions of random games.
    fn random_positions() -> impl Iterator<Item = Position> {
        (0..40).flat_map(|seed| conformance::walk(&Position::start(), 150, seed))
    }

    #[test]
    fn both_sides_and_both_wings_are_judged_alike() {
        let mut evaluator = evaluator();
        for position in random_positions() {
            conformance::check_symmetry(&mut evaluator, &position).unwrap();
        }
    }

    #[test]
    fn a_trace_adds_up_to_the_evaluation() {
        let mut evaluator = evaluator();
        for position in random_positions() {
            evaluator.reset(&position);
            let trace = evaluator.trace(&position);
            assert_eq!(trace.score(), evaluator.evaluate(&position), "{}\n{trace}", position.to_fen());
        }
    }

    #[test]
    fn the_start_position_is_worth_the_move() {
        let start = Position::start();
        assert_eq!(evaluator().evaluate(&start).value(), Weights::default().tempo.midgame());
        conformance::check_symmetry(&mut evaluator(), &start).unwrap();
    }
}
