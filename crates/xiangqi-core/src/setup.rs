//! Any placement of pieces, on its way to becoming a [`Position`].

use core::fmt;

use crate::rules::MoveCounter;
use crate::square::{FILES, RANKS};
use crate::validity::{SetupError, Strictness};
use crate::{Board, Color, Position, Square};

/// A placement of pieces that has not been judged yet: what a FEN says, or what an editor shows.
///
/// ```
/// use xiangqi_core::{Color, Piece, Setup, Square, Strictness};
///
/// let mut setup = Setup::empty();
/// setup.board.put(Piece::RedKing, Square::D0);
/// setup.board.put(Piece::BlackKing, Square::E9);
/// setup.side_to_move = Color::Black;
/// assert_eq!(setup.to_string(), "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
/// assert!(setup.into_position(Strictness::Strict).is_ok());
/// ```
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
    /// The highest value of either counter; higher ones, which no game reaches, are taken for this one.
    pub const MAX_COUNTER: u16 = 9_999;

    /// The empty board, Red to move.
    #[must_use]
    pub const fn empty() -> Setup {
        Setup { board: Board::empty(), side_to_move: Color::Red, quiet_plies: 0, move_number: 1 }
    }

    /// Turns this placement into a position that can be played from, if it can occur in a game (or, leniently,
    /// in an old puzzle book).
    ///
    /// # Errors
    ///
    /// [`SetupError`] lists everything that is wrong with the placement.
    pub fn into_position(self, strictness: Strictness) -> Result<Position, SetupError> {
        self.check(strictness)?;
        Ok(self.into_position_unjudged())
    }

    /// The position of this placement, which has been judged or is only used to judge it.
    pub(crate) fn into_position_unjudged(self) -> Position {
        Position::from_parts(
            self.board,
            self.side_to_move,
            MoveCounter::new(self.quiet_plies.min(Self::MAX_COUNTER)),
            self.move_number.clamp(1, Self::MAX_COUNTER),
        )
    }
}

impl Default for Setup {
    /// The [empty](Setup::empty) board.
    fn default() -> Setup {
        Setup::empty()
    }
}

impl fmt::Display for Setup {
    /// Writes the FEN, with the letters `KABNRCP`, the side `w` or `b`, and both counters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            write_rank(&self.board, rank, f)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{} - - {} {}", self.side_to_move.fen_char(), self.quiet_plies, self.move_number)
    }
}

fn write_rank(board: &Board, rank: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut empty = 0;
    for file in 0..FILES {
        match Square::new(file, rank).and_then(|square| board.piece_on(square)) {
            None => empty += 1,
            Some(piece) => {
                write_empty(empty, f)?;
                empty = 0;
                write!(f, "{piece}")?;
            }
        }
    }
    write_empty(empty, f)
}

fn write_empty(count: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if count > 0 { write!(f, "{count}") } else { Ok(()) }
}
