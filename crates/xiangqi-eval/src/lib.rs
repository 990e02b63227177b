//! Static evaluation of xiangqi positions: what a position is worth without looking ahead.
//!
//! The crate knows no depth, no clock and no file system. [`Evaluator`] is the seam to the search,
//! [`hce::HandcraftedEvaluator`] the evaluator made of rules that people know, and [`conformance`] what every
//! evaluator must pass.
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "counts, plies and centipawns are far below the limits of their types; casts keep `const` and speed"
)]

pub mod conformance;
mod evaluator;
pub mod hce;
mod score;

pub use evaluator::{Delta, Evaluator};
pub use score::Score;
