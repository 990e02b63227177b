//! The search from outside: what it finds, what it obeys, what it reports.

mod levels;
mod limits;
mod lines;
mod mates;
mod rules;
mod support;
