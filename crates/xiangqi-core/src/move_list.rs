//! The moves of one position, listed.

use core::fmt;
use core::iter::Take;
use core::ops::{Deref, DerefMut};
use core::{array, slice};

use crate::{Move, Square};

/// The most moves a side can have: the sum of what its pieces could do on an empty board
/// (king 4, advisors 8, elephants 8, horses 16, rooks 34, cannons 34, pawns 15) is 119.
///
/// A power of two, so that a mask keeps an index in range.
pub const MAX_MOVES: usize = 128;

/// How many moves are written at once, by vector instructions where there are such.
pub(crate) const BATCH: usize = 8;

/// The moves of one position, in no order that means anything: a slice of [`Move`] that needs no allocator.
///
/// ```
/// use xiangqi_core::Position;
///
/// let position = Position::start();
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 44);
/// assert!(moves.contains(&"h2e2".parse()?));
/// # Ok::<(), xiangqi_core::ParseMoveError>(())
/// ```
#[derive(Clone)]
pub struct MoveList {
    /// With room for one more batch behind the last move.
    moves: [Move; MAX_MOVES + BATCH],
    len: usize,
}

impl MoveList {
    /// The empty list.
    #[must_use]
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::new(Square::A0, Square::A0); MAX_MOVES + BATCH], len: 0 }
    }

    /// Makes the list empty.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds these moves, with which there must be at most [`MAX_MOVES`].
    ///
    /// The length is written once, at the end: until then it stays in a register.
    #[inline]
    pub(crate) fn extend(&mut self, moves: impl Iterator<Item = Move>) {
        let mut len = self.len;
        moves.for_each(|mv| {
            self.moves[len % MAX_MOVES] = mv;
            len += 1;
        });
        self.len = len;
    }

    /// Adds `count` moves, which go further than `first` by the first of these squares; what follows them in the batch
    /// is written too, and overwritten by the next.
    #[inline]
    pub(crate) fn add_batch(&mut self, first: Move, further: &[u16; BATCH], count: u32) {
        let start = self.len % MAX_MOVES;
        for (slot, &further) in self.moves[start..start + BATCH].iter_mut().zip(further) {
            *slot = first.plus(further);
        }
        self.len += count as usize;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len.min(MAX_MOVES)]
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        let len = self.len.min(MAX_MOVES);
        &mut self.moves[..len]
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Take<array::IntoIter<Move, { MAX_MOVES + BATCH }>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;
    use alloc::vec::Vec;

    use super::*;

    const STEPS: [u16; BATCH] = {
        let mut steps = [0; BATCH];
        let mut step = 0;
        while step < BATCH {
            steps[step] = Move::further(step as u16);
            step += 1;
        }
        steps
    };

    #[test]
    fn a_batch_adds_only_its_first_moves() {
        let first = Move::new(Square::A0, Square::B1);
        let mut moves = MoveList::new();
        moves.add_batch(first, &STEPS, 2);
        moves.add_batch(first, &STEPS, 0);
        moves.extend([Move::new(Square::I9, Square::I8)].into_iter());
        let written: Vec<_> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
        let expected = [(Square::A0, Square::B1), (Square::A0, Square::C1), (Square::I9, Square::I8)];
        assert_eq!(written, expected);
        assert!(moves.clone().into_iter().eq(moves.iter().copied()));
        moves.clear();
        assert!(moves.is_empty() && moves == MoveList::new());
    }

    #[test]
    fn the_last_batch_of_the_longest_list_has_room() {
        let first = Move::new(Square::A0, Square::B1);
        let mut moves = MoveList::new();
        for _ in 0..MAX_MOVES - 1 {
            moves.add_batch(first, &STEPS, 1);
        }
        moves.add_batch(first, &STEPS, 1);
        assert_eq!((moves.len(), moves.last()), (MAX_MOVES, Some(&first)));
    }
}
