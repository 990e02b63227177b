//! Plays random games with repetitions and prints how each repetition is judged under the Asian rules, for a test
//! against another referee.
//!
//! `repetitions COUNT SEED` plays COUNT games and prints a line for each position that has occurred for at least the third
//! time: FEN, moves, the ruling, and the ruling on one more move before the cycle, separated by tabs.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::rules::{RepetitionRule, Rules};
use xiangqi_core::{Game, Move, MoveList, Outcome, Position, Setup, Strictness};
use xiangqi_tests::random;

/// How often a player undoes the last move where that is possible.
const UNDOING: f64 = 0.8;
/// The most plies of a game.
const PLIES: usize = 40;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed] = arguments.as_slice() else { bail!("usage: repetitions COUNT SEED") };
    let count: u64 = count.parse().with_context(|| format!("{count:?} is no count"))?;
    let seed: u64 = seed.parse().with_context(|| format!("{seed:?} is no seed"))?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for _ in 0..count {
        print_repetitions(&mut rng, &mut out)?;
    }
    out.flush().context("cannot write")
}

fn print_repetitions(rng: &mut impl Rng, out: &mut impl Write) -> Result<()> {
    let start = with_count_zero(&random::position(rng))?;
    let mut game = Game::with_rules(start.clone(), Rules::ASIAN);
    for _ in 0..PLIES {
        let Some(mv) = choose(&game, rng) else { break };
        game.play(mv).with_context(|| format!("{start}: {mv}"))?;
        let Some(repetition) = game.repetition().filter(|found| found.occurrences >= 3) else { continue };
        let judge = |plies| {
            let ruling = game.history().ruling(game.position(), plies, RepetitionRule::Asian);
            match ruling.result {
                Outcome::Draw => "draw",
                Outcome::Win(winner) => {
                    if winner == game.position().side_to_move() {
                        "win"
                    } else {
                        "loss"
                    }
                }
            }
        };
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        let one_more = judge((repetition.stretch + 1).min(game.len()));
        writeln!(out, "{}\t{}\t{}\t{one_more}", start.to_fen(), moves.join(" "), judge(repetition.stretch))?;
    }
    Ok(())
}

/// The same position without plies counted, so that the move limit is out of reach.
fn with_count_zero(position: &Position) -> Result<Position> {
    let setup = Setup { quiet_plies: 0, ..position.to_setup() };
    setup.into_position(Strictness::Strict).context("it was legal before")
}

/// The last move of the side to move taken back, or one that attacks something, or any.
fn choose(game: &Game, rng: &mut impl Rng) -> Option<Move> {
    let position = game.position();
    let moves = position.legal_moves();
    let last = game.moves().rev().nth(1).map(|mv| Move::new(mv.to(), mv.from()));
    if let Some(back) = last.filter(|&back| position.is_legal(back) && rng.random_bool(UNDOING)) {
        return Some(back);
    }
    let quiet: MoveList = position.legal_quiets();
    let hunting: Vec<Move> = quiet.iter().copied().filter(|&mv| attacks_after(position, mv)).collect();
    hunting.choose(rng).or_else(|| quiet.choose(rng)).or_else(|| moves.choose(rng)).copied()
}

/// Whether the piece that moves attacks an enemy piece after the move.
fn attacks_after(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    let _never_taken_back = after.make(mv);
    let (us, enemies) = (position.side_to_move(), after.board().by_color(after.side_to_move()));
    enemies.into_iter().any(|victim| after.attackers(victim, us, after.board().occupied()).contains(mv.to()))
}
