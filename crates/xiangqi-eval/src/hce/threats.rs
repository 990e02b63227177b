//! Dimension mobility, second half: what is attacked right now.

use xiangqi_core::Color;

use super::Weights;
use super::context::Context;
use super::terms::{Sink, Term};

#[inline(always)]
pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (side, them, weights) = (&context.sides[us], &context.sides[!us], &weights.mobility);
    let by_minors = side.by_horses | side.by_cannons;
    let strong = context.rooks(!us) | context.horses(!us) | context.cannons(!us);

    let pawn_threats = (context.formations[us].by_pawns & strong).count() as i32;
    let minor_threats = (by_minors & context.rooks(!us)).count() as i32;
    sink.add(Term::Threats, us, &weights.pawn_threat, pawn_threats);
    sink.add(Term::Threats, us, &weights.minor_threat, minor_threats);

    let attacked = (by_minors | side.by_rooks) & (strong | context.pawns(!us));
    let hanging = (attacked - them.attacks).count() as i32;
    sink.add(Term::Hanging, us, &weights.hanging, hanging);
}

#[cfg(test)]
mod tests {
    use super::super::Tapered;
    use super::super::testing::{red, weights};
    use super::*;

    #[test]
    fn a_lesser_piece_threatens_a_better_one() {
        let weights = weights().mobility;
        let value = |board| red(board, Term::Threats);
        assert_eq!(value("3k5/9/9/4r4/4P4/9/9/9/9/4K4 w"), weights.pawn_threat);
        assert_eq!(value("3k5/9/9/3r5/9/4N4/9/9/9/4K4 w"), weights.minor_threat);
        assert_eq!(value("3k5/9/9/r8/4P4/9/4N4/9/9/4K4 w"), Tapered::ZERO);
    }

    #[test]
    fn what_is_attacked_and_not_protected_hangs() {
        let value = |board| red(board, Term::Hanging);
        assert_eq!(value("3k5/9/9/9/R7n/9/9/9/9/4K4 w"), weights().mobility.hanging);
        assert_eq!(value("3k4r/9/9/9/R7n/9/9/9/9/4K4 w"), Tapered::ZERO);
    }
}
