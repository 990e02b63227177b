//! Static exchange evaluation: what a series of captures on one square wins or loses.

use xiangqi_core::{Bitboard, Color, Move, PieceType, Position, Square};

/// What a piece is worth in an exchange, in centipawns.
#[must_use]
#[inline]
pub const fn exchange_value(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::King => 20_000,
        PieceType::Advisor | PieceType::Elephant => 200,
        PieceType::Horse => 520,
        PieceType::Rook => 1150,
        PieceType::Cannon => 540,
        PieceType::Pawn => 120,
    }
}

/// The order in which the pieces of one side capture: the cheapest first.
const CHEAPEST_FIRST: [PieceType; 7] = [
    PieceType::Pawn,
    PieceType::Advisor,
    PieceType::Elephant,
    PieceType::Horse,
    PieceType::Cannon,
    PieceType::Rook,
    PieceType::King,
];

/// Whether a legal move and the exchange that may follow on its square win at least `threshold` centipawns for the
/// side to move, when both sides capture with their cheapest piece and may stop at any time. Pins are ignored.
#[must_use]
pub fn exchange_wins(position: &Position, mv: Move, threshold: i32) -> bool {
    let board = position.board();
    let value_on = |square| board.piece_on(square).map_or(0, |piece| exchange_value(piece.piece_type()));

    // `balance`: what the side that just moved stands above the threshold, as seen by that side.
    let mut balance = value_on(mv.to()) - threshold;
    if balance < 0 {
        return false;
    }
    balance = value_on(mv.from()) - balance;
    if balance <= 0 {
        return true; // even the loss of the moved piece leaves enough
    }

    let mut occupied = board.occupied().without(mv.from()).with(mv.to());
    let mut side = position.side_to_move();
    let mut wins = true;
    loop {
        side = !side;
        // The lines over a cannon's screen change with each capture, so the attackers are looked up anew.
        let attackers = position.attackers(mv.to(), side, occupied);
        let Some((piece_type, from)) = cheapest(position, side, attackers) else { return wins };
        wins = !wins;
        if piece_type == PieceType::King {
            // The king may capture only what is protected no more.
            let protected = !position.attackers(mv.to(), !side, occupied.without(from)).is_empty();
            return wins != protected;
        }
        balance = exchange_value(piece_type) - balance;
        if balance < i32::from(wins) {
            return wins;
        }
        occupied = occupied.without(from);
    }
}

fn cheapest(position: &Position, side: Color, attackers: Bitboard) -> Option<(PieceType, Square)> {
    CHEAPEST_FIRST.into_iter().find_map(|piece_type| {
        let attacker = (attackers & position.board().pieces(side, piece_type)).first()?;
        Some((piece_type, attacker))
    })
}
