//! The principal variation: the best line below each ply of the path.

use arrayvec::ArrayVec;
use xiangqi_core::Move;

use crate::stack::MAX_PLY;

/// A line of moves.
pub(crate) type Variation = ArrayVec<Move, MAX_PLY>;

/// One line for each ply; a better move at a ply takes over the line below it.
pub(crate) struct PvTable {
    lines: Vec<Variation>,
}

impl PvTable {
    pub(crate) fn new() -> PvTable {
        PvTable { lines: vec![Variation::new(); MAX_PLY + 2] }
    }

    /// The line from this ply on.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    /// Forgets the line from this ply on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes the line of this ply the move and the line of the next ply.
    pub(crate) fn take_over(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut above[ply], &below[0]);
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }
}

#[cfg(test)]
mod tests {
    use xiangqi_core::Square;

    use super::*;

    #[test]
    fn a_better_move_takes_over_the_line_below_it() {
        let [first, reply, better] = [
            Move::new(Square::H2, Square::E2),
            Move::new(Square::H9, Square::G7),
            Move::new(Square::B2, Square::E2),
        ];
        let mut pvs = PvTable::new();
        pvs.take_over(1, reply);
        pvs.take_over(0, first);
        assert_eq!(pvs.line(0), [first, reply]);
        pvs.clear(1);
        pvs.take_over(0, better);
        assert_eq!(pvs.line(0), [better]);
    }

    #[test]
    fn the_longest_line_fits() {
        let mv = Move::new(Square::H2, Square::E2);
        let mut pvs = PvTable::new();
        for ply in (0..=MAX_PLY).rev() {
            pvs.take_over(ply, mv);
        }
        assert_eq!(pvs.line(0).len(), MAX_PLY);
    }
}
