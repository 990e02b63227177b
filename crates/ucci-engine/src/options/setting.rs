//! What one option is set to.

use std::path::PathBuf;

use xiangqi_core::rules::RepetitionRule;

use super::spec::Kind;
use crate::command::Value;

/// The value of an option, of the kind that its row in the table says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// 0 or 1 for a check, the number of a spin, the index of a combo's word.
    Number(u32),
    /// A text, which is the name of a file; `None` when it is empty.
    File(Option<PathBuf>),
    /// What is done at once leaves nothing.
    Nothing,
}

impl Setting {
    /// What an option of this kind is set to at the start.
    pub(super) fn default_of(kind: Kind) -> Setting {
        match kind {
            Kind::Check { default } => Setting::Number(u32::from(default)),
            Kind::Spin { default, .. } => Setting::Number(default),
            Kind::Combo { .. } => Setting::Number(0),
            Kind::Button => Setting::Nothing,
            Kind::Text => Setting::File(None),
        }
    }

    /// Reads the value of an option of this kind.
    ///
    /// # Errors
    ///
    /// If it does not fit: what would have.
    pub(super) fn parse(kind: Kind, value: &Value) -> Result<Setting, String> {
        let text = value.text();
        Ok(match kind {
            Kind::Check { .. } => Setting::Number(u32::from(parse_check(&text).ok_or("true or false")?)),
            Kind::Spin { min, max, .. } => Setting::Number(
                parse_spin(&text, min, max).ok_or_else(|| format!("a number from {min} to {max}"))?,
            ),
            Kind::Combo { vars } => Setting::Number(
                parse_combo(&text, vars).ok_or_else(|| format!("one of: {}", vars.join(", ")))?,
            ),
            Kind::Button => Setting::Nothing,
            Kind::Text => Setting::File((!stands_for_nothing(&text)).then(|| value.path())),
        })
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

/// The index of a word. Rules of repetition may also have the names that UCCI gave them.
fn parse_combo(text: &str, vars: &[&str]) -> Option<u32> {
    let text = text.parse().map_or(text, |rule: RepetitionRule| rule.name());
    let index = vars.iter().position(|var| var.eq_ignore_ascii_case(text))?;
    u32::try_from(index).ok()
}

/// The ways in which clients write an empty text.
fn stands_for_nothing(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "" | "<empty>" | "<default>" | "none")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(kind: Kind, text: &str) -> Result<Setting, String> {
        Setting::parse(kind, &Value::new(text.as_bytes()))
    }

    #[test]
    fn checks_are_spelt_in_all_the_ways_of_clients() {
        let check = Kind::Check { default: false };
        for (text, on) in
            [("true", true), ("off", false), ("1", true), ("0", false), ("ON", true), ("no", false)]
        {
            assert_eq!(parse(check, text), Ok(Setting::Number(u32::from(on))), "{text}");
        }
        assert_eq!(parse(check, "perhaps"), Err("true or false".to_string()));
    }

    #[test]
    fn numbers_are_cut_to_their_range() {
        let spin = Kind::Spin { default: 5, min: 2, max: 9 };
        for (text, number) in [("3", 3), ("0", 2), ("-5", 2), ("10", 9), ("9223372036854775807", 9)] {
            assert_eq!(parse(spin, text), Ok(Setting::Number(number)), "{text}");
        }
        for text in ["many", "", "3.5", "0x3"] {
            assert_eq!(parse(spin, text), Err("a number from 2 to 9".to_string()), "{text}");
        }
    }

    #[test]
    fn words_are_found_in_any_case() {
        let combo = Kind::Combo { vars: &["none", "small", "large"] };
        assert_eq!(parse(combo, "Large"), Ok(Setting::Number(2)));
        assert_eq!(parse(combo, "huge"), Err("one of: none, small, large".to_string()));
    }

    #[test]
    fn a_text_may_stand_for_nothing() {
        assert_eq!(parse(Kind::Text, "my file"), Ok(Setting::File(Some(PathBuf::from("my file")))));
        for text in ["", "<empty>", "None"] {
            assert_eq!(parse(Kind::Text, text), Ok(Setting::File(None)), "{text}");
        }
    }
}
