//! Ways to write moves down.
//!
//! | notation | central cannon | Black's horse | |
//! |---|---|---|---|
//! | [ICCS](iccs) | `h2e2`, `H2-E2` | `h9g7` | the two squares; programs understand each other by it |
//! | [WXF](wxf) | `C2=5` | `H8+7` | as players say it, in Latin letters |
//! | [Chinese](chinese) | 炮二平五 | 马8进7 | as players say it |
//!
//! Each module has functions of its own; [`Notation`] is for programs that let their user choose. Except in ICCS a
//! text means a move only in a certain position. How much is understood depends on the [`Strictness`]: a strict
//! reader takes a move only as it should be told, a lenient one whatever leaves one legal move only. Neither guesses.
//!
//! A [`Game`](crate::Game) lists its moves in any notation:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use xiangqi_core::notation::{Notation, chinese::Style};
//! use xiangqi_core::{Game, Strictness};
//!
//! let mut game = Game::default();
//! for text in ["炮二平五", "马8进7", "马二进三", "卒7进1"] {
//!     let mv = Notation::CHINESE.parse(game.position(), text, Strictness::Strict)?;
//!     game.play(mv)?;
//! }
//! let moves: Vec<String> = game.moves_in(Notation::Wxf).collect();
//! assert_eq!(moves, ["C2=5", "H8+7", "H2+3", "P7+1"]);
//! let moves: Vec<String> = game.moves_in(Notation::Chinese(Style::TRADITIONAL)).collect();
//! assert_eq!(moves, ["炮二平五", "馬8進7", "傌二進三", "卒7進1"]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chinese;
mod description;
mod error;
pub mod iccs;
pub mod wxf;

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::{Excerpt, IllegalMove, Move, Position, Strictness};
use chinese::Style;
use description::{Description, Written};
pub use error::{NotationError, NotationFault};

/// A way to write moves down, to be chosen at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Notation {
    /// The two squares, as in [`iccs`].
    #[default]
    Iccs,
    /// As in [`wxf`].
    Wxf,
    /// As in [`chinese`].
    Chinese(Style),
}

impl Notation {
    /// Chinese notation in simplified characters.
    pub const CHINESE: Notation = Notation::Chinese(Style::SIMPLIFIED);

    /// Shows a legal move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal in this position.
    pub fn display(self, position: &Position, mv: Move) -> Result<impl fmt::Display + use<>, IllegalMove> {
        let description = Description::new(position, mv)?;
        Ok(match self {
            Notation::Iccs => Text::Iccs(mv),
            Notation::Wxf => Text::Wxf(Written { description, script: wxf::Wxf }),
            Notation::Chinese(style) => Text::Chinese(Written { description, script: style }),
        })
    }

    /// Reads a legal move. ICCS is read with ranks from 0, and Chinese whichever its characters are.
    ///
    /// # Errors
    ///
    /// [`NotationError`] quotes the text and says what is wrong with it.
    ///
    /// ```
    /// use xiangqi_core::notation::Notation;
    /// use xiangqi_core::{Position, Strictness};
    ///
    /// let position = Position::start();
    /// for (notation, text) in [(Notation::Iccs, "H2-E2"), (Notation::Wxf, "c2.5"), (Notation::CHINESE, "砲二平五")] {
    ///     assert_eq!(notation.parse(&position, text, Strictness::Strict), Ok("h2e2".parse()?));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(
        self,
        position: &Position,
        token: &str,
        strictness: Strictness,
    ) -> Result<Move, NotationError> {
        match self {
            Notation::Iccs => parse_iccs(position, token, strictness),
            Notation::Wxf => wxf::parse(position, token, strictness),
            Notation::Chinese(_) => chinese::parse(position, token, strictness),
        }
    }
}

fn parse_iccs(position: &Position, token: &str, strictness: Strictness) -> Result<Move, NotationError> {
    let text = if strictness == Strictness::Lenient { token.trim() } else { token };
    let fault = |fault| NotationError::new(token, fault);
    let mv = iccs::parse(text, iccs::Ranks::FromZero).map_err(|_| fault(NotationFault::NoSquares))?;
    if position.is_legal(mv) { Ok(mv) } else { Err(fault(NotationFault::IllegalSquares)) }
}

/// A move in the notation that was chosen.
enum Text {
    Iccs(Move),
    Wxf(Written<wxf::Wxf>),
    Chinese(Written<Style>),
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Iccs(mv) => mv.fmt(f),
            Text::Wxf(written) => written.fmt(f),
            Text::Chinese(written) => written.fmt(f),
        }
    }
}

/// Why a text is not the name of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is no notation, which are iccs, wxf, chinese and chinese-traditional")]
pub struct ParseNotationError {
    name: Excerpt,
}

impl FromStr for Notation {
    type Err = ParseNotationError;

    /// Reads the name of a notation: `iccs`, `wxf`, `chinese` or `chinese-traditional`.
    fn from_str(name: &str) -> Result<Notation, ParseNotationError> {
        match name {
            "iccs" => Ok(Notation::Iccs),
            "wxf" => Ok(Notation::Wxf),
            "chinese" => Ok(Notation::CHINESE),
            "chinese-traditional" => Ok(Notation::Chinese(Style::TRADITIONAL)),
            _ => Err(ParseNotationError { name: Excerpt::new(name) }),
        }
    }
}

impl fmt::Display for Notation {
    /// Writes the name that can be read back (which says nothing of the width of digits).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Notation::Iccs => "iccs",
            Notation::Wxf => "wxf",
            Notation::Chinese(Style { characters: chinese::Characters::Simplified, .. }) => "chinese",
            Notation::Chinese(Style { characters: chinese::Characters::Traditional, .. }) => {
                "chinese-traditional"
            }
        })
    }
}
