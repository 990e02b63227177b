//! Tactical problems from games: one move that is far better than all others, and hard to find.
//!
//! Where a player of a game was surprised, one of the moves before is the [`blunder`]; of each game one is kept that
//! [`judge`] finds to make a good problem. The games come in random order, which the seed decides. So a set depends on
//! its arguments and on the engine, but neither on the machine nor on how many threads work on it. `docs/testing.md`
//! tells how the set of the workspace was made.

mod blunder;
mod judge;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use self::blunder::surprises;
use self::judge::{Demands, Judge, Problem};
use crate::bar::progress_bar;
use crate::datagen::{Record, read};
use crate::openings::judge::key;

/// So many games are looked at before the file is written anew.
const BATCH: usize = 48;

/// What the problems are to be like.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games made by `datagen`.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many problems.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// The seed of the order of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The nodes with which the solution must be found, and found for good after half of them.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// The nodes with which a blunder and the one good move are looked for before more is spent on them.
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    look_nodes: u64,
    /// The nodes with which the solution must not be found.
    #[arg(long, default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    easy_nodes: u64,
    /// How much the move that was played must cost.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 250, value_parser = clap::value_parser!(i32).range(1..))]
    loss: i32,
    /// By how much the solution must be better than any other move.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 150, value_parser = clap::value_parser!(i32).range(1..))]
    gap: i32,
    /// With the solution the side is not further behind than this, and without it not further ahead.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 400, value_parser = clap::value_parser!(i32).range(0..))]
    decided: i32,
    /// How many games are looked at at once; as many as there are processors by default.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl Arguments {
    fn demands(&self) -> Demands {
        let &Arguments { nodes, look_nodes, easy_nodes, loss, gap, decided, .. } = self;
        Demands { nodes, look_nodes, easy_nodes, loss, gap, decided }
    }
}

/// A game, and what to call it.
struct Source {
    /// The seed of its file, and its number there.
    seed: u64,
    number: usize,
    record: Record,
}

/// Makes a set and writes it.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let sources = sources(&arguments.games, arguments.seed)?;
    threads.install(|| {
        collect(&sources, arguments, |lines| {
            let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
            std::fs::write(&arguments.out, text)
                .with_context(|| format!("cannot write {}", arguments.out.display()))
        })
    })
}

/// All games of the files, in random order.
fn sources(files: &[PathBuf], seed: u64) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in files {
        add_games(path, &mut sources).with_context(|| format!("in {}", path.display()))?;
    }
    sources.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    Ok(sources)
}

fn add_games(path: &Path, sources: &mut Vec<Source>) -> Result<()> {
    let games = read(path)?;
    let seed = games.settings().seed;
    for (number, record) in games.enumerate() {
        sources.push(Source { seed, number, record: record? });
    }
    Ok(())
}

/// Looks at batches of games until there are enough problems; `save` is given the lines so far after each batch.
fn collect(
    sources: &[Source],
    arguments: &Arguments,
    mut save: impl FnMut(&[String]) -> Result<()>,
) -> Result<()> {
    let (demands, wanted) = (arguments.demands(), usize::try_from(arguments.count)?);
    let (mut keys, mut lines) = (HashSet::new(), Vec::new());
    let bar = progress_bar(u64::from(arguments.count));
    for (batch, number) in sources.chunks(BATCH).zip(1..) {
        let judged: Vec<Option<(Problem, String)>> = batch
            .par_iter()
            .enumerate()
            .map_init(|| Judge::new(demands), |judge, (turn, source)| problem(source, turn, judge))
            .collect::<Result<_>>()?;
        let good = judged.into_iter().flatten().filter(|(problem, _)| keys.insert(key(&problem.position)));
        lines.extend(good.map(|(_, line)| line));
        lines.truncate(wanted);
        save(&lines)?;
        bar.set_position(u64::try_from(lines.len())?);
        let message = format!("of {} games", number * BATCH);
        if bar.is_hidden() {
            println!("{} problems {message}", lines.len());
        }
        bar.set_message(message);
        if lines.len() == wanted {
            bar.finish_and_clear();
            return Ok(());
        }
    }
    bar.abandon();
    anyhow::bail!("only {} problems are found in {} games", lines.len(), sources.len())
}

