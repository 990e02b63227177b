//! The random numbers behind a position's key.
//!
//! A key is the exclusive or of one number for each piece on its square, and one more when Black is to move
//! (Zobrist, 1970), so that a move changes it in three operations. The numbers are fixed at compile time: keys
//! are the same in every run and may be stored.

use crate::square::SQUARES;
use crate::{Piece, Square};

/// One number for each piece on each square.
static PIECE_KEYS: [[u64; SQUARES]; Piece::ALL.len()] = piece_keys();

/// Distinguishes the same placement with Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = split_mix((Piece::ALL.len() * SQUARES) as u64);

/// The number of this piece on this square.
#[inline]
pub(crate) fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECE_KEYS[piece as usize][square as usize]
}

const fn piece_keys() -> [[u64; SQUARES]; Piece::ALL.len()] {
    let mut keys = [[0; SQUARES]; Piece::ALL.len()];
    let mut piece = 0;
    while piece < keys.len() {
        let mut square = 0;
        while square < SQUARES {
            keys[piece][square] = split_mix((piece * SQUARES + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    keys
}

/// Output number `index` of the `SplitMix64` generator (Steele, Lea and Flood, 2014).
const fn split_mix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_numbers_differ_and_none_is_zero() {
        let pieces =
            Piece::ALL.into_iter().flat_map(|piece| Square::ALL.map(|square| piece_key(piece, square)));
        let numbers: BTreeSet<u64> = pieces.chain([BLACK_TO_MOVE, 0]).collect();
        assert_eq!(numbers.len(), Piece::ALL.len() * SQUARES + 2);
    }
}
