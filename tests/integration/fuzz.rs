//! Every fuzz target on seeded random inputs: any bytes, letters that often occur, and good inputs with damage.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::START_FEN;
use xiangqi_tests::fuzz;

const INPUTS: usize = 30_000;
const LONGEST: usize = 120;

/// Hands inputs to a target: a third each of random bytes, of letters from an alphabet, and of damaged samples.
fn run(target: fn(&[u8]), seed: u64, alphabet: &str, samples: &[&[u8]]) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let letters: Vec<char> = alphabet.chars().collect();
    for sample in samples {
        target(sample);
    }
    for index in 0..INPUTS {
        let length = rng.random_range(0..LONGEST);
        let input = match index % 3 {
            0 => (0..length).map(|_| rng.random()).collect(),
            1 => letters_of(&letters, length, &mut rng).into_bytes(),
            _ => damaged(samples.choose(&mut rng).copied().unwrap_or_default(), &letters, &mut rng),
        };
        target(&input);
    }
}

fn letters_of(letters: &[char], length: usize, rng: &mut impl Rng) -> String {
    (0..length).filter_map(|_| letters.choose(rng)).collect()
}

/// Swaps, doubles, drops and replaces parts of a sample.
fn damaged(sample: &[u8], letters: &[char], rng: &mut impl Rng) -> Vec<u8> {
    let mut input = sample.to_vec();
    for _ in 0..rng.random_range(1..5) {
        if input.is_empty() {
            break;
        }
        let (at, other) = (rng.random_range(0..input.len()), rng.random_range(0..input.len()));
        match rng.random_range(0..4) {
            0 => input.swap(at, other),
            1 => input.insert(at, input[other]),
            2 => drop(input.remove(at)),
            _ => drop(input.splice(at..=at, letters_of(letters, 1, rng).into_bytes())),
        }
    }
    input
}

#[test]
fn fens() {
    let samples = [
        START_FEN,
        "3aka3/4c4/4b4/3R5/2b6/9/2n1C4/3AB4/4K4/3A2B2 w - - 0 1",
        "3k5/1P2P4/9/4c1N2/9/2n6/4C4/4B3c/3p1p3/4K4 b - - 65535 99999999999999",
    ];
    let alphabet = "rnbakcpRNBAKCPehEH0123456789/// --wbr\t.,XY兵é\u{0}\u{202e}";
    run(fuzz::fen, 1, alphabet, &samples.map(str::as_bytes));
}

#[test]
fn notations() {
    let samples =
        ["\0C2=5", "\0炮二平五", "\u{1}7马8进7", "\0H2-E2", "\u{3}abc前卒平5", "\u{2}zzR++1", "\0a10a9"];
    let alphabet =
        "\0\u{1}\u{8}KAEHRCPNBkp+-=.123456789abcdefghi前中后後末一二三四五九进退平車马炮兵卒仕象２＋ ";
    run(fuzz::notation, 2, alphabet, &samples.map(str::as_bytes));
}

#[test]
fn protocol_lines() {
    let samples = [
        "position startpos moves h2e2 h9g7",
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0d1",
        "go time 1000 increment 10 movestogo 5 depth 3",
        "setoption name hash value 16",
        "setoption usemillisec true",
        "banmoves h2e2 b2e2go depth 5",
        "probe startpos moves h2e2",
    ];
    let alphabet = "abcdefghimnoprstuvwy 0123456789-/\t\r\0\u{feff}é";
    run(fuzz::protocol, 3, alphabet, &samples.map(str::as_bytes));
}

#[test]
fn moves_made_and_taken_back() {
    run(fuzz::moves, 4, "\u{1}\u{5}\u{9}\u{20}\u{40}\u{7f}", &[b"\x01\x02\x03\xff\x04\x05", &[7; 60]]);
}
