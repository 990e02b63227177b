//! How far the games of a file are.

use std::time::Instant;

use indicatif::ProgressBar;
use xiangqi_core::Color;

use super::record::Record;
use crate::bar::progress_bar;

/// After how many games it is told how far it is where no progress bar can be shown.
const TELL_EVERY: u64 = 100;

/// What has been played since it began.
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    positions: u64,
    /// Games that Red won, drew and lost.
    results: [u64; 3],
}

impl Progress {
    pub(super) fn new(done: u64, games: u64) -> Progress {
        let bar = progress_bar(games).with_position(done);
        bar.reset_eta();
        Progress { bar, start: Instant::now(), positions: 0, results: [0; 3] }
    }

    /// A game has been written, which makes so many.
    #[expect(clippy::cast_precision_loss, reason = "a speed is not exact")]
    pub(super) fn add(&mut self, record: &Record, games: u64) {
        self.positions += u64::try_from(record.played.len()).unwrap_or(0);
        self.results[usize::from(2 - record.half_points(Color::Red))] += 1;
        let [won, drawn, lost] = self.results;
        let speed = self.positions as f64 / self.start.elapsed().as_secs_f64();
        let line = format!("{speed:.0} positions/s  +{won} ={drawn} -{lost} for Red");
        if self.bar.is_hidden() && games.is_multiple_of(TELL_EVERY) {
            println!("{games} games: {line}");
        }
        self.bar.set_position(games);
        self.bar.set_message(line);
    }
}
