use xiangqi_core::notation::{Notation, iccs};
use xiangqi_core::{Position, Strictness};

/// The first byte says how many of the next choose the moves that lead to a position; the rest is read as a move.
/// What is read is legal, and what the strict reader takes, the lenient one takes for the same.
///
/// # Panics
///
/// When the library breaks a promise.
pub fn notation(data: &[u8]) {
    const MOST_MOVES: usize = 64;
    let Some((&count, rest)) = data.split_first() else { return };
    let (choices, text) = rest.split_at((usize::from(count) % MOST_MOVES).min(rest.len()));
    let mut position = Position::start();
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        let _never_taken_back = position.make(mv);
    }
    let text = &*String::from_utf8_lossy(text);
    for notation in [Notation::Iccs, Notation::Wxf, Notation::CHINESE] {
        let read = |strictness| notation.parse(&position, text, strictness);
        let (strict, lenient) = (read(Strictness::Strict), read(Strictness::Lenient));
        for read in [strict, lenient] {
            match read {
                Ok(mv) => assert!(position.is_legal(mv), "{text:?} in {position}"),
                Err(error) => assert!(error.to_string().contains(" is no move here: "), "{text:?}"),
            }
        }
        assert!(strict.is_err() || strict == lenient, "{text:?} in {position}");
    }
    for ranks in [iccs::Ranks::FromZero, iccs::Ranks::FromOne] {
        if let Ok(mv) = iccs::parse(text, ranks) {
            assert_eq!(iccs::parse(&iccs::plain(mv, ranks).to_string(), ranks), Ok(mv));
        }
    }
}
