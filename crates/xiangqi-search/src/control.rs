//! How a running search is told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// A handle on one search, shared between the search and whoever started it; clones are the same handle.
#[derive(Clone, Debug, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Read by the search every few dozen nodes.
    stopped: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    /// Wakes a search that has finished early but must not return yet.
    changed: Condvar,
    lock: Mutex<()>,
}

impl Control {
    /// A handle for a search that has not been stopped.
    #[must_use]
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search; it returns the best move found so far.
    pub fn stop(&self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// The opponent has played the move that was pondered on: the clock starts now.
    pub fn ponder_hit(&self) {
        self.ponder_hit_at(Instant::now());
    }

    /// The opponent has played the move that was pondered on: the clock runs since `at`.
    pub fn ponder_hit_at(&self, at: Instant) {
        self.shared.ponder_hit.get_or_init(|| at);
        self.wake();
    }

    /// Whether the search has been told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Since when the clock runs, by the first [`ponder_hit`](Self::ponder_hit).
    #[must_use]
    pub fn ponder_hit_time(&self) -> Option<Instant> {
        self.shared.ponder_hit.get().copied()
    }

    /// Waits for a stop, or for what comes first of a stop and a ponder hit.
    pub(crate) fn wait(&self, ponder_hit_is_enough: bool) {
        let mut guard = self.shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.is_stopped() || ponder_hit_is_enough && self.ponder_hit_time().is_some()) {
            guard = self.shared.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wake(&self) {
        let _guard = self.shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_are_the_same_handle() {
        let control = Control::new();
        control.clone().stop();
        assert!(control.is_stopped());
    }

    #[test]
    fn only_the_first_ponder_hit_counts() {
        let control = Control::new();
        assert_eq!(control.ponder_hit_time(), None);
        control.ponder_hit();
        let first = control.ponder_hit_time();
        control.ponder_hit();
        assert!(first.is_some() && control.ponder_hit_time() == first);
        let (control, at) = (Control::new(), Instant::now());
        control.ponder_hit_at(at);
        control.ponder_hit();
        assert_eq!(control.ponder_hit_time(), Some(at));
    }

    #[test]
    fn whoever_waits_is_woken_by_what_it_waits_for() {
        for ponder_hit_is_enough in [false, true] {
            let control = Control::new();
            std::thread::scope(|scope| {
                let waiting = scope.spawn(|| {
                    control.wait(ponder_hit_is_enough);
                    control.is_stopped()
                });
                control.ponder_hit();
                if !ponder_hit_is_enough {
                    control.stop();
                }
                assert_eq!(waiting.join().expect("waiting does not panic"), !ponder_hit_is_enough);
            });
        }
    }
}
