//! The moves at the root and the lines found below them.

use xiangqi_core::Move;
use xiangqi_eval::Score;

use crate::pv::Variation;

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// The score of the last search in which this was the best move.
    pub(crate) score: Score,
    /// The line that begins with the move.
    pub(crate) pv: Variation,
    /// The iteration that the score and the line are from; 0 if the move has never been the best.
    pub(crate) depth: u32,
    /// The nodes spent below the move in this iteration.
    pub(crate) nodes: u64,
}

/// The moves to consider, the best of each line first.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// The iteration, in plies.
    depth: u32,
    /// The lines before this one are settled in this iteration, and their moves out of consideration.
    line: usize,
}

impl RootMoves {
    pub(crate) fn new(moves: impl IntoIterator<Item = Move>) -> RootMoves {
        let moves = moves.into_iter().map(|mv| RootMove {
            mv,
            score: -Score::INFINITE,
            pv: [mv].into_iter().collect(),
            depth: 0,
            nodes: 0,
        });
        RootMoves { moves: moves.collect(), depth: 0, line: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Begins an iteration, in which effort is counted anew.
    pub(crate) fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        for root_move in &mut self.moves {
            root_move.nodes = 0;
        }
    }

    /// Begins the search of this line.
    pub(crate) fn begin_line(&mut self, line: usize) {
        self.line = line;
    }

    /// The best move of a line.
    pub(crate) fn best(&self, line: usize) -> Option<&RootMove> {
        self.moves.get(line)
    }

    /// The best move of the line that is being searched.
    pub(crate) fn current(&self) -> Option<&RootMove> {
        self.best(self.line)
    }

    /// Whether the move may be played in the current line.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.moves.iter().skip(self.line).any(|root_move| root_move.mv == mv)
    }

    /// Adds to the nodes spent on a move.
    pub(crate) fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) {
            root_move.nodes += nodes;
        }
    }

    /// Makes a move the best of the current line; the others keep their order.
    pub(crate) fn promote(&mut self, mv: Move, score: Score, below: &[Move]) {
        let Some(at) = self.moves.iter().position(|root_move| root_move.mv == mv) else { return };
        let root_move = &mut self.moves[at];
        root_move.score = score;
        root_move.depth = self.depth;
        root_move.pv.clear();
        root_move.pv.push(mv);
        let room = root_move.pv.remaining_capacity();
        root_move.pv.extend(below.iter().copied().take(room));
        if at > self.line {
            self.moves[self.line..=at].rotate_right(1);
        }
    }

    /// Puts the settled lines in the order of their scores.
    pub(crate) fn sort_lines(&mut self, lines: usize) {
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root_move| core::cmp::Reverse(root_move.score));
    }
}

#[cfg(test)]
mod tests {
    use xiangqi_core::Position;

    use super::*;

    fn moves(root: &RootMoves) -> Vec<Move> {
        root.moves.iter().map(|root_move| root_move.mv).collect()
    }

    #[test]
    fn the_promoted_move_comes_first_and_the_others_keep_their_order() {
        let legal = Position::start().legal_moves();
        let mut root = RootMoves::new(legal.iter().copied());
        root.begin_iteration(6);
        root.promote(legal[3], Score::from_centipawns(20), &[legal[9]]);
        assert_eq!(moves(&root)[..5], [legal[3], legal[0], legal[1], legal[2], legal[4]]);
        let best = root.best(0).expect("there are moves");
        assert_eq!((best.score, &best.pv[..]), (Score::from_centipawns(20), &[legal[3], legal[9]][..]));
        assert_eq!((best.depth, root.best(1).map(|never_best| never_best.depth)), (6, Some(0)));
    }

    #[test]
    fn later_lines_leave_the_settled_ones_alone() {
        let legal = Position::start().legal_moves();
        let mut root = RootMoves::new(legal.iter().copied());
        root.promote(legal[5], Score::from_centipawns(10), &[]);
        root.begin_line(1);
        assert!(!root.allows(legal[5]) && root.allows(legal[0]));
        root.promote(legal[7], Score::from_centipawns(30), &[]);
        assert_eq!(moves(&root)[..3], [legal[5], legal[7], legal[0]]);
        root.sort_lines(2);
        assert_eq!(moves(&root)[..3], [legal[7], legal[5], legal[0]]);
    }

    #[test]
    fn effort_is_counted_anew_in_each_iteration() {
        let legal = Position::start().legal_moves();
        let mut root = RootMoves::new(legal.iter().copied());
        root.add_nodes(legal[0], 5);
        root.add_nodes(legal[0], 7);
        assert_eq!(root.best(0).map(|best| best.nodes), Some(12));
        root.begin_iteration(2);
        assert_eq!(root.best(0).map(|best| best.nodes), Some(0));
    }
}
