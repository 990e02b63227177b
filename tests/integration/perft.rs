//! The number of lines of play from many positions, counted in four ways, against counts on which other
//! generators agree.

use xiangqi_core::{Board, Position, perft, perft_listed};
use xiangqi_search::perft_staged;
use xiangqi_tests::epd::{PerftCase, perft_cases};

/// How deep `perft_deep.epd` is followed; its counts for greater depths are there for whoever has the time.
const DEEP: u32 = 5;

/// Set in the environment, it lets the slow ways of counting go as far as the quick ones.
const THOROUGH: &str = "XIANGQI_THOROUGH";

/// The greatest count that the slow ways of counting are asked for otherwise.
const FEW: u64 = 500_000;

#[test]
fn lines_counted_at_the_last_ply() {
    every_count("perft.epd", u64::MAX, perft);
}

#[test]
fn lines_listed_at_the_last_ply() {
    every_count("perft.epd", u64::MAX, perft_listed);
}

#[test]
fn lines_taken_from_the_staged_picker() {
    every_count("perft.epd", few(), perft_staged);
}

#[test]
fn lines_with_the_board_rebuilt_at_every_node() {
    every_count("perft.epd", few(), |position, depth| perft_rebuilding(position, depth, 0));
}

#[test]
fn deep_lines_counted_at_the_last_ply() {
    every_count("perft_deep.epd", u64::MAX, perft);
}

#[test]
fn deep_lines_listed_at_the_last_ply() {
    every_count("perft_deep.epd", u64::MAX, perft_listed);
}

#[test]
fn deep_lines_taken_from_the_staged_picker() {
    every_count("perft_deep.epd", few(), perft_staged);
}

#[test]
fn deep_lines_with_the_board_rebuilt_at_every_node_but_the_last() {
    every_count("perft_deep.epd", few(), |position, depth| perft_rebuilding(position, depth, 1));
}

fn few() -> u64 {
    if std::env::var_os(THOROUGH).is_some() { u64::MAX } else { FEW }
}

/// Compares every count of a file, up to depth [`DEEP`] in the deep one, that is not greater than `most`.
fn every_count(file: &str, most: u64, count: impl Fn(&mut Position, u32) -> u64) {
    let depth_limit = if file == "perft_deep.epd" { DEEP } else { u32::MAX };
    for PerftCase { fen, counts } in perft_cases(file).unwrap() {
        let start = Position::from_fen(&fen).unwrap();
        for (depth, expected) in
            counts.into_iter().filter(|&(depth, lines)| depth <= depth_limit && lines <= most)
        {
            let mut position = start.clone();
            assert_eq!(count(&mut position, depth), expected, "{fen} at depth {depth}");
            assert_eq!(position, start, "{fen} was not restored");
        }
    }
}

/// Perft that at each node compares the board, its key included, with one built anew; the last `unwatched` plies are
/// only counted.
fn perft_rebuilding(position: &mut Position, depth: u32, unwatched: u32) -> u64 {
    assert_eq!(&rebuilt(position.board()), position.board());
    if depth <= unwatched {
        return perft(position, depth);
    }
    let moves = position.legal_moves();
    let lines_after = |mv| {
        let undo = position.make(mv);
        let lines = perft_rebuilding(position, depth - 1, unwatched);
        position.unmake(undo);
        lines
    };
    moves.into_iter().map(lines_after).sum()
}

fn rebuilt(board: &Board) -> Board {
    let mut rebuilt = Board::empty();
    for (square, piece) in board.iter() {
        rebuilt.put(piece, square);
    }
    rebuilt
}
