//! How a game ended, by which rule, and who broke it.

use core::fmt;

use crate::Color;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// This side has won.
    Win(Color),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The side that has won; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(winner) => Some(winner),
            Outcome::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes `Red wins`, `Black wins` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(winner) => write!(f, "{winner} wins"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// A rule by which a game can end. Each has a section in `docs/rules.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Rule {
    /// 将死: the side to move is in check and has no legal move.
    Checkmate,
    /// 困毙: the side to move is not in check and has no legal move.
    Stalemate,
    /// 长将: every move of a cycle gives check.
    PerpetualCheck,
    /// 长捉: every move of a cycle chases.
    PerpetualChase,
    /// 长杀: every move of a cycle threatens mate.
    PerpetualMateThreat,
    /// 一将一捉: every move of a cycle checks or chases.
    CheckAndChase,
    /// 一将一杀: every move of a cycle checks or threatens mate.
    CheckAndMateThreat,
    /// 一捉一杀: every move of a cycle chases or threatens mate.
    ChaseAndMateThreat,
    /// 将捉杀: every move of a cycle checks, chases or threatens mate.
    CheckChaseAndMateThreat,
    /// 双方长打: each side broke another of these rules in the same cycle.
    MixedOffences,
    /// 不变作和: a position has occurred too often, and nobody broke a rule.
    Repetition,
    /// 自然限着: too many plies have passed without a capture.
    MoveLimit,
    /// 子力不足: the pieces left cannot win.
    Material,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 13] = [
        Rule::Checkmate,
        Rule::Stalemate,
        Rule::PerpetualCheck,
        Rule::PerpetualChase,
        Rule::PerpetualMateThreat,
        Rule::CheckAndChase,
        Rule::CheckAndMateThreat,
        Rule::ChaseAndMateThreat,
        Rule::CheckChaseAndMateThreat,
        Rule::MixedOffences,
        Rule::Repetition,
        Rule::MoveLimit,
        Rule::Material,
    ];

    /// A name for programs: lower-case words joined by underscores.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Rule::Checkmate => "checkmate",
            Rule::Stalemate => "stalemate",
            Rule::PerpetualCheck => "perpetual_check",
            Rule::PerpetualChase => "perpetual_chase",
            Rule::PerpetualMateThreat => "perpetual_mate_threat",
            Rule::CheckAndChase => "check_and_chase",
            Rule::CheckAndMateThreat => "check_and_mate_threat",
            Rule::ChaseAndMateThreat => "chase_and_mate_threat",
            Rule::CheckChaseAndMateThreat => "check_chase_and_mate_threat",
            Rule::MixedOffences => "mixed_offences",
            Rule::Repetition => "repetition",
            Rule::MoveLimit => "move_limit",
            Rule::Material => "material",
        }
    }

    /// The English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Checkmate => "checkmate",
            Rule::Stalemate => "stalemate",
            Rule::PerpetualCheck => "perpetual check",
            Rule::PerpetualChase => "perpetual chase",
            Rule::PerpetualMateThreat => "perpetual mate threat",
            Rule::CheckAndChase => "check alternating with chase",
            Rule::CheckAndMateThreat => "check alternating with mate threat",
            Rule::ChaseAndMateThreat => "chase alternating with mate threat",
            Rule::CheckChaseAndMateThreat => "check, chase and mate threat in turn",
            Rule::MixedOffences => "offences against different rules",
            Rule::Repetition => "repetition",
            Rule::MoveLimit => "move limit",
            Rule::Material => "insufficient material",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who broke a rule of repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Offender {
    /// Nobody.
    None,
    /// This side, which loses.
    One(Color),
    /// Both sides, so that the game is drawn.
    Both,
}

/// How a game ended, without the evidence: small, and found without allocating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruling {
    /// How it ended.
    pub result: Outcome,
    /// By which rule.
    pub rule: Rule,
    /// Who broke it.
    pub offender: Offender,
}

impl Ruling {
    /// A draw in which nobody broke a rule.
    #[must_use]
    pub const fn draw(rule: Rule) -> Ruling {
        Ruling { result: Outcome::Draw, rule, offender: Offender::None }
    }

    /// A loss of the side that broke a rule.
    #[must_use]
    pub fn against(offender: Color, rule: Rule) -> Ruling {
        Ruling { result: Outcome::Win(!offender), rule, offender: Offender::One(offender) }
    }

    /// A draw, since each side broke the same rule.
    #[must_use]
    pub const fn against_both(rule: Rule) -> Ruling {
        Ruling { result: Outcome::Draw, rule, offender: Offender::Both }
    }
}

impl fmt::Display for Ruling {
    /// Writes a phrase such as `Red wins by checkmate`, `Black wins by Red's perpetual check` or `draw by repetition`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ruling { result, rule, offender } = self;
        match offender {
            Offender::None => write!(f, "{result} by {rule}"),
            Offender::One(side) => write!(f, "{result} by {side}'s {rule}"),
            Offender::Both => write!(f, "{result} by mutual {rule}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn rulings_read_like_phrases() {
        let mate =
            Ruling { result: Outcome::Win(Color::Red), rule: Rule::Checkmate, offender: Offender::None };
        for (ruling, phrase, winner) in [
            (mate, "Red wins by checkmate", Some(Color::Red)),
            (Ruling::draw(Rule::MoveLimit), "draw by move limit", None),
            (
                Ruling::against(Color::Red, Rule::PerpetualCheck),
                "Black wins by Red's perpetual check",
                Some(Color::Black),
            ),
            (Ruling::against_both(Rule::PerpetualChase), "draw by mutual perpetual chase", None),
        ] {
            assert_eq!((ruling.to_string().as_str(), ruling.result.winner()), (phrase, winner));
        }
    }
}
