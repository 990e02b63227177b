//! Tactical problems: sound, and solved as often as before.

use std::collections::HashSet;

use xiangqi_core::Position;
use xiangqi_core::rules::History;
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_search::{Control, Engine, Limits, Settings, Silent};
use xiangqi_tests::epd::{TacticCase, tactic_cases};

/// Nodes for each problem.
const NODES: u64 = 20_000;

/// So many of the problems must be solved. When the engine solves more by a good margin, this is raised.
const LEAST_SOLVED: usize = 130;

#[test]
fn problems_are_solved_as_often_as_before() {
    let evaluator = HandcraftedEvaluator::default();
    let mut engine = Engine::new(evaluator, Settings::default());
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut solved = 0;
    for TacticCase { fen, best, .. } in tactic_cases("tactics.epd").unwrap() {
        let position = Position::from_fen(&fen).unwrap();
        engine.new_game();
        let history = History::new(&position);
        let result = engine.search(&position, &history, &limits, &Control::new(), &mut Silent);
        solved += usize::from(result.best == Some(best));
    }
    assert!(solved >= LEAST_SOLVED, "{solved} solved, {LEAST_SOLVED} wanted");
}

#[test]
fn problems_are_sound() {
    let cases = tactic_cases("tactics.epd").unwrap();
    assert!(cases.len() >= 100, "{} problems", cases.len());
    let mut games = HashSet::new();
    for TacticCase { id, fen, best, avoid } in cases {
        let position = Position::from_fen(&fen).unwrap();
        assert!(position.is_legal(best), "{id}: {best} in {fen}");
        assert!(avoid.is_none_or(|mv| mv != best && position.is_legal(mv)), "{id}: {avoid:?} in {fen}");
        let (game, _ply) = id.rsplit_once('.').unwrap();
        assert!(games.insert(game.to_owned()), "{id} is of the same game as another");
    }
}
