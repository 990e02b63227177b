//! What is written down of a game.

use serde::{Deserialize, Serialize};
use xiangqi_core::Color;

use super::fault::FaultKind;
use super::journal::Entry;
use super::schedule;

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    /// Its number in the match.
    pub(super) game: u32,
    pub(super) red: String,
    pub(super) black: String,
    pub(super) result: GameResult,
    pub(super) end: End,
    /// The end in words.
    pub(super) reason: String,
    /// What the loser did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<FaultKind>,
    /// Moves of Red and of Black that came late, though not too late.
    pub(super) late: [u32; 2],
    /// What came of pondering, for Red and for Black.
    #[serde(default, skip_serializing_if = "Ponders::are_none")]
    pub(super) ponders: [Ponders; 2],
    /// How many of the moves are the opening.
    pub(super) opening_plies: usize,
    /// All moves from the start position.
    pub(super) moves: String,
    /// What the players thought about each move after the opening.
    pub(super) thoughts: Vec<Note>,
}

/// What a player thought about one move: score in centipawns for itself, depth, nodes, milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note(pub(super) Option<i32>, pub(super) u32, pub(super) u64, pub(super) u64);

/// How often a player thought on its opponent's time, and how often it could not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ponders {
    /// The opponent played the expected move.
    pub(super) hits: u32,
    /// The opponent played another one.
    pub(super) misses: u32,
    /// The player told no move to expect.
    pub(super) missing: u32,
    /// The move that it expected was not legal.
    pub(super) illegal: u32,
}

impl Ponders {
    /// The opponent has moved: whether as expected, if anything was.
    pub(super) fn resolve(&mut self, hit: Option<bool>) {
        self.hits += u32::from(hit == Some(true));
        self.misses += u32::from(hit == Some(false));
    }

    /// Takes in those of another game.
    pub(super) fn add(&mut self, other: Ponders) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.missing += other.missing;
        self.illegal += other.illegal;
    }

    fn are_none(both: &[Ponders; 2]) -> bool {
        *both == [Ponders::default(); 2]
    }
}

/// The result, as game files write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum GameResult {
    #[serde(rename = "1-0")]
    RedWins,
    #[serde(rename = "0-1")]
    BlackWins,
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum End {
    /// The rules.
    Rule,
    /// A player gave up.
    Resignation,
    /// The scores of the players.
    Adjudication,
    /// The greatest number of plies.
    Length,
    /// A fault of an engine.
    Fault,
}

impl Entry for Record {
    const WHAT: &str = "game";

    fn number(&self) -> u32 {
        self.game
    }
}

impl Record {
    /// Twice the points of the first engine: 0, 1 or 2.
    pub(super) fn half_points(&self) -> usize {
        match self.result {
            GameResult::Draw => 1,
            result => {
                if (result == GameResult::RedWins) == (schedule::red(self.game) == 0) {
                    2
                } else {
                    0
                }
            }
        }
    }
}

impl GameResult {
    /// The result of a game that this side has won.
    pub(super) fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::Red) => GameResult::RedWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            GameResult::RedWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A game of engines `a` and `b` with this result.
    pub(in super::super) fn record(game: u32, result: GameResult) -> Record {
        let names = if schedule::red(game) == 0 { ["a", "b"] } else { ["b", "a"] };
        let [red, black] = names.map(str::to_owned);
        Record {
            game,
            red,
            black,
            result,
            end: End::Rule,
            reason: "Red wins by checkmate".to_owned(),
            fault: None,
            late: [0, 1],
            ponders: [Ponders::default(); 2],
            opening_plies: 1,
            moves: "h2e2 h9g7 h0g2".to_owned(),
            thoughts: vec![Note(Some(-12), 5, 100, 7), Note(None, 0, 0, 1)],
        }
    }

    #[test]
    fn points_are_those_of_the_first_engine() {
        let points = |game, result| record(game, result).half_points();
        assert_eq!(points(0, GameResult::RedWins), 2);
        assert_eq!(points(1, GameResult::RedWins), 0);
        assert_eq!(points(0, GameResult::BlackWins), 0);
        assert_eq!(points(1, GameResult::BlackWins), 2);
        assert_eq!(points(1, GameResult::Draw), 1);
    }

    #[test]
    fn records_are_short_lines_that_can_be_read_again() {
        let record = record(1, GameResult::RedWins);
        let line = serde_json::to_string(&record).unwrap();
        assert_eq!(
            line,
            r#"{"game":1,"red":"b","black":"a","result":"1-0","end":"rule","reason":"Red wins by checkmate","#
                .to_owned()
                + r#""late":[0,1],"opening_plies":1,"moves":"h2e2 h9g7 h0g2","#
                + r#""thoughts":[[-12,5,100,7],[null,0,0,1]]}"#
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);

        let mut pondered = record;
        pondered.ponders[1].resolve(Some(true));
        let line = serde_json::to_string(&pondered).unwrap();
        assert!(
            line.contains(r#",{"hits":1,"misses":0,"missing":0,"illegal":0}],"opening_plies""#),
            "{line}"
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), pondered);
    }

    #[test]
    fn results_are_written_alike_everywhere() {
        for result in [GameResult::RedWins, GameResult::BlackWins, GameResult::Draw] {
            assert_eq!(serde_json::to_string(&result).unwrap(), format!("\"{}\"", result.text()));
        }
    }
}
