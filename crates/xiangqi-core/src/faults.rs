//! Lists of everything that is wrong with one input, so that nobody has to mend it one error at a time.

use core::fmt;
use core::slice;

#[cfg(feature = "alloc")]
type Store<T> = alloc::vec::Vec<T>;
/// Without an allocator, room for all that can be told.
#[cfg(not(feature = "alloc"))]
type Store<T> = arrayvec::ArrayVec<T, LIMIT>;

/// How many faults are told one by one: more than a placement can have.
const LIMIT: usize = 128;

/// Everything that is wrong with an input, in the order in which it stands there.
///
/// At most 128 faults are listed; [`unlisted`](Self::unlisted) counts the rest, which only garbage has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults<T> {
    listed: Store<T>,
    unlisted: usize,
}

impl<T> Faults<T> {
    pub(crate) fn new() -> Self {
        Faults { listed: Store::new(), unlisted: 0 }
    }

    pub(crate) fn push(&mut self, fault: T) {
        if self.listed.len() < LIMIT {
            self.listed.push(fault);
        } else {
            self.unlisted += 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The listed faults; there is at least one.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.listed.iter()
    }

    /// How many faults were found beyond those listed.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.unlisted
    }
}

impl<'a, T> IntoIterator for &'a Faults<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.iter()
    }
}

impl<T: fmt::Display> fmt::Display for Faults<T> {
    /// Writes the faults one after the other, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        if self.unlisted > 0 {
            write!(f, "; and {} more", self.unlisted)?;
        }
        Ok(())
    }
}

/// A copy of the text that was wrong, cut when it is long.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    text: arrayvec::ArrayString<{ Self::MAX_BYTES }>,
    is_cut: bool,
}

impl Excerpt {
    /// Longer than any correct word of a FEN or move.
    const MAX_BYTES: usize = 24;

    pub(crate) fn new(text: &str) -> Excerpt {
        let mut excerpt = Excerpt { text: arrayvec::ArrayString::new(), is_cut: false };
        excerpt.is_cut = text.chars().any(|letter| excerpt.text.try_push(letter).is_err());
        excerpt
    }

    /// The text, or its beginning.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text.escape_debug(), if self.is_cut { "…" } else { "" })
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}
