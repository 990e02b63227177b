//! Pieces and their letters.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::{Color, Excerpt};

/// The seven kinds of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum PieceType {
    /// 帥/將: one orthogonal step inside the palace.
    King,
    /// 仕/士: one diagonal step inside the palace.
    Advisor,
    /// 相/象: two diagonal steps on its own side of the river, blocked at the eye.
    Elephant,
    /// 傌/馬: one orthogonal and one diagonal step outward, blocked at the leg.
    Horse,
    /// 俥/車: any number of orthogonal steps.
    Rook,
    /// 炮/砲: moves like a rook, captures over exactly one screen.
    Cannon,
    /// 兵/卒: one step forward; beyond the river also sideways.
    Pawn,
}

impl PieceType {
    /// All kinds, in the order of their indices.
    pub const ALL: [PieceType; 7] = [
        PieceType::King,
        PieceType::Advisor,
        PieceType::Elephant,
        PieceType::Horse,
        PieceType::Rook,
        PieceType::Cannon,
        PieceType::Pawn,
    ];

    /// How many pieces of this kind a side has in the start position, which is also the most it can ever have.
    #[must_use]
    pub const fn initial_count(self) -> u32 {
        match self {
            PieceType::King => 1,
            PieceType::Pawn => 5,
            _ => 2,
        }
    }
}

impl fmt::Display for PieceType {
    /// Writes the English name: `king`, `advisor`, `elephant`, `horse`, `rook`, `cannon` or `pawn`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PieceType::King => "king",
            PieceType::Advisor => "advisor",
            PieceType::Elephant => "elephant",
            PieceType::Horse => "horse",
            PieceType::Rook => "rook",
            PieceType::Cannon => "cannon",
            PieceType::Pawn => "pawn",
        })
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each variant is a colour and a piece type, documented there")]
pub enum Piece {
    RedKing,
    RedAdvisor,
    RedElephant,
    RedHorse,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing,
    BlackAdvisor,
    BlackElephant,
    BlackHorse,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

impl Piece {
    /// All pieces, in the order of their indices.
    pub const ALL: [Piece; 14] = [
        Piece::RedKing,
        Piece::RedAdvisor,
        Piece::RedElephant,
        Piece::RedHorse,
        Piece::RedRook,
        Piece::RedCannon,
        Piece::RedPawn,
        Piece::BlackKing,
        Piece::BlackAdvisor,
        Piece::BlackElephant,
        Piece::BlackHorse,
        Piece::BlackRook,
        Piece::BlackCannon,
        Piece::BlackPawn,
    ];

    /// The piece of this side and kind.
    #[must_use]
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Piece {
        Piece::ALL[Piece::index(color, piece_type)]
    }

    /// The index of the piece of this side and kind.
    #[inline]
    pub(crate) const fn index(color: Color, piece_type: PieceType) -> usize {
        color as usize * PieceType::ALL.len() + piece_type as usize
    }

    /// The side this piece belongs to.
    #[must_use]
    #[inline]
    pub const fn color(self) -> Color {
        if (self as usize) < PieceType::ALL.len() { Color::Red } else { Color::Black }
    }

    /// The kind of this piece.
    #[must_use]
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        /// A load is cheaper than a remainder.
        static TYPES: [PieceType; Piece::ALL.len()] = {
            let mut types = [PieceType::King; Piece::ALL.len()];
            let mut piece = 0;
            while piece < types.len() {
                types[piece] = PieceType::ALL[piece % PieceType::ALL.len()];
                piece += 1;
            }
            types
        };
        TYPES[self as usize]
    }

    /// The letter of this piece in a FEN: `KABNRCP`, upper case for Red.
    #[must_use]
    pub const fn fen_char(self) -> char {
        const LETTERS: &[u8; 14] = b"KABNRCPkabnrcp";
        LETTERS[self as usize] as char
    }

    /// Reads a FEN letter. `E` is accepted for the elephant and `H` for the horse.
    #[must_use]
    pub const fn from_fen_char(letter: char) -> Option<Piece> {
        let piece_type = match letter.to_ascii_uppercase() {
            'K' => PieceType::King,
            'A' => PieceType::Advisor,
            'B' | 'E' => PieceType::Elephant,
            'N' | 'H' => PieceType::Horse,
            'R' => PieceType::Rook,
            'C' => PieceType::Cannon,
            'P' => PieceType::Pawn,
            _ => return None,
        };
        Some(Piece::new(if letter.is_ascii_uppercase() { Color::Red } else { Color::Black }, piece_type))
    }
}

/// Why a text is not a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{token}` is no piece, which is one letter of KABNRCP for Red or kabnrcp for Black")]
pub struct ParsePieceError {
    token: Excerpt,
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    /// Reads a FEN letter, as [`from_fen_char`](Piece::from_fen_char) does.
    fn from_str(text: &str) -> Result<Piece, ParsePieceError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Piece::from_fen_char), letters.next()) {
            (Some(piece), None) => Ok(piece),
            _ => Err(ParsePieceError { token: Excerpt::new(text) }),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char(self.fen_char())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_fen_char(piece.fen_char()), Some(piece));
            assert_eq!(Piece::new(piece.color(), piece.piece_type()), piece);
        }
        assert_eq!(Piece::from_fen_char('h'), Some(Piece::BlackHorse));
        assert_eq!(Piece::from_fen_char('E'), Some(Piece::RedElephant));
        assert_eq!(Piece::from_fen_char('x'), None);
        assert_eq!("r".parse(), Ok(Piece::BlackRook));
        for wrong in ["", "x", "RR", "兵"] {
            let error = wrong.parse::<Piece>().unwrap_err();
            assert!(alloc::format!("{error}").starts_with(&alloc::format!("`{wrong}` is no piece")));
        }
    }

    #[test]
    fn an_absent_piece_costs_no_space() {
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
