//! The rules of xiangqi (Chinese chess, 象棋): board, moves, positions, games and how they end.
//!
//! | to … | look at |
//! |---|---|
//! | keep a game, take moves back, know how it ended | [`Game`], [`rules`] |
//! | search, or let a program play | [`Position::make`], [`Position::unmake`], [`Position::key`] |
//! | show a board and the moves of a piece | [`Board::iter`], [`Position::legal_moves_from`], [`Position::after`] |
//! | read and write positions | [`Position::from_fen`], [`Position::to_fen`], [`Setup`] for any placement |
//! | read and write moves | [`notation`]: ICCS, WXF and Chinese |
//! | work with attacks and sets of squares | [`attacks`], [`confine`], [`Bitboard`] |
//! | store things | the feature `serde`, [`Move::to_bits`] |
//!
//! # Positions
//!
//! A [`Position`] is where a game stands. It is read from a FEN or is the [start](Position::start), knows its legal
//! moves, and plays and takes back moves in place, which is all that a search needs:
//!
//! ```
//! use xiangqi_core::{Move, Position, Square};
//!
//! let mut position = Position::start();
//! assert_eq!(position.legal_moves().len(), 44);
//!
//! let central_cannon: Move = "h2e2".parse()?;
//! assert!(position.is_legal(central_cannon) && !position.gives_check(central_cannon));
//! let undo = position.make(central_cannon);
//! assert_eq!(position.to_fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
//! position.unmake(undo);
//! assert_eq!(position, Position::start());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games
//!
//! A [`Game`] remembers the moves and says how it ended: xiangqi has stalemates that are lost, perpetual checks that
//! are forbidden, and draws by [rules](rules::Rules) that can be chosen.
//!
//! ```
//! use xiangqi_core::{Game, Position};
//!
//! let mut game = Game::new(Position::from_fen("5k3/R8/9/9/9/9/9/9/9/4K4 w - - 0 1")?);
//! for _ in 0..2 {
//!     assert_eq!(game.outcome(), None);
//!     for mv in ["a8a9", "f9f8", "a9a8", "f8f9"] {
//!         game.play(mv.parse()?)?;
//!     }
//! }
//! let ruling = game.ruling().expect("the third occurrence of the position");
//! assert_eq!(ruling.to_string(), "Black wins by Red's perpetual check");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game can be read and printed as players write it:
//!
//! ```
//! use xiangqi_core::notation::Notation;
//! use xiangqi_core::{Game, Strictness};
//!
//! let mut game = Game::default();
//! for text in "C2=5 H8+7 H2+3 R9=8 P7+1".split(' ') {
//!     game.play(Notation::Wxf.parse(game.position(), text, Strictness::Strict)?)?;
//! }
//! let printed: Vec<String> = game.moves_in(Notation::CHINESE).collect();
//! assert_eq!(printed.join(" "), "炮二平五 马8进7 马二进三 车9平8 兵七进一");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What comes from outside
//!
//! What comes from outside is never trusted. A text becomes a [`Setup`], any placement at all, and a setup becomes
//! a position if it [can be one](Strictness); either step tells everything that is wrong at once, and an illegal
//! move leaves everything as it was.
//!
//! ```
//! use xiangqi_core::{Position, Setup, Strictness};
//!
//! let setup: Setup = "4k4/9/9/9/9/9/9/4A4/4c4/4K4 b - - 0 1".parse()?;
//! let error = setup.into_position(Strictness::Strict).unwrap_err();
//! assert_eq!(error.to_string(), "not a legal position: a red advisor cannot stand on e2");
//!
//! let mut position = Position::start();
//! let error = position.try_play("e0e2".parse()?).unwrap_err();
//! assert!(error.to_string().starts_with("e0e2 is illegal in rnbakabnr/9/1c5c1/"));
//! assert_eq!(position, Position::start());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is built
//!
//! From the inside out: a [`Square`] and a [`Piece`] are plain enumerations; a [`Bitboard`] is a set of squares in
//! 128 bits, kept as two halves; [`attacks`] says where each piece could go, from 15 KB of tables that are fixed at
//! compile time; a [`Board`] keeps sets, lines, squares and key together; a [`Position`] adds whose turn it is and who
//! gives check. Its moves are legal from the start: no move is tried out to see whether the king survives.
//!
//! # Features
//!
//! - `std` (default): implies `alloc`.
//! - `alloc`: [`Game`], [`rules::History`] and texts of any length. Without it the crate needs no allocator, and
//!   nothing in it ever allocates while a move is made or unmade.
//! - `serde`: positions and setups as FEN, squares, pieces and moves as their usual texts, games as start, moves and
//!   rules. What is read is checked as any text from outside is.
//!
//! There is no `unsafe` code.

#![forbid(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "halves of a bitboard and numbers of squares fit what they are cast to; casts keep `const` and speed"
)]
#![expect(clippy::large_stack_arrays, reason = "the large tables are computed while compiling")]
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
mod lines;
mod move_list;
mod movegen;
mod moves;
pub mod notation;
mod perft;
mod piece;
mod position;
pub mod rules;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod side;
pub mod square;
mod validity;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use faults::{Excerpt, Faults};
pub use fen::{FenError, FenFault, PositionError, START_FEN};
#[cfg(feature = "alloc")]
pub use game::{Game, IllegalMoveAt};
pub use move_list::{MAX_MOVES, MoveList};
pub use moves::{Move, ParseMoveError};
pub use perft::{divide, perft, perft_listed};
pub use piece::{ParsePieceError, Piece, PieceType};
pub use position::{Checks, IllegalMove, Position, Undo};
pub use rules::Outcome;
#[cfg(feature = "alloc")]
pub use rules::Verdict;
pub use setup::Setup;
pub use square::{ParseSquareError, Square};
pub use validity::{SetupError, SetupFault, Strictness};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
