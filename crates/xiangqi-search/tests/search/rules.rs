//! Repetitions, the move limit and material draws, as the search sees them.

use xiangqi_core::rules::Rules;
use xiangqi_core::{Game, Position};
use xiangqi_eval::Score;
use xiangqi_search::{Engine, Limits, Settings};

use crate::support::{engine, engine_with, mv, position, search, search_game, to_depth};

/// Black is far ahead, but Red's rook drives the king up and down.
const HARASSED: &str = "R8/5k3/9/9/9/7nn/9/7cc/9/3K5 w - - 0 1";

/// More than any evaluation.
const RULE_WIN: i32 = 19_000;

fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(position(HARASSED));
    game.play_all(moves.iter().map(|text| mv(text))).expect("the moves are legal");
    assert_eq!(game.outcome(), None, "the game must go on");
    game
}

/// The rook checks with each move; the next check brings the position for the third time.
fn perpetual_check() -> Game {
    game(&["a9a8", "f8f9", "a8a9", "f9f8", "a9a8", "f8f9"])
}

#[test]
fn a_perpetual_check_is_avoided() {
    let game = perpetual_check();
    let result = search_game(&mut engine(), &game, &to_depth(4));
    assert_ne!(result.best, Some(mv("a8a9")));
    assert!(result.score > Score::from_centipawns(-RULE_WIN), "{:?}", result.score);

    let only_check = Limits { search_moves: vec![mv("a8a9")], ..to_depth(4) };
    let result = search_game(&mut engine(), &game, &only_check);
    assert!(
        result.score < Score::from_centipawns(-RULE_WIN) && !result.score.is_mate(),
        "{:?}",
        result.score
    );
}

#[test]
fn the_victim_of_a_perpetual_check_wins() {
    let mut game = perpetual_check();
    game.play(mv("a8a9")).expect("a legal move");
    let result = search_game(&mut engine(), &game, &to_depth(4));
    assert_eq!(result.best, Some(mv("f9f8")));
    assert!(result.score > Score::from_centipawns(RULE_WIN) && !result.score.is_mate(), "{:?}", result.score);
}

#[test]
fn a_repetition_without_perpetual_check_saves_the_draw() {
    // Only every other move of the rook gives check. The next one forces the third occurrence.
    let game = game(&["a9a7", "f8f9", "a7a9", "f9f8", "a9a7", "f8f9"]);
    let result = search_game(&mut engine(), &game, &to_depth(4));
    assert_eq!((result.best, result.score), (Some(mv("a7a9")), Score::DRAW));
}

#[test]
fn more_occurrences_may_be_asked_for() {
    let rules = Rules { occurrences: 5, ..Rules::default() };
    let game = game(&["a9a7", "f8f9", "a7a9", "f9f8", "a9a7", "f8f9"]);
    let result =
        search_game(&mut engine_with(Settings { rules, ..Settings::default() }), &game, &to_depth(2));
    assert_ne!(result.score, Score::DRAW);
}

#[test]
fn at_the_move_limit_the_game_is_drawn() {
    let position = position("3ak4/4a4/9/9/9/9/9/9/R8/3K5 w - - 119 80");
    let result = search(&mut engine(), &position, &to_depth(5));
    assert_eq!(result.score, Score::DRAW);

    let rules = Rules { move_limit: None, ..Rules::default() };
    let mut without_limit = engine_with(Settings { rules, ..Settings::default() });
    assert!(search(&mut without_limit, &position, &to_depth(5)).score > Score::from_centipawns(100));
}

#[test]
fn a_mate_with_the_last_move_before_the_limit_counts() {
    let with_count = |count: u32| position(&format!("4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - {count} 80"));
    let mut engine = engine();
    assert_eq!(search(&mut engine, &with_count(117), &to_depth(6)).score, Score::mate_in(3));
    assert_eq!(search(&mut engine, &with_count(118), &to_depth(6)).score, Score::DRAW);
}

#[test]
fn a_position_that_nobody_can_win_is_a_draw_but_has_a_move() {
    let position = position("4k4/4a4/9/9/9/9/9/9/4A4/4K4 w - - 0 1");
    assert!(position.is_material_draw());
    let result = search(&mut engine(), &position, &to_depth(4));
    assert_eq!(result.score, Score::DRAW);
    assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
}

#[test]
fn the_start_is_no_draw() {
    let result = search(&mut engine(), &Position::start(), &to_depth(1));
    assert_ne!(result.score, Score::DRAW);
}

/// Black is far ahead, but Red's cannon hunts an unprotected rook from file to file.
fn perpetual_chase(rules: Rules) -> Game {
    let start = position("4kabr1/9/9/1r7/PP7/9/9/C8/9/3K5 w - - 0 1");
    let mut game = Game::with_rules(start, rules);
    let cycle = ["a2b2", "b6a6", "b2a2", "a6b6"];
    game.play_all(cycle.iter().chain(&cycle[..3]).map(|text| mv(text))).expect("the moves are legal");
    assert_eq!(game.outcome(), None, "the game must go on");
    game
}

#[test]
fn a_perpetual_chase_is_avoided_or_exploited_where_the_rules_forbid_it() {
    for (rules, wins) in [(Rules::COMPUTER, true), (Rules::ASIAN, true), (Rules::CHECK_ONLY, false)] {
        let game = perpetual_chase(rules);
        let mut engine = engine_with(Settings { rules, ..Settings::default() });
        let repeat = Limits { search_moves: vec![mv("a6b6")], ..to_depth(4) };
        let score = search_game(&mut engine, &game, &repeat).score;
        assert_eq!(score > Score::from_centipawns(RULE_WIN), wins, "{rules:?}: {score:?}");
    }
    let mut game = perpetual_chase(Rules::COMPUTER);
    game.take_back();
    let result = search_game(&mut engine(), &game, &to_depth(4));
    assert_ne!(result.best, Some(mv("b2a2")), "the rook escapes to where it was hunted twice");
}

#[test]
fn what_was_found_under_other_rules_is_forgotten() {
    // Black has nothing left that can cross the river but a pawn on Red's back rank.
    let endgame = position("4k4/9/9/9/9/9/9/4pC3/9/3K5 w - - 0 1");
    let score_under = |engine: &mut Engine<_>, material_draws| {
        let rules = Rules { material_draws, ..Rules::default() };
        engine.configure(Settings { rules, ..Settings::default() });
        search(engine, &endgame, &to_depth(6)).score
    };
    for first in [true, false] {
        let mut engine = engine();
        score_under(&mut engine, first);
        let after_the_other = score_under(&mut engine, !first);
        let fresh = score_under(&mut crate::support::engine(), !first);
        assert_eq!(after_the_other, fresh, "material draws {first}, then {}", !first);
    }
}

#[test]
fn a_game_beyond_its_move_limit_is_played_on() {
    for counter in ["119", "120", "130"] {
        let rooks = position(&format!("4k4/9/9/9/9/9/9/8R/7R1/3K5 w - - {counter} 80"));
        let score = search(&mut engine(), &rooks, &to_depth(4)).score;
        let expected = if counter == "119" { Score::DRAW } else { Score::mate_in(3) };
        assert_eq!(score, expected, "after {counter} plies");
    }
}
