//! What the games of a file are like.

use std::fmt;
use std::io::Read;

use anyhow::{Context, Result};
use xiangqi_core::{Color, Position};
use xiangqi_eval::Score;

use super::file::Reader;
use super::record::{ENDS, Record, Thought};

/// The least scores of the classes, in centipawns without sign; mates are a class of their own.
const CLASSES: [i32; 9] = [0, 25, 50, 100, 200, 400, 800, 1600, 3200];

/// Counts over games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    games: u64,
    /// Games that Red won, drew, lost.
    results: [u64; 3],
    /// Games by how they ended.
    ends: [u64; ENDS.len()],
    /// Plies, those of the openings included.
    plies: u64,
    /// Scores by class.
    scores: [Class; CLASSES.len() + 1],
    /// How many different positions have a score.
    distinct: u64,
    /// The bytes of all this.
    bytes: u64,
}

/// Scores of much the same size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Class {
    scores: u64,
    /// What the side got that was said to be ahead, 2 for a win and 1 for a draw.
    half_points: u64,
}

impl Statistics {
    /// Counts all games that are left in a file.
    pub(super) fn of<R: Read>(games: &mut Reader<R>) -> Result<Statistics> {
        let (mut statistics, mut keys) = (Statistics::default(), Vec::new());
        for record in games.by_ref() {
            statistics.add(&record?, &mut keys)?;
        }
        keys.sort_unstable();
        keys.dedup();
        statistics.distinct = u64::try_from(keys.len())?;
        statistics.bytes = games.offset();
        Ok(statistics)
    }

    /// Counts a game, and adds the keys of its positions.
    fn add(&mut self, record: &Record, keys: &mut Vec<u64>) -> Result<()> {
        let count = |position: &Position, Thought { score, .. }: Thought| {
            keys.push(position.key());
            let side = position.side_to_move();
            let leader = if score >= Score::ZERO { side } else { !side };
            let class = &mut self.scores[class(score)];
            class.scores += 1;
            class.half_points += u64::from(record.half_points(leader));
        };
        record.replay(count).with_context(|| format!("game {}", self.games))?;
        self.games += 1;
        self.results[usize::from(2 - record.half_points(Color::Red))] += 1;
        if let Some(place) = ENDS.iter().position(|end| *end == record.end) {
            self.ends[place] += 1;
        }
        self.plies += u64::try_from(record.len())?;
        Ok(())
    }
}

/// The index of the class of a score.
fn class(score: Score) -> usize {
    if score.is_mate() {
        return CLASSES.len();
    }
    CLASSES.iter().rposition(|&least| score.value().abs() >= least).unwrap_or(0)
}

#[expect(clippy::cast_precision_loss, reason = "a share is not exact")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * ratio(part, whole)
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Statistics { games, results: [won, drawn, lost], ends, plies, scores, distinct, bytes } = self;
        let positions = scores.iter().map(|class| class.scores).sum();
        writeln!(
            f,
            "{games} games, {plies} plies: {:.1} a game, {:.2} bytes each",
            ratio(plies, games),
            ratio(bytes, plies)
        )?;
        writeln!(
            f,
            "{positions} positions with a score, {:.1} % of them different",
            percent(distinct, positions)
        )?;
        writeln!(f, "Red: +{won} ={drawn} -{lost} ({:.1} %)", percent(2 * won + drawn, 2 * games))?;
        writeln!(f, "ends:")?;
        for (end, count) in ENDS.iter().zip(ends).filter(|&(_, count)| count > 0) {
            writeln!(f, "{count:>10} {:>5.1} %  {end}", percent(count, games))?;
        }
        writeln!(f, "scores in centipawns, and what the side got that was ahead:")?;
        let names = CLASSES.iter().map(|least| format!("from {least}")).chain(["mate".to_owned()]);
        for (name, Class { scores, half_points }) in names.zip(scores) {
            let (share, points) = (percent(scores, positions), percent(half_points, 2 * scores));
            writeln!(f, "{scores:>10} {share:>5.1} %  {name:<9} {points:>5.1} %")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::games;
    use super::*;

    #[test]
    fn the_table_reads_well() {
        let (mut statistics, mut keys) = (Statistics { bytes: 97, ..Statistics::default() }, Vec::new());
        for game in games() {
            statistics.add(&game, &mut keys).unwrap();
        }
        assert_eq!(keys.len(), 6);
        let text = statistics.to_string();
        let expected = [
            "3 games, 9 plies: 3.0 a game, 10.78 bytes each",
            "6 positions with a score, 0.0 % of them different",
            "Red: +1 =1 -1 (50.0 %)",
            "ends:",
            "         1  33.3 %  won by both scores",
            "         1  33.3 %  too long",
            "         1  33.3 %  perpetual chase",
            "scores in centipawns, and what the side got that was ahead:",
            // 0 and −20 in the game that is drawn, 5 for Black in one that Red wins.
            "         3  50.0 %  from 0     33.3 %",
            "         1  16.7 %  from 25    50.0 %",
            "         0   0.0 %  from 50     0.0 %",
            "         0   0.0 %  from 100    0.0 %",
            "         0   0.0 %  from 200    0.0 %",
            // −450 for Red, and a mate for Black, who wins.
            "         1  16.7 %  from 400  100.0 %",
            "         0   0.0 %  from 800    0.0 %",
            "         0   0.0 %  from 1600   0.0 %",
            "         0   0.0 %  from 3200   0.0 %",
            "         1  16.7 %  mate      100.0 %",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn classes_begin_where_they_say() {
        let class_of = |value| class(Score::from_value(value));
        assert_eq!([0, 24, -24, 25, -25, 3200, -30_000].map(class_of), [0, 0, 0, 1, 1, 8, 8]);
        assert_eq!([Score::mate_in(1), Score::mated_in(80)].map(class), [9, 9]);
    }
}
