//! Prints random positions with their legal moves, for a test against another generator.
//!
//! `legal-moves COUNT SEED` prints COUNT lines: a FEN, a tab, and the moves with spaces between them.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use xiangqi_tests::random;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed] = arguments.as_slice() else { bail!("usage: legal-moves COUNT SEED") };
    let count: u64 = count.parse().with_context(|| format!("{count:?} is no count"))?;
    let seed: u64 = seed.parse().with_context(|| format!("{seed:?} is no seed"))?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for _ in 0..count {
        let position = random::position(&mut rng);
        let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        writeln!(out, "{}\t{}", position.to_fen(), moves.join(" "))?;
    }
    out.flush().context("cannot write")
}
