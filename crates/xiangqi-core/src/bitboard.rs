//! Sets of squares in 128 bits, kept as two halves.

use core::fmt;
use core::hint::select_unpredictable;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::square::{FILES, RANKS, SQUARES};
use crate::{Color, Square};

/// A set of squares: bit `n` stands for the [`Square`] of index `n`; the 38 bits above are always clear.
///
/// ```
/// use xiangqi_core::{Bitboard, Square, bitboard};
///
/// let cross = bitboard! {
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . X . . . .
///     . . . X . X . . .
///     . . . . X . . . .
/// };
/// assert!(cross.contains(Square::E0) && !cross.contains(Square::E1));
/// assert_eq!(cross.count(), 4);
/// assert_eq!(cross.into_iter().next(), Some(Square::E0));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard {
    low: u64,
    high: u64,
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard::split(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard::split((1 << SQUARES) - 1);

    /// The set with the squares of index 0 to 63 in one word, the others in another whose upper bits are clear.
    #[inline]
    pub(crate) const fn from_halves(low: u64, high: u64) -> Bitboard {
        Bitboard { low, high }
    }

    #[inline]
    const fn split(bits: u128) -> Bitboard {
        Bitboard { low: bits as u64, high: (bits >> 64) as u64 }
    }

    /// The set of exactly this square.
    #[must_use]
    #[inline]
    pub const fn from_square(square: Square) -> Bitboard {
        /// A load is cheaper than shifting a 128-bit word.
        static SINGLE: [Bitboard; SQUARES] = {
            let mut table = [Bitboard::EMPTY; SQUARES];
            let mut square = 0;
            while square < SQUARES {
                table[square] = Bitboard::split(1 << square);
                square += 1;
            }
            table
        };
        SINGLE[square as usize]
    }

    /// The set of the squares whose bits are set; bits from 90 on are dropped.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard::split(bits & Self::ALL.bits())
    }

    /// The bits of this set.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }

    /// All squares of one file, 0 (a) to 8 (i); empty off the board.
    #[must_use]
    pub const fn file(file: usize) -> Bitboard {
        let mut bits = 0;
        let mut rank = 0;
        while rank < RANKS && file < FILES {
            bits |= 1 << (rank * FILES + file);
            rank += 1;
        }
        Bitboard::split(bits)
    }

    /// All squares of one rank, 0 (Red's back rank) to 9; empty off the board.
    #[must_use]
    pub const fn rank(rank: usize) -> Bitboard {
        if rank < RANKS { Bitboard::split(0x1ff << (rank * FILES)) } else { Self::EMPTY }
    }

    /// Reads a picture of the board, Black's back rank first, `X` for a member and `.` for the rest; everything
    /// else is skipped. The `bitboard!` macro calls it.
    ///
    /// # Panics
    ///
    /// When the picture does not show 90 squares (at compile time, inside the macro).
    #[must_use]
    pub const fn from_picture(picture: &str) -> Bitboard {
        let picture = picture.as_bytes();
        let (mut bits, mut seen, mut at) = (0, 0, 0);
        while at < picture.len() {
            if picture[at] == b'X' || picture[at] == b'.' {
                assert!(seen < SQUARES, "the picture shows more than 90 squares");
                if picture[at] == b'X' {
                    bits |= 1 << ((RANKS - 1 - seen / FILES) * FILES + seen % FILES);
                }
                seen += 1;
            }
            at += 1;
        }
        assert!(seen == SQUARES, "the picture shows less than 90 squares");
        Bitboard::split(bits)
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.intersects(Bitboard::from_square(square))
    }

    /// Whether the set has no square.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// How many squares the set has.
    #[must_use]
    #[inline]
    pub const fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// Whether the set has two squares or more.
    #[must_use]
    #[inline]
    pub const fn has_many(self) -> bool {
        self.count() > 1
    }

    /// The square of the lowest index.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.bits().trailing_zeros() as usize)
    }

    /// The square of the king, the one member of this set: Red's palace lies in the lower half, Black's in the upper.
    #[inline]
    pub(crate) const fn king(self, color: Color) -> Square {
        match color {
            Color::Red => LOWER[self.low.trailing_zeros() as usize % HALF],
            Color::Black => UPPER[self.high.trailing_zeros() as usize % HALF],
        }
    }

    /// This set and one more square (`const`, unlike `|`).
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        self.union(Bitboard::from_square(square))
    }

    /// This set less one square.
    #[must_use]
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        let square = Bitboard::from_square(square);
        Bitboard { low: self.low & !square.low, high: self.high & !square.high }
    }

    /// The squares of both sets (`const`, unlike `&`).
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: Bitboard) -> Bitboard {
        Bitboard { low: self.low & other.low, high: self.high & other.high }
    }

    /// The squares of either set (`const`, unlike `|`).
    #[must_use]
    #[inline]
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard { low: self.low | other.low, high: self.high | other.high }
    }

    /// Whether the sets have a square in common.
    #[must_use]
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        (self.low & other.low) | (self.high & other.high) != 0
    }

    /// Every square moved one rank towards Black; what leaves the board is dropped.
    #[must_use]
    #[inline]
    pub const fn north(self) -> Bitboard {
        Bitboard::split(self.bits() << FILES & Self::ALL.bits())
    }

    /// Every square moved one rank towards Red; what leaves the board is dropped.
    #[must_use]
    #[inline]
    pub const fn south(self) -> Bitboard {
        Bitboard::split(self.bits() >> FILES)
    }

    /// Every square moved one file towards i; what leaves the board is dropped.
    #[must_use]
    #[inline]
    pub const fn east(self) -> Bitboard {
        const NOT_A: u128 = Bitboard::ALL.bits() & !Bitboard::file(0).bits();
        Bitboard::split(self.bits() << 1 & NOT_A)
    }

    /// Every square moved one file towards a; what leaves the board is dropped.
    #[must_use]
    #[inline]
    pub const fn west(self) -> Bitboard {
        const NOT_I: u128 = Bitboard::ALL.bits() & !Bitboard::file(FILES - 1).bits();
        Bitboard::split(self.bits() >> 1 & NOT_I)
    }
}

