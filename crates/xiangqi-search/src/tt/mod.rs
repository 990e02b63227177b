//! The transposition table: what was found out about positions, shared by all threads.
//!
//! A slot is two atomic words, the entry and its XOR with the position's key. A thread that reads while
//! another writes sees words that do not belong together; their XOR is then not its key and the slot counts as
//! empty (Hyatt and Mann, 2002). So the table needs neither locks nor unsafe code.

mod entry;
mod memory;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

pub use entry::Entry;
use prefetch_index::prefetch_index;
use xiangqi_core::Position;
use zerocopy::{FromBytes, IntoBytes};

use self::memory::Memory;

/// Slots that share a cache line; a position may be in any of its cluster.
const SLOTS: usize = 4;
const MIB: usize = 1 << 20;
/// The size in MiB of the table that takes the place of one for which there is no memory.
const MODEST_MIB: usize = 16;
/// How many plies of depth an entry loses against others with each search that it is old.
const AGE_WEIGHT: i32 = 4;

#[derive(FromBytes, IntoBytes)]
#[repr(C)]
struct Slot {
    entry: AtomicU64,
    /// The XOR of the key and `entry`.
    check: AtomicU64,
}

/// A cache line.
#[derive(FromBytes, IntoBytes)]
#[repr(C, align(64))]
struct Cluster([Slot; SLOTS]);

impl Cluster {
    /// Writes, but changes nothing.
    fn touch(&self) {
        let entry = &self.0[0].entry;
        // Not `fetch_or(0)`, which the compiler knows to be a read.
        entry.store(entry.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// A table of a fixed size, usable by many threads at once.
pub struct Table {
    memory: Memory,
    age: AtomicU8,
}

impl Table {
    /// An empty table of this many MiB, at least one; a modest one if there is no memory for it. It takes no time,
    /// since the memory arrives as it is used.
    ///
    /// # Panics
    ///
    /// If there is no memory for the modest one either.
    #[must_use]
    pub fn new(mib: usize) -> Table {
        let memory = Memory::zeroed(clusters_in(mib.max(1))).unwrap_or_else(|| {
            log::warn!("no memory for a table of {mib} MiB, {MODEST_MIB} MiB will do");
            Memory::zeroed(clusters_in(MODEST_MIB))
                .unwrap_or_else(|| panic!("no memory for {MODEST_MIB} MiB"))
        });
        Table { memory, age: AtomicU8::new(0) }
    }

    /// Lets the memory of a table of up to 256 MiB arrive now, which takes about as long as writing to all of it. A
    /// search that is to be quick from its first node on should not have to wait for it. While a search goes on, an
    /// entry may be lost.
    pub fn touch(&self) {
        self.memory.touch();
    }

    /// The size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        size_of_val(self.clusters()) / MIB
    }

    /// Begins a search: entries of earlier ones become the first to be replaced.
    pub fn grow_older(&self) {
        self.age.store((self.age() + 1) % entry::AGES, Ordering::Relaxed);
    }

    /// The number of the search, among the last few.
    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Looks a position up.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let bits = slot.entry.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ bits == key && bits != 0).then(|| Entry::unpack(bits))
        })
    }

    /// Begins to load what [`get`](Self::get) will look at, so that memory works while other things are computed.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index(self.clusters(), self.index(key));
    }

    /// Looks the position up, and drops a move that is not legal in it (two positions may share a key).
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Entry> {
        let mut entry = self.get(position.key())?;
        entry.mv = entry.mv.filter(|&mv| position.is_legal(mv));
        Some(entry)
    }

    /// Keeps an entry. It replaces the same position's, unless that one is searched much deeper, or else the
    /// entry of the cluster that is worth least. Without a move of its own it keeps the known one.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let slots = &self.cluster(key).0;
        let mut target = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let bits = slot.entry.load(Ordering::Relaxed);
            if bits == 0 {
                target = slot;
                break;
            }
            if slot.check.load(Ordering::Relaxed) ^ bits == key {
                if self.is_worth_keeping(bits, &entry) {
                    return;
                }
                entry.mv = entry.mv.or(Entry::unpack(bits).mv);
                target = slot;
                break;
            }
            let worth = entry::depth(bits) - self.years(bits) * AGE_WEIGHT;
            if worth < least {
                (least, target) = (worth, slot);
            }
        }
        let bits = entry.pack(self.age());
        target.entry.store(bits, Ordering::Relaxed);
        target.check.store(key ^ bits, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in permille, estimated from its first clusters.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 250;
        let sample = self.clusters().iter().take(SAMPLE).flat_map(|cluster| &cluster.0);
        let fresh = |slot: &&Slot| {
            let bits = slot.entry.load(Ordering::Relaxed);
            bits != 0 && self.years(bits) == 0
        };
        u32::try_from(sample.filter(fresh).count()).unwrap_or(u32::MAX)
    }

    /// Whether the stored entry of the same position should stay: searched clearly deeper, in this search, and the
    /// new one is not exact.
    fn is_worth_keeping(&self, stored: u64, new: &Entry) -> bool {
        const TOLERANCE: i32 = 4;
        new.bound != Some(crate::Bound::Exact)
            && new.depth + TOLERANCE + 2 * i32::from(new.pv) <= entry::depth(stored)
            && self.years(stored) == 0
    }

    /// How many searches ago an entry was written.
    fn years(&self, bits: u64) -> i32 {
        i32::from((entry::AGES + self.age() - entry::age(bits)) % entry::AGES)
    }

    #[inline]
    fn clusters(&self) -> &[Cluster] {
        self.memory.clusters()
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters()[self.index(key)]
    }

    /// The high word of the product spreads the keys over any number of clusters without a division.
    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters().len() as u128) >> 64) as usize
    }
}

