//! `go`: what to think about, and for how long.

use xiangqi_core::Move;

use super::{Fault, is};

/// The clock of one side as a client tells it; the unit depends on the key and on the options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Time left.
    pub time: Option<u64>,
    /// Time added after each move.
    pub increment: Option<u64>,
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
}

/// The limits and circumstances of one search, from both dialects, in any combination and order.
///
/// Nothing is judged here: a key that is missing stays `None`. Fractions are rounded down, a number too large for its
/// type becomes the largest one, a negative one zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `ponder`: think on the opponent's time, until `ponderhit`.
    pub ponder: bool,
    /// `draw`: the opponent offers a draw.
    pub draw: bool,
    /// `infinite` or `depth infinite`: think until `stop`.
    pub infinite: bool,
    /// `depth N`, in plies.
    pub depth: Option<u32>,
    /// `nodes N`.
    pub nodes: Option<u64>,
    /// `mate N`: look for a mate in this many moves.
    pub mate: Option<u32>,
    /// `movetime T`, in milliseconds.
    pub move_time: Option<u64>,
    /// `time`, `increment`, `movestogo`: our clock, in seconds or milliseconds as the option `usemillisec` says.
    pub own: SideClock,
    /// `opptime`, `oppincrement`, `oppmovestogo`: the opponent's clock, in the same unit.
    pub opponent: SideClock,
    /// `wtime`, `winc`: Red's clock, in milliseconds.
    pub red: SideClock,
    /// `btime`, `binc`: Black's clock, in milliseconds.
    pub black: SideClock,
    /// `searchmoves …`: consider only these moves, unless there is none.
    pub search_moves: Vec<Move>,
    /// The keys that were told but whose number is missing or cannot be read.
    pub unread: Vec<String>,
}

/// The keys that stand alone, or before moves.
const PLAIN_KEYS: [&str; 4] = ["ponder", "draw", "infinite", "searchmoves"];
/// The keys that a number follows.
const NUMBER_KEYS: [&str; 14] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "time",
    "increment",
    "movestogo",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "wtime",
    "winc",
    "btime",
    "binc",
];

impl Go {
    /// Reads the words after `go`, and tells what in them was not understood.
    pub(super) fn parse(words: &[&str]) -> (Go, Vec<Fault>) {
        let (mut go, mut faults, mut unknown) = (Go::default(), Vec::new(), Vec::new());
        let mut rest = words;
        while let Some((word, after)) = rest.split_first() {
            let key = word.to_ascii_lowercase();
            let used = if NUMBER_KEYS.contains(&key.as_str()) {
                go.read_number(&key, after, &mut faults)
            } else if key == "searchmoves" {
                go.read_moves(after, &mut faults)
            } else {
                match key.as_str() {
                    "ponder" => go.ponder = true,
                    "draw" => go.draw = true,
                    "infinite" => go.infinite = true,
                    _ => unknown.push(*word),
                }
                0
            };
            rest = after.get(used..).unwrap_or_default();
        }
        faults.extend(Fault::unknown("go", &unknown));
        (go, faults)
    }

    /// Takes in a key that a number should follow; returns how many of the words after the key it used.
    fn read_number(&mut self, key: &str, after: &[&str], faults: &mut Vec<Fault>) -> usize {
        if key == "depth" && after.first().is_some_and(|word| is(word, "infinite")) {
            self.infinite = true;
            return 1;
        }
        let word = after.first().copied().filter(|word| !is_key(word));
        if let Some(value) = word.and_then(number) {
            self.set(key, value);
        } else {
            self.unread.push(key.to_string());
            faults.push(Fault::unexpected(&format!("go {key}"), "a number", word));
        }
        usize::from(word.is_some())
    }

    /// Takes in the moves up to the next key; returns how many words those are.
    fn read_moves(&mut self, after: &[&str], faults: &mut Vec<Fault>) -> usize {
        let used = after.iter().position(|word| is_key(word)).unwrap_or(after.len());
        let words = after.get(..used).unwrap_or_default();
        self.search_moves.extend(words.iter().filter_map(|word| word.parse::<Move>().ok()));
        let wrong = words.iter().find(|word| word.parse::<Move>().is_err());
        faults.extend(wrong.map(|word| Fault::unexpected("go searchmoves", "a move", Some(word))));
        used
    }

    /// Sets what a key with a number stands for.
    fn set(&mut self, key: &str, value: u64) {
        let small = cut(value);
        match key {
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(value),
            "mate" => self.mate = Some(small),
            "movetime" => self.move_time = Some(value),
            "time" => self.own.time = Some(value),
            "increment" => self.own.increment = Some(value),
            "movestogo" => self.own.moves_to_go = Some(small),
            "opptime" => self.opponent.time = Some(value),
            "oppincrement" => self.opponent.increment = Some(value),
            "oppmovestogo" => self.opponent.moves_to_go = Some(small),
            "wtime" => self.red.time = Some(value),
            "winc" => self.red.increment = Some(value),
            "btime" => self.black.time = Some(value),
            "binc" => self.black.increment = Some(value),
            _ => {}
        }
    }
}

