//! Rook and cannon: the lines of a square, looked up from the pieces on its rank and its file.
//!
//! Each line is one small table indexed by the inner pieces of the line: a piece on the edge blocks nothing behind
//! it, so seven bits describe a rank and eight a file. The bits of a rank lie side by side; those of a file are
//! gathered by one multiplication. The tables take 15 KB in all, which leaves the first-level cache to the rest.

use core::ops::{BitAnd, BitOr, Sub};

use super::scan::Scan;
use crate::move_list::BATCH;
use crate::square::{FILES, RANKS, SQUARES};
use crate::{Bitboard, Move, Square};

/// The low half of an entry: the points that a rook reaches, blockers included. The high half: the second piece
/// in each direction, where a cannon captures; an edge point is listed whether occupied or not.
type Entry = u32;
const SECOND_SHIFT: u32 = 16;

/// The ten ranks.
static RANK: [Bitboard; RANKS] = {
    let mut ranks = [Bitboard::EMPTY; RANKS];
    let mut rank = 0;
    while rank < RANKS {
        ranks[rank] = Bitboard::rank(rank);
        rank += 1;
    }
    ranks
};

static RANK_LINES: [[Entry; 1 << (FILES - 2)]; FILES] = line_table();
static FILE_LINES: [[Entry; 1 << (RANKS - 2)]; RANKS] = line_table();

/// A set of points on the rank and the file of a square: bits 0 to 8 are the rank from the a-file on, bits 9 to 18
/// the file from Red's back rank on.
///
/// Sets that are only counted, or whose members are few, need not be laid out on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cross(u32);

impl Cross {
    /// The set with these bits.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Cross {
        Cross(bits)
    }

    /// The part of a set that lies on the lines of a square (the square itself, where they cross, counts twice).
    #[inline]
    pub(crate) fn of(set: &Scan, square: Square) -> Cross {
        Cross(set.rank(square) | set.file(square) << FILES)
    }

    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The moves from `square` to these points, in three batches: the rank, and each half of the file. `visit` gets a
    /// move, how much further than this each move of the batch goes, and how many moves there are.
    ///
    /// No branch depends on where the points are: to tell them one by one is slow, since a processor cannot foresee how
    /// many there will be.
    #[inline]
    pub(crate) fn batches(self, square: Square, mut visit: impl FnMut(Move, &[u16; BATCH], u32)) {
        let (rank, file) = (square.rank(), square.file());
        let bits = self.0 as usize;
        let on_rank = bits & 0x1ff;
        visit(Move::new(square, Square::ALL[rank * FILES]), &RANK_STEPS[on_rank], on_rank.count_ones());
        let on_file = bits >> FILES & 0x1f;
        visit(Move::new(square, Square::ALL[file]), &FILE_STEPS[on_file], on_file.count_ones());
        let on_file = bits >> (FILES + HALF) & 0x1f;
        visit(
            Move::new(square, Square::ALL[HALF * FILES + file]),
            &FILE_STEPS[on_file],
            on_file.count_ones(),
        );
    }

    /// Lays the points out on the board.
    #[inline]
    fn expand(self, square: Square) -> Bitboard {
        // Turned into place, the nine bits of a rank fit whichever half of the board they belong to.
        let rank = u64::from(self.0 & 0x1ff).rotate_left((square.rank() * FILES) as u32);
        let rank = Bitboard::from_halves(rank, rank) & RANK[square.rank()];
        // One bit on every ninth place: of the lower eight ranks from bit 0 on, of the upper three from bit 63 on.
        let file = u64::from(self.0 >> FILES);
        let low = (file & 0xff).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let high = ((file >> 7) * 0x1_0101) & 0x4_0201;
        rank | Bitboard::from_halves(low << square.file(), high << square.file() >> 1)
    }
}

impl BitOr for Cross {
    type Output = Cross;

    #[inline]
    fn bitor(self, other: Cross) -> Cross {
        Cross(self.0 | other.0)
    }
}

impl Sub for Cross {
    type Output = Cross;

    /// The points of the first set that are not in the second.
    #[inline]
    fn sub(self, other: Cross) -> Cross {
        Cross(self.0 & !other.0)
    }
}

impl BitAnd for Cross {
    type Output = Cross;

    #[inline]
    fn bitand(self, other: Cross) -> Cross {
        Cross(self.0 & other.0)
    }
}