fn clusters_in(mib: usize) -> usize {
    mib.saturating_mul(MIB) / size_of::<Cluster>()
}

#[cfg(test)]
mod tests {
    use xiangqi_core::{Move, Square};
    use xiangqi_eval::Score;

    use super::*;
    use crate::Bound;

    fn entry(depth: i32, bound: Bound, mv: Option<Move>) -> Entry {
        Entry { mv, score: Score::from_value(7), bound: Some(bound), depth, static_eval: None, pv: false }
    }

    #[test]
    fn an_entry_is_found_by_its_key_only() {
        let table = Table::new(1);
        let stored = entry(5, Bound::Exact, Some(Move::new(Square::H2, Square::E2)));
        table.put(0x1234_5678_9abc_def0, stored);
        assert_eq!(table.get(0x1234_5678_9abc_def0), Some(stored));
        assert_eq!(table.get(0x1234_5678_9abc_def1), None);
    }

    #[test]
    fn a_shallow_bound_replaces_neither_a_deep_entry_nor_its_move() {
        let table = Table::new(1);
        let mv = Some(Move::new(Square::H2, Square::E2));
        table.put(1, entry(10, Bound::Exact, mv));
        table.put(1, entry(2, Bound::Upper, None));
        assert_eq!(table.get(1).map(|found| found.depth), Some(10));
        table.put(1, entry(9, Bound::Upper, None));
        assert_eq!(table.get(1).map(|found| (found.depth, found.mv)), Some((9, mv)));
    }

    #[test]
    fn the_least_valuable_entry_of_a_full_cluster_goes() {
        let table = Table::new(1);
        for key in 0..4 {
            table.put(key, entry(10 + key as i32, Bound::Exact, None));
        }
        table.put(4, entry(1, Bound::Exact, None));
        assert_eq!(table.get(0), None);
        for _ in 0..3 {
            table.grow_older();
        }
        table.put(5, entry(2, Bound::Exact, None));
        table.put(6, entry(2, Bound::Exact, None));
        assert!(table.get(5).is_some() && table.get(6).is_some() && table.get(1).is_none());
    }

    #[test]
    fn a_table_that_is_too_large_for_the_machine_becomes_a_modest_one() {
        assert_eq!(Table::new(usize::MAX).mib(), MODEST_MIB);
        assert_eq!(Table::new(3).mib(), 3);
    }
}
