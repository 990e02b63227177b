//! The options of the engine: what exists, what is advertised to whom, and what is set.
//!
//! One table describes them all; an option stands in it once, with the name it has in each dialect. Only options
//! that do something are in the table. Others that clients are known to send are accepted and have no effect, as is
//! any unknown name: see `docs/ucci.md`.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use thiserror::Error;
use xiangqi_core::rules::Rules;
use xiangqi_search::Settings;

use crate::Dialect;
use crate::command::{Assignment, Value};

/// The options, by what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptionId {
    /// Times of UCCI's `go time` are milliseconds, not seconds.
    UseMillisec,
    /// Read no command while thinking.
    Batch,
    /// Echo what is received, explain what is ignored.
    Debug,
    /// The client lets the engine think on the opponent's time; only a hint.
    Ponder,
    /// Size of the transposition table in MiB; 0 leaves it to the engine.
    Hash,
    /// Forget the contents of the transposition table.
    ClearHash,
    /// How many threads search; 0 is as many as the machine has.
    Threads,
    /// How many best lines are searched and told.
    MultiPv,
    /// Milliseconds of each move kept in reserve for what lies between the engine and the clock.
    MoveOverhead,
    /// Tell the chances of a win, a draw and a loss with each score.
    ShowWdl,
    /// The variant that is played; there is one.
    Variant,
    /// A file of evaluation weights; empty for the built-in ones.
    EvalFile,
    /// Moves of each side without a capture after which a game is drawn; 0 for no limit.
    DrawMoves,
    /// Whether the engine may resign.
    Resign,
    /// A new game begins: forget what was learnt from the last.
    NewGame,
}

/// The type of an option, with its default and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On or off.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A number.
    Spin {
        /// The value at the start.
        default: u32,
        /// The least value; smaller ones are raised to it.
        min: u32,
        /// The greatest value; larger ones are cut to it.
        max: u32,
    },
    /// One word out of several.
    Combo {
        /// The words. The first is the default, since some clients send the first one back unasked.
        vars: &'static [&'static str],
    },
    /// Something to be done at once.
    Button,
    /// A text, empty at the start.
    Text,
}

/// One option: its names and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// What the option means.
    pub id: OptionId,
    /// The name in UCCI, if it is advertised there.
    pub ucci: Option<&'static str>,
    /// The name in UCI, if it is advertised there.
    pub uci: Option<&'static str>,
    /// Other names it is known by. All names match without regard to case, spaces, `_` and `-`.
    pub aliases: &'static [&'static str],
    /// The type.
    pub kind: Kind,
}

/// The most threads that can be asked for.
pub const MAX_THREADS: u32 = 256;
/// The largest transposition table that can be asked for, in MiB.
pub const MAX_HASH_MIB: u32 = 65_536;
/// The transposition table when nothing is asked for, in MiB.
pub const DEFAULT_HASH_MIB: u32 = 64;
/// The reserve per move when nothing is asked for, in milliseconds.
const DEFAULT_OVERHEAD_MS: u32 = 10;
/// Moves of each side without capture that make a draw, when nothing is asked for.
const DEFAULT_DRAW_MOVES: u32 = 60;

const fn spec(
    id: OptionId,
    names: (Option<&'static str>, Option<&'static str>),
    aliases: &'static [&'static str],
    kind: Kind,
) -> OptionSpec {
    OptionSpec { id, ucci: names.0, uci: names.1, aliases, kind }
}

