//! Quiet positions of games, as linear forms of the weights.

#![expect(
    clippy::cast_precision_loss,
    reason = "centipawns and numbers of positions are far from where floats are coarse"
)]

use std::fmt;
use std::ops::Range;

use anyhow::Result;
use xiangqi_core::rules::Outcome;
use xiangqi_core::{ByColor, Color, Position};
use xiangqi_eval::Score;
use xiangqi_eval::hce::{Linearizer, Phase, Weights};

use crate::datagen::{Record, Thought};

/// A position whose search gave more than this is decided, whatever the weights.
const DECIDED: i32 = 1500;
/// Every so many games, one is kept for validation.
const VALIDATION: usize = 10;

/// What positions are used for; all positions of a game are used alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// To find the weights.
    Training,
    /// To see whether they hold for positions that they were not found by.
    Validation,
}

/// A position, what became of it, and where its counts stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    counts: (usize, usize),
    /// How much of the middlegame is left, from 0 to 1.
    pub(super) midgame: f32,
    /// How much of its lead each side keeps.
    chances: ByColor<f32>,
    /// What Red scored in the game: 1, a half or 0.
    pub(super) result: f32,
    /// What the search thought, in centipawns for Red.
    pub(super) score: f32,
}

impl Sample {
    /// How much of a lead of Red's remains.
    pub(super) fn chance(&self, lead: f64) -> f64 {
        self.chances[if lead > 0.0 { Color::Red } else { Color::Black }].into()
    }
}

/// All positions, in memory side by side.
pub(super) struct Samples {
    linearizer: Linearizer,
    games: usize,
    positions: usize,
    list: Vec<Sample>,
    /// Where the samples of the games that are kept for validation stand.
    validation: Vec<Range<usize>>,
    weights: Vec<u16>,
    counts: Vec<i8>,
}

impl Samples {
    pub(super) fn new(weights: &Weights) -> Samples {
        Samples {
            linearizer: Linearizer::new(weights),
            games: 0,
            positions: 0,
            list: Vec::new(),
            validation: Vec::new(),
            weights: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Adds the quiet positions of a game.
    pub(super) fn add(&mut self, record: &Record) -> Result<()> {
        let result = match record.outcome {
            Outcome::Win(Color::Red) => 1.0,
            Outcome::Win(Color::Black) => 0.0,
            Outcome::Draw => 0.5,
        };
        let from = self.list.len();
        record.replay(|position, thought| {
            self.positions += 1;
            if is_quiet(position, thought) {
                self.add_position(position, thought.score, result);
            }
        })?;
        if self.games % VALIDATION == VALIDATION - 1 {
            self.validation.push(from..self.list.len());
        }
        self.games += 1;
        Ok(())
    }

    fn add_position(&mut self, position: &Position, score: Score, result: f32) {
        let form = self.linearizer.form(position);
        let from = self.counts.len();
        for (weight, count) in form.counts {
            let (Ok(weight), Ok(count)) = (u16::try_from(weight), i8::try_from(count)) else {
                unreachable!("weight {weight} counts {count} times, which is too much for its place");
            };
            self.weights.push(weight);
            self.counts.push(count);
        }
        let for_red = match position.side_to_move() {
            Color::Red => score.value(),
            Color::Black => -score.value(),
        };
        let part = |value: i32, whole: i32| value as f32 / whole as f32;
        self.list.push(Sample {
            counts: (from, self.counts.len()),
            midgame: part(form.phase.thirty_seconds(), Phase::MIDGAME.thirty_seconds()),
            chances: ByColor::from_fn(|color| part(form.chances[color], 100)),
            result,
            score: for_red as f32,
        });
    }

    pub(super) fn sample(&self, number: usize) -> &Sample {
        &self.list[number]
    }

    /// Which weights count in a position, and how often.
    pub(super) fn counts(&self, sample: &Sample) -> impl Iterator<Item = (usize, f64)> {
        let places = sample.counts.0..sample.counts.1;
        let pairs = self.weights[places.clone()].iter().zip(&self.counts[places]);
        pairs.map(|(&weight, &count)| (usize::from(weight), f64::from(count)))
    }

    /// The numbers of all samples of a kind.
    pub(super) fn numbers(&self, split: Split) -> Vec<usize> {
        let mut validation = vec![false; self.list.len()];
        for range in &self.validation {
            validation[range.clone()].fill(true);
        }
        let of_split = |(number, validation): (usize, bool)| {
            (validation == (split == Split::Validation)).then_some(number)
        };
        validation.into_iter().enumerate().filter_map(of_split).collect()
    }

    pub(super) fn len(&self, split: Split) -> usize {
        let validation = self.validation.iter().map(Range::len).sum::<usize>();
        match split {
            Split::Training => self.list.len() - validation,
            Split::Validation => validation,
        }
    }

    /// In how many positions each of so many weights counts.
    pub(super) fn frequencies(&self, weights: usize) -> Vec<usize> {
        let mut frequencies = vec![0; weights];
        for &weight in &self.weights {
            frequencies[usize::from(weight)] += 1;
        }
        frequencies
    }
}

impl fmt::Display for Samples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (training, validation) = (self.len(Split::Training), self.len(Split::Validation));
        write!(
            f,
            "{} games, {} positions, of which {} are quiet: {training} to train by, {validation} to validate",
            self.games,
            self.positions,
            self.list.len()
        )
    }
}

