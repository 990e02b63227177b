//! The algorithm: simultaneous perturbation stochastic approximation (Spall, 1992), which climbs without knowing the
//! slope. Each iteration moves all numbers at once to one side or the other, at random, lets the two settings play, and
//! takes a step towards the winner.
//!
//! The sizes of perturbations and steps shrink with the iterations as they do in fishtest and `OpenBench`, and are
//! likewise told by where they end.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::row::Row;

/// How the sizes of perturbations and steps develop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Schedule {
    pub(super) iterations: u32,
    /// The step of the last iteration for one point, as a share of its perturbation.
    pub(super) r_end: f64,
    /// Keeps the first steps small: so many iterations (Spall's *A*) as a share of all.
    pub(super) stability: f64,
    /// How fast steps shrink.
    pub(super) alpha: f64,
    /// How fast perturbations shrink.
    pub(super) gamma: f64,
}

impl Schedule {
    /// The perturbation of an iteration, from 0, that ends at `c_end`: Spall's *c*.
    fn perturbation(&self, c_end: f64, iteration: u32) -> f64 {
        let left = f64::from(self.iterations) / f64::from(iteration + 1);
        c_end * left.powf(self.gamma)
    }

    /// By how much a point moves the number in an iteration: Spall's *a* / *c*.
    fn step(&self, c_end: f64, iteration: u32) -> f64 {
        let offset = self.stability * f64::from(self.iterations);
        let left = (offset + f64::from(self.iterations)) / (offset + f64::from(iteration + 1));
        let a = self.r_end * c_end * c_end * left.powf(self.alpha);
        a / self.perturbation(c_end, iteration)
    }
}

/// Where the search for the best numbers stands.
#[derive(Clone, Debug)]
pub(super) struct Tuner {
    rows: Vec<Row>,
    schedule: Schedule,
    seed: u64,
    /// The number of iterations that it has learned from.
    iteration: u32,
    /// The best guess so far, by row.
    values: Vec<f64>,
}

/// What an iteration tries: for each row the side to which the first setting is moved, and both values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trial {
    signs: Vec<f64>,
    /// Of the first setting and of the second, by row.
    pub(super) values: [Vec<i32>; 2],
}

