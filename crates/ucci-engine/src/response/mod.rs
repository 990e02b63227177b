//! What the engine says, as plain data, and how each dialect writes it.

mod info;
mod option;

use std::fmt::Write;

use xiangqi_core::Move;
use xiangqi_eval::Score;
use xiangqi_search::Bound;

pub use self::info::Info;
use self::info::ucci_score;
use self::option::write_option;
use crate::Dialect;
use crate::options::OptionSpec;

/// One answer of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// `id KEY TEXT`.
    Id {
        /// `name`, `version`, `author` and the like.
        key: &'static str,
        /// The text.
        text: String,
    },
    /// `option …`.
    Option(&'static OptionSpec),
    /// `ucciok` or `uciok`.
    HandshakeOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`: how far the search has come.
    Info(Info),
    /// `info message …` or `info string …`: something to be shown to the user.
    Message(String),
    /// `bestmove …`.
    BestMove {
        /// The move.
        mv: Move,
        /// The answer that is expected, to be pondered on.
        ponder: Option<Move>,
        /// A word on the outcome of the game.
        verdict: Option<Verdict>,
    },
    /// There is no move to play.
    NoBestMove,
    /// What the transposition table knows of a position.
    PopHash(PopHash),
    /// A line that was received, in debug mode.
    Echo {
        /// The line.
        line: String,
        /// Whether it came while thinking.
        busy: bool,
    },
    /// Lines for a person who types commands; neither protocol knows them.
    Text(String),
    /// The last word, in UCCI.
    Bye,
}

/// A word after the move, which UCCI has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The offer of a draw is accepted.
    Draw,
    /// The game is given up.
    Resign,
}

/// The contents of a transposition table for one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PopHash {
    /// The best move.
    pub mv: Option<Move>,
    /// The score is at least this, at this depth.
    pub lower: Option<(Score, u32)>,
    /// The score is at most this, at this depth.
    pub upper: Option<(Score, u32)>,
}

impl Response {
    /// The answer as a dialect writes it, without the end of the line; `None` if the dialect has no word for it.
    ///
    /// ```
    /// use ucci_engine::{Dialect, Response};
    ///
    /// assert_eq!(Response::NoBestMove.in_dialect(Dialect::Ucci).as_deref(), Some("nobestmove"));
    /// assert_eq!(Response::NoBestMove.in_dialect(Dialect::Uci).as_deref(), Some("bestmove (none)"));
    /// assert_eq!(Response::Bye.in_dialect(Dialect::Uci), None);
    /// ```
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Option<String> {
        Some(match (self, dialect) {
            (Response::Id { key, text }, _) => format!("id {key} {}", printable(text)),
            (Response::Option(spec), _) => write_option(spec, dialect)?,
            (Response::HandshakeOk, Dialect::Ucci) => "ucciok".to_string(),
            (Response::HandshakeOk, Dialect::Uci) => "uciok".to_string(),
            (Response::ReadyOk, _) => "readyok".to_string(),
            (Response::Info(info), Dialect::Ucci) => {
                (info.bound == Bound::Exact).then(|| info.write_ucci())? // UCCI has no word for a bound
            }
            (Response::Info(info), Dialect::Uci) => info.write_uci(),
            (Response::Message(text), Dialect::Ucci) => format!("info message {}", printable(text)),
            (Response::Message(text), Dialect::Uci) => format!("info string {}", printable(text)),
            (Response::Echo { line, busy }, _) => write_echo(line, *busy, dialect),
            (Response::BestMove { mv, ponder, verdict }, _) => write_best_move(*mv, *ponder, *verdict),
            (Response::NoBestMove, Dialect::Ucci) => "nobestmove".to_string(),
            (Response::NoBestMove, Dialect::Uci) => "bestmove (none)".to_string(),
            (Response::PopHash(entry), _) => write_pop_hash(entry),
            (Response::Text(text), _) => text.clone(),
            (Response::Bye, Dialect::Ucci) => "bye".to_string(),
            (Response::Bye, Dialect::Uci) => return None,
        })
    }
}

