//! Dimension king safety: how the pieces bear on the palace, and what guards are left.

use xiangqi_core::{Bitboard, Color, attacks};

use super::context::Context;
use super::terms::{Sink, Term};
use super::weights::{KingSafety, PRESSURES};
use super::{Count, List, Tapered, Weights, masks};

/// How much a side's pieces bear on the enemy palace.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pressure {
    units: i32,
    attackers: i32,
}

impl Pressure {
    /// Adds a piece that hits these points of the palace: its own units for the first, one for each further.
    #[inline(always)]
    pub(crate) fn add(&mut self, units: Count, hits: Bitboard) {
        // Without a branch, which nobody could predict.
        let any = i32::from(!hits.is_empty());
        self.units += any * (units.get() - 1) + hits.count() as i32;
        self.attackers += any;
    }

    /// Adds pawns that hit these points: as many pawns, for two hardly ever hit one point.
    #[inline(always)]
    pub(crate) fn add_pawns(&mut self, units: Count, hits: Bitboard) {
        self.units += units.get() * hits.count() as i32;
        self.attackers += i32::from(!hits.is_empty());
    }

    /// The worth of the attack. A lone piece attacks nothing; with more, each lost guard opens the palace further.
    fn worth(self, lost_guards: i32, table: &List<Tapered, PRESSURES>) -> Option<&Tapered> {
        (self.attackers > 1).then(|| table.entry((self.units + lost_guards).unsigned_abs() as usize))
    }
}

#[inline(always)]
pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let lost_guards = context.formations[!us].lost_guards;
    if let Some(worth) = context.sides[us].pressure.worth(lost_guards, &weights.king_safety.pressure) {
        sink.add(Term::Pressure, us, worth, 1);
    }
    evaluate_lines(context, us, &weights.king_safety, sink);
}

/// Checks that are possible next, and cannons that look at the king through two pieces.
#[inline(always)]
fn evaluate_lines(context: &Context<'_>, us: Color, weights: &KingSafety, sink: &mut impl Sink) {
    let (side, king, occupied) = (&context.sides[us], context.formations[!us].king, context.occupied());
    let safe = !(context.sides[!us].attacks | context.all(us));
    let open = context.blockers.rook(king);
    let over_one = attacks::rook(king, occupied - open) - open;
    let by_horses = attacks::horse_to(king, occupied) & side.by_horses & safe;
    sink.add(Term::Checks, us, &weights.rook_check, (open & side.by_rooks & safe).count() as i32);
    sink.add(Term::Checks, us, &weights.cannon_check, (over_one & side.to_cannons & safe).count() as i32);
    sink.add(Term::Checks, us, &weights.horse_check, by_horses.count() as i32);
    let cannons = context.cannons(us) & (masks::file_of(king) | Bitboard::rank(king.rank()));
    if !cannons.is_empty() {
        let over_two = attacks::rook(king, occupied - open - over_one) - open - over_one;
        sink.add(Term::Screened, us, &weights.screened_cannon, (over_two & cannons).count() as i32);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{red, weights};
    use super::*;

    #[test]
    fn one_piece_alone_presses_nobody() {
        // The rook hits d7, d8 and d9, the horse d9 and e8; all four guards are gone.
        let units = 3 + 2 + 3 + 1 + 4;
        let both = red("4k4/9/2N6/9/9/3R5/9/9/9/3K5 w", Term::Pressure);
        assert_eq!(both, weights().king_safety.pressure.at(units));
        assert_eq!(red("4k4/9/9/9/9/3R5/9/9/9/3K5 w", Term::Pressure), Tapered::ZERO);
    }

    #[test]
    fn checks_that_cost_nothing_count() {
        let weights = weights().king_safety;
        let value = |board: &str| red(&format!("{board} w"), Term::Checks);
        // From d2 along the rank and the files the rook reaches e2, and d9 beside the king, who would take it.
        assert_eq!(value("4k4/9/9/9/9/9/9/3R5/9/3K5"), weights.rook_check);
        // The same with a rook that protects e2.
        assert_eq!(value("4k4/9/9/9/9/9/8r/3R5/9/3K5"), weights.rook_check);
        assert_eq!(value("4k4/9/9/9/9/9/9/3R4r/9/3K5"), Tapered::ZERO);
        // To d7 and f7, which look at e9 over free legs.
        assert_eq!(value("4k4/9/9/9/4N4/9/9/9/9/3K5"), weights.horse_check * 2);
        assert_eq!(value("4k4/4a4/9/9/4N4/9/9/9/9/3K5"), Tapered::ZERO);
        // To e2, over the elephant.
        assert_eq!(value("4k4/9/4b4/9/9/9/9/3C5/9/3K5"), weights.cannon_check);
        assert_eq!(value("4k4/9/9/9/9/9/9/3C5/9/3K5"), Tapered::ZERO);
    }

    #[test]
    fn a_cannon_looks_at_the_king_through_two_pieces() {
        let weights = weights().king_safety;
        let value = |board: &str| red(&format!("{board} w"), Term::Screened);
        assert_eq!(value("4k4/9/4b4/4P4/9/9/9/4C4/9/3K5"), weights.screened_cannon);
        assert_eq!(value("4k4/4a4/4b4/4P4/9/9/9/4C4/9/3K5"), Tapered::ZERO);
    }
}
