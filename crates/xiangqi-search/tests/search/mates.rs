//! Mates and stalemates: found with their distance, and true.

use xiangqi_core::Position;
use xiangqi_eval::Score;
use xiangqi_search::{Bound, Limits};

use crate::support::{MATE_IN_TWO, TestEngine, engine, mv, position, search, search_and_listen, to_depth};

#[test]
fn a_mate_in_one_is_played() {
    let position = position("4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1");
    let result = search(&mut engine(), &position, &to_depth(3));
    assert_eq!((result.best, result.score), (Some(mv("b1b9")), Score::mate_in(1)));
}

#[test]
fn a_mate_in_two_has_its_distance() {
    let result = search(&mut engine(), &position(MATE_IN_TWO), &to_depth(6));
    assert_eq!(result.score, Score::mate_in(3));
    assert_eq!(result.score.mate_moves(), Some(2));
}

#[test]
fn being_mated_is_told_from_the_loser_s_side() {
    // Black's king must step to f9, where the other rook mates it.
    let position = position("4k4/R8/9/9/9/9/9/9/9/1R1K5 b - - 0 1");
    let result = search(&mut engine(), &position, &to_depth(5));
    assert_eq!((result.best, result.score), (Some(mv("e9f9")), Score::mated_in(2)));
}

#[test]
fn a_stalemate_is_lost() {
    let before = position("3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 0 1");
    let result = search(&mut engine(), &before, &to_depth(3));
    assert_eq!((result.best, result.score), (Some(mv("c7d7")), Score::mate_in(1)));

    let stalemate = position("3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1");
    assert!(!stalemate.is_check());
    let result = search(&mut engine(), &stalemate, &to_depth(3));
    assert_eq!((result.best, result.score, result.nodes), (None, Score::mated_in(0), 0));
}

#[test]
fn every_reported_mate_can_be_carried_out() {
    let puzzles = [
        MATE_IN_TWO,
        "4ka3/4aR3/4N4/4p4/9/9/4P4/4C4/c1nrAR3/4KA3 w - - 0 1",
        "5k3/3Cc1P1r/2c2N3/9/9/9/9/9/3p2r2/3CKR3 w - - 0 1",
        "4k4/9/9/9/9/9/9/R8/1R7/3K5 b - - 0 1",
    ];
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    let mut mates = 0;
    for fen in puzzles {
        let position = position(fen);
        let (_, reports) = search_and_listen(&mut engine(), &position, &limits);
        for report in reports.iter().filter(|report| report.bound == Bound::Exact) {
            if let Some(moves) = report.score.mate_moves() {
                mates += 1;
                let plies = 2 * moves.unsigned_abs() - u32::from(moves > 0);
                carry_out(&mut engine(), position.clone(), &report.pv, plies);
            }
        }
    }
    assert!(mates > 10, "only {mates} mates were reported");
}

/// Plays the line, and what the search thinks best after it, to the mate that must come after so many plies at most.
fn carry_out(engine: &mut TestEngine, mut position: Position, pv: &[xiangqi_core::Move], plies: u32) {
    assert!(pv.len() <= plies as usize, "{pv:?} goes on after mate in {plies} plies");
    let fen = position.to_fen();
    let mut line = pv.iter();
    for left in (1..=plies).rev() {
        let next = line.next().copied().or_else(|| {
            let limits = Limits { mate: Some(left.div_ceil(2)), nodes: Some(40_000), ..Limits::default() };
            search(engine, &position, &limits).best
        });
        let Some(mv) = next else { break };
        assert!(position.is_legal(mv), "{mv} of {pv:?} in {fen}");
        let _never_taken_back = position.make(mv);
    }
    assert!(!position.has_legal_move(), "no mate after {plies} plies, {pv:?} first, in {fen}");
}
