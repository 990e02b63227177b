//! Xiangqi core.
#![forbid(unsafe_code)]
#![no_std]

#[cfg(feature = "std")]
extern crate std;

#[cfg(any(feature = "alloc", test))]
extern crate alloc;

pub mod attacks;
mod bitboard;
mod board;
mod color;
pub mod confine;
mod faults;
mod fen;
#[cfg(feature = "alloc")]
mod game;
mod legality;
mod movegen;
mod moves;
pub mod notation;
mod perft;
mod piece;
mod position;
pub mod rules;
mod setup;
pub mod square;
mod validity;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use faults::{Excerpt, Faults};
pub use fen::{FenError, FenFault, PositionError, START_FEN};
#[cfg(feature = "alloc")]
pub use game::{DrawReason, Game, IllegalMoveAt, Outcome, WinReason};
pub use moves::{MAX_MOVES, Move, MoveList, ParseMoveError};
pub use perft::{divide, perft, perft_listed};
pub use piece::{Piece, PieceType};
pub use position::{IllegalMove, Position, Undo};
pub use setup::Setup;
pub use square::{ParseSquareError, Square};
pub use validity::{SetupError, SetupFault, Strictness};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
