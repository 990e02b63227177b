//! The handcrafted evaluation.

mod config;
mod material;
mod psqt;
mod tapered;
mod weights;

use std::sync::Arc;

use xiangqi_core::{Color, Position};

use self::psqt::{PieceSquareSums, Sums};
use crate::{Delta, Evaluator, Score};

pub use self::config::{ConfigError, DEFAULT_TOML, Percent};
pub use self::material::MaterialCount;
pub use self::tapered::{Phase, Tapered};
pub use self::weights::{Dimensions, Material, PieceSquare, SquareTable, VisitWeights, Weights};

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

    /// The sums at the current position.
    #[inline]
    fn sums(&self) -> Sums {
        self.path[self.path.len() - 1]
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
        let for_mover = match position.side_to_move() {
            Color::Red => sums.worth,
            Color::Black => -sums.worth,
        };
        Score::from_centipawns((for_mover + self.weights.tempo).at(sums.material.phase()))
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

    #[test]
    fn the_start_position_is_worth_the_move() {
        let start = Position::start();
        assert_eq!(evaluator().evaluate(&start).value(), Weights::default().tempo.midgame());
        conformance::check_symmetry(&mut evaluator(), &start).unwrap();
    }
}
