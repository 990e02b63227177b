//! The worked examples of `docs/rules.md` are right.

use xiangqi_core::rules::{RepetitionRule, Rule};
use xiangqi_core::{Game, Position};

static DOCUMENT: &str = include_str!("../../../docs/rules.md");

/// A block of the document: a diagram, the FEN, the moves, and how each rule judges.
struct Example {
    diagram: String,
    fen: &'static str,
    moves: &'static str,
    judgements: Vec<(RepetitionRule, &'static str)>,
}

fn examples() -> Vec<Example> {
    let blocks = DOCUMENT.split("```text\n").skip(1);
    blocks.map(|block| example(block.split_once("```").expect("the block ends").0)).collect()
}

fn example(block: &'static str) -> Example {
    let (diagram, rest) = block.split_once("\n\n").expect("the diagram ends");
    let mut example = Example { diagram: diagram.to_owned(), fen: "", moves: "", judgements: Vec::new() };
    for line in rest.lines() {
        let (name, value) = line.split_once(' ').expect("a name and a value");
        let value = value.trim();
        match name {
            "fen" => example.fen = value,
            "moves" => example.moves = value,
            rule => example.judgements.push((rule.parse().expect("a rule"), value)),
        }
    }
    example
}

#[test]
fn diagrams_show_the_positions() {
    for example in examples() {
        let position = Position::from_fen(example.fen).expect(example.fen);
        assert_eq!(position.board().to_string(), example.diagram);
    }
}

#[test]
fn examples_are_judged_as_they_say() {
    let examples = examples();
    assert!(examples.len() >= 18, "{} examples", examples.len());
    for Example { fen, moves, judgements, .. } in examples {
        let rules: Vec<RepetitionRule> = judgements.iter().map(|&(rule, _)| rule).collect();
        assert_eq!(rules, RepetitionRule::ALL, "{fen}");
        for (rule, judgement) in judgements {
            let mut game = Game::with_rules(Position::from_fen(fen).expect(fen), rule.into());
            game.play_all(moves.split_whitespace().map(|mv| mv.parse().expect("a move"))).expect(fen);
            assert_eq!(game.ruling().expect(fen).to_string(), judgement, "{fen} under {rule}");
        }
    }
}

#[test]
fn every_rule_has_its_section() {
    for rule in Rule::ALL {
        let has_section = DOCUMENT.lines().any(|line| {
            line.starts_with('#')
                && line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-") == rule.anchor()
        });
        assert!(has_section, "{rule}");
    }
}
