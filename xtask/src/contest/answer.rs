//! What an engine says while and after it thinks.

/// A score in centipawns that stands for a mate, less the moves to it.
pub(super) const MATE: i32 = 30_000;

/// How far a search has come, by all its lines so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// The score of the best line in centipawns for the side to move; mates are near [`MATE`].
    pub(super) score: Option<i32>,
    /// The depth in plies.
    pub(super) depth: u32,
    /// The nodes searched.
    pub(super) nodes: u64,
}

/// The last word of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// A move and the answer that is expected to it, as they were written.
    Move { mv: String, ponder: Option<String> },
    /// The game is given up.
    Resign,
    /// There is no move in the answer.
    Nothing,
}

impl Progress {
    /// Takes in a line of the engine; those that are no `info` are skipped, as are lines other than the best one.
    pub(super) fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let mut news = *self;
        while let Some(word) = words.next() {
            match word {
                "multipv" if words.next().is_some_and(|number| number != "1") => return,
                "depth" => news.depth = words.next().and_then(|word| word.parse().ok()).unwrap_or(self.depth),
                "nodes" => news.nodes = words.next().and_then(|word| word.parse().ok()).unwrap_or(self.nodes),
                "score" => news.score = read_score(&mut words).or(self.score),
                // What follows is a line of moves, or a text.
                "pv" | "string" | "message" => break,
                _ => {}
            }
        }
        *self = news;
    }
}

/// Reads `cp 12`, `mate -3`, or the bare `12` of UCCI.
fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<i32> {
    match words.next()? {
        "mate" => {
            let moves: i32 = words.next()?.parse().ok()?;
            let distance = moves.saturating_abs().min(MATE / 2);
            Some(if moves > 0 { MATE - distance } else { distance - MATE })
        }
        "cp" => words.next()?.parse().ok(),
        number => number.parse().ok(),
    }
}

impl Reply {
    /// Reads `bestmove …` or `nobestmove`; `None` if the line is neither.
    pub(super) fn read(line: &str) -> Option<Reply> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            ["bestmove", "resign", ..]
            | ["bestmove", _, "resign", ..]
            | ["bestmove", _, "ponder", _, "resign", ..] => Some(Reply::Resign),
            ["nobestmove", ..] | ["bestmove"] => Some(Reply::Nothing),
            ["bestmove", mv, ..] if is_no_move(mv) => Some(Reply::Nothing),
            ["bestmove", mv, ref rest @ ..] => {
                let ponder = match *rest {
                    ["ponder", mv, ..] if !is_no_move(mv) => Some(mv.to_owned()),
                    _ => None,
                };
                Some(Reply::Move { mv: mv.to_owned(), ponder })
            }
            _ => None,
        }
    }
}

/// Whether an engine writes this where it has no move.
fn is_no_move(word: &str) -> bool {
    matches!(word, "(none)" | "none" | "null" | "0000" | "a0a0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Progress {
        let mut progress = Progress::default();
        for line in lines {
            progress.read(line);
        }
        progress
    }

    #[test]
    fn lines_of_both_protocols_are_read() {
        let first = read(&["info depth 9 seldepth 12 multipv 1 score cp -35 nodes 1234 nps 9 pv h2e2 h9g7"]);
        assert_eq!(first, Progress { score: Some(-35), depth: 9, nodes: 1234 });
        let second = read(&["info time 12 nodes 99", "info depth 7 score 120 pv b2e2"]);
        assert_eq!(second, Progress { score: Some(120), depth: 7, nodes: 99 });
    }

    #[test]
    fn mates_are_near_the_ends() {
        for (text, score) in
            [("3", MATE - 3), ("-2", 2 - MATE), ("0", -MATE), ("-2147483648", MATE / 2 - MATE)]
        {
            assert_eq!(read(&[&format!("info depth 5 score mate {text}")]).score, Some(score));
        }
    }

    #[test]
    fn other_lines_change_nothing() {
        let before = "info depth 9 score cp 20 nodes 50";
        for line in [
            "info depth 10 score cp 500 multipv 2 nodes 60",
            "info string depth 3 score cp 9",
            "info depth x score cp y nodes z",
            "info currmove h2e2 pv depth 4",
            "depth 3",
            "",
        ] {
            assert_eq!(read(&[before, line]), read(&[before]), "{line}");
        }
    }

    #[test]
    fn replies() {
        let moves = |mv: &str, ponder: Option<&str>| {
            Some(Reply::Move { mv: mv.to_owned(), ponder: ponder.map(str::to_owned) })
        };
        for (line, reply) in [
            ("bestmove h2e2 ponder h9g7", moves("h2e2", Some("h9g7"))),
            ("bestmove h2e2 ponder h9g7 draw", moves("h2e2", Some("h9g7"))),
            ("bestmove h2e2 ponder (none)", moves("h2e2", None)),
            ("bestmove h2e2 ponder", moves("h2e2", None)),
            ("bestmove h10g8", moves("h10g8", None)),
            ("bestmove h2e2 draw", moves("h2e2", None)),
            ("bestmove h2e2 resign", Some(Reply::Resign)),
            ("bestmove h2e2 ponder h9g7 resign", Some(Reply::Resign)),
            ("bestmove resign", Some(Reply::Resign)),
            ("bestmove (none)", Some(Reply::Nothing)),
            ("bestmove", Some(Reply::Nothing)),
            ("nobestmove", Some(Reply::Nothing)),
            ("info depth 1", None),
            ("", None),
        ] {
            assert_eq!(Reply::read(line), reply, "{line}");
        }
    }
}
