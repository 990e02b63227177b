//! The Chinese national rules: what each move is, and who never pauses.
//!
//! A move is a check 将, a chase 捉, a threat of mate 杀, or idle 闲. A side that made no idle move in a cycle, while the
//! other did, loses. See `docs/rules.md#chinese`.

use super::capture::Captures;
use super::mate_threat::{MATE_MOVES, gain_by_check, mate_by_checks, on_move};
use super::{Rule, exchange};
use crate::{Board, ByColor, Color, Move, Square};

/// What a move does that is not idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// 将.
    Check,
    /// 捉: it threatens to win a piece, at once or by way of a check.
    Chase,
    /// 杀: it threatens mate.
    MateThreat,
}

/// The rule that each side broke in a cycle, told from its moves backwards, each with whether it gave check.
///
/// `board` is the placement at the end of the cycle, which `mover` reached with the first of the moves.
pub(super) fn offences(
    board: &Board,
    mut mover: Color,
    moves_back: impl Iterator<Item = (Move, bool)>,
) -> ByColor<Option<Rule>> {
    let (mut after, mut before) = (board.clone(), board.clone());
    let mut conduct = ByColor { red: Some(Conduct::default()), black: Some(Conduct::default()) };
    for (mv, gives_check) in moves_back {
        before.shift(mover, mv.to(), mv.from());
        if let Some(so_far) = conduct[mover] {
            let step = NationalStep { after: &after, before: &before, mv, side: mover };
            let attack = if gives_check { Some(Attack::Check) } else { step.attack() };
            conduct[mover] = attack.map(|attack| so_far.with(attack));
            if conduct[Color::Red].is_none() && conduct[Color::Black].is_none() {
                break;
            }
        }
        after.shift(mover, mv.to(), mv.from());
        mover = !mover;
    }
    ByColor::from_fn(|side| conduct[side].and_then(Conduct::rule))
}

/// Which attacks a side that was never idle made.
#[derive(Clone, Copy, Debug, Default)]
struct Conduct {
    check: bool,
    chase: bool,
    mate_threat: bool,
}

impl Conduct {
    fn with(mut self, attack: Attack) -> Conduct {
        match attack {
            Attack::Check => self.check = true,
            Attack::Chase => self.chase = true,
            Attack::MateThreat => self.mate_threat = true,
        }
        self
    }

    /// The rule that forbids these attacks and no others.
    fn rule(self) -> Option<Rule> {
        Some(match (self.check, self.chase, self.mate_threat) {
            (true, false, false) => Rule::PerpetualCheck,
            (false, true, false) => Rule::PerpetualChase,
            (false, false, true) => Rule::PerpetualMateThreat,
            (true, true, false) => Rule::CheckAndChase,
            (true, false, true) => Rule::CheckAndMateThreat,
            (false, true, true) => Rule::ChaseAndMateThreat,
            (true, true, true) => Rule::CheckChaseAndMateThreat,
            (false, false, false) => return None,
        })
    }
}

/// One move without check, under the national rules.
pub(super) struct NationalStep<'a> {
    pub(super) after: &'a Board,
    pub(super) before: &'a Board,
    pub(super) mv: Move,
    pub(super) side: Color,
}

impl NationalStep<'_> {
    /// What the move does; `None` if it is idle.
    pub(super) fn attack(&self) -> Option<Attack> {
        if self.chases().next().is_some() || self.gain_by_check().is_some() {
            Some(Attack::Chase)
        } else {
            self.mate().map(|_| Attack::MateThreat)
        }
    }

    /// The captures that would win a piece now and would not have before the move, unless the opponent may well take
    /// the attacker instead, so that it was offered.
    pub(super) fn chases(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let (after, before) = (Captures::new(self.after, self.side), Captures::new(self.before, self.side));
        after.victims().into_iter().flat_map(move |victim| {
            let (after, before) = (Captures::new(self.after, self.side), before.clone());
            after.attackers(victim).into_iter().filter_map(move |attacker| {
                let origin = if attacker == self.mv.to() { self.mv.from() } else { attacker };
                let is_new = after.wins(attacker, victim) && !before.wins(origin, victim);
                (is_new && !self.is_offered(attacker, victim)).then_some((attacker, victim))
            })
        })
    }

    /// Whether the opponent, who is to move, could take the attacker: with the victim without a loss (兑), or with any
    /// piece with a gain (献).
    fn is_offered(&self, attacker: Square, victim: Square) -> bool {
        let can_reach = self.after.attackers(attacker, !self.side, self.after.occupied()).contains(victim);
        can_reach && exchange::gain(self.after, victim, attacker).is_some_and(|gain| gain >= 0)
            || exchange::best_gain(self.after, !self.side, attacker) > 0
    }

    /// The check by which a piece would be won now and would not have been before the move.
    pub(super) fn gain_by_check(&self) -> Option<Move> {
        let check = gain_by_check(&mut on_move(self.after, self.side))?;
        gain_by_check(&mut on_move(self.before, self.side)).is_none().then_some(check)
    }

    /// The first move of the mate that is threatened.
    pub(super) fn mate(&self) -> Option<Move> {
        mate_by_checks(&mut on_move(self.after, self.side), MATE_MOVES)
    }
}