impl Tuner {
    pub(super) fn new(rows: Vec<Row>, schedule: Schedule, seed: u64) -> Tuner {
        let values = rows.iter().map(|row| f64::from(row.start)).collect();
        Tuner { rows, schedule, seed, iteration: 0, values }
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(super) fn iteration(&self) -> u32 {
        self.iteration
    }

    /// The best guess so far, by row.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// What the next iteration tries; `None` after the last.
    pub(super) fn next(&self) -> Option<Trial> {
        (self.iteration < self.schedule.iterations).then(|| self.trial())
    }

    /// Each iteration draws from a stream of its own, so that it tries the same whatever was interrupted before.
    fn trial(&self) -> Trial {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(u64::from(self.iteration));
        let mut trial = Trial { signs: Vec::new(), values: [Vec::new(), Vec::new()] };
        for (row, value) in self.rows.iter().zip(&self.values) {
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let perturbation = sign * self.schedule.perturbation(row.c_end, self.iteration);
            // Rounded up as often as the fraction says, both settings alike, so that the mean is not rounded.
            let fraction = rng.random::<f64>();
            for (values, moved) in trial.values.iter_mut().zip([value + perturbation, value - perturbation]) {
                values.push(whole((moved + fraction).floor()).clamp(row.min, row.max));
            }
            trial.signs.push(sign);
        }
        trial
    }

    /// Learns how the next iteration ended: games won by the first setting less those won by the second.
    pub(super) fn learn(&mut self, points: i32) {
        let signs = self.trial().signs;
        for ((row, value), sign) in self.rows.iter().zip(&mut self.values).zip(signs) {
            let step = self.schedule.step(row.c_end, self.iteration) * f64::from(points) * sign;
            *value = (*value + step).clamp(f64::from(row.min), f64::from(row.max));
        }
        self.iteration += 1;
    }
}

/// A whole number that was computed as a floating-point one; beyond all ranges it is their end.
#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
pub(super) fn whole(number: f64) -> i32 {
    number as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Schedule =
        Schedule { iterations: 1000, r_end: 0.002, stability: 0.1, alpha: 0.602, gamma: 0.101 };

    fn row(name: &str, start: i32, (min, max): (i32, i32), c_end: f64) -> Row {
        Row { name: name.to_owned(), start, min, max, c_end }
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn perturbations_and_steps_are_those_of_fishtest() {
        // At the end they are what was asked for.
        near(USUAL.perturbation(4.0, 999), 4.0);
        near(USUAL.step(4.0, 999), 0.002 * 4.0);
        // By its formulas: c = c_end N^γ, a = r_end c_end² (A + N)^α, and in iteration k, from 1, c / k^γ and
        // a / (A + k)^α.
        let (c, a) = (4.0 * 1000_f64.powf(0.101), 0.002 * 16.0 * 1100_f64.powf(0.602));
        for k in [1_u32, 2, 10, 500] {
            let c_k = c / f64::from(k).powf(0.101);
            near(USUAL.perturbation(4.0, k - 1), c_k);
            near(USUAL.step(4.0, k - 1), a / (100.0 + f64::from(k)).powf(0.602) / c_k);
        }
    }

    #[test]
    fn the_two_settings_lie_on_opposite_sides() {
        let rows = (0..40).map(|_| row("x", 50, (0, 100), 4.0)).collect();
        let tuner = Tuner::new(rows, Schedule { iterations: 1, ..USUAL }, 3);
        let Trial { signs, values: [first, second] } = tuner.next().unwrap();
        let ups = signs.iter().filter(|&&sign| sign > 0.0).count();
        assert!((10..=30).contains(&ups), "{ups} of 40 up");
        for ((sign, first), second) in signs.iter().zip(first).zip(second) {
            assert_eq!((f64::from(first), f64::from(second)), (50.0 + 4.0 * sign, 50.0 - 4.0 * sign));
        }
    }

    #[test]
    fn fractions_are_rounded_so_that_their_mean_is_kept() {
        let rows = (0..2000).map(|_| row("x", 50, (0, 100), 0.3)).collect();
        let tuner = Tuner::new(rows, Schedule { iterations: 1, ..USUAL }, 5);
        let trial = tuner.next().unwrap();
        let [first, second] = &trial.values;
        let difference: f64 = first
            .iter()
            .zip(second)
            .zip(&trial.signs)
            .map(|((first, second), sign)| f64::from(first - second) * sign)
            .sum();
        assert!((difference / 2000.0 - 0.6).abs() < 0.05, "{difference}");
        assert!(first.iter().all(|value| (49..=51).contains(value)));
    }

    #[test]
    fn nothing_leaves_its_range() {
        let mut tuner = Tuner::new(vec![row("x", 9, (0, 10), 5.0)], Schedule { r_end: 1.0, ..USUAL }, 1);
        for _ in 0..50 {
            let Trial { signs, values } = tuner.next().unwrap();
            assert!(values.iter().flatten().all(|value| (0..=10).contains(value)), "{values:?}");
            // Whoever is higher wins.
            tuner.learn(if signs[0] > 0.0 { 2 } else { -2 });
        }
        assert_eq!(tuner.values(), [10.0]);
    }

    /// Plays out a tuning in which the strength of a setting is known, and returns the numbers in the end.
    fn tuned(seed: u64, strength: impl Fn(&[i32]) -> f64) -> Vec<f64> {
        let rows =
            vec![row("a", 20, (0, 100), 5.0), row("b", 300, (0, 400), 20.0), row("c", 5, (0, 10), 1.0)];
        let schedule = Schedule { iterations: 4000, r_end: 0.02, ..USUAL };
        let mut tuner = Tuner::new(rows, schedule, seed);
        let mut luck = ChaCha8Rng::seed_from_u64(seed + 1000);
        while let Some(Trial { values: [first, second], .. }) = tuner.next() {
            let chance = 1.0 / (1.0 + (strength(&second) - strength(&first)).exp());
            let points = (0..2).map(|_| if luck.random::<f64>() < chance { 1 } else { -1 });
            tuner.learn(points.sum());
        }
        assert_eq!(tuner.iteration(), 4000);
        tuner.values().to_vec()
    }

    #[test]
    fn the_best_numbers_are_found_through_noise() {
        let strength = |values: &[i32]| -> f64 {
            let [a, b, c] = [0, 1, 2].map(|index| f64::from(values[index]));
            -((a - 45.0) / 20.0).powi(2) - ((b - 150.0) / 80.0).powi(2) - ((c - 7.0) / 4.0).powi(2)
        };
        for seed in 0..3 {
            let found = tuned(seed, strength);
            for (found, (best, tolerance)) in found.iter().zip([(45.0, 5.0), (150.0, 20.0), (7.0, 1.0)]) {
                assert!((found - best).abs() < tolerance, "seed {seed}: {found} is not {best}");
            }
        }
    }

    #[test]
    fn iterations_try_the_same_when_they_are_repeated_and_other_things_from_other_seeds() {
        let tuner = |seed| Tuner::new(vec![row("x", 50, (0, 100), 4.3); 8], USUAL, seed);
        let (mut one, mut other) = (tuner(1), tuner(1));
        let mut trials = Vec::new();
        for points in [2, 0, -1] {
            assert_eq!(one.next(), other.next());
            trials.push(one.next());
            one.learn(points);
            other.learn(points);
        }
        assert!(trials[0] != trials[1] && trials[1] != trials[2]);
        assert_ne!(tuner(2).next(), tuner(1).next());
    }
}
