//! Translates the moves of a game from one notation into another, or lists the legal moves if none are given.
//!
//! ```text
//! cargo run --package xiangqi-core --example notation -- --from wxf --to chinese --moves "C2=5 H8+7 H2+3"
//! cargo run --package xiangqi-core --example notation -- --fen "4k4/9/8P/8P/8P/9/9/9/9/3K5 w" --to wxf
//! ```
//!
//! The notations are `iccs`, `wxf`, `chinese` and `chinese-traditional`. Moves are read strictly, or with `--lenient`
//! as long as they leave only one legal move.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what it is for")]

use std::env;
use std::error::Error;
use std::process::ExitCode;

use xiangqi_core::notation::Notation;
use xiangqi_core::{Game, Position, Strictness};

const USAGE: &str =
    "usage: notation [--fen FEN] [--moves \"MOVE MOVE ...\"] [--from NOTATION] [--to NOTATION] [--lenient]";

struct Arguments {
    position: Position,
    moves: Option<String>,
    from: Notation,
    to: Notation,
    strictness: Strictness,
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
    let arguments = arguments(env::args().skip(1))?;
    match &arguments.moves {
        Some(moves) => print_game(moves, &arguments),
        None => print_legal_moves(&arguments),
    }
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments {
        position: Position::start(),
        moves: None,
        from: Notation::Iccs,
        to: Notation::CHINESE,
        strictness: Strictness::Strict,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` lacks its value\n{USAGE}"));
        match word.as_str() {
            "--fen" => arguments.position = Position::from_fen_lenient(&value()?)?,
            "--moves" => arguments.moves = Some(value()?),
            "--from" => arguments.from = value()?.parse()?,
            "--to" => arguments.to = value()?.parse()?,
            "--lenient" => arguments.strictness = Strictness::Lenient,
            _ => return Err(format!("`{word}` is no option\n{USAGE}").into()),
        }
    }
    Ok(arguments)
}

fn print_game(moves: &str, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(arguments.position.clone());
    for text in moves.split_whitespace() {
        let mv = arguments.from.parse(game.position(), text, arguments.strictness)?;
        game.play(mv)?;
    }
    println!("{}", game.moves_in(arguments.to).collect::<Vec<_>>().join(" "));
    Ok(())
}

fn print_legal_moves(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let &Arguments { ref position, from, to, .. } = arguments;
    for mv in position.legal_moves() {
        println!("{} {}", from.display(position, mv)?, to.display(position, mv)?);
    }
    Ok(())
}
