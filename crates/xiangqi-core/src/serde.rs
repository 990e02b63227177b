//! Reading and writing with serde, in the texts that people know.
//!
//! Plain enumerations and structures derive it where they stand. Here are the types that are one text, and games.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use ::serde::de::{Error, Visitor};
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Move, Piece, Position, Setup, Square, Strictness};

/// Reads any type that is read from a text.
struct Text<T> {
    expected: &'static str,
    result: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

fn read<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Text { expected, result: PhantomData })
}

/// Writes a type as it is displayed, and reads that back.
macro_rules! as_displayed {
    ($($type:ty: $expected:literal),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read(deserializer, $expected)
            }
        }
    )*};
}

as_displayed! {
    Square: "a square such as e3",
    Piece: "the FEN letter of a piece",
    Move: "a move such as h2e2",
    Setup: "a FEN",
}

/// The FEN, and so without the checks counted so far.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_setup().serialize(serializer)
    }
}

/// Any FEN that can be played from, [leniently](Strictness::Lenient), so that every position that was written can be
/// read.
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        Setup::deserialize(deserializer)?.into_position(Strictness::Lenient).map_err(D::Error::custom)
    }
}

#[cfg(feature = "alloc")]
mod game {
    use alloc::borrow::Cow;
    use alloc::vec::Vec;

    use super::{Deserialize, Deserializer, Error, Position, Serialize, Serializer};
    use crate::rules::Rules;
    use crate::{Game, Move};

    /// What makes a game: everything else follows from it.
    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Game", deny_unknown_fields)]
    struct Record<'a> {
        start: Cow<'a, Position>,
        #[serde(default)]
        rules: Rules,
        moves: Vec<Move>,
    }

    /// Start, rules and moves.
    impl Serialize for Game {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let (start, rules) = (Cow::Borrowed(self.start()), *self.rules());
            Record { start, rules, moves: self.moves().collect() }.serialize(serializer)
        }
    }

    /// A game whose moves are all legal; its rules are the default ones if none are given.
    impl<'de> Deserialize<'de> for Game {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
            let Record { start, rules, moves } = Record::deserialize(deserializer)?;
            let mut game = Game::with_rules(start.into_owned(), rules);
            game.play_all(moves).map_err(D::Error::custom)?;
            Ok(game)
        }
    }
}
