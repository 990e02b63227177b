//! Whether a blunder makes a good problem: to refute it, or to avoid it.

use xiangqi_core::rules::History;
use xiangqi_core::{Move, Position};
use xiangqi_eval::Score;
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_search::{Bound, Control, Engine, Limits, Line, Reporter, Settings};

use super::blunder::Blunder;

/// The transposition table of a search, in MiB; it is made anew for each.
const HASH_MIB: usize = 16;

/// What is asked of a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demands {
    /// The nodes with which the solution must be found, and found for good after half of them.
    pub(super) nodes: u64,
    /// The nodes with which a blunder and the one good move are looked for before more is spent on them.
    pub(super) look_nodes: u64,
    /// The nodes with which the solution must not be found.
    pub(super) easy_nodes: u64,
    /// How much the move that was played must cost, in centipawns.
    pub(super) loss: i32,
    /// By how much the solution must be better than any other move, in centipawns.
    pub(super) gap: i32,
    /// With the solution the side is not further behind, and without it not further ahead, in centipawns.
    pub(super) decided: i32,
}

/// A problem with what the searches found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) position: Position,
    /// Which move of the game is to be found, from 1.
    pub(super) ply: usize,
    pub(super) solution: Move,
    /// The blunder, if it was made here; otherwise it was the move before.
    pub(super) avoid: Option<Move>,
    /// The worth of the solution, and of the best other move.
    pub(super) scores: [Score; 2],
}

/// Judges blunders, one after the other, each as if it were the first.
pub(super) struct Judge {
    demands: Demands,
    engine: Engine<HandcraftedEvaluator>,
}

impl Judge {
    pub(super) fn new(demands: Demands) -> Judge {
        let evaluator = HandcraftedEvaluator::default();
        let settings = Settings { hash_mib: HASH_MIB, ..Settings::default() };
        Judge { demands, engine: Engine::new(evaluator, settings) }
    }

    pub(super) fn demands(&self) -> Demands {
        self.demands
    }

    /// The problem that a blunder makes, if one of these moves, the last one first, was one: to refute it, or else to find
    /// what should have been played.
    pub(super) fn accepts(&mut self, suspects: &[Blunder]) -> Option<Problem> {
        let Blunder { position, played, ply } = self.blunder(suspects)?;
        let mut after = position.clone();
        let _never_taken_back = after.make(*played);
        self.problem(&after, ply + 1, None).or_else(|| self.problem(position, *ply, Some(*played)))
    }

    /// The last of these moves before which the game was not lost, if it was so bad as a blunder must be.
    fn blunder<'a>(&mut self, suspects: &'a [Blunder]) -> Option<&'a Blunder> {
        let Demands { look_nodes, loss, decided, .. } = self.demands;
        for blunder in suspects {
            let Blunder { position, played, .. } = blunder;
            let best = self.search(position, look_nodes, Limits::default())?;
            if best.score.value() >= -decided {
                let only_played = Limits { search_moves: vec![*played], ..Limits::default() };
                let refuted = self.search(position, look_nodes, only_played)?;
                return (best.score - refuted.score >= loss).then_some(blunder);
            }
        }
        None
    }

    /// The problem that a position makes, if it makes a good one. What is cheap to find out comes first.
    fn problem(&mut self, position: &Position, ply: usize, avoid: Option<Move>) -> Option<Problem> {
        let Demands { nodes, look_nodes, easy_nodes, gap, decided, .. } = self.demands;
        let easy = self.search(position, easy_nodes, Limits::default())?.best;
        let look = self.search(position, look_nodes, Limits::default())?;
        if look.best == easy {
            return None;
        }
        let other = self.search(position, look_nodes, without(look.best))?;
        if look.score - other.score < gap / 2 {
            return None;
        }
        let deep = self.search(position, nodes, Limits::default())?;
        let solution = deep.best;
        if !deep.is_settled || solution == easy || Some(solution) == avoid || deep.score.value() < -decided {
            return None;
        }
        let other = self.search(position, nodes / 2, without(solution))?;
        let is_unique = deep.score - other.score >= gap && other.score.value() <= decided;
        let scores = [deep.score, other.score];
        is_unique.then(|| Problem { position: position.clone(), ply, solution, avoid, scores })
    }

    /// `None` if there is no move to be found.
    fn search(&mut self, position: &Position, nodes: u64, limits: Limits) -> Option<Verdict> {
        self.engine.new_game();
        let limits = Limits { nodes: Some(nodes), ..limits };
        let mut settling = Settling { after: nodes / 2, ..Settling::default() };
        let history = History::new(position);
        let result = self.engine.search(position, &history, &limits, &Control::new(), &mut settling);
        let best = result.best?;
        Some(Verdict { best, score: result.score, is_settled: settling.is_settled(best) })
    }
}

