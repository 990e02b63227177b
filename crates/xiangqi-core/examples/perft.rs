//! Counts the lines of play to a depth, tells how fast, and shows them by first move if asked.
//!
//! ```text
//! cargo run --release --package xiangqi-core --example perft -- [--fen FEN] DEPTH [divide]
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what it is for")]

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use xiangqi_core::{Position, divide, perft, perft_listed};

const USAGE: &str = "usage: perft [--fen FEN] DEPTH [divide]";

struct Arguments {
    position: Position,
    depth: u32,
    divide: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let Arguments { mut position, depth, divide } = arguments(env::args().skip(1))?;
    println!("{position}\n");
    if divide {
        print_by_first_move(&mut position, depth);
    }
    measure("last ply counted", || perft(&mut position, depth));
    measure("last ply listed", || perft_listed(&mut position, depth));
    Ok(())
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
    let (mut position, mut depth, mut divide) = (Position::start(), None, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--fen" => position = Position::from_fen_lenient(&words.next().ok_or(USAGE)?)?,
            "divide" => divide = true,
            number => depth = Some(number.parse().map_err(|error| format!("`{number}`: {error}\n{USAGE}"))?),
        }
    }
    Ok(Arguments { position, depth: depth.ok_or(USAGE)?, divide })
}

fn print_by_first_move(position: &mut Position, depth: u32) {
    for (mv, lines) in divide(position, depth) {
        println!("{mv}: {lines}");
    }
    println!();
}

fn measure(name: &str, count: impl FnOnce() -> u64) {
    let start = Instant::now();
    let lines = count();
    let time = start.elapsed();
    let per_second = u128::from(lines) * 1_000 / time.as_micros().max(1);
    println!("{name}: {lines} lines in {time:.3?}, {per_second} thousand a second");
}
