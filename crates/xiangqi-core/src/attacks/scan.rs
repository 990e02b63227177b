//! Reading neighbourhoods and lines out of a set of squares without shifting a 128-bit word, which is slow.

use crate::square::FILES;
use crate::{Bitboard, Square};

/// A set of squares as overlapping 64-bit words, from which any 32 successive bits are read with one shift.
///
/// Make it once and ask it about many squares.
#[derive(Clone, Copy)]
pub(crate) struct Scan {
    /// Word `n` begins at bit `32 * n` of the padded set. The fourth makes the index need no check.
    words: [u64; 4],
    /// The lowest 64 bits of the set.
    low: u64,
    /// The set from the last bit of `low` on.
    high: u64,
}

/// The set is moved up by so many bits, so that the south-western neighbour of a1 still has a bit.
pub(super) const PADDING: usize = FILES + 1;

/// One bit on each of seven successive ranks of the a-file.
const SEVEN_RANKS: u64 = 0x0040_2010_0804_0201;
/// One bit on each of three.
const THREE_RANKS: u64 = 0x4_0201;

impl Scan {
    #[inline]
    pub(crate) const fn new(set: Bitboard) -> Scan {
        let padded = set.bits() << PADDING;
        Scan {
            words: [padded as u64, (padded >> 32) as u64, (padded >> 64) as u64, 0],
            low: set.bits() as u64,
            high: (set.bits() >> 63) as u64,
        }
    }

    /// The 32 bits of the padded set from this one on; the square's south-western neighbour has the number of the
    /// square.
    #[inline]
    pub(super) const fn from(&self, start: usize) -> u64 {
        self.words[start >> 5 & 3] >> (start & 31)
    }

    /// The points of the square's rank, the a-file in bit 0.
    #[inline]
    pub(super) const fn rank(&self, square: Square) -> u32 {
        (self.from(square.rank() * FILES + PADDING) & 0x1ff) as u32
    }

    /// The points of the square's file, Red's back rank in bit 0: gathered by two multiplications, each of which
    /// adds up copies of the set that are shifted by one bit less than the distance of two ranks.
    #[inline]
    pub(super) const fn file(&self, square: Square) -> u32 {
        let low = (self.low >> square.file() & SEVEN_RANKS).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        let high = ((self.high >> square.file() & THREE_RANKS) * 0x1_0101) >> 16 & 7;
        (low | high << 7) as u32
    }
}
