//! Dimension piece-square, second half: how pawns and elephants stand together.

use xiangqi_core::{Color, PieceType, attacks, confine};

use super::context::Context;
use super::terms::{Sink, Term};
use super::{Weights, masks};

pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let weights = &weights.pawns;
    let crossed = context.crossed_pawns(us);
    let linked = (crossed & crossed.east()).count() as i32;
    sink.add(Term::LinkedPawns, us, weights.linked * linked);

    let lost_advisors = context.lost(!us, PieceType::Advisor);
    let storming = crossed - masks::BACK_RANK[!us];
    sink.add(
        Term::CrossedPawns,
        us,
        weights.crossed_by_lost_advisor * (storming.count() as i32 * lost_advisors),
    );

    let uncrossed = context.sides[us].pawns - crossed;
    let facing =
        masks::forward(us, masks::forward(us, uncrossed) - context.occupied) & context.sides[!us].pawns;
    let blocked = masks::forward(us, uncrossed) & context.sides[!us].pawns;
    sink.add(Term::FacingPawns, us, weights.facing * (facing | blocked).count() as i32);

    let elephants = context.board.pieces(us, PieceType::Elephant);
    let is_linked = elephants.first().is_some_and(|elephant| {
        (attacks::elephant(elephant, context.occupied) & confine::home(us)).intersects(elephants)
    });
    if is_linked {
        sink.add(Term::LinkedElephants, us, weights.linked_elephants);
    }
}
