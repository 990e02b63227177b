//! Ways to write moves down.

pub mod iccs;
