//! Games as PGN, in the form of the Chinese chess sites: moves in ICCS notation, thoughts as comments.

use std::fmt::Write;

use xiangqi_core::Move;
use xiangqi_core::notation::iccs;

use super::record::{Note, Record};

/// The longest line of moves, in characters, as the standard of PGN asks for.
const WIDTH: usize = 79;

/// Writes a game. `limits` are those of the first and of the second engine.
pub(super) fn write(record: &Record, names: [&str; 2], limits: [&str; 2]) -> String {
    let limit_of = |name: &str| if name == names[0] { limits[0] } else { limits[1] };
    let (round, result) = ((record.game + 1).to_string(), record.result.text());
    let event = format!("{} against {}", names[0], names[1]);
    let tags = [
        ("Game", "Chinese Chess"),
        ("Event", &event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("Red", &record.red),
        ("Black", &record.black),
        ("Result", result),
        ("RedTimeControl", limit_of(&record.red)),
        ("BlackTimeControl", limit_of(&record.black)),
        ("Termination", &record.reason),
        ("Format", "ICCS"),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        append(&mut text, format_args!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut tokens = move_tokens(record);
    tokens.push(result.to_owned());
    text + &wrap(&tokens) + "\n"
}

fn move_tokens(record: &Record) -> Vec<String> {
    let mut tokens = Vec::new();
    for (ply, word) in record.moves.split_whitespace().enumerate() {
        if ply % 2 == 0 {
            tokens.push(format!("{}.", ply / 2 + 1));
        }
        let mv = word.parse::<Move>().map_or_else(|_| word.to_owned(), |mv| iccs::dashed(mv).to_string());
        tokens.push(mv);
        let thought = ply.checked_sub(record.opening_plies).and_then(|index| record.thoughts.get(index));
        tokens.extend(thought.map(comment));
    }
    tokens
}

/// Score in pawns for the mover, depth, seconds.
fn comment(&Note(score, depth, _, ms): &Note) -> String {
    let score = score.map_or_else(String::new, |score| format!("{:+.2}/", f64::from(score) / 100.0));
    format!("{{{score}{depth} {}.{:03}s}}", ms / 1000, ms % 1000)
}

fn wrap(tokens: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for token in tokens {
        if width > 0 && width + 1 + token.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(token);
        width += token.len();
    }
    text + "\n"
}

fn append(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).unwrap_or_else(|_| unreachable!("a string takes any text"));
}

#[cfg(test)]
mod tests {
    use super::super::record::GameResult;
    use super::super::record::tests::record;
    use super::*;

    #[test]
    fn a_game_with_its_thoughts() {
        let mut record = record(1, GameResult::RedWins);
        record.reason = r#"Red wins: "b" \ resigns"#.to_owned();
        let text = write(&record, ["a", "b"], ["10+0.1", "5 nodes a move"]);
        let expected = r#"[Game "Chinese Chess"]
[Event "a against b"]
[Site "?"]
[Date "????.??.??"]
[Round "2"]
[Red "b"]
[Black "a"]
[Result "1-0"]
[RedTimeControl "5 nodes a move"]
[BlackTimeControl "10+0.1"]
[Termination "Red wins: \"b\" \\ resigns"]
[Format "ICCS"]

1. H2-E2 H9-G7 {-0.12/5 0.007s} 2. H0-G2 {0 0.001s} 1-0

"#;
        assert_eq!(text, expected);
    }

    #[test]
    fn long_games_are_wrapped() {
        let mut record = record(0, GameResult::Draw);
        record.moves = "h2g2 h7g7 g2h2 g7h7 ".repeat(20);
        let text = write(&record, ["a", "b"], ["", ""]);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.ends_with("40. G2-H2 G7-H7 1/2-1/2\n\n"), "{text}");
    }
}
