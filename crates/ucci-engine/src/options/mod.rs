//! The options of the engine: what exists, what is advertised to whom, and what is set.
//!
//! One table describes them all. Only options that do something are in it. Others that clients are known to send are
//! accepted and have no effect, as is any unknown name: see `docs/ucci.md`.

mod setting;
mod spec;
mod strength;

use std::path::Path;
use std::thread::available_parallelism;
use std::time::Duration;

use thiserror::Error;
use xiangqi_core::rules::{RepetitionRule, Rules};
use xiangqi_search::{EarlyStop, Settings};

use self::setting::Setting;
use self::spec::EARLY_STOPS;
pub use self::spec::{DEFAULT_HASH_MIB, Kind, MAX_HASH_MIB, MAX_THREADS, OPTIONS, OptionId, OptionSpec};
use crate::Dialect;
use crate::command::Assignment;

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
    /// The value fits the type, but there is no such thing.
    #[error("option {option}: '{value}' is not supported, since {reason}")]
    Unsupported {
        /// The option.
        option: &'static str,
        /// The text that was given.
        value: String,
        /// What speaks against it.
        reason: &'static str,
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
    /// One for each row of [`OPTIONS`].
    settings: Vec<Setting>,
}

impl Default for Options {
    fn default() -> Self {
        Options { settings: OPTIONS.iter().map(|spec| Setting::default_of(spec.kind)).collect() }
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
        match self.setting(id) {
            Some(Setting::Number(number)) => *number,
            _ => 0,
        }
    }

    /// The file that a text names, if it is not empty.
    #[must_use]
    pub fn file(&self, id: OptionId) -> Option<&Path> {
        match self.setting(id) {
            Some(Setting::File(file)) => file.as_deref(),
            _ => None,
        }
    }

    fn setting(&self, id: OptionId) -> Option<&Setting> {
        OPTIONS.iter().zip(&self.settings).find_map(|(spec, setting)| (spec.id == id).then_some(setting))
    }

    /// Sets what an assignment says, and tells which option that was. Errors name it as `dialect` does.
    ///
    /// # Errors
    ///
    /// If there is no such option, or the value does not fit it; nothing changes then.
    pub fn assign(&mut self, assignment: &Assignment, dialect: Dialect) -> Result<OptionId, OptionError> {
        let readings = assignment.readings();
        let found =
            readings.iter().find_map(|(name, value)| OptionSpec::find(name).map(|spec| (spec, value)));
        let Some((spec, value)) = found else {
            let name = readings.last().map(|(name, _)| name.clone()).unwrap_or_default();
            return Err(OptionError::Unknown { name });
        };
        let setting = Setting::parse(spec.kind, value).map_err(|expected| OptionError::Value {
            option: spec.name_in(dialect),
            value: value.text().into_owned(),
            expected,
        })?;
        if let (OptionId::Promotion, Setting::Number(1)) = (spec.id, &setting) {
            return Err(OptionError::Unsupported {
                option: spec.name_in(dialect),
                value: value.text().into_owned(),
                reason: "advisors and elephants never promote",
            });
        }
        self.set(spec.id, setting);
        self.share_move_limit(spec.id);
        Ok(spec.id)
    }

    /// Two options are one limit in two units.
    fn share_move_limit(&mut self, changed: OptionId) {
        let number = self.number(changed);
        match changed {
            OptionId::DrawMoves => self.set(OptionId::MoveLimit, Setting::Number(2 * number)),
            OptionId::MoveLimit => self.set(OptionId::DrawMoves, Setting::Number(number.div_ceil(2))),
            _ => {}
        }
    }

    /// Turns a check on or off.
    pub fn switch(&mut self, id: OptionId, on: bool) {
        self.set(id, Setting::Number(u32::from(on)));
    }

    /// Sets the size of the transposition table in MiB.
    pub fn set_hash(&mut self, mib: usize) {
        self.set(OptionId::Hash, Setting::Number(u32::try_from(mib).unwrap_or(MAX_HASH_MIB)));
    }

    /// The settings of the search that the options stand for. The seed is the number that is set, also if it is 0.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let size = |id| usize::try_from(self.number(id)).unwrap_or(usize::MAX);
        Settings {
            threads: match size(OptionId::Threads) {
                0 => processors(),
                // More would only keep each other, and the one that minds the clock, from working.
                threads => threads.min(processors()),
            },
            hash_mib: match size(OptionId::Hash) {
                0 => DEFAULT_HASH_MIB as usize,
                mib => mib,
            },
            multipv: size(OptionId::MultiPv),
            move_overhead: Duration::from_millis(self.number(OptionId::MoveOverhead).into()),
            early_stop: EARLY_STOPS
                .get(size(OptionId::EarlyStop))
                .map_or(EarlyStop::Clock, |&(_, value)| value),
            rules: self.rules(),
            level: self.level(),
            seed: self.number(OptionId::Seed).into(),
        }
    }

    /// The rules of the game that the options stand for.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let rule = usize::try_from(self.number(OptionId::Repetition)).unwrap_or_default();
        let move_limit = u16::try_from(self.number(OptionId::MoveLimit)).ok().filter(|&plies| plies > 0);
        Rules {
            repetition: RepetitionRule::ALL.get(rule).copied().unwrap_or_default(),
            move_limit,
            material_draws: self.is_on(OptionId::MaterialDraws),
            ..Rules::default()
        }
    }

    fn set(&mut self, id: OptionId, setting: Setting) {
        let row = OPTIONS.iter().zip(&mut self.settings).find(|(spec, _)| spec.id == id);
        if let Some((_, slot)) = row {
            *slot = setting;
        }
    }
}

