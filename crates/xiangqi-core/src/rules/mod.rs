//! The rules beyond single moves: when a game ends although there are moves to play.
//!
//! `docs/rules.md` states each rule for people, with diagrams and worked examples.

#[cfg(feature = "alloc")]
mod capture;
#[cfg(feature = "alloc")]
mod chase;
mod count;
mod material;
#[cfg(feature = "alloc")]
mod repetition;
mod rule_set;
mod verdict;

pub use count::MoveCounter;
#[cfg(feature = "alloc")]
pub use repetition::{History, Repetition};
pub use rule_set::{ParseRepetitionRuleError, RepetitionRule, Rules};
pub use verdict::{Offender, Outcome, Rule, Ruling};
