//! Dimension king safety: how the pieces bear on the palace, and what guards are left.

use xiangqi_core::{Bitboard, Color, PieceType};

use super::context::Context;
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
    #[inline]
    pub(crate) fn add(&mut self, units: Count, hits: Bitboard) {
        if !hits.is_empty() {
            self.units += units.get() + hits.count() as i32 - 1;
            self.attackers += 1;
        }
    }

    /// Adds pawns that hit these points: as many pawns, for two hardly ever hit one point.
    #[inline]
    pub(crate) fn add_pawns(&mut self, units: Count, hits: Bitboard) {
        self.units += units.get() * hits.count() as i32;
        self.attackers += i32::from(!hits.is_empty());
    }

    /// The worth of the attack. A lone piece attacks nothing; with more, each lost guard opens the palace further.
    fn worth(self, lost_guards: i32, table: &List<Tapered, PRESSURES>) -> Tapered {
        if self.attackers < 2 {
            return Tapered::ZERO;
        }
        table.at((self.units + lost_guards).unsigned_abs() as usize)
    }
}

pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let weights = &weights.king_safety;
    let (advisors, elephants) = (context.lost(us, PieceType::Advisor), context.lost(us, PieceType::Elephant));

    let pressed = context.lost(!us, PieceType::Advisor) + context.lost(!us, PieceType::Elephant);
    sink.add(Term::Pressure, us, context.sides[us].pressure.worth(pressed, &weights.pressure));

    if advisors + elephants == 0 {
        sink.add(Term::FullGuards, us, weights.full_guards);
    } else {
        let enemy = |piece_type| context.counts.get(!us, piece_type);
        let loss = weights.lost_advisor_by_rook * (advisors * enemy(PieceType::Rook))
            + weights.lost_advisor_by_horse * (advisors * enemy(PieceType::Horse))
            + weights.lost_elephant_by_cannon * (elephants * enemy(PieceType::Cannon))
            + weights.lost_elephant_by_pawn * (elephants * context.crossed_pawns(!us).count() as i32);
        sink.add(Term::LostGuards, us, loss);
    }
}
