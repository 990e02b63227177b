//! A game as it is kept, and its bytes.
//!
//! A game is a head of seven bytes, four bytes for each ply, and a checksum of four. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | how many plies the random opening has |
//! | 1 | how the game came out: 0 Black wins, 1 draw, 2 Red wins |
//! | 1 | why it ended, an index into [`ENDS`] |
//! | 2 | how many plies it has, those of the opening included |
//! | 2 | half of the checksum (CRC-32) of the game's number, in 8 bytes, and the bytes before |
//! | 2 each | the move, as [`Move::to_bits`] has it |
//! | 2 each | its score for the side that plays it, as [`Score::value`] has it; [`NO_SCORE`] in the opening |
//! | 4 | the checksum of the game's number and all bytes before |
//!
//! The number of a game is not among the bytes, but in the checksums: so a game that is missing or there twice is
//! noticed. The head has one of its own, since a wrong number of plies would make the rest of a file look unfinished.

use std::fmt;

use anyhow::{Context, Result, ensure};
use xiangqi_core::rules::{Outcome, Rule};
use xiangqi_core::{Color, Move, Position};
use xiangqi_eval::Score;

/// The bytes before the plies, and of one ply, and after the plies.
pub(super) const HEAD: usize = 7;
const PLY: usize = 4;
const CHECKSUM: usize = 4;
/// Where the checksum of the head begins.
const HEAD_CHECK: usize = 5;
/// Stands for a score where there is none.
const NO_SCORE: i16 = i16::MIN;

/// A game of the engine against itself, from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The random moves with which it begins.
    pub(crate) opening: Vec<Move>,
    /// What the engine played from there.
    pub(crate) played: Vec<Thought>,
    pub(crate) outcome: Outcome,
    pub(crate) end: End,
}

/// A move that was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    pub(crate) mv: Move,
    /// What the search gave, for the side that plays the move: centipawns, or a mate.
    pub(crate) score: Score,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By a rule of the game.
    Rule(Rule),
    /// For some plies the scores of both sides said that the same side wins.
    Won,
    /// For some plies the scores of both sides said that neither does.
    Level,
    /// The game was as long as a game may be.
    TooLong,
}

/// All ends, each at the place that stands for it in a file; more may be added at the end.
pub(super) const ENDS: [End; 16] = [
    End::Won,
    End::Level,
    End::TooLong,
    End::Rule(Rule::Checkmate),
    End::Rule(Rule::Stalemate),
    End::Rule(Rule::PerpetualCheck),
    End::Rule(Rule::PerpetualChase),
    End::Rule(Rule::PerpetualMateThreat),
    End::Rule(Rule::CheckAndChase),
    End::Rule(Rule::CheckAndMateThreat),
    End::Rule(Rule::ChaseAndMateThreat),
    End::Rule(Rule::CheckChaseAndMateThreat),
    End::Rule(Rule::MixedOffences),
    End::Rule(Rule::Repetition),
    End::Rule(Rule::MoveLimit),
    End::Rule(Rule::Material),
];

/// All outcomes, each at the place that stands for it in a file.
const OUTCOMES: [Outcome; 3] = [Outcome::Win(Color::Black), Outcome::Draw, Outcome::Win(Color::Red)];

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Rule(rule) => rule.fmt(f),
            End::Won => f.write_str("won by both scores"),
            End::Level => f.write_str("level by both scores"),
            End::TooLong => f.write_str("too long"),
        }
    }
}

impl Record {
    /// How many plies the game has, those of the opening included.
    pub(crate) fn len(&self) -> usize {
        self.opening.len() + self.played.len()
    }

    /// What a side got: 2 for a win, 1 for a draw, 0 for a loss.
    pub(crate) fn half_points(&self, side: Color) -> u8 {
        match self.outcome {
            Outcome::Win(winner) => 2 * u8::from(winner == side),
            Outcome::Draw => 1,
        }
    }

    /// The position after the random opening.
    ///
    /// # Errors
    ///
    /// If one of its moves is illegal.
    pub(crate) fn opening_position(&self) -> Result<Position> {
        let mut position = Position::start();
        for (&mv, ply) in self.opening.iter().zip(1..) {
            play(&mut position, mv, ply)?;
        }
        Ok(position)
    }

    /// Shows each position in which a move was searched for, with the move and its score, in the order of the game.
    ///
    /// # Errors
    ///
    /// If one of the moves is illegal.
    pub(crate) fn replay(&self, mut visit: impl FnMut(&Position, Thought)) -> Result<()> {
        let mut position = self.opening_position()?;
        for (&thought, ply) in self.played.iter().zip(self.opening.len() + 1..) {
            visit(&position, thought);
            play(&mut position, thought.mv, ply)?;
        }
        Ok(())
    }