/// Where a rook on `square` can go, or capture, among these pieces.
#[inline]
pub(crate) fn rook_cross(square: Square, occupied: Cross) -> Cross {
    Cross(entries(square, occupied).0)
}

/// Where a cannon on `square` can go, or capture, among these pieces.
#[inline]
pub(crate) fn cannon_cross(square: Square, occupied: Cross) -> Cross {
    let (reach, second) = entries(square, occupied);
    Cross(reach & !occupied.0 | second & occupied.0)
}

/// What a rook on `square` reaches (blockers of either side included), and where a cannon captures (the second
/// piece in each direction).
#[must_use]
#[inline]
pub fn line(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (reach, second) = line_among(square, Cross::of(&Scan::new(occupied), square));
    (reach, second & occupied)
}

/// What a rook on `square` reaches, and the second point in each direction where a cannon captures if it is occupied.
#[inline]
pub(super) fn line_among(square: Square, occupied: Cross) -> (Bitboard, Bitboard) {
    let (reach, second) = entries(square, occupied);
    (Cross(reach).expand(square), Cross(second).expand(square))
}

/// The rank and the file of a square, without the square itself.
#[inline]
pub(crate) fn lines(square: Square) -> Bitboard {
    static LINES: [Bitboard; SQUARES] = {
        let mut lines = [Bitboard::EMPTY; SQUARES];
        let mut square = 0;
        while square < SQUARES {
            let (rank, file) = (Bitboard::rank(square / FILES), Bitboard::file(square % FILES));
            lines[square] = rank.union(file).without(Square::ALL[square]);
            square += 1;
        }
        lines
    };
    LINES[square as usize]
}

/// The squares that a rook on `square` attacks; also what a cannon reaches without capturing, and its screens.
#[must_use]
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    rook_cross(square, Cross::of(&Scan::new(occupied), square)).expand(square)
}

/// The pieces that a cannon on `square` attacks: the second one in each direction.
#[must_use]
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    line(square, occupied).1
}

/// Reach and second pieces.
#[inline]
fn entries(square: Square, occupied: Cross) -> (u32, u32) {
    let rank = RANK_LINES[square.file()][(occupied.0 >> 1 & 0x7f) as usize];
    let file = FILE_LINES[square.rank()][(occupied.0 >> (FILES + 1) & 0xff) as usize];
    let low = |entry| entry & ((1 << SECOND_SHIFT) - 1);
    (low(rank) | low(file) << FILES, rank >> SECOND_SHIFT | file >> SECOND_SHIFT << FILES)
}

/// How many points of a file are looked up at once.
const HALF: usize = RANKS / 2;

/// How far the points of each set lie from the first on a rank and on half a file.
static RANK_STEPS: [[u16; BATCH]; 1 << FILES] = steps(1);
static FILE_STEPS: [[u16; BATCH]; 1 << HALF] = steps(FILES as u16);

const fn steps<const SETS: usize>(distance: u16) -> [[u16; BATCH]; SETS] {
    let mut table = [[0; BATCH]; SETS];
    let mut set = 0;
    while set < SETS {
        let (mut point, mut next) = (0, 0);
        let mut left = set;
        while next < BATCH {
            // What lies beyond the last point of the set does not matter.
            if left & 1 == 1 || left == 0 {
                table[set][next] = Move::further(point * distance);
                next += 1;
            }
            left >>= 1;
            point += 1;
        }
        set += 1;
    }
    table
}

const fn line_table<const INNER: usize, const LENGTH: usize>() -> [[Entry; INNER]; LENGTH] {
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
    fn batches_list_the_points_of_a_cross() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for _ in 0..300 {
            let set = Bitboard::from_bits(rng.random::<u128>());
            for square in Square::ALL {
                let mut listed = Bitboard::EMPTY;
                Cross::of(&Scan::new(set.without(square)), square).batches(
                    square,
                    |first, further, count| {
                        for &step in &further[..count as usize] {
                            let mv = first.plus(step);
                            assert!(mv.from() == square && !listed.contains(mv.to()), "{square}\n{set:?}");
                            listed |= mv.to().into();
                        }
                    },
                );
                let lines = Bitboard::file(square.file()) | Bitboard::rank(square.rank());
                assert_eq!(listed, (set & lines).without(square), "{square}");
            }
        }
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
