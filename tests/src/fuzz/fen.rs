use xiangqi_core::{MAX_MOVES, Position, Setup};

/// Reads the bytes as a FEN. What is accepted reads back from what is written, and can be played from.
///
/// # Panics
///
/// When the library breaks a promise.
pub fn fen(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    if let Ok(setup) = Setup::from_fen(text) {
        assert_eq!(Setup::from_fen(&setup.to_fen()), Ok(setup), "{text:?}");
    }
    match (Position::from_fen(text), Position::from_fen_lenient(text)) {
        (Ok(strict), lenient) => {
            assert_eq!(lenient, Ok(strict.clone()), "{text:?}");
            play_from(strict);
        }
        (Err(error), Ok(lenient)) => {
            assert!(!error.to_string().is_empty());
            play_from(lenient);
        }
        (Err(strict), Err(lenient)) => assert!(strict.to_string().len() >= lenient.to_string().len()),
    }
}

fn play_from(mut position: Position) {
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        assert!(position.count_legal_moves() as usize <= MAX_MOVES);
        position.unmake(undo);
    }
}
