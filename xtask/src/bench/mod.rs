//! Measuring the engine: its signature, and its speed beside another engine's.
//!
//! The *signature* is the number of nodes that the engine's own `bench` command searches over a fixed set of
//! positions. It is the same on every machine and changes exactly when search, evaluation or move order change, so
//! the recorded one tells a change of behaviour from a change that only means to be faster or tidier.
//!
//! Speeds are compared in nodes per second of processor time, the rivals taking turns, so that neither a busy
//! machine nor one that gets hot favours either; the medians count.

mod perft;
mod process;
mod search;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// Where the signature is recorded, relative to the root.
const RECORDED_SIGNATURE: &str = "tests/data/bench-signature";

/// Where Debian puts the engine that ours is compared with.
const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

/// What is measured, and how thoroughly.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print the bench signature and nothing else.
    #[arg(long)]
    signature: bool,
    /// Record the bench signature as the one that `check` compares with, and print it.
    #[arg(long)]
    bless: bool,
    /// How often the rivals take turns.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The depth of the perft comparison, in plies.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// The time of each search from the start position, in milliseconds.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(100..))]
    movetime: u32,
}

/// Measures what is asked for and prints it.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let engine = workspace::build_engine()?;
    let bench = Bench::run(&engine)?;
    if arguments.bless {
        let path = recorded_path();
        std::fs::write(&path, format!("{}\n", bench.signature))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if arguments.bless || arguments.signature {
        println!("{}", bench.signature);
        return Ok(());
    }
    println!("bench signature {}, {} nodes/second\n", bench.signature, bench.speed);
    let Some(rival) = fairy_stockfish() else {
        println!("no comparison: {FAIRY_STOCKFISH} is missing (apt-get install fairy-stockfish)");
        return Ok(());
    };
    println!("{}", perft::compare(rival, arguments.depth, arguments.rounds)?);
    println!("{}", search::compare(&engine, rival, arguments.movetime, arguments.rounds)?);
    Ok(())
}

/// An error if the engine's signature is not the recorded one.
pub(crate) fn check_signature() -> Result<()> {
    let path = recorded_path();
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let recorded: u64 =
        text.trim().parse().with_context(|| format!("{RECORDED_SIGNATURE} holds no number"))?;
    let found = Bench::run(&workspace::build_engine()?)?.signature;
    ensure!(
        found == recorded,
        "the bench signature is {found}, but {RECORDED_SIGNATURE} records {recorded}: if the engine is meant to \
         search differently, record the new one with `cargo xtask bench --bless` and name it in the commit message"
    );
    println!("{found}");
    Ok(())
}

fn recorded_path() -> PathBuf {
    workspace::root().join(RECORDED_SIGNATURE)
}

fn fairy_stockfish() -> Option<&'static Path> {
    Some(Path::new(FAIRY_STOCKFISH)).filter(|path| path.is_file())
}

/// What the engine's `bench` command says at its end.
#[derive(Debug, PartialEq, Eq)]
struct Bench {
    /// Nodes searched over all positions.
    signature: u64,
    /// Nodes per second of the whole run.
    speed: u64,
}

impl Bench {
    fn run(engine: &Path) -> Result<Bench> {
        let text = workspace::output_of(Command::new(engine).arg("bench"))?;
        Bench::read(&text).with_context(|| format!("`bench` did not end with node counts:\n{text}"))
    }

    fn read(text: &str) -> Option<Bench> {
        let number = |name: &str| {
            let after = text.lines().rev().find_map(|line| line.trim().strip_prefix(name))?;
            after.trim_start().strip_prefix(':')?.trim().parse().ok()
        };
        Some(Bench { signature: number("Nodes searched")?, speed: number("Nodes/second")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_of_bench_are_read() {
        let text = "Position 1\nNodes searched: 3\n\nNodes searched  : 1234567\nNodes/second    : 890\n";
        assert_eq!(Bench::read(text), Some(Bench { signature: 1_234_567, speed: 890 }));
        assert_eq!(Bench::read("Nodes searched: many\nNodes/second: 890"), None);
        assert_eq!(Bench::read(""), None);
    }
}
