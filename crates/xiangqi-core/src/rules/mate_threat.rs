//! Threats that lie behind checks: of mate (杀), and of winning a piece (抽将).
//!
//! Both are told from a position in which the side that threatens is to move, that is, after the opponent has passed.

use super::capture::Captures;
use super::exchange::worth;
use crate::{Bitboard, Board, Color, Move, Position};

/// A threat of mate is one that mates in so many moves, all but the last of them checks, and the last one mate.
pub(super) const MATE_MOVES: u32 = 2;

/// The position in which a side may move, whoever made the last move.
pub(super) fn on_move(board: &Board, side: Color) -> Position {
    Position::from_parts(board.clone(), side, crate::rules::MoveCounter::default(), 1)
}

/// The first move of a mate by checks alone in at most so many moves.
pub(super) fn mate_by_checks(position: &mut Position, moves: u32) -> Option<Move> {
    checks(position).find(|&check| {
        let undo = position.make(check);
        let replies = position.legal_moves();
        let mates = replies.is_empty()
            || moves > 1
                && replies.iter().all(|&reply| {
                    let undo = position.make(reply);
                    let mates = mate_by_checks(position, moves - 1).is_some();
                    position.unmake(undo);
                    mates
                });
        position.unmake(undo);
        mates
    })
}

/// A check without capture after which more is won than lost, whatever the reply, by taking a piece that could not be
/// won at once.
pub(super) fn gain_by_check(position: &mut Position) -> Option<Move> {
    let (board, side) = (position.board().clone(), position.side_to_move());
    let captures = Captures::new(&board, side);
    let at_once: Bitboard =
        captures.victims().into_iter().filter(|&victim| captures.best_gain(victim) > 0).collect();
    checks(position).filter(|check| board.piece_on(check.to()).is_none()).find(|&check| {
        let undo = position.make(check);
        let replies = position.legal_moves();
        let wins = !replies.is_empty()
            && replies.iter().all(|&reply| {
                let undo = position.make(reply);
                let lost = undo.captured().map_or(0, |piece| worth(piece.piece_type()));
                let captures = Captures::new(position.board(), side);
                // A piece that runs away is the same piece on another point.
                let stood = |victim| if victim == reply.to() { reply.from() } else { victim };
                let won = captures
                    .victims()
                    .into_iter()
                    .any(|victim| !at_once.contains(stood(victim)) && captures.best_gain(victim) > lost);
                position.unmake(undo);
                won
            });
        position.unmake(undo);
        wins
    })
}

/// The legal moves that give check.
fn checks(position: &Position) -> impl Iterator<Item = Move> + use<> {
    let now = position.clone();
    position.legal_moves().into_iter().filter(move |&mv| now.gives_check(mv))
}
