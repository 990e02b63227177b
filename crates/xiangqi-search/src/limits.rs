//! What bounds a search.

use std::time::{Duration, Instant};

use xiangqi_core::Move;

/// The bounds of one search. Several may be given: the first one reached ends it. Without any, the search goes on
/// until it is stopped or has reached the greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// When the clock began to run for this search; `None` for the moment when it is called. Whoever cannot begin to
    /// search as soon as the move is asked for tells it, and the time lost is not spent twice.
    pub started: Option<Instant>,
    /// The last iteration, in plies from 1.
    pub depth: Option<u32>,
    /// The most positions to visit, all threads together.
    pub nodes: Option<u64>,
    /// Begins no further iteration after so many positions, all threads together. Unlike [`nodes`](Self::nodes), it
    /// does not cut an iteration off, so that the score is one of a whole iteration.
    pub soft_nodes: Option<u64>,
    /// Ends when a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move, from which the search takes its share.
    pub clock: Option<Clock>,
    /// Never returns before it is stopped, even when there is nothing left to search.
    pub infinite: bool,
    /// Thinks on the opponent's time: `move_time` and `clock` count from [`Control::ponder_hit`], and the search
    /// does not return before that or a stop.
    ///
    /// [`Control::ponder_hit`]: crate::Control::ponder_hit
    pub ponder: bool,
    /// The only moves to consider at the root. If none of them is legal and not banned, as when there are none, all
    /// moves are considered.
    pub search_moves: Vec<Move>,
    /// Moves never to consider at the root, as a referee forbids a perpetual check or chase.
    pub banned_moves: Vec<Move>,
}

/// A chess clock, as the side to move sees its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub time: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// How many moves must be made in `time`, this one included; `None` for all of the game.
    pub moves_to_go: Option<u32>,
}
