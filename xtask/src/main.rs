//! Developer commands of the workspace, run as `cargo xtask COMMAND`.
//!
//! `check` is what CI runs before the tests, `tidy` is the part of it that no other tool knows, and `bench` measures
//! the engine: its signature, its speed, and its speed beside another engine's on the same machine at the same time.

#![expect(clippy::print_stdout, reason = "a command line tool talks to its user")]

mod bar;
mod bench;
mod check;
mod contest;
mod datagen;
mod openings;
#[cfg(test)]
mod scratch;
mod tactics;
mod tidy;
mod tune;
mod workspace;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Developer commands of the workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything CI checks before it runs the tests: format, lints, documentation, tidiness, bench signature.
    Check,
    /// The house rules that no other tool knows: file sizes, debris, dependencies between crates, links.
    Tidy,
    /// The bench signature, nodes per second, and perft and search speed beside fairy-stockfish.
    Bench(bench::Arguments),
    /// Matches between two engines, with Elo and a sequential test.
    Match(Box<contest::Arguments>),
    /// Tunes the numbers of the search by games (SPSA).
    Spsa(Box<contest::spsa::Arguments>),
    /// Measures by games what each technique of the search is worth.
    Ablate(Box<contest::ablation::Arguments>),
    /// How much stronger each playing level is than the one below it.
    Ladder(contest::ladder::Arguments),
    /// Makes a set of balanced openings for matches.
    Openings(openings::Arguments),
    /// Games of the engine against itself, from which weights are tuned.
    Datagen(datagen::Arguments),
    /// Tactical problems from such games.
    Tactics(tactics::Arguments),
    /// Tunes the weights of the evaluation by such games.
    Tune(tune::Arguments),
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Check => check::run(),
        Command::Tidy => tidy::run(),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Match(arguments) => contest::run(&arguments),
        Command::Spsa(arguments) => contest::spsa::run(&arguments),
        Command::Ablate(arguments) => contest::ablation::run(&arguments),
        Command::Ladder(arguments) => contest::ladder::run(&arguments),
        Command::Openings(arguments) => openings::run(&arguments),
        Command::Datagen(arguments) => datagen::run(&arguments),
        Command::Tactics(arguments) => tactics::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
    }
}
