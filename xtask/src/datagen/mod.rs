//! Games of the engine against itself, from which weights are tuned.
//!
//! Each game has a number, which with the settings alone decides how it comes out ([`game`]); it is kept as a few
//! bytes ([`record`]) in a file of games in the order of their numbers ([`mod@file`]). So a file depends neither on the
//! machine nor on how many threads work on it, and can be gone on with at any time. `docs/tuning.md` tells how to use
//! it.

mod file;
mod game;
mod progress;
pub(crate) mod record;
mod settings;
mod statistics;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result, ensure};

pub(crate) use self::file::read;
use self::file::{Found, Writer};
use self::game::Player;
use self::progress::Progress;
#[cfg(test)]
pub(crate) use self::record::End;
pub(crate) use self::record::{Record, Thought};
use self::settings::{DrawRule, Settings, Version, WinRule};
use self::statistics::Statistics;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Option<PlayArguments>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Tell what the games of a file are like.
    Stats {
        /// A file of games, which may still be written to.
        file: PathBuf,
    },
}

#[derive(clap::Args)]
struct PlayArguments {
    /// The file to write, or to go on with.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file is to have.
    #[arg(long, value_name = "N")]
    games: u64,
    /// The seed of the random openings.
    #[arg(long)]
    seed: u64,
    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// The nodes after which the search for a move begins no further iteration.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The nodes at which the search for a move ends; four times as many by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,
    /// The transposition table of each thread, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1024))]
    hash: u16,
    /// The fewest random plies of an opening.
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u8).range(..=60))]
    min_random: u8,
    /// The most random plies of an opening.
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u8).range(..=60))]
    max_random: u8,
    /// The greatest advantage that an opening may give to either side, in centipawns.
    #[arg(
        long,
        value_name = "CENTIPAWNS",
        default_value_t = 250,
        value_parser = clap::value_parser!(u16).range(..=20_000)
    )]
    balance: u16,
    /// A game of so many plies is drawn.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(100..=2000))]
    max_plies: u16,
}

impl PlayArguments {
    fn settings(&self) -> Result<Settings> {
        let (least, most) = (self.min_random, self.max_random);
        ensure!(least <= most, "at least {least} random plies cannot be at most {most}");
        let hard_nodes = self.hard_nodes.unwrap_or_else(|| self.nodes.saturating_mul(4));
        ensure!(self.nodes <= hard_nodes, "{hard_nodes} hard nodes are fewer than {} nodes", self.nodes);
        Ok(Settings {
            engine: Version::here(),
            seed: self.seed,
            soft_nodes: self.nodes,
            hard_nodes,
            hash_mib: usize::from(self.hash),
            random_plies: (least, most),
            balance: self.balance,
            win: WinRule::DEFAULT,
            draw: DrawRule::DEFAULT,
            max_plies: self.max_plies,
        })
    }
}

/// Makes a file of games, or tells what one is like.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match (&arguments.command, &arguments.play) {
        (Some(Command::Stats { file }), _) => tell(file),
        (None, Some(arguments)) => {
            let settings = arguments.settings()?;
            generate(&arguments.out, &settings, arguments.games, usize::from(arguments.threads))?;
            tell(&arguments.out)
        }
        (None, None) => anyhow::bail!("no file is given"),
    }
}

fn tell(path: &Path) -> Result<()> {
    let mut games = read(path)?;
    let statistics = Statistics::of(&mut games)?;
    println!("{}", serde_json::to_string(games.settings())?);
    print!("{statistics}");
    Ok(())
}

