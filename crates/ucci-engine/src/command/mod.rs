//! What a client says, as plain data.
//!
//! Parsing takes any bytes, never fails and never panics: what is not understood is told in place of a command. Both dialects are
//! read by the same parser, so that `go movetime` works in UCCI and `banmoves` in UCI, and a client that mixes them
//! is understood. Words are matched without regard to case, and any white space separates them.

mod assignment;
mod fault;
mod go;

use xiangqi_core::Move;

pub use assignment::{Assignment, Value};
pub use fault::Fault;
pub use go::{Go, SideClock};

use crate::{Dialect, bench, count};

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
    /// `go perft DEPTH`: count the moves, to a depth that can be counted.
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
    /// Something that was not understood, in place of the command or before it.
    Unclear(Fault),
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
    /// Reads the commands of one line: usually one, none if the line is empty.
    ///
    /// More than one when something in it was not understood, or when a client forgot the end of the line after
    /// `banmoves`, which happens.
    ///
    /// ```
    /// use ucci_engine::{Command, Dialect};
    ///
    /// assert_eq!(Command::parse_line(b"  UCCI \r\n"), [Command::Handshake(Dialect::Ucci)]);
    /// assert!(matches!(Command::parse_line(b"\xff\xfe?")[..], [Command::Unclear(_)]));
    /// ```
    #[must_use]
    pub fn parse_line(line: &[u8]) -> Vec<Command> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line); // a byte order mark
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.split_first() {
            Some((first, _)) if is(first, "setoption") => vec![parse_assignment(line)],
            Some((first, rest)) => parse_words(first, rest),
            None => Vec::new(),
        }
    }
}

fn parse_assignment(line: &[u8]) -> Command {
    let nameless = || Command::Unclear(Fault::unexpected("setoption", "the name of an option", None));
    Assignment::parse(line).map_or_else(nameless, Command::SetOption)
}

/// Reads a command from its first word and the rest.
fn parse_words(first: &str, rest: &[&str]) -> Vec<Command> {
    let name = first.to_ascii_lowercase();
    let only = |parsed: Result<Command, Fault>| vec![parsed.unwrap_or_else(Command::Unclear)];
    match name.as_str() {
        "go" => parse_go(rest),
        "banmoves" => parse_ban(rest),
        "position" => only(parse_position("position", rest).map(Command::Position)),
        "fen" => only(parse_fen("fen", rest).map(Command::Position)),
        "startpos" => only(parse_startpos("startpos", rest).map(Command::Position)),
        "probe" if !rest.is_empty() => {
            only(parse_position("probe", rest).map(|text| Command::Probe(Some(text))))
        }
        "bench" => with_one_word("bench", rest, parse_bench),
        "debug" => with_one_word("debug", rest, parse_debug),
        "ponderhit" => {
            let (draw, unused) = match rest.split_first() {
                Some((word, unused)) if is(word, "draw") => (true, unused),
                _ => (false, rest),
            };
            with_faults(Fault::unknown("ponderhit", unused), Command::PonderHit { draw })
        }
        _ => match parse_plain(&name) {
            Some(command) => with_faults(Fault::unknown(&name, rest), command),
            None => vec![Command::Unclear(Fault::UnknownCommand { word: first.to_string() })],
        },
    }
}

/// A command after what is wrong with it.
fn with_faults(faults: impl IntoIterator<Item = Fault>, command: Command) -> Vec<Command> {
    faults.into_iter().map(Command::Unclear).chain([command]).collect()
}

/// Reads a command from the first of the words, and has no use for the others.
fn with_one_word(
    name: &str,
    words: &[&str],
    parse: impl FnOnce(Option<&str>) -> Result<Command, Fault>,
) -> Vec<Command> {
    match parse(words.first().copied()) {
        Ok(command) => with_faults(Fault::unknown(name, words.get(1..).unwrap_or_default()), command),
        Err(fault) => vec![Command::Unclear(fault)],
    }
}

