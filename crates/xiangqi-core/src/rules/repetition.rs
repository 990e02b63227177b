//! Repeated positions, and who loses by them.
//!
//! A position repeats when the same placement occurs again with the same side to move. What the moves since then were
//! decides: perpetual check 长将 is told from a flag per position, perpetual chase 长捉 by going back through them
//! ([`super::chase`]).
//!
//! The history is a stack, so that a search can walk its tree with one: nearly all positions occur for the first
//! time, and the question for them is a short walk over keys that ends at the last capture. Only for the others are
//! moves looked at.

use alloc::vec::Vec;

use super::chase::perpetually_chased;
use super::national::offences;
use super::{RepetitionRule, Rule, Ruling};
use crate::{Color, Move, Position, Undo};

/// Two sides make at least two moves each before a position can occur again.
const SHORTEST_CYCLE: usize = 4;

/// For how many more plies there is room at any time after [`History::new`] and `clone`.
const HEADROOM: usize = 512;

/// What the repetition rules need to know of the positions from a root to the current one.
#[derive(Debug)]
pub struct History {
    /// The root and one entry for each move after it.
    plies: Vec<Ply>,
    root_side: Color,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    key: u64,
    /// How many plies back a position could still be the same.
    reversible: u32,
    /// Whether the side to move is in check, given by the move that led here.
    is_check: bool,
    /// The move that led here; none at the root and after a null move.
    mv: Option<Move>,
}

/// A position that has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// How often it has occurred, at least 2, this time included.
    pub occurrences: u32,
    /// How many plies ago it occurred last, at least 4.
    pub cycle: usize,
    /// How many plies the rules judge: those since the last occurrence but one, which is the stretch that the usual
    /// third occurrence ends, or since the last if there are only two.
    pub stretch: usize,
}

impl History {
    /// Starts from a root, which counts as an occurrence; what was before is unknown.
    ///
    /// Afterwards, and in every clone, at least 512 plies can be pushed without allocating.
    #[must_use]
    pub fn new(root: &Position) -> History {
        let mut plies = Vec::with_capacity(1 + HEADROOM);
        plies.push(Ply { key: root.key(), reversible: 0, is_check: root.is_check(), mv: None });
        History { plies, root_side: root.side_to_move() }
    }

    /// Notes the position after the move that `undo` takes back.
    #[inline]
    pub fn push(&mut self, after: &Position, undo: &Undo) {
        let mv = undo.mv();
        let irreversible = undo.captured().is_some() || mv.is_none();
        let reversible = if irreversible { 0 } else { self.current().reversible + 1 };
        self.plies.push(Ply { key: after.key(), reversible, is_check: after.is_check(), mv });
    }

    /// Forgets the last position noted; the root stays.
    #[inline]
    pub fn pop(&mut self) {
        if self.plies.len() > 1 {
            self.plies.pop();
        }
    }

