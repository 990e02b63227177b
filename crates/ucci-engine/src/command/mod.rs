//! What a client says, as plain data.
//!
//! Parsing takes any bytes, never fails and never panics: what is not understood is no command. Both dialects are
//! read by the same parser, so that `go movetime` works in UCCI and `banmoves` in UCI, and a client that mixes them
//! is understood. Words are matched without regard to case, and any white space separates them.

mod assignment;
mod go;

use xiangqi_core::Move;

pub use assignment::{Assignment, Value};
pub use go::{Go, SideClock};

use crate::Dialect;

/// One command of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ucci` or `uci`: introduce yourself, and speak this dialect from now on.
    Handshake(Dialect),
    /// `isready`: answer when everything before it has been done.
    IsReady,
    /// `setoption …`, in either form.
    SetOption(Assignment),
    /// `debug on` or `debug off`, UCI's form of the option.
    Debug(bool),
    /// `ucinewgame`: what follows has nothing to do with what was.
    NewGame,
    /// `position …`, or the same without its first word.
    Position(PositionText),
    /// `banmoves …`: moves that must not be played, until the next position.
    BanMoves(Vec<Move>),
    /// `go …`: think.
    Go(Box<Go>),
    /// `go perft DEPTH`: count the moves.
    Perft(u32),
    /// `ponderhit`: the move that was pondered on has been played.
    PonderHit {
        /// Whether the opponent offered a draw with it.
        draw: bool,
    },
    /// `stop`: answer now.
    Stop,
    /// `probe …`: tell what the transposition table knows of a position; `None` is the current one.
    Probe(Option<PositionText>),
    /// `d`: show the position.
    Display,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `bench [DEPTH]`: search the fixed set of positions.
    Bench(Option<u32>),
    /// `quit`.
    Quit,
}

/// A position as a client described it: not judged yet, so that what is wrong with it can be quoted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The FEN, its fields separated by single spaces; `None` for the standard start position.
    pub fen: Option<String>,
    /// The moves that follow, as they were written.
    pub moves: Vec<String>,
}

impl Command {
    /// Reads the commands of one line: usually one, none if the line is empty or not understood.
    ///
    /// More than one only when a client forgot the end of the line after `banmoves`, which happens.
    ///
    /// ```
    /// use ucci_engine::{Command, Dialect};
    ///
    /// assert_eq!(Command::parse_line(b"  UCCI \r\n"), [Command::Handshake(Dialect::Ucci)]);
    /// assert_eq!(Command::parse_line(b"\xff\xfe?"), []);
    /// ```
    #[must_use]
    pub fn parse_line(line: &[u8]) -> Vec<Command> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line); // a byte order mark
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.split_first() {
            Some((first, _)) if is(first, "setoption") => {
                Assignment::parse(line).map(Command::SetOption).into_iter().collect()
            }
            Some((first, rest)) if is(first, "banmoves") => parse_ban(rest),
            _ => parse_words(&words).into_iter().collect(),
        }
    }
}

fn parse_words(words: &[&str]) -> Option<Command> {
    let (first, rest) = words.split_first()?;
    Some(match first.to_ascii_lowercase().as_str() {
        "ucci" => Command::Handshake(Dialect::Ucci),
        "uci" => Command::Handshake(Dialect::Uci),
        "isready" => Command::IsReady,
        "debug" => Command::Debug(!rest.first().is_some_and(|word| is(word, "off"))),
        "ucinewgame" | "uccinewgame" => Command::NewGame,
        "position" => Command::Position(parse_position(rest)?),
        "fen" | "startpos" => Command::Position(parse_position(words)?),
        "go" => parse_go(rest)?,
        "ponderhit" => Command::PonderHit { draw: rest.first().is_some_and(|word| is(word, "draw")) },
        "stop" => Command::Stop,
        "probe" => Command::Probe(parse_position(rest)),
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => match rest.first() {
            None => Command::Bench(None),
            Some(depth) => Command::Bench(Some(go::small_number(depth)?)),
        },
        "quit" | "exit" => Command::Quit,
        _ => return None,
    })
}

/// `fen FEN` or `startpos`, then perhaps `moves` and moves; the word `fen` may be missing before a FEN.
fn parse_position(words: &[&str]) -> Option<PositionText> {
    let (first, rest) = words.split_first()?;
    let split = |words: &[&str]| words.iter().position(|word| is(word, "moves")).unwrap_or(words.len());
    let (fen, rest) = if is(first, "startpos") {
        (None, rest.get(split(rest)..)?)
    } else {
        let fields = if is(first, "fen") { rest } else { words };
        let (fields, rest) = fields.split_at(split(fields));
        fields.first().filter(|placement| placement.contains('/') || is(first, "fen"))?;
        (Some(fields.join(" ")), rest)
    };
    Some(PositionText { fen, moves: rest.iter().skip(1).map(ToString::to_string).collect() })
}

fn parse_go(words: &[&str]) -> Option<Command> {
    match words.split_first() {
        Some((first, rest)) if is(first, "perft") => Some(Command::Perft(go::small_number(rest.first()?)?)),
        _ => Some(Command::Go(Box::new(Go::parse(words)))),
    }
}

