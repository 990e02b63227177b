//! What several terms need to know about a position, found in one pass over the pieces.

use xiangqi_core::{Bitboard, Board, ByColor, Color, PieceType, Square, attacks, confine};

use super::king_safety::Pressure;
use super::{MaterialCount, Tapered, Weights, mobility};

/// A position as the terms see it.
pub(crate) struct Context<'a> {
    pub(crate) board: &'a Board,
    pub(crate) counts: MaterialCount,
    pub(crate) occupied: Bitboard,
    pub(crate) sides: ByColor<Side>,
}

/// One side's pieces and what they attack.
pub(crate) struct Side {
    pub(crate) king: Square,
    pub(crate) pieces: Bitboard,
    pub(crate) pawns: Bitboard,
    pub(crate) horses: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) cannons: Bitboard,
    pub(crate) by_pawns: Bitboard,
    pub(crate) by_horses: Bitboard,
    pub(crate) by_rooks: Bitboard,
    /// Only captures over a screen.
    pub(crate) by_cannons: Bitboard,
    pub(crate) by_guards: Bitboard,
    /// Everything that this side attacks or protects.
    pub(crate) attacks: Bitboard,
    pub(crate) lost_advisors: i32,
    pub(crate) lost_elephants: i32,
    /// The sum of what each piece's reach is worth.
    pub(crate) reach: Tapered,
    /// How much the pieces bear on the enemy palace.
    pub(crate) pressure: Pressure,
}

impl<'a> Context<'a> {
    pub(crate) fn new(board: &'a Board, counts: MaterialCount, weights: &Weights) -> Context<'a> {
        let by_pawns = ByColor::from_fn(|us| pawn_attacks(us, board.pieces(us, PieceType::Pawn)));
        Context {
            board,
            counts,
            occupied: board.occupied(),
            // Written out: a closure would build each side elsewhere and copy it.
            sides: ByColor {
                red: Side::new::<true>(board, counts, &by_pawns, weights),
                black: Side::new::<false>(board, counts, &by_pawns, weights),
            },
        }
    }

    /// A side's crossed pawns.
    pub(crate) fn crossed_pawns(&self, us: Color) -> Bitboard {
        self.sides[us].pawns - confine::home(us)
    }
}

impl Side {
    /// Surveys one side (a constant, so that each side has its own code without branches).
    #[inline]
    fn new<const RED: bool>(
        board: &Board,
        counts: MaterialCount,
        by_pawns: &ByColor<Bitboard>,
        weights: &Weights,
    ) -> Side {
        let us = if RED { Color::Red } else { Color::Black };
        let king = board.pieces(us, PieceType::King).first().unwrap_or(Square::E0);
        let mut side = Side {
            king,
            pieces: board.by_color(us),
            pawns: board.pieces(us, PieceType::Pawn),
            horses: board.pieces(us, PieceType::Horse),
            rooks: board.pieces(us, PieceType::Rook),
            cannons: board.pieces(us, PieceType::Cannon),
            by_pawns: by_pawns[us],
            by_horses: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_cannons: Bitboard::EMPTY,
            by_guards: attacks::king(king) & confine::palace(us),
            attacks: Bitboard::EMPTY,
            lost_advisors: counts.lost(us, PieceType::Advisor),
            lost_elephants: counts.lost(us, PieceType::Elephant),
            reach: Tapered::ZERO,
            pressure: Pressure::default(),
        };
        side.survey_guards(board, us);
        side.survey_pieces(board, by_pawns[!us], confine::palace(!us), weights);
        side.attacks = side.by_pawns | side.by_horses | side.by_rooks | side.by_cannons | side.by_guards;
        side
    }

    fn survey_guards(&mut self, board: &Board, us: Color) {
        for square in board.pieces(us, PieceType::Advisor) {
            self.by_guards |= attacks::advisor(square) & confine::palace(us);
        }
        for square in board.pieces(us, PieceType::Elephant) {
            self.by_guards |= attacks::elephant(square, board.occupied()) & confine::home(us);
        }
    }

    fn survey_pieces(&mut self, board: &Board, shunned: Bitboard, target: Bitboard, weights: &Weights) {
        let occupied = board.occupied();
        let free = !(self.pieces | shunned);
        let units = &weights.king_safety.pressure_units;
        for square in self.rooks {
            let reach = attacks::rook(square, occupied);
            self.by_rooks |= reach;
            self.reach += mobility::of(&weights.mobility.rook, reach & free);
            self.pressure.add(units.rook, reach & target);
        }
        for square in self.horses {
            let reach = attacks::horse_from(square, occupied);
            self.by_horses |= reach;
            self.reach += mobility::of(&weights.mobility.horse, reach & free);
            self.pressure.add(units.horse, reach & target);
        }
        for square in self.cannons {
            let (reach, second) = attacks::line(square, occupied);
            self.by_cannons |= second;
            self.reach += mobility::of(&weights.mobility.cannon, ((reach - occupied) | second) & free);
            self.pressure.add(units.cannon, second & target);
        }
        self.pressure.add_pawns(units.pawn, self.by_pawns & target);
    }
}

/// What all pawns of a side attack.
fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    let crossed = pawns - confine::home(us);
    let forward = match us {
        Color::Red => pawns.north(),
        Color::Black => pawns.south(),
    };
    forward | crossed.east() | crossed.west()
}
