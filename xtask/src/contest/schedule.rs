//! Which games are played: each opening twice, once with each colour, and by whom of several machines.
//!
//! Games are numbered from 0. Games 2p and 2p + 1 are pair p: one opening, the first engine red in the even game and
//! black in the odd one.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// One of several parts of a match that are played independently of each other, written `I/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct Shard {
    /// From 1.
    number: u32,
    of: u32,
}

impl Shard {
    /// All of the match.
    pub(super) const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The games of this part, out of so many in all, in the order in which they begin.
    pub(super) fn games(self, games: u32) -> impl Iterator<Item = u32> {
        (0..games).filter(move |&game| pair(game) % self.of == self.number - 1)
    }
}

/// The pair to which a game belongs.
pub(super) fn pair(game: u32) -> u32 {
    game / 2
}

/// The index of the engine that plays red.
pub(super) fn red(game: u32) -> usize {
    usize::from(game % 2 == 1)
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Shard> {
        let expected = || format!("`{text}` is no shard such as 1/4 or 4/4");
        let (number, of) = text.split_once('/').with_context(expected)?;
        let shard =
            Shard { number: number.parse().with_context(expected)?, of: of.parse().with_context(expected)? };
        ensure!((1..=shard.of).contains(&shard.number), expected());
        Ok(shard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<Shard> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_games_and_keep_pairs_together() {
        for of in 1..=5 {
            let mut all = Vec::new();
            for number in 1..=of {
                let games: Vec<u32> = Shard { number, of }.games(24).collect();
                assert!(games.chunks(2).all(|two| two[0] % 2 == 0 && two[1] == two[0] + 1), "{games:?}");
                all.extend(games);
            }
            all.sort_unstable();
            assert_eq!(all, (0..24).collect::<Vec<_>>());
        }
        assert_eq!("2/3".parse::<Shard>().unwrap().games(12).collect::<Vec<_>>(), [2, 3, 8, 9]);
    }

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let games: Vec<(u32, usize)> = Shard::WHOLE.games(6).map(|game| (pair(game), red(game))).collect();
        assert_eq!(games, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
    }

    #[test]
    fn texts_are_checked() {
        assert_eq!("1/1".parse::<Shard>().unwrap(), Shard::WHOLE);
        for text in ["", "1", "0/4", "5/4", "1/0", "a/b", "-1/4"] {
            assert!(text.parse::<Shard>().unwrap_err().to_string().contains(&format!("`{text}`")));
        }
    }
}
