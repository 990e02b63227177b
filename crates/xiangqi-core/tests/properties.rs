//! What must hold in every position, checked along random games and against the slow rules in `support`.

mod support;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use support::{SlowBoard, random_game, random_puzzle};
use xiangqi_core::{Bitboard, Board, Color, Move, Piece, PieceType, Position, Setup, Square, Strictness};

const PLIES: usize = 80;

fn config(seed: u64, cases: u32) -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(seed), cases, failure_persistence: None, ..Default::default() }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// All lists of moves and counts agree with the slow rules.
fn assert_moves_are_right(position: &Position) {
    let expected = SlowBoard::new(position.board()).legal_moves(position.side_to_move());
    let (captures, quiets) = (position.legal_captures(), position.legal_quiets());
    assert_eq!(sorted(position.legal_moves()), expected, "{position}");
    assert_eq!(position.count_legal_moves() as usize, expected.len());
    assert_eq!(position.has_legal_move(), !expected.is_empty());
    assert!(captures.iter().all(|mv| position.board().piece_on(mv.to()).is_some()));
    assert!(quiets.iter().all(|mv| position.board().piece_on(mv.to()).is_none()));
    assert_eq!(sorted(captures.into_iter().chain(quiets)), expected);
}

fn assert_legality_is_right(position: &Position) {
    let legal = position.legal_moves();
    for from in Square::ALL {
        for to in Square::ALL {
            let mv = Move::new(from, to);
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv} in\n{position}");
        }
    }
}

/// The quick answer is the right one, and the quicker one away from the lines between a cannon and the king.
fn assert_checks_are_right(position: &Position) {
    let (us, king) = (position.side_to_move(), position.king(!position.side_to_move()));
    let lines = Bitboard::rank(king.rank()) | Bitboard::file(king.file());
    let checks = position.checks();
    for mv in position.legal_moves() {
        assert_eq!(checks.gives(position, mv), position.gives_check(mv), "{mv} in\n{position}");
    }
    let cannon_bears = lines.intersects(position.board().pieces(us, PieceType::Cannon));
    for mv in position.legal_moves() {
        if let Some(direct) = checks.direct(position, mv.from())
            && !cannon_bears
            && !lines.contains(mv.from())
        {
            assert_eq!(direct.contains(mv.to()), position.gives_check(mv), "{mv} in\n{position}");
        }
    }
}

fn assert_same_squares(set: Bitboard, expected: &[Square], position: &Position) {
    assert_eq!(set.into_iter().collect::<Vec<_>>(), expected, "{position}");
}

fn rotated(position: &Position) -> Position {
    let board = position.board().rotate();
    Setup { board, side_to_move: !position.side_to_move(), ..position.to_setup() }
        .into_position(Strictness::Strict)
        .expect("a legal position is legal from the other side")
}

proptest! {
    #![proptest_config(config(1, 48))]

    #[test]
    fn moves_agree_with_the_slow_rules(seed: u64) {
        for position in random_game(seed, PLIES) {
            assert_moves_are_right(&position);
        }
    }

    #[test]
    fn quick_answers_about_checks_are_right(seed: u64) {
        for position in random_game(seed, PLIES) {
            assert_checks_are_right(&position);
        }
    }

    #[test]
    fn checks_and_attacks_agree_with_the_slow_rules(seed: u64) {
        for position in random_game(seed, PLIES).into_iter().step_by(3) {
            let slow = SlowBoard::new(position.board());
            assert_same_squares(position.checkers(), &slow.king_attackers(position.side_to_move()), &position);
            prop_assert_eq!(position.is_check(), !position.checkers().is_empty());
            for color in Color::ALL {
                for square in Square::ALL {
                    let attackers = position.attackers(square, color, position.board().occupied());
                    assert_same_squares(attackers, &slow.attackers(square, color), &position);
                }
            }
        }
    }

    #[test]
    fn any_move_is_legal_exactly_if_listed(seed: u64) {
        for position in random_game(seed, PLIES).into_iter().step_by(10) {
            assert_legality_is_right(&position);
        }
    }

    #[test]
    fn making_and_unmaking_restores_everything(seed: u64) {
        for mut position in random_game(seed, PLIES) {
            let before = position.clone();
            for mv in before.legal_moves() {
                let gives_check = before.gives_check(mv);
                let undo = position.make(mv);
                prop_assert_eq!(undo.captured(), before.board().piece_on(mv.to()));
                prop_assert_eq!(position.is_check(), gives_check, "{} in\n{}", mv, before);
                prop_assert_eq!(position.side_to_move(), !before.side_to_move());
                position.unmake(undo);
                prop_assert_eq!(&position, &before);
            }
        }
    }

    #[test]
    fn a_null_move_only_passes_the_turn(seed: u64) {
        for mut position in random_game(seed, PLIES) {
            if position.is_check() {
                continue;
            }
            let before = position.clone();
            let undo = position.make_null();
            prop_assert_eq!(position.board(), before.board());
            prop_assert_eq!(position.side_to_move(), !before.side_to_move());
            prop_assert_ne!(position.key(), before.key());
            prop_assert_eq!(position.key(), rebuilt(&position).key());
            prop_assert!(position.checkers().is_empty() && undo.mv().is_none());
            position.unmake(undo);
            prop_assert_eq!(&position, &before);
        }
    }

    #[test]
    fn the_key_is_that_of_the_placement_built_anew(seed: u64) {
        for position in random_game(seed, PLIES) {
            prop_assert_eq!(position.key(), rebuilt(&position).key());
            prop_assert_eq!(position.checkers(), rebuilt(&position).checkers());
        }
    }

    #[test]
    fn fens_round_trip(seed: u64) {
        for position in random_game(seed, PLIES) {
            let fen = position.to_fen();
            let read = Position::from_fen(&fen).unwrap();
            prop_assert_eq!(read.to_setup(), position.to_setup());
            prop_assert_eq!(read.to_fen(), fen);
            prop_assert_eq!(read.legal_moves(), position.legal_moves());
        }
    }

    #[test]
    fn both_sides_have_the_same_rules(seed: u64) {
        for position in random_game(seed, PLIES) {
            let seen_by_black = rotated(&position).legal_moves().into_iter().map(Move::rotate);
            prop_assert_eq!(sorted(seen_by_black), sorted(position.legal_moves()));
        }
    }

    #[test]
    fn old_puzzles_have_right_moves_too(seed: u64) {
        for offset in 0..16 {
            let position = random_puzzle(seed.wrapping_add(offset));
            assert_moves_are_right(&position);
            if offset == 0 {
                assert_legality_is_right(&position);
            }
        }
    }
}

/// The same placement put together piece by piece.
fn rebuilt(position: &Position) -> Position {
    let mut board = Board::empty();
    let pieces: Vec<(Square, Piece)> = position.board().iter().collect();
    for (square, piece) in pieces.into_iter().rev() {
        board.put(piece, square);
    }
    Setup { board, ..position.to_setup() }.into_position(Strictness::Strict).expect("it is legal")
}