fn is_key(word: &str) -> bool {
    PLAIN_KEYS.iter().chain(&NUMBER_KEYS).any(|key| is(word, key))
}

/// A number, rounded down and cut to the range of its type; `None` if the word is no number.
pub(super) fn number(word: &str) -> Option<u64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = whole.len() + fraction.len() > 0
        && [whole, fraction].iter().all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    match whole {
        _ if !is_number => None,
        "" => Some(0),
        _ if negative => Some(0),
        _ => Some(whole.parse().unwrap_or(u64::MAX)),
    }
}

fn cut(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_faulty(text: &str) -> (Go, Vec<String>) {
        let (go, faults) = Go::parse(&text.split_whitespace().collect::<Vec<_>>());
        (go, faults.iter().map(ToString::to_string).collect())
    }

    fn parse(text: &str) -> Go {
        let (go, faults) = parse_faulty(text);
        assert_eq!(faults, [""; 0], "{text}");
        go
    }

    #[test]
    fn keys_come_in_any_order_and_combination() {
        let own = SideClock { time: Some(20_000), increment: Some(1000), moves_to_go: None };
        let go = Go { own, opponent: own, ..Go::default() };
        assert_eq!(parse("time 20000 opptime 20000 oppincrement 1000 increment 1000"), go);
        assert_eq!(parse("increment 1000 oppincrement 1000 opptime 20000 time 20000"), go);
        let go = Go { ponder: true, move_time: Some(500), depth: Some(9), ..Go::default() };
        assert_eq!(parse("ponder movetime 500 depth 9"), go);
        assert_eq!(parse("depth 9 movetime 500 ponder"), go);
    }

    #[test]
    fn clocks_of_both_sides_are_kept() {
        let go = parse("btime 6000 wtime 7000 movestogo 40 winc 1 binc 2");
        assert_eq!((go.red.time, go.red.increment), (Some(7000), Some(1)));
        assert_eq!((go.black.time, go.black.increment), (Some(6000), Some(2)));
        assert_eq!(go.own.moves_to_go, Some(40));
    }

    #[test]
    fn infinite_is_a_mode_or_a_depth() {
        assert!(parse("infinite").infinite);
        assert!(parse("depth infinite").infinite);
        assert_eq!(parse("depth infinite").depth, None);
        assert_eq!(parse(""), Go::default());
    }

    #[test]
    fn search_moves_end_where_other_words_begin() {
        let go = parse("searchmoves h2e2 b2e2 depth 3");
        assert_eq!(go.search_moves.len(), 2);
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn every_key_with_a_number_sets_something() {
        for key in NUMBER_KEYS {
            assert_ne!(parse(&format!("{key} 7")), Go::default(), "{key}");
        }
    }

    #[test]
    fn odd_numbers_are_cut_to_their_range() {
        let go = parse("wtime -50 nodes 99999999999999999999999 depth 4294967296 binc 7");
        assert_eq!(go.red.time, Some(0));
        assert_eq!(go.nodes, Some(u64::MAX));
        assert_eq!(go.depth, Some(u32::MAX));
        assert_eq!(go.black.increment, Some(7));
    }

    #[test]
    fn fractions_are_rounded_down() {
        let go = parse("movetime 100.0 wtime 1000.5 btime .9 time 0.5 depth 3. winc -0.5");
        assert_eq!(go.move_time, Some(100));
        assert_eq!((go.red.time, go.black.time, go.own.time), (Some(1000), Some(0), Some(0)));
        assert_eq!((go.depth, go.red.increment), (Some(3), Some(0)));
    }

    #[test]
    fn a_number_that_cannot_be_read_is_told_and_the_rest_is_kept() {
        for word in ["x", "1e9", "0x10", "NaN", "1.2.3", ".", "-", "1,5"] {
            let (go, faults) = parse_faulty(&format!("movetime {word} depth 3"));
            assert_eq!(
                go,
                Go { depth: Some(3), unread: vec!["movetime".to_string()], ..Go::default() },
                "{word}"
            );
            assert_eq!(faults, [format!("go movetime: expected a number, found '{word}'")]);
        }
        let (go, faults) = parse_faulty("wtime btime 1000 depth");
        assert_eq!((go.red.time, go.black.time, go.depth), (None, Some(1000), None));
        assert_eq!(
            faults,
            ["go wtime: expected a number, found nothing", "go depth: expected a number, found nothing"]
        );
    }

    #[test]
    fn what_is_unknown_is_told_together() {
        let (go, faults) = parse_faulty("foo depth 1 bar 7");
        assert_eq!(go, Go { depth: Some(1), ..Go::default() });
        assert_eq!(faults, ["go: unknown words 'foo bar 7'"]);
    }

    #[test]
    fn words_among_the_moves_that_are_no_moves_end_nothing() {
        let (go, faults) = parse_faulty("searchmoves h2e2 junk b2e2 depth 3");
        assert_eq!((go.search_moves.len(), go.depth), (2, Some(3)));
        assert_eq!(faults, ["go searchmoves: expected a move, found 'junk'"]);
    }
}
