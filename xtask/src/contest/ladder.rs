//! The ladder of playing levels: each against the one below it.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use xiangqi_search::Level;

use super::arena::Arena;
use super::arguments::GameArguments;
use super::conditions::{Conditions, Engine};
use super::program::Program;
use super::schedule::Shard;
use super::spec::Spec;
use super::statistics::{Estimate, Tally};
use super::table::Table;
use crate::workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lowest level that is measured against the one below it.
    #[arg(long, value_name = "LEVEL", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    from: u8,
    /// The highest level that is measured.
    #[arg(long, value_name = "LEVEL", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=20))]
    to: u8,
    /// The engine, as for a match; that of this workspace by default.
    #[arg(long, value_name = "SPEC", default_value = "engine")]
    engine: Spec,
    /// How many games each level plays against the one below it, always whole pairs.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// The folder for the files of the matches, which go on from there if they have begun.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// How the games are played.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Setting {
    #[command(flatten)]
    games: GameArguments,
}

impl Setting {
    /// Games with as many nodes as the full level was measured with, of which none is given up, since weak players let
    /// others come back.
    fn new() -> Result<Setting> {
        let nodes = Level::FULL_NODES.to_string();
        Ok(Setting::try_parse_from(["--nodes", &nodes, "--resign", "off"])?)
    }
}

/// Measures the levels and prints how strong each is.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { from, to, .. } = *arguments;
    ensure!(from <= to, "level {from} is above level {to}");
    let start = Level::new(from - 1).context("there is no such level")?;
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot make the folder {}", arguments.out.display()))?;
    let program = Program::find(&arguments.engine, workspace::build_engine)?;
    let mut rungs = vec![Some(f64::from(start.elo()))];
    let mut rows = Vec::new();
    let climbed = (from..=to).try_for_each(|level| {
        let tally = arguments.measure(&program, level)?;
        let estimate = tally.estimate();
        let below = rungs.last().copied().flatten();
        let elo = below.zip(estimate).map(|(below, step)| below + step.elo);
        rows.push(row(level, elo, estimate, &tally));
        rungs.push(elo);
        Ok(())
    });
    // What has been played is told even if the rest could not be.
    println!("{HEADING}\n{}\n{}", rows.join("\n"), constants(start, &rungs));
    climbed
}

impl Arguments {
    /// Plays a level against the one below it.
    fn measure(&self, program: &Program, level: u8) -> Result<Tally> {
        println!("level {level} against level {}", level - 1);
        let Setting { games: setting } = Setting::new()?;
        let programs = [level, level - 1].map(|level| player(program, level));
        let openings = setting.openings()?;
        let terms = setting.terms([&self.engine; 2])?;
        let conditions = Conditions {
            engines: [0, 1].map(|index| Engine::new(&programs[index], &terms.limits[index])),
            setting: setting.conditions(&openings),
            shard: Shard::WHOLE,
        };
        let mut table = Table::open(&conditions, Some(&self.file(level)), None)?;
        let arena =
            Arena { programs: &programs, terms: &terms, openings: &openings, first_opening: setting.skip };
        let scheduled: Vec<u32> = Shard::WHOLE.games(self.games.next_multiple_of(2)).collect();
        table.play(&arena, &scheduled, self.concurrency)?;
        Ok(Tally::of(&table.into_records()))
    }

    /// The file of the match of a level against the one below it.
    fn file(&self, level: u8) -> PathBuf {
        self.out.join(format!("{level:02}.jsonl"))
    }
}

/// The engine at a level, with a seed that repeats its games.
fn player(program: &Program, level: u8) -> Program {
    let options = [("Skill Level", level.to_string()), ("Seed", "1".to_owned())];
    program.variant(&format!("level {level}"), options.map(|(name, value)| (name.to_owned(), value)))
}

const HEADING: &str = "| level | Elo | over the level below [95 %] | games |\n|---|---|---|---|";

/// A row of the table. Nothing is known of a step when all pairs of games ended alike, nor of what stands upon it.
fn row(level: u8, elo: Option<f64>, estimate: Option<Estimate>, tally: &Tally) -> String {
    let step = estimate.map_or_else(
        || "unknown".to_owned(),
        |Estimate { elo, interval: (low, high), .. }| format!("{elo:+.0} [{low:+.0}, {high:+.0}]"),
    );
    let [losses, draws, wins] = tally.games;
    format!("| {level} | {} | {step} | +{wins} ={draws} −{losses} |", rung(elo))
}

fn rung(elo: Option<f64>) -> String {
    elo.map_or_else(|| "unknown".to_owned(), |elo| format!("{elo:.0}"))
}

/// The strengths as they stand in the source of the levels.
fn constants(start: Level, rungs: &[Option<f64>]) -> String {
    let rungs: Vec<String> = rungs.iter().copied().map(rung).collect();
    format!("Elo from level {start} on: {}", rungs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::limit::Limit;
    use super::*;

    #[test]
    fn weak_players_do_not_give_up() {
        let Setting { games } = Setting::new().unwrap();
        let spec: Spec = "engine".parse().unwrap();
        let terms = games.terms([&spec; 2]).unwrap();
        assert!(terms.resign.is_none() && terms.draw.is_none());
        assert_eq!(terms.limits, [Limit::Nodes(Level::FULL_NODES); 2]);
    }

    #[test]
    fn the_table_tells_steps_and_sums_as_far_as_they_are_known() {
        let tally = Tally { games: [1, 2, 5], pairs: [0, 1, 0, 1, 2] };
        assert_eq!(
            row(4, Some(612.4), tally.estimate(), &tally),
            "| 4 | 612 | +191 [-35, +inf] | +5 =2 −1 |"
        );
        let alike = Tally { games: [0, 0, 8], pairs: [0, 0, 0, 0, 4] };
        assert_eq!(row(5, None, alike.estimate(), &alike), "| 5 | unknown | unknown | +8 =0 −0 |");
        let start = Level::new(3).unwrap();
        assert_eq!(
            constants(start, &[Some(450.0), Some(612.4), None]),
            "Elo from level 3 on: 450, 612, unknown"
        );
    }
}
