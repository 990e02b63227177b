//! Dimension mobility: how many squares the pieces reach, and what holds them up.

use xiangqi_core::{Bitboard, Color, confine};

use super::context::Context;
use super::terms::{Sink, Term};
use super::{List, Tapered, Weights, masks};

/// What reaching these squares is worth to a piece; a table ends where more squares are no more use.
#[inline(always)]
pub(crate) fn of<const N: usize>(table: &List<Tapered, N>, reach: Bitboard) -> &Tapered {
    table.entry(reach.count() as usize)
}

#[inline(always)]
pub(crate) fn evaluate(context: &Context<'_>, us: Color, weights: &Weights, sink: &mut impl Sink) {
    let weights = &weights.mobility;
    let hobbled = masks::forward(us, context.horses(us)) & context.occupied();
    sink.add(Term::HobbledHorse, us, &weights.hobbled_horse, hobbled.count() as i32);
    sink.add(Term::TrappedHorse, us, &weights.trapped_horse, trapped_horses(context, us));

    let half_open = context.rooks(us) & context.formations[us].half_open_files;
    let open = half_open & context.formations[!us].half_open_files;
    let (open, half_open) = (open.count() as i32, (half_open - open).count() as i32);
    sink.add(Term::OpenFile, us, &weights.open_file, open);
    sink.add(Term::OpenFile, us, &weights.half_open_file, half_open);
    sink.add(Term::RibRook, us, &weights.rib_rook, rib_rooks(context, us));
}

/// Horses that are blocked, or attacked wherever they go (whether the square is protected is not asked).
#[inline(always)]
fn trapped_horses(context: &Context<'_>, us: Color) -> i32 {
    let deadly = context.all(us) | context.sides[!us].attacks;
    let mut trapped = 0;
    for horse in context.horses(us) {
        trapped += i32::from((context.blockers.horse_from(horse) - deadly).is_empty());
    }
    trapped
}

/// Rooks on a side file of the palace that reach into the enemy's.
#[inline(always)]
fn rib_rooks(context: &Context<'_>, us: Color) -> i32 {
    let ribs = confine::palace(!us) & masks::RIB_FILES;
    let mut bearing = 0;
    for rook in context.rooks(us) & masks::RIB_FILES {
        let reach = context.blockers.rook(rook) | rook.into();
        bearing += i32::from((reach & masks::file_of(rook)).intersects(ribs));
    }
    bearing
}

#[cfg(test)]
mod tests {
    use super::super::testing::{red, weights};
    use super::*;

    #[test]
    fn a_horse_reaches_more_from_the_centre() {
        let horse = weights().mobility.horse;
        assert_eq!(red("3k5/9/9/9/9/9/9/9/9/N3K4 w", Term::Reach), horse.at(2));
        assert_eq!(red("3k5/9/9/9/4N4/9/9/9/9/4K4 w", Term::Reach), horse.at(8));
    }

    #[test]
    fn squares_that_pawns_attack_do_not_count() {
        let rook = weights().mobility.rook;
        assert_eq!(red("3k5/9/9/9/R8/9/9/9/9/4K4 w", Term::Reach), rook.at(17));
        assert_eq!(red("3k5/9/9/4p4/R8/9/9/9/9/4K4 w", Term::Reach), rook.at(16));
    }

    #[test]
    fn a_pawn_before_a_horse_hobbles_it() {
        let hobbled = weights().mobility.hobbled_horse;
        assert_eq!(red("3k5/9/9/9/9/9/2P6/2N6/9/4K4 w", Term::HobbledHorse), hobbled);
        assert_eq!(red("3k5/9/9/9/9/2P6/9/2N6/9/4K4 w", Term::HobbledHorse), Tapered::ZERO);
    }

    #[test]
    fn a_horse_without_a_safe_move_is_trapped() {
        let trapped = weights().mobility.trapped_horse;
        assert_eq!(red("3k5/9/9/9/9/9/9/9/C8/NR2K4 w", Term::TrappedHorse), trapped);
        assert_eq!(red("3k5/9/9/9/9/9/9/r8/8r/N3K4 w", Term::TrappedHorse), trapped);
        assert_eq!(red("3k5/9/9/9/9/9/9/9/9/N3K4 w", Term::TrappedHorse), Tapered::ZERO);
    }

    #[test]
    fn rooks_like_files_without_pawns() {
        let weights = weights().mobility;
        let value = |board| red(board, Term::OpenFile);
        assert_eq!(value("3k5/9/9/9/R8/9/9/9/9/4K4 w"), weights.open_file);
        assert_eq!(value("3k5/9/9/p8/R8/9/9/9/9/4K4 w"), weights.half_open_file);
        assert_eq!(value("3k5/9/9/9/R8/9/P8/9/9/4K4 w"), Tapered::ZERO);
    }

    #[test]
    fn a_rib_rook_reaches_into_the_palace() {
        let value = |board| red(board, Term::RibRook);
        assert_eq!(value("4k4/9/9/9/9/9/9/3R5/9/3K5 w"), weights().mobility.rib_rook);
        assert_eq!(value("3Rk4/9/9/9/9/9/9/9/9/3K5 b"), weights().mobility.rib_rook);
        assert_eq!(value("4k4/9/9/3c5/9/9/9/3R5/9/3K5 w"), Tapered::ZERO);
        assert_eq!(value("4k4/9/9/9/9/9/9/2R6/9/3K5 w"), Tapered::ZERO);
    }
}
