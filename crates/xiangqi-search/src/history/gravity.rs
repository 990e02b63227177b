//! A number that learns: each bonus weighs less the more the number already says so.

use zerocopy::FromZeros;

/// A learned number between −`MAX` and `MAX` (at most 32767).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromZeros)]
#[repr(transparent)]
pub(super) struct Entry<const MAX: i32>(i16);

impl<const MAX: i32> Entry<MAX> {
    #[inline]
    pub(super) fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Moves towards `MAX` or −`MAX` in proportion to the bonus and to the distance left, so that the number can
    /// never leave its range and old lessons fade.
    #[inline]
    pub(super) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get() + bonus - self.get() * bonus.abs() / MAX;
        self.0 = value as i16; // within ±MAX, as long as the old value was
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bonuses_keep_the_range() {
        let mut entry = Entry::<16_384>::default();
        for step in 0..10_000_i32 {
            entry.update((step * 7_919) % 40_000 - 15_000);
            assert!(entry.get().abs() <= 16_384);
        }
    }

    #[test]
    fn repeated_bonuses_approach_the_end_and_fade() {
        let mut entry = Entry::<1_000>::default();
        for _ in 0..100 {
            entry.update(100);
        }
        assert!(entry.get() > 950);
        entry.update(-100);
        assert!(entry.get() < 860);
    }
}
