//! The rules beyond single moves.

mod count;
#[cfg(feature = "alloc")]
mod repetition;

pub use count::MoveCounter;
#[cfg(feature = "alloc")]
pub use repetition::{History, Repetition, Ruling};
