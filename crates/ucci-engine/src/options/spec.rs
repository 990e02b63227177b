//! The table of options: one row each, with the name it has in each dialect.

use xiangqi_core::rules::RepetitionRule;
use xiangqi_search::{EarlyStop, Level, PARAMS, Param};

use super::strength::{RANDOMNESS_WORDS, THOROUGHNESS_WORDS};
use crate::Dialect;

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
    /// When a move whose choice is clear is played before its time is used up.
    EarlyStop,
    /// Tell the chances of a win, a draw and a loss with each score.
    ShowWdl,
    /// The variant that is played; there is one.
    Variant,
    /// A file of evaluation weights; empty for the built-in ones.
    EvalFile,
    /// Who loses by a repetition.
    Repetition,
    /// Moves of each side without a capture after which a game is drawn; 0 for no limit.
    DrawMoves,
    /// The same in plies.
    MoveLimit,
    /// Whether pieces that cannot win draw a game.
    MaterialDraws,
    /// Whether the engine may resign.
    Resign,
    /// Whether advisors and elephants promote; they do not.
    Promotion,
    /// How strong the engine plays, from 0 to 20.
    Level,
    /// Whether [`Elo`](Self::Elo) holds.
    LimitStrength,
    /// How strong the engine plays, in Elo.
    Elo,
    /// How much chance is in the play: UCCI's words for a lower level.
    Randomness,
    /// How much the engine knows: the same.
    Knowledge,
    /// How much the engine leaves out in its search: the same.
    Pruning,
    /// What the choices of a level depend on; 0 for something else each time.
    Seed,
    /// A new game begins: forget what was learnt from the last.
    NewGame,
    /// A number or a technique of the search, by its index in [`PARAMS`]; only with the feature `tune`.
    Param(usize),
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
/// The most that can be asked for.
const MAX_DRAW_MOVES: u32 = 1000;
/// What each value of the option for stopping early is called, and means.
pub(super) const EARLY_STOPS: [(&str, EarlyStop); 3] =
    [("clock", EarlyStop::Clock), ("always", EarlyStop::Always), ("never", EarlyStop::Never)];
/// The words of a table that tells what each means.
pub(super) const fn words<T, const COUNT: usize>(
    table: &[(&'static str, T); COUNT],
) -> [&'static str; COUNT] {
    let mut words = [""; COUNT];
    let mut index = 0;
    while index < COUNT {
        words[index] = table[index].0;
        index += 1;
    }
    words
}

/// The names of the repetition rules, in the order of [`RepetitionRule::ALL`].
const REPETITION_RULES: &[&str] = &{
    let mut names = [""; RepetitionRule::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = RepetitionRule::ALL[index].name();
        index += 1;
    }
    names
};

const fn spec(
    id: OptionId,
    names: (Option<&'static str>, Option<&'static str>),
    aliases: &'static [&'static str],
    kind: Kind,
) -> OptionSpec {
    OptionSpec { id, ucci: names.0, uci: names.1, aliases, kind }
}

/// All options, in the order in which they are advertised.
pub const OPTIONS: &[OptionSpec] = if cfg!(feature = "tune") { &WITH_PARAMS } else { FOR_CLIENTS };

/// The options and, after them, one for each row of the search's parameters.
const WITH_PARAMS: [OptionSpec; FOR_CLIENTS.len() + PARAMS.len()] = {
    let mut options = [FOR_CLIENTS[0]; _];
    let mut index = 0;
    while index < options.len() {
        options[index] = match index.checked_sub(FOR_CLIENTS.len()) {
            None => FOR_CLIENTS[index],
            Some(row) => spec_of_param(row),
        };
        index += 1;
    }
    options
};

const fn spec_of_param(row: usize) -> OptionSpec {
    let Param { name, default, min, max, .. } = PARAMS[row];
    assert!(min >= 0, "the options of clients have no sign");
    let kind =
        Kind::Spin { default: default.unsigned_abs(), min: min.unsigned_abs(), max: max.unsigned_abs() };
    spec(OptionId::Param(row), (Some(name), Some(name)), &[], kind)
}

/// The options that are there for clients.
const FOR_CLIENTS: &[OptionSpec] = &[
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
    spec(
        OptionId::EarlyStop,
        (Some("earlystop"), Some("Early Stop")),
        &[],
        Kind::Combo { vars: &words(&EARLY_STOPS) },
    ),
    spec(OptionId::ShowWdl, (None, Some("UCI_ShowWDL")), &["showwdl"], Kind::Check { default: false }),
    spec(OptionId::Variant, (None, Some("UCI_Variant")), &["variant"], Kind::Combo { vars: &["xiangqi"] }),
    spec(OptionId::EvalFile, (Some("evalfile"), Some("EvalFile")), &[], Kind::Text),
    spec(
        OptionId::Repetition,
        (Some("repetition"), Some("Repetition Rule")),
        &[],
        Kind::Combo { vars: REPETITION_RULES },
    ),
    spec(
        OptionId::DrawMoves,
        (Some("drawmoves"), None),
        &[],
        Kind::Spin { default: DEFAULT_DRAW_MOVES, min: 0, max: MAX_DRAW_MOVES },
    ),
    spec(
        OptionId::MoveLimit,
        (None, Some("Move Limit")),
        &[],
        Kind::Spin { default: 2 * DEFAULT_DRAW_MOVES, min: 0, max: 2 * MAX_DRAW_MOVES },
    ),
    spec(
        OptionId::MaterialDraws,
        (Some("materialdraws"), Some("Material Draws")),
        &[],
        Kind::Check { default: true },
    ),
    spec(OptionId::Resign, (Some("resign"), Some("Resign")), &[], Kind::Check { default: false }),
    spec(
        OptionId::Level,
        (Some("level"), Some("Skill Level")),
        &[],
        Kind::Spin { default: Level::FULL.number() as u32, min: 0, max: Level::FULL.number() as u32 },
    ),
    spec(OptionId::LimitStrength, (None, Some("UCI_LimitStrength")), &[], Kind::Check { default: false }),
    spec(
        OptionId::Elo,
        (None, Some("UCI_Elo")),
        &[],
        Kind::Spin { default: Level::FULL.elo(), min: Level::RANDOM.elo(), max: Level::FULL.elo() },
    ),
    spec(OptionId::Randomness, (Some("randomness"), None), &[], Kind::Combo { vars: RANDOMNESS_WORDS }),
    spec(OptionId::Knowledge, (Some("knowledge"), None), &[], Kind::Combo { vars: THOROUGHNESS_WORDS }),
    spec(OptionId::Pruning, (Some("pruning"), None), &[], Kind::Combo { vars: THOROUGHNESS_WORDS }),
    spec(
        OptionId::Seed,
        (Some("seed"), Some("Seed")),
        &[],
        // Some clients keep numbers in 32 bits with a sign.
        Kind::Spin { default: 0, min: 0, max: i32::MAX as u32 },
    ),
    spec(OptionId::Promotion, (None, None), &["promotion"], Kind::Check { default: false }),
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

    /// The name to mention the option by in a dialect: another one's if it has none there.
    pub(super) fn name_in(&self, dialect: Dialect) -> &'static str {
        self.name(dialect).or_else(|| self.names().next()).unwrap_or_default()
    }
}

/// A name without case, spaces, underscores and hyphens.
fn bare(name: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-');
    name.chars().filter(kept).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for name in FOR_CLIENTS.iter().filter_map(|spec| spec.ucci) {
            assert_eq!(name, bare(name), "UCCI names are one lower-case word");
        }
    }
}
