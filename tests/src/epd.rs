//! The test positions under `data/`.

use std::path::Path;

use anyhow::{Context, Result};
use xiangqi_core::Move;

/// A position with the number of its lines of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// The position.
    pub fen: String,
    /// Depths in plies, each with the number of lines of that depth.
    pub counts: Vec<(u32, u64)>,
}

/// A position in which the side to move mates by force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateCase {
    /// The position.
    pub fen: String,
    /// The fewest moves in which it can be done.
    pub moves: u32,
}

/// A position in which one move is far better than all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TacticCase {
    /// What the position is called.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The move.
    pub best: Move,
    /// What was played instead, in a game, if that is why this is a problem.
    pub avoid: Option<Move>,
}

/// Reads a file of lines such as `FEN ;D1 44 ;D2 1920`.
///
/// # Errors
///
/// If the file cannot be read or one of its lines cannot be understood; the error quotes it.
pub fn perft_cases(name: &str) -> Result<Vec<PerftCase>> {
    read(name)?.lines().map(|line| perft_case(line).with_context(|| format!("{name}: {line:?}"))).collect()
}

fn perft_case(line: &str) -> Option<PerftCase> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next()?.to_owned();
    let count = |field: &str| {
        let (depth, nodes) = field.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
    };
    Some(PerftCase { fen, counts: fields.map(count).collect::<Option<_>>()? })
}

/// Reads a file of lines such as `FEN; dm 3; …`.
///
/// # Errors
///
/// If the file cannot be read or one of its lines cannot be understood; the error quotes it.
pub fn mate_cases(name: &str) -> Result<Vec<MateCase>> {
    read(name)?.lines().map(|line| mate_case(line).with_context(|| format!("{name}: {line:?}"))).collect()
}

fn mate_case(line: &str) -> Option<MateCase> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next()?.to_owned();
    let moves = fields.find_map(|field| field.strip_prefix("dm "))?.parse().ok()?;
    Some(MateCase { fen, moves })
}

/// Reads a file of lines such as `FEN; bm f6e6; am f6f7; …; id "3";`, in any order and without `am` too.
///
/// # Errors
///
/// If the file cannot be read or one of its lines cannot be understood; the error quotes it.
pub fn tactic_cases(name: &str) -> Result<Vec<TacticCase>> {
    read(name)?.lines().map(|line| tactic_case(line).with_context(|| format!("{name}: {line:?}"))).collect()
}

fn tactic_case(line: &str) -> Option<TacticCase> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next()?.to_owned();
    let value = |name: &str| {
        let mut pairs = fields.clone().filter_map(|field| field.split_once(' '));
        pairs.find_map(|(other, value)| (other == name).then_some(value))
    };
    let id = value("id")?.trim_matches('"').to_owned();
    let best = value("bm")?.parse().ok()?;
    let avoid = value("am").map(str::parse).transpose().ok()?;
    Some(TacticCase { id, fen, best, avoid })
}

fn read(name: &str) -> Result<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perft_line_is_read() {
        let case = PerftCase { fen: "4k4/9 w".to_owned(), counts: vec![(1, 44), (2, 1920)] };
        assert_eq!(perft_case("4k4/9 w ;D1 44 ;D2 1920"), Some(case));
        assert_eq!(perft_case("4k4/9 w ;D1 many"), None);
    }

    #[test]
    fn a_mate_line_is_read() {
        let case = MateCase { fen: "4k4/9 w".to_owned(), moves: 6 };
        assert_eq!(mate_case("4k4/9 w; bm f6e6; dm 6; c0 \"source\""), Some(case));
        assert_eq!(mate_case("4k4/9 w; bm f6e6"), None);
    }

    #[test]
    fn a_tactic_line_is_read() {
        let mv = |text: &str| text.parse().unwrap();
        let (id, fen) = ("7.12.90".to_owned(), "4k4/9 w".to_owned());
        let case = TacticCase { id, fen, best: mv("f6e6"), avoid: Some(mv("f6f7")) };
        assert_eq!(tactic_case("4k4/9 w; bm f6e6; am f6f7; c0 \"why\"; id \"7.12.90\";"), Some(case.clone()));
        let case = TacticCase { avoid: None, ..case };
        assert_eq!(tactic_case("4k4/9 w; bm f6e6; c0 \"why\"; id \"7.12.90\";"), Some(case));
        for wrong in [
            "4k4/9 w; bm f6x6; am f6f7; id \"7.12.90\";",
            "4k4/9 w; bm f6e6; am f6x7; id \"7.12.90\";",
            "4k4/9 w; am f6f7; id \"7.12.90\";",
            "4k4/9 w; bm f6e6; am f6f7;",
        ] {
            assert_eq!(tactic_case(wrong), None, "{wrong}");
        }
    }
}
