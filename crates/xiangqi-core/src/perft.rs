//! Counting all lines of play to a depth, the standard test of a move generator.

use arrayvec::ArrayVec;

use crate::move_list::MAX_MOVES;
use crate::{Move, MoveList, Position};

/// How many lines of exactly `depth` plies start here; at the last ply moves are counted, not listed.
///
/// Each ply takes some of the stack, which lasts for more plies than can ever be counted, but not for any `depth`.
///
/// ```
/// use xiangqi_core::{Position, perft};
///
/// assert_eq!(perft(&mut Position::start(), 3), 79_666);
/// ```
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => sum_over_moves(position, |child| perft(child, depth - 1)),
    }
}

/// [`perft`] with a move list filled at the last ply, which is what a search that looks at every move has to pay.
#[must_use]
pub fn perft_listed(position: &mut Position, depth: u32) -> u64 {
    listed(position, depth, &mut MoveList::new())
}

/// All last plies share one list.
fn listed(position: &mut Position, depth: u32, last: &mut MoveList) -> u64 {
    match depth {
        0 => 1,
        1 => {
            position.legal_moves_into(last);
            last.len() as u64
        }
        _ => sum_over_moves(position, |child| listed(child, depth - 1, last)),
    }
}

/// The lines of `depth` plies, at least one, by their first move.
#[must_use]
pub fn divide(position: &mut Position, depth: u32) -> ArrayVec<(Move, u64), MAX_MOVES> {
    let moves = position.legal_moves();
    moves
        .into_iter()
        .map(|mv| (mv, after(position, mv, |child| perft(child, depth.saturating_sub(1)))))
        .collect()
}

fn sum_over_moves(position: &mut Position, mut count: impl FnMut(&mut Position) -> u64) -> u64 {
    position.legal_moves().into_iter().map(|mv| after(position, mv, &mut count)).sum()
}

fn after(position: &mut Position, mv: Move, count: impl FnOnce(&mut Position) -> u64) -> u64 {
    let undo = position.make(mv);
    let lines = count(position);
    position.unmake(undo);
    lines
}
