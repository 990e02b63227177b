//! A table of results that are needed again soon.

use core::fmt;

/// How many results are kept: where one finds its place taken, it takes it over.
const SLOTS: usize = 1024;

/// Remembers results by keys whose bits are random.
pub(crate) struct Cache<V> {
    slots: Box<[Option<(u64, V)>]>,
}

impl<V: Copy> Cache<V> {
    pub(crate) fn new() -> Cache<V> {
        Cache { slots: vec![None; SLOTS].into_boxed_slice() }
    }

    /// The result of this key, computed when it is not there.
    #[inline]
    pub(crate) fn get(&mut self, key: u64, compute: impl FnOnce() -> V) -> &V {
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.as_ref().is_none_or(|(of, _)| *of != key) {
            *slot = None;
        }
        &slot.get_or_insert_with(|| (key, compute())).1
    }
}

impl<V: Copy> Clone for Cache<V> {
    /// An empty one: results come back when they are needed.
    fn clone(&self) -> Cache<V> {
        Cache::new()
    }
}

impl<V> fmt::Debug for Cache<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_computed_once_until_another_takes_its_place() {
        let mut cache = Cache::new();
        assert_eq!(*cache.get(7, || 'a'), 'a');
        assert_eq!(*cache.get(7, || unreachable!()), 'a');
        assert_eq!(*cache.get(7 + SLOTS as u64, || 'b'), 'b');
        assert_eq!(*cache.get(7, || 'c'), 'c');
        assert_eq!(*cache.clone().get(7, || 'd'), 'd');
    }
}
