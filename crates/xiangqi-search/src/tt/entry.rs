//! What the table keeps of a position, packed into 64 bits.

use xiangqi_core::Move;
use xiangqi_eval::Score;

use crate::Bound;

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that refuted the position.
    pub mv: Option<Move>,
    /// The score, mates counted from this position.
    pub score: Score,
    /// What the score says of the true one; `None` when only the static evaluation is known.
    pub bound: Option<Bound>,
    /// The depth that the score was searched to, in plies.
    pub depth: i32,
    /// The static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// Whether the position was on a principal variation.
    pub pv: bool,
}

/// The ages wrap around at this many searches.
pub(super) const AGES: u8 = 32;

/// Depths are stored with this added, so that those of quiescence fit.
const DEPTH_OFFSET: i32 = 8;
/// Stands for "no static evaluation"; no evaluation is this low.
const NO_EVAL: i16 = i16::MIN;

const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const PV_SHIFT: u32 = 58;
const AGE_SHIFT: u32 = 59;

impl Entry {
    pub(super) fn pack(&self, age: u8) -> u64 {
        let eval = self.static_eval.map_or(NO_EVAL, |eval| clamp_to_i16(eval.value()));
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 255);
        u64::from(self.mv.map_or(0, Move::to_bits))
            | u64::from(clamp_to_i16(self.score.value()).cast_unsigned()) << SCORE_SHIFT
            | u64::from(eval.cast_unsigned()) << EVAL_SHIFT
            | u64::from(depth.cast_unsigned()) << DEPTH_SHIFT
            | bound_bits(self.bound) << BOUND_SHIFT
            | u64::from(self.pv) << PV_SHIFT
            | u64::from(age % AGES) << AGE_SHIFT
    }

    pub(super) fn unpack(bits: u64) -> Entry {
        let eval = (bits >> EVAL_SHIFT) as u16;
        Entry {
            mv: Move::from_bits(bits as u16),
            score: Score::from_value(i32::from(((bits >> SCORE_SHIFT) as u16).cast_signed())),
            bound: match bits >> BOUND_SHIFT & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
            depth: depth(bits),
            static_eval: (eval.cast_signed() != NO_EVAL)
                .then(|| Score::from_value(i32::from(eval.cast_signed()))),
            pv: bits >> PV_SHIFT & 1 == 1,
        }
    }
}

/// The depth within packed bits.
pub(super) fn depth(bits: u64) -> i32 {
    i32::from((bits >> DEPTH_SHIFT) as u8) - DEPTH_OFFSET
}

/// The age within packed bits.
pub(super) fn age(bits: u64) -> u8 {
    (bits >> AGE_SHIFT) as u8
}

fn bound_bits(bound: Option<Bound>) -> u64 {
    match bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    }
}

fn clamp_to_i16(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(if value < 0 { i16::MIN + 1 } else { i16::MAX })
}

#[cfg(test)]
mod tests {
    use xiangqi_core::Square;

    use super::*;

    #[test]
    fn entries_round_trip() {
        let moves = [None, Some(Move::new(Square::H2, Square::E2)), Some(Move::new(Square::I9, Square::A0))];
        for mv in moves {
            for bound in [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)] {
                for (value, depth) in [(0, 0), (-31_000, -3), (31_000, 127), (-1, 40)] {
                    let score = Score::from_value(value);
                    for static_eval in [None, Some(score)] {
                        for pv in [false, true] {
                            let entry = Entry { mv, score, bound, depth, static_eval, pv };
                            let bits = entry.pack(33);
                            assert_eq!(Entry::unpack(bits), entry);
                            assert_eq!((super::depth(bits), super::age(bits)), (depth, 1));
                        }
                    }
                }
            }
        }
    }
}
