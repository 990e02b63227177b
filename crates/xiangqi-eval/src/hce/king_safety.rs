//! Dimension king safety: how the pieces bear on the palace, and what guards are left.

use xiangqi_core::{Bitboard, Color, PieceType};

use super::context::Context;
use super::structure::Structure;
use super::terms::{Sink, Term};
use super::weights::PRESSURES;
use super::{Count, List, Tapered, Weights};

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
}

pub(crate) fn evaluate_guards(structure: &Structure<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (weights, counts) = (&weights.king_safety, structure.counts);
    let (advisors, elephants) = (counts.lost(us, PieceType::Advisor), counts.lost(us, PieceType::Elephant));
    if advisors + elephants == 0 {
        sink.add(Term::FullGuards, us, &weights.full_guards, 1);
    } else {
        let enemy = |piece_type| counts.get(!us, piece_type);
        let crossed_pawns = structure.crossed_pawns(!us).count() as i32;
        for (weight, times) in [
            (&weights.lost_advisor_by_rook, advisors * enemy(PieceType::Rook)),
            (&weights.lost_advisor_by_horse, advisors * enemy(PieceType::Horse)),
            (&weights.lost_elephant_by_cannon, elephants * enemy(PieceType::Cannon)),
            (&weights.lost_elephant_by_pawn, elephants * crossed_pawns),
        ] {
            sink.add(Term::LostGuards, us, weight, times);
        }
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
    fn guards_are_missed_where_attackers_profit() {
        let board =
            |guards: &str| format!("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RN{guards}NR w");
        let weights = weights().king_safety;
        assert_eq!(red(&board("BAKAB"), Term::FullGuards), weights.full_guards);
        assert_eq!(red(&board("BAKAB"), Term::LostGuards), Tapered::ZERO);
        assert_eq!(red(&board("BAK1B"), Term::FullGuards), Tapered::ZERO);
        let advisor = (weights.lost_advisor_by_rook + weights.lost_advisor_by_horse) * 2;
        assert_eq!(red(&board("BAK1B"), Term::LostGuards), advisor);
        assert_eq!(red(&board("1AKAB"), Term::LostGuards), weights.lost_elephant_by_cannon * 2);
    }

    #[test]
    fn a_crossed_pawn_profits_from_lost_elephants() {
        let value = |pawn| red(&format!("3k5/9/9/9/9/{pawn}/9/9/9/3AKA3 w"), Term::LostGuards);
        assert_eq!(value("4p4"), weights().king_safety.lost_elephant_by_pawn * 2);
        assert_eq!(value("9"), Tapered::ZERO);
    }
}
