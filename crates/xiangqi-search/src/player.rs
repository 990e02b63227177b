//! A player with a handicap: it considers some moves, searches a little for several lines, and chooses one of them.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use xiangqi_core::rules::History;
use xiangqi_core::{Move, Position};
use xiangqi_eval::Score;

use crate::level::Handicap;
use crate::pv::Variation;
use crate::{Bound, Limits, Line, Reporter, SearchResult};

/// The size of a player's table in MiB. It holds more positions than any level visits.
pub(crate) const HASH_MIB: usize = 1;

/// The chance of a line without loss, in the units of the draw.
const WHOLE_CHANCE: u64 = 1 << 32;

/// The chances of one move, made from all that may influence it.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The same for the same seed at the same point of a game.
    pub(crate) fn new(seed: u64, position: &Position, history: &History) -> Dice {
        let numbers = [seed, position.key(), history.len() as u64];
        let mut bytes = [0; 32];
        for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        Dice(ChaCha8Rng::from_seed(bytes))
    }

    /// Draws some of the moves.
    fn draw(&mut self, mut moves: Vec<Move>, count: usize) -> Vec<Move> {
        moves.shuffle(&mut self.0);
        moves.truncate(count);
        moves
    }

    /// Draws an index, each as likely as its chance; 0 when there is no chance at all.
    fn choose(&mut self, chances: &[u64]) -> usize {
        let mut ticket = self.0.random_range(0..chances.iter().sum::<u64>().max(1));
        let wins = |chance: &u64| {
            let won = ticket < *chance;
            ticket = ticket.saturating_sub(*chance);
            won
        };
        chances.iter().position(wins).unwrap_or(0)
    }
}

impl Handicap {
    /// The limits of the player's search: those given and its own. `moves` are those that it may play.
    pub(crate) fn bound(&self, limits: &Limits, moves: Vec<Move>, dice: &mut Dice) -> Limits {
        Limits {
            nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            search_moves: dice.draw(moves, self.moves),
            ..limits.clone()
        }
    }

    /// How likely each line is chosen, given all scores, the best first. What decides the game is not left to chance.
    fn chances(&self, scores: &[Score]) -> Vec<u64> {
        let Some(&best) = scores.first() else { return Vec::new() };
        let largest_loss = if best.is_mate() { 0 } else { self.largest_loss };
        let chance = |score: &Score| {
            // A score above the best is out of date: when it was looked at again, the line did not come first.
            let loss = u32::try_from(best - *score).ok().filter(|&loss| loss <= largest_loss);
            loss.map_or(0, |loss| self.chance(loss))
        };
        scores.iter().map(chance).collect()
    }

    /// The chance of a line that loses so many centipawns. It is computed in whole numbers, which are the same on every
    /// machine: between two halvings it falls in a straight line.
    fn chance(&self, loss: u32) -> u64 {
        let halving = self.halving.max(1);
        let chance = WHOLE_CHANCE.checked_shr(loss / halving).unwrap_or(0);
        chance - chance / 2 * u64::from(loss % halving) / u64::from(halving)
    }
}

/// A line to choose from: what was told of it, and its moves.
struct Candidate(Line<'static>, Variation);

/// Listens to a player's search, passes on what is asked for, and remembers the last of each line.
pub(crate) struct Listener<'a> {
    reporter: &'a mut dyn Reporter,
    /// How many lines are passed on.
    wanted: usize,
    /// How many are remembered.
    kept: usize,
    /// The best first.
    candidates: Vec<Candidate>,
}

