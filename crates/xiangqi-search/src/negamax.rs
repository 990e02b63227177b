//! The search of one node, step by step: enter, recall, judge, prune, search the moves, remember.

use arrayvec::ArrayVec;
use xiangqi_core::Move;
use xiangqi_eval::{Evaluator, Score};

use crate::Bound;
use crate::extend::Extension;
use crate::node::{Kind, Node, NonPv, Pv, Searched, Stopped, Window};
use crate::params;
use crate::picker::{Picker, is_capture};
use crate::prune::reduce_without_table_move;
use crate::searcher::Searcher;
use crate::tt::Entry;

/// How the search of a node's moves ended.
struct Best {
    score: Score,
    /// The move that raised alpha.
    mv: Option<Move>,
    /// The first moves that did not, to be remembered as such.
    failed_quiets: ArrayVec<Move, FAILED_MOVES>,
    failed_captures: ArrayVec<Move, FAILED_MOVES>,
}

impl Default for Best {
    /// Nothing yet.
    fn default() -> Best {
        Best {
            score: -Score::INFINITE,
            mv: None,
            failed_quiets: ArrayVec::new(),
            failed_captures: ArrayVec::new(),
        }
    }
}

impl Best {
    /// Takes note of a move that did not raise alpha, as long as there is room.
    #[inline]
    fn add_failed(&mut self, candidate: &Candidate) {
        let failed = if candidate.quiet { &mut self.failed_quiets } else { &mut self.failed_captures };
        if !failed.is_full() {
            failed.push(candidate.mv);
        }
    }
}

/// How many failed moves of a kind are remembered: later ones were hardly searched.
const FAILED_MOVES: usize = 32;

