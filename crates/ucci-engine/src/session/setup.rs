//! The position that the session stands at, and how it got there.

use thiserror::Error;
use xiangqi_core::rules::History;
use xiangqi_core::{Move, Position, PositionError};

use crate::command::PositionText;

/// A position with what led to it, as far as the client told.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) position: Position,
    pub(super) history: History,
}

/// Why a position was not set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum RootError {
    /// The FEN cannot be played from.
    #[error("the position stays as it was: {0}")]
    Fen(#[from] PositionError),
    /// One of the moves cannot be played.
    #[error("the position stays as it was: move {number} '{mv}' is not legal")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// The move as it was written.
        mv: String,
    },
}

/// A position that was set up, and what may be strange about it.
pub(super) type Checked = (Root, Option<PositionError>);

impl Default for Root {
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl Root {
    fn new(position: Position) -> Root {
        let history = History::new(&position);
        Root { position, history }
    }

    /// Sets up what a client described. A placement that cannot occur in a game but can be played from is set up
    /// too, with the reason why it cannot occur.
    ///
    /// # Errors
    ///
    /// If the FEN makes no sense or a move is not legal.
    pub(super) fn set_up(text: &PositionText) -> Result<Checked, RootError> {
        let (position, doubt) = match &text.fen {
            None => (Position::start(), None),
            Some(fen) => match Position::from_fen(fen) {
                Ok(position) => (position, None),
                Err(doubt) => (Position::from_fen_lenient(fen)?, Some(doubt)),
            },
        };
        let mut root = Root::new(position);
        for (index, text) in text.moves.iter().enumerate() {
            let legal = text.parse().ok().filter(|&mv| root.position.is_legal(mv));
            root.play(legal.ok_or_else(|| RootError::Move { number: index + 1, mv: text.clone() })?);
        }
        Ok((root, doubt))
    }

    fn play(&mut self, mv: Move) {
        let undo = self.position.make(mv);
        self.history.push(&self.position, &undo);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(fen: Option<&str>, moves: &str) -> PositionText {
        PositionText {
            fen: fen.map(str::to_string),
            moves: moves.split_whitespace().map(str::to_string).collect(),
        }
    }

    #[test]
    fn moves_lead_on_and_are_remembered() {
        let (root, doubt) = Root::set_up(&text(None, "h2g2 h7g7 g2h2 g7h7")).unwrap();
        assert_eq!(doubt, None);
        assert_eq!(root.position.key(), Position::start().key());
        assert_eq!(root.history.repetition().unwrap().occurrences, 2);
    }

    #[test]
    fn the_first_illegal_move_is_named() {
        for (moves, number, wrong) in
            [("h2e2 h2e2 h9g7", 2, "h2e2"), ("0000", 1, "0000"), ("h2e2 h9g7 e2", 3, "e2")]
        {
            let error = Root::set_up(&text(None, moves)).unwrap_err();
            assert_eq!(error, RootError::Move { number, mv: wrong.to_string() });
        }
    }

    #[test]
    fn impossible_placements_are_taken_with_a_doubt_and_nonsense_is_not() {
        let six_pawns = "4k4/9/9/9/9/P1P1P1P1P/P8/9/9/3K5 w";
        let (_, doubt) = Root::set_up(&text(Some(six_pawns), "")).unwrap();
        assert!(doubt.is_some());
        for nonsense in ["", "nonsense", "9/9/9/9/9/9/9/9/9/9 w", "4k4/9/9/9/9/9/9/9/9/4K4 w"] {
            assert!(Root::set_up(&text(Some(nonsense), "")).is_err(), "{nonsense}");
        }
    }
}