/// Commands that are one word.
fn parse_plain(name: &str) -> Option<Command> {
    Some(match name {
        "ucci" => Command::Handshake(Dialect::Ucci),
        "uci" => Command::Handshake(Dialect::Uci),
        "isready" => Command::IsReady,
        "ucinewgame" | "uccinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "probe" => Command::Probe(None),
        "d" => Command::Display,
        "eval" => Command::Eval,
        "quit" | "exit" => Command::Quit,
        _ => return None,
    })
}

fn parse_debug(word: Option<&str>) -> Result<Command, Fault> {
    match word {
        None => Ok(Command::Debug(true)),
        Some(word) if is(word, "on") => Ok(Command::Debug(true)),
        Some(word) if is(word, "off") => Ok(Command::Debug(false)),
        Some(_) => Err(Fault::unexpected("debug", "on or off", word)),
    }
}

fn parse_bench(word: Option<&str>) -> Result<Command, Fault> {
    match word {
        None => Ok(Command::Bench(None)),
        Some(_) => parse_depth("bench", word, bench::MAX_DEPTH).map(|depth| Command::Bench(Some(depth))),
    }
}

/// A depth of 1 to `deepest` plies.
fn parse_depth(command: &str, word: Option<&str>, deepest: u32) -> Result<u32, Fault> {
    let depth = word.and_then(go::number).and_then(|depth| u32::try_from(depth).ok());
    depth
        .filter(|depth| (1..=deepest).contains(depth))
        .ok_or_else(|| Fault::unexpected(command, &format!("a depth of 1 to {deepest} plies"), word))
}

/// `fen FEN` or `startpos`, then perhaps `moves` and moves; the word `fen` may be missing before a FEN.
fn parse_position(command: &str, words: &[&str]) -> Result<PositionText, Fault> {
    match words.split_first() {
        Some((first, rest)) if is(first, "startpos") => parse_startpos(&format!("{command} startpos"), rest),
        Some((first, rest)) if is(first, "fen") => parse_fen(&format!("{command} fen"), rest),
        Some((first, _)) if first.contains('/') => parse_fen(command, words),
        _ => Err(Fault::unexpected(command, "startpos or a FEN", words.first().copied())),
    }
}

fn parse_startpos(command: &str, words: &[&str]) -> Result<PositionText, Fault> {
    match words.split_first() {
        None => Ok(PositionText::default()),
        Some((first, moves)) if is(first, "moves") => Ok(PositionText { fen: None, moves: owned(moves) }),
        Some((first, _)) => Err(Fault::unexpected(command, "moves", Some(first))),
    }
}

