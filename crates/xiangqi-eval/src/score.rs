//! What a position is worth.

use core::fmt;
use core::ops::{Add, Neg, Sub};

/// The worth of a position for the side to move, in centipawns; near the ends of the range, a forced mate.
///
/// Always from the side to move's point of view: the opponent's score is the negative.
///
/// ```
/// use xiangqi_eval::Score;
///
/// assert!(Score::mate_in(3) > Score::mate_in(5));
/// assert_eq!(-Score::mate_in(3), Score::mated_in(3));
/// assert_eq!(Score::mate_in(3).mate_moves(), Some(2)); // plies 1 and 3 are our moves
/// assert_eq!(Score::from_centipawns(35).mate_moves(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The longest mate that a score can tell, in plies.
    pub const MAX_MATE_PLIES: i32 = 255;
    /// Neither side is better.
    pub const ZERO: Score = Score(0);
    /// A draw by rule.
    pub const DRAW: Score = Score(0);
    /// More than any score; a window bound.
    pub const INFINITE: Score = Score(32_000);
    /// The least score that tells a forced mate.
    pub const LEAST_MATE: Score = Score(Self::MATE - Self::MAX_MATE_PLIES);
    /// The highest score that is an evaluation, not a mate.
    pub const MAX_EVALUATION: Score = Score(Self::LEAST_MATE.0 - 1);

    const MATE: i32 = 31_000;

    /// An evaluation, cut to the range between the mates.
    #[must_use]
    #[inline]
    pub const fn from_centipawns(centipawns: i32) -> Score {
        let limit = Self::MAX_EVALUATION.0;
        if centipawns > limit {
            Score(limit)
        } else if centipawns < -limit {
            Score(-limit)
        } else {
            Score(centipawns)
        }
    }

    /// The number behind the score: centipawns, or a value beyond [`MAX_EVALUATION`](Self::MAX_EVALUATION).
    #[must_use]
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Takes back what [`value`](Self::value) gave, as a table stores it.
    #[must_use]
    #[inline]
    pub const fn from_value(value: i32) -> Score {
        Score(value)
    }

    /// The opponent is mated after this many plies from the root of the search.
    #[must_use]
    #[inline]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Self::MATE - plies as i32)
    }

    /// The side to move is mated after this many plies from the root of the search.
    #[must_use]
    #[inline]
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - Self::MATE)
    }

    /// Whether this is a forced mate for either side.
    #[must_use]
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Whether the side to move mates.
    #[must_use]
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::LEAST_MATE.0
    }

    /// Whether the side to move is mated.
    #[must_use]
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::LEAST_MATE.0
    }

    /// The distance to mate in moves of the winning side, as protocols tell it: positive when the side to move
    /// mates, zero or negative when it is mated; `None` for an evaluation.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        if self.is_win() {
            Some((Self::MATE - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-(Self::MATE + self.0 + 1) / 2)
        } else {
            None
        }
    }

    /// The score as a table keeps it: mates counted from the stored position, which stands `ply` plies below the
    /// root, instead of from the root.
    #[must_use]
    #[inline]
    pub const fn to_table(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// Undoes [`to_table`](Self::to_table) for a position that now stands `ply` plies below the root.
    #[must_use]
    #[inline]
    pub const fn from_table(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    /// Adds a margin in centipawns.
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    /// Takes off a margin in centipawns.
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;

    /// The difference in centipawns.
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Display for Score {
    /// `cp 35` or `mate -2`, as UCI writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves_of_the_winner() {
        assert_eq!(Score::mate_in(1).mate_moves(), Some(1));
        assert_eq!(Score::mate_in(3).mate_moves(), Some(2));
        assert_eq!(Score::mated_in(0).mate_moves(), Some(0));
        assert_eq!(Score::mated_in(2).mate_moves(), Some(-1));
        assert_eq!(Score::mated_in(4).mate_moves(), Some(-2));
    }

    #[test]
    fn evaluations_never_look_like_mates() {
        for centipawns in [i32::MIN, -40_000, -1, 0, 1, 40_000, i32::MAX] {
            assert!(!Score::from_centipawns(centipawns).is_mate());
        }
    }

    #[test]
    fn table_scores_are_independent_of_the_ply() {
        for score in [Score::mate_in(9), Score::mated_in(8), Score::from_centipawns(-120)] {
            assert_eq!(score.to_table(4).from_table(4), score);
        }
        assert_eq!(Score::mate_in(9).to_table(4).from_table(2), Score::mate_in(7));
    }
}
