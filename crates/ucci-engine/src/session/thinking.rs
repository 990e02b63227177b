//! Work that goes on while the session listens: a search, or a count.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use xiangqi_core::Move;
use xiangqi_eval::Evaluator;
use xiangqi_search::{Bound, Control, Engine, Limits, Line, Reporter, SearchResult, Table};

use super::answer::Etiquette;
use super::setup::Root;
use crate::Dialect;
use crate::io::{Event, Output};
use crate::response::{Info, Response};

/// The work in progress.
pub(super) struct Thinking<E> {
    /// Stops it.
    pub(super) control: Control,
    /// Whether it ends by itself.
    pub(super) bounded: bool,
    /// What it is.
    pub(super) work: Work<E>,
}

/// The kinds of work.
pub(super) enum Work<E> {
    /// A search, to be answered with a move.
    Search(Box<Search<E>>),
    /// Anything else, which prints what it finds itself.
    Task(JoinHandle<()>),
}

/// A running search.
pub(super) struct Search<E> {
    worker: JoinHandle<(Engine<E>, SearchResult)>,
    best: Best,
    /// The table that it works with.
    pub(super) table: Arc<Table>,
    /// The root, to find a move at if the search fails.
    pub(super) root: Root,
    /// Moves not to be played.
    pub(super) banned: Vec<Move>,
    /// Moves to be chosen from.
    pub(super) wanted: Vec<Move>,
    /// Whether the search ends by itself once it is no longer pondering.
    pub(super) bounded_after_ponder: bool,
    /// What may be said beside the move.
    pub(super) etiquette: Etiquette,
}

/// The last best move that a search reported.
type Best = Arc<Mutex<Option<Move>>>;

/// A search that failed.
pub(super) struct Failure {
    /// The best move that it had reported.
    pub(super) reported: Option<Move>,
}

/// How the search talks to the client.
#[derive(Clone)]
pub(super) struct Voice {
    pub(super) output: Output,
    pub(super) dialect: Dialect,
    /// Whether to tell the chances of a win, a draw and a loss.
    pub(super) wdl: bool,
}

impl Voice {
    pub(super) fn say(&self, response: &Response) {
        if let Some(line) = response.in_dialect(self.dialect) {
            self.output.line(line);
        }
    }
}

impl<E: Evaluator + Clone + Send + 'static> Search<E> {
    /// Starts to search on a new thread, which gives the engine back in the end.
    pub(super) fn start(
        mut engine: Engine<E>,
        (root, limits): (&Root, Limits),
        control: &Control,
        (voice, events): (Voice, Sender<Event>),
        etiquette: Etiquette,
    ) -> Search<E> {
        let (best, table) = (Best::default(), engine.table());
        let mut report = Report { voice, best: Arc::clone(&best) };
        let control = control.clone();
        let (banned, wanted) = (limits.banned_moves.clone(), limits.search_moves.clone());
        let bounded_after_ponder = super::limits::is_bounded(&limits);
        let work = {
            let Root { position, history } = root.clone();
            move || {
                let result = engine.search(&position, &history, &limits, &control, &mut report);
                (engine, result)
            }
        };
        let worker = spawn(events, work);
        Search { worker, best, table, root: root.clone(), banned, wanted, bounded_after_ponder, etiquette }
    }

    /// Waits for the end.
    ///
    /// # Errors
    ///
    /// If the search panicked; the engine is lost then.
    pub(super) fn finish(self) -> Result<(Engine<E>, SearchResult), Failure> {
        let reported = self.best;
        self.worker
            .join()
            .map_err(|_| Failure { reported: *reported.lock().unwrap_or_else(PoisonError::into_inner) })
    }
}

/// Runs on a new thread and reports the end, even a bad one, as [`Event::Finished`].
pub(super) fn spawn<T: Send + 'static>(
    events: Sender<Event>,
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    thread::spawn(move || {
        let _bell = Bell(events);
        work()
    })
}

/// Rings when it is dropped, so also when the thread that holds it panics.
struct Bell(Sender<Event>);

impl Drop for Bell {
    fn drop(&mut self) {
        // An error means that the session is over.
        let _ = self.0.send(Event::Finished);
    }
}

/// Writes the reports of a search, and remembers its best move for an emergency.
struct Report {
    voice: Voice,
    best: Best,
}

impl Reporter for Report {
    fn line(&mut self, line: &Line<'_>) {
        if line.multipv == 1 && line.bound == Bound::Exact {
            *self.best.lock().unwrap_or_else(PoisonError::into_inner) = line.pv.first().copied();
        }
        self.voice.say(&Response::Info(Info::new(line, self.voice.wdl)));
    }
}