/// All options, in the order in which they are advertised.
pub const OPTIONS: &[OptionSpec] = &[
    spec(OptionId::UseMillisec, (Some("usemillisec"), None), &[], Kind::Check { default: true }),
    spec(OptionId::Batch, (Some("batch"), None), &[], Kind::Check { default: false }),
    spec(OptionId::Debug, (Some("debug"), None), &[], Kind::Check { default: false }),
    spec(OptionId::Ponder, (Some("ponder"), Some("Ponder")), &[], Kind::Check { default: false }),
    spec(
        OptionId::Hash,
        (Some("hashsize"), Some("Hash")),
        &["hashmb"],
        Kind::Spin { default: DEFAULT_HASH_MIB, min: 0, max: MAX_HASH_MIB },
    ),
    spec(OptionId::ClearHash, (None, Some("Clear Hash")), &[], Kind::Button),
    spec(
        OptionId::Threads,
        (Some("threads"), Some("Threads")),
        &["cores"],
        Kind::Spin { default: 1, min: 0, max: MAX_THREADS },
    ),
    spec(
        OptionId::MultiPv,
        (Some("multipv"), Some("MultiPV")),
        &[],
        Kind::Spin { default: 1, min: 1, max: 128 },
    ),
    spec(
        OptionId::MoveOverhead,
        (Some("moveoverhead"), Some("Move Overhead")),
        &[],
        Kind::Spin { default: DEFAULT_OVERHEAD_MS, min: 0, max: 5000 },
    ),
    spec(OptionId::ShowWdl, (None, Some("UCI_ShowWDL")), &["showwdl"], Kind::Check { default: false }),
    spec(OptionId::Variant, (None, Some("UCI_Variant")), &["variant"], Kind::Combo { vars: &["xiangqi"] }),
    spec(OptionId::EvalFile, (Some("evalfile"), Some("EvalFile")), &[], Kind::Text),
    spec(
        OptionId::DrawMoves,
        (Some("drawmoves"), Some("Draw Moves")),
        &[],
        Kind::Spin { default: DEFAULT_DRAW_MOVES, min: 0, max: 1000 },
    ),
    spec(OptionId::Resign, (Some("resign"), Some("Resign")), &[], Kind::Check { default: false }),
    spec(OptionId::NewGame, (Some("newgame"), None), &[], Kind::Button),
];

impl OptionSpec {
    /// The option with a name, in whatever dialect and spelling.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static OptionSpec> {
        let name = bare(name);
        OPTIONS.iter().find(|spec| spec.names().any(|own| bare(own) == name))
    }

    /// The name under which a dialect advertises the option, if it does.
    #[must_use]
    pub const fn name(&self, dialect: Dialect) -> Option<&'static str> {
        match dialect {
            Dialect::Ucci => self.ucci,
            Dialect::Uci => self.uci,
        }
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.ucci.into_iter().chain(self.uci).chain(self.aliases.iter().copied())
    }

    /// A name to mention the option by.
    fn any_name(&self) -> &'static str {
        self.names().next().unwrap_or_default()
    }
}

/// A name without case, spaces, underscores and hyphens.
fn bare(name: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-');
    name.chars().filter(kept).map(|c| c.to_ascii_lowercase()).collect()
}

/// Why an option was not set; it keeps the value that it had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The value does not fit the type.
    #[error("option {option}: '{value}' is not {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// The text that was given.
        value: String,
        /// What would have been right.
        expected: String,
    },
    /// No option has this name.
    #[error("there is no option '{name}'")]
    Unknown {
        /// The name that was given.
        name: String,
    },
}

/// What options are set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// One number per row of [`OPTIONS`]: 0 or 1 for a check, the index for a combo, 0 for what has no number.
    numbers: Vec<u32>,
    /// The file of evaluation weights, if one is set.
    pub eval_file: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let default = |spec: &OptionSpec| match spec.kind {
            Kind::Check { default } => u32::from(default),
            Kind::Spin { default, .. } => default,
            Kind::Combo { .. } | Kind::Button | Kind::Text => 0,
        };
        Options { numbers: OPTIONS.iter().map(default).collect(), eval_file: None }
    }
}

impl Options {
    /// Whether a check is on.
    #[must_use]
    pub fn is_on(&self, id: OptionId) -> bool {
        self.number(id) != 0
    }

    /// The number that a spin is set to.
    #[must_use]
    pub fn number(&self, id: OptionId) -> u32 {
        OPTIONS.iter().zip(&self.numbers).find(|(spec, _)| spec.id == id).map_or(0, |(_, number)| *number)
    }

