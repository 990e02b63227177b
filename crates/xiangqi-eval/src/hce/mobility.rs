//! Dimension mobility: how many squares the pieces reach, and what holds them up.

use xiangqi_core::{Bitboard, Color};

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

    let open = context.formations[us].half_open_files & context.formations[!us].half_open_files;
    sink.add(Term::OpenFile, us, &weights.open_file, (context.rooks(us) & open).count() as i32);
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
    fn rooks_like_files_without_pawns() {
        let weights = weights().mobility;
        let value = |board| red(board, Term::OpenFile);
        assert_eq!(value("3k5/9/9/9/R8/9/9/9/9/4K4 w"), weights.open_file);
        assert_eq!(value("3k5/9/9/p8/R8/9/9/9/9/4K4 w"), Tapered::ZERO);
        assert_eq!(value("3k5/9/9/9/R8/9/P8/9/9/4K4 w"), Tapered::ZERO);
    }
}