/// How many threads can run at the same time.
fn processors() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    pub(super) fn assign(options: &mut Options, line: &str) -> Result<OptionId, OptionError> {
        match Command::parse_line(line.as_bytes()).as_slice() {
            [Command::SetOption(assignment)] => options.assign(assignment, Dialect::Ucci),
            other => panic!("{line}: {other:?}"),
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
    fn stopping_early_can_be_chosen() {
        let mut options = Options::default();
        assert_eq!(options.settings().early_stop, EarlyStop::Clock);
        for (line, expected) in [
            ("setoption earlystop always", EarlyStop::Always),
            ("setoption name Early Stop value never", EarlyStop::Never),
            ("setoption early_stop Clock", EarlyStop::Clock),
        ] {
            assert_eq!(assign(&mut options, line), Ok(OptionId::EarlyStop));
            assert_eq!(options.settings().early_stop, expected, "{line}");
        }
        assert!(assign(&mut options, "setoption earlystop true").is_err());
    }

    #[test]
    fn no_more_threads_search_than_can_run_at_once() {
        let mut options = Options::default();
        for (asked, used) in [("1", 1), ("256", processors().min(256)), ("0", processors())] {
            assign(&mut options, &format!("setoption threads {asked}")).unwrap();
            assert_eq!(options.settings().threads, used, "{asked}");
        }
    }

    #[test]
    fn a_rule_that_is_not_supported_is_refused() {
        let mut options = Options::default();
        for value in ["true", "on", "1"] {
            assert_eq!(
                assign(&mut options, &format!("setoption promotion {value}")).unwrap_err().to_string(),
                format!(
                    "option promotion: '{value}' is not supported, since advisors and elephants never promote"
                )
            );
        }
        assert_eq!(assign(&mut options, "setoption promotion false"), Ok(OptionId::Promotion));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn the_rules_are_set_as_the_options_say() {
        let mut options = Options::default();
        for (line, rule) in [
            ("setoption repetition asian", RepetitionRule::Asian),
            ("setoption repetition AlwaysDraw", RepetitionRule::AlwaysDraw),
            ("setoption repetition checkban", RepetitionRule::CheckOnly),
            ("setoption repetition chineserule", RepetitionRule::Chinese),
            ("setoption name Repetition Rule value Computer", RepetitionRule::Computer),
            ("setoption name Repetition Rule value always-draw", RepetitionRule::AlwaysDraw),
        ] {
            assign(&mut options, line).unwrap();
            assert_eq!(options.rules().repetition, rule, "{line}");
        }
        assert!(assign(&mut options, "setoption repetition european").is_err());
        assert_eq!(options.rules().repetition, RepetitionRule::AlwaysDraw);
        assign(&mut options, "setoption name Material Draws value false").unwrap();
        assert!(!options.rules().material_draws);
    }

    #[test]
    fn the_move_limit_is_one_number_in_two_units() {
        let mut options = Options::default();
        assign(&mut options, "setoption name Move Limit value 101").unwrap();
        assert_eq!((options.rules().move_limit, options.number(OptionId::DrawMoves)), (Some(101), 51));
        assign(&mut options, "setoption drawmoves 50").unwrap();
        assert_eq!((options.rules().move_limit, options.number(OptionId::MoveLimit)), (Some(100), 100));
        assign(&mut options, "setoption name Move Limit value 0").unwrap();
        assert_eq!((options.rules().move_limit, options.number(OptionId::DrawMoves)), (None, 0));
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
        let Some(Command::SetOption(named)) = Command::parse_line(b"setoption hashmb many").pop() else {
            panic!("it is an assignment");
        };
        for (dialect, name) in [(Dialect::Ucci, "hashsize"), (Dialect::Uci, "Hash")] {
            let error = options.assign(&named, dialect).unwrap_err().to_string();
            assert!(error.starts_with(&format!("option {name}: 'many' ")), "{error}");
        }
    }

    #[test]
    fn a_setting_is_that_of_one_option() {
        let mut options = Options::default();
        assign(&mut options, "setoption evalfile my weights.toml").unwrap();
        assign(&mut options, "setoption ponder on").unwrap();
        assert_eq!(options.file(OptionId::EvalFile), Some(Path::new("my weights.toml")));
        for (spec, setting) in OPTIONS.iter().zip(&options.settings) {
            let changed = *setting != Setting::default_of(spec.kind);
            assert_eq!(changed, [OptionId::EvalFile, OptionId::Ponder].contains(&spec.id), "{spec:?}");
        }
        assign(&mut options, "setoption name EvalFile value <empty>").unwrap();
        assert_eq!(options.file(OptionId::EvalFile), None);
    }
}
