//! The file of weights: TOML text in, [`Weights`] or a typed error out. Reading the file is for the binary.

use core::marker::PhantomData;
use core::ops::Range;

use std::sync::LazyLock;

use serde::de::{Error as _, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Weights;

/// The weights that are compiled in; the only place where their numbers stand.
pub const DEFAULT_TOML: &str = include_str!("default.toml");

static DEFAULT: LazyLock<Weights> = LazyLock::new(|| match Weights::from_toml("") {
    Ok(weights) => weights,
    Err(error) => unreachable!("the weights compiled in are valid (a test parses them): {error}"),
});

/// Why a text is not a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// The text is not TOML.
    #[error("line {line}: not TOML: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// A key is unknown, or its value has the wrong type, size or range.
    #[error("line {line}: key `{key}`: {message}")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The full name of the key, such as `material.rook`.
        key: String,
        /// What is wrong with it.
        message: String,
    },
}

impl Default for Weights {
    fn default() -> Weights {
        DEFAULT.clone()
    }
}

impl Weights {
    /// Reads a file of weights. It need not be complete: what it does not name keeps its default.
    ///
    /// ```
    /// use xiangqi_eval::hce::Weights;
    ///
    /// let weights = Weights::from_toml("[material]\nrook = [1000, 1100]").unwrap();
    /// assert_eq!(weights.material.rook.midgame(), 1000);
    /// assert_eq!(weights.material.horse, Weights::default().material.horse);
    ///
    /// let error = Weights::from_toml("[material]\nqueen = [1000, 1100]").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2: key `material.queen`: unknown field `queen`"));
    /// ```
    ///
    /// # Errors
    ///
    /// [`ConfigError`] when the text is not TOML, when it has a key that is not in the defaults, or when a value
    /// has the wrong type, size or range.
    pub fn from_toml(text: &str) -> Result<Weights, ConfigError> {
        let overrides = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
            line: error.span().map_or(1, |span| line_of(text, span.start)),
            message: error.message().to_string(),
        })?;
        let mut merged = match DeTable::parse(DEFAULT_TOML) {
            Ok(table) => table,
            Err(error) => unreachable!("the weights compiled in are TOML (a test parses them): {error}"),
        };
        merge(merged.get_mut(), overrides.get_ref());
        Weights::deserialize(toml::Deserializer::from(merged)).map_err(|error| {
            let span = error.span().unwrap_or_default();
            ConfigError::Value {
                line: line_of(text, span.start),
                key: key_at(overrides.get_ref(), &span),
                message: error.message().to_string(),
            }
        })
    }
}

/// Lays one table over another; what remains of the lower one is known to be valid.
fn merge<'i>(lower: &mut DeTable<'i>, upper: &DeTable<'i>) {
    for (key, value) in upper {
        if let DeValue::Table(upper) = value.get_ref()
            && let Some(DeValue::Table(lower)) = lower.get_mut(key.get_ref().as_ref()).map(Spanned::get_mut)
        {
            merge(lower, upper);
        } else {
            lower.insert(key.clone(), value.clone());
        }
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

/// The full name of the innermost key that this part of the text belongs to.
fn key_at(table: &DeTable<'_>, span: &Range<usize>) -> String {
    let mut path = String::new();
    let mut table = Some(table);
    while let Some((key, value)) = table.and_then(|table| entry_at(table, span)) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
        table = value.get_ref().as_table();
    }
    path
}

fn entry_at<'t, 'i>(
    table: &'t DeTable<'i>,
    span: &Range<usize>,
) -> Option<(&'t str, &'t Spanned<DeValue<'i>>)> {
    let reaches = |outer: Range<usize>| outer.start <= span.start && span.start < outer.end;
    let holds = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
        // The span of a table is its header; its content stands below.
        DeValue::Table(inner) => reaches(value.span()) || entry_at(inner, span).is_some(),
        _ => reaches(value.span()),
    };
    table
        .iter()
        .find(|(key, value)| reaches(key.span()) || holds(value))
        .map(|(key, value)| (key.get_ref().as_ref(), value))
}

/// A number of a file of weights, small enough that no sum of them can overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Centipawns(pub(crate) i32);

impl<'de> Deserialize<'de> for Centipawns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Centipawns, D::Error> {
        deserializer
            .deserialize_i64(InRange::<-5_000, 5_000>("centipawns from -5000 to 5000"))
            .map(Centipawns)
    }
}

/// A list of exactly so many values (a plain array would take a longer list and drop its end).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T, const N: usize>(pub [T; N]);

impl<T: Copy, const N: usize> List<T, N> {
    /// The value at this index; the last one also stands for all beyond.
    ///
    /// # Panics
    ///
    /// When the list is empty.
    #[must_use]
    #[inline]
    pub fn at(&self, index: usize) -> T {
        *self.entry(index)
    }
}

