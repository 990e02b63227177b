//! Forced mates: found, with the right distance, and never claimed where there is none.

use xiangqi_core::Position;
use xiangqi_core::rules::History;
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_search::{Bound, Control, Engine, Limits, Line, Reporter, SearchResult, Settings};
use xiangqi_tests::epd::{MateCase, mate_cases};

/// Nodes within which a mate must be found; most need few, and the search ends when it has one.
const NODES: u64 = 20_000_000;

/// Nodes spent on looking for a mate that may be claimed wrongly.
const CLAIM_NODES: u64 = 100_000;

/// Nodes spent on looking for a defence.
const DEFENCE_NODES: u64 = 10_000;

type Searcher = Engine<HandcraftedEvaluator>;

#[test]
fn mates_are_found_and_carried_out() {
    let mut engine = engine();
    let mut missed = Vec::new();
    for MateCase { fen, moves } in mate_cases("mates.epd").unwrap() {
        let position = Position::from_fen_lenient(&fen).unwrap();
        engine.new_game();
        let result = search_for_mate(&mut engine, &position, moves);
        if mate_moves(&result) == Some(moves) {
            carry_out(&mut engine, position, moves, &fen);
        } else {
            missed.push(format!("{fen}: {} instead of mate in {moves}", result.score));
        }
    }
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn no_mate_is_claimed_that_is_shorter_than_the_shortest() {
    let mut engine = engine();
    for MateCase { fen, moves } in mate_cases("mates.epd").unwrap() {
        let position = Position::from_fen_lenient(&fen).unwrap();
        let mut claims = Claims { least_moves: moves, wrong: Vec::new() };
        let limits = Limits { nodes: Some(CLAIM_NODES), ..Limits::default() };
        engine.new_game();
        search(&mut engine, &position, &limits, &mut claims);
        assert_eq!(claims.wrong, Vec::<String>::new(), "{fen}");
    }
}

/// Collects mates that are too short to be true.
struct Claims {
    least_moves: u32,
    wrong: Vec<String>,
}

impl Reporter for Claims {
    fn line(&mut self, line: &Line<'_>) {
        let least = i32::try_from(self.least_moves).unwrap();
        let claimed = line.score.mate_moves().is_some_and(|moves| moves < least);
        if claimed && line.bound == Bound::Exact {
            self.wrong.push(format!("{:?} at depth {}", line.score, line.depth));
        }
    }
}

fn engine() -> Searcher {
    Engine::new(HandcraftedEvaluator::default(), Settings::default())
}

fn search(
    engine: &mut Searcher,
    position: &Position,
    limits: &Limits,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    engine.search(position, &History::new(position), limits, &Control::new(), reporter)
}

fn search_for_mate(engine: &mut Searcher, position: &Position, moves: u32) -> SearchResult {
    let limits = Limits { mate: Some(moves), nodes: Some(NODES), ..Limits::default() };
    search(engine, position, &limits, &mut xiangqi_search::Silent)
}

/// In how many moves the side to move mates, if the search has found that.
fn mate_moves(result: &SearchResult) -> Option<u32> {
    result.score.mate_moves().and_then(|moves| u32::try_from(moves).ok())
}

/// Plays the mate against the best defence that a short search finds: each move of the attacker must bring it closer.
fn carry_out(engine: &mut Searcher, mut position: Position, moves: u32, fen: &str) {
    for left in (1..=moves).rev() {
        let attack = search_for_mate(engine, &position, left);
        assert!(
            mate_moves(&attack).is_some_and(|moves| moves <= left),
            "{fen}: no mate in {left} at {position:?}"
        );
        let _never_taken_back = position.make(attack.best.unwrap());
        let limits = Limits { nodes: Some(DEFENCE_NODES), ..Limits::default() };
        let Some(defence) = search(engine, &position, &limits, &mut xiangqi_search::Silent).best else {
            return;
        };
        let _never_taken_back = position.make(defence);
    }
    panic!("{fen}: not mated after {moves} moves");
}
