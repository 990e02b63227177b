//! What the weights say of positions, how wrong that is, and which way is better.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "centipawns and numbers of positions are far from where floats are coarse"
)]

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use xiangqi_eval::hce::{Tapered, VisitWeights, Weights};

use super::samples::{Sample, Samples, Split};

/// So many positions are summed up at once; sums do not depend on how many threads there are.
const CHUNK: usize = 2048;
/// How many changes are told.
const TOLD: usize = 40;

/// What the evaluation should say of a position.
pub(super) struct Target {
    scale: f64,
    result_share: f64,
}

impl Target {
    /// Finds the scale under which the scores of the search agree best with the results.
    pub(super) fn fit(samples: &Samples, result_share: f64) -> Target {
        let numbers = samples.numbers(Split::Training);
        let loss = |scale: f64| {
            mean(&numbers, |number| {
                let sample = samples.sample(number);
                cross_entropy(expected(f64::from(sample.score) / scale), sample.result.into())
            })
        };
        Target { scale: minimum(loss, 20.0, 5000.0), result_share }
    }

    /// A lead of so many centipawns multiplies the odds by Euler's number.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// The result to be expected, from 0 to 1 for Red.
    fn of(&self, sample: &Sample) -> f64 {
        let thought = expected(f64::from(sample.score) / self.scale);
        self.result_share * f64::from(sample.result) + (1.0 - self.result_share) * thought
    }
}

/// The name of a weight without its indices.
fn group(name: &str) -> &str {
    name.split_once('[').map_or(name, |(group, _)| group)
}

