//! Tuning the numbers of the search by games: two settings of one engine play each other, again and again, and the
//! numbers follow the winners.
//!
//! The [`tuner`] says what to try next and learns from the result. Everything that it knows can be computed from the
//! results so far, so that they are all that is written down. `docs/tuning.md` tells how to use it.

mod row;
mod trajectory;
mod tuner;

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use self::row::{Choice, Row, Written};
use self::trajectory::Trajectory;
use self::tuner::{Schedule, Trial, Tuner, whole};
use super::arena::Arena;
use super::arguments::GameArguments;
use super::conditions::{Engine, GameConditions};
use super::journal::{self, Entry, Journal};
use super::program::Program;
use super::record::Record;
use super::spec::Spec;
use super::statistics::Tally;
use super::write_file;
use crate::bar::progress_bar;
use crate::workspace;

/// After how many iterations the numbers so far are told where no progress bar can be shown.
const TELL_EVERY: u32 = 100;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    tune: Option<TuneArguments>,
    #[command(flatten)]
    setting: GameArguments,
    #[command(flatten)]
    exports: Exports,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Tell how far a tuning is, or once more what it came to.
    Show(ShowArguments),
}

#[derive(clap::Args)]
struct TuneArguments {
    /// The numbers to tune: names of `params.rs` between commas, each of which may end in `*` and be followed by
    /// `=START`; or `all`.
    #[arg(long, value_name = "NAMES")]
    rows: Choice,
    /// The engine, as for a match; by default that of this workspace, built with the feature `tune`.
    #[arg(long, value_name = "SPEC", default_value = "engine")]
    engine: Spec,
    /// How many iterations.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,
    /// How many pairs of games are played in each iteration.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pairs: u32,
    /// The perturbation of the last iteration, as a multiple of the step of each row.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive)]
    c_end: f64,
    /// The step of the last iteration for each game won, as a share of its perturbation.
    #[arg(long, value_name = "SHARE", default_value_t = 0.002, value_parser = positive)]
    r_end: f64,
    /// How many iterations to begin cautiously with (Spall's A), as a share of all.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = not_negative)]
    stability: f64,
    /// The exponent by which the steps shrink.
    #[arg(long, value_name = "EXPONENT", default_value_t = 0.602, value_parser = not_negative)]
    alpha: f64,
    /// The exponent by which the perturbations shrink.
    #[arg(long, value_name = "EXPONENT", default_value_t = 0.101, value_parser = not_negative)]
    gamma: f64,
    /// The seed of the random perturbations.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write every iteration to this file, and go on from there if some have been played.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(clap::Args)]
struct ShowArguments {
    /// A file that a tuning was written to.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    exports: Exports,
}

/// Further files to be written at the end.
#[derive(clap::Args)]
struct Exports {
    /// Write the numbers after each iteration as a table, with commas between the columns.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw how the numbers moved.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// All that decides how a tuning comes out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Conditions {
    rows: Vec<Row>,
    schedule: Schedule,
    pairs: u32,
    seed: u64,
    engine: Engine,
    #[serde(flatten)]
    setting: GameConditions,
}

/// What an iteration came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Iteration {
    /// From 0.
    #[serde(rename = "iteration")]
    number: u32,
    /// Games that the first setting lost, drew and won.
    games: [u32; 3],
    /// Games that were lost by a fault.
    faults: u32,
    /// The numbers after it, for people who read the file.
    values: Vec<f64>,
}

impl Entry for Iteration {
    const WHAT: &str = "iteration";

    fn number(&self) -> u32 {
        self.number
    }
}

/// Tunes, or tells what a tuning came to.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match (&arguments.command, &arguments.tune) {
        (Some(Command::Show(show)), _) => {
            let (conditions, iterations) = journal::read::<Conditions, Iteration>(&show.file)?;
            State::new(&conditions, &iterations)?.finish(&show.exports)
        }
        (None, Some(tune)) => self::tune(tune, &arguments.setting, &arguments.exports),
        (None, None) => bail!("no numbers are given"),
    }
}

fn tune(arguments: &TuneArguments, setting: &GameArguments, exports: &Exports) -> Result<()> {
    let TuneArguments { iterations, pairs, seed, r_end, stability, alpha, gamma, .. } = *arguments;
    let games = u64::from(iterations) * u64::from(pairs) * 2;
    ensure!(u32::try_from(games).is_ok(), "{games} games are too many to be numbered");
    let program = Program::find(&arguments.engine, workspace::build_engine_for_tuning)?;
    let openings = setting.openings()?;
    let terms = setting.terms([&arguments.engine; 2])?;
    let conditions = Conditions {
        rows: arguments.rows.rows(arguments.c_end),
        schedule: Schedule { iterations, r_end, stability, alpha, gamma },
        pairs,
        seed,
        engine: Engine::new(&program, &terms.limits[0]),
        setting: setting.conditions(&openings),
    };
    let (mut journal, played) = Journal::open(&arguments.out, &conditions)?;
    let mut state = State::new(&conditions, &played)?;
    let bar = progress_bar(iterations.into());
    bar.set_position(state.tuner.iteration().into());
    bar.reset_eta();
    let outcome = loop {
        let Some(trial) = state.tuner.next() else { break Ok(()) };
        let programs = trial_programs(&program, state.tuner.rows(), &trial);
        let arena =
            Arena { programs: &programs, terms: &terms, openings: &openings, first_opening: setting.skip };
        let first = state.tuner.iteration() * pairs * 2;
        let numbers: Vec<u32> = (first..first + pairs * 2).collect();
        let mut records = Vec::new();
        let played = arena.play(&numbers, setting.concurrency.into(), |record| {
            records.push(record);
            Ok(true)
        });
        if let Err(error) = played.and_then(|()| journal.append(&state.learn(&records))) {
            break Err(error);
        }
        state.show(&bar);
    };
    bar.finish_and_clear();
    // What has been learned is told even if the tuning could not be finished.
    state.finish(exports)?;
    outcome
}

