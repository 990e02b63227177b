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
            if params::history_pruning()
                && depth <= params::history_pruning_depth()
                && candidate.history < -params::history_pruning_margin() * depth.max(1)
            {
                return true;
            }
            if params::futility()
                && let Some(static_eval) = node.static_eval
                && depth <= params::futility_depth()
                && static_eval + params::futility_base() + params::futility_slope() * depth <= alpha
            {
                return true;
            }
            return params::see_quiet_pruning()
                && !exchange_wins(&self.position, candidate.mv, -params::see_quiet_margin() * depth * depth);
        }
        params::see_capture_pruning()
            && !exchange_wins(&self.position, candidate.mv, -params::see_capture_margin() * node.depth)
    }
}

/// After so many moves the quiet ones that are left are skipped.
fn late_move_limit(node: &Node) -> i32 {
    if !params::late_move_pruning() {
        return i32::MAX;
    }
    let moves = params::late_move_base() + node.depth * node.depth;
    if node.improving { moves } else { moves / 2 }
}
