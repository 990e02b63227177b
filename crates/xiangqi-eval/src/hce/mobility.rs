//! Dimension mobility: how many squares the pieces reach, and what holds them up.

use xiangqi_core::{Bitboard, Color, Square, attacks, confine};

use super::context::Context;
use super::terms::{Sink, Term};
use super::{List, Tapered, Weights, masks};

/// What reaching these squares is worth to a piece; a table ends where more squares are no more use.
#[inline]
pub(crate) fn of<const N: usize>(table: &List<Tapered, N>, reach: Bitboard) -> Tapered {
    table.at(reach.count() as usize)
}

pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let (side, weights) = (&context.sides[us], &weights.mobility);
    sink.add(Term::Reach, us, side.reach);
    let hobbled = masks::forward(us, side.horses) & context.occupied;
    sink.add(Term::HobbledHorse, us, weights.hobbled_horse * hobbled.count() as i32);
    sink.add(Term::TrappedHorse, us, weights.trapped_horse * trapped_horses(context, us));
    for rook in side.rooks {
        let file = masks::file_of(rook);
        if !file.intersects(side.pawns) {
            let is_open = !file.intersects(context.sides[!us].pawns);
            sink.add(Term::OpenFile, us, if is_open { weights.open_file } else { weights.half_open_file });
        }
    }
    sink.add(Term::RibRook, us, weights.rib_rook * rib_rooks(context, us));
}

/// Horses that are blocked, or attacked wherever they go (whether the square is protected is not asked).
fn trapped_horses(context: &Context<'_>, us: Color) -> i32 {
    let deadly = context.sides[us].pieces | context.sides[!us].attacks();
    let is_trapped = |&horse: &Square| (attacks::horse_from(horse, context.occupied) - deadly).is_empty();
    context.sides[us].horses.into_iter().filter(is_trapped).count() as i32
}

/// Rooks on a side file of the palace that reach into the enemy's.
fn rib_rooks(context: &Context<'_>, us: Color) -> i32 {
    let ribs = confine::palace(!us) & masks::RIB_FILES;
    let bears = |&rook: &Square| {
        let ahead = ribs & masks::file_of(rook);
        ahead.contains(rook) || ahead.intersects(attacks::rook(rook, context.occupied))
    };
    (context.sides[us].rooks & masks::RIB_FILES).into_iter().filter(bears).count() as i32
}