    /// Sets what an assignment says, and tells which option that was.
    ///
    /// # Errors
    ///
    /// If there is no such option, or the value does not fit it; nothing changes then.
    pub fn assign(&mut self, assignment: &Assignment) -> Result<OptionId, OptionError> {
        let readings = assignment.readings();
        let found =
            readings.iter().find_map(|(name, value)| OptionSpec::find(name).map(|spec| (spec, value)));
        let Some((spec, value)) = found else {
            let name = readings.last().map(|(name, _)| name.clone()).unwrap_or_default();
            return Err(OptionError::Unknown { name });
        };
        self.set(spec, value)?;
        Ok(spec.id)
    }

    /// Turns a check on or off.
    pub fn switch(&mut self, id: OptionId, on: bool) {
        self.set_number(id, u32::from(on));
    }

    /// Sets the size of the transposition table in MiB.
    pub fn set_hash(&mut self, mib: usize) {
        self.set_number(OptionId::Hash, u32::try_from(mib).unwrap_or(MAX_HASH_MIB));
    }

    /// The settings of the search that the options stand for.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let size = |id| usize::try_from(self.number(id)).unwrap_or(usize::MAX);
        Settings {
            threads: match size(OptionId::Threads) {
                0 => available_parallelism().map_or(1, usize::from),
                threads => threads,
            },
            hash_mib: match size(OptionId::Hash) {
                0 => DEFAULT_HASH_MIB as usize,
                mib => mib,
            },
            multipv: size(OptionId::MultiPv),
            move_overhead: Duration::from_millis(self.number(OptionId::MoveOverhead).into()),
            rules: Rules { move_limit: self.move_limit(), ..Rules::default() },
        }
    }

    /// The option counts moves of each side, the rule plies.
    fn move_limit(&self) -> Option<u16> {
        u16::try_from(2 * self.number(OptionId::DrawMoves)).ok().filter(|&plies| plies > 0)
    }

    fn set(&mut self, spec: &OptionSpec, value: &Value) -> Result<(), OptionError> {
        let text = value.text();
        let wrong = |expected: String| OptionError::Value {
            option: spec.any_name(),
            value: text.to_string(),
            expected,
        };
        let number = match spec.kind {
            Kind::Check { .. } => {
                u32::from(parse_check(&text).ok_or_else(|| wrong("true or false".to_string()))?)
            }
            Kind::Spin { min, max, .. } => {
                parse_spin(&text, min, max).ok_or_else(|| wrong(format!("a number from {min} to {max}")))?
            }
            Kind::Combo { vars } => vars
                .iter()
                .position(|var| var.eq_ignore_ascii_case(&text))
                .and_then(|index| u32::try_from(index).ok())
                .ok_or_else(|| wrong(format!("one of: {}", vars.join(", "))))?,
            Kind::Button => 0,
            Kind::Text => {
                self.eval_file = (!stands_for_nothing(&text)).then(|| value.path());
                0
            }
        };
        self.set_number(spec.id, number);
        Ok(())
    }

    fn set_number(&mut self, id: OptionId, number: u32) {
        for (spec, slot) in OPTIONS.iter().zip(&mut self.numbers) {
            if spec.id == id {
                *slot = number;
            }
        }
    }
}

