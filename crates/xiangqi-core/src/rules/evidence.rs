//! What each move of a repeated stretch did: the evidence for a verdict.

use alloc::vec::Vec;

use super::RepetitionRule;
use super::capture::{Captures, Protection};
use super::chase::{Step, perpetually_chased};
use super::exchange;
use super::national::NationalStep;
use crate::{Bitboard, Board, ByColor, Color, Move, Piece, Position, Square};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// One capture that a move threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Chase {
    /// The piece that could capture; not always the one that moved.
    pub attacker: Placed,
    /// The piece that could be captured.
    pub victim: Placed,
    /// Why the victim's protection does not help it.
    pub protection: Protection,
}

/// What a move does that attacks nothing in the sense of the rules (闲).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Idle {
    /// 兑: the piece that moved offers to exchange itself for one of the same worth.
    Exchange,
    /// 献: the piece that moved can be taken with a gain.
    Offer,
    /// 拦: the piece that moved now blocks an attack of the opponent.
    Block,
    /// 跟: the piece that moved attacks a piece that is protected.
    Follow,
    /// Nothing of these.
    Other,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Act {
    /// 将: these pieces give check.
    Check(Vec<Placed>),
    /// 捉: these captures are threatened.
    Chase(Vec<Chase>),
    /// 捉: this check would win a piece (抽将).
    ChaseByCheck(Move),
    /// 杀: mate is threatened, beginning with this move.
    MateThreat(Move),
    /// 闲.
    Idle(Idle),
}

/// One move of a repeated stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Deed {
    /// The number of the move in the game, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// What the move does under the rules of the game.
    pub act: Act,
}

/// What the moves from a position on, which repeat it, do under a rule; the first has the number `first_ply`.
pub(crate) fn gather(start: &Position, moves: &[Move], first_ply: usize, rule: RepetitionRule) -> Vec<Deed> {
    let mut position = start.clone();
    let mut hunted = hunted(start, moves, rule);
    let mut deeds = Vec::with_capacity(moves.len());
    for (ply, &mv) in (first_ply..).zip(moves) {
        let (side, before) = (position.side_to_move(), position.board().clone());
        let Some(piece) = before.piece_on(mv.from()) else { break };
        let _never_taken_back = position.make(mv);
        let victims = &mut hunted[!side];
        if victims.contains(mv.from()) {
            *victims = victims.without(mv.from()).with(mv.to());
        }
        let scene = Scene { before: &before, after: position.board(), mv, side };
        let act = if position.is_check() {
            Act::Check(scene.placed(position.checkers()).collect())
        } else {
            scene.attack(hunted[side], rule).unwrap_or_else(|| Act::Idle(scene.idle()))
        };
        deeds.push(Deed { ply, mv, piece, act });
    }
    deeds
}

/// The pieces that each side chases all the time, by the chaser; all enemy pieces where there is none.
fn hunted(start: &Position, moves: &[Move], rule: RepetitionRule) -> ByColor<Bitboard> {
    let last_mover = if moves.len().is_multiple_of(2) { !start.side_to_move() } else { start.side_to_move() };
    // The stretch is a cycle, so that the placement at its end is the one at its start.
    let victims = perpetually_chased(start.board(), last_mover, moves.iter().rev().copied(), rule);
    ByColor::from_fn(|chaser| {
        if victims[chaser].is_empty() { start.board().by_color(!chaser) } else { victims[chaser] }
    })
}

/// One move, and the placement before and after it.
struct Scene<'a> {
    before: &'a Board,
    after: &'a Board,
    mv: Move,
    side: Color,
}

impl Scene<'_> {
    fn placed(&self, squares: Bitboard) -> impl Iterator<Item = Placed> + '_ {
        squares.into_iter().filter_map(|square| self.place(square))
    }

    fn place(&self, square: Square) -> Option<Placed> {
        self.after.piece_on(square).map(|piece| Placed { piece, square })
    }

    /// What the move attacks, if it is not idle; the chase rules look at some victims only.
    fn attack(&self, among: Bitboard, rule: RepetitionRule) -> Option<Act> {
        match rule {
            RepetitionRule::Computer | RepetitionRule::Asian => {
                let step = Step::new(self.after, self.before, self.mv, self.side);
                let victims = step.chased(among, rule).into_iter();
                self.chase(victims.flat_map(|victim| step.chasers(victim, rule).map(move |by| (by, victim))))
            }
            RepetitionRule::Chinese => {
                let (after, before, mv, side) = (self.after, self.before, self.mv, self.side);
                let step = NationalStep { after, before, mv, side };
                self.chase(step.chases())
                    .or_else(|| step.gain_by_check().map(Act::ChaseByCheck))
                    .or_else(|| step.mate().map(Act::MateThreat))
            }
            RepetitionRule::CheckOnly | RepetitionRule::AlwaysDraw => None,
        }
    }

    fn chase(&self, pairs: impl Iterator<Item = (Square, Square)>) -> Option<Act> {
        let captures = Captures::new(self.after, self.side);
        let chases: Vec<Chase> = pairs
            .filter_map(|(attacker, victim)| {
                let protection = captures.protection(attacker, victim);
                Some(Chase { attacker: self.place(attacker)?, victim: self.place(victim)?, protection })
            })
            .collect();
        (!chases.is_empty()).then_some(Act::Chase(chases))
    }

    fn idle(&self) -> Idle {
        let moved = self.mv.to();
        let theirs = Captures::new(self.after, !self.side);
        let ours = Captures::new(self.after, self.side);
        let attacked = ours.targets(moved) & ours.victims();
        let worth_of = |square| self.after.piece_on(square).map(|piece| exchange::worth(piece.piece_type()));
        let exchanges =
            |victim| worth_of(victim) == worth_of(moved) && theirs.targets(victim).contains(moved);
        if attacked.into_iter().any(exchanges) {
            Idle::Exchange
        } else if exchange::best_gain(self.after, !self.side, moved) > 0 {
            Idle::Offer
        } else if self.blocks() {
            Idle::Block
        } else if attacked.into_iter().any(|victim| !ours.protectors(moved, victim).is_empty()) {
            Idle::Follow
        } else {
            Idle::Other
        }
    }

    /// Whether the piece that moved stands in the way of an attack that the opponent would have without it.
    fn blocks(&self) -> bool {
        let (theirs, occupied) = (!self.side, self.after.occupied());
        let open = occupied.without(self.mv.to());
        let others = self.after.by_color(self.side).without(self.mv.to());
        others.into_iter().any(|target| {
            let with = self.after.attackers(target, theirs, occupied);
            let without = self.after.attackers(target, theirs, open);
            let was_attacked = self.before.attackers(target, theirs, self.before.occupied());
            (was_attacked & without).intersects(!with)
        })
    }
}
