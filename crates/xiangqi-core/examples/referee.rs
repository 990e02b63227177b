//! Judges a game: how it has ended, by which rule, who broke it, and why, in English and in Chinese.
//!
//! ```text
//! cargo run --package xiangqi-core --example referee -- --rules asian --moves "h2g2 h7g7 g2h2 g7h7 h2g2 h7g7 g2h2 g7h7"
//! cargo run --package xiangqi-core --example referee -- --json --fen "3k5/R8/9/9/9/9/9/9/1R7/4K4 w" --moves b1b9
//! ```
//!
//! The rules are `computer`, `asian`, `chinese`, `check-only` and `always-draw`; moves are in ICCS notation.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what it is for")]

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;

use xiangqi_core::rules::{Offender, RepetitionRule, Rules};
use xiangqi_core::{Color, Game, Move, Outcome, Position, Verdict};

const USAGE: &str = "usage: referee [--fen FEN] [--moves \"MOVE MOVE ...\"] \
    [--rules computer|asian|chinese|check-only|always-draw] [--json]";

struct Arguments {
    start: Position,
    moves: String,
    rules: Rules,
    json: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let Arguments { start, moves, rules, json } = arguments(env::args().skip(1))?;
    let mut game = Game::with_rules(start, rules);
    for text in moves.split_whitespace() {
        game.play(text.parse::<Move>()?)?;
    }
    let verdict = game.verdict();
    println!("{}", if json { as_json(verdict.as_ref()) } else { as_text(verdict.as_ref()) });
    Ok(())
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
    let mut arguments =
        Arguments { start: Position::start(), moves: String::new(), rules: Rules::default(), json: false };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` lacks its value\n{USAGE}"));
        match word.as_str() {
            "--fen" => arguments.start = Position::from_fen_lenient(&value()?)?,
            "--moves" => arguments.moves = value()?,
            "--rules" => arguments.rules = value()?.parse::<RepetitionRule>()?.into(),
            "--json" => arguments.json = true,
            _ => return Err(format!("`{word}` is no option\n{USAGE}").into()),
        }
    }
    Ok(arguments)
}

fn as_text(verdict: Option<&Verdict>) -> String {
    match verdict {
        Some(verdict) => format!("{verdict}\n{}", verdict.in_chinese()),
        None => "The game goes on.\n对局继续。".to_owned(),
    }
}

/// The outcome and the explanation as one JSON object.
fn as_json(verdict: Option<&Verdict>) -> String {
    let result = match verdict.map(|verdict| verdict.result) {
        None => "ongoing",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Color::Red)) => "red_wins",
        Some(Outcome::Win(Color::Black)) => "black_wins",
    };
    let offender = match verdict.map(|verdict| verdict.offender) {
        None | Some(Offender::None) => "none",
        Some(Offender::One(Color::Red)) => "red",
        Some(Offender::One(Color::Black)) => "black",
        Some(Offender::Both) => "both",
    };
    let rule = verdict.map_or("null".to_owned(), |verdict| quoted(verdict.rule.id()));
    let text = as_text(verdict);
    let (english, chinese) = text.split_once('\n').unwrap_or((&text, ""));
    format!(
        "{{\"result\":\"{result}\",\"rule\":{rule},\"offender\":\"{offender}\",\"explanation_en\":{},\"explanation_zh\":{}}}",
        quoted(english),
        quoted(chinese)
    )
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => _ = write!(quoted, "\\u{:04x}", u32::from(control)),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}