fn write_echo(line: &str, busy: bool, dialect: Dialect) -> String {
    let info = if dialect == Dialect::Ucci { "info" } else { "info string" };
    let state = if busy { "busyline" } else { "idleline" };
    format!("{info} {state} [{}]", printable(line))
}

fn write_best_move(mv: Move, ponder: Option<Move>, verdict: Option<Verdict>) -> String {
    let mut text = format!("bestmove {mv}");
    if let Some(ponder) = ponder {
        write_to(&mut text, format_args!(" ponder {ponder}"));
    }
    match verdict {
        Some(Verdict::Draw) => text.push_str(" draw"),
        Some(Verdict::Resign) => text.push_str(" resign"),
        None => {}
    }
    text
}

fn write_pop_hash(entry: &PopHash) -> String {
    let mut text = "pophash".to_string();
    if let Some(mv) = entry.mv {
        write_to(&mut text, format_args!(" bestmove {mv}"));
    }
    for (name, bound) in [("lowerbound", entry.lower), ("upperbound", entry.upper)] {
        if let Some((score, depth)) = bound {
            write_to(&mut text, format_args!(" {name} {} depth {depth}", ucci_score(score)));
        }
    }
    text
}

/// The most characters at the beginning and at the end of a text that are passed on in a message.
const MAX_END_OF_MESSAGE: usize = 500;

/// A text on one line, in ASCII (clients disagree about encodings), and not too long. What is too long loses its
/// middle: the beginning says what went wrong, and the end why.
fn printable(text: &str) -> String {
    let plain = |c: char| match c {
        _ if c.is_whitespace() => ' ',
        _ if c.is_ascii_graphic() => c,
        _ => '?',
    };
    let mut letters: Vec<char> = text.trim().chars().map(plain).collect();
    if letters.len() > 2 * MAX_END_OF_MESSAGE {
        letters.splice(MAX_END_OF_MESSAGE..letters.len() - MAX_END_OF_MESSAGE, " ... ".chars());
    }
    letters.into_iter().collect()
}

fn write_to(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ucci(response: &Response) -> String {
        response.in_dialect(Dialect::Ucci).unwrap()
    }

    #[test]
    fn moves_carry_a_verdict_last() {
        let best = |ponder: Option<&str>, verdict| {
            let ponder = ponder.map(|mv| mv.parse().unwrap());
            ucci(&Response::BestMove { mv: "h2e2".parse().unwrap(), ponder, verdict })
        };
        assert_eq!(best(None, None), "bestmove h2e2");
        assert_eq!(best(Some("h9g7"), None), "bestmove h2e2 ponder h9g7");
        assert_eq!(best(Some("h9g7"), Some(Verdict::Draw)), "bestmove h2e2 ponder h9g7 draw");
        assert_eq!(best(None, Some(Verdict::Resign)), "bestmove h2e2 resign");
    }

    #[test]
    fn hash_entries_are_written_bound_by_bound() {
        let exact = (Score::from_centipawns(12), 8);
        let entry = PopHash { mv: "h2e2".parse().ok(), lower: Some(exact), upper: Some(exact) };
        assert_eq!(
            ucci(&Response::PopHash(entry)),
            "pophash bestmove h2e2 lowerbound 12 depth 8 upperbound 12 depth 8"
        );
        assert_eq!(ucci(&Response::PopHash(PopHash::default())), "pophash");
    }

    #[test]
    fn messages_stay_on_one_short_ascii_line_with_beginning_and_end() {
        let message = |text: &str| ucci(&Response::Message(text.to_string()));
        let reason = format!("not a text: {}", "c".repeat(300));
        assert_eq!(message(&reason), format!("info message {reason}"));
        let long = message(&format!("a\n\tb\u{5e05}{}, said the parser", "c".repeat(10_000)));
        assert!(long.starts_with("info message a  b?ccc") && long.contains("c ... c"), "{long}");
        assert!(long.ends_with("c, said the parser") && long.len() < 1100, "{long}");
    }
}
