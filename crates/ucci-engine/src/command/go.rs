//! `go`: what to think about, and for how long.

use xiangqi_core::Move;

use super::is;

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
/// Nothing is judged here: a key that is missing stays `None`, and a number too large for its type becomes the
/// largest one, a negative one zero.
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
}

impl Go {
    /// Reads the words after `go`; those not understood are skipped.
    pub(super) fn parse(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut rest = words;
        while let Some((key, after)) = rest.split_first() {
            let used = go.read(key, after);
            rest = after.get(used..).unwrap_or_default();
        }
        go
    }

    /// Takes in one key and its value; returns how many of the words after the key it used.
    fn read(&mut self, key: &str, after: &[&str]) -> usize {
        let key = key.to_ascii_lowercase();
        match key.as_str() {
            "ponder" => self.ponder = true,
            "draw" => self.draw = true,
            "infinite" => self.infinite = true,
            "searchmoves" => {
                let moves: Vec<Move> = after.iter().map_while(|word| word.parse().ok()).collect();
                self.search_moves.extend(&moves);
                return moves.len();
            }
            "depth" if after.first().is_some_and(|word| is(word, "infinite")) => {
                self.infinite = true;
                return 1;
            }
            _ => {
                let Some(value) = after.first().and_then(|word| number(word)) else { return 0 };
                return usize::from(self.set(&key, value));
            }
        }
        0
    }

    /// Sets what a key with a number stands for; `false` if there is no such key.
    fn set(&mut self, key: &str, value: u64) -> bool {
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
            _ => return false,
        }
        true
    }
}

/// A whole number, cut to the range of its type; `None` if the word is no number.
fn number(word: &str) -> Option<u64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// A whole number that is smaller.
pub(super) fn small_number(word: &str) -> Option<u32> {
    number(word).map(cut)
}

fn cut(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Go {
        Go::parse(&text.split_whitespace().collect::<Vec<_>>())
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
    fn odd_numbers_are_cut_to_their_range() {
        let go = parse("wtime -50 nodes 99999999999999999999999 depth 4294967296 btime x binc 7 mate");
        assert_eq!(go.red.time, Some(0));
        assert_eq!(go.nodes, Some(u64::MAX));
        assert_eq!(go.depth, Some(u32::MAX));
        assert_eq!((go.black.time, go.black.increment, go.mate), (None, Some(7), None));
    }
}
