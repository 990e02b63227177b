//! The numbers and techniques of the search as options, which the feature `tune` makes of them.

#![cfg(feature = "tune")]
#![expect(clippy::unwrap_used, reason = "what fails here is to fail the test")]

use std::io::Write;
use std::process::{Command, Stdio};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::{Game, Move, Position};
use xiangqi_search::{PARAMS, Param};

/// What the engine answers to these lines.
fn ask(lines: &[String]) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_ucci-engine"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    engine.stdin.take().unwrap().write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
    String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap()
}

fn set(param: &Param, value: i32) -> String {
    format!("setoption name {} value {value}", param.name)
}

/// The nodes of `bench`, after these settings.
fn bench(depth: u32, settings: &[String]) -> u64 {
    let answer = ask(&[settings, &[format!("bench {depth}")]].concat());
    answer.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap()
}

fn param(name: &str) -> &'static Param {
    PARAMS.iter().find(|param| param.name == name).unwrap()
}

#[test]
fn the_search_is_the_same_until_something_is_set() {
    let recorded = include_str!("../../../tests/data/bench-signature").trim().parse().unwrap();
    assert_eq!(bench(ucci_engine::bench::DEFAULT_DEPTH, &[]), recorded);
}

#[test]
fn each_row_is_an_option_that_matters() {
    const DEPTH: u32 = 9;
    let advertised = ask(&["uci", "ucci"].map(str::to_owned));
    // At the depth from which it is used, a search takes too long for a test.
    let early_verification = [set(param("null_move_verification_depth"), 8)];
    let usual = [bench(DEPTH, &[]), bench(DEPTH, &early_verification)];
    for param in PARAMS {
        let Param { name, default, min, max, .. } = *param;
        for line in [
            format!("option name {name} type spin default {default} min {min} max {max}"),
            format!("option {name} type spin min {min} max {max} default {default}"),
        ] {
            assert!(advertised.lines().any(|own| own == line), "{line}");
        }
        let early = name == "null_move_verification";
        let others: &[String] = if early { &early_verification } else { &[] };
        let nodes = |value| bench(DEPTH, &[others, &[set(param, value)]].concat());
        let changes =
            [min, max].iter().any(|&value| value != default && nodes(value) != usual[usize::from(early)]);
        assert!(changes, "{param:?}");
    }
}

#[test]
fn what_is_set_is_cut_to_the_range_and_can_be_set_again() {
    let (row, depth) = (param("reduction_base"), 6);
    let [usual, least, greatest, far_too_great] =
        [row.default, row.min, row.max, 10_000].map(|value| bench(depth, &[set(row, value)]));
    assert_eq!(usual, bench(depth, &[]));
    assert!(usual != least && usual != greatest);
    assert_eq!(far_too_great, greatest);
    assert_eq!(bench(depth, &[set(row, row.min), "bench 2".to_owned(), set(row, row.default)]), usual);
}

#[test]
fn a_search_uses_what_was_set_before_it() {
    let switch = |value| set(param("null_move"), value);
    let nodes = |settings: &[String]| {
        let search = ["uci", "position startpos moves h2e2 h9g7", "go depth 8"].map(str::to_owned);
        let answer = ask(&[&search[..1], settings, &search[1..]].concat());
        let last = answer.lines().rfind(|line| line.starts_with("info depth 8 ")).unwrap();
        last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(nodes(&[]), nodes(&[switch(0), switch(1)]));
    assert_ne!(nodes(&[]), nodes(&[switch(0)]));
    // The engine has been made before the option is set.
    assert_eq!(nodes(&["isready".to_owned(), switch(0)]), nodes(&[switch(0)]));
}

#[test]
fn any_values_within_the_ranges_lead_to_a_legal_move() {
    const ROUNDS: u64 = 40;
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for round in 0..ROUNDS {
        let mut lines: Vec<String> = PARAMS
            .iter()
            .map(|param| match round {
                0 => set(param, param.min),
                1 => set(param, param.max),
                _ => set(param, rng.random_range(param.min..=param.max)),
            })
            .collect();
        let mut game = Game::new(Position::start());
        for _ in 0..rng.random_range(0..60) {
            let moves = game.position().legal_moves();
            let mv = moves[rng.random_range(0..moves.len())];
            if game.play(mv).is_err() || game.outcome().is_some() {
                break;
            }
        }
        lines.insert(0, "uci".to_owned());
        lines.push(format!("position fen {}", game.position().to_fen()));
        lines.push("go nodes 5000".to_owned());
        let answer = ask(&lines);
        let best = answer.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap();
        let mv = best.split(' ').next().unwrap().parse::<Move>();
        let legal = mv.map_or(!game.position().has_legal_move(), |mv| game.position().is_legal(mv));
        assert!(legal, "{best} after {lines:?}");
        assert!(!answer.contains("info string"), "{answer}");
    }
}
