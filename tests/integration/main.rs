//! Tests that cross the crates of the workspace.

// Always so, but clippy wants to be told.
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod make;
#[cfg(test)]
mod mates;
#[cfg(test)]
mod notation;
#[cfg(test)]
mod perft;
#[cfg(test)]
mod serde;
#[cfg(test)]
mod tactics;
