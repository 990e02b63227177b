//! When a search's clock starts.

use std::time::{Duration, Instant};

use ucci_engine::Handcrafted;
use ucci_engine::io::Event;

use super::session::answers;

const MINUTE: Duration = Duration::from_secs(60);

/// What the engine says to these lines when it comes to obey them a minute after they were read.
fn answers_a_minute_late(lines: &[&str]) -> Vec<String> {
    let read = Instant::now().checked_sub(MINUTE).unwrap();
    let lines = lines.iter().map(|line| Event::Line { bytes: line.as_bytes().to_vec(), at: read });
    answers(Handcrafted::default(), lines.chain([Event::Closed]))
}

/// Red has one legal move.
const ONLY_MOVE: &str = "position fen 2ba1kb2/9/9/9/3r5/9/9/9/9/R2K5 w - - 0 1";

/// The depth to which the only move is searched, within a thousand nodes and an hour, when stopping early is set to this.
fn depth_for_only_move(dialect: &str, early_stop: &str, go: &str) -> u64 {
    let option = format!("setoption {early_stop}");
    let lines = [dialect, &option, ONLY_MOVE, &format!("{go} nodes 1000")];
    let lines = lines.iter().map(|line| Event::Line { bytes: line.as_bytes().to_vec(), at: Instant::now() });
    let said = answers(Handcrafted::default(), lines.collect::<Vec<_>>().into_iter().chain([Event::Closed]));
    last_told(" depth ", &said)
}

/// A number in the last line of the search.
fn last_told(key: &str, said: &[String]) -> u64 {
    let last = said.iter().rfind(|line| line.starts_with("info depth ")).unwrap();
    let (_, rest) = last.split_once(key).unwrap();
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn whether_the_only_move_is_played_at_once_is_an_option() {
    const FOR_MOVE: &str = "go movetime 3600000";
    const GAME: &str = "go wtime 36000000 winc 0";
    for (dialect, option, [for_move, game]) in [
        ("ucci", "earlystop clock", [false, true]),
        ("ucci", "earlystop always", [true, true]),
        ("uci", "name Early Stop value always", [true, true]),
        ("uci", "name Early Stop value never", [false, false]),
    ] {
        for (go, early) in [(FOR_MOVE, for_move), (GAME, game)] {
            let depth = depth_for_only_move(dialect, option, go);
            assert_eq!(depth == 1, early, "{option}, {go}: {depth}");
        }
    }
}

#[test]
fn after_a_ponder_hit_the_clock_runs_since_it_was_read() {
    // More nodes than the search could come by before it is told.
    let said = answers_a_minute_late(&["ucci", "go ponder movetime 60000 nodes 10000000", "ponderhit"]);
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:#?}");
    assert!(last_told(" nodes ", &said) < 1_000_000, "{said:#?}");
}

fn goes_deeper_than_one_ply(said: &[String]) -> bool {
    said.iter().any(|line| line.starts_with("info depth 2 "))
}

#[test]
fn the_clock_starts_when_go_is_read() {
    for go in ["go movetime 60000", "go time 60000"] {
        let said = answers_a_minute_late(&["ucci", go]);
        assert!(said.last().unwrap().starts_with("bestmove "), "{said:#?}");
        assert!(!goes_deeper_than_one_ply(&said), "{said:#?}");
    }
}

#[test]
fn in_batch_mode_the_clock_starts_when_the_search_before_has_ended() {
    let said = answers_a_minute_late(&[
        "ucci",
        "setoption batch true",
        "go depth 1",
        "go movetime 60000 nodes 2000",
    ]);
    assert!(goes_deeper_than_one_ply(&said), "{said:#?}");
}
