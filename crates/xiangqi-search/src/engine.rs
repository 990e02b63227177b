//! The engine: a transposition table, the memories of its threads, and searches one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use std::{iter, thread};

use xiangqi_core::rules::{History, Rules};
use xiangqi_core::{Move, Position};
use xiangqi_eval::{Evaluator, Score};

use crate::clock::Timer;
use crate::history::Histories;
use crate::player::{self, Dice, Listener};
use crate::pv::PvTable;
use crate::report::{Line, Remembering, Reporter, Silent};
use crate::root::{RootMove, RootMoves};
use crate::searcher::{Searcher, Shared};
use crate::stack::Stack;
use crate::tt::Table;
use crate::{Bound, Control, EarlyStop, Level, Limits};

/// What can be set between searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads search, at least one.
    pub threads: usize,
    /// The size of the transposition table in MiB, at least one.
    pub hash_mib: usize,
    /// How many best lines are searched, at least one.
    pub multipv: usize,
    /// The time kept back for what passes between the engine and the clock.
    pub move_overhead: Duration,
    /// When a move whose choice is clear is played before its time is used up.
    pub early_stop: EarlyStop,
    /// When a game is drawn, or lost by repetition.
    pub rules: Rules,
    /// How strong the engine plays. Below [`Level::FULL`], `threads` and `hash_mib` are without effect.
    pub level: Level,
    /// What the choices of a [level](Self::level) depend on beside the position: the same seed leads to the same
    /// moves, another one to others.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mib: 16,
            multipv: 1,
            move_overhead: Duration::from_millis(10),
            early_stop: EarlyStop::default(),
            rules: Rules::default(),
            level: Level::FULL,
            seed: 0,
        }
    }
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` when there is none, or none that is not banned.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// What the position is worth for the side to move.
    pub score: Score,
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// The positions visited, all threads together.
    pub nodes: u64,
}

/// One thread's memory, kept from search to search.
struct Worker<E> {
    evaluator: E,
    histories: Box<Histories>,
}

/// Searches positions with an evaluator of choice.
///
/// ```
/// use xiangqi_core::Position;
/// use xiangqi_core::rules::History;
/// use xiangqi_eval::hce::HandcraftedEvaluator;
/// use xiangqi_search::{Control, Engine, Limits, Settings, Silent};
///
/// let evaluator = HandcraftedEvaluator::default();
/// let mut engine = Engine::new(evaluator, Settings::default());
/// let position = Position::start();
/// let limits = Limits { depth: Some(5), ..Limits::default() };
/// let result = engine.search(&position, &History::new(&position), &limits, &Control::new(), &mut Silent);
/// assert!(position.is_legal(result.best.expect("the game has just begun")));
/// ```
pub struct Engine<E> {
    settings: Settings,
    prototype: E,
    table: Arc<Table>,
    workers: Vec<Worker<E>>,
}

impl<E: Evaluator + Clone + Send> Engine<E> {
    /// An engine that has not searched yet.
    #[must_use]
    pub fn new(evaluator: E, settings: Settings) -> Engine<E> {
        let table = Arc::new(Table::new(settings.hash_mib));
        Engine { settings, prototype: evaluator, table, workers: Vec::new() }
    }

    /// The settings in use.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. Under other rules all that was learned is forgotten; a transposition table of another size
    /// is emptied.
    pub fn configure(&mut self, settings: Settings) {
        let other_rules = settings.rules != self.settings.rules;
        self.settings = settings;
        if other_rules {
            self.new_game(); // what was found under other rules need not hold any more
        } else if self.table.mib() != self.settings.hash_mib.max(1) {
            self.renew_table();
        }
    }

