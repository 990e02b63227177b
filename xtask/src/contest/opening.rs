//! The openings from which games begin.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use xiangqi_core::{Game, Move, Position};

use super::program::fingerprint;

/// A set of openings, in the order in which they are played.
#[derive(Debug)]
pub(crate) struct Openings {
    lines: Vec<Vec<Move>>,
    /// Tells sets apart.
    pub(super) fingerprint: String,
}

impl Openings {
    /// Reads a file with the moves of one opening in each line.
    pub(crate) fn read(path: &Path) -> Result<Openings> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Openings::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    /// Reads lines of moves from the start position; `#` begins a comment.
    pub(crate) fn parse(text: &str) -> Result<Openings> {
        let mut lines = Vec::new();
        let mut essence = String::new();
        for (index, line) in text.lines().enumerate() {
            let moves = line.split('#').next().unwrap_or_default().trim();
            if moves.is_empty() {
                continue;
            }
            lines.push(parse_line(moves).with_context(|| format!("line {}", index + 1))?);
            essence.push_str(moves);
            essence.push('\n');
        }
        ensure!(!lines.is_empty(), "there are no openings");
        Ok(Openings { lines, fingerprint: fingerprint(essence.as_bytes()) })
    }

    pub(crate) fn lines(&self) -> &[Vec<Move>] {
        &self.lines
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The opening of this index; after the last comes the first again.
    pub(super) fn get(&self, index: usize) -> &[Move] {
        &self.lines[index % self.lines.len()]
    }
}

fn parse_line(line: &str) -> Result<Vec<Move>> {
    let mut game = Game::new(Position::start());
    for word in line.split_whitespace() {
        let mv: Move = word.parse().with_context(|| format!("`{word}` is no move"))?;
        game.play(mv)?;
        ensure!(game.outcome().is_none(), "after {word} the game is over");
    }
    Ok(game.moves().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read_without_their_comments() {
        let openings = Openings::parse("# set\nh2e2 h9g7\n\n  b0c2 # horse\n").unwrap();
        assert_eq!(openings.len(), 2);
        let written = |index| openings.get(index).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!((written(0), written(3)), (vec!["h2e2".into(), "h9g7".into()], vec!["b0c2".into()]));
        let same = Openings::parse("h2e2 h9g7\nb0c2").unwrap();
        assert_eq!(openings.fingerprint, same.fingerprint);
        assert_ne!(openings.fingerprint, Openings::parse("b0c2\nh2e2 h9g7").unwrap().fingerprint);
    }

    #[test]
    fn what_is_wrong_is_quoted_with_its_line() {
        for (text, expected) in [
            ("", "there are no openings"),
            ("h2e2\nh2e9", "line 2: h2e9 is illegal"),
            ("h2e2 hello", "line 1: `hello` is no move"),
        ] {
            let error = format!("{:#}", Openings::parse(text).unwrap_err());
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
