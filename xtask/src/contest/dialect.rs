//! The two protocols: how each says what a player is asked.

use std::fmt::Write;

use super::clock::Clock;
use super::limit::Limit;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// UCI, as chess engines speak it.
    Uci,
    /// UCCI, its Chinese relative.
    Ucci,
}

impl Dialect {
    /// The first word of the client.
    pub(super) fn greeting(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Ucci => "ucci",
        }
    }

    /// The last word of the engine's answer to it.
    pub(super) fn greeting_ok(self) -> &'static str {
        match self {
            Dialect::Uci => "uciok",
            Dialect::Ucci => "ucciok",
        }
    }

    /// Says that a game begins.
    pub(super) fn new_game(self) -> &'static str {
        match self {
            Dialect::Uci => "ucinewgame",
            Dialect::Ucci => "setoption newgame",
        }
    }

    /// Sets an option; an empty value presses a button.
    pub(super) fn set_option(self, name: &str, value: &str) -> String {
        match (self, value) {
            (Dialect::Uci, "") => format!("setoption name {name}"),
            (Dialect::Uci, _) => format!("setoption name {name} value {value}"),
            (Dialect::Ucci, _) => format!("setoption {name} {value}").trim_end().to_owned(),
        }
    }

    /// The option that tells an engine that it will be asked to ponder.
    pub(super) fn ponder_option(self) -> &'static str {
        match self {
            Dialect::Uci => "Ponder",
            Dialect::Ucci => "ponder",
        }
    }

    /// Asks for a move. `clocks` are those of Red and Black, `mover` is the index of the one that is to move.
    pub(super) fn go(self, clocks: [&Clock; 2], mover: usize) -> String {
        let own = clocks[mover];
        match (own.limit(), self) {
            (Limit::Nodes(nodes), _) => format!("go nodes {nodes}"),
            (Limit::Depth(depth), _) => format!("go depth {depth}"),
            (Limit::MoveTime(time), Dialect::Uci) => format!("go movetime {}", time.as_millis()),
            // UCCI knows no time for one move, but a clock that is wound up after it.
            (Limit::MoveTime(time), Dialect::Ucci) => {
                let ms = time.as_millis();
                format!("go time {ms} movestogo 1 opptime {ms} oppmovestogo 1")
            }
            (Limit::Clock(_), _) => self.go_clock(clocks, mover),
        }
    }

    /// Asks to think on the opponent's time about the position in which it would be the player's turn.
    pub(super) fn go_ponder(self, clocks: [&Clock; 2], player: usize) -> String {
        self.go(clocks, player).replacen("go", "go ponder", 1)
    }

    fn go_clock(self, clocks: [&Clock; 2], mover: usize) -> String {
        // An opponent without a clock is shown with the mover's.
        let shown = |side: usize| clocks[side].face().or_else(|| clocks[mover].face()).unwrap_or_default();
        let ms = |time: std::time::Duration| time.as_millis().max(1);
        if self == Dialect::Uci {
            let ((red, red_more, _), (black, black_more, _)) = (shown(0), shown(1));
            let mut text = format!("go wtime {} btime {}", ms(red), ms(black));
            append(&mut text, format_args!(" winc {}", red_more.as_millis()));
            append(&mut text, format_args!(" binc {}", black_more.as_millis()));
            if let (_, _, Some(moves)) = shown(mover) {
                append(&mut text, format_args!(" movestogo {moves}"));
            }
            return text;
        }
        let mut text = String::from("go");
        for (prefix, (time, increment, moves)) in [("", shown(mover)), ("opp", shown(1 - mover))] {
            append(&mut text, format_args!(" {prefix}time {}", ms(time)));
            if let Some(moves) = moves {
                append(&mut text, format_args!(" {prefix}movestogo {moves}"));
            }
            // Neither of both would mean that all the time is for one move.
            if moves.is_none() || !increment.is_zero() {
                append(&mut text, format_args!(" {prefix}increment {}", increment.as_millis()));
            }
        }
        text
    }
}

fn append(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).unwrap_or_else(|_| unreachable!("a string takes any text"));
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn clock(key: &str, value: &str) -> Clock {
        Clock::new(Limit::parse(key, value).unwrap())
    }

    fn both(clocks: [&Clock; 2], mover: usize) -> [String; 2] {
        [Dialect::Uci, Dialect::Ucci].map(|dialect| dialect.go(clocks, mover))
    }

    #[test]
    fn limits_without_a_clock() {
        let go = |key, value| both([&clock(key, value), &clock("nodes", "1")], 0);
        assert_eq!(go("nodes", "500"), ["go nodes 500"; 2]);
        assert_eq!(go("depth", "5"), ["go depth 5"; 2]);
        let timed = ["go movetime 100", "go time 100 movestogo 1 opptime 100 oppmovestogo 1"];
        assert_eq!(go("movetime", "100"), timed);
    }

    #[test]
    fn clocks_are_those_of_red_and_black_or_of_oneself_and_the_opponent() {
        let (red, mut black) = (clock("tc", "10+0.1"), clock("tc", "10+0.1"));
        black.press(Duration::from_millis(1500), Duration::ZERO);
        let uci = "go wtime 10000 btime 8600 winc 100 binc 100";
        assert_eq!(
            both([&red, &black], 0),
            [uci, "go time 10000 increment 100 opptime 8600 oppincrement 100"]
        );
        assert_eq!(
            both([&red, &black], 1),
            [uci, "go time 8600 increment 100 opptime 10000 oppincrement 100"]
        );
    }

    #[test]
    fn ucci_is_always_told_whether_there_are_moves_to_go() {
        let sudden = clock("tc", "5");
        assert_eq!(
            Dialect::Ucci.go([&sudden, &sudden], 0),
            "go time 5000 increment 0 opptime 5000 oppincrement 0"
        );
        let tournament = clock("tc", "40/60");
        let expected = [
            "go wtime 60000 btime 60000 winc 0 binc 0 movestogo 40",
            "go time 60000 movestogo 40 opptime 60000 oppmovestogo 40",
        ];
        assert_eq!(both([&tournament, &clock("nodes", "9")], 0), expected);
    }

    #[test]
    fn pondering_is_asked_for_first() {
        let (red, black) = (clock("tc", "5+0.1"), clock("movetime", "70"));
        let go =
            |player| [Dialect::Uci, Dialect::Ucci].map(|dialect| dialect.go_ponder([&red, &black], player));
        let ucci = "go ponder time 5000 increment 100 opptime 5000 oppincrement 100";
        assert_eq!(go(0), ["go ponder wtime 5000 btime 5000 winc 100 binc 100", ucci]);
        let ucci = "go ponder time 70 movestogo 1 opptime 70 oppmovestogo 1";
        assert_eq!(go(1), ["go ponder movetime 70", ucci]);
    }

    #[test]
    fn options_and_buttons() {
        assert_eq!(Dialect::Uci.set_option("Hash", "64"), "setoption name Hash value 64");
        assert_eq!(Dialect::Uci.set_option("Clear Hash", ""), "setoption name Clear Hash");
        assert_eq!(Dialect::Ucci.set_option("hashsize", "64"), "setoption hashsize 64");
        assert_eq!(Dialect::Ucci.set_option("newgame", ""), Dialect::Ucci.new_game());
    }
}
