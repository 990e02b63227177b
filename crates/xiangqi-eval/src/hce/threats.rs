//! Dimension mobility, second half: what is attacked right now.

use xiangqi_core::Color;

use super::Weights;
use super::context::Context;
use super::terms::{Sink, Term};

pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (side, them, weights) = (&context.sides[us], &context.sides[!us], &weights.mobility);
    let by_minors = side.by_horses | side.by_cannons;
    let strong = them.rooks | them.horses | them.cannons;

    let pawn_threats = (side.by_pawns & strong).count() as i32;
    let minor_threats = (by_minors & them.rooks).count() as i32;
    let threats = weights.pawn_threat * pawn_threats + weights.minor_threat * minor_threats;
    sink.add(Term::Threats, us, threats);

    let attacked = (by_minors | side.by_rooks) & (strong | them.pawns);
    let hanging = (attacked - them.attacks()).count() as i32;
    sink.add(Term::Hanging, us, weights.hanging * hanging);
}
