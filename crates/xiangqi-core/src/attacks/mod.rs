//! Where each piece could go, from small tables that are fixed at compile time.
//!
//! All functions are total over the 90 squares: the palace and the river are not here but in
//! [`confine`](crate::confine), so that a variant whose advisors roam can share the tables. All of them tell
//! attacks, own pieces included; remove them with `-`.

mod blockers;
mod leapers;
mod scan;
mod sliders;

pub use blockers::Blockers;
pub use leapers::{advisor, elephant, horse_from, horse_to, king, pawn, pawn_to};
pub(crate) use leapers::{elephant_in, horse_from_in};
pub(crate) use scan::Scan;
pub(crate) use sliders::{Cross, cannon_cross, lines, rook_cross};
pub use sliders::{cannon, line, rook};
