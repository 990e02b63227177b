//! Dimension piece-square, second half: how pawns and elephants stand together.

use xiangqi_core::{Color, PieceType};

use super::context::Context;
use super::structure::Structure;
use super::terms::{Sink, Term};
use super::{Weights, masks};

pub(crate) fn evaluate(structure: &Structure<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let weights = &weights.pawns;
    let crossed = structure.crossed_pawns(us);
    let linked = (crossed & crossed.east()).count() as i32;
    sink.add(Term::LinkedPawns, us, &weights.linked, linked);

    let guards = [PieceType::Advisor, PieceType::Elephant].map(|kind| structure.counts.get(!us, kind));
    let storming = (crossed - masks::BACK_RANK[!us]).count() as i32;
    let worth = weights.crossed_by_guards.entry(guards.iter().sum::<i32>().unsigned_abs() as usize);
    sink.add(Term::CrossedPawns, us, worth, storming);
}

/// What depends on the pieces between elephants.
#[inline(always)]
pub(crate) fn evaluate_contacts(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (side, weights) = (&context.sides[us], &weights.pawns);
    if side.by_elephants.intersects(context.elephants(us)) {
        sink.add(Term::LinkedElephants, us, &weights.linked_elephants, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tapered;
    use super::super::testing::{red, weights};
    use super::*;

    #[test]
    fn pawns_side_by_side_are_linked_beyond_the_river() {
        let value = |pawns| red(&format!("3k5/9/9/9/{pawns}/9/9/9/9/4K4 w"), Term::LinkedPawns);
        assert_eq!(value("3PP4"), weights().pawns.linked);
        assert_eq!(value("3P1P3"), Tapered::ZERO);
    }

    #[test]
    fn crossed_pawns_are_worth_more_the_fewer_guards_there_are() {
        let value = |guards| red(&format!("{guards}/9/9/9/4P4/9/9/9/9/4K4 w"), Term::CrossedPawns);
        let by_guards = weights().pawns.crossed_by_guards;
        assert_eq!(value("4k4"), by_guards.at(0));
        assert_eq!(value("3aka3"), by_guards.at(2));
        assert_eq!(value("2bakab2"), by_guards.at(4));
        let on_last_rank = red("P3k4/9/9/9/9/9/9/9/9/3K5 w", Term::CrossedPawns);
        assert_eq!(on_last_rank, Tapered::ZERO);
    }

    #[test]
    fn elephants_protect_each_other_over_an_empty_eye() {
        let value = |eye| red(&format!("3k5/9/9/9/9/9/9/4B4/{eye}/2B1K4 w"), Term::LinkedElephants);
        assert_eq!(value("9"), weights().pawns.linked_elephants);
        assert_eq!(value("3N5"), Tapered::ZERO);
    }
}
