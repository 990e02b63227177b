//! What decides how the games of a file come out.

use serde::{Deserialize, Serialize};

/// The bench signature of the engine that is compiled in.
const BENCH_SIGNATURE: &str = include_str!("../../../tests/data/bench-signature");

/// All that decides how game number so-and-so comes out. It stands at the head of a file, so that games of different
/// settings are never mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) engine: Version,
    pub(crate) seed: u64,
    /// No iteration is begun after so many nodes, and none goes on after so many.
    pub(crate) soft_nodes: u64,
    pub(crate) hard_nodes: u64,
    pub(crate) hash_mib: usize,
    /// The fewest and the most random plies of an opening.
    pub(crate) random_plies: (u8, u8),
    /// The greatest advantage of either side after the opening, in centipawns.
    pub(crate) balance: u16,
    pub(crate) win: WinRule,
    pub(crate) draw: DrawRule,
    /// A game of so many plies, those of the opening included, is drawn.
    pub(crate) max_plies: u16,
}

/// Which engine plays. Searches are told apart by their signature, if it is up to date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Version {
    pub(crate) version: String,
    pub(crate) bench: String,
}

impl Version {
    /// The engine that is compiled in.
    pub(crate) fn here() -> Version {
        let (version, bench) = (env!("CARGO_PKG_VERSION"), BENCH_SIGNATURE.trim());
        Version { version: version.to_owned(), bench: bench.to_owned() }
    }
}

/// When a game counts as won: the scores of so many plies in a row, so of both sides, see the same side ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WinRule {
    /// By at least this, in centipawns.
    pub(crate) score: i16,
    pub(crate) plies: u16,
}

impl WinRule {
    /// More than a rook and a cannon ahead: nothing is thrown away any more, and how it is brought home teaches little.
    pub(crate) const DEFAULT: WinRule = WinRule { score: 2500, plies: 4 };
}

/// When a game counts as drawn: the scores of so many plies in a row see neither side ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawRule {
    /// By more than this, in centipawns.
    pub(crate) score: i16,
    pub(crate) plies: u16,
    /// From this ply of the game on.
    pub(crate) from: u16,
}

impl DrawRule {
    /// As level as it gets, at an age where most games are over.
    pub(crate) const DEFAULT: DrawRule = DrawRule { score: 10, plies: 16, from: 120 };
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Settings of short games by a hasty engine.
    pub(in super::super) fn settings() -> Settings {
        Settings {
            engine: Version::here(),
            seed: 7,
            soft_nodes: 20,
            hard_nodes: 60,
            hash_mib: 1,
            random_plies: (2, 5),
            balance: 400,
            win: WinRule::DEFAULT,
            draw: DrawRule::DEFAULT,
            max_plies: 12,
        }
    }
}
