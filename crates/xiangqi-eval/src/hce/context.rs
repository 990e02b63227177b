//! What several terms need to know about a position, found in one pass over the pieces.

use xiangqi_core::attacks::Blockers;
use xiangqi_core::{Bitboard, Board, ByColor, Color, PieceType, confine};

use super::king_safety::Pressure;
use super::structure::Formation;
use super::terms::{Sink, Term};
use super::{Weights, mobility};

/// A position as the terms see it.
pub(crate) struct Context<'a> {
    board: &'a Board,
    pub(crate) blockers: &'a Blockers<'a>,
    pub(crate) formations: &'a ByColor<Formation>,
    pub(crate) sides: ByColor<Side>,
}

/// What one side's pieces attack.
pub(crate) struct Side {
    pub(crate) by_elephants: Bitboard,
    pub(crate) by_horses: Bitboard,
    pub(crate) by_rooks: Bitboard,
    /// Only captures over a screen.
    pub(crate) by_cannons: Bitboard,
    /// Where cannons can go, with or without a capture.
    pub(crate) to_cannons: Bitboard,
    /// Everything that this side attacks or protects.
    pub(crate) attacks: Bitboard,
    /// How much the pieces bear on the enemy palace.
    pub(crate) pressure: Pressure,
}

impl<'a> Context<'a> {
    #[inline(always)]
    pub(crate) fn new(
        board: &'a Board,
        blockers: &'a Blockers<'a>,
        formations: &'a ByColor<Formation>,
        weights: &Weights,
        sink: &mut impl Sink,
    ) -> Context<'a> {
        Context {
            board,
            blockers,
            formations,
            // Written out: a closure would build each side elsewhere and copy it.
            sides: ByColor {
                red: Side::new::<true>(board, blockers, formations, weights, sink),
                black: Side::new::<false>(board, blockers, formations, weights, sink),
            },
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.blockers.occupied()
    }

    /// All pieces of a side.
    #[inline(always)]
    pub(crate) fn all(&self, us: Color) -> Bitboard {
        self.board.by_color(us)
    }

    #[inline(always)]
    pub(crate) fn pawns(&self, us: Color) -> Bitboard {
        self.board.pieces(us, PieceType::Pawn)
    }

    #[inline(always)]
    pub(crate) fn advisors(&self, us: Color) -> Bitboard {
        self.board.pieces(us, PieceType::Advisor)
    }

    #[inline(always)]
    pub(crate) fn elephants(&self, us: Color) -> Bitboard {
        self.board.pieces(us, PieceType::Elephant)
    }

    #[inline(always)]
    pub(crate) fn horses(&self, us: Color) -> Bitboard {
        self.board.pieces(us, PieceType::Horse)
    }

    #[inline(always)]
    pub(crate) fn rooks(&self, us: Color) -> Bitboard {
        self.board.pieces(us, PieceType::Rook)
    }

    #[inline(always)]
    pub(crate) fn cannons(&self, us: Color) -> Bitboard {
        self.board.pieces(us, PieceType::Cannon)
    }
}

impl Side {
    /// Surveys one side (a constant, so that each side has its own code without branches).
    #[inline(always)]
    fn new<const RED: bool>(
        board: &Board,
        blockers: &Blockers<'_>,
        formations: &ByColor<Formation>,
        weights: &Weights,
        sink: &mut impl Sink,
    ) -> Side {
        let us = if RED { Color::Red } else { Color::Black };
        let (own, their) = (&formations[us], &formations[!us]);
        let mut side = Side {
            by_elephants: Bitboard::EMPTY,
            by_horses: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_cannons: Bitboard::EMPTY,
            to_cannons: Bitboard::EMPTY,
            attacks: own.by_pawns | own.by_palace_guards,
            pressure: Pressure::default(),
        };
        for square in board.pieces(us, PieceType::Elephant) {
            side.by_elephants |= blockers.elephant(square) & confine::home(us);
        }
        let free = !(board.by_color(us) | their.by_pawns);
        side.survey_pieces::<RED>(board, blockers, free, weights, sink);
        let target = confine::palace(!us);
        side.pressure.add_pawns(weights.king_safety.pressure_units.pawn, own.by_pawns & target);
        side.attacks |= side.by_elephants | side.by_horses | side.by_rooks | side.by_cannons;
        side
    }

    /// Finds what rooks, horses and cannons attack; `free` squares are worth reaching.
    #[inline(always)]
    fn survey_pieces<const RED: bool>(
        &mut self,
        board: &Board,
        blockers: &Blockers<'_>,
        free: Bitboard,
        weights: &Weights,
        sink: &mut impl Sink,
    ) {
        let us = if RED { Color::Red } else { Color::Black };
        let target = confine::palace(!us);
        let units = &weights.king_safety.pressure_units;
        for square in board.pieces(us, PieceType::Rook) {
            let reach = blockers.rook(square);
            self.by_rooks |= reach;
            sink.add(Term::Reach, us, mobility::of(&weights.mobility.rook, reach & free), 1);
            self.pressure.add(units.rook, reach & target);
        }
        for square in board.pieces(us, PieceType::Horse) {
            let reach = blockers.horse_from(square);
            self.by_horses |= reach;
            sink.add(Term::Reach, us, mobility::of(&weights.mobility.horse, reach & free), 1);
            self.pressure.add(units.horse, reach & target);
        }
        for square in board.pieces(us, PieceType::Cannon) {
            let (reach, second) = blockers.line(square);
            self.by_cannons |= second;
            let reach = (reach - blockers.occupied()) | second;
            self.to_cannons |= reach;
            sink.add(Term::Reach, us, mobility::of(&weights.mobility.cannon, reach & free), 1);
            self.pressure.add(units.cannon, second & target);
        }
    }
}