/// Whether the evaluation itself should know what a position is worth: nothing is to be captured at once, nobody is
/// in check, and the game is not decided.
fn is_quiet(position: &Position, thought: Thought) -> bool {
    let captures = position.board().piece_on(thought.mv.to()).is_some();
    !captures
        && !position.is_check()
        && !position.gives_check(thought.mv)
        && thought.score.value().abs() <= DECIDED
}

#[cfg(test)]
pub(super) mod testing {

    use xiangqi_core::Move;
    use xiangqi_eval::hce::HandcraftedEvaluator;
    use xiangqi_eval::{Evaluator, conformance};

    use super::*;
    use crate::datagen::End;

    /// Random games whose scores are those of an evaluation with these weights.
    pub(in super::super) fn samples(truth: &Weights) -> Samples {
        let mut samples = Samples::new(&Weights::default());
        let mut evaluator = HandcraftedEvaluator::new(&truth.clone());
        let outcomes = [Outcome::Win(Color::Red), Outcome::Draw, Outcome::Win(Color::Black)];
        for (seed, &outcome) in (0..40).zip(outcomes.iter().cycle()) {
            let walk: Vec<Position> = conformance::walk(&Position::start(), 80, seed).collect();
            let mut played = Vec::new();
            for pair in walk.windows(2) {
                evaluator.reset(&pair[0]);
                let mv = between(&pair[0], &pair[1]);
                played.push(Thought { mv, score: evaluator.evaluate(&pair[0]) });
            }
            samples.add(&Record { opening: Vec::new(), played, outcome, end: End::TooLong }).unwrap();
        }
        samples
    }

    /// The move that leads from one position to the next.
    fn between(from: &Position, to: &Position) -> Move {
        *from.legal_moves().iter().find(|&&mv| from.after(mv).unwrap().board() == to.board()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(mv: &str, score: i32) -> Thought {
        Thought { mv: mv.parse().unwrap(), score: Score::from_centipawns(score) }
    }

    #[test]
    fn captures_checks_and_decided_games_are_not_quiet() {
        let start = Position::start();
        assert!(is_quiet(&start, thought("h2e2", 30)));
        assert!(!is_quiet(&start, thought("h2h9", 30)));
        assert!(!is_quiet(&start, thought("h2e2", DECIDED + 1)));
        let open = Position::from_fen("4k4/9/9/9/9/9/9/3R5/9/3K5 w").unwrap();
        assert!(!is_quiet(&open, thought("d2e2", 0)));
        let in_check = Position::from_fen("4k4/9/9/9/9/9/9/4R4/9/3K5 b").unwrap();
        assert!(!is_quiet(&in_check, thought("e9d9", 0)));
    }

    #[test]
    fn every_tenth_game_is_kept_for_validation() {
        let samples = testing::samples(&Weights::default());
        let (training, validation) = (samples.numbers(Split::Training), samples.numbers(Split::Validation));
        assert_eq!(
            (training.len(), validation.len()),
            (samples.len(Split::Training), samples.len(Split::Validation))
        );
        assert_eq!(samples.validation.len(), 4);
        assert!(training.iter().all(|number| !validation.contains(number)));
        assert_eq!(training.len() + validation.len(), samples.list.len());
    }
}
