//! The numbers of the search, one row each: what it means, the value, the range that makes sense, and a step for
//! tuning. Margins are in centipawns, depths in plies, reductions in 1024ths of a ply.

/// A row of the table: a tunable number of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name, as in the source.
    pub name: &'static str,
    /// The value in use.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// By how much tuning changes it.
    pub step: i32,
}

macro_rules! params {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal, $min:literal..=$max:literal, $step:literal;)*) => {
        $($(#[doc = $doc])* pub(crate) const $name: i32 = $default;)*

        /// All tunable numbers.
        pub const PARAMS: &[Param] = &[
            $(Param { name: stringify!($name), default: $default, min: $min, max: $max, step: $step },)*
        ];
    };
}

params! {
    /// Aspiration: half the width of the first window.
    ASPIRATION_DELTA = 18, 5..=60, 4;
    /// Aspiration: the least depth with a narrow window.
    ASPIRATION_DEPTH = 4, 2..=8, 1;

    /// Reverse futility: the deepest node that may be cut.
    REVERSE_FUTILITY_DEPTH = 9, 4..=14, 1;
    /// Reverse futility: margin per ply.
    REVERSE_FUTILITY_MARGIN = 105, 40..=200, 10;
    /// Razoring: the deepest node that may be handed to quiescence.
    RAZORING_DEPTH = 2, 1..=8, 1;
    /// Razoring: margin at depth 0.
    RAZORING_BASE = 380, 100..=800, 40;
    /// Razoring: margin per squared ply.
    RAZORING_SLOPE = 190, 50..=400, 25;
    /// Null move: by how much the static evaluation must exceed beta at depth 0.
    NULL_MOVE_MARGIN = 120, 0..=300, 20;
    /// Null move: by how much less it must for each ply of depth.
    NULL_MOVE_DEPTH_MARGIN = 20, 0..=60, 5;
    /// Null move: reduction at depth 0.
    NULL_MOVE_BASE = 4, 2..=6, 1;
    /// Null move: one more ply of reduction for so many plies of depth.
    NULL_MOVE_DIVISOR = 4, 2..=6, 1;
    /// Null move: one more ply of reduction for so many centipawns above beta.
    NULL_MOVE_EVAL_DIVISOR = 220, 80..=500, 30;
    /// Null move: at most so many plies of reduction for what the evaluation is above beta.
    NULL_MOVE_EVAL_MAX = 3, 1..=6, 1;
    /// Null move: from this depth on a cut is verified by a search without null moves.
    NULL_MOVE_VERIFICATION_DEPTH = 13, 8..=20, 1;
    /// Probcut: by how much a capture must beat beta.
    PROBCUT_MARGIN = 210, 80..=400, 25;
    /// Probcut: so many plies less deep than the node.
    PROBCUT_REDUCTION = 4, 2..=6, 1;
    /// Probcut: the least depth.
    PROBCUT_DEPTH = 5, 4..=8, 1;
    /// Internal iterative reduction: the least depth.
    INTERNAL_REDUCTION_DEPTH = 4, 2..=8, 1;

    /// Late-move pruning: moves tried at depth 0 when the position improves.
    LATE_MOVE_BASE = 4, 1..=8, 1;
    /// Futility of quiet moves: the deepest (reduced) node.
    FUTILITY_DEPTH = 9, 4..=14, 1;
    /// Futility of quiet moves: margin at depth 0.
    FUTILITY_BASE = 130, 40..=300, 20;
    /// Futility of quiet moves: margin per ply.
    FUTILITY_SLOPE = 115, 40..=250, 15;
    /// Quiet moves: exchange loss allowed per squared ply.
    SEE_QUIET_MARGIN = 28, 10..=80, 6;
    /// Captures: exchange loss allowed per ply.
    SEE_CAPTURE_MARGIN = 150, 60..=300, 20;
    /// Quiet moves with less history than this, per ply, are skipped.
    HISTORY_PRUNING_MARGIN = 3500, 1000..=8000, 400;
    /// History pruning: the deepest (reduced) node.
    HISTORY_PRUNING_DEPTH = 5, 2..=10, 1;

    /// Late-move reductions: the constant part.
    REDUCTION_BASE = 700, 0..=1600, 100;
    /// Late-move reductions: the factor of ln(depth) times ln(move number).
    REDUCTION_SLOPE = 470, 200..=900, 40;
    /// Late-move reductions: less on the principal variation.
    REDUCTION_PV = 1100, 0..=2048, 128;
    /// Late-move reductions: more where a cut is expected.
    REDUCTION_CUT_NODE = 1400, 0..=3072, 128;
    /// Late-move reductions: more when the position does not improve.
    REDUCTION_NOT_IMPROVING = 700, 0..=2048, 128;
    /// Late-move reductions: more when the table's move is a capture.
    REDUCTION_TT_CAPTURE = 800, 0..=2048, 128;
    /// Late-move reductions: less for a killer.
    REDUCTION_KILLER = 1024, 0..=2048, 128;
    /// Late-move reductions: less for a check.
    REDUCTION_CHECK = 900, 0..=2048, 128;
    /// Late-move reductions: more when the replies cut often.
    REDUCTION_CUTOFFS = 900, 0..=2048, 128;
    /// Late-move reductions: replies cut often when more than so many did.
    REDUCTION_OFTEN = 3, 1..=8, 1;
    /// Late-move reductions: this much history is worth a ply.
    REDUCTION_HISTORY = 14000, 3000..=20000, 1000;
    /// Late-move reductions: a capture is reduced by this much less.
    REDUCTION_CAPTURE = 900, 0..=2048, 128;

    /// Singular extension: the least depth.
    SINGULAR_DEPTH = 6, 4..=10, 1;
    /// Singular extension: the table's search may have been so many plies less deep than the node.
    SINGULAR_TOLERANCE = 3, 1..=5, 1;
    /// Singular extension: margin per ply below the table's score.
    SINGULAR_MARGIN = 2, 1..=6, 1;
    /// Singular extension: a second ply when so far below.
    DOUBLE_EXTENSION_MARGIN = 20, 0..=60, 5;

    /// Quiescence: a capture must promise to come this close to alpha.
    QUIESCENCE_MARGIN = 220, 80..=500, 25;

    /// History bonus per ply of depth.
    HISTORY_BONUS_SLOPE = 170, 60..=400, 20;
    /// The greatest history bonus.
    HISTORY_BONUS_MAX = 1700, 600..=3000, 150;
    /// Correction history: the weight of the table in 256ths.
    CORRECTION_WEIGHT = 110, 20..=300, 20;
}

#[cfg(test)]
mod tests {
    use super::PARAMS;

    #[test]
    fn values_lie_in_their_ranges() {
        for param in PARAMS {
            assert!((param.min..=param.max).contains(&param.default) && param.step > 0, "{param:?}");
        }
    }
}
