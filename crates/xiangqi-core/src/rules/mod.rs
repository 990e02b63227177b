//! The rules beyond single moves.

mod count;

pub use count::MoveCounter;
