//! Dimension mobility, second half: pieces that are attacked by lesser ones, or protected by nothing.

use xiangqi_core::Color;

use super::Weights;
use super::context::Context;
use super::terms::{Sink, Term};

#[inline(always)]
pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (side, them, weights) = (&context.sides[us], &context.sides[!us], &weights.threats);
    let (rooks, horses, cannons) = (context.rooks(!us), context.horses(!us), context.cannons(!us));
    let guards = context.advisors(!us) | context.elephants(!us);
    let by_pawns = context.formations[us].by_pawns;
    for (weight, attacked) in [
        (&weights.minor_by_pawn, by_pawns & (horses | cannons)),
        (&weights.guard_by_pawn, by_pawns & guards),
        (&weights.cannon_by_horse, side.by_horses & cannons),
        (&weights.rook_by_cannon, side.by_cannons & rooks),
        (&weights.horse_by_cannon, side.by_cannons & horses),
    ] {
        sink.add(Term::Threats, us, weight, attacked.count() as i32);
    }
    let hanging = (side.by_horses | side.by_cannons | side.by_rooks) - them.attacks;
    for (weight, pieces) in [
        (&weights.hanging_horse, horses),
        (&weights.hanging_cannon, cannons),
        (&weights.hanging_pawn, context.pawns(!us)),
        (&weights.hanging_guard, guards),
    ] {
        sink.add(Term::Hanging, us, weight, (hanging & pieces).count() as i32);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tapered;
    use super::super::testing::{red, weights};
    use super::*;

    #[test]
    fn a_lesser_piece_threatens_a_better_one() {
        let weights = weights().threats;
        let value = |board| red(board, Term::Threats);
        assert_eq!(value("3k5/9/9/4c4/4P4/9/9/9/9/4K4 w"), weights.minor_by_pawn);
        assert_eq!(value("3k5/9/4b4/4P4/9/9/9/9/9/4K4 w"), weights.guard_by_pawn);
        assert_eq!(value("3k5/9/9/3c5/9/4N4/9/9/9/4K4 w"), weights.cannon_by_horse);
        assert_eq!(value("3k5/9/9/r1P3C2/9/9/9/9/9/4K4 w"), weights.rook_by_cannon);
        assert_eq!(value("3k5/9/9/n1P3C2/9/9/9/9/9/4K4 w"), weights.horse_by_cannon);
        assert_eq!(value("3k5/9/9/r8/4P4/9/4N4/9/9/4K4 w"), Tapered::ZERO);
    }

    #[test]
    fn what_is_attacked_and_not_protected_hangs() {
        let weights = weights().threats;
        let value = |board| red(board, Term::Hanging);
        assert_eq!(value("3k5/9/9/9/R7n/9/9/9/9/4K4 w"), weights.hanging_horse);
        assert_eq!(value("3k5/9/9/9/R7c/9/9/9/9/4K4 w"), weights.hanging_cannon);
        assert_eq!(value("3k5/9/9/9/R7p/9/9/9/9/4K4 w"), weights.hanging_pawn);
        assert_eq!(value("3k5/9/R3b4/9/9/9/9/9/9/4K4 w"), weights.hanging_guard);
        assert_eq!(value("3k4r/9/9/9/R7n/9/9/9/9/4K4 w"), Tapered::ZERO);
    }
}
