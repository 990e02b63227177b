//! Tests that cross the crates of the workspace.

#[cfg(test)] // always so, but clippy wants to be told
mod perft;
