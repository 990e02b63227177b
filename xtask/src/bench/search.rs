//! Search speed from the start position beside another engine's.

use std::path::Path;

use anyhow::{Context, Result};

use super::process::Engine;
use super::table::Table;

/// Lets the engines take turns, each with one thread and a transposition table of 64 MiB; the table is in nodes per
/// second of processor time.
pub(super) fn compare(ours: &Path, rival: &Path, movetime: u32, rounds: u32) -> Result<Table> {
    let mut table = Table::new(
        format!("search for {movetime} ms, nodes per second of processor time, one thread, 64 MiB"),
        ["fairy-stockfish", "ours"],
    );
    let options = ["Threads value 1", "Hash value 64"];
    let mut engines = [
        Engine::start_uci(rival, &["UCI_Variant value xiangqi", options[0], options[1]])?,
        Engine::start_uci(ours, &options)?,
    ];
    for _ in 0..rounds {
        let mut speeds = [0.0; 2];
        for (engine, speed) in engines.iter_mut().zip(&mut speeds) {
            *speed = measure(engine, movetime)?;
        }
        table.add(speeds);
    }
    Ok(table)
}

/// Nodes per second of processor time in one search that remembers nothing of the last. Both are taken when the last
/// info line arrives, since an engine may think on for long without telling its nodes.
fn measure(engine: &mut Engine, movetime: u32) -> Result<f64> {
    engine.send("ucinewgame\nposition startpos\nisready")?;
    engine.read_until("readyok")?;
    let before = engine.processor_seconds()?;
    engine.send(&format!("go movetime {movetime}"))?;
    let mut speed = None;
    loop {
        let line = engine.read_line()?;
        if line.starts_with("bestmove") {
            return speed.context("no info line tells the nodes");
        }
        if let Some(nodes) = nodes(&line) {
            speed = Some(nodes / (engine.processor_seconds()? - before).max(f64::EPSILON));
        }
    }
}

/// The nodes that an info line tells.
fn nodes(line: &str) -> Option<f64> {
    let mut words = line.split_whitespace().skip_while(|word| *word != "nodes");
    words.nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_an_info_line_are_read() {
        assert_eq!(nodes("info depth 3 nodes 1500 nps 1000 pv h2e2"), Some(1500.0));
        assert_eq!(nodes("info depth 3 pv h2e2"), None);
        assert_eq!(nodes("info nodes"), None);
    }
}
