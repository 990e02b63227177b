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