    /// How many plies the current position is from the root.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.plies.len() - 1
    }

    /// Whether the current position is the root.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the current position has occurred before; `None` the first time.
    #[must_use]
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        let Ply { key, reversible, .. } = *self.current();
        let mut earlier =
            (SHORTEST_CYCLE..=reversible as usize).step_by(2).filter(|&plies| self.back(plies).key == key);
        let cycle = earlier.next()?;
        let second = earlier.next();
        Some(Repetition {
            occurrences: 2 + u32::from(second.is_some()) + earlier.map(|_| 1).sum::<u32>(),
            cycle,
            stretch: second.unwrap_or(cycle),
        })
    }

    /// How the game ends if a repetition ends it, told from the last `stretch` plies; nothing is allocated.
    ///
    /// `stretch` is what [`repetition`](Self::repetition) has told; of more plies than there are, all are looked at, and
    /// of none nothing but a draw can be told. `position` is the current one, which [`push`](Self::push) has noted last;
    /// for any other the ruling means nothing.
    #[must_use]
    pub fn ruling(&self, position: &Position, stretch: usize, rule: RepetitionRule) -> Ruling {
        let mover = !position.side_to_move();
        let stretch = stretch.min(self.len());
        if rule == RepetitionRule::AlwaysDraw || stretch == 0 {
            return Ruling::draw(Rule::Repetition);
        }
        let checks_only = |first: usize| (first..stretch).step_by(2).all(|plies| self.back(plies).is_check);
        if let Some(ruling) = judge(Rule::PerpetualCheck, mover, checks_only(0), checks_only(1)) {
            return ruling;
        }
        if rule == RepetitionRule::Chinese {
            return self.national_ruling(position, stretch);
        }
        let any_check = || (0..stretch).any(|plies| self.back(plies).is_check);
        if rule == RepetitionRule::CheckOnly || rule == RepetitionRule::Computer && any_check() {
            return Ruling::draw(Rule::Repetition);
        }
        let victims = perpetually_chased(position.board(), mover, self.moves_back(stretch), rule);
        let chases = |side: Color| !victims[side].is_empty();
        judge(Rule::PerpetualChase, mover, chases(mover), chases(!mover))
            .unwrap_or(Ruling::draw(Rule::Repetition))
    }

    /// How the game ends under the national rules, if no side alone gave perpetual check.
    fn national_ruling(&self, position: &Position, stretch: usize) -> Ruling {
        let mover = !position.side_to_move();
        let plies = (0..stretch).map_while(|plies| Some((self.back(plies).mv?, self.back(plies).is_check)));
        let offences = offences(position.board(), mover, plies);
        match (offences[mover], offences[!mover]) {
            (None, None) => Ruling::draw(Rule::Repetition),
            (Some(rule), None) => Ruling::against(mover, rule),
            (None, Some(rule)) => Ruling::against(!mover, rule),
            (Some(rule), Some(other)) => {
                Ruling::against_both(if rule == other { rule } else { Rule::MixedOffences })
            }
        }
    }

    /// The last moves, the latest first, as far as there are any.
    fn moves_back(&self, plies: usize) -> impl Iterator<Item = Move> {
        (0..plies).map_while(|plies| self.back(plies).mv)
    }

    #[inline]
    fn current(&self) -> &Ply {
        self.back(0)
    }

    #[inline]
    fn back(&self, plies: usize) -> &Ply {
        &self.plies[self.len() - plies]
    }
}

/// The ruling on a rule that a side, its opponent, or both broke; `None` if nobody did.
fn judge(rule: Rule, side: Color, side_broke: bool, opponent_broke: bool) -> Option<Ruling> {
    match (side_broke, opponent_broke) {
        (true, true) => Some(Ruling::against_both(rule)),
        (true, false) => Some(Ruling::against(side, rule)),
        (false, true) => Some(Ruling::against(!side, rule)),
        (false, false) => None,
    }
}

