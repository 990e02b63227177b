//! Games that end by repetition, with the verdicts of other engines (`tests/data/repetition.jsonl`).

use xiangqi_core::rules::{Offender, RepetitionRule, Rule, Rules, Ruling};
use xiangqi_core::{Color, Game, Outcome, Position};

static GAMES: &str = include_str!("../../../tests/data/repetition.jsonl");

const DRAW: Ruling = Ruling { result: Outcome::Draw, rule: Rule::Repetition, offender: Offender::None };

/// One line of the file.
struct Row {
    line: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    GAMES.lines().map(|line| Row { line })
}

impl Row {
    fn id(&self) -> u32 {
        between(self.line, "\"id\": ", ",").parse().expect("a number")
    }

    /// The game, which its last move ends by repetition.
    fn play(&self, rule: RepetitionRule) -> Game {
        let id = self.id();
        // Some sources have pawns where none can come to.
        let start = Position::from_fen_lenient(between(self.line, "\"fen\": \"", "\""))
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        let rules = Rules { material_draws: false, ..rule.into() };
        let mut game = Game::with_rules(start, rules);
        for mv in between(self.line, "\"moves\": [", "]").split(", ") {
            let mv = mv.trim_matches('"').parse().expect("a move");
            game.play(mv).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
        game
    }

    /// What another engine says, or `None` where it has no verdict.
    fn verdict(&self, of: &str) -> Option<Outcome> {
        match between(self.line, &format!("\"{of}\": \""), "\"") {
            "draw" => Some(Outcome::Draw),
            "red_loses" => Some(Outcome::Win(Color::Black)),
            "black_loses" => Some(Outcome::Win(Color::Red)),
            _ => None,
        }
    }
}

fn between<'a>(line: &'a str, start: &str, end: &str) -> &'a str {
    line.split_once(start).and_then(|(_, rest)| rest.split_once(end)).expect(line).0
}

/// Judges every game and compares with a column of the file; returns how many games the rules decided.
fn judge_all(rule: RepetitionRule, column: &str) -> usize {
    let mut lost = 0;
    for row in rows() {
        let ruling = row.play(rule).ruling().unwrap_or_else(|| panic!("{}: the game goes on", row.id()));
        if let Some(expected) = row.verdict(column) {
            assert_eq!(ruling.result, expected, "{} under {rule}: {ruling}", row.id());
            lost += usize::from(ruling.result != Outcome::Draw);
        }
    }
    lost
}

#[test]
fn the_computer_rules_judge_as_the_strongest_engines() {
    assert_eq!(judge_all(RepetitionRule::Computer, "computer"), 106);
}

#[test]
fn the_asian_rules_judge_as_other_engines_under_them() {
    assert_eq!(judge_all(RepetitionRule::Asian, "asian"), 119);
}

#[test]
fn without_chases_only_perpetual_checks_are_lost() {
    for row in rows() {
        let all = row.play(RepetitionRule::Computer).ruling();
        let checks = row.play(RepetitionRule::CheckOnly).ruling();
        let decided_by_check = all.filter(|ruling| ruling.rule == Rule::PerpetualCheck);
        assert_eq!(checks, Some(decided_by_check.unwrap_or(DRAW)), "{}", row.id());
        assert_eq!(row.play(RepetitionRule::AlwaysDraw).ruling(), Some(DRAW), "{}", row.id());
    }
}