impl<'a> Listener<'a> {
    pub(crate) fn new(reporter: &'a mut dyn Reporter, wanted: usize, kept: usize) -> Listener<'a> {
        Listener { reporter, wanted: wanted.max(1), kept, candidates: Vec::new() }
    }

    /// Chooses a line when the search has ended. Unless it is the best, the one that was told last, it is told.
    pub(crate) fn choose(mut self, handicap: &Handicap, dice: &mut Dice, best: SearchResult) -> SearchResult {
        let scores: Vec<Score> = self.candidates.iter().map(|Candidate(line, _)| line.score).collect();
        let chosen = dice.choose(&handicap.chances(&scores));
        if chosen == 0 {
            return best;
        }
        let Candidate(line, pv) = self.candidates.swap_remove(chosen);
        // It was looked at earlier than what was told since.
        let Candidate(last, _) = &self.candidates[0];
        self.reporter.line(&Line { multipv: 1, nodes: last.nodes, time: last.time, pv: &pv, ..line });
        SearchResult { best: pv.first().copied(), ponder: pv.get(1).copied(), score: line.score, ..best }
    }
}

impl Reporter for Listener<'_> {
    fn line(&mut self, line: &Line<'_>) {
        if line.bound == Bound::Exact && line.multipv <= self.kept {
            // A line takes the place of an older one that begins alike, wherever that is. The best one of an iteration
            // that is cut short comes before all of the last.
            self.candidates.retain(|Candidate(_, pv)| pv.first() != line.pv.first());
            let place = (line.multipv - 1).min(self.candidates.len());
            let told = Line { pv: &[], ..line.clone() };
            self.candidates.insert(place, Candidate(told, line.pv.iter().copied().collect()));
            self.candidates.truncate(self.kept);
        }
        if line.multipv <= self.wanted {
            self.reporter.line(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    const HANDICAP: Handicap = Handicap { moves: 3, nodes: 500, lines: 4, halving: 100, largest_loss: 250 };

    fn scores(centipawns: &[i32]) -> Vec<Score> {
        centipawns.iter().copied().map(Score::from_centipawns).collect()
    }

    fn dice(seed: u64) -> Dice {
        let position = Position::start();
        Dice::new(seed, &position, &History::new(&position))
    }

    #[test]
    fn chances_are_halved_until_the_loss_is_too_large() {
        let whole = WHOLE_CHANCE;
        let chances = HANDICAP.chances(&scores(&[40, 40, -10, -60, -160, -210, -211, -3000]));
        assert_eq!(chances, [whole, whole, whole / 4 * 3, whole / 2, whole / 4, whole / 16 * 3, 0, 0]);
        let mut falls = (0..10_000).map(|loss| Handicap { halving: 3, ..HANDICAP }.chance(loss));
        assert!(falls.clone().is_sorted_by(|one, next| one >= next));
        assert_eq!(falls.next_back(), Some(0));
    }

    #[test]
    fn a_score_that_is_out_of_date_has_no_chance() {
        assert_eq!(HANDICAP.chances(&scores(&[-200, 30, -200])), [WHOLE_CHANCE, 0, WHOLE_CHANCE]);
    }

    #[test]
    fn mates_are_not_left_to_chance() {
        let seen = [Score::mate_in(1), Score::mate_in(3), Score::from_centipawns(900)];
        assert_eq!(HANDICAP.chances(&seen), [WHOLE_CHANCE, 0, 0]);
        let suffered = [Score::mated_in(6), Score::mated_in(2), Score::mated_in(2)];
        assert_eq!(HANDICAP.chances(&suffered), [WHOLE_CHANCE, 0, 0]);
        let escaped = [Score::from_centipawns(-2900), Score::mated_in(2)];
        assert_eq!(Handicap { largest_loss: 20_000, ..HANDICAP }.chances(&escaped)[1], 0);
    }

    #[test]
    fn choices_come_as_often_as_their_chances() {
        let mut counts = [0; 4];
        for seed in 0..6_000 {
            counts[dice(seed).choose(&[300, 0, 200, 100])] += 1;
        }
        for (count, expected) in counts.into_iter().zip([3_000, 0, 2_000, 1_000_i32]) {
            assert!((count - expected).abs() <= expected / 20, "{counts:?}");
        }
        assert_eq!((dice(0).choose(&[]), dice(0).choose(&[0, 0])), (0, 0));
    }

    #[test]
    fn a_player_has_the_smaller_limits_and_considers_some_moves() {
        let moves = Position::start().legal_moves().to_vec();
        for (given, kept) in [(None, 500), (Some(200), 200), (Some(1_000), 500)] {
            let limits = Limits { nodes: given, depth: Some(7), ..Limits::default() };
            let bound = HANDICAP.bound(&limits, moves.clone(), &mut dice(1));
            assert_eq!((bound.nodes, bound.depth), (Some(kept), Some(7)));
            assert_eq!(bound.search_moves.len(), 3);
            assert!(bound.search_moves.iter().all(|mv| moves.contains(mv)));
        }
    }

    #[test]
    fn the_last_of_each_line_is_remembered_in_order() {
        let moves = Position::start().legal_moves();
        let line = |multipv: usize, mv: usize, score: i32| Line {
            depth: 1,
            selective_depth: 1,
            multipv,
            score: Score::from_centipawns(score),
            bound: Bound::Exact,
            nodes: 1,
            time: std::time::Duration::ZERO,
            hashfull: 0,
            pv: &moves[mv..=mv],
        };
        let mut silent = Silent;
        let mut listener = Listener::new(&mut silent, 1, 3);
        // Two iterations, a bound that is not to be trusted, and a third iteration that is cut short.
        for line in [
            line(1, 0, 50),
            line(2, 1, 40),
            line(3, 2, 30),
            line(4, 3, 20),
            line(1, 1, 45),
            line(2, 3, 35),
            line(3, 0, 25),
            Line { bound: Bound::Upper, ..line(1, 1, -90) },
            line(1, 3, 33),
        ] {
            listener.line(&line);
        }
        let kept = listener.candidates.iter().map(|Candidate(line, pv)| (pv[0], line.score.value()));
        assert!(kept.eq([(moves[3], 33), (moves[1], 45), (moves[0], 25)]));
    }
}