/// The logistic curve.
fn expected(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// How wrong it is to expect this, in nats.
fn cross_entropy(expected: f64, target: f64) -> f64 {
    let expected = expected.clamp(1e-9, 1.0 - 1e-9);
    -target * expected.ln() - (1.0 - target) * (1.0 - expected).ln()
}

/// Where a function with one valley is lowest: golden-section search.
fn minimum(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    while high - low > 0.5 {
        let (left, right) = (high - (high - low) * GOLDEN, low + (high - low) * GOLDEN);
        if function(left) < function(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}

/// The mean of a value over samples.
fn mean(numbers: &[usize], value: impl Fn(usize) -> f64 + Sync) -> f64 {
    let sums: Vec<f64> =
        numbers.par_chunks(CHUNK).map(|chunk| chunk.iter().map(|&number| value(number)).sum()).collect();
    sums.iter().sum::<f64>() / numbers.len() as f64
}

/// The weights while they are tuned: for each its midgame and its endgame, one after the other.
#[derive(Clone)]
pub(super) struct Model {
    names: Vec<String>,
    values: Vec<f64>,
    initial: Vec<f64>,
    is_tuned: Vec<bool>,
    /// The loss that a change by one centipawn costs.
    hold: f64,
    template: Weights,
}

impl Model {
    /// Begins with these weights; tunes those whose names begin with one of `only`, or all if there is none.
    pub(super) fn new(weights: &Weights, only: &[String], hold: f64) -> Result<Model> {
        let mut template = weights.scaled();
        let (mut names, mut values) = (Vec::new(), Vec::new());
        template.visit("", &mut |name, weight| {
            names.push(name.to_string());
            values.extend([f64::from(weight.midgame()), f64::from(weight.endgame())]);
        });
        for wanted in only {
            ensure!(
                names.iter().any(|name| name.starts_with(wanted)),
                "no weight's name begins with {wanted:?}"
            );
        }
        let is_tuned = |name: &String| only.is_empty() || only.iter().any(|wanted| name.starts_with(wanted));
        Ok(Model {
            is_tuned: names.iter().map(is_tuned).collect(),
            names,
            initial: values.clone(),
            values,
            hold: hold / 1e6 / 1e4,
            template,
        })
    }

    /// The names of the weights without their indices.
    pub(super) fn groups(&self) -> Vec<String> {
        let mut groups: Vec<String> = self.names.iter().map(|name| group(name).to_string()).collect();
        groups.dedup();
        groups
    }

    /// Puts the weights of a group at nothing, and keeps them there.
    pub(super) fn remove(&mut self, name: &str) {
        for weight in (0..self.names.len()).filter(|&weight| group(&self.names[weight]) == name) {
            self.is_tuned[weight] = false;
            self.values[2 * weight..2 * weight + 2].fill(0.0);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Red's lead in a position, in centipawns.
    fn lead(&self, samples: &Samples, sample: &Sample) -> f64 {
        let (mut midgame, mut endgame) = (0.0, 0.0);
        for (weight, count) in samples.counts(sample) {
            midgame += self.values[2 * weight] * count;
            endgame += self.values[2 * weight + 1] * count;
        }
        let share = f64::from(sample.midgame);
        midgame * share + endgame * (1.0 - share)
    }

    /// How wrong the weights are on average.
    pub(super) fn loss(&self, samples: &Samples, numbers: &[usize], target: &Target) -> f64 {
        mean(numbers, |number| {
            let sample = samples.sample(number);
            let lead = self.lead(samples, sample);
            cross_entropy(expected(lead * sample.chance(lead) / target.scale), target.of(sample))
        })
    }

    /// By how much the loss on these samples grows with each parameter.
    pub(super) fn gradient(&self, samples: &Samples, numbers: &[usize], target: &Target) -> Vec<f64> {
        let of_chunk = |chunk: &[usize]| {
            let mut gradient = vec![0.0; self.len()];
            for &number in chunk {
                self.add_gradient(samples, samples.sample(number), target, &mut gradient);
            }
            gradient
        };
        let parts: Vec<Vec<f64>> = numbers.par_chunks(CHUNK).map(of_chunk).collect();
        let size = numbers.len() as f64;
        let slope = |parameter: usize| {
            if !self.is_tuned[parameter / 2] {
                return 0.0;
            }
            let moved = self.values[parameter] - self.initial[parameter];
            parts.iter().map(|part| part[parameter]).sum::<f64>() / size + 2.0 * self.hold * moved
        };
        (0..self.len()).map(slope).collect()
    }

    fn add_gradient(&self, samples: &Samples, sample: &Sample, target: &Target, gradient: &mut [f64]) {
        let lead = self.lead(samples, sample);
        let chance = sample.chance(lead);
        let error = expected(lead * chance / target.scale) - target.of(sample);
        let slope = error * chance / target.scale;
        let share = f64::from(sample.midgame);
        for (weight, count) in samples.counts(sample) {
            gradient[2 * weight] += slope * share * count;
            gradient[2 * weight + 1] += slope * (1.0 - share) * count;
        }
    }

    /// Changes each parameter by so much.
    pub(super) fn step(&mut self, step: &[f64]) {
        for (value, change) in self.values.iter_mut().zip(step) {
            *value += change;
        }
    }

    /// The weights, rounded to centipawns.
    pub(super) fn weights(&self) -> Weights {
        let mut weights = self.template.clone();
        let mut values = self.values.chunks_exact(2);
        weights.visit("", &mut |_, weight| {
            if let Some(pair) = values.next() {
                *weight = Tapered::new(pair[0].round() as i32, pair[1].round() as i32);
            }
        });
        weights
    }

    /// Which weights changed most, as a table.
    pub(super) fn changes(&self, samples: &Samples) -> String {
        let frequencies = samples.frequencies(self.names.len());
        let change = |weight: usize| {
            (0..2)
                .map(|half| (self.values[2 * weight + half] - self.initial[2 * weight + half]).abs())
                .sum::<f64>()
        };
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&one, &other| change(other).total_cmp(&change(one)));
        let mut table = format!("{:<45} {:>10} {:>15} {:>15}\n", "weight", "positions", "before", "after");
        for weight in order.into_iter().take(TOLD) {
            let pair = |values: &[f64]| format!("[{:.0}, {:.0}]", values[2 * weight], values[2 * weight + 1]);
            let (before, after) = (pair(&self.initial), pair(&self.values));
            let _ = writeln!(
                table,
                "{:<45} {:>10} {before:>15} {after:>15}",
                self.names[weight], frequencies[weight]
            );
        }
        let unseen = frequencies.iter().filter(|&&frequency| frequency == 0).count();
        let _ = writeln!(table, "{unseen} of {} weights count in no position and stayed", self.names.len());
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::testing::samples;
    use super::*;

    fn model(only: &[String]) -> Model {
        Model::new(&Weights::default(), only, 2.0).unwrap()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (samples, target) = (samples(&Weights::default()), Target { scale: 400.0, result_share: 0.5 });
        let numbers = samples.numbers(Split::Training);
        let mut model = model(&[]);
        let gradient = model.gradient(&samples, &numbers, &target);
        let mut checked = 0;
        for parameter in (0..model.len()).filter(|&parameter| gradient[parameter].abs() > 1e-6) {
            let mut loss_at = |change: f64| {
                model.values[parameter] += change;
                let loss = model.loss(&samples, &numbers, &target);
                model.values[parameter] -= change;
                loss
            };
            let slope = (loss_at(0.01) - loss_at(-0.01)) / 0.02;
            assert!(
                (slope - gradient[parameter]).abs() < 1e-7,
                "{parameter}: {slope} {}",
                gradient[parameter]
            );
            checked += 1;
        }
        assert!(checked > 100, "{checked}");
    }

    #[test]
    fn only_what_is_wanted_has_a_slope() {
        let (samples, target) = (samples(&Weights::default()), Target { scale: 400.0, result_share: 0.5 });
        let only = model(&["mobility.horse".to_string()]);
        let gradient = only.gradient(&samples, &samples.numbers(Split::Training), &target);
        for (weight, slopes) in gradient.chunks_exact(2).enumerate() {
            assert!(only.names[weight].starts_with("mobility.horse") || slopes == [0.0, 0.0]);
        }
        assert!(gradient.iter().any(|&slope| slope != 0.0));
        assert!(Model::new(&Weights::default(), &["mobility.hors3".to_string()], 2.0).is_err());
    }

    #[test]
    fn a_group_can_be_removed() {
        let mut model = model(&[]);
        assert!(model.groups().contains(&"mobility.horse".to_string()));
        model.remove("mobility.horse");
        let weights = model.weights().mobility;
        assert_eq!(weights.horse.at(3), Tapered::ZERO);
        assert_ne!(weights.hobbled_horse, Tapered::ZERO);
    }

    #[test]
    fn weights_that_change_pay_for_it() {
        let (samples, target) = (samples(&Weights::default()), Target { scale: 400.0, result_share: 0.5 });
        let numbers = samples.numbers(Split::Training);
        let (mut free, mut held) = (model(&[]), model(&[]));
        free.hold = 0.0;
        free.values[2] += 100.0;
        held.values[2] += 100.0;
        let price =
            held.gradient(&samples, &numbers, &target)[2] - free.gradient(&samples, &numbers, &target)[2];
        assert!((price - 2.0 * 2e-6 / 100.0).abs() < 1e-12, "{price}");
    }

    #[test]
    fn the_scale_of_scores_is_found() {
        assert!((minimum(|x| (x - 123.0).powi(2), 20.0, 5000.0) - 123.0).abs() < 1.0);
    }
}
