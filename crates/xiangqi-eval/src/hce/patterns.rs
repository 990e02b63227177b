//! Dimension king safety, second half: the named attacking shapes of xiangqi.

use xiangqi_core::{Bitboard, Color, Square, confine};

use super::context::Context;
use super::terms::{Sink, Term};
use super::{Weights, masks};

/// The home of each elephant of Black, with the wing from which a bottom cannon profits when it is gone.
const BOTTOMS: [(Square, Bitboard); 2] = [(Square::C9, masks::WINGS[0]), (Square::G9, masks::WINGS[1])];

/// How many attackers on a wing are a mass.
const MASS: u32 = 3;

#[inline(always)]
pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let weights = &weights.king_safety;
    if !context.cannons(us).is_empty() {
        sink.add(Term::HollowCannon, us, &weights.hollow_cannon, has_hollow_cannon(context, us).into());
        sink.add(Term::BottomCannon, us, &weights.bottom_cannon, bottom_cannons(context, us));
    }
    sink.add(Term::Massing, us, &weights.massing, massing(context, us));
}

/// A cannon that faces the enemy king with nothing between: whatever steps between is pinned or gives check.
///
/// ```text
///     . . . k a . .        . . . k a . .
///     . . . . a . .        . . . . a . .
///     . . . . . . .        . . . . n . .
///     . . . C . . .        . . . . C . .   no: the horse stands between
/// ```
#[inline(always)]
fn has_hollow_cannon(context: &Context<'_>, us: Color) -> bool {
    let king = context.formations[!us].king;
    let on_file = context.cannons(us) & masks::file_of(king);
    !on_file.is_empty() && on_file.intersects(context.blockers.rook(king))
}

/// Cannons on the enemy's back rank, where the elephant of that wing is gone and the king is at home.
#[inline(always)]
fn bottom_cannons(context: &Context<'_>, us: Color) -> i32 {
    let back_rank = masks::BACK_RANK[!us];
    let cannons = context.cannons(us) & back_rank;
    if cannons.is_empty() || !back_rank.contains(context.formations[!us].king) {
        return 0;
    }
    let elephants = context.elephants(!us);
    let breached = |&(home, wing): &(Square, Bitboard)| {
        cannons.intersects(wing) && !elephants.contains(home.relative_to(us))
    };
    BOTTOMS.iter().filter(|bottom| breached(bottom)).count() as i32
}

/// By how many the attackers on one wing of the enemy's half outnumber its defenders, beyond the first, on the
/// wing where that is most; two attackers are no mass.
#[inline(always)]
fn massing(context: &Context<'_>, us: Color) -> i32 {
    let strong = |color: Color| {
        (context.rooks(color) | context.horses(color) | context.cannons(color) | context.pawns(color))
            & confine::home(!us)
    };
    let attackers = strong(us);
    if attackers.count() < MASS {
        return 0;
    }
    let defenders = strong(!us) - context.pawns(!us);
    let surplus = |wing: Bitboard| {
        let attackers = (attackers & wing).count();
        if attackers < MASS { 0 } else { attackers as i32 - (defenders & wing).count() as i32 - 1 }
    };
    surplus(masks::WINGS[0]).max(surplus(masks::WINGS[1])).max(0)
}

#[cfg(test)]
mod tests {
    use super::super::Tapered;
    use super::super::testing::{red, weights};
    use super::*;

    fn check(term: Term, expected: Tapered, fires: &str, does_not: &[&str]) {
        assert_eq!(red(fires, term), expected, "{fires}");
        for fen in does_not {
            assert_eq!(red(fen, term), Tapered::ZERO, "{fen}");
        }
    }

    #[test]
    fn a_cannon_is_hollow_with_nothing_before_the_king() {
        check(
            Term::HollowCannon,
            weights().king_safety.hollow_cannon,
            "4k4/9/9/9/9/4C4/9/9/9/3K5 w",
            &["4k4/4a4/4b4/9/9/4C4/9/9/9/3K5 w", "4k4/9/9/9/9/3C5/9/9/9/3K5 w"],
        );
    }

    #[test]
    fn a_cannon_reaches_the_bottom_where_the_elephant_is_gone() {
        check(
            Term::BottomCannon,
            weights().king_safety.bottom_cannon,
            "C3kab2/9/9/9/9/9/9/9/9/3K5 w",
            &["C1bak4/9/9/9/9/9/9/9/9/3K5 w", "C8/4k4/9/9/9/9/9/9/9/3K5 w"],
        );
    }

    #[test]
    fn three_attackers_on_one_wing_are_a_mass() {
        check(
            Term::Massing,
            weights().king_safety.massing * 2,
            "4k4/9/9/R1N6/1C7/9/9/9/9/3K5 w",
            &["4k4/9/9/R1N6/7C1/9/9/9/9/3K5 w", "r1n1k4/9/9/R1N6/1C7/9/9/9/9/3K5 w"],
        );
    }
}
