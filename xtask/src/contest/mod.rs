//! Matches between two engines, or between two settings of one.
//!
//! A match is cut into games that are numbered ([`schedule`]); each is played by a worker ([`arena`]) between two
//! processes ([`player`]) under our own rules ([`game`]) and written down at once ([`journal`]). What is written down
//! is all that counts: the statistics, the test and the report are made from it. `docs/matches.md` tells how to use
//! it.

mod adjudication;
mod answer;
mod arena;
mod clock;
mod dialect;
mod fault;
mod game;
pub(crate) mod journal;
mod limit;
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
mod statistics;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use indicatif::ProgressBar;
use xiangqi_core::rules::{RepetitionRule, Rules};

use self::adjudication::{DrawRule, ResignRule};
use self::arena::Arena;
use self::game::Terms;
use self::journal::{Conditions, Engine, Journal};
use self::limit::Limit;
use self::opening::Openings;
use self::program::Program;
use self::record::Record;
use self::report::Report;
use self::schedule::Shard;
use self::spec::Spec;
use self::sprt::{Sprt, Verdict};
use self::statistics::Tally;
use crate::bar::progress_bar;
use crate::workspace;

/// Where the openings are, relative to the root.
pub(crate) const OPENINGS: &str = "tests/data/openings.txt";
/// After how many games the results so far are told where no progress bar can be shown.
const TELL_EVERY: usize = 100;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Option<PlayArguments>,
    #[command(flatten)]
    limit: LimitArguments,
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
    /// The file of openings, moves in ICCS notation in each line; a set of the workspace by default.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The number of openings to leave out at the beginning of the file.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,
    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Stop when it is clear whether the first engine is stronger by ELO1 or only by ELO0: `ELO0:ELO1[:ALPHA:BETA]`.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// An engine whose own score is at most −SCORE for MOVES moves has lost: `SCORE:MOVES`, or `off`.
    #[arg(long, value_name = "RULE", default_value = "1500:3")]
    resign: Switch<ResignRule>,
    /// A game is drawn when both scores are within ±SCORE for MOVES moves, from PLIES on: `SCORE:MOVES:PLIES`.
    #[arg(long, value_name = "RULE", default_value = "off")]
    draw: Switch<DrawRule>,
    /// A game of so many plies is drawn.
    #[arg(long, value_name = "N", default_value_t = 600)]
    max_plies: usize,
    /// Who loses by a repetition: `computer`, `asian`, `check-only` or `always-draw`.
    #[arg(long, value_name = "RULE", default_value = "computer")]
    repetition: RepetitionRule,
    /// Plies without a capture that make a draw; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 120)]
    move_limit: u16,
    /// Milliseconds that may be overdrawn of a time limit.
    #[arg(long, value_name = "MS", default_value_t = 200)]
    grace: u64,
    /// Milliseconds that a search without a time limit may take.
    #[arg(long, value_name = "MS", default_value_t = 120_000)]
    patience: u64,
    /// Play only the I-th of N parts of the match: `I/N`. A test does not stop it; it is made when parts are merged.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Write every game to this file, and go on from there if some have been played.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The limit of both engines, unless their own say otherwise.
#[derive(clap::Args)]
#[group(required = false, multiple = false)]
struct LimitArguments {
    /// Milliseconds for each move; 100 if no limit is given.
    #[arg(long, value_name = "MS")]
    movetime: Option<String>,
    /// Nodes for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Depth of each move, in plies.
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// A clock: `[MOVES/]SECONDS[+INCREMENT]`.
    #[arg(long, value_name = "CONTROL")]
    tc: Option<String>,
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

/// A rule that can be switched off.
#[derive(Clone, Copy, Debug)]
struct Switch<T>(Option<T>);

impl<T: FromStr> FromStr for Switch<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Switch<T>, T::Err> {
        if text == "off" { Ok(Switch(None)) } else { Ok(Switch(Some(text.parse()?))) }
    }
}

impl<T: ToString> Switch<T> {
    fn text(&self) -> String {
        self.0.as_ref().map_or_else(|| "off".to_owned(), T::to_string)
    }
}

impl LimitArguments {
    fn limit(&self) -> Result<Limit> {
        let given = [&self.movetime, &self.nodes, &self.depth, &self.tc];
        let found =
            Limit::KEYS.into_iter().zip(given).find_map(|(key, value)| Some((key, value.as_deref()?)));
        let (key, value) = found.unwrap_or(("movetime", "100"));
        Limit::parse(key, value)
    }
}

/// Plays a match, or puts parts of one together, and tells what it came to.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match (&arguments.command, &arguments.play) {
        (Some(Command::Merge(arguments)), _) => merge(arguments),
        (None, Some(play_arguments)) => play(play_arguments, arguments.limit.limit()?, &arguments.exports),
        (None, None) => anyhow::bail!("no engines are given"),
    }
}

fn merge(arguments: &MergeArguments) -> Result<()> {
    let (conditions, records) = journal::merge(&arguments.files)?;
    if let Some(path) = &arguments.out {
        journal::write(path, &conditions, &records)?;
    }
    finish(&conditions, &records, arguments.sprt, &arguments.exports)
}

