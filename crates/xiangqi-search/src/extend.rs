//! Extensions: moves that decide are searched deeper.

use xiangqi_core::Move;
use xiangqi_eval::{Evaluator, Score};

use crate::Bound;
use crate::node::{Kind, Node, NonPv, Stopped, Window};
use crate::params;
use crate::searcher::Searcher;

/// What becomes of a move before it is searched.
pub(crate) enum Extension {
    /// It is searched so many plies deeper (less deep, if negative).
    By(i32),
    /// The node is cut: several moves reach beta.
    Cut(Score),
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Searches the table's move deeper when no other comes close to it (it is singular), which a reduced search
    /// of the others finds out. When even that clears beta, the node is cut.
    #[inline]
    pub(crate) fn extension<K: Kind>(&mut self, node: &Node, mv: Move) -> Result<Extension, Stopped> {
        let ply = self.ply;
        let before = self.stack.before(ply, 1).extensions;
        self.stack.at_mut(ply).extensions = before;
        let Some(entry) = node.entry else { return Ok(Extension::By(0)) };
        let candidate = params::singular_extension()
            && !K::ROOT
            && Some(mv) == node.tt_move
            && node.excluded.is_none()
            && node.depth >= params::singular_depth()
            && entry.depth >= node.depth - params::singular_tolerance()
            && entry.bound.is_some_and(|bound| bound != Bound::Upper)
            && !entry.score.is_mate()
            && ply < 2 * self.root_depth.unsigned_abs() as usize;
        if !candidate {
            return Ok(Extension::By(0));
        }
        let beta = entry.score - params::singular_margin() * node.depth;
        let frame = *self.stack.at(ply);
        self.stack.at_mut(ply).excluded = Some(mv);
        let result = self.negamax::<NonPv>(Window::null(beta - 1), (node.depth - 1) / 2, node.cut_node);
        *self.stack.at_mut(ply) = frame;
        let score = result?;
        let plies = if score < beta {
            let clearly = params::double_extension()
                && !K::PV
                && score < beta - params::double_extension_margin()
                && before < params::double_extension_limit();
            1 + i32::from(clearly)
        } else if params::multi_cut() && beta >= node.window.beta && !node.window.beta.is_mate() {
            return Ok(Extension::Cut(beta));
        } else if !params::negative_extension() {
            0
        } else if entry.score >= node.window.beta {
            -params::negative_extension_plies()
        } else {
            -i32::from(node.cut_node)
        };
        self.stack.at_mut(ply).extensions = before + i32::from(plies > 1);
        Ok(Extension::By(plies))
    }
}
