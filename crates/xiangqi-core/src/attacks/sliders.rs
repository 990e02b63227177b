//! Rook and cannon: the lines of a square, looked up from the pieces on its rank and its file.
//!
//! Each line is one small table indexed by the inner pieces of the line: a piece on the edge blocks nothing behind
//! it, so seven bits describe a rank and eight a file. The bits of a rank lie side by side; those of a file are
//! gathered by one multiplication. The tables take 15 KB in all, which leaves the first-level cache to the rest.

use crate::square::{FILES, RANKS};
use crate::{Bitboard, Square};

/// The low half of an entry: the points that a rook reaches, blockers included. The high half: the second piece
/// in each direction, where a cannon captures; an edge point is listed whether occupied or not.
type Entry = u32;
const SECOND_SHIFT: u32 = 16;

static RANK_LINES: [[Entry; 1 << (FILES - 2)]; FILES] = lines();
static FILE_LINES: [[Entry; 1 << (RANKS - 2)]; RANKS] = lines();

/// One bit on each of eight successive ranks of the a-file.
const FILE_BITS: u64 = 0x8040_2010_0804_0201;
/// Copies a byte to all eight bytes, or adds the bytes up in the top one.
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// What a rook on `square` reaches (blockers of either side included), and where a cannon captures (the second
/// piece in each direction).
#[must_use]
#[inline]
pub fn line(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (rank, file) = entries(square, occupied);
    let second = expand(square, rank >> SECOND_SHIFT, file >> SECOND_SHIFT);
    (expand(square, rank, file), second & occupied)
}

/// The squares that a rook on `square` attacks; also what a cannon reaches without capturing, and its screens.
#[must_use]
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = entries(square, occupied);
    expand(square, rank, file)
}

/// The pieces that a cannon on `square` attacks: the second one in each direction.
#[must_use]
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = entries(square, occupied);
    expand(square, rank >> SECOND_SHIFT, file >> SECOND_SHIFT) & occupied
}

#[inline]
fn entries(square: Square, occupied: Bitboard) -> (Entry, Entry) {
    let (file, rank) = (square.file(), square.rank());
    let inner_rank = occupied.bits() >> (rank * FILES + 1) & 0x7f;
    let inner_file = ((occupied.bits() >> (file + FILES)) as u64 & FILE_BITS).wrapping_mul(EACH_BYTE) >> 56;
    (RANK_LINES[file][inner_rank as usize], FILE_LINES[rank][inner_file as usize])
}

/// Lays the low nine bits of `rank` and the low ten of `file` on the lines through `square`.
#[inline]
fn expand(square: Square, rank: Entry, file: Entry) -> Bitboard {
    let on_rank = u128::from(rank & 0x1ff) << (square.rank() * FILES);
    let low = u64::from(file & 0xff).wrapping_mul(EACH_BYTE) & FILE_BITS;
    let high = u64::from(file & 0x100) | u64::from(file & 0x200) << (FILES - 1);
    let on_file = u128::from(low) | u128::from(high) << 64;
    Bitboard::from_bits(on_rank | on_file << square.file())
}

const fn lines<const INNER: usize, const LENGTH: usize>() -> [[Entry; INNER]; LENGTH] {
    let mut table = [[0; INNER]; LENGTH];
    let mut from = 0;
    while from < LENGTH {
        let mut inner = 0;
        while inner < INNER {
            let occupied = (inner << 1) | 1 | 1 << (LENGTH - 1);
            table[from][inner] = ray::<LENGTH>(from, occupied, 1) | ray::<LENGTH>(from, occupied, -1);
            inner += 1;
        }
        from += 1;
    }
    table
}

/// The entry for one direction of a line.
const fn ray<const LENGTH: usize>(from: usize, occupied: usize, step: isize) -> Entry {
    let (mut entry, mut blockers) = (0, 0);
    let mut at = from;
    while let Some(next) = at.checked_add_signed(step) {
        if next >= LENGTH {
            break;
        }
        at = next;
        if blockers == 0 {
            entry |= 1 << at;
        }
        if occupied >> at & 1 == 1 {
            if blockers == 1 {
                entry |= 1 << (at as u32 + SECOND_SHIFT);
            }
            blockers += 1;
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn slow_line(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut reach, mut second) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (files, ranks) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let mut blockers = 0;
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                at = next;
                if blockers == 0 {
                    reach = reach.with(at);
                }
                if occupied.contains(at) {
                    blockers += 1;
                    if blockers == 2 {
                        second = second.with(at);
                    }
                }
            }
        }
        (reach, second)
    }

    #[test]
    fn lines_agree_with_a_step_by_step_walk() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for round in 0..3_000 {
            let mut bits = rng.random::<u128>() & rng.random::<u128>();
            if round % 2 == 0 {
                bits &= rng.random::<u128>();
            }
            let occupied = Bitboard::from_bits(bits);
            for square in Square::ALL {
                let expected = slow_line(square, occupied);
                assert_eq!(line(square, occupied), expected, "{square}\n{occupied:?}");
                assert_eq!((rook(square, occupied), cannon(square, occupied)), expected);
            }
        }
    }
}
