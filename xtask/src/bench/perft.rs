//! Perft speed from the start position beside another engine's.

use std::path::Path;

use anyhow::{Result, ensure};
use xiangqi_core::{Position, perft, perft_listed};

use super::process::{Engine, timed};
use super::table::Table;

/// Ours runs this many times in a row, or the clock of the processor would be too coarse for it.
const REPEATS: u32 = 5;

/// Lets the generators take turns; the table is in nodes per second of processor time.
pub(super) fn compare(rival: &Path, depth: u32, rounds: u32) -> Result<Table> {
    let mut table = Table::new(
        format!("perft {depth} from the start position, nodes per second of processor time, one thread"),
        ["fairy-stockfish", "ours, last ply counted", "ours, last ply listed"],
    );
    let mut engine = Engine::start_uci(rival, &["UCI_Variant value xiangqi", "Threads value 1"])?;
    engine.send("position startpos")?;
    for _ in 0..rounds {
        let (nodes, speed) = rival_speed(&mut engine, depth)?;
        let (counted_nodes, counted) = our_speed(|position| perft(position, depth))?;
        let (listed_nodes, listed) = our_speed(|position| perft_listed(position, depth))?;
        ensure!(
            nodes == counted_nodes && nodes == listed_nodes,
            "perft {depth} disagrees: {nodes} by fairy-stockfish, {counted_nodes} counted, {listed_nodes} listed"
        );
        table.add([speed, counted, listed]);
    }
    Ok(table)
}

fn our_speed(count: impl Fn(&mut Position) -> u64) -> Result<(u64, f64)> {
    let mut position = Position::start();
    let (nodes, seconds) = timed(|| (0..REPEATS).map(|_| count(&mut position)).sum::<u64>())?;
    let nodes = nodes / u64::from(REPEATS);
    Ok((nodes, per_second(nodes, seconds) * f64::from(REPEATS)))
}

fn rival_speed(engine: &mut Engine, depth: u32) -> Result<(u64, f64)> {
    let (lines, seconds) = engine.timed(&format!("go perft {depth}"), "Nodes searched")?;
    let count = lines.last().and_then(|line| line.split(':').nth(1)).unwrap_or_default();
    let nodes = count.trim().parse()?;
    Ok((nodes, per_second(nodes, seconds)))
}

#[expect(clippy::cast_precision_loss, reason = "speeds are printed with far fewer digits")]
fn per_second(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(f64::EPSILON)
}
