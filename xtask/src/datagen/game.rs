//! One game of the engine against itself.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::rules::Outcome;
use xiangqi_core::{Color, Game};
use xiangqi_eval::Score;
use xiangqi_eval::hce::{HandcraftedEvaluator, Weights};
use xiangqi_search::{Control, Engine, Limits, Silent};

use super::record::{End, Record, Thought};
use super::settings::{DrawRule, Settings, WinRule};
use crate::openings::candidate::play_random;

/// After how many openings that were no good it is thought that there are none.
const GIVE_UP_AFTER: u32 = 10_000;

/// Plays games, one after the other, each as if it were the first.
pub(super) struct Player<'a> {
    settings: &'a Settings,
    engine: Engine<HandcraftedEvaluator>,
    limits: Limits,
}

impl<'a> Player<'a> {
    pub(super) fn new(settings: &'a Settings) -> Player<'a> {
        let evaluator = HandcraftedEvaluator::new(Arc::new(Weights::default()));
        let of_search =
            xiangqi_search::Settings { hash_mib: settings.hash_mib, ..xiangqi_search::Settings::default() };
        let limits = Limits {
            nodes: Some(settings.hard_nodes),
            soft_nodes: Some(settings.soft_nodes),
            ..Limits::default()
        };
        Player { settings, engine: Engine::new(evaluator, of_search), limits }
    }

    /// Plays the game of this number, which depends on that and the settings alone.
    pub(super) fn play(&mut self, number: u64) -> Result<Record> {
        self.engine.new_game();
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        random.set_stream(number);
        let (mut game, mut thought) = self.begin(&mut random)?;
        let (opening, mut played) = (game.moves().collect(), Vec::new());
        let mut watch = Watch::new(self.settings);
        loop {
            let side = game.position().side_to_move();
            game.play(thought.mv)?;
            played.push(thought);
            let decided = watch.hear(side, thought.score, game.len());
            let ended = game.ruling().map(|ruling| (ruling.result, End::Rule(ruling.rule))).or(decided);
            if let Some((outcome, end)) = ended {
                return Ok(Record { opening, played, outcome, end });
            }
            thought = self.think(&game)?;
        }
    }

    /// A random opening after which neither side is far ahead, and the first move after it.
    fn begin(&mut self, random: &mut ChaCha8Rng) -> Result<(Game, Thought)> {
        let (least, most) = self.settings.random_plies;
        for _ in 0..GIVE_UP_AFTER {
            let plies = u32::from(random.random_range(least..=most));
            let mut game = Game::default();
            if play_random(&mut game, plies, random) {
                let thought = self.think(&game)?;
                if thought.score.value().abs() <= i32::from(self.settings.balance) {
                    return Ok((game, thought));
                }
            }
        }
        bail!(
            "none of {GIVE_UP_AFTER} random openings leaves both sides within {} centipawns",
            self.settings.balance
        )
    }

    fn think(&mut self, game: &Game) -> Result<Thought> {
        let position = game.position();
        let result = self.engine.search(position, game.history(), &self.limits, &Control::new(), &mut Silent);
        let mv = result.best.with_context(|| format!("no move is found in {}", position.to_fen()))?;
        Ok(Thought { mv, score: result.score })
    }
}

/// Ends a game that is decided, by the scores of both sides.
struct Watch {
    win: WinRule,
    draw: DrawRule,
    max_plies: usize,
    /// The side that has been ahead, and for how many plies in a row.
    ahead: Option<(Color, u16)>,
    /// For how many plies in a row neither side has been ahead.
    level: u16,
}

impl Watch {
    fn new(settings: &Settings) -> Watch {
        let &Settings { win, draw, max_plies, .. } = settings;
        Watch { win, draw, max_plies: usize::from(max_plies), ahead: None, level: 0 }
    }

    /// A side has played a move with this score, after which the game has so many plies.
    fn hear(&mut self, side: Color, score: Score, plies: usize) -> Option<(Outcome, End)> {
        let advantage = score.value();
        let leader = if advantage > 0 { side } else { !side };
        self.ahead = (advantage.abs() >= i32::from(self.win.score)).then(|| match self.ahead {
            Some((same, plies)) if same == leader => (same, plies.saturating_add(1)),
            _ => (leader, 1),
        });
        let is_level = advantage.abs() <= i32::from(self.draw.score);
        self.level = if is_level { self.level.saturating_add(1) } else { 0 };
        match self.ahead {
            Some((leader, plies)) if plies >= self.win.plies => Some((Outcome::Win(leader), End::Won)),
            _ if self.level >= self.draw.plies && plies >= usize::from(self.draw.from) => {
                Some((Outcome::Draw, End::Level))
            }
            _ if plies >= self.max_plies => Some((Outcome::Draw, End::TooLong)),
            _ => None,
        }
    }
}
