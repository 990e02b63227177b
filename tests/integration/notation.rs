//! Every legal move can be written down and read back, in every notation.

use std::collections::HashMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use xiangqi_core::notation::{Notation, chinese::Style};
use xiangqi_core::{Position, Strictness};
use xiangqi_tests::random;

const POSITIONS: usize = 20_000;
const NOTATIONS: [Notation; 5] = [
    Notation::Iccs,
    Notation::Wxf,
    Notation::CHINESE,
    Notation::Chinese(Style::TRADITIONAL),
    Notation::Chinese(Style { wide_digits: true, ..Style::SIMPLIFIED }),
];

/// Each move has a text that no other has, and both readers give it back.
fn assert_round_trips(position: &Position) {
    for notation in NOTATIONS {
        let mut texts = HashMap::new();
        for mv in position.legal_moves() {
            let text = notation.display(position, mv).expect("it is legal").to_string();
            for strictness in [Strictness::Strict, Strictness::Lenient] {
                let read = notation.parse(position, &text, strictness);
                assert_eq!(read, Ok(mv), "{text} in {position}");
            }
            assert_eq!(text.chars().count(), 4, "{text}");
            assert_eq!(texts.insert(text, mv), None, "two moves are written alike in {position}");
        }
    }
}

#[test]
fn every_move_of_random_positions_round_trips() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..POSITIONS {
        assert_round_trips(&random::position(&mut rng));
    }
}

#[test]
fn every_move_of_groups_of_pawns_round_trips() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..POSITIONS {
        assert_round_trips(&random::pawn_groups(&mut rng));
    }
}