fn play(arguments: &PlayArguments, limit: Limit, exports: &Exports) -> Result<()> {
    ensure!(
        arguments.a.name != arguments.b.name,
        "both engines are called `{}`; results could not tell them apart",
        arguments.a.name
    );
    let limits = [&arguments.a, &arguments.b].map(|spec| spec.limit.unwrap_or(limit));
    for (spec, limit) in [&arguments.a, &arguments.b].into_iter().zip(limits) {
        ensure!(
            limit.is_of_time() || !spec.ponder,
            "`{}` has {limit}: to ponder makes sense only with a limit of time (movetime or tc), since with any other \
             it changes when a move is found, and by chance which, but not how much is thought about it",
            spec.name
        );
    }
    let programs = [Program::find(&arguments.a)?, Program::find(&arguments.b)?];
    let path = arguments.openings.clone().unwrap_or_else(|| workspace::root().join(OPENINGS));
    let openings = Openings::read(&path)?;
    let terms = Terms {
        limits,
        rules: Rules {
            move_limit: Some(arguments.move_limit).filter(|&limit| limit > 0),
            ..Rules::from(arguments.repetition)
        },
        resign: arguments.resign.0,
        draw: arguments.draw.0,
        max_plies: arguments.max_plies,
        grace: Duration::from_millis(arguments.grace),
        patience: Duration::from_millis(arguments.patience),
    };
    let conditions = conditions(arguments, &programs, &openings, &terms);
    let (journal, records) = match &arguments.out {
        Some(path) => Journal::open(path, &conditions).map(|(journal, records)| (Some(journal), records))?,
        None => (None, Vec::new()),
    };
    let games = arguments.games.next_multiple_of(2);
    let scheduled: Vec<u32> = arguments.shard.games(games).collect();
    if usize::try_from(games / 2)? > openings.len() {
        println!("only {} openings for {} pairs: they will be played again", openings.len(), games / 2);
    }
    // The test of a part would not be that of the whole.
    let sprt = arguments.sprt.filter(|_| arguments.shard == Shard::WHOLE);
    let mut table = Table { journal, records, sprt, bar: progress_bar(u64::try_from(scheduled.len())?) };
    let pending = table.pending(&scheduled);
    let arena =
        Arena { programs: &programs, terms: &terms, openings: &openings, first_opening: arguments.skip };
    table.show();
    let played = arena.play(&pending, usize::from(arguments.concurrency), |record| table.take(record));
    table.bar.finish_and_clear();
    // What has been played is told even if the match could not be finished.
    table.records.sort_by_key(|record| record.game);
    finish(&conditions, &table.records, arguments.sprt, exports)?;
    played
}

fn conditions(
    arguments: &PlayArguments,
    programs: &[Program; 2],
    openings: &Openings,
    terms: &Terms,
) -> Conditions {
    let engine = |index: usize| Engine {
        name: programs[index].spec.name.clone(),
        spec: programs[index].spec.text.clone(),
        limit: terms.limits[index].to_string(),
        program: programs[index].fingerprint.clone(),
    };
    Conditions {
        engines: [engine(0), engine(1)],
        openings: (openings.fingerprint.clone(), openings.len(), arguments.skip),
        resign: arguments.resign.text(),
        draw: arguments.draw.text(),
        max_plies: terms.max_plies,
        repetition: arguments.repetition.to_string(),
        move_limit: terms.rules.move_limit,
        grace_ms: arguments.grace,
        patience_ms: arguments.patience,
        shard: arguments.shard,
    }
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

fn write_file(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A match under way: what has been played so far.
struct Table {
    journal: Option<Journal>,
    records: Vec<Record>,
    sprt: Option<Sprt>,
    bar: ProgressBar,
}

impl Table {
    /// The games that have not been played; none if the test has ended.
    fn pending(&self, scheduled: &[u32]) -> Vec<u32> {
        if self.is_decided() {
            return Vec::new();
        }
        let played: std::collections::HashSet<u32> = self.records.iter().map(|record| record.game).collect();
        scheduled.iter().copied().filter(|game| !played.contains(game)).collect()
    }

    /// Takes a game; `false` if it decides the test.
    fn take(&mut self, record: Record) -> Result<bool> {
        if let Some(journal) = &mut self.journal {
            journal.append(&record)?;
        }
        self.records.push(record);
        self.show();
        Ok(!self.is_decided())
    }

    fn is_decided(&self) -> bool {
        let pairs = Tally::of(&self.records).pairs;
        self.sprt.is_some_and(|sprt| sprt.verdict(&pairs) != Verdict::Open)
    }

    fn show(&self) {
        let line = Report::line(&Tally::of(&self.records), self.sprt);
        let count = self.records.len();
        if self.bar.is_hidden() && count > 0 && count.is_multiple_of(TELL_EVERY) {
            println!("{count} games: {line}");
        }
        self.bar.set_position(u64::try_from(count).unwrap_or(u64::MAX));
        self.bar.set_message(line);
    }
}