impl<T, const N: usize> List<T, N> {
    /// Where the value for this index stands; the last value also stands for greater ones.
    #[inline]
    pub(crate) fn entry(&self, index: usize) -> &T {
        &self.0[index.min(N - 1)]
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListOf(PhantomData)).map(List)
    }
}

struct ListOf<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for ListOf<T, N> {
    type Value = [T; N];

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "a list of {N} values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[T; N], A::Error> {
        let mut values = Vec::with_capacity(N);
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        values.try_into().map_err(|values: Vec<T>| A::Error::invalid_length(values.len(), &self))
    }
}

/// Hundredths, from nothing to ten times as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percent(i32);

impl Percent {
    /// As it is.
    pub const FULL: Percent = Percent(100);

    /// The number, 0 to 1000.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl Percent {
    /// The distance from a full hundred taken so many hundred times, not below zero.
    pub(crate) fn pulled_from_full(self, weight: Percent) -> Percent {
        Percent((100 - (100 - self.0) * weight.0 / 100).max(0))
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Percent, D::Error> {
        deserializer.deserialize_i64(InRange::<0, 1_000>("per cent from 0 to 1000")).map(Percent)
    }
}

/// A small number of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(i32);

impl Count {
    /// The number, 0 to 100.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        deserializer.deserialize_i64(InRange::<0, 100>("a number from 0 to 100")).map(Count)
    }
}

/// Takes an integer between two bounds, and says which when it is not.
struct InRange<const LEAST: i32, const MOST: i32>(&'static str);

impl<const LEAST: i32, const MOST: i32> Visitor<'_> for InRange<LEAST, MOST> {
    type Value = i32;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.0)
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<i32, E> {
        i32::try_from(value)
            .ok()
            .filter(|value| (LEAST..=MOST).contains(value))
            .ok_or_else(|| E::invalid_value(Unexpected::Signed(value), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (usize, String, String) {
        match Weights::from_toml(text) {
            Err(ConfigError::Value { line, key, message }) => (line, key, message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn defaults_are_complete_and_valid() {
        let table = DeTable::parse(DEFAULT_TOML).unwrap();
        Weights::deserialize(toml::Deserializer::from(table)).unwrap();
        assert_eq!(Weights::from_toml(DEFAULT_TOML), Ok(Weights::default()));
    }

    #[test]
    fn a_partial_file_overrides_only_what_it_names() {
        let weights = Weights::from_toml("tempo = [1, 2]\n[dimensions]\nmaterial = 50\n").unwrap();
        let expected = Weights { tempo: super::super::Tapered::new(1, 2), ..Weights::default() };
        assert_eq!(weights.dimensions.material.get(), 50);
        assert_eq!(weights.dimensions.piece_square, expected.dimensions.piece_square);
        assert_eq!((weights.tempo, weights.material), (expected.tempo, expected.material));
    }

    #[test]
    fn an_unknown_key_is_refused() {
        let (line, key, message) = error("\n[material]\nrook = [1, 2]\nquene = [1, 2]\n");
        assert_eq!((line, key.as_str()), (4, "material.quene"));
        assert!(message.contains("unknown field"), "{message}");
        assert_eq!(error("[matter]\nrook = [1, 2]").1, "matter");
        assert_eq!(error("a.b.c = 1").1, "a");
    }

    #[test]
    fn a_wrong_type_is_refused() {
        let (line, key, message) = error("[material]\npawn = \"much\"");
        assert_eq!((line, key.as_str()), (2, "material.pawn"));
        assert!(message.contains("string \"much\""), "{message}");
        assert_eq!(error("material = 5").1, "material");
        assert_eq!(error("material.pawn = [1.5, 2]").1, "material.pawn");
    }

    #[test]
    fn a_wrong_size_is_refused() {
        let (line, key, message) = error("[piece_square.rook]\nmidgame = [\n[1, 2, 3, 4],\n]");
        assert_eq!((line, key.as_str()), (3, "piece_square.rook.midgame"));
        assert!(message.contains("length 4"), "{message}");
        assert!(error("material.pawn = [1, 2, 3]").2.contains("length"));
    }

    #[test]
    fn a_number_out_of_range_is_refused() {
        let (line, key, message) = error("[material]\npawn = [\n 10,\n 5001,\n]");
        assert_eq!((line, key.as_str()), (4, "material.pawn"));
        assert!(message.contains("5001") && message.contains("-5000 to 5000"), "{message}");
        assert_eq!(error("dimensions.material = -1").1, "dimensions.material");
    }

    #[test]
    fn text_that_is_not_toml_is_refused() {
        let result = Weights::from_toml("tempo = [1, 2]\n[material\n");
        assert!(matches!(result, Err(ConfigError::Syntax { line: 2, .. })), "{result:?}");
    }
}
