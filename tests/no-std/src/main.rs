//! A program as for bare metal: no standard library, no runtime, and an allocator only if the feature `alloc` is on.
//!
//! If core used `std`, there would be two panic handlers and this would not compile; if it used an allocator without
//! its feature, this would not link. When run it counts, reads, writes and plays, and its exit status says whether all
//! of it was right (0) or which part was not.

#![no_std]
#![no_main]

use core::ffi::{c_char, c_int};
use core::fmt::Write;
use core::panic::PanicInfo;

use xiangqi_core::notation::Notation;
use xiangqi_core::{Position, Strictness, perft};

// The platform's C library, for startup and for copying and comparing memory, is all that is linked besides.
#[link(name = "c")]
unsafe extern "C" {}

/// Called by the startup code of the C library.
#[unsafe(no_mangle)]
extern "C" fn main(_arguments: c_int, _values: *const *const c_char) -> c_int {
    if !counts() {
        1
    } else if !reads_and_writes() {
        2
    } else if !refuses() {
        3
    } else if !plays() {
        4
    } else {
        0
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// The precompiled core library unwinds and names this function; since a panic aborts, it is never called.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

fn counts() -> bool {
    perft(&mut Position::start(), 3) == 79_666
}

/// A text of fixed room.
struct Text {
    bytes: [u8; 128],
    length: usize,
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(core::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

fn is_written(what: impl core::fmt::Display, expected: &str) -> bool {
    let mut text = Text { bytes: [0; 128], length: 0 };
    write!(text, "{what}").is_ok() && text.bytes.get(..text.length) == Some(expected.as_bytes())
}

fn reads_and_writes() -> bool {
    let position = Position::start();
    let fen_is_right = is_written(position.to_setup(), xiangqi_core::START_FEN);
    let mut notations =
        [(Notation::Iccs, "h2e2"), (Notation::Wxf, "C2=5"), (Notation::CHINESE, "炮二平五")].into_iter();
    fen_is_right
        && notations.all(|(notation, text)| {
            notation.parse(&position, text, Strictness::Strict).is_ok_and(|mv| {
                notation.display(&position, mv).is_ok_and(|written| is_written(written, text))
            })
        })
}

fn refuses() -> bool {
    let wrong = Position::from_fen("4k4/9/9/9/9/9/9/9/9/4K4 w");
    let illegal = Notation::Wxf.parse(&Position::start(), "R9+9", Strictness::Lenient);
    wrong.is_err_and(|error| is_written(error, "not a legal position: the kings face each other on the e-file"))
        && illegal.is_err_and(|error| {
            is_written(error, "`R9+9` is no move here: no rook of Red can legally do that")
        })
}

#[cfg(not(feature = "alloc"))]
fn plays() -> bool {
    let mut position = Position::start();
    position.legal_moves().first().is_some_and(|&mv| position.try_play(mv).is_ok())
}

#[cfg(feature = "alloc")]
fn plays() -> bool {
    let mut game = xiangqi_core::Game::default();
    let moves = ["h2e2", "h9g7", "e2e6"].into_iter().filter_map(|mv| mv.parse().ok());
    game.play_all(moves).is_ok()
        && game.len() == 3
        && game.moves_in(Notation::Wxf).last().as_deref() == Some("C5+4")
}

/// An allocator that hands out one block after the other and takes nothing back.
#[cfg(feature = "alloc")]
mod allocator {
    use core::alloc::{GlobalAlloc, Layout};
    use core::cell::UnsafeCell;
    use core::sync::atomic::{AtomicUsize, Ordering};

    const SIZE: usize = 1 << 20;

    struct Arena {
        bytes: UnsafeCell<[u8; SIZE]>,
        used: AtomicUsize,
    }

    #[global_allocator]
    static ARENA: Arena = Arena { bytes: UnsafeCell::new([0; SIZE]), used: AtomicUsize::new(0) };

    // SAFETY: the bytes are only reached through blocks that `alloc` hands out, and no two of them overlap.
    unsafe impl Sync for Arena {}

    // SAFETY: each block lies within the arena, is aligned, and is handed out once.
    unsafe impl GlobalAlloc for Arena {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            // Room enough to move the start up to where it is aligned.
            let Some(room) = layout.size().checked_add(layout.align()) else { return core::ptr::null_mut() };
            let used = self.used.fetch_add(room, Ordering::Relaxed);
            if room > SIZE.saturating_sub(used) {
                return core::ptr::null_mut();
            }
            let start = self.bytes.get().cast::<u8>().wrapping_add(used);
            start.wrapping_add(start.align_offset(layout.align()))
        }

        unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
    }
}
