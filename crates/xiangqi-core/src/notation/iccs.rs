//! ICCS notation: the two squares of a move.
//!
//! The dialects differ in the dash and in the first rank. Game files write `H2-E2`, UCCI writes `h2e2`, and programs
//! that come from chess through UCI may number the ranks from 1 to 10: `h3e3`, `a10a9`. A text does not tell which
//! numbering it uses, so the reader must be told.

use core::fmt;

use thiserror::Error;

use crate::square::RANKS;
use crate::{Excerpt, Move, Square};

/// How the ranks are numbered, from Red's back rank on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Ranks {
    /// 0 to 9, the usual way.
    #[default]
    FromZero,
    /// 1 to 10, as some programs do that grew up with chess.
    FromOne,
}

impl Ranks {
    const fn first(self) -> usize {
        match self {
            Ranks::FromZero => 0,
            Ranks::FromOne => 1,
        }
    }
}

impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.first(), self.first() + RANKS - 1)
    }
}

/// Why a text is not a move in ICCS notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "`{token}` is not a move, which is two different squares (files a to i, ranks {ranks}) with or without a dash"
)]
pub struct ParseIccsError {
    token: Excerpt,
    ranks: Ranks,
}

impl ParseIccsError {
    /// The text, cut when it is long.
    #[must_use]
    pub fn token(&self) -> Excerpt {
        self.token
    }
}

/// Reads a move, in either case and with or without the dash.
///
/// # Errors
///
/// [`ParseIccsError`] quotes a text that is not two different squares.
///
/// ```
/// use xiangqi_core::notation::iccs::{self, Ranks};
/// use xiangqi_core::{Move, Square};
///
/// let central_cannon = Move::new(Square::H2, Square::E2);
/// assert_eq!(iccs::parse("H2-E2", Ranks::FromZero), Ok(central_cannon));
/// assert_eq!(iccs::parse("h3e3", Ranks::FromOne), Ok(central_cannon));
/// assert_eq!(
///     iccs::parse("h3e11", Ranks::FromOne).unwrap_err().to_string(),
///     "`h3e11` is not a move, which is two different squares (files a to i, ranks 1 to 10) with or without a dash",
/// );
/// ```
pub fn parse(token: &str, ranks: Ranks) -> Result<Move, ParseIccsError> {
    split_square(token, ranks)
        .and_then(|(from, rest)| Some((from, split_square(rest.strip_prefix('-').unwrap_or(rest), ranks)?)))
        .filter(|(from, (to, rest))| rest.is_empty() && from != to)
        .map(|(from, (to, _))| Move::new(from, to))
        .ok_or(ParseIccsError { token: Excerpt::new(token), ranks })
}

/// Reads a square and returns the text after it.
fn split_square(text: &str, ranks: Ranks) -> Option<(Square, &str)> {
    let mut letters = text.chars();
    let file = match letters.next()?.to_ascii_lowercase() {
        letter @ 'a'..='i' => letter as usize - 'a' as usize,
        _ => return None,
    };
    let rest = letters.as_str();
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (number, rest) = rest.split_at(digits);
    if number.len() > 1 && number.starts_with('0') {
        return None;
    }
    let rank = number.parse::<usize>().ok()?.checked_sub(ranks.first())?;
    Some((Square::new(file, rank)?, rest))
}

/// Shows a move with upper-case letters and a dash, as game files do: `H2-E2`.
///
/// The form of UCCI, `h2e2`, is the `Display` of [`Move`] itself.
#[must_use]
pub fn dashed(mv: Move) -> impl fmt::Display {
    Dashed(mv)
}

/// Shows a move as protocols do, with the ranks numbered as asked: `h2e2` or `h3e3`.
#[must_use]
pub fn plain(mv: Move, ranks: Ranks) -> impl fmt::Display {
    Plain { mv, ranks }
}

struct Dashed(Move);

impl fmt::Display for Dashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.0.from(), self.0.to());
        let letter = |square: Square| file_letter(square).to_ascii_uppercase();
        write!(f, "{}{}-{}{}", letter(from), from.rank(), letter(to), to.rank())
    }
}

struct Plain {
    mv: Move,
    ranks: Ranks,
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in [self.mv.from(), self.mv.to()] {
            write!(f, "{}{}", file_letter(square), square.rank() + self.ranks.first())?;
        }
        Ok(())
    }
}

fn file_letter(square: Square) -> char {
    *b"abcdefghi".get(square.file()).unwrap_or(&b'?') as char
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_move_round_trips_in_every_form() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!(parse(&dashed(mv).to_string(), Ranks::FromZero), Ok(mv));
                assert_eq!(plain(mv, Ranks::FromZero).to_string(), mv.to_string());
                for ranks in [Ranks::FromZero, Ranks::FromOne] {
                    assert_eq!(parse(&plain(mv, ranks).to_string(), ranks), Ok(mv));
                }
            }
        }
    }

    #[test]
    fn forms_look_as_in_their_dialects() {
        let mv = Move::new(Square::A9, Square::A8);
        assert_eq!(dashed(mv).to_string(), "A9-A8");
        assert_eq!(plain(mv, Ranks::FromOne).to_string(), "a10a9");
        assert_eq!(parse("A10-a9", Ranks::FromOne), Ok(mv));
    }

    #[test]
    fn other_texts_are_refused_and_quoted() {
        for wrong in [
            "", "h", "h2", "h2e", "h2e10", "h2e2e", "h2--e2", "h02e2", "h2h2", "j2e2", "h-e2", "兵2e2",
            "h2 e2",
        ] {
            let error = parse(wrong, Ranks::FromZero).unwrap_err();
            assert_eq!(error.token().as_str(), wrong);
        }
        for wrong in ["h0e0", "h2e0", "a10a11", "a010a9", "a99999999999999999999999a1"] {
            assert!(parse(wrong, Ranks::FromOne).is_err(), "{wrong}");
        }
    }
}
