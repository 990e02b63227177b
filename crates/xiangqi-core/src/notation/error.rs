//! Why a text is no move.

use core::fmt;

use thiserror::Error;

use crate::{Color, Excerpt, Move, PieceType};

/// Why a text gives no move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{token}` is no move here: {fault}")]
pub struct NotationError {
    token: Excerpt,
    fault: NotationFault,
}

impl NotationError {
    pub(super) fn new(token: &str, fault: NotationFault) -> NotationError {
        NotationError { token: Excerpt::new(token), fault }
    }

    /// The text, cut when it is long.
    #[must_use]
    pub fn token(&self) -> Excerpt {
        self.token
    }

    /// What is wrong with it.
    #[must_use]
    pub fn fault(&self) -> NotationFault {
        self.fault
    }
}

/// What is wrong with a text that gives no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationFault {
    /// A letter cannot stand where it stands, or the text ends too soon.
    #[error("{} where {expected} should stand", Found(*.found))]
    Unexpected {
        /// The letter; `None` for the end of the text.
        found: Option<char>,
        /// What could have stood there.
        expected: &'static str,
    },
    /// The text is not two squares.
    #[error("two different squares such as h2e2 are expected")]
    NoSquares,
    /// The side to move has no piece that is meant.
    #[error("{color} has no {piece_type} there")]
    NoPiece {
        /// The side to move.
        color: Color,
        /// The kind of piece that is named, or meant where none is named.
        piece_type: PieceType,
    },
    /// There is such a piece, but it cannot make the move.
    #[error("no {piece_type} of {color} can legally do that")]
    Illegal {
        /// The side to move.
        color: Color,
        /// The kind of piece that should move.
        piece_type: PieceType,
    },
    /// The two squares are no legal move.
    #[error("it is not legal")]
    IllegalSquares,
    /// Several legal moves answer the text, and no rule prefers one.
    #[error("it can be {first} or {second}")]
    Ambiguous {
        /// One of them.
        first: Move,
        /// Another one.
        second: Move,
    },
    /// The text would do, but a strict reader expects the piece to be told in another way.
    #[error("{mv} is written `{exact}`")]
    Inexact {
        /// The only move that can be meant.
        mv: Move,
        /// How it is written.
        exact: Excerpt,
    },
}

/// Writes a letter, or that there is none.
struct Found(Option<char>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(letter) => write!(f, "`{}` stands", letter.escape_debug()),
            None => f.write_str("it ends"),
        }
    }
}
