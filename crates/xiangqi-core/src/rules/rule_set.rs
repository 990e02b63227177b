//! Which rules beyond single moves hold in a game: a value that every part of the project takes.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::{Excerpt, Position};

/// Which rules beyond single moves hold in a game. `docs/rules.md` states them all.
///
/// ```
/// use xiangqi_core::rules::{RepetitionRule, Rules};
///
/// let without_limit = Rules { move_limit: None, ..Rules::ASIAN };
/// assert_eq!(without_limit.repetition, RepetitionRule::Asian);
/// assert_eq!(Rules::default(), Rules::COMPUTER);
/// assert_eq!((Rules::COMPUTER.occurrences, Rules::COMPUTER.move_limit), (3, Some(120)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Rules {
    /// Who loses by a repetition.
    pub repetition: RepetitionRule,
    /// With which occurrence of a position the game ends; 3 by default. No position has occurred before its second
    /// occurrence, so smaller numbers mean the same as 2.
    pub occurrences: u32,
    /// After how many plies without capture (as [`MoveCounter`](super::MoveCounter) counts them) the game is drawn;
    /// 120 by default, `None` for no limit.
    pub move_limit: Option<u16>,
    /// Whether a game is drawn when the pieces left cannot win ([`Position::is_material_draw`]); on by default.
    pub material_draws: bool,
}

impl Rules {
    /// The default: [`RepetitionRule::Computer`].
    pub const COMPUTER: Rules = Rules::with(RepetitionRule::Computer);
    /// With [`RepetitionRule::Asian`].
    pub const ASIAN: Rules = Rules::with(RepetitionRule::Asian);
    /// With [`RepetitionRule::Chinese`].
    pub const CHINESE: Rules = Rules::with(RepetitionRule::Chinese);
    /// With [`RepetitionRule::CheckOnly`].
    pub const CHECK_ONLY: Rules = Rules::with(RepetitionRule::CheckOnly);
    /// With [`RepetitionRule::AlwaysDraw`].
    pub const ALWAYS_DRAW: Rules = Rules::with(RepetitionRule::AlwaysDraw);

    const fn with(repetition: RepetitionRule) -> Rules {
        Rules { repetition, occurrences: 3, move_limit: Some(120), material_draws: true }
    }

    /// After how many more plies without capture the game is drawn by the [move limit](Self::move_limit): 0 when it is
    /// reached, `None` when there is none.
    ///
    /// ```
    /// use xiangqi_core::Position;
    /// use xiangqi_core::rules::Rules;
    ///
    /// let rules = Rules::default();
    /// assert_eq!(rules.plies_to_move_limit(&Position::start()), Some(120));
    /// let late = Position::from_fen("3k5/4a4/9/9/9/9/9/9/4A4/4K3R w - - 118 90")?;
    /// assert_eq!(rules.plies_to_move_limit(&late), Some(2));
    /// # Ok::<(), xiangqi_core::PositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn plies_to_move_limit(&self, position: &Position) -> Option<u16> {
        self.move_limit.map(|limit| limit.saturating_sub(position.counter().quiet_plies()))
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::COMPUTER
    }
}

impl From<RepetitionRule> for Rules {
    /// A repetition rule, with the usual occurrences, move limit and material draws.
    fn from(repetition: RepetitionRule) -> Rules {
        Rules::with(repetition)
    }
}

/// Who loses when a position occurs too often; `docs/rules.md#repetition` tells each in full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RepetitionRule {
    /// Perpetual check loses, then perpetual chase of one piece; a check anywhere in the cycle excuses a chase. As the
    /// strongest engines judge.
    #[default]
    Computer,
    /// As [`Computer`](Self::Computer), but a check excuses nothing, and only attacks that a move makes count as a
    /// chase, not protection that it takes away (except by a pin).
    Asian,
    /// The Chinese national rules: who in the whole cycle does nothing but check, chase and threaten mate loses, whatever
    /// pieces are chased.
    Chinese,
    /// Perpetual check loses, any other repetition is a draw.
    CheckOnly,
    /// Every repetition is a draw.
    AlwaysDraw,
}

impl RepetitionRule {
    /// All of them, the default first.
    pub const ALL: [RepetitionRule; 5] = [
        RepetitionRule::Computer,
        RepetitionRule::Asian,
        RepetitionRule::Chinese,
        RepetitionRule::CheckOnly,
        RepetitionRule::AlwaysDraw,
    ];

    /// The name: one lower-case word or two with a hyphen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RepetitionRule::Computer => "computer",
            RepetitionRule::Asian => "asian",
            RepetitionRule::Chinese => "chinese",
            RepetitionRule::CheckOnly => "check-only",
            RepetitionRule::AlwaysDraw => "always-draw",
        }
    }
}

impl fmt::Display for RepetitionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a text is not the name of a repetition rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is no repetition rule; there are computer, asian, chinese, check-only and always-draw")]
pub struct ParseRepetitionRuleError {
    /// The text.
    pub name: Excerpt,
}

impl FromStr for RepetitionRule {
    type Err = ParseRepetitionRuleError;

    /// Reads a [name](RepetitionRule::name), in any case and with or without hyphen, space or underscore, or the name
    /// that UCCI gave the rule: `alwaysdraw`, `checkban`, `asianrule`, `chineserule`.
    fn from_str(text: &str) -> Result<RepetitionRule, ParseRepetitionRuleError> {
        let is = |name: &str| bare(text).eq(bare(name));
        let of_ucci = |rule| match rule {
            RepetitionRule::Computer | RepetitionRule::AlwaysDraw => None,
            RepetitionRule::Asian => Some("asianrule"),
            RepetitionRule::Chinese => Some("chineserule"),
            RepetitionRule::CheckOnly => Some("checkban"),
        };
        let mut all = RepetitionRule::ALL.into_iter();
        all.find(|&rule| is(rule.name()) || of_ucci(rule).is_some_and(is))
            .ok_or(ParseRepetitionRuleError { name: Excerpt::new(text) })
    }
}

/// The letters of a name, without case and separators.
fn bare(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_')).map(|letter| letter.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn names_round_trip_in_any_spelling() {
        for rule in RepetitionRule::ALL {
            let name = rule.to_string();
            for spelling in [name.clone(), name.to_uppercase(), name.replace('-', " "), name.replace('-', "")]
            {
                assert_eq!(spelling.parse(), Ok(rule), "{spelling}");
            }
            assert_eq!(Rules::from(rule), Rules { repetition: rule, ..Rules::default() });
        }
        for (name, rule) in [
            ("AlwaysDraw", RepetitionRule::AlwaysDraw),
            ("CheckBan", RepetitionRule::CheckOnly),
            ("AsianRule", RepetitionRule::Asian),
            ("ChineseRule", RepetitionRule::Chinese),
        ] {
            assert_eq!(name.parse(), Ok(rule));
        }
    }

    #[test]
    fn another_name_is_quoted() {
        let error = "european".parse::<RepetitionRule>().unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`european` is no repetition rule; there are computer, asian, chinese,")
        );
        for rule in RepetitionRule::ALL {
            assert!(error.to_string().contains(rule.name()));
        }
        assert!("".parse::<RepetitionRule>().is_err());
    }
}
