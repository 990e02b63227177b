//! Parts of the board that the terms speak of.

use xiangqi_core::square::{FILES, RANKS};
use xiangqi_core::{Bitboard, ByColor, Color, Square};

/// The nine files.
static FILE: [Bitboard; FILES] = {
    let mut files = [Bitboard::EMPTY; FILES];
    let mut file = 0;
    while file < FILES {
        files[file] = Bitboard::file(file);
        file += 1;
    }
    files
};

/// The four files on either wing.
pub(crate) const WINGS: [Bitboard; 2] = [
    Bitboard::file(0).union(Bitboard::file(1)).union(Bitboard::file(2)).union(Bitboard::file(3)),
    Bitboard::file(5).union(Bitboard::file(6)).union(Bitboard::file(7)).union(Bitboard::file(8)),
];

/// Each side's back rank.
pub(crate) static BACK_RANK: ByColor<Bitboard> =
    ByColor { red: Bitboard::rank(0), black: Bitboard::rank(RANKS - 1) };

/// All squares on the file of this one.
#[inline]
pub(crate) fn file_of(square: Square) -> Bitboard {
    FILE[square.file()]
}

/// Every square moved one rank towards the opponent of `color`.
#[inline]
pub(crate) const fn forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::Red => set.north(),
        Color::Black => set.south(),
    }
}
