//! Patterns of lines.

use xiangqi_core::{Move, Position};

/// Whether a line is what a pattern says: `*` is any text, `{int}` a whole number, `{move}` a move and `{legal}` one
/// that is legal in `position`; all else stands for itself.
pub(crate) fn matches(pattern: &str, line: &str, position: &Position) -> bool {
    let four_letters = || line.get(..4).and_then(|text| text.parse::<Move>().ok());
    if let Some(rest) = pattern.strip_prefix('*') {
        return (0..=line.len())
            .any(|from| line.get(from..).is_some_and(|line| matches(rest, line, position)));
    }
    if let Some(rest) = pattern.strip_prefix("{move}") {
        return four_letters().is_some() && matches(rest, &line[4..], position);
    }
    if let Some(rest) = pattern.strip_prefix("{legal}") {
        return four_letters().is_some_and(|mv| position.is_legal(mv)) && matches(rest, &line[4..], position);
    }
    if let Some(rest) = pattern.strip_prefix("{int}") {
        let digits = line.strip_prefix('-').unwrap_or(line);
        let after = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
        return after.len() < digits.len() && matches(rest, after, position);
    }
    match (pattern.chars().next(), line.chars().next()) {
        (None, None) => true,
        (Some(expected), Some(found)) if expected == found => {
            let size = expected.len_utf8();
            matches(&pattern[size..], &line[size..], position)
        }
        _ => false,
    }
}

#[test]
fn patterns_match_what_they_say() {
    let start = Position::start();
    for (pattern, line, expected) in [
        ("bestmove {legal}", "bestmove h2e2", true),
        ("bestmove {legal}", "bestmove h2h3 ponder h9g7", false),
        ("bestmove {legal}*", "bestmove h2e2 ponder h9g7", true),
        ("bestmove {legal}", "bestmove e0e9", false),
        ("bestmove {move}", "bestmove e0e9", true),
        ("info * score {int} * pv *", "info depth 3 score -12 nodes 5 pv a0a1", true),
        ("info * score {int} * pv *", "info depth 3 score cp 12 nodes 5 pv a0a1", false),
        ("*", "", true),
        ("a", "", false),
    ] {
        assert_eq!(matches(pattern, line, &start), expected, "{pattern} / {line}");
    }
}
