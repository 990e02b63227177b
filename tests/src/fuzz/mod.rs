//! Functions that take any bytes and must neither panic nor break a promise.
//!
//! The programs under `fuzz/` hand them to libFuzzer, which needs a nightly compiler to be guided by coverage. The test
//! `integration/fuzz.rs` hands them seeded random inputs, on any compiler.

mod fen;
mod moves;
mod notation;
mod protocol;

pub use fen::fen;
pub use moves::moves;
pub use notation::notation;
pub use protocol::protocol;
