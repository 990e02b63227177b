//! The 90 points of the board, and their files and ranks.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::{Color, Excerpt};

/// How many points the board has.
pub const SQUARES: usize = 90;
/// How many files (columns) the board has.
pub const FILES: usize = 9;
/// How many ranks (rows) the board has.
pub const RANKS: usize = 10;

/// Declares [`Square`] with the conversions that must name all its variants.
macro_rules! squares {
    ($($name:ident),* $(,)?) => {
        /// A point of the board, from `A0` (Red's left corner) to `I9`; the index is `rank * 9 + file`.
        ///
        /// An enum, so that the compiler knows its range: a table of 90 entries is indexed without a bounds check,
        /// and `Option<Square>` is one byte.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "each variant is named after its file and rank")]
        pub enum Square { $($name),* }

        impl Square {
            /// All squares in the order of their indices.
            pub const ALL: [Square; SQUARES] = [$(Square::$name),*];

            /// The square with this index, `None` from 90 on.
            #[must_use]
            #[inline]
            pub const fn from_index(index: usize) -> Option<Square> {
                // An identity match, which compiles to a comparison instead of a load from `ALL`.
                $(const $name: usize = Square::$name as usize;)*
                match index {
                    $($name => Some(Square::$name),)*
                    _ => None,
                }
            }
        }
    };
}

squares! {
    A0, B0, C0, D0, E0, F0, G0, H0, I0,
    A1, B1, C1, D1, E1, F1, G1, H1, I1,
    A2, B2, C2, D2, E2, F2, G2, H2, I2,
    A3, B3, C3, D3, E3, F3, G3, H3, I3,
    A4, B4, C4, D4, E4, F4, G4, H4, I4,
    A5, B5, C5, D5, E5, F5, G5, H5, I5,
    A6, B6, C6, D6, E6, F6, G6, H6, I6,
    A7, B7, C7, D7, E7, F7, G7, H7, I7,
    A8, B8, C8, D8, E8, F8, G8, H8, I8,
    A9, B9, C9, D9, E9, F9, G9, H9, I9,
}

impl Square {
    /// The square on this file (0 = a … 8 = i) and rank (0 = Red's back rank … 9 = Black's back rank),
    /// `None` off the board.
    #[must_use]
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < FILES && rank < RANKS { Square::from_index(rank * FILES + file) } else { None }
    }

    /// The square with an index that is known to be one (for any other, some square): one load, after which the
    /// compiler knows the range, while what comes out of [`from_index`](Self::from_index) it checks again.
    #[inline]
    pub(crate) const fn from_known_index(index: usize) -> Square {
        /// As many entries as seven bits can number.
        static BY_INDEX: [Square; 128] = {
            let mut table = [Square::A0; 128];
            let mut index = 0;
            while index < SQUARES {
                table[index] = Square::ALL[index];
                index += 1;
            }
            table
        };
        BY_INDEX[index % BY_INDEX.len()]
    }

    /// The file, 0 (a) to 8 (i).
    #[must_use]
    #[inline]
    pub const fn file(self) -> usize {
        FILE_OF[self as usize] as usize
    }

    /// The rank, 0 (Red's back rank) to 9 (Black's back rank).
    #[must_use]
    #[inline]
    pub const fn rank(self) -> usize {
        RANK_OF[self as usize] as usize
    }

    /// The square reached by these steps along the files and ranks, `None` off the board.
    #[must_use]
    pub const fn offset(self, files: isize, ranks: isize) -> Option<Square> {
        match (self.file().checked_add_signed(files), self.rank().checked_add_signed(ranks)) {
            (Some(file), Some(rank)) => Square::new(file, rank),
            _ => None,
        }
    }

    /// The square seen by the player on the other side of the board: turned by 180°.
    #[must_use]
    pub const fn rotate(self) -> Square {
        Square::ALL[SQUARES - 1 - self as usize]
    }

    /// The square reflected between Red's and Black's side, on the same file.
    #[must_use]
    pub const fn flip_rank(self) -> Square {
        Square::ALL[(RANKS - 1 - self.rank()) * FILES + self.file()]
    }

    /// The square reflected between left and right, on the same rank.
    #[must_use]
    pub const fn mirror_file(self) -> Square {
        Square::ALL[self.rank() * FILES + FILES - 1 - self.file()]
    }

    /// This square as `color` sees it from its own side: unchanged for Red, [rank-flipped](Self::flip_rank) for
    /// Black. Applying it twice gives the square back.
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::Red => self,
            Color::Black => self.flip_rank(),
        }
    }
}

/// The number of a file. An enum, as [`Square`] is, so that the compiler knows its range.
#[derive(Clone, Copy)]
#[repr(u8)]
enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
}

/// The number of a rank.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Rank {
    R0,
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
    R9,
}

/// A load is cheaper than a division.
static FILE_OF: [File; SQUARES] = {
    use File::{A, B, C, D, E, F, G, H, I};
    const FILE: [File; FILES] = [A, B, C, D, E, F, G, H, I];
    let mut table = [A; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = FILE[square % FILES];
        square += 1;
    }
    table
};

static RANK_OF: [Rank; SQUARES] = {
    use Rank::{R0, R1, R2, R3, R4, R5, R6, R7, R8, R9};
    const RANK: [Rank; RANKS] = [R0, R1, R2, R3, R4, R5, R6, R7, R8, R9];
    let mut table = [R0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = RANK[square / FILES];
        square += 1;
    }
    table
};

/// Why a text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{token}` is no square, which is a file a–i and a rank 0–9, such as e3")]
pub struct ParseSquareError {
    token: Excerpt,
}

impl ParseSquareError {
    /// The text, cut when it is long.
    #[must_use]
    pub fn token(&self) -> Excerpt {
        self.token
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads the ICCS name of a square, in either case: `e3`, `E3`.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let error = ParseSquareError { token: Excerpt::new(text) };
        let &[file, rank] = text.as_bytes() else { return Err(error) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'0');
        Square::new(usize::from(file), usize::from(rank)).ok_or(error)
    }
}

impl fmt::Display for Square {
    /// Writes the ICCS name, such as `e3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = *b"abcdefghi".get(self.file()).unwrap_or(&b'?') as char;
        write!(f, "{file}{}", self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_files_and_ranks_agree() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.rotate(), square.flip_rank().mirror_file());
            assert_eq!(square.relative_to(Color::Black).relative_to(Color::Black), square);
        }
        assert_eq!(Square::from_index(SQUARES), None);
        assert_eq!(Square::new(9, 0), None);
    }

    #[test]
    fn names_round_trip() {
        extern crate alloc;
        use alloc::string::ToString;
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!("E3".parse(), Ok(Square::E3));
        for wrong in ["", "e", "j0", "e10", "é", "3e", "a:"] {
            assert_eq!(wrong.parse::<Square>().unwrap_err().token().as_str(), wrong);
        }
    }

    #[test]
    fn an_absent_square_costs_no_space() {
        assert_eq!(size_of::<Option<Square>>(), 1);
    }
}
