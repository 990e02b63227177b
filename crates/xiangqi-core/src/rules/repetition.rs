//! Repeated positions, and perpetual check 长将.
//!
//! A position repeats when the same placement occurs again with the same side to move. A side that gave check with
//! every move since the earlier occurrence, while the other did not, loses; otherwise the game is drawn.
//! Repetitions without perpetual check may still be lost by perpetual chase 长捉, which
//! [`History`] cannot see; that judgement starts where [`History::repetition`] rules a draw.
//!
//! The history is a stack, so that a search can walk its tree with one: nearly all positions occur for the first
//! time, and the question for them is a short walk over keys that ends at the last capture.

use alloc::vec::Vec;

use crate::{Color, Position};

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
}

/// A position that has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// How often it has occurred, at least 2, this time included.
    pub occurrences: u32,
    /// How many plies ago it occurred last, at least 4.
    pub cycle: usize,
    /// How the game ends if this repetition ends it.
    pub ruling: Ruling,
}

/// Who loses by a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Nobody.
    Draw,
    /// This side, which gave perpetual check.
    Loss(Color),
}

impl History {
    /// Starts from a root, which counts as an occurrence; what was before is unknown.
    ///
    /// Afterwards, and in every clone, at least 512 plies can be pushed without allocating.
    #[must_use]
    pub fn new(root: &Position) -> History {
        let mut plies = Vec::with_capacity(1 + HEADROOM);
        plies.push(Ply { key: root.key(), reversible: 0, is_check: root.is_check() });
        History { plies, root_side: root.side_to_move() }
    }

    /// Notes the position after a move.
    ///
    /// `irreversible` says that no position before the move can occur again: it was a capture, or a null move,
    /// which no game contains.
    #[inline]
    pub fn push(&mut self, after: &Position, irreversible: bool) {
        let reversible = if irreversible { 0 } else { self.current().reversible + 1 };
        self.plies.push(Ply { key: after.key(), reversible, is_check: after.is_check() });
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

    /// What the rules say of the current position if it has occurred before; `None` the first time.
    ///
    /// With several earlier occurrences the ruling is about all moves since the last but one, which is the
    /// stretch that the usual third occurrence ends.
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
            ruling: self.ruling(second.unwrap_or(cycle)),
        })
    }

    /// Rules on the last `plies` plies.
    fn ruling(&self, plies: usize) -> Ruling {
        let gave_check_only = |first| (first..plies).step_by(2).all(|plies| self.back(plies).is_check);
        let side_to_move = if self.len().is_multiple_of(2) { self.root_side } else { !self.root_side };
        match (gave_check_only(0), gave_check_only(1)) {
            (true, false) => Ruling::Loss(!side_to_move),
            (false, true) => Ruling::Loss(side_to_move),
            (true, true) | (false, false) => Ruling::Draw,
        }
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
    fn history(fen: &str, moves: &str) -> History {
        let mut position = Position::from_fen(fen).unwrap();
        let mut history = History::new(&position);
        for mv in moves.split_whitespace() {
            let mv = mv.parse().unwrap();
            assert!(position.is_legal(mv), "{mv}");
            let undo = position.make(mv);
            history.push(&position, undo.captured().is_some());
        }
        history
    }

    const START: &str = crate::START_FEN;

    #[test]
    fn quiet_moves_back_and_forth_are_a_draw() {
        let there_and_back = "h2g2 h7g7 g2h2 g7h7 ";
        assert_eq!(history(START, "h2g2 h7g7 g2h2").repetition(), None);
        let draw = |occurrences| Some(Repetition { occurrences, cycle: 4, ruling: Ruling::Draw });
        for times in 1..5_u32 {
            let history = history(START, &there_and_back.repeat(times as usize));
            assert_eq!(history.repetition(), draw(times + 1));
        }
    }

    #[test]
    fn longer_cycles_are_found() {
        let moves = "h2g2 h7g7 g2f2 g7f7 f2h2 f7h7";
        let repetition = history(START, moves).repetition().unwrap();
        assert_eq!((repetition.occurrences, repetition.cycle), (2, 6));
    }

    #[test]
    fn the_side_that_checks_with_every_move_loses() {
        let checks = "a8a9 f9f8 a9a8 f8f9 ";
        for times in 1..4 {
            let red = history("5k3/R8/9/9/9/9/9/9/9/4K4 w", &checks.repeat(times));
            assert_eq!(red.repetition().unwrap().ruling, Ruling::Loss(Color::Red));
        }
        let black = history("4k4/9/9/9/9/9/9/9/r8/5K3 b", "a1a0 f0f1 a0a1 f1f0");
        assert_eq!(black.repetition().unwrap().ruling, Ruling::Loss(Color::Black));
    }

    #[test]
    fn every_move_since_the_last_but_one_occurrence_must_have_been_a_check() {
        // The first cycle has a quiet move, the second has not; the third occurrence judges both.
        let (quiet, checks) = ("a9a7 f8f9 a7a9 f9f8 ".to_string(), "a9a8 f8f9 a8a9 f9f8 ");
        let fen = "R8/5k3/9/9/9/9/9/9/9/4K4 w";
        let second = history(fen, &(quiet.clone() + checks)).repetition().unwrap();
        assert_eq!(second, Repetition { occurrences: 3, cycle: 4, ruling: Ruling::Draw });
        let fourth = history(fen, &(quiet + checks + checks)).repetition().unwrap();
        assert_eq!(fourth, Repetition { occurrences: 4, cycle: 4, ruling: Ruling::Loss(Color::Red) });
    }

    #[test]
    fn an_irreversible_move_cuts_the_walk() {
        let mut position = Position::start();
        let mut history = History::new(&position);
        for (mv, irreversible) in [("h2g2", false), ("h7g7", true), ("g2h2", false), ("g7h7", false)] {
            let _ = position.make(mv.parse().unwrap());
            history.push(&position, irreversible);
        }
        assert_eq!(history.repetition(), None);
    }

    #[test]
    fn popping_restores_and_keeps_the_root() {
        let mut history = history(START, "h2g2 h7g7 g2h2 g7h7");
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
        let position = Position::start();
        for mut history in [History::new(&position), History::new(&position).clone()] {
            let capacity = history.plies.capacity();
            for _ in 0..HEADROOM {
                history.push(&position, false);
            }
            assert_eq!(history.plies.capacity(), capacity);
        }
    }
}
