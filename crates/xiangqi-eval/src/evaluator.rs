//! The seam between search and evaluation.

use xiangqi_core::{Move, Piece, Position, Square};

use crate::Score;

/// What a move changes on the board: one piece leaves a square, one arrives, at most one dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta {
    /// The piece that moves and the square it leaves.
    pub from: (Piece, Square),
    /// The piece that arrives (the same one, except when a variant reveals it) and its square.
    pub to: (Piece, Square),
    /// The piece that stood on the square of arrival.
    pub captured: Option<Piece>,
}

impl Delta {
    /// What a move would change in this position; `None` when no piece stands on its first square.
    #[must_use]
    #[inline]
    pub fn new(position: &Position, mv: Move) -> Option<Delta> {
        let piece = position.board().piece_on(mv.from())?;
        let captured = position.board().piece_on(mv.to());
        Some(Delta { from: (piece, mv.from()), to: (piece, mv.to()), captured })
    }
}

/// Judges positions on a path of moves that a search walks up and down.
///
/// The search calls [`reset`](Self::reset) at its root, then [`push`](Self::push) before each move it makes and
/// [`pop`](Self::pop) after each it unmakes, so that an evaluator can keep sums instead of computing them anew.
/// A null move pushes nothing. [`evaluate`](Self::evaluate) must say the same as after a `reset` at that position;
/// `conformance` tests it.
pub trait Evaluator {
    /// Starts from a position.
    fn reset(&mut self, root: &Position);
    /// Takes note of a move that is about to be made.
    fn push(&mut self, delta: &Delta);
    /// Forgets the last move noted.
    fn pop(&mut self);
    /// The worth of the position that the noted moves lead to, for its side to move.
    fn evaluate(&mut self, position: &Position) -> Score;
}
