//! The rules beyond single moves: when a game ends although there are moves to play.

mod count;
mod material;
#[cfg(feature = "alloc")]
mod repetition;

pub use count::MoveCounter;
#[cfg(feature = "alloc")]
pub use repetition::{History, Repetition, Ruling};

/// Which rules beyond single moves hold in a game.
///
/// ```
/// use xiangqi_core::rules::Rules;
///
/// let without_limit = Rules { move_limit: None, ..Rules::default() };
/// assert_eq!(Rules::default().move_limit, Some(120));
/// assert_eq!(without_limit.occurrences, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Rules {
    /// With which occurrence of a position the game ends; from 2, and 3 by default.
    pub occurrences: u32,
    /// After how many plies without capture (as [`MoveCounter`] counts them) the game is drawn; 120 by default,
    /// `None` for no limit.
    pub move_limit: Option<u16>,
    /// Whether a game is drawn when the pieces left cannot win ([`Position::is_material_draw`]); on by default.
    ///
    /// [`Position::is_material_draw`]: crate::Position::is_material_draw
    pub material_draws: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { occurrences: 3, move_limit: Some(120), material_draws: true }
    }
}
