//! What each technique of the search is worth: matches of the engine against itself without the technique.
//!
//! Each match is one as any other, with a file of its own in one folder; all of them make a table.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use xiangqi_search::{PARAMS, Param};

use super::arena::Arena;
use super::arguments::GameArguments;
use super::conditions::{Conditions, Engine};
use super::program::Program;
use super::record::Record;
use super::schedule::Shard;
use super::spec::Spec;
use super::sprt::Sprt;
use super::statistics::{Estimate, Tally};
use super::table::Table;
use super::{tell_if_repeated, write_file};
use crate::workspace;

/// The file with the table, in the folder.
const TABLE: &str = "table.md";
/// The numbers of which 0 leaves out a part of a technique.
const PARTS: [&str; 10] = [
    "aspiration_reduction",
    "check_bonus",
    "reduction_capture",
    "reduction_check",
    "reduction_cut_node",
    "reduction_cutoffs",
    "reduction_killer",
    "reduction_not_improving",
    "reduction_pv",
    "reduction_tt_capture",
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What is left out, one after the other: names of techniques in `params.rs` between commas, or numbers with the
    /// value that makes them ineffective, as `check_bonus=0`; several with `+` between them are left out together.
    /// `techniques` stands for all techniques, `parts` for the numbers of which 0 leaves out a part of one.
    #[arg(long, value_name = "NAMES", default_value = "techniques")]
    without: Choice,
    /// The engine, as for a match; by default that of this workspace, built with the feature `tune`.
    #[arg(long, value_name = "SPEC", default_value = "engine")]
    engine: Spec,
    /// How many games each match has, always whole pairs.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// End a match when it is clear whether the technique is worth ELO1 or only ELO0: `ELO0:ELO1[:ALPHA:BETA]`.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    setting: GameArguments,
    /// The folder for the files of the matches, which go on from there if they have begun, and for the table.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// What is to be left out, one after the other.
#[derive(Clone, Debug)]
struct Choice(Vec<Omission>);

/// Something that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Omission(Vec<(&'static Param, i32)>);

impl FromStr for Choice {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Choice> {
        let mut omissions = Vec::new();
        for part in text.split(',').map(str::trim) {
            match part {
                "techniques" => omissions.extend(techniques()),
                "parts" => omissions.extend(parts()),
                _ => omissions.push(part.parse()?),
            }
        }
        let mut unique: Vec<Omission> = Vec::new();
        for omission in omissions {
            if !unique.contains(&omission) {
                unique.push(omission);
            }
        }
        Ok(Choice(unique))
    }
}

/// Each technique alone.
fn techniques() -> impl Iterator<Item = Omission> {
    PARAMS.iter().filter(|param| param.is_technique()).map(|param| Omission(vec![(param, 0)]))
}

/// Each of the [`PARTS`] alone.
fn parts() -> impl Iterator<Item = Omission> {
    PARAMS.iter().filter(|param| PARTS.contains(&param.name)).map(|param| Omission(vec![(param, 0)]))
}

impl FromStr for Omission {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Omission> {
        let settings = text.split('+').map(|part| {
            let (name, value) = match part.split_once('=') {
                None => (part.trim(), None),
                Some((name, value)) => (name.trim(), Some(value.trim())),
            };
            let param = PARAMS.iter().find(|param| param.name == name);
            let param =
                param.with_context(|| format!("`{name}` is no technique and no number of the search"))?;
            let value = match value {
                Some(value) => value.parse().with_context(|| format!("`{part}` has no number after `=`"))?,
                None if param.is_technique() => 0,
                None => bail!("`{name}` is a number; which value leaves it out is told as in `{name}=0`"),
            };
            let Param { min, max, .. } = *param;
            ensure!((min..=max).contains(&value), "{name} goes from {min} to {max}, and cannot be {value}");
            Ok((param, value))
        });
        Ok(Omission(settings.collect::<Result<_>>()?))
    }
}

impl Omission {
    /// The settings, which also name the file.
    fn settings(&self) -> String {
        let settings: Vec<String> =
            self.0.iter().map(|(param, value)| format!("{}={value}", param.name)).collect();
        settings.join("+")
    }

    fn options(&self) -> impl Iterator<Item = (String, String)> {
        self.0.iter().map(|(param, value)| (param.name.to_owned(), value.to_string()))
    }

    /// What is left out, in words.
    fn about(&self) -> String {
        let about: Vec<&str> = self.0.iter().map(|(param, _)| param.about.trim_end_matches('.')).collect();
        about.join("; ")
    }
}

/// Plays all matches and makes the table of them.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot make the folder {}", arguments.out.display()))?;
    let program = Program::find(&arguments.engine, workspace::build_engine_for_tuning)?;
    let openings = arguments.setting.openings()?;
    let terms = arguments.setting.terms([&arguments.engine; 2])?;
    let games = arguments.games.next_multiple_of(2);
    tell_if_repeated(&openings, games / 2);
    let mut lines = String::from(HEAD);
    for omission in &arguments.without.0 {
        println!("without {}", omission.settings());
        let programs = [program.variant("with", []), program.variant("without", omission.options())];
        let conditions = Conditions {
            engines: [0, 1].map(|index| Engine::new(&programs[index], &terms.limits[index])),
            setting: arguments.setting.conditions(&openings),
            shard: Shard::WHOLE,
        };
        let file = arguments.out.join(omission.settings() + ".jsonl");
        let mut table = Table::open(&conditions, Some(&file), arguments.sprt)?;
        let arena = Arena {
            programs: &programs,
            terms: &terms,
            openings: &openings,
            first_opening: arguments.setting.skip,
        };
        let scheduled: Vec<u32> = Shard::WHOLE.games(games).collect();
        let played = table.play(&arena, &scheduled, arguments.setting.concurrency);
        lines += &line(omission, &table.into_records(), arguments.sprt);
        write_file(&arguments.out.join(TABLE), &lines)?;
        played?;
    }
    print!("{lines}");
    Ok(())
}

