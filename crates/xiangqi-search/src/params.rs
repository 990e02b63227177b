//! The numbers of the search, one row each: what it means, the value, the range that makes sense, and a step for
//! tuning. Margins are in centipawns, depths in plies, reductions in 1024ths of a ply. And its techniques, each of
//! which can be left out, to measure what it is worth.
//!
//! All are constants, unless the crate is built with the feature `tune`: then each can be [set](Param::set).

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A row of the table: a tunable number of the search, or a technique that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name, as in the source.
    pub name: &'static str,
    /// What it is, in words.
    pub about: &'static str,
    /// The value in use, unless another is set. A technique is in use when it is 1, and left out when it is 0.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// By how much tuning changes it; 0 for a technique.
    pub step: i32,
}

impl Param {
    /// Whether this is a technique rather than a number.
    #[must_use]
    pub const fn is_technique(&self) -> bool {
        self.step == 0
    }

    /// Sets the value in use, cut to the range, for all searches of this process, also one that goes on. What they have
    /// learned before stays in their tables.
    #[cfg(feature = "tune")]
    pub fn set(&self, value: i32) {
        if let Some(in_use) = IN_USE.row(self.name) {
            in_use.store(value.clamp(self.min, self.max), Ordering::Relaxed);
        }
    }
}

macro_rules! params {
    (
        techniques { $($(#[doc = $about:literal])* $technique:ident;)* }
        numbers { $(
            $(#[doc = $doc:literal])* $name:ident = $default:literal, $min:literal..=$max:literal, $step:literal;
        )* }
    ) => {
        /// All techniques and all tunable numbers.
        pub const PARAMS: &[Param] = &[
            $(Param {
                name: stringify!($technique),
                about: concat!($($about),*).trim_ascii(),
                default: 1,
                min: 0,
                max: 1,
                step: 0,
            },)*
            $(Param {
                name: stringify!($name),
                about: concat!($($doc),*).trim_ascii(),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            },)*
        ];

        $(
            $(#[doc = $about])*
            #[inline]
            pub(crate) fn $technique() -> bool {
                in_use!($technique, 1) != 0
            }
        )*

        $(
            $(#[doc = $doc])*
            #[inline]
            pub(crate) fn $name() -> i32 {
                in_use!($name, $default)
            }
        )*

        /// The values in use.
        #[cfg(feature = "tune")]
        struct InUse {
            $($technique: AtomicI32,)*
            $($name: AtomicI32,)*
        }

        #[cfg(feature = "tune")]
        static IN_USE: InUse = InUse {
            $($technique: AtomicI32::new(1),)*
            $($name: AtomicI32::new($default),)*
        };

        #[cfg(feature = "tune")]
        impl InUse {
            fn row(&self, name: &str) -> Option<&AtomicI32> {
                match name {
                    $(stringify!($technique) => Some(&self.$technique),)*
                    $(stringify!($name) => Some(&self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

#[cfg(not(feature = "tune"))]
macro_rules! in_use {
    ($name:ident, $default:literal) => {
        $default
    };
}

#[cfg(feature = "tune")]
macro_rules! in_use {
    ($name:ident, $default:literal) => {
        IN_USE.$name.load(Ordering::Relaxed)
    };
}

params! {
    techniques {
        /// Aspiration windows.
        aspiration;
        /// Mate-distance pruning.
        mate_distance_pruning;
        /// Cutting a node, also in quiescence, by what the transposition table says.
        table_cutoff;
        /// Rewarding once more a quiet move that cut before, when the table cuts.
        table_reward;
        /// Correction history.
        correction_history;
        /// Fading of the evaluation towards the move limit.
        fading;
        /// Telling whether the position improves.
        improving;

        /// Reverse futility.
        reverse_futility;
        /// Razoring.
        razoring;
        /// Null-move pruning.
        null_move;
        /// Verifying, at great depth, what a null move cuts.
        null_move_verification;
        /// Probcut.
        probcut;
        /// Internal iterative reduction.
        internal_reduction;

        /// Trying captures that lose in exchange last.
        bad_captures_last;
        /// Killers.
        killers;
        /// History of quiet moves by squares.
        quiet_history;
        /// History of quiet moves by the moves before.
        continuation_history;
        /// History of captures by victim.
        capture_history;

        /// Late-move pruning.
        late_move_pruning;
        /// Skipping quiet moves with a bad history.
        history_pruning;
        /// Futility of quiet moves.
        futility;
        /// Skipping quiet moves, and checks that capture nothing, that lose too much in exchange.
        see_quiet_pruning;
        /// Skipping captures that lose too much in exchange.
        see_capture_pruning;

        /// Singular extension, with all that the search of the other moves leads to.
        singular_extension;
        /// Extending by a second ply a move that is singular by far.
        double_extension;
        /// Cutting a node where the other moves reach beta as well.
        multi_cut;
        /// Searching a move that is not singular less deep.
        negative_extension;
        /// Late-move reductions.
        late_move_reduction;

        /// Skipping captures in quiescence that lose in exchange.
        quiescence_see;
        /// Skipping captures in quiescence that cannot come near alpha.
        quiescence_futility;
        /// Trying only a few quiet evasions in quiescence.
        quiescence_evasion_limit;
    }
    numbers {
        /// Order of captures: how much more the worth of its victim says of a capture than its history does.
        victim_weight = 8, 1..=32, 2;
        /// Order of quiet moves: what a check is worth beside the histories, since mating attacks are made of checks.
        check_bonus = 16384, 0..=32768, 2048;
        /// The evaluation fades, where there is a move limit, to nothing this many plies after the last capture.
        fade_plies = 300, 150..=1000, 30;

        /// Aspiration: half the width of the first window.
        aspiration_delta = 18, 5..=60, 4;
        /// Aspiration: the least depth with a narrow window.
        aspiration_depth = 4, 2..=8, 1;
        /// Aspiration: by how much wider each new window is than the last, in percent.
        aspiration_widening = 50, 20..=150, 10;
        /// Aspiration: a score above the window is looked at again less deep, by at most so many plies.
        aspiration_reduction = 3, 0..=5, 1;

        /// Reverse futility: the deepest node that may be cut.
        reverse_futility_depth = 9, 4..=14, 1;
        /// Reverse futility: margin per ply.
        reverse_futility_margin = 105, 40..=200, 10;
        /// Razoring: the deepest node that may be handed to quiescence.
        razoring_depth = 2, 1..=8, 1;
        /// Razoring: margin at depth 0.
        razoring_base = 380, 100..=800, 40;
        /// Razoring: margin per squared ply.
        razoring_slope = 190, 50..=400, 25;
        /// Null move: by how much the static evaluation must exceed beta at depth 0.
        null_move_margin = 120, 0..=300, 20;
        /// Null move: by how much less it must for each ply of depth.
        null_move_depth_margin = 20, 0..=60, 5;
        /// Null move: reduction at depth 0.
        null_move_base = 4, 2..=6, 1;
        /// Null move: one more ply of reduction for so many plies of depth.
        null_move_divisor = 4, 2..=6, 1;
        /// Null move: one more ply of reduction for so many centipawns above beta.
        null_move_eval_divisor = 220, 80..=500, 30;
        /// Null move: at most so many plies of reduction for what the evaluation is above beta.
        null_move_eval_max = 3, 1..=6, 1;
        /// Null move: from this depth on a cut is verified by a search without null moves.
        null_move_verification_depth = 13, 8..=20, 1;
        /// Probcut: by how much a capture must beat beta.
        probcut_margin = 210, 80..=400, 25;
        /// Probcut: so many plies less deep than the node.
        probcut_reduction = 4, 2..=6, 1;
        /// Probcut: the least depth.
        probcut_depth = 5, 4..=8, 1;
        /// Internal iterative reduction: the least depth.
        internal_reduction_depth = 4, 2..=8, 1;

        /// Late-move pruning: moves tried at depth 0 when the position improves.
        late_move_base = 4, 1..=8, 1;
        /// Futility of quiet moves: the deepest (reduced) node.
        futility_depth = 9, 4..=14, 1;
        /// Futility of quiet moves: margin at depth 0.
        futility_base = 130, 40..=300, 20;
        /// Futility of quiet moves: margin per ply.
        futility_slope = 115, 40..=250, 15;
        /// Quiet moves: exchange loss allowed per squared ply.
        see_quiet_margin = 28, 10..=80, 6;
        /// Captures: exchange loss allowed per ply.
        see_capture_margin = 150, 60..=300, 20;
        /// Quiet moves with less history than this, per ply, are skipped.
        history_pruning_margin = 3500, 1000..=8000, 400;
        /// History pruning: the deepest (reduced) node.
        history_pruning_depth = 5, 0..=10, 1;

        /// Late-move reductions: the constant part.
        reduction_base = 700, 0..=1600, 100;
        /// Late-move reductions: the factor of ln(depth) times ln(move number).
        reduction_slope = 470, 200..=900, 40;
        /// Late-move reductions: less on the principal variation.
        reduction_pv = 1100, 0..=2048, 128;
        /// Late-move reductions: more where a cut is expected.
        reduction_cut_node = 1400, 0..=3072, 128;
        /// Late-move reductions: more when the position does not improve.
        reduction_not_improving = 700, 0..=2048, 128;
        /// Late-move reductions: more when the table's move is a capture.
        reduction_tt_capture = 800, 0..=2048, 128;
        /// Late-move reductions: less for a killer.
        reduction_killer = 1024, 0..=2048, 128;
        /// Late-move reductions: less for a check.
        reduction_check = 900, 0..=2048, 128;
        /// Late-move reductions: more when the replies cut often.
        reduction_cutoffs = 900, 0..=2048, 128;
        /// Late-move reductions: replies cut often when more than so many did.
        reduction_often = 3, 1..=8, 1;
        /// Late-move reductions: this much history is worth a ply.
        reduction_history = 14000, 3000..=20000, 1000;
        /// Late-move reductions: a capture is reduced by this much less.
        reduction_capture = 900, 0..=2048, 128;

        /// Singular extension: the least depth.
        singular_depth = 6, 4..=10, 1;
        /// Singular extension: the table's search may have been so many plies less deep than the node.
        singular_tolerance = 3, 1..=5, 1;
        /// Singular extension: margin per ply below the table's score.
        singular_margin = 2, 1..=6, 1;
        /// Singular extension: a second ply when so far below.
        double_extension_margin = 20, 0..=60, 5;
        /// Singular extension: how many second plies one path may have.
        double_extension_limit = 6, 0..=16, 1;
        /// Singular extension: so many plies less deep when the table's score reaches beta but is not singular.
        negative_extension_plies = 2, 1..=4, 1;

        /// Quiescence: a capture must promise to come this close to alpha.
        quiescence_margin = 220, 80..=500, 25;
        /// Quiescence: so many quiet evasions are tried once one is known that is not mated.
        quiescence_evasions = 2, 0..=8, 1;

        /// History bonus per ply of depth.
        history_bonus_slope = 170, 60..=400, 20;
        /// The greatest history bonus.
        history_bonus_max = 1700, 600..=3000, 150;
        /// Correction history: the weight of the table in 256ths.
        correction_weight = 110, 20..=300, 20;
    }
}

#[cfg(test)]
mod tests {
    use super::PARAMS;

    #[test]
    fn values_lie_in_their_ranges() {
        for param in PARAMS {
            assert!((param.min..=param.max).contains(&param.default) && param.step >= 0, "{param:?}");
        }
    }

    #[test]
    fn techniques_are_in_use_and_can_be_left_out() {
        for param in PARAMS.iter().filter(|param| param.is_technique()) {
            assert_eq!((param.default, param.min, param.max), (1, 0, 1), "{param:?}");
        }
    }

    #[test]
    fn names_are_unmistakable() {
        let names: std::collections::HashSet<&str> = PARAMS.iter().map(|param| param.name).collect();
        assert_eq!(names.len(), PARAMS.len());
    }
}
