//! Levels: what each plays depends on the seed alone, obeys the limits, and is stronger than what those below play.

use std::collections::HashMap;

use xiangqi_core::rules::History;
use xiangqi_core::{Color, Game, Move, Position};
use xiangqi_search::{Control, Level, Limits, Settings, Silent};

use crate::support::{
    MATE_IN_TWO, MIDDLEGAME, TestEngine, engine, engine_with, mv, position, search, search_and_listen,
    search_game, to_depth,
};

fn player(level: u8, seed: u64) -> TestEngine {
    let level = Level::new(level).expect("there is such a level");
    engine_with(Settings { hash_mib: 1, level, seed, ..Settings::default() })
}

/// The move of a level with each of these seeds.
fn moves(level: u8, position: &Position, seeds: u64) -> Vec<Move> {
    let play = |seed| search(&mut player(level, seed), position, &Limits::default()).best;
    (0..seeds).map(|seed| play(seed).expect("there is a move")).collect()
}

/// The moves of a game in which both players have this level and seed.
fn game(level: u8, seed: u64, plies: usize) -> Vec<Move> {
    let (mut game, mut player) = (Game::default(), player(level, seed));
    while game.len() < plies && game.outcome().is_none() {
        let best = search_game(&mut player, &game, &Limits::default()).best;
        game.play(best.expect("the game is not over")).expect("the move is legal");
    }
    game.moves().collect()
}

