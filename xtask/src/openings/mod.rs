//! Sets of openings for matches: short, varied and balanced.
//!
//! Each candidate is a line of random moves with a number, which alone decides what it is; those that [`judge`]
//! finds even are taken in the order of their numbers. So a set depends on its arguments and on the engine, but
//! neither on the machine nor on how many threads work on it.

pub(crate) mod candidate;
pub(crate) mod judge;

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result, ensure};
use xiangqi_core::Move;

use self::candidate::Candidates;
use self::judge::{Demands, Judge};
use crate::bar::progress_bar;
use crate::contest::opening::Openings;

/// After how many candidates without a new opening it is thought that there are no more.
const GIVE_UP_AFTER: u64 = 100_000;

/// What the openings are to be like.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many openings.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// The seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The fewest random moves, in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(..=60))]
    min_plies: u32,
    /// The most random moves, in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(..=60))]
    max_plies: u32,
    /// Lines to begin with, one after the other; the start position if there are none.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The greatest advantage of either side, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..))]
    bound: i32,
    /// The nodes of the search that judges a candidate.
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many candidates are judged at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
}

/// A candidate with its number, if it is good.
type Judged = (u64, Option<Opening>);

/// An opening, and what tells it from others.
struct Opening {
    moves: Vec<Move>,
    key: u64,
}

/// Makes a set and writes it.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let text = make(arguments)?;
    std::fs::write(&arguments.out, text)
        .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    Ok(())
}

/// The text of a set.
fn make(arguments: &Arguments) -> Result<String> {
    let &Arguments { count, seed, min_plies, max_plies, bound, nodes, concurrency, .. } = arguments;
    ensure!(min_plies <= max_plies, "at least {min_plies} plies cannot be at most {max_plies}");
    let begin = arguments.from.as_deref().map(Openings::read).transpose()?;
    let begin = begin.map_or_else(|| vec![Vec::new()], |set| set.lines().to_vec());
    let candidates = Candidates { seed, begin, plies: min_plies..=max_plies };
    let demands = Demands { bound, nodes };
    let wanted = usize::try_from(count)?;
    let found = collect(&candidates, demands, wanted, usize::from(concurrency))?;
    let from = arguments.from.as_ref().map_or_else(String::new, |path| format!(" --from {}", path.display()));
    let mut text = format!(
        "# {} openings of `cargo xtask openings --count {count} --seed {seed} --min-plies {min_plies} --max-plies \
         {max_plies} --bound {bound} --nodes {nodes}{from}`\n",
        found.len()
    );
    for moves in found {
        let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    Ok(text)
}

/// Judges candidates, several at once, until so many are good.
fn collect(
    candidates: &Candidates,
    demands: Demands,
    wanted: usize,
    concurrency: usize,
) -> Result<Vec<Vec<Move>>> {
    let (numbers, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    // Bounded, so that nobody runs far ahead of the candidate that takes longest.
    let (sender, judged) = mpsc::sync_channel::<Judged>(64);
    thread::scope(|scope| {
        for _ in 0..concurrency {
            let (sender, numbers, stop) = (sender.clone(), &numbers, &stop);
            scope.spawn(move || {
                let mut judge = Judge::new(demands);
                while !stop.load(Ordering::Relaxed) {
                    let number = numbers.fetch_add(1, Ordering::Relaxed);
                    let good = candidates.make(number).and_then(|game| {
                        let key = judge.accepts(&game)?;
                        Some(Opening { moves: game.moves().collect(), key })
                    });
                    if sender.send((number, good)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let found = choose(judged.iter(), wanted);
        stop.store(true, Ordering::Relaxed);
        drop(judged);
        found
    })
}

/// Takes good candidates in the order of their numbers, none twice.
fn choose(judged: impl Iterator<Item = Judged>, wanted: usize) -> Result<Vec<Vec<Move>>> {
    let (mut waiting, mut next, mut last) = (BTreeMap::new(), 0, 0);
    let (mut keys, mut found) = (HashSet::new(), Vec::new());
    let bar = progress_bar(u64::try_from(wanted)?);
    for (number, opening) in judged {
        waiting.insert(number, opening);
        while let Some(opening) = waiting.remove(&next) {
            next += 1;
            if let Some(Opening { moves, .. }) = opening.filter(|opening| keys.insert(opening.key)) {
                found.push(moves);
                last = next;
                bar.inc(1);
            }
            bar.set_message(format!("of {next} candidates"));
            if found.len() == wanted {
                bar.finish_and_clear();
                return Ok(found);
            }
            ensure!(
                next - last < GIVE_UP_AFTER,
                "only {} openings are found: none of the last {GIVE_UP_AFTER} candidates was good and new",
                found.len()
            );
        }
    }
    anyhow::bail!("a thread has ended early")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(seed: u64, concurrency: u16) -> Arguments {
        Arguments {
            out: PathBuf::new(),
            count: 5,
            seed,
            min_plies: 4,
            max_plies: 6,
            from: None,
            bound: 100,
            nodes: 500,
            concurrency,
        }
    }

    #[test]
    fn a_set_is_the_same_however_many_work_on_it() {
        let set = make(&arguments(7, 1)).unwrap();
        assert_eq!(make(&arguments(7, 3)).unwrap(), set);
        assert_ne!(make(&arguments(8, 1)).unwrap(), set);
        let openings = Openings::parse(&set).unwrap();
        assert_eq!(openings.lines().len(), 5);
        assert!(openings.lines().iter().all(|moves| (4..=6).contains(&moves.len())));
        assert!(set.starts_with("# 5 openings of `cargo xtask openings --count 5 --seed 7 "), "{set}");
    }

    #[test]
    fn candidates_are_taken_in_order_and_once() {
        let opening = |key: u64, mv: &str| Some(Opening { moves: vec![mv.parse().unwrap()], key });
        let judged = [
            (2, opening(5, "a0a1")),
            (0, opening(4, "h2e2")),
            (3, opening(4, "b2e2")),
            (1, None),
            (5, opening(6, "i0i1")),
            (4, opening(7, "b0c2")),
        ];
        let found = choose(judged.into_iter(), 3).unwrap();
        let found: Vec<String> = found.iter().map(|moves| moves[0].to_string()).collect();
        assert_eq!(found, ["h2e2", "a0a1", "b0c2"]);
    }

    #[test]
    fn where_there_are_no_more_it_ends() {
        let error = choose((0..).map(|number| (number, None)), 1).unwrap_err().to_string();
        assert!(error.starts_with("only 0 openings are found"), "{error}");
    }

    #[test]
    fn the_set_of_the_workspace_is_fit_for_use() {
        let path = crate::workspace::root().join(crate::contest::OPENINGS);
        let set = Openings::read(&path).unwrap();
        let mut keys = HashSet::new();
        for moves in set.lines() {
            let mut game = xiangqi_core::Game::default();
            game.play_all(moves.iter().copied()).unwrap();
            assert!(!game.position().is_check(), "{moves:?}");
            assert!(keys.insert(judge::key(game.position())), "{moves:?} is there twice");
        }
        assert!(set.lines().len() >= 3000);
    }
}