/// Plays until a file has so many games.
fn generate(path: &Path, settings: &Settings, games: u64, threads: usize) -> Result<()> {
    let (mut writer, found) = Writer::open(path, settings)?;
    resume(&found, writer.next(), settings)?;
    let mut progress = Progress::new(writer.next(), games);
    let (numbers, stop) = (AtomicU64::new(writer.next()), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, numbers, stop) = (sender.clone(), &numbers, &stop);
            scope.spawn(move || {
                let _raised_also_by_a_panic = RaiseOnDrop(stop);
                let mut player = Player::new(settings);
                while !stop.load(Ordering::Relaxed) {
                    let number = numbers.fetch_add(1, Ordering::Relaxed);
                    if number >= games || sender.send((number, player.play(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let outcome = write_in_order(&mut writer, results, &mut progress);
        stop.store(true, Ordering::Relaxed);
        outcome
    })
}

/// Lets all threads end when one does: because all games have been begun, or by a panic.
struct RaiseOnDrop<'a>(&'a AtomicBool);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Tells what was found in a file, and makes sure that this engine would have played its last game in the same way.
fn resume(found: &Found, games: u64, settings: &Settings) -> Result<()> {
    if found.torn > 0 {
        println!("the last game was not finished: its {} bytes are cut off", found.torn);
    }
    if let (Some(last), Some(number)) = (&found.last, games.checked_sub(1)) {
        println!("going on after {games} games");
        ensure!(
            Player::new(settings).play(number)? == *last,
            "this engine plays game {number} otherwise than the file has it: it is another engine"
        );
    }
    Ok(())
}

/// Writes games in the order of their numbers.
fn write_in_order(
    writer: &mut Writer,
    results: mpsc::Receiver<(u64, Result<Record>)>,
    progress: &mut Progress,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    for (number, record) in results {
        waiting.insert(number, record);
        while let Some(record) = waiting.remove(&writer.next()) {
            let record = record.with_context(|| format!("game {}", writer.next()))?;
            writer.append(&record)?;
            progress.add(&record, writer.next());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::settings::tests::settings;
    use super::*;
    use crate::scratch::Scratch;

    /// The bytes of a file after so many games were asked for.
    fn made(file: &Scratch, games: u64, threads: usize) -> Vec<u8> {
        generate(&file.0, &settings(), games, threads).unwrap();
        std::fs::read(&file.0).unwrap()
    }

    #[test]
    fn a_file_is_the_same_however_many_threads_work_on_it() {
        let (one, three) = (Scratch::new("datagen-one"), Scratch::new("datagen-three"));
        let bytes = made(&one, 8, 1);
        assert_eq!(made(&three, 8, 3), bytes);
        assert_eq!(made(&one, 8, 2), bytes, "there is nothing left to play");
        let games: Vec<Record> = read(&one.0).unwrap().map(Result::unwrap).collect();
        assert_eq!(games.len(), 8);
        let openings: std::collections::HashSet<_> = games.iter().map(|game| &game.opening).collect();
        assert_eq!(openings.len(), 8);
    }

    #[test]
    fn wherever_a_file_is_cut_off_it_goes_on_to_the_same_bytes() {
        let file = Scratch::new("datagen-cut");
        let settings = Settings { soft_nodes: 1, max_plies: 7, ..settings() };
        let made = || {
            generate(&file.0, &settings, 3, 1).unwrap();
            std::fs::read(&file.0).unwrap()
        };
        let bytes = made();
        for length in 0..bytes.len() {
            std::fs::write(&file.0, &bytes[..length]).unwrap();
            assert_eq!(made(), bytes, "cut off after {length} bytes");
        }
    }

    #[test]
    fn a_file_can_be_made_longer() {
        let (short, long) = (Scratch::new("datagen-short"), Scratch::new("datagen-long"));
        made(&short, 2, 1);
        assert_eq!(made(&short, 4, 2), made(&long, 4, 1));
        assert_eq!(read(&short.0).unwrap().count(), 4);
        assert_eq!(made(&short, 3, 1), made(&long, 4, 1), "and does not become shorter");
    }

    #[test]
    fn another_engine_does_not_go_on() {
        let file = Scratch::new("datagen-engine");
        let (mut writer, _) = Writer::open(&file.0, &settings()).unwrap();
        let other = Player::new(&settings()).play(1).unwrap();
        writer.append(&other).unwrap();
        let before = std::fs::read(&file.0).unwrap();
        let error = generate(&file.0, &settings(), 2, 1).unwrap_err().to_string();
        assert!(error.contains("plays game 0 otherwise"), "{error}");
        assert_eq!(std::fs::read(&file.0).unwrap(), before);
    }

    #[test]
    fn games_are_written_in_the_order_of_their_numbers() {
        let file = Scratch::new("datagen-order");
        let (mut writer, _) = Writer::open(&file.0, &settings()).unwrap();
        let (sender, results) = mpsc::channel();
        let games = record::tests::games();
        for number in [2, 0, 1] {
            sender.send((number, Ok(games[usize::try_from(number).unwrap()].clone()))).unwrap();
        }
        sender.send((4, Err(anyhow::anyhow!("never told")))).unwrap();
        sender.send((3, Err(anyhow::anyhow!("no move")))).unwrap();
        drop(sender);
        let error = write_in_order(&mut writer, results, &mut Progress::new(0, 5)).unwrap_err();
        assert_eq!(format!("{error:#}"), "game 3: no move");
        assert!(read(&file.0).unwrap().map(Result::unwrap).eq(games));
    }
}
