//! Pruning of single moves: late or hopeless ones near the horizon are not searched at all.

use xiangqi_eval::{Evaluator, Score};

use crate::negamax::Candidate;
use crate::node::Node;
use crate::params;
use crate::picker::Picker;
use crate::reduce::expected_reduction;
use crate::searcher::Searcher;
use crate::see::exchange_wins;

impl<E: Evaluator> Searcher<'_, E> {
    /// Whether not to search a move, once a move is known that is not mated.
    #[inline]
    pub(crate) fn skip(&self, node: &Node, candidate: &Candidate, alpha: Score, picker: &mut Picker) -> bool {
        if candidate.number == 1 || node.in_check {
            return false;
        }
        if candidate.number > late_move_limit(node) {
            picker.skip_quiets();
        }
        let depth = (node.depth - expected_reduction(node, candidate)).max(0);
        if candidate.quiet && !candidate.gives_check {
            if candidate.number > late_move_limit(node) {
                return true;
            }
            if depth <= params::HISTORY_PRUNING_DEPTH
                && candidate.history < -params::HISTORY_PRUNING_MARGIN * depth.max(1)
            {
                return true;
            }
            if let Some(static_eval) = node.static_eval
                && depth <= params::FUTILITY_DEPTH
                && static_eval + params::FUTILITY_BASE + params::FUTILITY_SLOPE * depth <= alpha
            {
                return true;
            }
            return !exchange_wins(&self.position, candidate.mv, -params::SEE_QUIET_MARGIN * depth * depth);
        }
        !exchange_wins(&self.position, candidate.mv, -params::SEE_CAPTURE_MARGIN * node.depth)
    }
}

/// After so many moves the quiet ones that are left are skipped.
fn late_move_limit(node: &Node) -> i32 {
    let moves = params::LATE_MOVE_BASE + node.depth * node.depth;
    if node.improving { moves } else { moves / 2 }
}
