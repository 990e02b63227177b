//! Games that end by repetition, with the verdicts of other engines (`tests/data/repetition.jsonl`).

use xiangqi_core::rules::{History, Repetition, Ruling};
use xiangqi_core::{Color, Move, Position};

static GAMES: &str = include_str!("../../../tests/data/repetition.jsonl");

/// One line of the file.
struct Game {
    id: u32,
    fen: &'static str,
    moves: Vec<Move>,
    verdict: &'static str,
}

fn games() -> impl Iterator<Item = Game> {
    GAMES.lines().map(|line| {
        let moves = between(line, "\"moves\": [", "]");
        Game {
            id: between(line, "\"id\": ", ",").parse().expect("a number"),
            fen: between(line, "\"fen\": \"", "\""),
            moves: moves.split(", ").map(|mv| mv.trim_matches('"').parse().expect("a move")).collect(),
            verdict: between(line, "\"computer\": \"", "\""),
        }
    })
}

fn between<'a>(line: &'a str, start: &str, end: &str) -> &'a str {
    line.split_once(start).and_then(|(_, rest)| rest.split_once(end)).expect(line).0
}

/// The repetition at the end of a game, and whether any move of the repeated stretch gave check.
fn play(game: &Game) -> (Repetition, bool) {
    let mut position = Position::from_fen(game.fen).unwrap_or_else(|error| panic!("{}: {error}", game.id));
    let mut history = History::new(&position);
    let mut checks = vec![position.is_check()];
    for &mv in &game.moves {
        assert!(position.is_legal(mv), "{}: {mv}", game.id);
        let undo = position.make(mv);
        history.push(&position, undo.captured().is_some());
        checks.push(position.is_check());
    }
    let repetition = history.repetition().unwrap_or_else(|| panic!("{}: no repetition", game.id));
    assert!(repetition.occurrences >= 3, "{}: {repetition:?}", game.id);
    let any_check = checks.iter().rev().take(2 * repetition.cycle).any(|&check| check);
    (repetition, any_check)
}

/// The source that the line of this number comes from has a pawn where none can stand; no engine gave a verdict.
const NO_VERDICT: [u32; 1] = [134];

#[test]
fn repetitions_with_checks_are_ruled_as_by_other_engines() {
    let (mut decided, mut lost, mut left_to_chase_detection) = (0, 0, 0);
    for game in games().filter(|game| !NO_VERDICT.contains(&game.id)) {
        let (repetition, any_check) = play(&game);
        if !any_check {
            // Without any check in the cycle only chases decide, which `History` cannot see.
            assert_eq!(repetition.ruling, Ruling::Draw, "{}", game.id);
            left_to_chase_detection += 1;
            continue;
        }
        let verdict = match repetition.ruling {
            Ruling::Draw => "draw",
            Ruling::Loss(Color::Red) => "red_loses",
            Ruling::Loss(Color::Black) => "black_loses",
        };
        assert_eq!(verdict, game.verdict, "{}", game.id);
        decided += 1;
        lost += u32::from(repetition.ruling != Ruling::Draw);
    }
    assert_eq!((decided, lost, left_to_chase_detection), (22, 10, 144), "which lines are tested has changed");
}