#[test]
fn level_0_plays_every_legal_move_as_often_as_any_other() {
    const EXPECTED: u32 = 100;
    let position = position(MIDDLEGAME);
    let mut counts: HashMap<Move, u32> = position.legal_moves().iter().map(|&mv| (mv, 0)).collect();
    let legal = u32::try_from(counts.len()).expect("they are few");
    for mv in moves(0, &position, u64::from(EXPECTED * legal)) {
        *counts.get_mut(&mv).expect("the move is legal") += 1;
    }
    let squares = counts.values().map(|&count| f64::from(count.abs_diff(EXPECTED)).powi(2));
    let chi_squared = squares.sum::<f64>() / f64::from(EXPECTED);
    // Its mean is the number of moves less one, its variance twice that.
    let freedom = f64::from(legal - 1);
    assert!((chi_squared - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{chi_squared} {counts:?}");
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_seed_another() {
    for level in [0, 2, 5, 9, 13] {
        assert_eq!(game(level, 1, 30), game(level, 1, 30), "level {level}");
        assert_ne!(game(level, 1, 30), game(level, 2, 30), "level {level}");
    }
}

#[test]
fn nothing_but_seed_and_position_counts() {
    let position = position(MIDDLEGAME);
    for level in [0, 4, 8, 12, 19] {
        let first = search(&mut player(level, 3), &position, &Limits::default());
        let settings = player(level, 3).settings().clone();
        let mut other = engine_with(Settings { level: Level::FULL, threads: 2, hash_mib: 8, ..settings });
        search(&mut other, &position, &to_depth(9));
        other.configure(Settings { level: settings.level, ..other.settings().clone() });
        for limits in [Limits::default(), to_depth(30), Limits { nodes: Some(u64::MAX), ..Limits::default() }]
        {
            assert_eq!(search(&mut other, &position, &limits), first, "level {level}");
        }
    }
}

#[test]
fn the_same_position_later_in_a_game_is_another_choice() {
    let (mut game, mut player) = (Game::default(), player(3, 0));
    let mut chosen = Vec::new();
    for _ in 0..5 {
        chosen.push(search_game(&mut player, &game, &Limits::default()).best);
        game.play_all(["h0g2", "h9g7", "g2h0", "g7h9"].map(mv)).expect("horses come and go");
    }
    chosen.sort_unstable();
    chosen.dedup();
    assert!(chosen.len() > 1);
}

#[test]
fn the_full_level_is_a_plain_search_whatever_the_seed() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for position in [MIDDLEGAME, MATE_IN_TWO].map(position) {
        let plain = search_and_listen(&mut engine(), &position, &limits);
        let mut full = engine_with(Settings { level: Level::FULL, seed: 7, ..engine().settings().clone() });
        assert_eq!(search_and_listen(&mut full, &position, &limits), plain);
    }
}

#[test]
fn a_mate_in_one_is_played_by_all_who_look_at_all_moves() {
    let position = position("4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1");
    let mating = |mv: &Move| !position.after(*mv).expect("the move is legal").has_legal_move();
    for level in 5..20 {
        assert!(moves(level, &position, 20).iter().all(mating), "level {level}");
    }
    assert!(!moves(1, &position, 40).iter().all(mating), "who overlooks moves overlooks mates");
}

/// Whether the side to move can mate with its next move.
fn can_mate(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| position.after(mv).is_ok_and(|after| !after.has_legal_move()))
}

#[test]
fn nobody_walks_into_a_mate_that_it_has_seen() {
    // Black threatens to mate, and most moves of Red do not mind that.
    let position = position("3ak1b2/4a4/4b4/p1p1P3p/4N4/2P1r1N1c/PR7/4np3/9/3AKAB2 w - - 0 43");
    let walks = |mv: &Move| can_mate(&position.after(*mv).expect("the move is legal"));
    let walking = position.legal_moves().iter().filter(|mv| walks(mv)).count();
    assert!(walking > 20 && walking < position.legal_moves().len(), "{walking}");
    for level in 11..20 {
        assert!(!moves(level, &position, 40).iter().any(walks), "level {level}");
    }
    assert!(moves(6, &position, 40).iter().any(walks), "one ply ahead, it cannot be seen");
}

#[test]
fn bans_and_wishes_are_obeyed() {
    let position = position(MIDDLEGAME);
    let legal = position.legal_moves();
    let (banned, wanted) = (&legal[3..], &legal[1..5]);
    for level in [0, 1, 5, 12] {
        for seed in 0..20 {
            let limits =
                Limits { banned_moves: banned.to_vec(), search_moves: wanted.to_vec(), ..Limits::default() };
            let best = search(&mut player(level, seed), &position, &limits).best;
            assert!(best.is_some_and(|best| legal[1..3].contains(&best)), "level {level}: {best:?}");
        }
        let all_banned = Limits { banned_moves: legal.to_vec(), ..Limits::default() };
        assert_eq!(search(&mut player(level, 0), &position, &all_banned).best, None);
    }
}

#[test]
fn other_limits_hold_too() {
    let position = position(MIDDLEGAME);
    assert_eq!(search(&mut player(19, 0), &position, &to_depth(3)).depth, 3);
    let limits = Limits { nodes: Some(900), ..Limits::default() };
    assert_eq!(search(&mut player(15, 0), &position, &limits).nodes, 900);
    let control = Control::new();
    control.stop();
    let limits = Limits { infinite: true, ..Limits::default() };
    let result = player(8, 0).search(&position, &History::new(&position), &limits, &control, &mut Silent);
    assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
}

#[test]
fn the_move_that_is_played_is_the_last_that_was_told() {
    let position = position(MIDDLEGAME);
    for level in [0, 3, 6, 9, 12, 15, 18] {
        for multipv in [1, 3] {
            for seed in 0..10 {
                let settings = Settings { multipv, ..player(level, seed).settings().clone() };
                let (result, reports) =
                    search_and_listen(&mut engine_with(settings), &position, &Limits::default());
                assert!(reports.iter().all(|report| report.multipv <= multipv), "{reports:?}");
                let last = reports.iter().rfind(|report| report.multipv == 1).expect("a line is told");
                let told = (last.pv.first().copied(), last.pv.get(1).copied(), last.score);
                assert_eq!((result.best, result.ponder, result.score), told);
            }
        }
    }
}

/// The points of a level against another in two games from the start position, a win counting two.
fn points(level: u8, other: u8) -> u32 {
    let mut points = 0;
    for own in [Color::Red, Color::Black] {
        let mut game = Game::default();
        let mut players = [player(level, 5), player(other, 5)];
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            let player = &mut players[usize::from(game.position().side_to_move() != own)];
            let best = search_game(player, &game, &Limits::default()).best;
            game.play(best.expect("the game is not over")).expect("the move is legal");
        };
        points += outcome.winner().map_or(1, |winner| 2 * u32::from(winner == own));
    }
    points
}

#[test]
fn who_is_four_levels_above_wins() {
    for level in (4..=16).step_by(4) {
        assert!(points(level, level - 4) > 2, "level {level}");
    }
}
