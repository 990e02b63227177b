//! What is written with serde can be read back, and what is wrong with a text is told.

use std::fmt::Debug;

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, from_value, json, to_value};
use xiangqi_core::notation::Notation;
use xiangqi_core::notation::chinese::Style;
use xiangqi_core::rules::{Offender, RepetitionRule, Rule, Rules};
use xiangqi_core::{
    ByColor, Color, Game, Move, Outcome, Piece, PieceType, Position, START_FEN, Setup, Square, Strictness,
};
use xiangqi_tests::random;

/// The value is written like this and read back.
fn assert_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, written: Value) {
    assert_eq!(to_value(value).expect("it can be written"), written);
    assert_eq!(&from_value::<T>(written).expect("it can be read"), value);
}

#[test]
fn values_are_written_as_people_write_them() {
    let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 7 42").expect("it is legal");
    assert_written(&Square::E3, json!("e3"));
    assert_written(&Piece::BlackHorse, json!("n"));
    assert_written(&PieceType::Cannon, json!("cannon"));
    assert_written(&Color::Black, json!("black"));
    assert_written(&ByColor { red: 1, black: 2 }, json!({"red": 1, "black": 2}));
    assert_written(&Move::new(Square::H2, Square::E2), json!("h2e2"));
    assert_written(&position.to_setup(), json!("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 7 42"));
    assert_written(&position, json!("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 7 42"));
    assert_written(&Strictness::Lenient, json!("lenient"));
    assert_written(&Notation::Wxf, json!("wxf"));
    assert_written(&RepetitionRule::AlwaysDraw, json!("always-draw"));
    assert_written(&Rule::PerpetualChase, json!("perpetual_chase"));
    assert_written(&Offender::One(Color::Red), json!({"one": "red"}));
    assert_written(&Outcome::Win(Color::Black), json!({"win": "black"}));
    let style = json!({"characters": "traditional", "wide_digits": false});
    assert_written(&Notation::Chinese(Style::TRADITIONAL), json!({"chinese": style}));
}

#[test]
fn random_positions_and_moves_round_trip() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..500 {
        let position = random::position(&mut rng);
        let read: Position =
            from_value(to_value(&position).expect("it can be written")).expect("it can be read");
        assert_eq!((read.to_fen(), read.key()), (position.to_fen(), position.key()));
        for mv in position.legal_moves() {
            assert_written(&mv, json!(mv.to_string()));
        }
    }
}

#[test]
fn games_are_their_start_rules_and_moves() {
    let rules = Rules { move_limit: None, ..Rules::default() };
    let mut game = Game::with_rules(Position::start(), rules);
    game.play_all(["h2e2", "h9g7"].map(|mv| mv.parse().expect("a move"))).expect("they are legal");
    let written = to_value(&game).expect("it can be written");
    assert_eq!((&written["start"], &written["moves"]), (&json!(START_FEN), &json!(["h2e2", "h9g7"])));
    assert_eq!(
        (&written["rules"]["move_limit"], &written["rules"]["occurrences"]),
        (&json!(null), &json!(3))
    );
    let read: Game = from_value(written).expect("it can be read");
    assert_eq!((read.position(), read.rules()), (game.position(), game.rules()));
    assert!(read.moves().eq(game.moves()));
    let read: Game = from_value(json!({"start": START_FEN, "moves": []})).expect("rules need not be given");
    assert_eq!((read.rules(), read.len()), (&Rules::default(), 0));
}

#[test]
fn what_is_wrong_is_told() {
    fn error<T: DeserializeOwned>(value: Value) -> String {
        from_value::<T>(value).err().map(|error| error.to_string()).unwrap_or_default()
    }
    assert_eq!(
        error::<Square>(json!("e11")),
        "`e11` is no square, which is a file a–i and a rank 0–9, such as e3"
    );
    assert!(error::<Move>(json!(7)).ends_with("expected a move such as h2e2"));
    assert!(error::<Piece>(json!("x")).starts_with("`x` is no piece"));
    assert!(error::<Setup>(json!("9/9")).contains("the placement should have 10 ranks, not 2"));
    assert!(error::<Position>(json!("9/9/9/9/9/9/9/9/9/9")).contains("Red has no king"));
    let illegal = json!({"start": START_FEN, "moves": ["h2e2", "h2e2"]});
    assert!(error::<Game>(illegal).starts_with("move number 2 of the list: h2e2 is illegal in "));
    assert!(error::<Game>(json!({"start": START_FEN, "moves": [], "result": 1})).contains("`result`"));
}
