//! The sequential probability ratio test: how much better the results fit one strength than another.
//!
//! The likelihoods are those of the distributions of pair scores that fit the results best among all that have the
//! expected score of the strength in question; see Michel Van den Bergh, *Comments on normalized Elo*, proposition
//! 1.1. Among these, every result is weighed by `1 / (1 + θ (score − expected))`, with the one θ that gives the
//! expected score.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};

use super::statistics::{PAIR_SCORES, expected_score};

/// What stands for a count of 0, so that nothing is held to be impossible that has not happened yet.
const UNSEEN: f64 = 1e-3;
/// Halvings after which an interval of numbers of this size is as small as it gets.
const HALVINGS: usize = 100;

/// A test between two strengths, in Elo by the logistic curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    elo0: f64,
    elo1: f64,
    /// How often a player of the first strength may pass.
    alpha: f64,
    /// How often a player of the second strength may fail.
    beta: f64,
}

/// What a test has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The second strength.
    Passed,
    /// The first strength.
    Failed,
    /// Nothing yet.
    Open,
}

impl Sprt {
    /// The logarithm of the likelihood ratio of these pairs; large when they speak for the second strength.
    pub(super) fn llr(&self, pairs: &[u32; 5]) -> f64 {
        let weights = pairs.map(|pairs| if pairs == 0 { UNSEEN } else { f64::from(pairs) });
        let expected = [self.elo0, self.elo1].map(expected_score);
        let theta = expected.map(|score| solve(&weights, score));
        let likelihood = |index: usize, score: f64| -(theta[index] * (score - expected[index])).ln_1p();
        let ratios = PAIR_SCORES.map(|score| likelihood(1, score) - likelihood(0, score));
        weights.iter().zip(ratios).map(|(weight, ratio)| weight * ratio).sum()
    }

    /// The ratios at which the test ends, failed and passed.
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub(super) fn verdict(&self, pairs: &[u32; 5]) -> Verdict {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        if llr >= high {
            Verdict::Passed
        } else if llr <= low {
            Verdict::Failed
        } else {
            Verdict::Open
        }
    }
}

/// The θ of the best distribution with this expected score.
fn solve(weights: &[f64; 5], expected: f64) -> f64 {
    // This falls from +∞ to −∞ between the two θ for which a weight becomes infinite.
    let excess = |theta: f64| -> f64 {
        let terms = weights.iter().zip(PAIR_SCORES).map(|(weight, score)| {
            let distance = score - expected;
            weight * distance / (1.0 + theta * distance)
        });
        terms.sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - expected), 1.0 / expected);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

impl Verdict {
    /// What follows for the engine under test.
    pub(super) fn text(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
            Verdict::Open => "open",
        }
    }
}

impl FromStr for Sprt {
    type Err = anyhow::Error;

    /// Reads `ELO0:ELO1[:ALPHA:BETA]`; the errors are 0.05 by default.
    fn from_str(text: &str) -> Result<Sprt> {
        let form = || format!("`{text}` is not of the form ELO0:ELO1 or ELO0:ELO1:ALPHA:BETA");
        let numbers: Result<Vec<f64>, _> = text.split(':').map(str::parse).collect();
        let (elo0, elo1, alpha, beta) = match *numbers.with_context(form)?.as_slice() {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => anyhow::bail!(form()),
        };
        // Written so that what is no number fails.
        ensure!(
            elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0,
            "in `{text}`, ELO0 is not below ELO1"
        );
        let is_error = |error: f64| error > 0.0 && error < 0.5;
        ensure!(is_error(alpha) && is_error(beta), "in `{text}`, an error is not between 0 and 0.5");
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}:{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn ratios_are_those_of_another_match_runner() {
        // The expected values stand in the tests of fastchess.
        near(sprt("0.5:2.5").llr(&[223, 9863, 20279 + 1000, 10037, 246]), -3.07, 0.005);
        near(sprt("0:2").llr(&[871, 26175, 55003 + 980, 26678, 821]), -4.98, 0.005);
    }

    #[test]
    fn with_two_kinds_of_results_the_ratio_is_that_of_a_coin() {
        // Nothing but double wins and double losses: their probabilities are the expected score and the rest.
        let (test, wins, losses) = (sprt("-10:20"), 60_000, 50_000);
        let [score0, score1] = [-10.0, 20.0].map(expected_score);
        let by_hand = f64::from(wins) * (score1 / score0).ln()
            + f64::from(losses) * ((1.0 - score1) / (1.0 - score0)).ln();
        near(test.llr(&[losses, 0, 0, 0, wins]), by_hand, 0.02);
    }

    #[test]
    fn near_the_truth_the_ratio_is_that_of_normal_distributions() {
        // Van den Bergh's approximation: N (s1 − s0) (2 s − s0 − s1) / 2 v.
        let pairs = [100, 900, 2000, 950, 120];
        let count: f64 = pairs.iter().copied().map(f64::from).sum();
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            pairs.iter().zip(PAIR_SCORES).map(|(&n, score)| f64::from(n) * value(score)).sum::<f64>() / count
        };
        let mean = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - mean).powi(2));
        let [score0, score1] = [0.0, 5.0].map(expected_score);
        let approximation = count * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance);
        near(sprt("0:5").llr(&pairs), approximation, 0.01);
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (low, high) = sprt("0:5").bounds();
        near(low, (0.05_f64 / 0.95).ln(), 1e-12);
        near(high, 2.944, 0.001);
        let (low, high) = sprt("0:5:0.1:0.2").bounds();
        near(low, (0.2_f64 / 0.9).ln(), 1e-12);
        near(high, (0.8_f64 / 0.1).ln(), 1e-12);
    }

    #[test]
    fn verdicts() {
        let test = sprt("0:10");
        assert_eq!(test.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(test.verdict(&[10, 20, 40, 20, 10]), Verdict::Open);
        assert_eq!(test.verdict(&[50, 300, 600, 500, 150]), Verdict::Passed);
        assert_eq!(test.verdict(&[150, 500, 600, 300, 50]), Verdict::Failed);
        assert_eq!(test.verdict(&[0, 0, 0, 0, 300]), Verdict::Passed);
        assert_eq!(test.verdict(&[300, 0, 0, 0, 0]), Verdict::Failed);
    }

    #[test]
    fn texts_are_checked() {
        assert_eq!(sprt("-5:0").to_string(), "-5:0:0.05:0.05");
        for text in ["", "0", "5:0", "0:0", "0:5:0.05", "0:5:0:0.05", "0:5:0.05:1", "a:b", "NaN:5", "0:inf"] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }
}
