//! The rules beyond single moves: when a game ends although there are moves to play.
//!
//! `docs/rules.md` states each rule for people, with diagrams and worked examples.

#[cfg(feature = "alloc")]
mod capture;
#[cfg(feature = "alloc")]
mod chase;
mod count;
#[cfg(feature = "alloc")]
mod evidence;
#[cfg(feature = "alloc")]
mod exchange;
#[cfg(feature = "alloc")]
mod explain;
#[cfg(feature = "alloc")]
mod mate_threat;
mod material;
#[cfg(feature = "alloc")]
mod national;
#[cfg(feature = "alloc")]
mod repetition;
mod rule_set;
mod verdict;

#[cfg(feature = "alloc")]
pub use capture::Protection;
pub use count::MoveCounter;
#[cfg(feature = "alloc")]
pub(crate) use evidence::gather;
#[cfg(feature = "alloc")]
pub use evidence::{Act, Chase, Deed, Idle, Placed};
#[cfg(feature = "alloc")]
pub use explain::{Evidence, Verdict};
#[cfg(feature = "alloc")]
pub use repetition::{History, Repetition};
pub use rule_set::{ParseRepetitionRuleError, RepetitionRule, Rules};
pub use verdict::{Offender, Outcome, Rule, Ruling};
