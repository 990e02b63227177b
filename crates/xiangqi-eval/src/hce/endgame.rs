//! Dimension endgame: who still has what it takes to win.

use xiangqi_core::{Color, PieceType, attacks};

use super::context::Context;
use super::terms::{Sink, Term};
use super::weights::Endgame;
use super::{Weights, masks};

pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let weights = &weights.endgame;
    let surplus = (attack(context, us) - defence(context, !us)).clamp(0, weights.most_surplus.get());
    sink.add(Term::Surplus, us, weights.surplus * surplus);

    let king = context.sides[us].king;
    let rules_center = masks::CENTRAL_FILE.contains(king)
        && !masks::CENTRAL_FILE.contains(context.sides[!us].king)
        && (attacks::rook(king, context.occupied) & masks::CENTRAL_FILE).intersects(masks::BACK_RANK[!us]);
    if rules_center {
        sink.add(Term::ActiveKing, us, weights.active_king);
    }
}

/// How much of its lead `us` can hope to keep, in per cent: what is left must be able to win.
///
/// The rule behind it: with few pieces, a side wins when its attackers outnumber the defenders, guards included.
/// A lone rook does not break four guards, a horse not two, a pawn not one.
pub(crate) fn chance(context: &Context<'_>, us: Color, weights: &Endgame) -> i32 {
    let attack = attack(context, us);
    if attack > weights.few_attackers.get() {
        return 100;
    }
    if attack == 0 {
        return weights.chance_without_attackers.get();
    }
    if attack == 2 && is_bare_cannon(context, us) {
        return weights.chance_of_bare_cannon.get();
    }
    let short = defence(context, !us) - attack;
    match usize::try_from(short) {
        Ok(short) => weights.chance_by_shortage.at(short).get(),
        Err(_) => 100,
    }
}

/// The attackers of a side: two units for each horse and cannon, four for a rook, one for a pawn that is not yet
/// on the last rank.
fn attack(context: &Context<'_>, us: Color) -> i32 {
    let pawns = context.sides[us].pawns - masks::BACK_RANK[!us];
    pieces(context, us) + pawns.count() as i32
}

/// What holds an attack: the pieces, and one unit for each guard.
fn defence(context: &Context<'_>, us: Color) -> i32 {
    pieces(context, us)
        + context.counts.get(us, PieceType::Advisor)
        + context.counts.get(us, PieceType::Elephant)
}

fn pieces(context: &Context<'_>, us: Color) -> i32 {
    let count = |piece_type| context.counts.get(us, piece_type);
    4 * count(PieceType::Rook) + 2 * (count(PieceType::Horse) + count(PieceType::Cannon))
}

/// A last cannon without guards has no screens of its own.
fn is_bare_cannon(context: &Context<'_>, us: Color) -> bool {
    let count = |piece_type| context.counts.get(us, piece_type);
    count(PieceType::Cannon) == 1 && count(PieceType::Advisor) + count(PieceType::Elephant) == 0
}