    /// Evaluates with another evaluator from now on, and forgets what the old one has led to.
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.prototype = evaluator;
        self.new_game();
    }

    /// Forgets everything learned in earlier searches.
    pub fn new_game(&mut self) {
        self.workers.clear();
        self.renew_table();
    }

    fn renew_table(&mut self) {
        // First the old one goes: there may be no room for both.
        self.table = Arc::new(Table::new(1));
        self.table = Arc::new(Table::new(self.settings.hash_mib));
    }

    /// The transposition table, which can be read while the engine searches, until a new one takes its place. It is
    /// smaller than what is set when there is no memory for that.
    #[must_use]
    pub fn table(&self) -> Arc<Table> {
        Arc::clone(&self.table)
    }

    /// Makes the memories of the threads and lets the table's arrive, which the next search would otherwise have to do.
    pub fn prepare(&mut self) {
        self.make_workers();
        self.table.touch();
    }

    fn make_workers(&mut self) {
        let prototype = &self.prototype;
        let new_worker = || Worker { evaluator: prototype.clone(), histories: Histories::new() };
        self.workers.resize_with(self.settings.threads.max(1), new_worker);
    }

    /// Searches a position until a limit is reached or `control` stops it. `history` holds the positions of the game
    /// up to this one.
    pub fn search(
        &mut self,
        position: &Position,
        history: &History,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let Some(handicap) = self.settings.level.handicap() else {
            return self.search_freely(position, history, limits, control, reporter);
        };
        // A player of its own, without the knowledge of earlier searches, which may have been stronger ones.
        let settings = Settings {
            threads: 1,
            hash_mib: player::HASH_MIB,
            multipv: self.settings.multipv.max(handicap.lines),
            ..self.settings.clone()
        };
        let mut player = Engine::new(self.prototype.clone(), settings);
        let mut dice = Dice::new(self.settings.seed, position, history);
        let limits = handicap.bound(limits, root_moves(position, limits), &mut dice);
        let mut listener = Listener::new(reporter, self.settings.multipv, handicap.lines);
        let best = player.search_freely(position, history, &limits, control, &mut listener);
        listener.choose(handicap, &mut dice, best)
    }

    /// Searches without regard to the level.
    fn search_freely(
        &mut self,
        position: &Position,
        history: &History,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let timer = Timer::start(limits, self.settings.move_overhead, self.settings.early_stop);
        self.make_workers();
        self.table.grow_older();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            rules: rules_from(position, self.settings.rules),
            timer,
            finished: AtomicBool::new(false),
            nodes: self.workers.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        let root = RootMoves::new(root_moves(position, limits));
        let lines = self.settings.multipv.clamp(1, root.len().max(1));
        let mut reporter = Remembering::new(reporter);
        let outcome = if root.len() == 0 {
            None
        } else {
            let start = Start { position, history, root, lines };
            search_with_all(&mut self.workers, &shared, &start, &mut reporter)
        };
        if let Some(outcome) = outcome.as_ref().filter(|outcome| !reporter.has_told(&outcome.best)) {
            reporter.line(&outcome.line(&shared));
        }
        if limits.infinite {
            control.wait(false);
        } else if limits.ponder {
            control.wait(true);
        }
        match outcome {
            Some(outcome) => outcome.into_result(shared.total_nodes()),
            None => no_move(position),
        }
    }
}

/// The rules of a search. A game that is past its move limit and goes on all the same does so without one: were every
/// move a draw, none would be better than another.
fn rules_from(root: &Position, rules: Rules) -> Rules {
    if rules.plies_to_move_limit(root) == Some(0) { Rules { move_limit: None, ..rules } } else { rules }
}

/// The moves that may be considered: those that are asked for, or all if that leaves none.
fn root_moves(position: &Position, limits: &Limits) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|mv| !limits.banned_moves.contains(mv));
    if moves.iter().any(|mv| limits.search_moves.contains(mv)) {
        moves.retain(|mv| limits.search_moves.contains(mv));
    }
    moves
}

/// The result where there is no move to consider: lost, unless moves were banned.
fn no_move(position: &Position) -> SearchResult {
    let score = if position.has_legal_move() { Score::ZERO } else { Score::mated_in(0) };
    SearchResult { best: None, ponder: None, score, depth: 0, nodes: 0 }
}

/// What one thread came to.
struct Outcome {
    best: RootMove,
    /// The last iteration that was finished.
    depth: u32,
    /// The longest line looked at in the last one that was begun.
    selective_depth: usize,
}

