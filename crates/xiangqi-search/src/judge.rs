//! What a position is worth without searching it: by rule, or by evaluation.

use xiangqi_core::rules::Repetition;
use xiangqi_eval::{Evaluator, Score};

use crate::node::{Kind, Node, Window};
use crate::params;
use crate::searcher::Searcher;
use crate::stack::MAX_PLY;
use crate::tt::Entry;

/// A win by the repetition rule, less the plies to it: more than any evaluation, but not a mate.
const RULE_WIN: i32 = 20_000;
/// From so many plies before the move limit on, the table is not trusted.
const NEAR_MOVE_LIMIT: u16 = 12;

impl<E: Evaluator> Searcher<'_, E> {
    /// The score of a position that ends the game by repetition, move limit or lack of material.
    #[inline]
    pub(crate) fn draw_or_verdict(&mut self) -> Option<Score> {
        if let Some(repetition) = self.path.repetition()
            && let Some(score) = self.verdict(repetition)
        {
            return Some(score);
        }
        if self.shared.rules.plies_to_move_limit(&self.position) == Some(0) {
            let lost = !self.position.has_legal_move();
            return Some(if lost { Score::mated_in(self.ply) } else { Score::DRAW });
        }
        (self.shared.rules.material_draws && self.position.is_material_draw()).then_some(Score::DRAW)
    }

    /// The score of a position that has occurred before, once that counts.
    ///
    /// It counts from the second occurrence on, if both lie below the root: whoever could do better the second time
    /// could have done so the first. Of positions before the root, the rules' number of occurrences is needed. Few
    /// positions occur twice, so that the rules may look closely at those that do.
    #[cold]
    fn verdict(&self, repetition: Repetition) -> Option<Score> {
        let rules = &self.shared.rules;
        let stretch = if repetition.occurrences >= rules.occurrences {
            repetition.stretch
        } else if repetition.cycle < self.ply {
            repetition.cycle
        } else {
            return None;
        };
        let rule_win = Score::from_centipawns(RULE_WIN) - self.ply as i32;
        Some(match self.path.ruling(&self.position, stretch, rules.repetition).result.winner() {
            None => Score::DRAW,
            Some(winner) if winner == self.position.side_to_move() => rule_win,
            Some(_) => -rule_win,
        })
    }

    /// Whether the move limit is so close that a table entry, which does not know the count, may mislead.
    #[inline]
    pub(crate) fn is_near_move_limit(&self) -> bool {
        let plies = self.shared.rules.plies_to_move_limit(&self.position);
        plies.is_some_and(|plies| plies <= NEAR_MOVE_LIMIT)
    }

    /// Whether the path is as long as it may be.
    #[inline]
    pub(crate) fn is_too_deep(&self) -> bool {
        self.ply + 1 >= MAX_PLY
    }

    /// The score where the path can get no longer.
    pub(crate) fn evaluate_at_horizon(&mut self) -> Score {
        if self.position.is_check() {
            return Score::DRAW;
        }
        let raw = self.evaluator.evaluate(&self.position);
        self.corrected(raw, self.histories.corrections.get(&self.position))
    }

    /// A node of which only what table and experience say of its position is known.
    #[inline]
    pub(crate) fn new_node<K: Kind>(&self, window: Window, depth: i32) -> Node {
        // Asked for before the table, whose answer takes longest to come.
        let correction = self.histories.corrections.get(&self.position);
        Node { correction, ..Node::new::<K>(&self.position, window, depth, self.table_entry()) }
    }

    /// What the table knows of the position, mates counted from the root.
    #[inline]
    fn table_entry(&self) -> Option<Entry> {
        let entry = self.shared.table.get(self.position.key())?;
        Some(Entry { score: entry.score.from_table(self.ply), ..entry })
    }

    /// Finds the static evaluation of a node, which the table may know; there is none in check.
    #[inline]
    pub(crate) fn evaluate(&mut self, node: &mut Node) -> Option<Score> {
        if node.in_check {
            return None;
        }
        let known = node.entry.and_then(|entry| entry.static_eval);
        let raw = known.unwrap_or_else(|| self.evaluator.evaluate(&self.position));
        node.raw_eval = Some(raw);
        node.static_eval = Some(self.corrected(raw, node.correction));
        node.static_eval
    }

    /// An evaluation, corrected by experience, and faded as the move limit, if there is one, comes closer.
    #[inline]
    fn corrected(&self, raw: Score, correction: i32) -> Score {
        let value = raw.value() + correction;
        if !params::fading() || self.shared.rules.move_limit.is_none() {
            return Score::from_centipawns(value);
        }
        let quiet_plies = i32::from(self.position.counter().quiet_plies());
        let fade_plies = params::fade_plies();
        Score::from_centipawns(value * (fade_plies - quiet_plies).max(0) / fade_plies)
    }
}