/// Clients spell the values of checks in several ways.
fn parse_check(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// A number, cut to the range.
fn parse_spin(text: &str, min: u32, max: u32) -> Option<u32> {
    let (min, max) = (i64::from(min), i64::from(max));
    text.parse::<i64>().ok().and_then(|number| u32::try_from(number.clamp(min, max)).ok())
}

/// The ways in which clients write an empty text.
fn stands_for_nothing(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "" | "<empty>" | "<default>" | "none")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    fn assign(options: &mut Options, line: &str) -> Result<OptionId, OptionError> {
        match Command::parse_line(line.as_bytes()).as_slice() {
            [Command::SetOption(assignment)] => options.assign(assignment),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn defaults_lie_in_their_ranges() {
        for spec in OPTIONS {
            match spec.kind {
                Kind::Spin { default, min, max } => assert!((min..=max).contains(&default), "{spec:?}"),
                Kind::Combo { vars } => assert!(!vars.is_empty(), "{spec:?}"),
                Kind::Check { .. } | Kind::Button | Kind::Text => {}
            }
        }
    }

    #[test]
    fn names_are_unmistakable_and_follow_their_dialect() {
        let mut names: Vec<String> = OPTIONS
            .iter()
            .flat_map(|spec| {
                let mut own: Vec<String> = spec.names().map(bare).collect();
                own.sort();
                own.dedup();
                own
            })
            .collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
        for name in OPTIONS.iter().filter_map(|spec| spec.ucci) {
            assert_eq!(name, bare(name), "UCCI names are one lower-case word");
        }
    }

    #[test]
    fn every_spelling_reaches_its_option() {
        for line in [
            "setoption hashsize 128",
            "setoption Hash 128",
            "setoption hash size 128",
            "setoption hash_size   128 ",
            "setoption name Hash value 128",
            "setoption name hash size value 128",
            "SETOPTION NAME HASHSIZE VALUE 128",
        ] {
            let mut options = Options::default();
            assert_eq!(assign(&mut options, line), Ok(OptionId::Hash), "{line}");
            assert_eq!(options.number(OptionId::Hash), 128, "{line}");
        }
        let mut options = Options::default();
        assert_eq!(assign(&mut options, "setoption name Clear Hash"), Ok(OptionId::ClearHash));
        assert_eq!(assign(&mut options, "setoption newgame"), Ok(OptionId::NewGame));
        assert_eq!(assign(&mut options, "setoption Move Overhead 7"), Ok(OptionId::MoveOverhead));
        assert_eq!(options.number(OptionId::MoveOverhead), 7);
    }

    #[test]
    fn checks_are_set_in_all_the_ways_of_clients() {
        let mut options = Options::default();
        for (value, on) in
            [("true", true), ("off", false), ("1", true), ("0", false), ("ON", true), ("false", false)]
        {
            assign(&mut options, &format!("setoption ponder {value}")).unwrap();
            assert_eq!(options.is_on(OptionId::Ponder), on, "{value}");
        }
    }

    #[test]
    fn numbers_are_cut_to_their_range() {
        let mut options = Options::default();
        for (value, number) in [("0", 0), ("-5", 0), ("9999999999", MAX_THREADS)] {
            assign(&mut options, &format!("setoption threads {value}")).unwrap();
            assert_eq!(options.number(OptionId::Threads), number, "{value}");
        }
    }

    #[test]
    fn the_search_is_set_as_the_options_say() {
        let mut options = Options::default();
        assert_eq!(options.settings().rules, Rules::default());
        assert_eq!((options.settings().threads, options.settings().hash_mib), (1, DEFAULT_HASH_MIB as usize));
        for line in [
            "setoption drawmoves 50",
            "setoption threads 0",
            "setoption hashsize 0",
            "setoption multipv 4",
            "setoption moveoverhead 100",
        ] {
            assign(&mut options, line).unwrap();
        }
        let settings = options.settings();
        assert_eq!(settings.rules.move_limit, Some(100));
        assert!(settings.threads >= 1);
        assert_eq!((settings.hash_mib, settings.multipv), (DEFAULT_HASH_MIB as usize, 4));
        assert_eq!(settings.move_overhead, Duration::from_millis(100));
        assign(&mut options, "setoption drawmoves 0").unwrap();
        assert_eq!(options.settings().rules.move_limit, None);
    }

    #[test]
    fn wrong_values_are_quoted_and_change_nothing() {
        let mut options = Options::default();
        for line in [
            "setoption hashsize many",
            "setoption ponder perhaps",
            "setoption name UCI_Variant value chess",
            "setoption hashsize",
            "setoption frobnicate 3",
        ] {
            assert!(assign(&mut options, line).is_err(), "{line}");
            assert_eq!(options, Options::default());
        }
        assert_eq!(
            assign(&mut options, "setoption hashsize many").unwrap_err().to_string(),
            "option hashsize: 'many' is not a number from 0 to 65536"
        );
    }

    #[test]
    fn a_file_is_set_and_unset() {
        let mut options = Options::default();
        assign(&mut options, "setoption evalfile my weights.toml").unwrap();
        assert_eq!(options.eval_file, Some(PathBuf::from("my weights.toml")));
        assign(&mut options, "setoption name EvalFile value <empty>").unwrap();
        assert_eq!(options.eval_file, None);
    }
}
