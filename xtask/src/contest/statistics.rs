//! What results tell about strength.
//!
//! The two games of a pair share an opening and are not independent, so variances are taken over pairs, by their five
//! possible scores.

use super::record::Record;
use super::schedule;

/// Two-sided 95 % of a normal distribution, in standard deviations.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Counted results of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Games lost, drawn, won.
    pub(super) games: [u32; 3],
    /// Complete pairs by twice their points: 0, ½, 1, 1½, 2.
    pub(super) pairs: [u32; 5],
}

/// An estimate of strength from the pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// The difference in Elo, by the logistic curve.
    pub(super) elo: f64,
    /// The 95 % interval; infinite when it reaches beyond all or nothing.
    pub(super) interval: (f64, f64),
    /// Elo with the spread of the results taken as the unit, which depends less on openings and draws.
    pub(super) normalized: f64,
    /// The likelihood that the first engine is the stronger one.
    pub(super) superiority: f64,
}

impl Tally {
    pub(super) fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Tally {
        let mut tally = Tally::default();
        let mut games: Vec<(u32, usize)> =
            records.into_iter().map(|record| (schedule::pair(record.game), record.half_points())).collect();
        games.sort_by_key(|&(pair, _)| pair);
        for two in games.chunk_by(|one, other| one.0 == other.0) {
            for &(_, half_points) in two {
                tally.games[half_points] += 1;
            }
            if let [(_, one), (_, other)] = *two {
                tally.pairs[one + other] += 1;
            }
        }
        tally
    }

    /// The number of games.
    pub(super) fn count(&self) -> u32 {
        self.games.iter().sum()
    }

    /// The mean score of a game, from 0 to 1.
    pub(super) fn score(&self) -> f64 {
        let [lost, drawn, won] = self.games.map(f64::from);
        (won + drawn / 2.0) / (lost + drawn + won)
    }

    /// The estimate from the complete pairs; `None` while they are all alike, or there are none.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        let Distribution { mean, variance, count } = Distribution::of(&self.pairs);
        if count == 0.0 || variance == 0.0 {
            return None;
        }
        let error = (variance / count).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        Some(Estimate {
            elo: elo(mean),
            interval: (elo(mean - NORMAL_95 * error), elo(mean + NORMAL_95 * error)),
            normalized: (mean - 0.5) / (2.0 * variance).sqrt() * scale,
            superiority: normal_cdf((mean - 0.5) / error),
        })
    }
}

/// Mean and variance of the score of a pair, counted from 0 to 1.
struct Distribution {
    mean: f64,
    variance: f64,
    count: f64,
}

impl Distribution {
    fn of(pairs: &[u32; 5]) -> Distribution {
        let count: f64 = pairs.iter().copied().map(f64::from).sum();
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            let weighted =
                pairs.iter().zip(PAIR_SCORES).map(|(&pairs, score)| f64::from(pairs) * value(score));
            weighted.sum::<f64>() / count
        };
        let mean = mean_of(&|score| score);
        Distribution { mean, variance: mean_of(&|score| (score - mean).powi(2)), count }
    }
}

/// The score of a pair as a share of the points, by twice its points.
pub(super) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The expected score of a player who is stronger by this much.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that makes a score expected; infinite at and beyond 0 and 1.
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// How likely a normally distributed value is less than this many standard deviations above its mean; to seven
/// digits, by formula 26.2.17 of Abramowitz and Stegun's handbook.
fn normal_cdf(deviations: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * deviations.abs());
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let density = (-deviations * deviations / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let beyond = density * polynomial;
    if deviations > 0.0 { 1.0 - beyond } else { beyond }
}

#[cfg(test)]
mod tests {
    use super::super::record::GameResult;
    use super::super::record::tests::record;
    use super::*;

    fn estimate(pairs: [u32; 5]) -> Estimate {
        Tally { pairs, ..Tally::default() }.estimate().unwrap()
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn estimates_are_those_of_another_match_runner() {
        // The expected values stand in the tests of fastchess; its error is half the width of the interval.
        for (pairs, diff, error, normalized) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 57.94),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, -9.17),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, -19.01),
        ] {
            let Estimate { elo, interval: (low, high), normalized: found, .. } = estimate(pairs);
            near(elo, diff, 0.005);
            near((high - low) / 2.0, error, 0.005);
            near(found, normalized, 0.005);
        }
        near(estimate([332, 433, 457 + 41, 333, 334]).superiority, 0.0505, 0.00005);
    }

    #[test]
    fn an_estimate_by_hand() {
        // Scores 0.25 and 0.75 as often as 0.5: mean 0.5, variance (0.0625 + 0 + 0.0625) / 4 * … over 4 pairs.
        let Estimate { elo, interval: (low, high), normalized, superiority } = estimate([0, 1, 2, 1, 0]);
        near(elo, 0.0, 1e-9);
        near(normalized, 0.0, 1e-9);
        near(superiority, 0.5, 1e-7);
        // Variance 1/32, error sqrt(1/128) = 0.08839, 95 % 0.17324: from 0.32676 to 0.67324.
        near(high, 125.58, 0.01);
        near(low, -high, 1e-9);
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (deviations, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (1.96, 0.975_002_1), (-3.0, 0.001_349_9)]
        {
            near(normal_cdf(deviations), expected, 2e-7);
        }
    }

    #[test]
    fn elo_and_score_belong_together() {
        for (elo_of, score) in [(0.0, 0.5), (400.0, 10.0 / 11.0), (-400.0, 1.0 / 11.0)] {
            near(expected_score(elo_of), score, 1e-12);
            near(elo(score), elo_of, 1e-9);
        }
        assert_eq!((elo(0.0), elo(1.1)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn results_that_are_all_alike_tell_no_spread() {
        for pairs in [[0; 5], [0, 0, 7, 0, 0], [0, 0, 0, 0, 9]] {
            assert_eq!(Tally { pairs, ..Tally::default() }.estimate(), None);
        }
        let (low, high) = estimate([0, 0, 0, 1, 3]).interval;
        assert!(low > 100.0 && high == f64::INFINITY);
    }

    #[test]
    fn pairs_are_counted_when_they_are_complete() {
        use GameResult::{BlackWins, Draw, RedWins};
        let results = [RedWins, BlackWins, Draw, BlackWins, RedWins, RedWins, Draw];
        let mut records: Vec<Record> =
            (0..).zip(results).map(|(game, result)| record(game, result)).collect();
        records.reverse();
        let tally = Tally::of(&records);
        // Pairs: 2 points, 1½ points, 1 point; a draw without its other game.
        assert_eq!(tally, Tally { games: [1, 2, 4], pairs: [0, 0, 1, 1, 1] });
        assert_eq!(tally.count(), 7);
        near(tally.score(), 5.0 / 7.0, 1e-12);
    }
}
