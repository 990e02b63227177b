//! Which points of each rank and file are occupied, by side: what a rook or cannon asks at every step.

use crate::attacks::Cross;
use crate::square::{FILES, RANKS, SQUARES};
use crate::{ByColor, Color, Square};

/// The occupied points of all ranks and files.
///
/// A rank lies side by side in a bitboard, but a file has to be gathered from ten places; here both are kept as pieces
/// come and go, each with the bits that it has in a [`Cross`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lines {
    ranks: [ByColor<u32>; RANKS],
    files: [ByColor<u32>; FILES],
}

impl Lines {
    pub(crate) const EMPTY: Lines =
        Lines { ranks: [ByColor { red: 0, black: 0 }; RANKS], files: [ByColor { red: 0, black: 0 }; FILES] };

    /// Puts a piece of this side on a square, or takes it off.
    #[inline]
    pub(crate) fn toggle(&mut self, color: Color, square: Square) {
        self.ranks[square.rank()][color] ^= ON_RANK[square as usize];
        self.files[square.file()][color] ^= ON_FILE[square as usize];
    }

    /// The pieces of one side on the two lines of a square.
    #[inline]
    pub(crate) fn cross(&self, color: Color, square: Square) -> Cross {
        Cross::from_bits(self.ranks[square.rank()][color] | self.files[square.file()][color])
    }
}

/// The bit of each square on its rank.
static ON_RANK: [u32; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = 1 << (square % FILES);
        square += 1;
    }
    table
};

/// The bit of each square on its file.
static ON_FILE: [u32; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = 1 << (FILES + square / FILES);
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::attacks::Scan;
    use crate::{Bitboard, Board, Piece};

    #[test]
    fn lines_say_what_the_sets_of_squares_say() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut board = Board::empty();
        for _ in 0..500 {
            let square = Square::ALL[rng.random_range(0..SQUARES)];
            if rng.random_bool(0.6) {
                board.put(Piece::ALL[rng.random_range(0..14)], square);
            } else {
                board.take(square);
            }
            for color in Color::ALL {
                let set: Bitboard = board.by_color(color);
                let scan = Scan::new(set);
                for square in Square::ALL {
                    assert!(
                        board.lines().cross(color, square) == Cross::of(&scan, square),
                        "{square}\n{board}"
                    );
                }
            }
        }
    }
}
