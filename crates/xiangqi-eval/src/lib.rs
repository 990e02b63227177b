//! Static evaluation.
#![forbid(unsafe_code)]

mod evaluator;
mod score;

pub use evaluator::{Delta, Evaluator};
pub use score::Score;
