//! Pruning before any move is tried: what is so good, or so bad, that a closer look is not worth its time.

use xiangqi_core::{Color, PieceType, Position};
use xiangqi_eval::{Evaluator, Score};

use crate::Bound;
use crate::node::{Kind, Node, NonPv, Searched, Stopped, Window};
use crate::params;
use crate::picker::Picker;
use crate::searcher::Searcher;

/// While a cut by a null move is verified, so many quarters of the depth are searched without null moves.
const VERIFIED_QUARTERS: i32 = 3;

impl<E: Evaluator> Searcher<'_, E> {
    /// The score of a node that needs no search of its moves.
    #[inline]
    pub(crate) fn prune<K: Kind>(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let Some(static_eval) = node.static_eval else { return Ok(None) };
        if K::PV || node.excluded.is_some() {
            return Ok(None);
        }
        if let Some(score) = reverse_futility(node) {
            return Ok(Some(score));
        }
        if let Some(score) = self.razor(node)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(node, static_eval)? {
            return Ok(Some(score));
        }
        self.probcut(node, static_eval)
    }

    /// Far below alpha near the horizon, only captures can help: asks quiescence.
    fn razor(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let margin = params::razoring_base() + params::razoring_slope() * node.depth * node.depth;
        if !params::razoring()
            || node.depth > params::razoring_depth()
            || node.eval + margin >= node.window.alpha
        {
            return Ok(None);
        }
        let score = self.quiescence::<NonPv>(Window::null(node.window.alpha))?;
        Ok((score <= node.window.alpha).then_some(score))
    }

    /// If even passing keeps beta, some move will too. Passing is only as good as a move when the side has pieces
    /// that can move at will; at great depth, a cut is verified by a search in which the side may not pass.
    fn null_move(&mut self, node: &Node, static_eval: Score) -> Result<Option<Score>, Stopped> {
        let beta = node.window.beta;
        let passed_before = self.stack.before(self.ply, 1).mv.is_none();
        if !params::null_move()
            || node.eval < beta
            || static_eval + params::null_move_depth_margin() * node.depth < beta + params::null_move_margin()
            || passed_before
            || beta.is_loss()
            || self.ply < self.null_move_floor
            || !has_attackers(&self.position, self.position.side_to_move())
        {
            return Ok(None);
        }
        let reduction = params::null_move_base()
            + node.depth / params::null_move_divisor()
            + ((node.eval - beta) / params::null_move_eval_divisor()).min(params::null_move_eval_max());
        let depth = node.depth - reduction;
        let window = Window::null(beta - 1);
        let score = -self.null_child(|below| below.negamax::<NonPv>(window.flip(), depth, !node.cut_node))?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_win() { beta } else { score };
        if !params::null_move_verification()
            || node.depth < params::null_move_verification_depth()
            || self.null_move_floor > 0
        {
            return Ok(Some(score));
        }
        let verified =
            self.without_null_moves(depth, |search| search.negamax::<NonPv>(window, depth, false))?;
        Ok((verified >= beta).then_some(score))
    }

    /// Searches with null moves forbidden in the upper part of the tree below.
    fn without_null_moves(&mut self, depth: i32, search: impl FnOnce(&mut Self) -> Searched) -> Searched {
        self.null_move_floor = self.ply + usize::try_from(depth * VERIFIED_QUARTERS / 4).unwrap_or(0).max(1);
        let result = search(self);
        self.null_move_floor = 0;
        result
    }

    /// A good capture whose reduced search clears beta by a margin will clear it in a full search too.
    fn probcut(&mut self, node: &Node, static_eval: Score) -> Result<Option<Score>, Stopped> {
        let target = node.window.beta + params::probcut_margin();
        let depth = node.depth - params::probcut_reduction();
        let known_to_fail = node.entry.is_some_and(|entry| {
            entry.depth >= depth
                && entry.score < target
                && entry.bound.is_some_and(|bound| bound != Bound::Lower)
        });
        if !params::probcut()
            || node.depth < params::probcut_depth()
            || node.window.beta.is_mate()
            || known_to_fail
        {
            return Ok(None);
        }
        let window = Window::null(target - 1);
        let context = self.stack.context(self.ply);
        let mut picker = Picker::captures(&self.position, node.tt_move, context, target - static_eval);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            let score = self.child(mv, |below| {
                let score = -below.quiescence::<NonPv>(window.flip())?;
                if score < target {
                    Ok(score)
                } else {
                    Ok(-below.negamax::<NonPv>(window.flip(), depth, !node.cut_node)?)
                }
            })?;
            if score >= target {
                self.store(&Node { depth: depth + 1, ..*node }, score, Some(Bound::Lower), Some(mv));
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}

/// A node whose best move is not known is worth less effort: the next visit will know it.
#[inline]
pub(crate) fn reduce_without_table_move<K: Kind>(node: &mut Node) {
    let unknown = params::internal_reduction() && node.tt_move.is_none() && node.excluded.is_none();
    if unknown && node.depth >= params::internal_reduction_depth() && (K::PV || node.cut_node) {
        node.depth -= 1;
    }
}

/// So far above beta near the horizon that no reply will change it.
fn reverse_futility(node: &Node) -> Option<Score> {
    let plies = node.depth - i32::from(node.improving);
    let beta = node.window.beta;
    let holds = params::reverse_futility()
        && node.depth <= params::reverse_futility_depth()
        && node.eval - params::reverse_futility_margin() * plies >= beta
        && !node.eval.is_mate()
        && !beta.is_mate()
        && (node.tt_move.is_none() || node.tt_capture);
    holds.then(|| Score::from_value(i32::midpoint(node.eval.value(), beta.value())))
}

/// Whether a side has a rook, cannon or horse.
fn has_attackers(position: &Position, side: Color) -> bool {
    [PieceType::Rook, PieceType::Cannon, PieceType::Horse]
        .into_iter()
        .any(|piece_type| !position.board().pieces(side, piece_type).is_empty())
}