const HEAD: &str = "\
| technique | left out by | games | + = − with it | pairs, 0 to 2 points | Elo that it gives [95 %] | test |
|---|---|---|---|---|---|---|
";

/// The line of a match in the table.
fn line(omission: &Omission, records: &[Record], sprt: Option<Sprt>) -> String {
    let tally = Tally::of(records);
    let [lost, drawn, won] = tally.games;
    let elo = tally.estimate().map_or_else(
        || "unknown".to_owned(),
        |Estimate { elo, interval: (low, high), .. }| format!("{elo:+.0} [{low:+.0}, {high:+.0}]"),
    );
    let test = sprt.map_or_else(String::new, |sprt| {
        format!("{sprt}: {} at LLR {:.2}", sprt.verdict(&tally.pairs).text(), sprt.llr(&tally.pairs))
    });
    let faults = records.iter().filter(|record| record.fault.is_some()).count();
    let faults = if faults > 0 { format!(", {faults} by a fault") } else { String::new() };
    format!(
        "| {} | `{}` | {} | +{won} ={drawn} −{lost}{faults} | {} | {elo} | {test} |\n",
        omission.about(),
        omission.settings(),
        tally.count(),
        tally.pairs.map(|pairs| pairs.to_string()).join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::super::fault::FaultKind;
    use super::super::record::GameResult::{BlackWins, Draw, RedWins};
    use super::super::record::tests::record;
    use super::*;

    fn settings(text: &str) -> Vec<String> {
        text.parse::<Choice>().unwrap().0.iter().map(Omission::settings).collect()
    }

    #[test]
    fn what_is_left_out_is_chosen_by_name() {
        assert_eq!(settings("null_move, check_bonus=5"), ["null_move=0", "check_bonus=5"]);
        assert_eq!(settings("razoring+probcut=0,razoring"), ["razoring=0+probcut=0", "razoring=0"]);
        let techniques = settings("techniques");
        assert_eq!(techniques.len(), PARAMS.iter().filter(|param| param.is_technique()).count());
        assert!(techniques.contains(&"null_move=0".to_owned()));
        assert_eq!(settings("techniques,null_move").len(), techniques.len(), "each once");
        let mut parts = settings("parts");
        parts.sort();
        assert_eq!(parts, PARTS.map(|name| format!("{name}=0")));
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (text, expected) in [
            ("null_moves", "`null_moves` is no technique"),
            ("", "`` is no technique"),
            ("check_bonus", "which value leaves it out is told as in `check_bonus=0`"),
            ("check_bonus=x", "`check_bonus=x` has no number"),
            ("null_move=2", "null_move goes from 0 to 1, and cannot be 2"),
        ] {
            let error = text.parse::<Choice>().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_match_is_a_line_of_the_table() {
        let mut records: Vec<Record> = (0..)
            .zip([RedWins, Draw, RedWins, BlackWins])
            .map(|(game, result)| record(game, result))
            .collect();
        records[2].fault = Some(FaultKind::Crash);
        let omission: Omission = "null_move".parse().unwrap();
        assert_eq!(
            line(&omission, &records, "0:10".parse().ok()),
            "| Null-move pruning | `null_move=0` | 4 | +3 =1 −0, 1 by a fault | 0 0 0 1 1 | +338 [+149, +inf] | \
             0:10:0.05:0.05: open at LLR 0.06 |\n"
        );
        let nothing = "| Null-move pruning | `null_move=0` | 0 | +0 =0 −0 | 0 0 0 0 0 | unknown |  |\n";
        assert_eq!(line(&omission, &[], None), nothing);
        assert_eq!(
            line(&omission, &[], None).matches('|').count(),
            HEAD.lines().next().unwrap().matches('|').count()
        );
    }
}
