//! Limits: each is kept exactly, and some searches end only when they are told to.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use xiangqi_core::Position;
use xiangqi_core::rules::History;
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_eval::{Delta, Evaluator, Score};
use xiangqi_search::{
    Clock, Control, EarlyStop, Engine, Limits, Line, MAX_PLY, Reporter, SearchResult, Settings, Silent,
};

use crate::support::{
    MATE_IN_TWO, MIDDLEGAME, Reports, engine, engine_with, mv, position, search, search_and_listen, to_depth,
};

#[test]
fn depth_is_the_last_iteration() {
    for depth in 1..=5 {
        let (result, reports) = search_and_listen(&mut engine(), &position(MIDDLEGAME), &to_depth(depth));
        assert_eq!(result.depth, depth);
        assert!(reports.iter().map(|report| report.depth).eq(1..=depth), "{reports:?}");
    }
}

#[test]
fn nodes_are_counted_to_the_last() {
    for nodes in [500, 1_000, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(search(&mut engine(), &position(MIDDLEGAME), &limits).nodes, nodes);
    }
}

#[test]
fn the_first_iteration_is_finished_whatever_the_nodes() {
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let position = position(MIDDLEGAME);
    let result = search(&mut engine(), &position, &limits);
    assert_eq!(result.depth, 1);
    assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
}

#[test]
fn after_the_soft_nodes_an_iteration_is_finished_but_none_is_begun() {
    for soft_nodes in [1, 500, 5_000] {
        let limits = Limits { soft_nodes: Some(soft_nodes), ..Limits::default() };
        let result = search(&mut engine(), &position(MIDDLEGAME), &limits);
        assert_eq!(result, search(&mut engine(), &position(MIDDLEGAME), &to_depth(result.depth)));
        assert!(result.nodes >= soft_nodes);
        if let Some(depth) = result.depth.checked_sub(1).filter(|&depth| depth > 0) {
            let before = search(&mut engine(), &position(MIDDLEGAME), &to_depth(depth));
            assert!(before.nodes < soft_nodes, "{} nodes to depth {depth}", before.nodes);
        }
    }
    let limits = Limits { nodes: Some(2_000), soft_nodes: Some(1_900), ..Limits::default() };
    assert_eq!(
        search(&mut engine(), &position(MIDDLEGAME), &limits).nodes,
        2_000,
        "the hard limit holds too"
    );
}

#[test]
fn the_wanted_mate_ends_the_search() {
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let result = search(&mut engine(), &position(MATE_IN_TWO), &limits);
    assert_eq!(result.score.mate_moves(), Some(2));
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let limits = Limits { depth: Some(2), nodes: Some(1_000_000), mate: Some(5), ..Limits::default() };
    assert_eq!(search(&mut engine(), &position(MIDDLEGAME), &limits).depth, 2);
}

#[test]
fn only_the_moves_to_search_are_searched() {
    let wanted = vec![mv("a0a1"), mv("i0i1")];
    let limits = Limits { search_moves: wanted.clone(), ..to_depth(4) };
    let (result, reports) = search_and_listen(&mut engine(), &Position::start(), &limits);
    assert!(result.best.is_some_and(|mv| wanted.contains(&mv)));
    assert!(reports.iter().all(|report| wanted.contains(&report.pv[0])));
}

#[test]
fn banned_moves_are_not_played() {
    let position = position("4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1");
    let limits = Limits { banned_moves: vec![mv("b1b9")], ..to_depth(4) };
    let result = search(&mut engine(), &position, &limits);
    assert!(result.best.is_some_and(|best| best != mv("b1b9") && position.is_legal(best)));
}

#[test]
fn moves_to_search_that_cannot_be_played_are_no_reason_to_play_none() {
    let position = Position::start();
    for (wanted, banned) in [(vec!["h2e2"], vec!["h2e2", "b2e2"]), (vec!["a0a9", "h2e2"], vec!["h2e2"])] {
        let [wanted, banned] = [wanted, banned].map(|moves| moves.into_iter().map(mv).collect::<Vec<_>>());
        let limits = Limits { search_moves: wanted, banned_moves: banned.clone(), ..to_depth(3) };
        let best = search(&mut engine(), &position, &limits).best;
        assert!(best.is_some_and(|best| position.is_legal(best) && !banned.contains(&best)), "{best:?}");
    }
    let limits = Limits { search_moves: vec![mv("a0a9")], ..to_depth(3) };
    assert!(search(&mut engine(), &position, &limits).best.is_some());
}

#[test]
fn with_all_moves_banned_there_is_none_but_the_game_is_not_lost() {
    let position = Position::start();
    let limits = Limits { banned_moves: position.legal_moves().to_vec(), ..to_depth(4) };
    let result = search(&mut engine(), &position, &limits);
    assert_eq!((result.best, result.score), (None, Score::ZERO));
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_legal_move() {
    let (position, control) = (position(MIDDLEGAME), Control::new());
    control.stop();
    let limits = Limits { nodes: Some(u64::MAX), ..Limits::default() };
    let mut reports = Reports::default();
    let result = engine().search(&position, &History::new(&position), &limits, &control, &mut reports);
    assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
    assert_eq!((result.depth, result.nodes), (0, 1), "a limit of nodes is looked at in each of them");
    assert!(result.score.value().abs() < 500, "an evaluation, not the least score: {}", result.score);
    assert_eq!(reports.0.len(), 1);
}

/// Stops the search when an iteration is finished.
struct StopAt<'a>(u32, &'a Control);

impl Reporter for StopAt<'_> {
    fn line(&mut self, line: &Line<'_>) {
        if line.depth == self.0 {
            self.1.stop();
        }
    }
}

