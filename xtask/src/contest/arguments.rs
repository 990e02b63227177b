//! How games are played, as every command that plays some is told.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, ensure};
use xiangqi_core::rules::{RepetitionRule, Rules};

use super::OPENINGS;
use super::adjudication::{DrawRule, ResignRule};
use super::conditions::GameConditions;
use super::game::Terms;
use super::limit::Limit;
use super::opening::Openings;
use super::spec::Spec;
use crate::workspace;

/// From what and by which rules games are played.
#[derive(clap::Args)]
pub(super) struct GameArguments {
    /// The file of openings, moves in ICCS notation in each line; a set of the workspace by default.
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// The number of openings to leave out at the beginning of the file.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) skip: usize,
    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) concurrency: u16,
    /// An engine whose own score is at most −SCORE for MOVES moves has lost: `SCORE:MOVES`, or `off`.
    #[arg(long, value_name = "RULE", default_value = "1500:3")]
    pub(super) resign: Switch<ResignRule>,
    /// A game is drawn when both scores are within ±SCORE for MOVES moves, from PLIES on: `SCORE:MOVES:PLIES`.
    #[arg(long, value_name = "RULE", default_value = "off")]
    pub(super) draw: Switch<DrawRule>,
    /// A game of so many plies is drawn.
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub(super) max_plies: usize,
    /// Who loses by a repetition: `computer`, `asian`, `check-only` or `always-draw`.
    #[arg(long, value_name = "RULE", default_value = "computer")]
    pub(super) repetition: RepetitionRule,
    /// Plies without a capture that make a draw; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub(super) move_limit: u16,
    /// Milliseconds that may be overdrawn of a time limit.
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub(super) grace: u64,
    /// Milliseconds that a search without a time limit may take.
    #[arg(long, value_name = "MS", default_value_t = 120_000)]
    pub(super) patience: u64,
    #[command(flatten)]
    limit: LimitArguments,
}

/// The limit of both engines, unless their own say otherwise.
#[derive(clap::Args)]
#[group(required = false, multiple = false)]
struct LimitArguments {
    /// Milliseconds for each move; 100 if no limit is given.
    #[arg(long, value_name = "MS")]
    movetime: Option<String>,
    /// Nodes for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Depth of each move, in plies.
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// A clock: `[MOVES/]SECONDS[+INCREMENT]`.
    #[arg(long, value_name = "CONTROL")]
    tc: Option<String>,
}

/// A rule that can be switched off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch<T>(pub(super) Option<T>);

impl<T: FromStr> FromStr for Switch<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Switch<T>, T::Err> {
        if text == "off" { Ok(Switch(None)) } else { Ok(Switch(Some(text.parse()?))) }
    }
}

impl<T: ToString> Switch<T> {
    fn text(&self) -> String {
        self.0.as_ref().map_or_else(|| "off".to_owned(), T::to_string)
    }
}

impl LimitArguments {
    /// The limit that is given, or the usual one.
    fn limit(&self) -> Result<Limit> {
        let given = [&self.movetime, &self.nodes, &self.depth, &self.tc];
        let found =
            Limit::KEYS.into_iter().zip(given).find_map(|(key, value)| Some((key, value.as_deref()?)));
        let (key, value) = found.unwrap_or(("movetime", "100"));
        Limit::parse(key, value)
    }
}

impl GameArguments {
    /// Reads the openings.
    pub(super) fn openings(&self) -> Result<Openings> {
        let path = self.openings.clone().unwrap_or_else(|| workspace::root().join(OPENINGS));
        Openings::read(&path)
    }

    /// What holds in games of these engines.
    pub(super) fn terms(&self, engines: [&Spec; 2]) -> Result<Terms> {
        let usual = self.limit.limit()?;
        let limits = engines.map(|spec| spec.limit.unwrap_or(usual));
        for (spec, limit) in engines.into_iter().zip(limits) {
            ensure!(
                limit.is_of_time() || !spec.ponder,
                "`{}` has {limit}: to ponder makes sense only with a limit of time (movetime or tc), since with any \
                 other it changes when a move is found, and by chance which, but not how much is thought about it",
                spec.name
            );
        }
        Ok(Terms {
            limits,
            rules: Rules {
                move_limit: Some(self.move_limit).filter(|&limit| limit > 0),
                ..Rules::from(self.repetition)
            },
            resign: self.resign.0,
            draw: self.draw.0,
            max_plies: self.max_plies,
            grace: Duration::from_millis(self.grace),
            patience: Duration::from_millis(self.patience),
        })
    }

    /// The same for a journal.
    pub(super) fn conditions(&self, openings: &Openings) -> GameConditions {
        GameConditions {
            openings: (openings.fingerprint.clone(), openings.len(), self.skip),
            resign: self.resign.text(),
            draw: self.draw.text(),
            max_plies: self.max_plies,
            repetition: self.repetition.to_string(),
            move_limit: Some(self.move_limit).filter(|&limit| limit > 0),
            grace_ms: self.grace,
            patience_ms: self.patience,
        }
    }
}
