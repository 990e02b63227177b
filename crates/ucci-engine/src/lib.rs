//! A xiangqi engine behind the protocols UCCI and UCI.
//!
//! The binary `ucci-engine` speaks both on its standard input and output; what is supported is listed in
//! `docs/ucci.md`. This library is its inside, in layers that are tested apart: [`Command`]s and [`Response`]s are
//! plain data, parsed and written without any input or output; [`Session`] is the state machine between them; and
//! [`io`] moves lines.
#![forbid(unsafe_code)]

pub mod bench;
mod command;
mod count;
mod dialect;
pub mod io;
mod knowledge;
pub mod options;
mod picture;
mod response;
mod session;

pub use command::{Assignment, Command, Fault, Go, PositionText, SideClock, Value};
pub use dialect::Dialect;
pub use knowledge::{Handcrafted, Knowledge, LoadError};
pub use response::{Info, PopHash, Response, Verdict};
pub use session::Session;

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
