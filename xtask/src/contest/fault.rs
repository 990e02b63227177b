//! What an engine can do wrong, so that it loses the game.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of fault, to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FaultKind {
    /// It ended, or closed its output.
    Crash,
    /// It did not answer, even when it was told to stop.
    Hang,
    /// It played a move that is not legal, or none at all.
    IllegalMove,
    /// It answered that there is no move, though there are.
    NoMove,
    /// It took too much time.
    TimeLoss,
}

/// A fault with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    /// How it came about, as a clause that follows the engine's name.
    pub(super) what: String,
}

impl FaultKind {
    pub(super) const ALL: [FaultKind; 5] =
        [FaultKind::Crash, FaultKind::Hang, FaultKind::IllegalMove, FaultKind::NoMove, FaultKind::TimeLoss];

    /// What the faults of this kind are called when they are counted.
    pub(super) fn plural(self) -> &'static str {
        match self {
            FaultKind::Crash => "crashes",
            FaultKind::Hang => "hangs",
            FaultKind::IllegalMove => "illegal moves",
            FaultKind::NoMove => "missing moves",
            FaultKind::TimeLoss => "time losses",
        }
    }

    pub(super) fn with(self, what: impl Into<String>) -> Fault {
        Fault { kind: self, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