impl Outcome {
    /// The report of the move that will be played.
    fn line(&self, shared: &Shared) -> Line<'_> {
        Line {
            depth: self.best.depth.max(1),
            selective_depth: self.selective_depth.max(1) as u32,
            multipv: 1,
            score: self.best.score,
            bound: Bound::Exact,
            nodes: shared.total_nodes(),
            time: shared.timer.elapsed(),
            hashfull: shared.table.hashfull(),
            pv: &self.best.pv,
        }
    }

    fn into_result(self, nodes: u64) -> SearchResult {
        let RootMove { mv, score, pv, .. } = self.best;
        SearchResult { best: Some(mv), ponder: pv.get(1).copied(), score, depth: self.depth, nodes }
    }
}

/// Lazy SMP: all threads search the same tree and help each other through the table; differences in timing alone
/// lead them into different parts of it. With several lines, all are those of the thread that reports.
fn search_with_all<E: Evaluator + Send>(
    workers: &mut [Worker<E>],
    shared: &Shared,
    start: &Start,
    reporter: &mut dyn Reporter,
) -> Option<Outcome> {
    let (first, helpers) = workers.split_first_mut()?;
    thread::scope(|scope| {
        let threads: Vec<_> = (1..)
            .zip(helpers)
            .map(|(number, worker)| {
                scope.spawn(move || search_with(worker, shared, number, start, &mut Silent))
            })
            .collect();
        let of_first = {
            let _raised_also_by_a_panic = RaiseOnDrop(&shared.finished);
            search_with(first, shared, 0, start, reporter)
        };
        let of_helpers = threads.into_iter().map(|thread| match thread.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let outcomes: Vec<Outcome> = iter::once(of_first).chain(of_helpers).flatten().collect();
        if start.lines > 1 { outcomes.into_iter().next() } else { outcomes.into_iter().reduce(better) }
    })
}

fn search_with<E: Evaluator>(
    worker: &mut Worker<E>,
    shared: &Shared,
    thread: usize,
    start: &Start,
    reporter: &mut dyn Reporter,
) -> Option<Outcome> {
    worker.evaluator.reset(start.position);
    let mut searcher = Searcher {
        shared,
        thread,
        position: start.position.clone(),
        path: start.history.clone(),
        evaluator: &mut worker.evaluator,
        histories: &mut worker.histories,
        stack: Stack::new(),
        pvs: PvTable::new(),
        root: start.root.clone(),
        ply: 0,
        selective_depth: 0,
        root_depth: 0,
        null_move_floor: 0,
        settled: false,
        nodes: 0,
    };
    let depth = searcher.deepen(start.lines, reporter);
    let mut best = searcher.root.best(0)?.clone();
    if best.score == -Score::INFINITE {
        // Stopped before anything was known about any move.
        best.score = searcher.evaluator.evaluate(start.position);
    }
    if best.pv.len() == 1 {
        best.pv.extend(reply_in_table(start.position, best.mv, shared.table));
    }
    Some(Outcome { best, depth, selective_depth: searcher.selective_depth })
}

/// What the table expects after a move. The line of a move ends with itself when the search was stopped before it was
/// known how good the move is.
fn reply_in_table(position: &Position, mv: Move, table: &Table) -> Option<Move> {
    let entry = table.probe(&position.after(mv).ok()?)?;
    entry.mv.filter(|_| entry.depth > 0)
}

/// The outcome to believe: the deeper one, or one as deep with a better score.
fn better(one: Outcome, other: Outcome) -> Outcome {
    let sooner_mate = other.best.score.is_win() && other.best.score > one.best.score;
    let as_deep = other.depth == one.depth && other.best.score > one.best.score;
    if other.depth > one.depth && !one.best.score.is_win() || sooner_mate || as_deep { other } else { one }
}

/// Where a search begins.
struct Start<'a> {
    position: &'a Position,
    history: &'a History,
    root: RootMoves,
    /// How many best lines are wanted.
    lines: usize,
}

/// Tells the other threads to return when the first one does, in whichever way.
struct RaiseOnDrop<'a>(&'a AtomicBool);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
