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

/// Less than any exchange can lose.
pub(crate) const ANY_LOSS: i32 = -2 * exchange_value(PieceType::King);

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

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const ADVISOR: i32 = exchange_value(PieceType::Advisor);
    const PAWN: i32 = exchange_value(PieceType::Pawn);
    const ROOK: i32 = exchange_value(PieceType::Rook);

    /// Whether the move wins exactly `value`.
    fn assert_wins(fen: &str, mv: &str, value: i32) {
        let position = Position::from_fen(fen).unwrap();
        let mv = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} {fen}");
        assert!(exchange_wins(&position, mv, value), "{mv} wins less than {value}: {fen}");
        assert!(!exchange_wins(&position, mv, value + 1), "{mv} wins more than {value}: {fen}");
    }

    #[test]
    fn a_cannon_protects_only_over_a_screen() {
        assert_wins("4ck3/9/9/9/9/R3p4/9/9/9/3K5 w - - 0 1", "a4e4", PAWN);
        assert_wins("4ck3/4a4/9/9/9/R3p4/9/9/9/3K5 w - - 0 1", "a4e4", PAWN - ROOK);
    }

    #[test]
    fn a_screen_that_captures_is_a_screen_no_more() {
        assert_wins("4ck3/9/9/4R4/9/4p4/9/9/9/3K5 w - - 0 1", "e6e4", PAWN);
    }

    #[test]
    fn a_pawn_that_recaptures_opens_the_line_of_a_rook_but_is_a_screen_no_more() {
        // Rook takes pawn, pawn takes rook, and the rook e1 takes back if the piece on e9 does not bear on e4 then.
        assert_wins("4ck3/9/9/9/4p4/R3p4/9/9/4R4/3K5 w - - 0 1", "a4e4", PAWN - ROOK + PAWN);
        assert_wins("4rk3/9/9/9/4p4/R3p4/9/9/4R4/3K5 w - - 0 1", "a4e4", PAWN - ROOK);
    }

    #[test]
    fn a_king_captures_only_what_is_unprotected() {
        assert_wins("4k4/R3a4/9/9/9/9/9/9/9/3K5 w - - 0 1", "a8e8", ADVISOR - ROOK);
        assert_wins("4k4/R3a4/9/9/9/9/4R4/9/9/3K5 w - - 0 1", "a8e8", ADVISOR);
    }

    #[test]
    fn a_horse_protects_only_with_its_leg_free() {
        assert_wins("5k3/9/9/5n3/9/R3p4/9/9/9/3K5 w - - 0 1", "a4e4", PAWN - ROOK);
        assert_wins("5k3/9/9/5n3/5P3/R3p4/9/9/9/3K5 w - - 0 1", "a4e4", PAWN);
    }

    #[test]
    fn a_quiet_move_loses_what_can_be_taken() {
        assert_wins("5k3/9/9/5n3/9/R8/9/9/9/3K5 w - - 0 1", "a4e4", -ROOK);
        assert_wins("5k3/9/9/5n3/9/R8/9/9/9/3K5 w - - 0 1", "a4b4", 0);
    }

    /// What the cheapest captures on the square win for the side to move, played out on the board by legal moves;
    /// `None` where a pin keeps a piece from taking part.
    fn play_out(position: &mut Position, square: Square) -> Option<i32> {
        let us = position.side_to_move();
        let king = position.king(us);
        let pseudo_legal = position.attackers(square, us, position.board().occupied());
        let legal: Bitboard =
            position.legal_moves().iter().filter(|mv| mv.to() == square).map(|mv| mv.from()).collect();
        let king_may = legal.contains(king);
        let unprotected =
            position.attackers(square, !us, position.board().occupied().without(king)).is_empty();
        let expected = if king_may || !unprotected { pseudo_legal.without(king) } else { pseudo_legal };
        if legal.without(king) != expected {
            return None;
        }
        let Some((_, from)) = cheapest(position, us, legal) else { return Some(0) };
        let victim = position.board().piece_on(square).map_or(0, |piece| exchange_value(piece.piece_type()));
        let undo = position.make(Move::new(from, square));
        let reply = play_out(position, square);
        position.unmake(undo);
        Some((victim - reply?).max(0))
    }

    #[test]
    fn exchanges_agree_with_captures_played_on_the_board() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let (mut compared, mut lost) = (0, 0);
        for _ in 0..150 {
            let mut position = Position::start();
            for _ in 0..rng.random_range(0..120) {
                let moves = position.legal_moves();
                let captures = position.legal_captures();
                let liked = if captures.is_empty() || rng.random_bool(0.7) { &moves } else { &captures };
                let Some(&mv) = liked.choose(&mut rng) else { break };
                let _never_taken_back = position.make(mv);
            }
            for mv in position.legal_moves() {
                let victim =
                    position.board().piece_on(mv.to()).map_or(0, |piece| exchange_value(piece.piece_type()));
                let undo = position.make(mv);
                let reply = play_out(&mut position, mv.to());
                position.unmake(undo);
                let Some(reply) = reply else { continue };
                let value = victim - reply;
                assert!(exchange_wins(&position, mv, value), "{mv} {value} {}", position.to_fen());
                assert!(!exchange_wins(&position, mv, value + 1), "{mv} {value} {}", position.to_fen());
                compared += 1;
                lost += u32::from(value < 0);
            }
        }
        assert!(compared > 2_000 && lost > 200, "{compared} compared, {lost} of them lose something");
    }
}
