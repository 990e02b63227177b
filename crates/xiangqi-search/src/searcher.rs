//! One thread's search: where it stands, how it steps, when it stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use xiangqi_core::rules::{History, Rules};
use xiangqi_core::{Move, Position};
use xiangqi_eval::{Delta, Evaluator};

use crate::clock::Timer;
use crate::history::{Histories, PieceTo};
use crate::node::Stopped;
use crate::pv::PvTable;
use crate::root::RootMoves;
use crate::stack::Stack;
use crate::tt::Table;
use crate::{Control, Limits};

/// A thread looks at the clock and the stop flag once in so many nodes.
const POLL_INTERVAL: u64 = 32;
/// Before so many nodes it looks at every one: in a new table nearly each is the first to touch a page, and to get a
/// large one from the system can take milliseconds.
const FIRST_NODES: u64 = 4096;

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) limits: &'a Limits,
    pub(crate) rules: Rules,
    pub(crate) timer: Timer,
    /// Raised when the first thread is done.
    pub(crate) finished: AtomicBool,
    /// The nodes of each thread, brought up to date now and then.
    pub(crate) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    /// The nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Whether all threads should return.
    pub(crate) fn is_over(&self) -> bool {
        self.control.is_stopped() || self.finished.load(Ordering::Relaxed)
    }
}

/// One thread's search.
pub(crate) struct Searcher<'a, E> {
    pub(crate) shared: &'a Shared<'a>,
    /// The number of this thread; the one numbered 0 watches the clock and reports.
    pub(crate) thread: usize,
    pub(crate) position: Position,
    /// The positions of the game and of the path, for repetitions.
    pub(crate) path: History,
    pub(crate) evaluator: &'a mut E,
    pub(crate) histories: &'a mut Histories,
    pub(crate) stack: Stack,
    pub(crate) pvs: PvTable,
    pub(crate) root: RootMoves,
    /// The distance from the root.
    pub(crate) ply: usize,
    /// The greatest distance from the root in this iteration.
    pub(crate) selective_depth: usize,
    /// The iteration.
    pub(crate) root_depth: i32,
    /// No null moves before this ply, while one is being verified.
    pub(crate) null_move_floor: usize,
    /// Whether the choice is so clear that it is made as soon as our own time runs.
    pub(crate) settled: bool,
    pub(crate) nodes: u64,
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Makes a move, searches below it, and takes it back, also when the search is stopped there.
    #[inline]
    pub(crate) fn child<T>(
        &mut self,
        mv: Move,
        search: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let Some(delta) = Delta::new(&self.position, mv) else { return Err(Stopped) };
        self.shared.table.prefetch(self.position.key_after(mv));
        let frame = self.stack.at_mut(self.ply);
        (frame.mv, frame.piece_to) = (Some(mv), PieceTo::new(delta.from.0, mv.to()));
        self.evaluator.push(&delta);
        let undo = self.position.make(mv);
        self.path.push(&self.position, &undo);
        let result = self.below(search);
        self.path.pop();
        self.position.unmake(undo);
        self.evaluator.pop();
        result
    }

    /// Passes the turn, searches, and takes the turn back.
    pub(crate) fn null_child<T>(
        &mut self,
        search: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let frame = self.stack.at_mut(self.ply);
        (frame.mv, frame.piece_to) = (None, PieceTo::NONE);
        let undo = self.position.make_null();
        self.path.push(&self.position, &undo);
        let result = self.below(search);
        self.path.pop();
        self.position.unmake(undo);
        result
    }

    #[inline]
    fn below<T>(&mut self, search: impl FnOnce(&mut Self) -> Result<T, Stopped>) -> Result<T, Stopped> {
        self.ply += 1;
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(self.ply);
        let result = match self.poll() {
            Ok(()) => search(self),
            Err(stopped) => Err(stopped),
        };
        self.ply -= 1;
        result
    }

    /// Stops when a limit is reached. The first iteration is always finished by the thread that reports, unless it
    /// is told to stop, so that there is a move to play.
    #[inline]
    fn poll(&mut self) -> Result<(), Stopped> {
        let limits = self.shared.limits;
        let is_due = self.nodes < FIRST_NODES || self.nodes.is_multiple_of(POLL_INTERVAL);
        if !is_due && limits.nodes.is_none() {
            return Ok(());
        }
        self.publish_nodes();
        if self.shared.is_over() {
            return Err(Stopped);
        }
        if self.thread == 0 && self.root_depth > 1 {
            let out_of_nodes = limits.nodes.is_some_and(|nodes| self.shared.total_nodes() >= nodes);
            if out_of_nodes || is_due && self.is_out_of_time() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Whether the time is up, or what was pondered about is settled and the opponent has moved.
    fn is_out_of_time(&self) -> bool {
        let (timer, control) = (&self.shared.timer, self.shared.control);
        timer.is_up(control) || self.settled && timer.runs(control)
    }

    /// The nodes of all threads, those of this one up to now.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.publish_nodes();
        self.shared.total_nodes()
    }

    pub(crate) fn publish_nodes(&self) {
        if let Some(nodes) = self.shared.nodes.get(self.thread) {
            nodes.store(self.nodes, Ordering::Relaxed);
        }
    }
}
