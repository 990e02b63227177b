//! A match under way.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;
use indicatif::ProgressBar;

use super::arena::Arena;
use super::conditions::Conditions;
use super::journal::Journal;
use super::record::Record;
use super::report::Report;
use super::sprt::{Sprt, Verdict};
use super::statistics::Tally;
use crate::bar::progress_bar;

/// After how many games the results so far are told where no progress bar can be shown.
const TELL_EVERY: usize = 100;

/// A match under way: what has been played so far.
pub(super) struct Table {
    journal: Option<Journal>,
    records: Vec<Record>,
    sprt: Option<Sprt>,
    bar: ProgressBar,
}

impl Table {
    /// A match under these conditions, which goes on where the file ends, if one is given, and ends when the test does.
    pub(super) fn open(conditions: &Conditions, out: Option<&Path>, sprt: Option<Sprt>) -> Result<Table> {
        let (journal, records) = match out {
            Some(path) => {
                Journal::open(path, conditions).map(|(journal, records)| (Some(journal), records))?
            }
            None => (None, Vec::new()),
        };
        Ok(Table { journal, records, sprt, bar: ProgressBar::hidden() })
    }

    /// Plays those of the scheduled games that have not been played.
    pub(super) fn play(&mut self, arena: &Arena, scheduled: &[u32], concurrency: u16) -> Result<()> {
        self.bar = progress_bar(u64::try_from(scheduled.len())?);
        let pending = self.pending(scheduled);
        self.show();
        let played = arena.play(&pending, usize::from(concurrency), |record| self.take(record));
        self.bar.finish_and_clear();
        played
    }

    /// All games that have been played, in the order of their numbers.
    pub(super) fn into_records(mut self) -> Vec<Record> {
        self.records.sort_by_key(|record| record.game);
        self.records
    }

    /// The games that have not been played; none if the test has ended.
    fn pending(&self, scheduled: &[u32]) -> Vec<u32> {
        if self.is_decided() {
            return Vec::new();
        }
        let played: HashSet<u32> = self.records.iter().map(|record| record.game).collect();
        scheduled.iter().copied().filter(|game| !played.contains(game)).collect()
    }

    /// Takes a game; `false` if it decides the test.
    fn take(&mut self, record: Record) -> Result<bool> {
        if let Some(journal) = &mut self.journal {
            journal.append(&record)?;
        }
        self.records.push(record);
        self.show();
        Ok(!self.is_decided())
    }

    fn is_decided(&self) -> bool {
        let pairs = Tally::of(&self.records).pairs;
        self.sprt.is_some_and(|sprt| sprt.verdict(&pairs) != Verdict::Open)
    }

    fn show(&self) {
        let line = Report::line(&Tally::of(&self.records), self.sprt);
        let count = self.records.len();
        if self.bar.is_hidden() && count > 0 && count.is_multiple_of(TELL_EVERY) {
            println!("{count} games: {line}");
        }
        self.bar.set_position(u64::try_from(count).unwrap_or(u64::MAX));
        self.bar.set_message(line);
    }
}
