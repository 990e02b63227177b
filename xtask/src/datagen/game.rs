//! One game of the engine against itself.

use anyhow::{Context, Result, bail};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::rules::Outcome;
use xiangqi_core::{Color, Game};
use xiangqi_eval::Score;
use xiangqi_eval::hce::HandcraftedEvaluator;
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
        let evaluator = HandcraftedEvaluator::default();
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::{Range, RangeInclusive};

    use super::super::settings::tests::settings;
    use super::*;

    /// The games of these numbers.
    fn games(settings: &Settings, numbers: Range<u64>) -> Vec<Record> {
        let mut player = Player::new(settings);
        numbers.map(|number| player.play(number).unwrap()).collect()
    }

    /// The first of these plies with which the game ends, if each side always has the same score.
    fn heard(watch: &mut Watch, mut plies: RangeInclusive<usize>, [red, black]: [i32; 2]) -> Option<usize> {
        plies.find(|&ply| {
            let (side, score) = if ply % 2 == 1 { (Color::Red, red) } else { (Color::Black, black) };
            watch.hear(side, Score::from_centipawns(score), ply).is_some()
        })
    }

    #[test]
    fn each_game_is_played_as_if_it_were_the_first() {
        let settings = settings();
        let all = games(&settings, 0..4);
        assert_eq!(games(&settings, 2..3), all[2..3]);
        let other = Settings { seed: settings.seed + 1, ..settings };
        assert_ne!(games(&other, 0..1), all[..1]);
    }

    #[test]
    fn moves_and_scores_are_those_of_the_search() {
        let settings = Settings { balance: u16::MAX, soft_nodes: 1, ..settings() };
        for record in games(&settings, 0..4) {
            let evaluator = HandcraftedEvaluator::default();
            let of_search = xiangqi_search::Settings { hash_mib: 1, ..xiangqi_search::Settings::default() };
            let mut engine = Engine::new(evaluator, of_search);
            let mut game = Game::default();
            game.play_all(record.opening).unwrap();
            for thought in record.played {
                // The soft limit is reached by the first iteration, the hard one never in the first.
                let limits = Limits { depth: Some(1), ..Limits::default() };
                let result =
                    engine.search(game.position(), game.history(), &limits, &Control::new(), &mut Silent);
                assert_eq!((result.best, result.score), (Some(thought.mv), thought.score));
                game.play(thought.mv).unwrap();
            }
        }
    }

    #[test]
    fn openings_are_as_long_and_as_balanced_as_is_asked_for() {
        let settings = settings();
        let games = games(&settings, 0..30);
        let lengths: BTreeSet<usize> = games.iter().map(|game| game.opening.len()).collect();
        assert!(lengths.into_iter().eq(2..=5));
        assert!(games.iter().all(|game| game.played[0].score.value().abs() <= i32::from(settings.balance)));
        let any = self::games(&Settings { balance: u16::MAX, ..settings.clone() }, 0..30);
        assert!(any.iter().any(|game| game.played[0].score.value().abs() > i32::from(settings.balance)));
    }

    #[test]
    fn where_no_opening_is_balanced_it_ends() {
        let settings = Settings { balance: 0, random_plies: (0, 0), ..settings() };
        let error = Player::new(&settings).play(0).unwrap_err().to_string();
        assert!(error.contains("within 0 centipawns"), "{error}");
    }

    #[test]
    fn games_end_by_the_rules_or_when_they_are_too_long() {
        let long = games(&settings(), 0..8);
        let is_too_long = |game: &Record| (game.end, game.outcome) == (End::TooLong, Outcome::Draw);
        assert!(long.iter().any(is_too_long));
        assert!(long.iter().all(|game| !is_too_long(game) || game.len() == 12));

        let win = WinRule { score: i16::MAX, plies: 1 };
        let settings = Settings { win, max_plies: 300, ..settings() };
        for record in games(&settings, 0..8) {
            let mut game = Game::default();
            game.play_all(record.opening.iter().copied()).unwrap();
            game.play_all(record.played.iter().map(|thought| thought.mv)).unwrap();
            if let Some(ruling) = game.ruling() {
                assert_eq!((record.outcome, record.end), (ruling.result, End::Rule(ruling.rule)));
            } else {
                assert!(matches!(record.end, End::Level | End::TooLong), "{:?}", record.end);
            }
        }
    }

    #[test]
    fn a_game_is_won_when_both_sides_say_so() {
        let watch = || Watch::new(&Settings { max_plies: 1000, ..settings() });
        assert_eq!(heard(&mut watch(), 1..=4, [2500, -2500]), Some(4));
        assert_eq!(heard(&mut watch(), 1..=100, [2500, -2499]), None);
        assert_eq!(heard(&mut watch(), 1..=100, [2500, 2500]), None, "each sees itself ahead");
        let mut broken = watch();
        assert_eq!(heard(&mut broken, 1..=3, [2500, -2500]), None);
        assert_eq!(heard(&mut broken, 4..=4, [0, 0]), None);
        assert_eq!(heard(&mut broken, 5..=8, [-3000, 3000]), Some(8));

        let mut red_wins = watch();
        let mut verdicts = (1..=4).map(|ply| match ply % 2 {
            1 => red_wins.hear(Color::Red, Score::mate_in(9), ply),
            _ => red_wins.hear(Color::Black, Score::mated_in(8), ply),
        });
        assert_eq!(verdicts.nth(3), Some(Some((Outcome::Win(Color::Red), End::Won))));
        let mut black_wins = watch();
        let mut verdicts = (1..=4).map(|ply| match ply % 2 {
            1 => black_wins.hear(Color::Red, Score::from_centipawns(-2600), ply),
            _ => black_wins.hear(Color::Black, Score::from_centipawns(2700), ply),
        });
        assert_eq!(verdicts.nth(3), Some(Some((Outcome::Win(Color::Black), End::Won))));
    }

    #[test]
    fn a_game_is_drawn_when_it_has_long_been_level() {
        let watch = || Watch::new(&Settings { max_plies: 1000, ..settings() });
        assert_eq!(heard(&mut watch(), 1..=120, [10, -10]), Some(120));
        assert_eq!(heard(&mut watch(), 110..=125, [10, 3]), Some(125));
        assert_eq!(heard(&mut watch(), 110..=124, [10, 3]), None);
        assert_eq!(heard(&mut watch(), 1..=200, [11, -11]), None);
    }
}
