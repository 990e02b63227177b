//! Counting lines of play through the move picker, to prove that its stages hand out each legal move once.

use xiangqi_core::Position;

use crate::history::{Histories, PieceTo};
use crate::picker::Picker;

/// How many lines of exactly `depth` plies start here, as [`xiangqi_core::perft`] counts them, but with each move
/// taken from the staged picker. A move from the middle of the list stands in for the table move, the first two for killers.
#[must_use]
pub fn perft_staged(position: &mut Position, depth: u32) -> u64 {
    count(position, depth, &Histories::new())
}

fn count(position: &mut Position, depth: u32, histories: &Histories) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let hint = |at: usize| moves.get(at % moves.len().max(1)).copied();
    let middle = moves.len() / 2;
    let mut picker = Picker::new(hint(middle), [hint(0), hint(1)], [PieceTo::NONE; 3]);
    let mut lines = 0;
    while let Some(mv) = picker.next(position, histories) {
        let undo = position.make(mv);
        lines += count(position, depth - 1, histories);
        position.unmake(undo);
    }
    lines
}