/// Reads forbidden moves, up to a command that the client appended without a line end: `banmoves h2e2go depth 5`.
fn parse_ban(words: &[&str]) -> Vec<Command> {
    const MOVE_LENGTH: usize = 4;
    let mut moves = Vec::new();
    let mut next = None;
    for (index, word) in words.iter().enumerate() {
        if let Ok(mv) = word.parse() {
            moves.push(mv);
            continue;
        }
        let glued: Option<Move> = word.get(..MOVE_LENGTH).and_then(|mv| mv.parse().ok());
        let command = if glued.is_some() { &word[MOVE_LENGTH..] } else { word };
        let rest: Vec<&str> = [command].into_iter().chain(words[index + 1..].iter().copied()).collect();
        next = parse_words(&rest);
        if next.is_some() {
            moves.extend(glued);
            break;
        }
    }
    [Command::BanMoves(moves)].into_iter().chain(next).collect()
}

fn is(word: &str, expected: &str) -> bool {
    word.eq_ignore_ascii_case(expected)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn parse(line: &str) -> Command {
        let mut commands = Command::parse_line(line.as_bytes());
        assert_eq!(commands.len(), 1, "{line}: {commands:?}");
        commands.remove(0)
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn words_are_read_in_any_case_and_spacing() {
        assert_eq!(parse("\tIsReady \r\n"), Command::IsReady);
        assert_eq!(parse("\u{feff}uci\r"), Command::Handshake(Dialect::Uci));
        assert_eq!(parse("ponderhit  draw"), Command::PonderHit { draw: true });
        assert_eq!(parse("ponderhit"), Command::PonderHit { draw: false });
        assert_eq!(parse("debug off"), Command::Debug(false));
        assert_eq!(parse("bench 7"), Command::Bench(Some(7)));
        assert_eq!(parse("bench"), Command::Bench(None));
        assert_eq!(parse("bench 99999999999"), Command::Bench(Some(u32::MAX)));
        assert_eq!(parse("go perft 99999999999"), Command::Perft(u32::MAX));
    }

    #[test]
    fn what_is_not_understood_is_no_command() {
        for line in [
            "",
            "   ",
            "xyzzy",
            "position",
            "position fen",
            "probability",
            "go perft",
            "go perft x",
            "bench x",
            "fen",
        ] {
            assert_eq!(Command::parse_line(line.as_bytes()), [], "{line}");
        }
    }

    #[test]
    fn positions_are_read_as_all_clients_write_them() {
        let position = |fen: Option<&str>, moves: &[&str]| {
            Command::Position(PositionText {
                fen: fen.map(str::to_string),
                moves: moves.iter().map(ToString::to_string).collect(),
            })
        };
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("startpos moves h2e2"), position(None, &["h2e2"]));
        assert_eq!(
            parse("position fen 4k4/9/4K4 w - - 0 1 moves"),
            position(Some("4k4/9/4K4 w - - 0 1"), &[])
        );
        assert_eq!(
            parse("position  fen 4k4/9/4K4 r -- 0 1  MOVES a0a1  b0b1 "),
            position(Some("4k4/9/4K4 r -- 0 1"), &["a0a1", "b0b1"])
        );
        assert_eq!(parse("fen 4k4/9/4K4 r moves a0a1"), position(Some("4k4/9/4K4 r"), &["a0a1"]));
        assert_eq!(parse("position 4k4/9/4K4 w"), position(Some("4k4/9/4K4 w"), &[]));
        assert_eq!(parse("position fen nonsense"), position(Some("nonsense"), &[]));
        assert_eq!(parse("probe"), Command::Probe(None));
        assert_eq!(parse("probe startpos"), Command::Probe(Some(PositionText::default())));
    }

    /// Words of both dialects, numbers and moves, good and bad, joined by what may stand between them.
    fn near_sense() -> impl Strategy<Value = Vec<u8>> {
        const WORDS: &[&[u8]] = &[
            b"go",
            b"depth",
            b"infinite",
            b"position",
            b"fen",
            b"startpos",
            b"moves",
            b"setoption",
            b"name",
            b"value",
            b"banmoves",
            b"h2e2",
            b"h2e2go",
            b"searchmoves",
            b"time",
            b"-1",
            b"99999999999999999999",
            b"perft",
            b"\xff",
            b"9/9",
            b"hash size",
            b"probe",
            b"ponderhit",
            b"draw",
            b"\xe5\xb8\x85ab",
            b"",
            b"UCI",
        ];
        const GAPS: &[&[u8]] = &[b" ", b"\t", b"  ", b"\r", b"", b"\0"];
        let word = proptest::sample::select(WORDS);
        let gap = proptest::sample::select(GAPS);
        proptest::collection::vec((word, gap), 0..12)
            .prop_map(|parts| parts.into_iter().flat_map(|(word, gap)| [word, gap].concat()).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_are_read_without_panic(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Command::parse_line(&line);
        }

        #[test]
        fn near_sense_is_read_without_panic(line in near_sense()) {
            for command in Command::parse_line(&line) {
                if let Command::SetOption(assignment) = command {
                    let _ = crate::options::Options::default().assign(&assignment);
                }
            }
        }
    }

    #[test]
    fn a_command_glued_to_banmoves_is_found() {
        let ban = Command::BanMoves(moves("h2e2 b2e2"));
        let go = parse("go time 1000");
        for line in ["banmoves h2e2 b2e2go time 1000", "banmoves h2e2 b2e2 go time 1000"] {
            assert_eq!(Command::parse_line(line.as_bytes()), [ban.clone(), go.clone()], "{line}");
        }
        for line in ["banmoves h2e2 b2e2", "banmoves h2e2 junk b2e2"] {
            assert_eq!(parse(line), ban, "{line}");
        }
    }
}