#[test]
fn a_stop_ends_the_search_within_some_hundred_nodes() {
    let (position, control) = (position(MIDDLEGAME), Control::new());
    let history = History::new(&position);
    let result = engine().search(&position, &history, &Limits::default(), &control, &mut StopAt(5, &control));
    let to_depth_five = search(&mut engine(), &position, &to_depth(5));
    assert_eq!((result.depth, result.best), (5, to_depth_five.best));
    assert!(result.nodes <= to_depth_five.nodes + 256, "{} {}", result.nodes, to_depth_five.nodes);
}

/// Tells another thread of each report.
struct Tell(Sender<u32>);

impl Reporter for Tell {
    fn line(&mut self, line: &Line<'_>) {
        self.0.send(line.depth).expect("the test listens");
    }
}

/// Searches on another thread until `depth` is reached, then does `end`. Returns the result and whether the search
/// returned after that.
fn search_until(limits: &Limits, depth: u32, end: impl FnOnce(&Control)) -> (SearchResult, bool) {
    let (position, control, (sender, receiver)) = (position(MIDDLEGAME), Control::new(), channel());
    thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let history = History::new(&position);
            let result = engine().search(&position, &history, limits, &control, &mut Tell(sender));
            (result, control.is_stopped() || control.ponder_hit_time().is_some())
        });
        assert!(receiver.iter().any(|reached| reached == depth));
        end(&control);
        searching.join().expect("a search does not panic")
    })
}

/// Red has one legal move, and a long game before it.
const ONLY_MOVE: &str = "2ba1kb2/9/9/9/3r5/9/9/9/9/R2K5 w - - 0 1";

/// Whether a search ends before an hour is over, many nodes are searched, or the greatest depth is reached.
fn stops_early(limits: &Limits, early_stop: EarlyStop, fen: &str) -> bool {
    let mut engine = engine_with(Settings { early_stop, ..Settings::default() });
    let limits = Limits { nodes: Some(MANY_NODES), ..limits.clone() };
    let result = search(&mut engine, &position(fen), &limits);
    result.nodes < MANY_NODES && result.depth as usize + 1 < MAX_PLY
}

const MANY_NODES: u64 = 50_000;
const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn a_clear_choice_is_made_at_once_when_time_can_be_saved_or_it_is_wanted() {
    assert_eq!(position(ONLY_MOVE).legal_moves().len(), 1);
    let nothing = Limits::default();
    let for_move = Limits { move_time: Some(HOUR), ..nothing.clone() };
    let clock = Clock { time: 10 * HOUR, increment: Duration::ZERO, moves_to_go: None };
    let game = Limits { clock: Some(clock), ..nothing.clone() };
    for (early_stop, expected) in [
        (EarlyStop::Clock, [false, false, true]),
        (EarlyStop::Always, [false, true, true]),
        (EarlyStop::Never, [false; 3]),
    ] {
        for fen in [ONLY_MOVE, MATE_IN_TWO] {
            let stopped = [&nothing, &for_move, &game].map(|limits| stops_early(limits, early_stop, fen));
            assert_eq!(stopped, expected, "{early_stop:?} {fen}");
        }
        let stopped = [&for_move, &game].map(|limits| stops_early(limits, early_stop, MIDDLEGAME));
        assert_eq!(stopped, [false; 2], "{early_stop:?}: nothing is clear here");
    }
}

/// Tells the search at one of its evaluations that the expected move was played.
#[derive(Clone)]
struct HitAt {
    evaluator: HandcraftedEvaluator,
    control: Control,
    at: u64,
    evaluations: Arc<AtomicU64>,
}

impl Evaluator for HitAt {
    fn reset(&mut self, root: &Position) {
        self.evaluator.reset(root);
    }

    fn push(&mut self, delta: &Delta) {
        self.evaluator.push(delta);
    }

    fn pop(&mut self) {
        self.evaluator.pop();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        if self.evaluations.fetch_add(1, Ordering::Relaxed) + 1 == self.at {
            self.control.ponder_hit();
        }
        self.evaluator.evaluate(position)
    }
}

#[test]
fn the_only_move_is_played_as_soon_as_pondering_has_hit() {
    let clock = Clock { time: 10 * HOUR, increment: Duration::ZERO, moves_to_go: None };
    let limits =
        Limits { clock: Some(clock), ponder: true, nodes: Some(10 * MANY_NODES), ..Limits::default() };
    let (control, position) = (Control::new(), position(ONLY_MOVE));
    let at = 10_000;
    let evaluator = HitAt {
        evaluator: HandcraftedEvaluator::default(),
        control: control.clone(),
        at,
        evaluations: Arc::default(),
    };
    let evaluations = Arc::clone(&evaluator.evaluations);
    let mut engine = Engine::new(evaluator, Settings::default());
    let result = engine.search(&position, &History::new(&position), &limits, &control, &mut Silent);
    assert!(result.best.is_some());
    let after = evaluations.load(Ordering::Relaxed) - at;
    assert!(after < 100, "{after} evaluations later");
}

#[test]
fn an_infinite_search_returns_only_when_it_is_stopped() {
    let limits = Limits { infinite: true, ..to_depth(2) };
    let (result, after) = search_until(&limits, 2, Control::stop);
    assert!(after && result.depth == 2 && result.best.is_some());
}

#[test]
fn a_pondering_search_returns_only_after_a_hit_or_a_stop() {
    let limits = Limits { ponder: true, ..to_depth(2) };
    for end in [Control::stop, Control::ponder_hit] {
        let (result, after) = search_until(&limits, 2, end);
        assert!(after && result.depth == 2 && result.best.is_some());
    }
}