impl Clone for History {
    /// Clones with the same room for more as [`History::new`] gives.
    fn clone(&self) -> History {
        let mut plies = Vec::with_capacity(self.plies.len() + HEADROOM);
        plies.extend_from_slice(&self.plies);
        History { plies, root_side: self.root_side }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// The history of a game.
    fn play(fen: &str, moves: &str) -> (Position, History) {
        let mut position = Position::from_fen(fen).unwrap();
        let mut history = History::new(&position);
        for mv in moves.split_whitespace() {
            let mv = mv.parse().unwrap();
            assert!(position.is_legal(mv), "{mv}");
            let undo = position.make(mv);
            history.push(&position, &undo);
        }
        (position, history)
    }

    /// How a game ends by the repetition in its last position.
    fn ruling(fen: &str, moves: &str, rule: RepetitionRule) -> (Repetition, Ruling) {
        let (position, history) = play(fen, moves);
        let repetition = history.repetition().expect("a repetition");
        (repetition, history.ruling(&position, repetition.stretch, rule))
    }

    const START: &str = crate::START_FEN;

    #[test]
    fn a_ruling_on_more_plies_than_there_are_is_one_on_all() {
        let (start, history) = play(crate::START_FEN, "");
        for rule in RepetitionRule::ALL {
            for stretch in [0, 1, 4, usize::MAX] {
                assert_eq!(history.ruling(&start, stretch, rule), Ruling::draw(Rule::Repetition));
            }
        }
        let (position, history) = play("5k3/R8/9/9/9/9/9/9/9/4K4 w", "a8a9 f9f8 a9a8 f8f9");
        let ruling = history.ruling(&position, usize::MAX, RepetitionRule::Computer);
        assert_eq!(ruling, history.ruling(&position, 4, RepetitionRule::Computer));
        assert_eq!(ruling.rule, Rule::PerpetualCheck);
    }

    #[test]
    fn quiet_moves_back_and_forth_are_a_draw() {
        let there_and_back = "h2g2 h7g7 g2h2 g7h7 ";
        assert_eq!(play(START, "h2g2 h7g7 g2h2").1.repetition(), None);
        for times in 1..5_u32 {
            let stretch = if times == 1 { 4 } else { 8 };
            let repetition = Repetition { occurrences: times + 1, cycle: 4, stretch };
            for rule in RepetitionRule::ALL {
                let found = ruling(START, &there_and_back.repeat(times as usize), rule);
                assert_eq!(found, (repetition, Ruling::draw(Rule::Repetition)));
            }
        }
    }

    #[test]
    fn longer_cycles_are_found() {
        let moves = "h2g2 h7g7 g2f2 g7f7 f2h2 f7h7";
        let repetition = play(START, moves).1.repetition().unwrap();
        assert_eq!((repetition.occurrences, repetition.cycle), (2, 6));
    }

    #[test]
    fn the_side_that_checks_with_every_move_loses() {
        let checks = "a8a9 f9f8 a9a8 f8f9 ";
        for rule in RepetitionRule::ALL {
            let expected = |side| match rule {
                RepetitionRule::AlwaysDraw => Ruling::draw(Rule::Repetition),
                _ => Ruling::against(side, Rule::PerpetualCheck),
            };
            for times in 1..4 {
                let (_, red) = ruling("5k3/R8/9/9/9/9/9/9/9/4K4 w", &checks.repeat(times), rule);
                assert_eq!(red, expected(Color::Red));
            }
            let (_, black) = ruling("4k4/9/9/9/9/9/9/9/r8/5K3 b", "a1a0 f0f1 a0a1 f1f0", rule);
            assert_eq!(black, expected(Color::Black));
        }
    }

    #[test]
    fn every_move_since_the_last_but_one_occurrence_must_have_been_a_check() {
        // The first cycle has a quiet move, the second has not; the third occurrence judges both.
        let (quiet, checks) = ("a9a7 f8f9 a7a9 f9f8 ".to_string(), "a9a8 f8f9 a8a9 f9f8 ");
        let fen = "R8/5k3/9/9/9/9/9/9/9/4K4 w";
        let (second, draw) = ruling(fen, &(quiet.clone() + checks), RepetitionRule::Computer);
        assert_eq!(second, Repetition { occurrences: 3, cycle: 4, stretch: 8 });
        assert_eq!(draw, Ruling::draw(Rule::Repetition));
        let (fourth, loss) = ruling(fen, &(quiet + checks + checks), RepetitionRule::Computer);
        assert_eq!(fourth, Repetition { occurrences: 4, cycle: 4, stretch: 8 });
        assert_eq!(loss, Ruling::against(Color::Red, Rule::PerpetualCheck));
    }

    #[test]
    fn only_rules_that_know_the_chase_see_one() {
        // Red's cannon hunts the unprotected rook from file to file.
        let fen = "5k3/1r7/9/p8/9/1p7/9/C8/9/3AKA3 w";
        let moves = "a2b2 b8a8 b2a2 a8b8";
        for rule in RepetitionRule::ALL {
            let expected = match rule {
                RepetitionRule::Computer | RepetitionRule::Asian | RepetitionRule::Chinese => {
                    Ruling::against(Color::Red, Rule::PerpetualChase)
                }
                RepetitionRule::CheckOnly | RepetitionRule::AlwaysDraw => Ruling::draw(Rule::Repetition),
            };
            assert_eq!(ruling(fen, moves, rule).1, expected, "{rule}");
        }
    }

    #[test]
    fn captures_and_null_moves_cut_the_walk() {
        let mut position = Position::start();
        let mut history = History::new(&position);
        for mv in ["h2g2", "", "g2h2", ""] {
            let undo = if mv.is_empty() { position.make_null() } else { position.make(mv.parse().unwrap()) };
            history.push(&position, &undo);
        }
        assert_eq!(history.repetition(), None);
        let (_, history) = play("4k4/9/9/9/9/9/9/p8/9/R2K5 w", "a0a2 e9f9 a2a0 f9e9");
        assert_eq!(history.repetition(), None);
    }

    #[test]
    fn popping_restores_and_keeps_the_root() {
        let (_, mut history) = play(START, "h2g2 h7g7 g2h2 g7h7");
        assert_eq!(history.len(), 4);
        history.pop();
        assert_eq!(history.repetition(), None);
        for _ in 0..9 {
            history.pop();
        }
        assert!(history.is_empty());
    }

    #[test]
    fn pushing_in_a_search_never_allocates() {
        let mut position = Position::start();
        let undo = position.make_null();
        for mut history in [History::new(&position), History::new(&position).clone()] {
            let capacity = history.plies.capacity();
            for _ in 0..HEADROOM {
                history.push(&position, &undo);
            }
            assert_eq!(history.plies.capacity(), capacity);
        }
    }
}
