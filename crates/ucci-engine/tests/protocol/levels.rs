//! Games at a level, through the real binary: repeated with a seed, and new ones without.

use super::driver::Engine;

/// The moves of a game that the engine plays against itself.
fn game(engine: &mut Engine, plies: usize) -> Vec<String> {
    let mut moves = Vec::new();
    engine.send(b"ucinewgame");
    for _ in 0..plies {
        engine.send(format!("position startpos moves {}", moves.join(" ")).as_bytes());
        engine.send(b"go movetime 60000");
        let answer = engine.expect("bestmove *");
        moves.push(answer.split_whitespace().nth(1).unwrap().to_string());
    }
    moves
}

fn player(name: &str, options: &[&str]) -> Engine {
    let mut engine = Engine::start(name);
    engine.send(b"uci");
    for option in options {
        engine.send(format!("setoption name {option}").as_bytes());
    }
    engine
}

#[test]
fn a_seed_repeats_the_game_whatever_else_is_set() {
    let mut first = player("levels_first", &["Skill Level value 4", "Seed value 9"]);
    let played = game(&mut first, 20);
    assert_eq!(game(&mut first, 20), played);
    let others =
        ["randomness value large", "level value 4", "Threads value 2", "Hash value 1", "Seed value 9"];
    let mut second = player("levels_second", &others);
    assert_eq!(game(&mut second, 20), played);
    second.send(b"setoption name Seed value 10");
    assert_ne!(game(&mut second, 20), played);
    first.end();
    second.end();
}

#[test]
fn without_a_seed_games_differ_from_each_other_and_from_process_to_process() {
    let mut first = player("levels_unseeded", &["Skill Level value 4"]);
    let played = game(&mut first, 20);
    assert_ne!(game(&mut first, 20), played);
    let mut second = player("levels_unseeded_too", &["Skill Level value 4"]);
    assert_ne!(game(&mut second, 20), played);
    first.end();
    second.end();
}