/// The first good problem of a game, and its line. Which surprise is looked at first depends on whose turn it is, so that
/// problems come from all parts of games.
fn problem(source: &Source, turn: usize, judge: &mut Judge) -> Result<Option<(Problem, String)>> {
    let &Source { seed, number, ref record } = source;
    let Demands { loss, decided, .. } = judge.demands();
    let mut surprises =
        surprises(record, loss, decided).with_context(|| format!("game {number} of seed {seed}"))?;
    let first = turn % surprises.len().max(1);
    surprises.rotate_left(first);
    Ok(surprises.iter().find_map(|suspects| {
        let problem = judge.accepts(suspects)?;
        let line = format!("{}; id \"{seed}.{number}.{}\";", line(&problem), problem.ply);
        Some((problem, line))
    }))
}

/// A problem as EPD: best move, the move to avoid if there is one, and what the best move and the best other one are
/// worth.
fn line(problem: &Problem) -> String {
    let Problem { position, solution, avoid, scores: [best, other], .. } = problem;
    let avoid = avoid.map(|blunder| format!(" am {blunder};")).unwrap_or_default();
    format!("{}; bm {solution};{avoid} c0 \"{best}, otherwise {other}\"", position.to_fen())
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use xiangqi_core::{Game, Outcome, Position};

    use super::*;
    use crate::datagen::{End, Thought};
    use crate::openings::candidate::play_random;

    /// Random games, in which each side thinks that it has just been ahead.
    fn games(numbers: std::ops::Range<usize>) -> Vec<Source> {
        let ahead = xiangqi_eval::Score::from_centipawns(200);
        let source = |number: usize| {
            let mut random = ChaCha8Rng::seed_from_u64(u64::try_from(number).unwrap());
            let mut game = Game::default();
            play_random(&mut game, 26, &mut random);
            let opening = game.moves().take(20).collect();
            let played = game.moves().skip(20).map(|mv| Thought { mv, score: ahead }).collect();
            let record = Record { opening, played, outcome: Outcome::Draw, end: End::TooLong };
            Source { seed: 9, number, record }
        };
        numbers.map(source).collect()
    }

    /// The lines that are found by so many threads, hasty ones that ask for little.
    fn found(sources: &[Source], count: u32, threads: usize) -> Result<Vec<String>> {
        let arguments = Arguments {
            games: Vec::new(),
            out: PathBuf::new(),
            count,
            seed: 1,
            nodes: 2000,
            look_nodes: 500,
            easy_nodes: 1,
            loss: 20,
            gap: 20,
            decided: 10_000,
            threads,
        };
        let mut found = Vec::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        pool.install(|| {
            collect(sources, &arguments, |lines| {
                found = lines.to_vec();
                Ok(())
            })
        })?;
        Ok(found)
    }

    #[test]
    fn a_set_is_the_same_however_many_work_on_it() {
        let sources = games(0..48);
        let lines = found(&sources, 4, 1).unwrap();
        assert_eq!(found(&sources, 4, 3).unwrap(), lines);
        assert_eq!(lines.len(), 4);
        for line in lines {
            let fields: Vec<&str> = line.split("; ").collect();
            let (fen, best, id) = (fields[0], fields[1], fields[fields.len() - 1]);
            let avoid = fields[2].strip_prefix("am ");
            assert_eq!(fields.len(), 4 + usize::from(avoid.is_some()), "{line}");
            let position = Position::from_fen(fen).unwrap();
            for mv in best.strip_prefix("bm ").into_iter().chain(avoid) {
                assert!(position.is_legal(mv.parse().unwrap()), "{line}");
            }
            assert!(id.starts_with("id \"9.") && id.ends_with("\";"), "{line}");
        }
    }

    #[test]
    fn the_same_position_is_taken_once() {
        let once = found(&games(0..48), 1000, 1).unwrap_err().to_string();
        let twice: Vec<Source> = games(0..48).into_iter().chain(games(0..48)).collect();
        let twice = found(&twice, 1000, 1).unwrap_err().to_string();
        assert!(once.ends_with(" in 48 games") && !once.starts_with("only 0 "), "{once}");
        assert_eq!(twice, once.replace(" 48 ", " 96 "));
    }
}
