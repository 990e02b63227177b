//! What the games of a file are like.

use std::fmt;

use anyhow::{Context, Result};
use xiangqi_core::rules::Outcome;
use xiangqi_core::{Color, Position};

use super::record::{ENDS, Record, Thought};

/// The lower bounds of the classes of scores, in centipawns without sign.
const CLASSES: [i32; 9] = [0, 25, 50, 100, 200, 400, 800, 1600, 3200];

/// Counts over games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    games: u64,
    /// Games that Red lost, drew, won.
    results: [u64; 3],
    /// Games by how they ended.
    ends: [u64; ENDS.len()],
    /// Plies, those of the openings included.
    plies: u64,
    /// Scores by class, and mates.
    scores: [u64; CLASSES.len()],
    mates: u64,
    /// The keys of the positions that have a score.
    keys: Vec<u64>,
    /// The size of the file.
    pub(super) bytes: u64,
}

impl Statistics {
    /// Counts a game.
    pub(super) fn add(&mut self, record: &Record) -> Result<()> {
        self.games += 1;
        self.results[match record.outcome {
            Outcome::Win(Color::Black) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Color::Red) => 2,
        }] += 1;
        if let Some(place) = ENDS.iter().position(|end| *end == record.end) {
            self.ends[place] += 1;
        }
        self.plies += u64::try_from(record.len())?;
        record
            .replay(|position, thought| self.add_position(position, thought))
            .with_context(|| format!("game {}", self.games - 1))
    }

    fn add_position(&mut self, position: &Position, Thought { score, .. }: Thought) {
        self.keys.push(position.key());
        if score.is_mate() {
            self.mates += 1;
        } else {
            let class = CLASSES.iter().rposition(|&bound| score.value().abs() >= bound);
            self.scores[class.unwrap_or(0)] += 1;
        }
    }

    /// How many different positions have a score.
    fn distinct(&self) -> usize {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share is not exact")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Statistics { games, results: [lost, drawn, won], ends, plies, scores, mates, .. } = self;
        let (positions, distinct) = (self.keys.len() as u64, self.distinct() as u64);
        writeln!(f, "{games} games, {plies} plies, {:.1} a game", ratio(plies, games))?;
        writeln!(f, "for Red: +{won} ={drawn} -{lost}, {:.1} %", 100.0 * ratio(2 * won + drawn, 2 * games))?;
        writeln!(
            f,
            "{positions} positions with a score, {:.1} % distinct",
            100.0 * ratio(distinct, positions)
        )?;
        writeln!(f, "{:.2} bytes a ply", ratio(self.bytes, plies))?;
        writeln!(f, "ends:")?;
        for (end, count) in ENDS.iter().zip(ends).filter(|&(_, count)| count > 0) {
            writeln!(f, "{count:>10} {:5.1} %  {end}", 100.0 * ratio(count, games))?;
        }
        writeln!(f, "scores, in centipawns without sign:")?;
        let classes = CLASSES.iter().map(|bound| format!("from {bound}"));
        for (class, count) in classes.zip(scores).chain([("mate".to_owned(), mates)]) {
            writeln!(f, "{count:>10} {:5.1} %  {class}", 100.0 * ratio(count, positions))?;
        }
        Ok(())
    }
}
