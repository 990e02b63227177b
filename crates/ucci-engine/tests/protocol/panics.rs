//! A panic anywhere must still be answered with a legal move.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ucci_engine::io::Event;
use ucci_engine::{Knowledge, LoadError};
use xiangqi_core::{Move, Position};
use xiangqi_eval::{Delta, Evaluator, Score};

use super::session::answers;

/// Evaluates every position as equal, until it fails.
#[derive(Clone)]
struct Fuse {
    /// How many evaluations are left, shared by all clones.
    left: Arc<AtomicU32>,
}

impl Evaluator for Fuse {
    fn reset(&mut self, _root: &Position) {}
    fn push(&mut self, _delta: &Delta) {}
    fn pop(&mut self) {}

    fn evaluate(&mut self, _position: &Position) -> Score {
        let left = self.left.load(Ordering::Relaxed);
        assert!(left > 0, "the fuse has blown, as the test wants");
        self.left.store(left - 1, Ordering::Relaxed);
        Score::ZERO
    }
}

impl Knowledge for Fuse {
    type Evaluator = Fuse;

    fn evaluator(&self) -> Fuse {
        self.clone()
    }

    fn load(&mut self, _file: Option<&Path>) -> Result<(), LoadError> {
        self.left.store(u32::MAX, Ordering::Relaxed);
        Ok(())
    }

    fn explain(&self, _position: &Position) -> String {
        panic!("there is no explanation, as the test wants");
    }
}

/// What a session with a fuse of this many evaluations says to these lines.
fn converse(evaluations: u32, lines: &[&str]) -> Vec<String> {
    let lines = lines.iter().map(|line| Event::line(line.as_bytes().to_vec()));
    answers(Fuse { left: Arc::new(AtomicU32::new(evaluations)) }, lines.chain([Event::Closed]))
}

fn best_moves(said: &[String]) -> Vec<Move> {
    said.iter().filter_map(|line| line.strip_prefix("bestmove ")).map(|mv| mv[..4].parse().unwrap()).collect()
}

#[test]
fn a_search_that_fails_at_once_still_moves() {
    for dialect in ["ucci", "uci"] {
        let said = converse(0, &[dialect, "setoption batch true", "go depth 5", "isready"]);
        let moves = best_moves(&said);
        assert_eq!(moves.len(), 1, "{said:#?}");
        assert!(Position::start().is_legal(moves[0]));
        assert_eq!(said.last().unwrap(), "readyok");
    }
}

#[test]
fn a_search_that_fails_later_plays_what_it_thought_best() {
    let said = converse(20_000, &["uci", "go infinite"]);
    let line = said.iter().rfind(|line| line.contains(" multipv 1 ") && !line.contains("bound"));
    let reported = line.and_then(|line| line.split_once(" pv ")).map(|(_, pv)| pv[..4].parse().unwrap());
    assert_eq!(best_moves(&said), [reported.unwrap()], "{said:#?}");
}

#[test]
fn forbidden_moves_stay_forbidden_in_an_emergency() {
    let first = Position::start().legal_moves()[0];
    let said = converse(0, &["ucci", &format!("banmoves {first}"), "go depth 3"]);
    assert_ne!(best_moves(&said), [first]);
}

#[test]
fn only_moves_that_were_asked_for_are_played_in_an_emergency() {
    let said = converse(0, &["ucci", "banmoves h2e2", "go depth 3 searchmoves h2e2 b2e2"]);
    assert_eq!(best_moves(&said), ["b2e2".parse().unwrap()]);
}

#[test]
fn the_engine_is_built_anew_after_a_failure() {
    let lines = ["ucci", "setoption batch true", "go depth 2", "setoption evalfile x", "go depth 2", "quit"];
    let said = converse(0, &lines);
    assert_eq!(best_moves(&said).len(), 2, "{said:#?}");
    assert!(said.iter().any(|line| line.starts_with("info depth 2 ")), "{said:#?}");
    assert_eq!(said.last().unwrap(), "bye");
}

#[test]
fn a_command_that_fails_does_not_end_the_conversation() {
    let said = converse(0, &["ucci", "eval", "setoption batch true", "go depth 0", "bench 1", "isready"]);
    assert_eq!(best_moves(&said).len(), 1, "{said:#?}");
    assert_eq!(said.last().unwrap(), "readyok");
}
