//! Prints random positions with their legal moves, for a test against another generator.
//!
//! `legal-moves COUNT SEED` prints COUNT lines: a FEN, a tab, and the moves with spaces between them.
//!
//! `legal-moves COUNT SEED NOTATION` writes each move also in that notation, after a colon, and takes every other
//! position from those with groups of pawns.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use xiangqi_core::notation::Notation;
use xiangqi_core::{Move, Position};
use xiangqi_tests::random;

const USAGE: &str = "usage: legal-moves COUNT SEED [NOTATION]";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (count, seed, notation) = match arguments.as_slice() {
        [count, seed] => (count, seed, None),
        [count, seed, notation] => (count, seed, Some(notation.parse().context(USAGE)?)),
        _ => bail!(USAGE),
    };
    let count: u64 = count.parse().with_context(|| format!("{count:?} is no count"))?;
    let seed: u64 = seed.parse().with_context(|| format!("{seed:?} is no seed"))?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for index in 0..count {
        let with_groups = notation.is_some() && index % 2 == 1;
        let position = if with_groups { random::pawn_groups(&mut rng) } else { random::position(&mut rng) };
        writeln!(out, "{}\t{}", position.to_fen(), moves(&position, notation)?)?;
    }
    out.flush().context("cannot write")
}

fn moves(position: &Position, notation: Option<Notation>) -> Result<String> {
    let written = |mv: Move| match notation {
        None => Ok(mv.to_string()),
        Some(notation) => Ok(format!("{mv}:{}", notation.display(position, mv)?)),
    };
    Ok(position.legal_moves().into_iter().map(written).collect::<Result<Vec<String>>>()?.join(" "))
}
