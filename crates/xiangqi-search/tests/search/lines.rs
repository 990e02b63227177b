//! What is reported: lines that can be played, in order, and the same each time.

use std::collections::HashSet;

use xiangqi_core::{Move, Position};
use xiangqi_search::{Bound, Limits, SearchResult, Settings};

use crate::support::{
    MATE_IN_TWO, MIDDLEGAME, Report, engine, engine_with, position, search, search_and_listen, to_depth,
};

const FENS: [&str; 5] = [
    xiangqi_core::START_FEN,
    MIDDLEGAME,
    MATE_IN_TWO,
    "3akab2/5r3/4b1cCn/p3p3p/2p6/6N2/PrP1N3P/4BC3/9/2BAKA1R1 w - - 0 1",
    "3aka3/4c4/4b4/3R5/2b6/9/2n1C4/3AB4/4K4/3A2B2 w - - 0 1",
];

fn assert_playable(position: &Position, pv: &[Move]) {
    let mut position = position.clone();
    assert!(!pv.is_empty());
    for &mv in pv {
        assert!(position.is_legal(mv), "{mv} of {pv:?} at {}", position.to_fen());
        let _never_taken_back = position.make(mv);
    }
}

#[test]
fn every_reported_line_can_be_played() {
    let mut engine = engine();
    for position in FENS.map(position) {
        let (result, reports) = search_and_listen(&mut engine, &position, &to_depth(7));
        for report in &reports {
            assert_playable(&position, &report.pv);
        }
        let last = reports.last().expect("an iteration was finished");
        assert_eq!((result.best, result.ponder), (last.pv.first().copied(), last.pv.get(1).copied()));
        assert_eq!(result.score, last.score);
    }
}

#[test]
fn several_lines_differ_and_are_sorted() {
    const LINES: usize = 4;
    for position in FENS.map(position) {
        let mut engine = engine_with(Settings { multipv: LINES, ..Settings::default() });
        let (_, reports) = search_and_listen(&mut engine, &position, &to_depth(5));
        for lines in reports.chunks(LINES) {
            assert!(lines.iter().map(|line| line.multipv).eq(1..=LINES), "{lines:?}");
            assert!(lines.is_sorted_by(|one, other| one.score >= other.score), "{lines:?}");
            let first_moves: HashSet<Move> = lines.iter().map(|line| line.pv[0]).collect();
            assert_eq!(first_moves.len(), LINES, "{lines:?}");
            for line in lines {
                assert_playable(&position, &line.pv);
            }
        }
    }
}

#[test]
fn the_move_that_is_played_is_the_last_that_was_told() {
    for (threads, multipv) in [(1, 1), (1, 3), (2, 1), (2, 3), (4, 1)] {
        for nodes in (300..9_000).step_by(300) {
            let mut engine = engine_with(Settings { hash_mib: 4, threads, multipv, ..Settings::default() });
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (result, reports) = search_and_listen(&mut engine, &position(MIDDLEGAME), &limits);
            let told = |report: &&Report| report.multipv == 1 && report.bound == Bound::Exact;
            let last = reports.iter().rfind(told).expect("a line is told");
            let (best, ponder) = (last.pv.first().copied(), last.pv.get(1).copied());
            assert_eq!((result.best, result.ponder, result.score), (best, ponder, last.score));
            assert!(reports.iter().is_sorted_by_key(|report| report.depth), "{reports:?}");
        }
    }
}

#[test]
fn a_reply_is_expected_wherever_the_search_is_stopped() {
    for fen in FENS {
        let mut engine = engine();
        for nodes in (1_000..12_000).step_by(100) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let position = position(fen);
            let result = search(&mut engine, &position, &limits);
            let after = position.after(result.best.expect("the game goes on")).expect("a legal move");
            assert!(
                result.ponder.is_some_and(|reply| after.is_legal(reply)),
                "{fen}, {nodes} nodes: {result:?}"
            );
        }
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let position = position("4k4/R8/9/9/9/9/9/9/9/1R1K5 b - - 0 1");
    assert_eq!(position.legal_moves().len(), 1);
    let mut engine = engine_with(Settings { multipv: 4, ..Settings::default() });
    let (_, reports) = search_and_listen(&mut engine, &position, &to_depth(3));
    assert!(reports.iter().all(|report| report.multipv == 1));
}

/// Searches all positions, one after the other with the same engine.
fn search_all(engine: &mut crate::support::TestEngine) -> Vec<SearchResult> {
    FENS.map(|fen| search(engine, &position(fen), &to_depth(6))).to_vec()
}

#[test]
fn one_thread_does_the_same_each_time() {
    assert_eq!(search_all(&mut engine()), search_all(&mut engine()));
}

#[test]
fn a_new_game_begins_with_an_empty_memory() {
    let mut engine = engine();
    let first = search_all(&mut engine);
    assert_ne!(search_all(&mut engine), first, "the second time the engine knows the positions");
    engine.new_game();
    assert_eq!(search_all(&mut engine), first);
}

#[test]
fn another_size_of_the_table_empties_it() {
    let mut engine = engine();
    search(&mut engine, &position(MIDDLEGAME), &to_depth(3));
    let known = |engine: &crate::support::TestEngine| engine.table().probe(&position(MIDDLEGAME)).is_some();
    assert!(known(&engine));
    engine.configure(Settings { hash_mib: 2, ..engine.settings().clone() });
    assert!(!known(&engine));
}

#[test]
fn two_threads_find_a_legal_move() {
    let position = position(MIDDLEGAME);
    let mut engine = engine_with(Settings { threads: 2, ..Settings::default() });
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let result = search(&mut engine, &position, &limits);
    assert!(result.best.is_some_and(|mv| position.is_legal(mv)) && result.depth >= 1);
}
