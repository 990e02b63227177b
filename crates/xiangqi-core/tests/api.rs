//! What users of a Rust library take for granted: common traits, and errors that can be sent and boxed.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use xiangqi_core::notation::{Notation, NotationError, NotationFault, ParseNotationError, chinese, iccs};
use xiangqi_core::rules::{History, MoveCounter, Rules};
use xiangqi_core::{
    Bitboard, Board, ByColor, Color, FenError, FenFault, Game, IllegalMove, IllegalMoveAt, Move, MoveList,
    Outcome, ParseMoveError, ParsePieceError, ParseSquareError, Piece, PieceType, Position, PositionError,
    Setup, SetupError, SetupFault, Square, Strictness, Undo,
};

fn value<T: Clone + Debug + Eq + Hash + Send + Sync + Unpin + 'static>() {}
fn small<T: Copy>() {
    assert!(size_of::<T>() <= 16);
}
fn text<T: Display + FromStr<Err: Error>>() {}
fn thing<T: Clone + Debug + Send + Sync + Unpin + 'static>() {}
fn error<T: Error + Clone + Eq + Send + Sync + Unpin + 'static>() {}

#[test]
fn types_have_the_traits_that_users_expect() {
    value::<Board>();
    value::<Setup>();
    value::<Position>();
    value::<ByColor<u8>>();
    value::<Rules>();
    value::<MoveCounter>();
    value::<Outcome>();
    value::<Notation>();
    value::<chinese::Style>();
    value::<iccs::Ranks>();
    value::<Strictness>();
    thing::<Game>();
    thing::<History>();
    thing::<MoveList>();
    thing::<Undo>();
    small::<Square>();
    small::<Piece>();
    small::<PieceType>();
    small::<Color>();
    small::<Move>();
    small::<Bitboard>();
    text::<Square>();
    text::<Piece>();
    text::<Move>();
    text::<Setup>();
    text::<Notation>();
}

#[test]
fn errors_can_be_sent_compared_and_boxed() {
    error::<ParseSquareError>();
    error::<ParsePieceError>();
    error::<ParseMoveError>();
    error::<ParseNotationError>();
    error::<NotationError>();
    error::<NotationFault>();
    error::<iccs::ParseIccsError>();
    error::<FenError>();
    error::<FenFault>();
    error::<SetupError>();
    error::<SetupFault>();
    error::<PositionError>();
    error::<IllegalMove>();
    error::<IllegalMoveAt>();
}

#[test]
fn defaults_are_where_things_begin() {
    assert_eq!(Position::default(), Position::start());
    assert_eq!((Setup::default(), Board::default()), (Setup::empty(), Board::empty()));
    assert_eq!(Game::default().position(), &Position::start());
}

#[test]
fn moves_can_be_asked_for_by_square() {
    let position = Position::start();
    let from = |square| position.legal_moves_from(square).map(Move::to).collect::<Vec<_>>();
    assert_eq!(from(Square::H0), [Square::G2, Square::I2]);
    assert_eq!(from(Square::H9), [], "it is not Black's turn");
    assert_eq!(from(Square::E4), []);
    let all: usize = Square::ALL.into_iter().map(|square| position.legal_moves_from(square).count()).sum();
    assert_eq!(all, Game::default().legal_moves().len());
}

#[test]
fn a_move_can_be_played_on_a_copy() {
    let start = Position::start();
    let mv = Move::new(Square::H2, Square::E2);
    let after = start.after(mv).expect("it is legal");
    assert_eq!(start, Position::start());
    assert_eq!((after.key(), after.side_to_move()), (start.key_after(mv), Color::Black));
    let error = start.after(Move::new(Square::E0, Square::E2)).expect_err("it is illegal");
    assert_eq!(error.fen(), xiangqi_core::START_FEN);
}

#[test]
fn a_position_in_a_failed_comparison_can_be_read() {
    let start = Position::start();
    assert_eq!(format!("{start:?}"), format!("Position({})", start.to_setup()));
}