/// The two settings of an engine that an iteration lets play.
fn trial_programs(program: &Program, rows: &[Row], trial: &Trial) -> [Program; 2] {
    let variant = |name: &str, values: &[i32]| {
        let options = rows.iter().zip(values).map(|(row, value)| (row.name.clone(), value.to_string()));
        program.variant(name, options)
    };
    [variant("plus", &trial.values[0]), variant("minus", &trial.values[1])]
}

/// A tuning under way.
struct State {
    tuner: Tuner,
    trajectory: Trajectory,
    /// Games that the first setting lost, drew and won.
    games: [u32; 3],
    faults: u32,
}

impl State {
    /// The state after these iterations.
    fn new(conditions: &Conditions, iterations: &[Iteration]) -> Result<State> {
        let mut state = State {
            tuner: Tuner::new(conditions.rows.clone(), conditions.schedule, conditions.seed),
            trajectory: Trajectory::new(&conditions.rows),
            games: [0; 3],
            faults: 0,
        };
        for recorded in iterations {
            let number = state.tuner.iteration();
            ensure!(recorded.number == number, "iteration {number} is missing");
            let again = state.take(recorded.games, recorded.faults);
            ensure!(
                again == *recorded,
                "iteration {number} leads to other numbers than it did when it was written down"
            );
        }
        Ok(state)
    }

    /// Learns from the games of the next iteration.
    fn learn(&mut self, records: &[Record]) -> Iteration {
        let faults = records.iter().filter(|record| record.fault.is_some()).count();
        self.take(Tally::of(records).games, u32::try_from(faults).unwrap_or(u32::MAX))
    }

    fn take(&mut self, games: [u32; 3], faults: u32) -> Iteration {
        let number = self.tuner.iteration();
        let [lost, _, won] = games.map(u32::cast_signed);
        self.tuner.learn(won - lost);
        self.trajectory.push(self.tuner.values());
        for (sum, games) in self.games.iter_mut().zip(games) {
            *sum += games;
        }
        self.faults += faults;
        let rounded = |value: &f64| (value * 1000.0).round() / 1000.0;
        Iteration { number, games, faults, values: self.tuner.values().iter().map(rounded).collect() }
    }

    fn show(&self, bar: &ProgressBar) {
        let iteration = self.tuner.iteration();
        let line = self.line();
        if bar.is_hidden() && iteration.is_multiple_of(TELL_EVERY) {
            println!("{iteration} iterations: {line}");
        }
        bar.set_position(iteration.into());
        bar.set_message(line);
    }

    /// The results so far, and the rows that have moved most, as measured by their perturbations.
    fn line(&self) -> String {
        const TOLD: usize = 3;
        let [lost, drawn, won] = self.games;
        let mut moved: Vec<(f64, &Row)> = self
            .tuner
            .values()
            .iter()
            .zip(self.tuner.rows())
            .map(|(value, row)| (value - f64::from(row.start), row))
            .collect();
        moved.sort_by(|(one, row), (other, other_row)| {
            (other / other_row.c_end).abs().total_cmp(&(one / row.c_end).abs())
        });
        let most = moved.iter().take(TOLD).map(|(by, row)| format!("  {} {by:+.1}", row.name));
        let faults = if self.faults > 0 { format!("  faults {}", self.faults) } else { String::new() };
        format!("+{won} ={drawn} -{lost}{faults}{}", most.collect::<String>())
    }

    /// Prints the numbers as rows of `params.rs` and as an engine of a match, and writes what else is asked for.
    fn finish(&self, exports: &Exports) -> Result<()> {
        println!("after {} iterations: {}", self.tuner.iteration(), self.line());
        for (row, value) in self.tuner.rows().iter().zip(self.tuner.values()) {
            println!("        {} // was {}, is {value:.2}", Written(row, whole(value.round())), row.start);
        }
        let options = self.tuner.rows().iter().zip(self.tuner.values());
        let options = options.map(|(row, value)| format!(",opt.{}={}", row.name, whole(value.round())));
        println!("to play with these: NAME{}", options.collect::<String>());
        if let Some(path) = &exports.csv {
            write_file(path, &self.trajectory.csv())?;
        }
        exports.svg.as_deref().map_or(Ok(()), |path| self.trajectory.draw(path))
    }
}

fn positive(text: &str) -> Result<f64> {
    let number = not_negative(text)?;
    ensure!(number > 0.0, "`{text}` is not above 0");
    Ok(number)
}

fn not_negative(text: &str) -> Result<f64> {
    let number = text.parse::<f64>().with_context(|| format!("`{text}` is no number"))?;
    ensure!((0.0..=1e6).contains(&number), "`{text}` is not from 0 to 1000000");
    Ok(number)
}
