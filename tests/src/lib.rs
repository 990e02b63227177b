//! What the tests that cross crates share: the data under `data/`, and random positions.

pub mod epd;
pub mod random;
