//! The parts of the board that some pieces cannot leave: the palace 九宫 and the home side of the river 河界.

use crate::{Bitboard, Color, PieceType, Square, bitboard};

const RED_PALACE: Bitboard = bitboard! {
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X X . . .
    . . . X X X . . .
    . . . X X X . . .
};

const RED_ADVISOR_POINTS: Bitboard = bitboard! {
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . X . . .
    . . . . X . . . .
    . . . X . X . . .
};

const RED_ELEPHANT_POINTS: Bitboard = bitboard! {
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . X . .
    . . . . . . . . .
    X . . . X . . . X
    . . . . . . . . .
    . . X . . . X . .
};

const RED_PAWN_POINTS: Bitboard = bitboard! {
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X . X . X . X . X
    X . X . X . X . X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
};

const RED_HOME: Bitboard = Bitboard::from_bits((1 << 45) - 1);

/// The nine points that this side's king cannot leave.
#[must_use]
#[inline]
pub const fn palace(color: Color) -> Bitboard {
    relative(RED_PALACE, color)
}

/// The 45 points on this side of the river.
#[must_use]
#[inline]
pub const fn home(color: Color) -> Bitboard {
    relative(RED_HOME, color)
}

/// The points on which a piece of this kind can ever stand: five for an advisor, seven for an elephant, nine for
/// a king, 55 for a pawn (it starts on ranks 3 of the files a c e g i and never goes back), all for the rest.
#[must_use]
#[inline]
pub const fn points(color: Color, piece_type: PieceType) -> Bitboard {
    match piece_type {
        PieceType::King => palace(color),
        PieceType::Advisor => relative(RED_ADVISOR_POINTS, color),
        PieceType::Elephant => relative(RED_ELEPHANT_POINTS, color),
        PieceType::Pawn => relative(RED_PAWN_POINTS, color),
        PieceType::Horse | PieceType::Rook | PieceType::Cannon => Bitboard::ALL,
    }
}

/// Whether a pawn of this side has crossed the river from its home.
#[must_use]
#[inline]
pub const fn has_crossed_river(color: Color, square: Square) -> bool {
    !home(color).contains(square)
}

/// These picture constants are symmetric between left and right, so turning the board is enough.
const fn relative(red: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::Red => red,
        Color::Black => Bitboard::from_bits(red.bits().reverse_bits() >> (128 - 90)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_points_are_red_points_seen_from_the_other_side() {
        for piece_type in PieceType::ALL {
            for square in Square::ALL {
                let red = points(Color::Red, piece_type).contains(square);
                assert_eq!(points(Color::Black, piece_type).contains(square.flip_rank()), red);
            }
        }
    }

    #[test]
    fn counts_are_those_of_the_rules() {
        let count = |piece_type| points(Color::Black, piece_type).count();
        assert_eq!(count(PieceType::King), 9);
        assert_eq!(count(PieceType::Advisor), 5);
        assert_eq!(count(PieceType::Elephant), 7);
        assert_eq!(count(PieceType::Pawn), 55);
        assert_eq!(count(PieceType::Rook), 90);
        assert!(has_crossed_river(Color::Red, Square::E5) && !has_crossed_river(Color::Red, Square::E4));
        assert!(has_crossed_river(Color::Black, Square::E4) && !has_crossed_river(Color::Black, Square::E5));
    }
}
