//! The handcrafted evaluation.

#![expect(
    clippy::inline_always,
    reason = "each side has code of its own, without branches on its colour; left to itself the compiler shares it, \
              which takes a sixth more instructions"
)]

mod cache;
mod config;
mod context;
mod endgame;
mod king_safety;
mod linear;
mod masks;
mod material;
mod mobility;
mod patterns;
mod pawns;
mod psqt;
mod structure;
mod tapered;
mod terms;
mod threats;
mod trace;
mod weights;

use std::sync::Arc;

use xiangqi_core::Position;
use xiangqi_core::attacks::Blockers;

use self::cache::Cache;
use self::context::Context;
use self::psqt::{PieceSquareSums, Sums};
use self::structure::{Appraisal, Structure};
use self::terms::{Balance, Ledger};
use self::trace::Verdict;
use crate::{Delta, Evaluator, Score};

pub use self::config::{ConfigError, Count, DEFAULT_TOML, List, Percent};
pub use self::linear::{LinearForm, Linearizer};
pub use self::material::MaterialCount;
pub use self::tapered::{Phase, Tapered};
pub use self::terms::{Dimension, Term};
pub use self::trace::Trace;
pub use self::weights::{
    Dimensions, Endgame, Imbalance, KingSafety, Material, Mobility, Pawns, PieceSquare, PressureUnits,
    SquareTable, Threats, Triangle, VisitWeights, Weights,
};

/// An evaluator made of rules that people know, with weights that a file can change.
///
/// ```
/// use xiangqi_core::Position;
/// use xiangqi_eval::Evaluator;
/// use xiangqi_eval::hce::HandcraftedEvaluator;
///
/// let mut evaluator = HandcraftedEvaluator::default();
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
    appraisals: Cache<Appraisal>,
}

impl HandcraftedEvaluator {
    /// An evaluator with these weights, at the start position.
    #[must_use]
    pub fn new(weights: &Weights) -> HandcraftedEvaluator {
        let weights = Arc::new(weights.scaled());
        let table = Arc::new(PieceSquareSums::new(&weights));
        let path = Vec::from([Sums::of(Position::start().board(), &table)]);
        HandcraftedEvaluator { weights, table, path, appraisals: Cache::new() }
    }

    /// The reasons of the score that [`evaluate`](Evaluator::evaluate) gives to this position, which need not be
    /// the current one.
    #[must_use]
    pub fn trace(&self, position: &Position) -> Trace {
        let structure = Structure::of(position.board());
        let appraisal = Appraisal::new(&structure, &self.weights);
        let mut ledger = Ledger::new();
        terms::of_all(&structure, &appraisal, &self.weights, &mut ledger);
        let verdict = Verdict::new(position, &appraisal, ledger.balance(), self.weights.tempo);
        Trace { ledger, side_to_move: position.side_to_move(), tempo: self.weights.tempo, verdict }
    }

    /// The sums at the current position.
    #[inline]
    fn sums(&self) -> Sums {
        self.path[self.path.len() - 1]
    }
}

impl Default for HandcraftedEvaluator {
    /// An evaluator with the default weights, at the start position.
    fn default() -> HandcraftedEvaluator {
        HandcraftedEvaluator::new(&Weights::default())
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
        let (sums, board, weights) = (self.sums(), position.board(), &self.weights);
        let appraise = || Appraisal::new(&Structure::of(board), weights);
        let appraisal = self.appraisals.get(sums.structure, appraise);
        let blockers = Blockers::new(board);
        let mut balance = Balance(sums.worth + appraisal.balance);
        let context = Context::new(board, &blockers, &appraisal.formations, weights, &mut balance);
        terms::of_position(&context, weights, &mut balance);
        Verdict::new(position, appraisal, balance.0, weights.tempo).score
    }
}

/// What the tests of the terms share.
#[cfg(test)]
mod testing {
    use xiangqi_core::Color;

    use super::*;

    pub(super) fn weights() -> Weights {
        Weights::default()
    }

    pub(super) fn evaluator() -> HandcraftedEvaluator {
        HandcraftedEvaluator::new(&weights())
    }

    pub(super) fn trace(fen: &str) -> Trace {
        evaluator().trace(&Position::from_fen(fen).unwrap())
    }

    /// What a term gives to Red.
    pub(super) fn red(fen: &str, term: Term) -> Tapered {
        trace(fen).term(term, Color::Red)
    }
}

#[cfg(test)]
mod tests {
    use xiangqi_core::Color;

    use super::testing::{evaluator, trace};
    use super::*;
    use crate::conformance;

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

    #[test]
    fn magnitudes_are_those_that_players_know() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let without = |piece: &str| start.replacen(piece, "1", 1);
        let score = |fen: &str| trace(fen).score().value();
        let (rook, cannon) = (score(&without("r")), score(&without("c")));
        assert!((1_000..2_000).contains(&rook), "{rook}");
        assert!((450..900).contains(&cannon), "{cannon}");
        assert!((100..350).contains(&score(&without("a"))));
        assert!((20..150).contains(&score(&without("p"))));
    }

    #[test]
    fn dimensions_can_be_weighed_apart() {
        let text =
            "[dimensions]\nmaterial = 0\npiece_square = 0\nking_safety = 0\nmobility = 200\nendgame = 0\n";
        let changed = HandcraftedEvaluator::new(&Weights::from_toml(text).unwrap());
        let position = Position::from_fen("3k5/9/9/9/R8/9/9/9/9/4K4 w").unwrap();
        let (before, after) = (evaluator().trace(&position), changed.trace(&position));
        for dimension in Dimension::ALL {
            let expected = match dimension {
                Dimension::Mobility => before.dimension(dimension, Color::Red).percent(200),
                _ => Tapered::ZERO,
            };
            assert_eq!(after.dimension(dimension, Color::Red), expected, "{dimension}");
        }
    }

    #[test]
    fn wild_weights_stay_within_the_range() {
        let wild = "[dimensions]\nmaterial = 1000\n[material]\nrook = [5000, -5000]\n";
        let mut evaluator = HandcraftedEvaluator::new(&Weights::from_toml(wild).unwrap());
        let no_rook = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let position = Position::from_fen(no_rook).unwrap();
        evaluator.reset(&position);
        assert_eq!(evaluator.evaluate(&position), Score::MAX_EVALUATION);
    }

    #[test]
    fn a_trace_prints_every_term() {
        let table = trace("3k5/9/9/9/R8/9/9/9/9/4K4 b").to_string();
        for term in Term::ALL {
            assert!(table.lines().any(|line| line.starts_with(term.name())), "{}", term.name());
        }
        assert!(
            table.ends_with(&format!("score for Black: {}", trace("3k5/9/9/9/R8/9/9/9/9/4K4 b").score()))
        );
    }
}
