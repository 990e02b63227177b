//! What the tests that cross crates share: the data under `data/`, random positions, and functions to be fuzzed.

pub mod epd;
pub mod fuzz;
pub mod random;