/// How many squares the lower half of a set has.
const HALF: usize = u64::BITS as usize;
/// The squares of each half by their bits. A load is cheaper than a check that the index is on the board.
static LOWER: [Square; HALF] = half(0);
static UPPER: [Square; HALF] = half(HALF);

const fn half(first: usize) -> [Square; HALF] {
    let mut squares = [Square::A0; HALF];
    let mut bit = 0;
    while bit < HALF && first + bit < SQUARES {
        squares[bit] = Square::ALL[first + bit];
        bit += 1;
    }
    squares
}

/// Writes a [`Bitboard`](crate::Bitboard) constant as a picture of the board, Black's back rank on top: `X` for a
/// member, `.` for the rest.
#[macro_export]
macro_rules! bitboard {
    ($($point:tt)*) => {
        const { $crate::Bitboard::from_picture(stringify!($($point)*)) }
    };
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard { low: self.low | other.low, high: self.high | other.high }
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard { low: self.low ^ other.low, high: self.high ^ other.high }
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;

    /// The squares of the first set that are not in the second.
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard { low: self.low & !other.low, high: self.high & !other.high }
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    /// The squares that are not in the set.
    #[inline]
    fn not(self) -> Bitboard {
        self ^ Self::ALL
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        // The halves apart: taking the lowest bit off a 64-bit word is cheaper than off a 128-bit one.
        Squares { low: self.low, high: self.high }
    }
}

/// The squares of a [`Bitboard`] in the order of their indices.
#[derive(Clone, Debug)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.low | self.high == 0 {
            return None;
        }
        // In which half the next square is nobody can predict, so the choice must not become a branch.
        let in_low = self.low != 0;
        let half = select_unpredictable(in_low, self.low, self.high);
        let base = select_unpredictable(in_low, 0, u64::BITS as usize);
        let rest = half & (half - 1);
        self.low = select_unpredictable(in_low, rest, 0);
        self.high = select_unpredictable(in_low, self.high, rest);
        Some(Square::from_known_index(half.trailing_zeros() as usize + base))
    }

    /// Two plain loops, one for each half; `for` has to find out at each step in which half it is.
    #[expect(clippy::inline_always, reason = "a call for each kind of piece takes longer than most loops")]
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let Squares { mut low, mut high } = self;
        let mut folded = init;
        while low != 0 {
            folded = f(folded, LOWER[low.trailing_zeros() as usize % HALF]);
            low &= low - 1;
        }
        while high != 0 {
            folded = f(folded, UPPER[high.trailing_zeros() as usize % HALF]);
            high &= high - 1;
        }
        folded
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// Draws the board, Black's back rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            for file in 0..FILES {
                let member = Square::new(file, rank).is_some_and(|square| self.contains(square));
                f.write_str(if member { "X" } else { "." })?;
                f.write_str(if file + 1 < FILES { " " } else { "\n" })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;
    use alloc::format;

    use super::*;

    #[test]
    fn a_debug_picture_reads_back() {
        let set = Bitboard::file(3) | Bitboard::rank(7) | Square::I9.into();
        assert_eq!(Bitboard::from_picture(&format!("{set:?}")), set);
    }

    #[test]
    fn iteration_visits_each_square_once_in_order() {
        assert!(Bitboard::ALL.into_iter().eq(Square::ALL));
        assert_eq!(Bitboard::ALL.into_iter().len(), SQUARES);
        assert_eq!(Bitboard::EMPTY.into_iter().next(), None);
    }

    #[test]
    fn steps_drop_what_leaves_the_board() {
        for square in Square::ALL {
            let set = Bitboard::from(square);
            let stepped = |files, ranks| square.offset(files, ranks).into_iter().collect::<Bitboard>();
            assert_eq!(set.north(), stepped(0, 1));
            assert_eq!(set.south(), stepped(0, -1));
            assert_eq!(set.east(), stepped(1, 0));
            assert_eq!(set.west(), stepped(-1, 0));
        }
    }

    #[test]
    fn complement_stays_on_the_board() {
        assert_eq!(!Bitboard::EMPTY, Bitboard::ALL);
        assert_eq!(Bitboard::from_bits(u128::MAX), Bitboard::ALL);
    }
}