    /// The bytes of the game of this number.
    pub(super) fn to_bytes(&self, number: u64) -> Result<Vec<u8>> {
        let opening = u8::try_from(self.opening.len()).context("the opening is too long")?;
        let plies = u16::try_from(self.len()).context("the game is too long")?;
        let place = |place: Option<usize>| place.and_then(|place| u8::try_from(place).ok());
        let outcome = place(OUTCOMES.iter().position(|outcome| *outcome == self.outcome));
        let end = place(ENDS.iter().position(|end| *end == self.end));
        let mut bytes = vec![
            opening,
            outcome.context("this outcome has no number")?,
            end.context("this end has no number")?,
        ];
        bytes.extend(plies.to_le_bytes());
        bytes.extend(head_check(number, &bytes));
        let opening = self.opening.iter().map(|&mv| (mv, NO_SCORE));
        let played = self.played.iter().map(|thought| (thought.mv, stored(thought.score)));
        for (mv, score) in opening.chain(played) {
            bytes.extend(mv.to_bits().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        bytes.extend(checksum(number, &bytes).to_le_bytes());
        Ok(bytes)
    }

    /// How many bytes the game of this number has, by its head.
    pub(super) fn size(number: u64, head: [u8; HEAD]) -> Result<usize> {
        ensure!(head[HEAD_CHECK..] == head_check(number, &head[..HEAD_CHECK]), "the head is damaged");
        Ok(HEAD + PLY * usize::from(plies(head)) + CHECKSUM)
    }

    /// Reads back what [`to_bytes`](Self::to_bytes) wrote.
    pub(super) fn from_bytes(number: u64, bytes: &[u8]) -> Result<Record> {
        let (content, found) = bytes.split_last_chunk::<CHECKSUM>().context("it has no checksum")?;
        ensure!(u32::from_le_bytes(*found) == checksum(number, content), "the checksum is wrong");
        let (&head, body) = content.split_first_chunk::<HEAD>().context("it has no head")?;
        let (body, rest) = body.as_chunks::<PLY>();
        ensure!(rest.is_empty() && body.len() == usize::from(plies(head)), "its length is wrong");
        let [opening, outcome, end, ..] = head;
        let mut plies = body.iter().zip(1..).map(|(&[a, b, c, d], ply)| {
            let bits = u16::from_le_bytes([a, b]);
            let mv = Move::from_bits(bits).with_context(|| format!("ply {ply}: {bits:#06x} is no move"))?;
            Ok((mv, i16::from_le_bytes([c, d])))
        });
        let opening = plies.by_ref().take(usize::from(opening)).map(|ply| Ok(ply?.0));
        Ok(Record {
            opening: opening.collect::<Result<_>>()?,
            played: plies
                .map(|ply| ply.map(|(mv, score)| Thought { mv, score: score_of(score) }))
                .collect::<Result<_>>()?,
            outcome: *OUTCOMES
                .get(usize::from(outcome))
                .with_context(|| format!("{outcome} is no outcome"))?,
            end: *ENDS.get(usize::from(end)).with_context(|| format!("{end} is no end"))?,
        })
    }
}

fn play(position: &mut Position, mv: Move, ply: usize) -> Result<()> {
    let _never_taken_back = position.try_play(mv).with_context(|| format!("ply {ply}"))?;
    Ok(())
}

/// The number of plies that a head tells.
fn plies(head: [u8; HEAD]) -> u16 {
    u16::from_le_bytes([head[3], head[4]])
}

/// A score as it is kept: all there are have room.
fn stored(score: Score) -> i16 {
    let bound = i32::from(i16::MAX);
    i16::try_from(score.value().clamp(-bound, bound)).unwrap_or(NO_SCORE)
}

fn score_of(stored: i16) -> Score {
    Score::from_value(i32::from(stored))
}

fn head_check(number: u64, bytes: &[u8]) -> [u8; 2] {
    let [one, other, ..] = checksum(number, bytes).to_le_bytes();
    [one, other]
}

fn checksum(number: u64, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    fn game(opening: &str, played: &[(&str, Score)], outcome: Outcome, end: End) -> Record {
        let played = played.iter().map(|&(mv, score)| Thought { mv: mv.parse().unwrap(), score }).collect();
        Record { opening: moves(opening), played, outcome, end }
    }

    /// Some games.
    pub(in super::super) fn games() -> Vec<Record> {
        let centipawns = Score::from_centipawns;
        let (red, black) = (Outcome::Win(Color::Red), Outcome::Win(Color::Black));
        let quiet = [("h0g2", centipawns(30)), ("b9c7", centipawns(-20)), ("i0h0", centipawns(0))];
        let decided = [("h2h9", centipawns(-450)), ("i9h9", Score::mate_in(7)), ("a0a1", Score::mated_in(6))];
        vec![
            game("h2e2 h9g7", &quiet, Outcome::Draw, End::TooLong),
            game("", &decided[..2], black, End::Won),
            game("a3a4", &[("c6c5", centipawns(5))], red, End::Rule(Rule::PerpetualChase)),
        ]
    }

    /// Any game that can be kept, its moves legal or not.
    fn any_game() -> impl Strategy<Value = Record> {
        let square = || prop::sample::select(&xiangqi_core::Square::ALL[..]);
        let mv = move || (square(), square()).prop_map(|(from, to)| Move::new(from, to));
        let thought =
            (mv(), -31_000..=31_000).prop_map(|(mv, value)| Thought { mv, score: Score::from_value(value) });
        let opening = prop::collection::vec(mv(), 0..=255);
        let played = prop::collection::vec(thought, 0..400);
        (opening, played, prop::sample::select(&OUTCOMES[..]), prop::sample::select(&ENDS[..]))
            .prop_map(|(opening, played, outcome, end)| Record { opening, played, outcome, end })
    }

    #[test]
    fn games_survive_a_round_trip() {
        let mut runner = TestRunner::new_with_rng(
            Config { failure_persistence: None, ..Config::default() },
            TestRng::deterministic_rng(RngAlgorithm::ChaCha),
        );
        let strategy = (any_game(), any::<u64>());
        let result = runner.run(&strategy, |(game, number)| {
            let bytes = game.to_bytes(number).unwrap();
            prop_assert_eq!(bytes.len(), HEAD + PLY * game.len() + CHECKSUM);
            prop_assert_eq!(Record::size(number, *bytes.first_chunk().unwrap()).unwrap(), bytes.len());
            prop_assert_eq!(Record::from_bytes(number, &bytes).unwrap(), game);
            prop_assert!(Record::from_bytes(number.wrapping_add(1), &bytes).is_err());
            Ok(())
        });
        result.unwrap();
    }

    #[test]
    fn the_format_is_what_it_was() {
        let bytes = games()[0].to_bytes(0).unwrap();
        assert_eq!(bytes.len(), 7 + 4 * 5 + 4);
        assert_eq!(bytes[..5], [2, 1, 2, 5, 0], "opening, draw, too long, plies");
        let move_at = |place: usize| Move::from_bits(u16::from_le_bytes([bytes[place], bytes[place + 1]]));
        assert_eq!((move_at(7), &bytes[9..11]), ("h2e2".parse().ok(), &[0x00, 0x80][..]), "no score");
        assert_eq!((move_at(15), &bytes[17..19]), ("h0g2".parse().ok(), &[30, 0][..]));
        assert_eq!(ENDS[..3], [End::Won, End::Level, End::TooLong]);
        let rules =
            ENDS.iter().filter_map(|end| if let End::Rule(rule) = end { Some(rule.id()) } else { None });
        assert!(Rule::ALL.iter().all(|rule| ENDS.contains(&End::Rule(*rule))));
        let names = "checkmate stalemate perpetual_check perpetual_chase perpetual_mate_threat check_and_chase \
                     check_and_mate_threat chase_and_mate_threat check_chase_and_mate_threat mixed_offences repetition \
                     move_limit material";
        assert!(rules.eq(names.split(' ')));
    }

    #[test]
    fn each_position_comes_with_what_was_played_in_it() {
        let game = &games()[0];
        let mut seen = Vec::new();
        game.replay(|position, thought| {
            assert!(position.is_legal(thought.mv));
            seen.push((position.to_fen(), thought));
        })
        .unwrap();
        assert_eq!(seen[0].0, game.opening_position().unwrap().to_fen());
        assert_eq!(seen[0].0, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
        assert!(seen.iter().map(|(_, thought)| thought).eq(&game.played));
    }

    #[test]
    fn an_illegal_move_is_named() {
        let draw = |opening, played| game(opening, played, Outcome::Draw, End::Level);
        for (game, ply) in [
            (draw("h2e2 h2e2", &[]), "ply 2: "),
            (draw("h2e2", &[("h9g7", Score::ZERO), ("a9a8", Score::ZERO)]), "ply 3: "),
        ] {
            let error = format!("{:#}", game.replay(|_, _| ()).unwrap_err());
            assert!(error.starts_with(ply), "{error}");
        }
    }
}