/// All moves but one.
fn without(mv: Move) -> Limits {
    Limits { banned_moves: vec![mv], ..Limits::default() }
}

/// What a search found.
struct Verdict {
    best: Move,
    score: Score,
    /// Whether it had found that after half of its nodes, and did not change its mind.
    is_settled: bool,
}

/// Listens for changes of mind.
#[derive(Default)]
struct Settling {
    /// From so many nodes on the mind should not change.
    after: u64,
    /// The last best move before that, and all after it.
    before: Option<Move>,
    later: Vec<Move>,
}

impl Settling {
    fn is_settled(&self, best: Move) -> bool {
        self.before == Some(best) && self.later.iter().all(|&mv| mv == best)
    }
}

impl Reporter for Settling {
    fn line(&mut self, line: &Line<'_>) {
        let Some(&best) = line.pv.first() else { return };
        if line.bound != Bound::Exact {
            return; // a bound of the clock's choice, which would make the verdict depend on the machine
        }
        if line.nodes <= self.after {
            self.before = Some(best);
        } else {
            self.later.push(best);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Little, so that tests are fast.
    const DEMANDS: Demands =
        Demands { nodes: 8000, look_nodes: 3000, easy_nodes: 1, loss: 250, gap: 150, decided: 400 };

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn blunder(fen: &str, played: &str) -> Blunder {
        Blunder { position: Position::from_fen(fen).unwrap(), played: mv(played), ply: 7 }
    }

    /// The red king goes where it is mated in three, instead of home.
    fn into_mate() -> Blunder {
        blunder("3k5/4a4/5a3/3N5/1P2N4/9/9/2n1B1n2/4K4/2B6 w", "e1f1")
    }

    /// Two moves later nothing helps any more.
    fn into_mate_too_late() -> Blunder {
        blunder("3k5/4a4/5a3/3N5/1P2N4/9/8n/4BK3/9/2Bn5 w", "d6c8")
    }

    /// The advisor lets in a black rook, which wins the red one with check; the elephant would have kept it out.
    fn rook_let_in() -> Blunder {
        blunder("2bak4/4a4/4b4/C8/8R/2B6/P5r2/4B4/9/3AKA1c1 w - - 1 31", "f0e1")
    }

    fn problem(demands: Demands, suspects: &[Blunder]) -> Option<Problem> {
        Judge::new(demands).accepts(suspects)
    }

    #[test]
    fn a_blunder_is_to_be_refuted() {
        let problem = problem(DEMANDS, &[into_mate()]).unwrap();
        assert_eq!(problem.position.to_fen(), "3k5/4a4/5a3/3N5/1P2N4/9/9/2n1B1n2/5K3/2B6 b - - 1 1");
        assert_eq!((problem.ply, problem.solution, problem.avoid), (8, mv("c2d0"), None));
        let [best, other] = problem.scores;
        assert_eq!(best.to_string(), "mate 3");
        assert!(other.value() < 400, "{other}");
    }

    #[test]
    fn a_blunder_that_is_easily_refuted_is_to_be_avoided() {
        let hasty = Demands { nodes: 20_000, look_nodes: 6666, ..DEMANDS };
        assert_eq!(problem(hasty, &[rook_let_in()]).unwrap().avoid, None);
        let problem = problem(Demands { easy_nodes: 300, ..hasty }, &[rook_let_in()]).unwrap();
        assert_eq!(problem.position, rook_let_in().position);
        assert_eq!((problem.ply, problem.solution, problem.avoid), (7, mv("e2g0"), Some(mv("f0e1"))));
    }

    #[test]
    fn the_move_is_blamed_before_which_the_game_was_not_lost() {
        let blamed = problem(DEMANDS, &[into_mate_too_late(), into_mate()]);
        assert_eq!(blamed, problem(DEMANDS, &[into_mate()]));
        assert_eq!(problem(DEMANDS, &[into_mate_too_late()]), None);
    }

    #[test]
    fn each_demand_is_made() {
        for (what, demands) in [
            ("too easy", Demands { easy_nodes: 3000, ..DEMANDS }),
            ("costs too little", Demands { loss: 50_000, ..DEMANDS }),
            ("something else is nearly as good", Demands { gap: 50_000, ..DEMANDS }),
            ("found too late", Demands { nodes: 1000, ..DEMANDS }),
        ] {
            assert_eq!(problem(demands, &[into_mate()]), None, "{what}");
        }
    }

    #[test]
    fn the_difference_must_matter() {
        let refutation = problem(DEMANDS, &[into_mate()]).unwrap();
        let hasty = Demands { nodes: 20_000, look_nodes: 6666, easy_nodes: 300, ..DEMANDS };
        let defence = problem(hasty, &[rook_let_in()]).unwrap();
        let accepts = |demands, decided, problem: &Problem| {
            let mut judge = Judge::new(Demands { decided, ..demands });
            judge.problem(&problem.position, problem.ply, problem.avoid).is_some()
        };
        let ahead_without = refutation.scores[1].value();
        assert!(accepts(DEMANDS, ahead_without, &refutation));
        assert!(!accepts(DEMANDS, ahead_without - 1, &refutation));
        let behind_with = -defence.scores[0].value();
        assert!(accepts(hasty, behind_with, &defence));
        assert!(!accepts(hasty, behind_with - 1, &defence));
    }

    #[test]
    fn each_blunder_is_judged_as_if_it_were_the_first() {
        let mut judge = Judge::new(DEMANDS);
        for blunder in [into_mate(), rook_let_in(), into_mate()] {
            let suspects = [blunder];
            assert_eq!(judge.accepts(&suspects), problem(DEMANDS, &suspects));
        }
    }

    #[test]
    fn a_mind_that_changes_late_is_not_settled() {
        let settled = |lines: &[(u64, &str, Bound)]| {
            let mut settling = Settling { after: 100, ..Settling::default() };
            for &(nodes, best, bound) in lines {
                settling.line(&Line {
                    depth: 1,
                    selective_depth: 1,
                    multipv: 1,
                    score: Score::ZERO,
                    bound,
                    nodes,
                    time: std::time::Duration::ZERO,
                    hashfull: 0,
                    pv: &[mv(best)],
                });
            }
            settling.is_settled(mv("h2e2"))
        };
        let (exact, lower) = (Bound::Exact, Bound::Lower);
        assert!(settled(&[(1, "h0g2", exact), (100, "h2e2", exact)]));
        assert!(settled(&[(100, "h2e2", exact), (101, "h2e2", exact), (102, "h0g2", lower)]));
        assert!(!settled(&[(101, "h2e2", exact)]));
        assert!(!settled(&[(99, "h2e2", exact), (100, "h0g2", exact), (101, "h2e2", exact)]));
        assert!(!settled(&[(100, "h2e2", exact), (101, "h0g2", exact), (102, "h2e2", exact)]));
    }
}
