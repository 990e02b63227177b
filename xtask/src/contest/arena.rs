//! Several games at once, each worker with a pair of engines of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Result;

use super::game::{self, Terms};
use super::opening::Openings;
use super::player::Player;
use super::program::Program;
use super::record::Record;
use super::schedule;

/// What is needed to play any game of a match.
pub(super) struct Arena<'a> {
    pub(super) programs: &'a [Program; 2],
    pub(super) terms: &'a Terms,
    pub(super) openings: &'a Openings,
    /// The index of the opening of the first pair.
    pub(super) first_opening: usize,
}

impl Arena<'_> {
    /// Plays these games, several at once, and hands each over when it ends. Stops when there are no more games, when
    /// `take` returns `false` or fails, or when an engine cannot be started; games that are not finished by then are
    /// abandoned.
    pub(super) fn play(
        &self,
        games: &[u32],
        concurrency: usize,
        mut take: impl FnMut(Record) -> Result<bool>,
    ) -> Result<()> {
        let queue = Mutex::new(games.iter().copied());
        let stop = AtomicBool::new(false);
        let (sender, records) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..concurrency.min(games.len()) {
                let (queue, stop, sender) = (&queue, &stop, sender.clone());
                let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                scope.spawn(move || {
                    if let Err(error) = self.work(next, stop, &sender) {
                        // Nobody is left to hear it only when the match has ended already.
                        let _unheard = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            for record in records {
                if stop.load(Ordering::Relaxed) {
                    continue;
                }
                match record.and_then(&mut take) {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(error) => outcome = Err(error),
                }
                stop.store(true, Ordering::Relaxed);
            }
            outcome
        })
    }

    /// Plays one game after the other.
    fn work(
        &self,
        next: impl Fn() -> Option<u32>,
        stop: &AtomicBool,
        records: &Sender<Result<Record>>,
    ) -> Result<()> {
        let [first, second] = self.programs;
        let mut players = [Player::start(first)?, Player::start(second)?];
        while let Some(number) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
            let pair = usize::try_from(schedule::pair(number))?;
            let opening = self.openings.get(self.first_opening + pair);
            let Some(record) = game::play(&mut players, number, opening, self.terms, stop)? else { break };
            if records.send(Ok(record)).is_err() {
                break;
            }
        }
        Ok(())
    }
}
