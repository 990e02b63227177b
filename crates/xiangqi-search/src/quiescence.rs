//! Quiescence: captures are played out until the position is quiet enough for the evaluation to be believed.

use xiangqi_core::Move;
use xiangqi_eval::{Evaluator, Score};

use crate::Bound;
use crate::negamax::says_more;
use crate::node::{Kind, Node, Searched, Stopped, Window};
use crate::params;
use crate::picker::{Picker, is_capture};
use crate::searcher::Searcher;
use crate::see::{ANY_LOSS, exchange_value};

impl<E: Evaluator> Searcher<'_, E> {
    /// The score of the position if only captures (in check, evasions) were played, or a bound on it.
    pub(crate) fn quiescence<K: Kind>(&mut self, window: Window) -> Searched {
        self.pvs.clear(self.ply);
        if let Some(score) = self.draw_or_verdict() {
            return Ok(score);
        }
        if self.is_too_deep() {
            return Ok(self.evaluate_at_horizon());
        }
        let mut node = self.new_node::<K>(window, 0);
        if params::table_cutoff()
            && let Some(score) = node.table_score()
            && !K::PV
        {
            return Ok(score);
        }
        let stand_pat = self.stand_pat(&mut node);
        if stand_pat >= window.beta {
            if node.entry.is_none() {
                self.store(&node, stand_pat, Some(Bound::Lower), None);
            }
            return Ok(stand_pat);
        }
        let (best, best_move) = self.search_captures::<K>(&node, stand_pat)?;
        if best == -Score::INFINITE {
            return Ok(Score::mated_in(self.ply)); // in check, all evasions were tried
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        self.store(&node, best, Some(bound), best_move);
        Ok(best)
    }

    /// Searches the captures (in check, the evasions): the best score, at least `best`, and the move that raised alpha.
    #[inline]
    fn search_captures<K: Kind>(
        &mut self,
        node: &Node,
        mut best: Score,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let mut window = Window { alpha: node.window.alpha.max(best), ..node.window };
        let context = self.stack.context(self.ply);
        let threshold = if params::quiescence_see() { 0 } else { ANY_LOSS };
        let mut picker = Picker::captures(&self.position, node.tt_move, context, threshold);
        let (mut best_move, mut quiet_evasions) = (None, 0);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            if !best.is_loss() {
                if let Some(promise) = self.hopeless_promise(node, mv, window.alpha) {
                    best = best.max(promise);
                    continue;
                }
                if node.in_check && !is_capture(&self.position, mv) {
                    quiet_evasions += 1;
                    if params::quiescence_evasion_limit() && quiet_evasions > params::quiescence_evasions() {
                        break;
                    }
                }
            }
            let score = -self.child(mv, |below| below.quiescence::<K>(window.flip()))?;
            best = best.max(score);
            if score <= window.alpha {
                continue;
            }
            best_move = Some(mv);
            if K::PV {
                self.pvs.take_over(self.ply, mv);
            }
            if score >= window.beta {
                break;
            }
            window.alpha = score;
        }
        Ok((best, best_move))
    }

    /// What a capture promises at most, if that is not above alpha and it gives no check either.
    #[inline]
    fn hopeless_promise(&self, node: &Node, mv: Move, alpha: Score) -> Option<Score> {
        if !params::quiescence_futility() {
            return None;
        }
        let victim = self.position.board().piece_on(mv.to());
        let gain = victim.map_or(0, |piece| exchange_value(piece.piece_type()));
        let promise = node.static_eval? + params::quiescence_margin() + gain;
        (promise <= alpha && !self.position.gives_check(mv)).then_some(promise)
    }

    /// The score of capturing nothing; in check that is not allowed, and worth less than any move.
    fn stand_pat(&mut self, node: &mut Node) -> Score {
        let Some(corrected) = self.evaluate(node) else { return -Score::INFINITE };
        match node.entry.and_then(|entry| Some((entry.score, entry.bound?))) {
            Some((score, bound)) if !score.is_mate() && says_more(score, bound, corrected) => score,
            _ => corrected,
        }
    }
}
