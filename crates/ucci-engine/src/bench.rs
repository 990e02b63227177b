//! `bench`: searches a fixed set of positions to a fixed depth.
//!
//! The sum of the nodes is the *signature* of the search: it changes exactly when the search behaves differently,
//! whatever the machine. The time tells the speed.

use std::time::{Duration, Instant};

use xiangqi_core::Position;
use xiangqi_core::rules::History;
use xiangqi_eval::Evaluator;
use xiangqi_search::{Control, Engine, Limits, MAX_PLY, Settings, Silent};

/// The depth if none is given, in plies.
pub const DEFAULT_DEPTH: u32 = 13;
/// The greatest depth, in plies.
#[expect(clippy::cast_possible_truncation, reason = "a search is not so deep")]
pub const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;
/// The transposition table, in MiB.
const HASH_MIB: usize = 16;

/// One FEN per line; `#` begins a comment.
const POSITIONS: &str = include_str!("bench.txt");

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// Searches each position with one thread and an empty table, and writes a line for each and a summary.
pub fn run<E: Evaluator + Clone + Send>(
    evaluator: &E,
    depth: u32,
    control: &Control,
    print: &mut dyn FnMut(String),
) -> Tally {
    let settings = Settings { threads: 1, hash_mib: HASH_MIB, ..Settings::default() };
    let mut engine = Engine::new(evaluator.clone(), settings);
    let limits = Limits { depth: Some(depth.max(1)), ..Limits::default() };
    let mut tally = Tally::default();
    for position in positions() {
        if control.is_stopped() {
            break;
        }
        engine.new_game();
        let start = Instant::now();
        let result = engine.search(&position, &History::new(&position), &limits, control, &mut Silent);
        tally.time += start.elapsed();
        tally.nodes += result.nodes;
        let best = result.best.map_or_else(|| "none".to_string(), |mv| mv.to_string());
        print(format!("{:>10} nodes  {best}  {}", result.nodes, position.to_fen()));
    }
    print_summary(tally, print);
    tally
}

/// The positions, in the order in which they are searched.
fn positions() -> impl Iterator<Item = Position> {
    let fens = POSITIONS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    fens.filter_map(|fen| Position::from_fen(fen).ok())
}

/// The first three lines as Stockfish writes them, the last as `OpenBench` reads it.
fn print_summary(tally: Tally, print: &mut dyn FnMut(String)) {
    let micros = tally.time.as_micros().max(1);
    let speed = u128::from(tally.nodes) * 1_000_000 / micros;
    print(format!("Total time (ms) : {}", tally.time.as_millis()));
    print(format!("Nodes searched  : {}", tally.nodes));
    print(format!("Nodes/second    : {speed}"));
    print(format!("{} nodes {speed} nps", tally.nodes));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{Handcrafted, Knowledge};

    #[test]
    fn every_line_of_the_set_is_a_position_of_its_own() {
        let lines =
            POSITIONS.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).count();
        let mut keys: Vec<u64> = positions().map(|position| position.key()).collect();
        assert_eq!(keys.len(), lines);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), lines);
        assert_eq!(lines, 41);
    }

    #[test]
    fn two_runs_have_the_same_signature() {
        let evaluator = Handcrafted::default().evaluator();
        let run = |lines: &mut Vec<String>| run(&evaluator, 2, &Control::new(), &mut |line| lines.push(line));
        let (mut first, mut second) = (Vec::new(), Vec::new());
        assert_eq!(run(&mut first).nodes, run(&mut second).nodes);
        assert!(first.last().unwrap().ends_with(" nps"));
    }
}