fn parse_fen(command: &str, words: &[&str]) -> Result<PositionText, Fault> {
    let end = words.iter().position(|word| is(word, "moves")).unwrap_or(words.len());
    let (fields, rest) = words.split_at(end);
    if fields.is_empty() {
        return Err(Fault::unexpected(command, "a FEN", rest.first().copied()));
    }
    Ok(PositionText { fen: Some(fields.join(" ")), moves: owned(rest.get(1..).unwrap_or_default()) })
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn parse_go(words: &[&str]) -> Vec<Command> {
    match words.split_first() {
        Some((first, rest)) if is(first, "perft") => with_one_word("go perft", rest, |word| {
            parse_depth("go perft", word, count::DEEPEST).map(Command::Perft)
        }),
        _ => {
            let (go, faults) = Go::parse(words);
            with_faults(faults, Command::Go(Box::new(go)))
        }
    }
}

/// Reads forbidden moves, up to a command that the client appended without a line end: `banmoves h2e2go depth 5`.
fn parse_ban(words: &[&str]) -> Vec<Command> {
    const MOVE_LENGTH: usize = 4;
    let (mut moves, mut next, mut wrong) = (Vec::new(), Vec::new(), None);
    for (index, word) in words.iter().enumerate() {
        if let Ok(mv) = word.parse() {
            moves.push(mv);
            continue;
        }
        let glued: Option<Move> = word.get(..MOVE_LENGTH).and_then(|mv| mv.parse().ok());
        let command = if glued.is_some() { &word[MOVE_LENGTH..] } else { word };
        next = parse_words(command, &words[index + 1..]);
        if !matches!(next[..], [Command::Unclear(Fault::UnknownCommand { .. })]) {
            moves.extend(glued);
            break;
        }
        next.clear();
        wrong = wrong.or_else(|| Some(Fault::unexpected("banmoves", "a move", Some(word))));
    }
    with_faults(wrong, Command::BanMoves(moves)).into_iter().chain(next).collect()
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
        assert_eq!(parse("go perft 2"), Command::Perft(2));
    }

    /// What is told instead of a command.
    fn fault(line: &str) -> Fault {
        match parse(line) {
            Command::Unclear(fault) => fault,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn nothing_is_no_command() {
        for line in ["", "   ", "\r\n"] {
            assert_eq!(Command::parse_line(line.as_bytes()), [], "{line}");
        }
    }

    #[test]
    fn unknown_commands_are_named() {
        for (line, word) in [("xyzzy", "xyzzy"), ("Probability 1", "Probability"), ("go! depth 1", "go!")] {
            let word = word.to_string();
            assert_eq!(fault(line), Fault::UnknownCommand { word }, "{line}");
        }
    }

    #[test]
    fn known_commands_that_cannot_be_obeyed_say_what_they_expect() {
        for (line, told) in [
            ("position", "position: expected startpos or a FEN, found nothing"),
            ("position sideways", "position: expected startpos or a FEN, found 'sideways'"),
            ("position moves h2e2", "position: expected startpos or a FEN, found 'moves'"),
            ("position fen", "position fen: expected a FEN, found nothing"),
            ("fen moves h2e2", "fen: expected a FEN, found 'moves'"),
            ("position startpos h2e2", "position startpos: expected moves, found 'h2e2'"),
            ("startpos h2e2 moves h9g7", "startpos: expected moves, found 'h2e2'"),
            ("probe sideways", "probe: expected startpos or a FEN, found 'sideways'"),
            ("go perft", "go perft: expected a depth of 1 to 100 plies, found nothing"),
            ("go perft x", "go perft: expected a depth of 1 to 100 plies, found 'x'"),
            ("go perft 0", "go perft: expected a depth of 1 to 100 plies, found '0'"),
            ("go perft -1", "go perft: expected a depth of 1 to 100 plies, found '-1'"),
            ("go perft 101", "go perft: expected a depth of 1 to 100 plies, found '101'"),
            ("go perft 99999999999", "go perft: expected a depth of 1 to 100 plies, found '99999999999'"),
            ("bench x", "bench: expected a depth of 1 to 119 plies, found 'x'"),
            ("bench 120", "bench: expected a depth of 1 to 119 plies, found '120'"),
            ("debug maybe", "debug: expected on or off, found 'maybe'"),
            ("setoption", "setoption: expected the name of an option, found nothing"),
        ] {
            assert_eq!(fault(line).to_string(), told);
            assert!(!fault(line).is_about_unknown_words(), "{line}");
        }
    }

    #[test]
    fn a_command_is_obeyed_without_the_words_that_mean_nothing_to_it() {
        for (line, command) in [
            ("isready now please", "isready"),
            ("ponderhit now please", "ponderhit"),
            ("ponderhit draw now please", "ponderhit draw"),
            ("go perft 3 now please", "go perft 3"),
            ("bench 3 now please", "bench 3"),
            ("go depth 3 now please", "go depth 3"),
        ] {
            let name: String = command.chars().take_while(|c| *c != ' ').collect();
            let commands = Command::parse_line(line.as_bytes());
            let [Command::Unclear(fault), obeyed] = commands.as_slice() else { panic!("{commands:?}") };
            assert_eq!(*obeyed, parse(command));
            assert!(fault.is_about_unknown_words() && fault.to_string().starts_with(&name), "{fault}");
            assert!(fault.to_string().ends_with(": unknown words 'now please'"), "{fault}");
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
                    let _ = crate::options::Options::default().assign(&assignment, Dialect::Ucci);
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
        assert_eq!(parse("banmoves h2e2 b2e2"), ban);
        assert_eq!(
            Command::parse_line(b"banmoves h2e2 junk b2e2"),
            [Command::Unclear(Fault::unexpected("banmoves", "a move", Some("junk"))), ban]
        );
    }
}
