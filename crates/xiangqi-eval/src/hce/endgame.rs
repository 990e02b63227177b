//! Dimension endgame: who still has what it takes to win.

use xiangqi_core::{Color, PieceType};

use super::structure::Structure;
use super::terms::{Sink, Term};
use super::weights::Endgame;
use super::{Weights, masks};

pub(crate) fn evaluate(structure: &Structure<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let weights = &weights.endgame;
    let surplus = (attack(structure, us) - defence(structure, !us)).clamp(0, weights.most_surplus.get());
    sink.add(Term::Surplus, us, &weights.surplus, surplus);
}

/// How much of its lead `us` can hope to keep, in per cent: what is left must be able to win.
///
/// The rule behind it: with few pieces, a side wins when its attackers outnumber the defenders, guards included.
/// A lone rook does not break four guards, a horse not two, a pawn not one.
pub(crate) fn chance(structure: &Structure<'_>, us: Color, weights: &Endgame) -> i32 {
    let attack = attack(structure, us);
    if attack > weights.few_attackers.get() {
        return 100;
    }
    if attack == 0 {
        return weights.chance_without_attackers.get();
    }
    if attack == 2 && is_bare_cannon(structure, us) {
        return weights.chance_of_bare_cannon.get();
    }
    let short = defence(structure, !us) - attack;
    match usize::try_from(short) {
        Ok(short) => weights.chance_by_shortage.at(short).get(),
        Err(_) => 100,
    }
}

/// The attackers of a side: two units for each horse and cannon, four for a rook, one for a pawn that is not yet
/// on the last rank.
fn attack(structure: &Structure<'_>, us: Color) -> i32 {
    let pawns = structure.pawns(us) - masks::BACK_RANK[!us];
    pieces(structure, us) + pawns.count() as i32
}

/// What holds an attack: the pieces, and one unit for each guard.
fn defence(structure: &Structure<'_>, us: Color) -> i32 {
    pieces(structure, us)
        + structure.counts.get(us, PieceType::Advisor)
        + structure.counts.get(us, PieceType::Elephant)
}

fn pieces(structure: &Structure<'_>, us: Color) -> i32 {
    let count = |piece_type| structure.counts.get(us, piece_type);
    4 * count(PieceType::Rook) + 2 * (count(PieceType::Horse) + count(PieceType::Cannon))
}

/// A last cannon without guards has no screens of its own.
fn is_bare_cannon(structure: &Structure<'_>, us: Color) -> bool {
    let count = |piece_type| structure.counts.get(us, piece_type);
    count(PieceType::Cannon) == 1 && count(PieceType::Advisor) + count(PieceType::Elephant) == 0
}

#[cfg(test)]
mod tests {
    use super::super::Tapered;
    use super::super::testing::{red, trace, weights};
    use super::*;

    #[test]
    fn attackers_beyond_the_defenders_count() {
        let surplus = weights().endgame.surplus;
        assert_eq!(red("3k5/9/9/9/R8/9/9/9/9/4K4 w", Term::Surplus), surplus * 4);
        assert_eq!(red("3kr4/9/9/9/R8/9/9/9/9/4KA3 w", Term::Surplus), Tapered::ZERO);
    }

    #[test]
    fn a_lead_shrinks_when_the_attackers_are_too_few() {
        let weights = weights().endgame;
        let chance = |board| trace(board).chance();
        assert_eq!(chance("3k5/9/9/9/9/9/9/9/9/3AKA3 w"), weights.chance_without_attackers.get());
        assert_eq!(chance("P2k5/9/9/9/9/9/9/9/9/3AKA3 w"), weights.chance_without_attackers.get());
        assert_eq!(chance("3k5/9/9/9/9/9/9/9/9/4KC3 w"), weights.chance_of_bare_cannon.get());
        let horse_against_four_guards = chance("2bakab2/9/9/9/4N4/9/9/9/9/3K5 w");
        assert_eq!(horse_against_four_guards, weights.chance_by_shortage.at(2).get());
        let rook_against_four_guards = chance("2bakab2/9/9/9/R8/9/9/9/9/3K5 w");
        assert_eq!(rook_against_four_guards, weights.chance_by_shortage.at(0).get());
        assert_eq!(chance("3k5/9/9/9/R8/9/9/9/9/4K4 w"), 100);
        assert_eq!(chance("rnbakabnr/9/1c5c1/4p4/9/9/9/1C5C1/9/RNBAKABNR w"), 100);
    }
}
