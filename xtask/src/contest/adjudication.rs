//! Ending games that are decided, by what the players themselves think of them.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};

/// Gives up for a player who has thought so for some moves: `SCORE:MOVES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResignRule {
    /// The player's own score is at most minus this, in centipawns.
    score: i32,
    /// For so many of its moves in a row.
    moves: u32,
}

/// Agrees to a draw for players who have both thought so for some moves: `SCORE:MOVES:PLIES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawRule {
    /// The scores of both players are at most this, in centipawns.
    score: i32,
    /// For so many moves of each in a row.
    moves: u32,
    /// From this ply of the game on.
    plies: usize,
}

/// Watches the scores of one game. Players are told apart by index.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    /// Moves in a row, by player, that were thought to lose.
    lost: [u32; 2],
    /// Moves in a row, by player, that were thought to draw.
    level: [u32; 2],
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    /// The index of the player who has lost; `None` for a draw.
    pub(super) loser: Option<usize>,
    /// Why, as a clause.
    pub(super) why: String,
}

impl Watch {
    pub(super) fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> Watch {
        Watch { resign, draw, lost: [0; 2], level: [0; 2] }
    }

    /// A player has played the move that ends at this ply, with this score; a decision if there is one now.
    pub(super) fn hear(&mut self, player: usize, score: Option<i32>, plies: usize) -> Option<Decision> {
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.resign {
            count(&mut self.lost[player], score.is_some_and(|score| score <= -rule.score));
            if self.lost[player] >= rule.moves {
                let why = format!("own score at most -{} for {} moves", rule.score, rule.moves);
                return Some(Decision { loser: Some(player), why });
            }
        }
        if let Some(rule) = self.draw {
            count(&mut self.level[player], score.is_some_and(|score| score.abs() <= rule.score));
            if plies >= rule.plies && self.level.iter().all(|&moves| moves >= rule.moves) {
                let why = format!("both scores within {} for {} moves", rule.score, rule.moves);
                return Some(Decision { loser: None, why });
            }
        }
        None
    }
}

/// Numbers between colons.
fn numbers<const N: usize>(text: &str, form: &str) -> Result<[u32; N]> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[u32; N]>::try_from(numbers).ok());
    numbers.with_context(|| format!("`{text}` is not of the form {form}"))
}

impl FromStr for ResignRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<ResignRule> {
        let [score, moves] = numbers(text, "SCORE:MOVES")?;
        ensure!(score > 0 && moves > 0, "`{text}` would resign at once");
        Ok(ResignRule { score: i32::try_from(score)?, moves })
    }
}

impl FromStr for DrawRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<DrawRule> {
        let [score, moves, plies] = numbers(text, "SCORE:MOVES:PLIES")?;
        ensure!(moves > 0, "`{text}` would agree at once");
        Ok(DrawRule { score: i32::try_from(score)?, moves, plies: usize::try_from(plies)? })
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.score, self.moves)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.score, self.moves, self.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply and the loser of the decision, when both players say these scores in turn.
    fn decided(resign: Option<&str>, draw: Option<&str>, scores: &[i32]) -> Option<(usize, Option<usize>)> {
        let parsed = (resign.map(|text| text.parse().unwrap()), draw.map(|text| text.parse().unwrap()));
        let mut watch = Watch::new(parsed.0, parsed.1);
        scores.iter().enumerate().find_map(|(index, &score)| {
            let decision = watch.hear(index % 2, Some(score), index + 1)?;
            Some((index + 1, decision.loser))
        })
    }

    #[test]
    fn a_player_gives_up_after_moves_in_a_row() {
        let scores = [0, -900, 950, -400, 900, -800, 900, -800, 900, -950];
        assert_eq!(decided(Some("800:3"), None, &scores), Some((10, Some(1))));
        assert_eq!(decided(Some("800:4"), None, &scores), None);
        assert_eq!(decided(None, None, &scores), None);
    }

    #[test]
    fn both_must_think_it_a_draw() {
        let scores = [10, -10, 5, 30, 0, 0, 3, -3, 1, 1];
        assert_eq!(decided(None, Some("10:2:0"), &scores), Some((8, None)));
        assert_eq!(decided(None, Some("10:2:9"), &scores), Some((9, None)));
        assert_eq!(decided(None, Some("10:2:11"), &scores), None);
    }

    #[test]
    fn without_a_score_nothing_is_decided() {
        let mut watch = Watch::new("100:2".parse().ok(), "10:1:0".parse().ok());
        for score in [Some(-200), None, Some(-200)] {
            assert_eq!(watch.hear(0, score, 50), None);
        }
        assert_eq!(watch.hear(0, Some(-200), 50).and_then(|decision| decision.loser), Some(0));
    }

    #[test]
    fn rules_round_trip_and_quote_what_is_wrong() {
        assert_eq!("1500:3".parse::<ResignRule>().unwrap().to_string(), "1500:3");
        assert_eq!("10:8:80".parse::<DrawRule>().unwrap().to_string(), "10:8:80");
        for text in ["", "1500", "1500:3:1", "0:3", "9:0", "-9:3", "4000000000:1"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
        assert!("10:8".parse::<DrawRule>().unwrap_err().to_string().contains("`10:8`"));
    }
}
