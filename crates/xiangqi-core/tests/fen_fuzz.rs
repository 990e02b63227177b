//! No text makes the FEN reader panic, and what it accepts can be played from.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::{Position, START_FEN, Setup};

const CASES: usize = 25_000;

fn check(text: &str) {
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
        assert!(position.count_legal_moves() as usize <= xiangqi_core::MAX_MOVES);
        position.unmake(undo);
    }
}

#[test]
fn random_text_is_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let alphabet: Vec<char> = "rnbakcpRNBAKCPehEH0123456789/// --wbr\t.,XY兵é\u{0}\u{202e}".chars().collect();
    for case in 0..CASES {
        let length = rng.random_range(0..120);
        let text: String = if case % 2 == 0 {
            (0..length).map(|_| alphabet[rng.random_range(0..alphabet.len())]).collect()
        } else {
            let bytes: Vec<u8> = (0..length).map(|_| rng.random_range(0..=255)).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        check(&text);
    }
}

#[test]
fn damaged_fens_are_no_danger() {
    let roots = [
        START_FEN,
        "3aka3/4c4/4b4/3R5/2b6/9/2n1C4/3AB4/4K4/3A2B2 w - - 0 1",
        "3k5/1P2P4/9/4c1N2/9/2n6/4C4/4B3c/3p1p3/4K4 b - - 65535 99999999999999",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..CASES {
        let mut letters: Vec<char> = roots[rng.random_range(0..roots.len())].chars().collect();
        for _ in 0..rng.random_range(1..5) {
            damage(&mut letters, &mut rng);
        }
        check(&letters.into_iter().collect::<String>());
    }
}

/// Swaps, doubles, drops or replaces a letter.
fn damage(letters: &mut Vec<char>, rng: &mut ChaCha8Rng) {
    let (at, other) = (rng.random_range(0..letters.len()), rng.random_range(0..letters.len()));
    match rng.random_range(0..4) {
        0 => letters.swap(at, other),
        1 => letters.insert(at, letters[other]),
        2 if letters.len() > 1 => drop(letters.remove(at)),
        _ => letters[at] = ['9', '1', 'K', 'k', 'P', 'p', 'R', '/', ' ', '-', '象'][rng.random_range(0..11)],
    }
}
