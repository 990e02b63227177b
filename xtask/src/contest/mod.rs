//! Matches between two engines, or between two settings of one.
//!
//! A match is cut into games that are numbered ([`schedule`]); each is played by a worker ([`arena`]) between two
//! processes ([`player`]) under our own rules ([`game`]) and written down at once ([`journal`]). What is written down
//! is all that counts: the statistics, the test and the report are made from it. `docs/matches.md` tells how to use
//! it.
//!
//! Two further commands let an engine with options for its numbers play itself, in many matches: [`spsa`] tunes the
//! numbers, [`ablation`] measures techniques. They are told in `docs/tuning.md`.

pub(crate) mod ablation;
mod adjudication;
mod answer;
mod arena;
mod arguments;
mod clock;
mod conditions;
mod dialect;
mod fault;
mod game;
pub(crate) mod journal;
pub(crate) mod ladder;
mod limit;
mod merge;
pub(crate) mod opening;
mod pgn;
mod player;
mod process;
mod program;
mod record;
mod report;
mod schedule;
mod spec;
mod sprt;
pub(crate) mod spsa;
mod statistics;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use self::arena::Arena;
use self::arguments::GameArguments;
use self::conditions::{Conditions, Engine};
use self::opening::Openings;
use self::program::Program;
use self::record::Record;
use self::report::Report;
use self::schedule::Shard;
use self::spec::Spec;
use self::sprt::Sprt;
use self::table::Table;
use crate::workspace;

/// Where the openings are, relative to the root.
pub(crate) const OPENINGS: &str = "tests/data/openings.txt";

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Option<PlayArguments>,
    #[command(flatten)]
    setting: GameArguments,
    #[command(flatten)]
    exports: Exports,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Put the shards of a match together, or tell once more what a match came to.
    Merge(MergeArguments),
}

#[derive(clap::Args)]
struct PlayArguments {
    /// The first engine: `NAME[,KEY=VALUE…][:COMMAND]`, keys `proto` (auto, uci, ucci), `opt.NAME`, `ranks` (0, 1),
    /// `ponder` (on, off), `dir`, and the limits `movetime`, `nodes`, `depth`, `tc`. Without a command, the engine of
    /// this workspace.
    #[arg(long, value_name = "SPEC")]
    a: Spec,
    /// The second engine.
    #[arg(long, value_name = "SPEC")]
    b: Spec,
    /// How many games, all shards together; always whole pairs.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// Stop when it is clear whether the first engine is stronger by ELO1 or only by ELO0: `ELO0:ELO1[:ALPHA:BETA]`.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Play only the I-th of N parts of the match: `I/N`. A test does not stop it; it is made when parts are merged.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Write every game to this file, and go on from there if some have been played.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(clap::Args)]
struct MergeArguments {
    /// Files that matches were written to.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The sequential test to make: `ELO0:ELO1[:ALPHA:BETA]`.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the games of all files to this one.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    exports: Exports,
}

/// Further files to be written at the end.
#[derive(clap::Args)]
struct Exports {
    /// Write the games as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the results as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Plays a match, or puts parts of one together, and tells what it came to.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match (&arguments.command, &arguments.play) {
        (Some(Command::Merge(arguments)), _) => merge(arguments),
        (None, Some(play_arguments)) => play(play_arguments, &arguments.setting, &arguments.exports),
        (None, None) => anyhow::bail!("no engines are given"),
    }
}

fn merge(arguments: &MergeArguments) -> Result<()> {
    let (conditions, records) = merge::merge(&arguments.files)?;
    if let Some(path) = &arguments.out {
        merge::write(path, &conditions, &records)?;
    }
    finish(&conditions, &records, arguments.sprt, &arguments.exports)
}

fn play(arguments: &PlayArguments, setting: &GameArguments, exports: &Exports) -> Result<()> {
    ensure!(
        arguments.a.name != arguments.b.name,
        "both engines are called `{}`; results could not tell them apart",
        arguments.a.name
    );
    let find = |spec| Program::find(spec, workspace::build_engine);
    let programs = [find(&arguments.a)?, find(&arguments.b)?];
    let openings = setting.openings()?;
    let terms = setting.terms([&arguments.a, &arguments.b])?;
    let conditions = Conditions {
        engines: [0, 1].map(|index| Engine::new(&programs[index], &terms.limits[index])),
        setting: setting.conditions(&openings),
        shard: arguments.shard,
    };
    // The test of a part would not be that of the whole.
    let sprt = arguments.sprt.filter(|_| arguments.shard == Shard::WHOLE);
    let mut table = Table::open(&conditions, arguments.out.as_deref(), sprt)?;
    let games = arguments.games.next_multiple_of(2);
    let scheduled: Vec<u32> = arguments.shard.games(games).collect();
    tell_if_repeated(&openings, games / 2);
    let arena =
        Arena { programs: &programs, terms: &terms, openings: &openings, first_opening: setting.skip };
    let played = table.play(&arena, &scheduled, setting.concurrency);
    // What has been played is told even if the match could not be finished.
    finish(&conditions, &table.into_records(), arguments.sprt, exports)?;
    played
}

/// Prints the results and writes what else is asked for.
fn finish(conditions: &Conditions, records: &[Record], sprt: Option<Sprt>, exports: &Exports) -> Result<()> {
    let [a, b] = &conditions.engines;
    let names = [a.name.as_str(), b.name.as_str()];
    let report = Report::new(names, records, sprt);
    print!("{report}");
    if let Some(path) = &exports.json {
        write_file(path, &(serde_json::to_string_pretty(&report)? + "\n"))?;
    }
    if let Some(path) = &exports.pgn {
        let games = records.iter().map(|record| pgn::write(record, names, [&a.limit, &b.limit]));
        write_file(path, &games.collect::<String>())?;
    }
    Ok(())
}

/// Says so if there are fewer openings than pairs of games.
fn tell_if_repeated(openings: &Openings, pairs: u32) {
    if usize::try_from(pairs).is_ok_and(|pairs| pairs > openings.len()) {
        println!("only {} openings for {pairs} pairs: they will be played again", openings.len());
    }
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
