//! An evaluation as a linear form of the weights, for those who tune them.

use std::collections::HashMap;

use xiangqi_core::{ByColor, Color, Position};

use super::structure::{Appraisal, Structure};
use super::terms::{self, Sink, Term};
use super::{Phase, Tapered, VisitWeights, Weights};

/// How the weights make up the score of one position.
///
/// Red's lead is the sum of the [`counts`](Self::counts) times their weights, taken at the [`phase`](Self::phase); of
/// a lead its owner keeps its [chance](Self::chances).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearForm {
    /// The number of a weight, in the order in which [`Weights`] are visited, and how much oftener it counts for Red
    /// than for Black; only weights that count, in ascending order.
    pub counts: Vec<(usize, i32)>,
    /// How far the endgame is.
    pub phase: Phase,
    /// How much of its lead each side can hope to keep, in per cent.
    pub chances: ByColor<i32>,
}

/// Finds the [`LinearForm`]s of positions.
///
/// ```
/// use xiangqi_core::Position;
/// use xiangqi_eval::hce::{Linearizer, Weights};
///
/// let mut linearizer = Linearizer::new(&Weights::default());
/// let form = linearizer.form(&Position::start());
/// assert_eq!(form.counts.len(), 1); // only the tempo: all else is equal
/// ```
#[derive(Debug)]
pub struct Linearizer {
    /// The weights never move, so that a term's weight is known by the place where it stands.
    weights: Box<Weights>,
    number_at: HashMap<usize, usize>,
    counts: Vec<i32>,
}

impl Linearizer {
    /// One for these weights, with the percentages of the dimensions multiplied in.
    ///
    /// Only the chances depend on their values.
    #[must_use]
    pub fn new(weights: &Weights) -> Linearizer {
        let mut weights = Box::new(weights.scaled());
        let mut number_at = HashMap::new();
        weights.visit("", &mut |_, weight| {
            let number = number_at.len();
            number_at.insert(place(weight), number);
        });
        let counts = vec![0; number_at.len()];
        Linearizer { weights, number_at, counts }
    }

    /// The form of a position.
    pub fn form(&mut self, position: &Position) -> LinearForm {
        self.counts.fill(0);
        let structure = Structure::of(position.board());
        let appraisal = Appraisal::new(&structure, &self.weights);
        let mut sink = Counts { number_at: &self.number_at, counts: &mut self.counts };
        terms::of_all(&structure, &appraisal, &self.weights, &mut sink);
        sink.count(place(&self.weights.tempo), position.side_to_move(), 1);
        let counting = self.counts.iter().enumerate().filter(|(_, count)| **count != 0);
        LinearForm {
            counts: counting.map(|(number, &count)| (number, count)).collect(),
            phase: appraisal.phase,
            chances: appraisal.chances,
        }
    }
}

/// Where a weight stands in memory.
fn place(weight: &Tapered) -> usize {
    core::ptr::from_ref(weight).addr()
}

/// Counts the weights instead of adding them.
struct Counts<'a> {
    number_at: &'a HashMap<usize, usize>,
    counts: &'a mut [i32],
}

impl Counts<'_> {
    fn count(&mut self, place: usize, color: Color, times: i32) {
        // What is no weight of the file (the worth of a king) cannot be tuned.
        let Some(&number) = self.number_at.get(&place) else { return };
        self.counts[number] += match color {
            Color::Red => times,
            Color::Black => -times,
        };
    }
}

impl Sink for Counts<'_> {
    fn add(&mut self, _term: Term, color: Color, weight: &Tapered, times: i32) {
        self.count(place(weight), color, times);
    }
}

#[cfg(test)]
mod tests {
    use super::super::HandcraftedEvaluator;
    use super::*;
    use crate::{Evaluator, conformance};

    #[test]
    fn a_form_adds_up_to_the_evaluation() {
        let mut weights = Weights::default();
        let (mut linearizer, mut values) = (Linearizer::new(&weights), Vec::new());
        weights.visit("", &mut |_, weight| values.push(*weight));
        let mut evaluator = HandcraftedEvaluator::new(&weights);
        for position in (0..20).flat_map(|seed| conformance::walk(&Position::start(), 150, seed)) {
            let form = linearizer.form(&position);
            let sum: Tapered = form.counts.iter().map(|&(number, count)| values[number] * count).sum();
            let lead = sum.at(form.phase);
            let leader = if lead > 0 { Color::Red } else { Color::Black };
            let red = lead * form.chances[leader] / 100;
            evaluator.reset(&position);
            let score = evaluator.evaluate(&position).value();
            let expected = if position.side_to_move() == Color::Red { red } else { -red };
            assert_eq!(score, expected, "{}", position.to_fen());
        }
    }

    #[test]
    fn every_weight_has_a_name_of_its_own() {
        let mut names = Vec::new();
        Weights::default().visit("", &mut |name, _| names.push(name.to_string()));
        assert!(names.contains(&"mobility.horse[8]".to_string()));
        assert!(names.contains(&"piece_square.pawn[9][4]".to_string()));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