/// A move on its turn.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// Its number in the order of search, from 1.
    pub(crate) number: i32,
    pub(crate) quiet: bool,
    pub(crate) gives_check: bool,
    /// What the histories say of it.
    pub(crate) history: i32,
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The score of the position, searched to `depth` plies, if it lies within the window; otherwise a bound on it.
    pub(crate) fn negamax<K: Kind>(&mut self, window: Window, depth: i32, cut_node: bool) -> Searched {
        if depth <= 0 && !K::ROOT {
            return self.quiescence::<K>(window);
        }
        let window = match self.enter::<K>(window) {
            Ok(window) => window,
            Err(score) => return Ok(score),
        };
        let mut node = self.recall::<K>(window, depth.max(1), cut_node);
        if let Some(score) = self.table_cutoff::<K>(&node) {
            return Ok(score);
        }
        self.judge(&mut node);
        if let Some(score) = self.prune::<K>(&node)? {
            return Ok(score);
        }
        reduce_without_table_move::<K>(&mut node);
        let best = self.search_moves::<K>(&node)?;
        self.remember::<K>(&node, &best);
        Ok(best.score)
    }

    /// What ends the game or the search here, told as an error, or else the window without scores that are out of
    /// reach: no line from here on can mate sooner than one ply below, or be mated sooner than here.
    #[inline]
    fn enter<K: Kind>(&mut self, window: Window) -> Result<Window, Score> {
        self.pvs.clear(self.ply);
        if K::ROOT {
            return Ok(window);
        }
        if let Some(score) = self.draw_or_verdict() {
            return Err(score);
        }
        if self.is_too_deep() {
            return Err(self.evaluate_at_horizon());
        }
        if !params::mate_distance_pruning() {
            return Ok(window);
        }
        let alpha = window.alpha.max(Score::mated_in(self.ply));
        let beta = window.beta.min(Score::mate_in(self.ply + 1));
        let window = Window { alpha, beta };
        if window.is_closed() { Err(alpha) } else { Ok(window) }
    }

    /// Asks the table.
    #[inline]
    fn recall<K: Kind>(&mut self, window: Window, depth: i32, cut_node: bool) -> Node {
        let ply = self.ply;
        let excluded = self.stack.at(ply).excluded;
        self.stack.at_mut(ply + 2).cutoffs = 0;
        self.stack.at_mut(ply + 1).killers = [None; 2];
        let node = self.new_node::<K>(window, depth);
        let tt_move = if K::ROOT {
            self.root.current().map(|best| best.mv)
        } else {
            node.tt_move.filter(|&mv| self.position.is_legal(mv))
        };
        let tt_capture = tt_move.is_some_and(|mv| is_capture(&self.position, mv));
        Node { cut_node, excluded, tt_move, tt_capture, ..node }
    }

    /// Whether the table's word is enough. Near the move limit it is not, since the table does not know the count.
    #[inline]
    fn table_cutoff<K: Kind>(&mut self, node: &Node) -> Option<Score> {
        let entry = node.entry?;
        if !params::table_cutoff()
            || K::PV
            || node.excluded.is_some()
            || entry.depth < node.depth
            || self.is_near_move_limit()
        {
            return None;
        }
        let score = node.table_score()?;
        if params::table_reward()
            && score >= node.window.beta
            && let Some(mv) = node.tt_move
            && !node.tt_capture
        {
            let context = self.stack.context(self.ply);
            self.histories.update_quiet(&self.position, &context, mv, history_bonus(node.depth));
        }
        Some(score)
    }

    /// Evaluates the position.
    #[inline]
    fn judge(&mut self, node: &mut Node) {
        let ply = self.ply;
        if node.excluded.is_some() && !node.in_check {
            node.static_eval = self.stack.at(ply).static_eval;
            node.eval = node.static_eval.unwrap_or_default();
            return;
        }
        let static_eval = self.evaluate(node);
        self.stack.at_mut(ply).static_eval = static_eval;
        let Some(corrected) = static_eval else { return };
        node.eval = match node.entry {
            Some(Entry { score, bound: Some(bound), .. }) if says_more(score, bound, corrected) => score,
            _ => corrected,
        };
        let before = self.stack.before(ply, 2).static_eval.or(self.stack.before(ply, 4).static_eval);
        node.improving = params::improving() && before.is_some_and(|before| corrected > before);
        if node.entry.is_none() {
            self.store(&Node { depth: 0, ..*node }, Score::ZERO, None, None);
        }
    }

    /// Searches the moves one after the other.
    fn search_moves<K: Kind>(&mut self, node: &Node) -> Result<Best, Stopped> {
        let (killers, context) = (self.stack.at(self.ply).killers, self.stack.context(self.ply));
        let mut picker = Picker::new(node.tt_move, killers, context);
        let mut best = Best::default();
        let mut window = node.window;
        let mut number = 0;
        while let Some(mv) = picker.next(&self.position, self.histories) {
            if Some(mv) == node.excluded || K::ROOT && !self.root.allows(mv) {
                continue;
            }
            number += 1;
            // The table is asked about the child soon, if the move is searched.
            self.shared.table.prefetch(self.position.key_after(mv));
            let candidate = self.candidate(mv, number, picker.gives_check(&self.position, mv));
            if !K::ROOT && !best.score.is_loss() && self.skip(node, &candidate, window.alpha, &mut picker) {
                continue;
            }
            let extension = match self.extension::<K>(node, mv)? {
                Extension::By(plies) => plies,
                Extension::Cut(score) => return Ok(Best { score, mv: None, ..best }),
            };
            let score = self.search_move::<K>(node, &candidate, window, extension)?;
            best.score = best.score.max(score);
            if score <= window.alpha {
                best.add_failed(&candidate);
                continue;
            }
            best.mv = Some(mv);
            self.improve_line::<K>(mv, score);
            if score >= window.beta {
                self.stack.at_mut(self.ply).cutoffs += 1;
                break;
            }
            window.alpha = score;
        }
        if number == 0 {
            // Checkmate and stalemate are both lost; a singular search only left out the single move.
            best.score = if node.excluded.is_some() { node.window.alpha } else { Score::mated_in(self.ply) };
        }
        Ok(best)
    }

    /// Takes note of the line behind a move that raised alpha.
    #[inline]
    fn improve_line<K: Kind>(&mut self, mv: Move, score: Score) {
        if K::PV {
            self.pvs.take_over(self.ply, mv);
        }
        if K::ROOT {
            self.root.promote(mv, score, &self.pvs.line(self.ply)[1..]);
        }
    }

    #[inline]
    fn candidate(&self, mv: Move, number: i32, gives_check: bool) -> Candidate {
        let quiet = !is_capture(&self.position, mv);
        let history = if quiet {
            self.histories.quiet(&self.position, &self.stack.context(self.ply)).get(&self.position, mv)
        } else {
            self.histories.capture(&self.position, mv)
        };
        Candidate { mv, number, quiet, gives_check, history }
    }

    /// Searches one move: late moves with a null window and less deep first, and again if they surprise.
    #[inline]
    fn search_move<K: Kind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: Window,
        extension: i32,
    ) -> Searched {
        let full_depth = node.depth - 1 + extension;
        let reduction = self.reduction::<K>(node, candidate);
        let null = Window::null(window.alpha).flip();
        let nodes = self.nodes;
        let score = self.child(candidate.mv, |below| {
            let mut score = -Score::INFINITE;
            let first = candidate.number == 1;
            if reduction > 0 {
                let reduced = (full_depth - reduction).clamp(1, full_depth.max(1));
                score = -below.negamax::<NonPv>(null, reduced, true)?;
                if score > window.alpha && reduced < full_depth {
                    score = -below.negamax::<NonPv>(null, full_depth, !node.cut_node)?;
                }
            } else if !K::PV || !first {
                score = -below.negamax::<NonPv>(null, full_depth, !node.cut_node)?;
            }
            if K::PV && (first || score > window.alpha) {
                score = -below.negamax::<Pv>(window.flip(), full_depth, false)?;
            }
            Ok(score)
        })?;
        if K::ROOT {
            self.root.add_nodes(candidate.mv, self.nodes - nodes);
        }
        Ok(score)
    }

    /// Tells the table and the histories what was found.
    fn remember<K: Kind>(&mut self, node: &Node, best: &Best) {
        if let Some(mv) = best.mv
            && best.score >= node.window.beta
        {
            self.reward(node, mv, best);
        }
        if node.excluded.is_some()
            || K::ROOT && self.root.current().is_none_or(|first| best.mv != Some(first.mv))
        {
            return;
        }
        let bound = if best.score >= node.window.beta {
            Bound::Lower
        } else if K::PV && best.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(node, best.score, Some(bound), best.mv);
        self.learn_correction(node, best, bound);
    }

    /// Remembers the move that cut, and those that should not have been tried before it.
    fn reward(&mut self, node: &Node, mv: Move, best: &Best) {
        let bonus = history_bonus(node.depth);
        let context = self.stack.context(self.ply);
        if is_capture(&self.position, mv) {
            self.histories.update_capture(&self.position, mv, bonus);
        } else {
            let killers = &mut self.stack.at_mut(self.ply).killers;
            if params::killers() && killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.update_quiet(&self.position, &context, mv, bonus);
            for &failed in &best.failed_quiets {
                self.histories.update_quiet(&self.position, &context, failed, -bonus);
            }
        }
        for &failed in &best.failed_captures {
            self.histories.update_capture(&self.position, failed, -bonus);
        }
    }

    fn learn_correction(&mut self, node: &Node, best: &Best, bound: Bound) {
        let Some(static_eval) = node.static_eval else { return };
        let quiet = best.mv.is_none_or(|mv| !is_capture(&self.position, mv));
        if params::correction_history()
            && quiet
            && !best.score.is_mate()
            && says_more(best.score, bound, static_eval)
        {
            self.histories.corrections.update(&self.position, node.depth, best.score, static_eval);
        }
    }

    pub(crate) fn store(&self, node: &Node, score: Score, bound: Option<Bound>, mv: Option<Move>) {
        let entry = Entry {
            mv,
            score: score.to_table(self.ply),
            bound,
            depth: node.depth,
            static_eval: node.raw_eval,
            pv: node.tt_pv,
        };
        self.shared.table.put(self.position.key(), entry);
    }
}

/// Whether a score with its bound contradicts an estimate.
#[inline]
pub(crate) fn says_more(score: Score, bound: Bound, estimate: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score > estimate,
        Bound::Upper => score < estimate,
    }
}

/// What a move that cut at this depth is rewarded with.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (params::history_bonus_slope() * depth).min(params::history_bonus_max())
}
