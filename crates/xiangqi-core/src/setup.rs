//! Any placement of pieces, on its way to becoming a [`Position`].

use crate::rules::MoveCounter;
use crate::{Board, Color, Position};

/// A placement of pieces that has not been judged yet: what a FEN says, or what an editor shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Which piece stands where.
    pub board: Board,
    /// Whose turn it is.
    pub side_to_move: Color,
    /// Plies since the last capture, for the move limit.
    pub quiet_plies: u16,
    /// The number of the current move of both sides, from 1.
    pub move_number: u16,
}

impl Setup {
    /// TEMPORARY: no checks yet.
    pub fn into_position(self) -> Position {
        Position::from_parts(
            self.board,
            self.side_to_move,
            MoveCounter::new(self.quiet_plies),
            self.move_number,
        )
    }
}
