//! What a capture gains once all captures on the same point have been played: the material-gain test of the national
//! rules.

use crate::{Board, Color, PieceType, Square, legality};

/// What a piece is worth when pieces are exchanged: a rook as much as two of horse and cannon, those as two of advisor,
/// elephant and pawn.
pub(super) const fn worth(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::King => 100,
        PieceType::Rook => 4,
        PieceType::Horse | PieceType::Cannon => 2,
        PieceType::Advisor | PieceType::Elephant | PieceType::Pawn => 1,
    }
}

/// What a capture gains, less what the opponent then gains by taking back, in pawns; `None` if it is illegal.
pub(super) fn gain(board: &Board, from: Square, to: Square) -> Option<i32> {
    let (mover, victim) = (board.piece_on(from)?, board.piece_on(to)?);
    let after = capture(board, from, to)?;
    Some(worth(victim.piece_type()) - best_gain(&after, !mover.color(), to))
}

/// What a side gains by the best capture on a point, or nothing.
pub(super) fn best_gain(board: &Board, side: Color, to: Square) -> i32 {
    let attackers = board.attackers(to, side, board.occupied());
    // The cheapest attacker that may legally capture goes first; the others are the ones after it.
    let mut cheapest_first = PieceType::ALL;
    cheapest_first.sort_unstable_by_key(|&kind| worth(kind));
    let mut in_order = cheapest_first.into_iter().flat_map(|kind| attackers & board.pieces(side, kind));
    in_order.find_map(|attacker| gain(board, attacker, to)).unwrap_or(0).max(0)
}

/// The board after a capture; `None` if it leaves the king of the capturing side attacked.
fn capture(board: &Board, from: Square, to: Square) -> Option<Board> {
    let side = board.piece_on(from)?.color();
    let mut after = board.clone();
    after.take(to);
    after.shift(side, from, to);
    let attackers =
        legality::attackers(after.king(side), !side, after.occupied(), |kind| after.pieces(!side, kind));
    attackers.is_empty().then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn gain_of(fen: &str, mv: &str) -> Option<i32> {
        let position = Position::from_fen(fen).unwrap();
        gain(position.board(), mv[..2].parse().unwrap(), mv[2..].parse().unwrap())
    }

    #[test]
    fn captures_are_counted_to_their_end() {
        let unprotected = "4k4/9/9/n8/9/9/9/R8/9/3K5 w";
        assert_eq!(gain_of(unprotected, "a2a6"), Some(2));
        let protected = "4k4/9/9/n7r/9/9/9/R8/9/3K5 w";
        assert_eq!(gain_of(protected, "a2a6"), Some(-2), "a horse for a rook");
        let supported = "4k4/9/9/n7r/9/9/R8/R8/9/3K5 w";
        assert_eq!(gain_of(supported, "a3a6"), Some(2), "two attackers, and the only protector is a rook");
        let exchange = "4k4/9/9/r7r/9/9/9/R8/9/3K5 w";
        assert_eq!(gain_of(exchange, "a2a6"), Some(0));
    }

    #[test]
    fn illegal_captures_gain_nothing_and_protect_nothing() {
        let pinned = "3k5/9/9/3r5/9/9/9/9/n2R5/3K5 w";
        assert_eq!(gain_of(pinned, "d1a1"), None);
        let protected_by_advisor = "4k4/4a4/3c5/9/9/9/9/9/3R5/5K3 w";
        assert_eq!(gain_of(protected_by_advisor, "d1d7"), Some(2 - 4));
        let pinned_advisor = "4k4/4a4/3c5/9/9/9/9/9/3RR4/5K3 w";
        assert_eq!(gain_of(pinned_advisor, "d1d7"), Some(2));
    }
}
