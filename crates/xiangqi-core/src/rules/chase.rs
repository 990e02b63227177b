//! Perpetual chase 长捉: one and the same piece is chased anew by every move of one side.
//!
//! A cycle is judged backwards from its end. For each side a set of victims is kept, at first every enemy piece; each
//! move of the side leaves in the set only what it chases. What is left in the end was chased all the time. See
//! `docs/rules.md#perpetual-chase`.

use super::RepetitionRule;
use super::capture::Captures;
use crate::PieceType::{Horse, Rook};
use crate::{Bitboard, Board, ByColor, Color, Move, Square, attacks};

/// The pieces that each side chased with every move of a cycle, by the chaser, on the squares where they stood at its
/// start.
///
/// `board` is the placement at the end of the cycle, which `mover` reached with the first of `moves_back`, the moves of
/// the cycle from the last to the first.
pub(super) fn perpetually_chased(
    board: &Board,
    mut mover: Color,
    moves_back: impl Iterator<Item = Move>,
    rule: RepetitionRule,
) -> ByColor<Bitboard> {
    let (mut after, mut before) = (board.clone(), board.clone());
    let mut victims = ByColor::from_fn(|chaser| board.by_color(!chaser));
    for mv in moves_back {
        before.shift(mover, mv.to(), mv.from());
        let step = Step::new(&after, &before, mv, mover);
        victims[mover] = step.chased(victims[mover], rule);
        let hunted = &mut victims[!mover];
        if hunted.contains(mv.to()) {
            *hunted = hunted.without(mv.to()).with(mv.from());
        }
        if victims[mover].is_empty() && victims[!mover].is_empty() {
            return victims;
        }
        after.shift(mover, mv.to(), mv.from());
        mover = !mover;
    }
    if rule == RepetitionRule::Asian {
        excuse_by_pinned_rook(&after, &mut victims);
    }
    victims
}

/// Where both sides chase, and only one of them a rook that a horse pins, the other is excused: it only answers.
fn excuse_by_pinned_rook(board: &Board, victims: &mut ByColor<Bitboard>) {
    let pinned = ByColor::from_fn(|chaser| {
        let rooks = victims[chaser] & board.pieces(!chaser, Rook);
        rooks.into_iter().any(|rook| is_pinned_by_horse(board, rook, chaser))
    });
    if pinned.red != pinned.black {
        let excused = if pinned.red { Color::Black } else { Color::Red };
        victims[excused] = Bitboard::EMPTY;
    }
}

fn is_pinned_by_horse(board: &Board, piece: Square, enemy: Color) -> bool {
    let (king, occupied) = (board.king(!enemy), board.occupied());
    let uncovered = attacks::horse_to(king, occupied.without(piece)) - attacks::horse_to(king, occupied);
    uncovered.intersects(board.pieces(enemy, Horse))
}

/// One move, from the captures that threatened before it to those that threaten after it.
pub(super) struct Step<'a> {
    after: Captures<'a>,
    before: Captures<'a>,
    mv: Move,
}

impl<'a> Step<'a> {
    pub(super) fn new(after: &'a Board, before: &'a Board, mv: Move, mover: Color) -> Step<'a> {
        Step { after: Captures::new(after, mover), before: Captures::new(before, mover), mv }
    }

    /// The pieces among a set that the move chases.
    pub(super) fn chased(&self, among: Bitboard, rule: RepetitionRule) -> Bitboard {
        let is_chased = |&victim: &Square| match rule {
            RepetitionRule::Asian => self.chasers(victim, rule).next().is_some(),
            _ => self.after.is_threatened(victim) && !self.before.is_threatened(victim),
        };
        (among & self.after.victims()).into_iter().filter(is_chased).collect()
    }

    /// The pieces that chase a victim, if it is chased.
    pub(super) fn chasers(&self, victim: Square, rule: RepetitionRule) -> impl Iterator<Item = Square> + '_ {
        let threats = move |attacker: &Square| {
            (rule != RepetitionRule::Asian || self.is_new(*attacker, victim))
                && self.after.threatens(*attacker, victim)
        };
        self.after.attackers(victim).into_iter().filter(threats)
    }

    /// Whether an attacker did not attack its victim before the move, or its capture was legally answered by a
    /// protector that the move has pinned.
    fn is_new(&self, attacker: Square, victim: Square) -> bool {
        let origin = if attacker == self.mv.to() { self.mv.from() } else { attacker };
        !self.before.attackers(victim).contains(origin)
            || self
                .after
                .pinned_protectors(attacker, victim)
                .intersects(self.before.protectors(origin, victim))
    }
}
