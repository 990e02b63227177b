//! Random lines of moves, each of which can be made again from its number.

use std::ops::RangeInclusive;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::{Game, Move};

/// All lines of one seed.
pub(super) struct Candidates {
    pub(super) seed: u64,
    /// The lines with which they begin, at least one, in turn.
    pub(super) begin: Vec<Vec<Move>>,
    /// How many random moves follow.
    pub(super) plies: RangeInclusive<u32>,
}

impl Candidates {
    /// The line of this number; `None` if the game ends in it.
    pub(super) fn make(&self, number: u64) -> Option<Game> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let mut game = Game::default();
        let turn = usize::try_from(number).ok()? % self.begin.len();
        game.play_all(self.begin.get(turn)?.iter().copied()).ok()?;
        let plies = random.random_range(self.plies.clone());
        play_random(&mut game, plies, &mut random).then_some(game)
    }
}

/// Plays so many random legal moves; `false` if the game ends in them.
pub(crate) fn play_random(game: &mut Game, plies: u32, random: &mut impl Rng) -> bool {
    (0..plies).all(|_| {
        let moves = game.legal_moves();
        !moves.is_empty()
            && game.play(moves[random.random_range(0..moves.len())]).is_ok()
            && game.outcome().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(seed: u64) -> Candidates {
        let begin = [vec!["h2e2"], vec!["b0c2", "b9c7"]];
        let begin = begin.map(|line| line.iter().map(|mv| mv.parse().unwrap()).collect()).to_vec();
        Candidates { seed, begin, plies: 3..=5 }
    }

    fn moves(seed: u64, number: u64) -> Vec<String> {
        candidates(seed).make(number).unwrap().moves().map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn the_number_and_the_seed_decide() {
        assert_eq!(moves(1, 20), moves(1, 20));
        assert_ne!(moves(1, 20), moves(1, 22));
        assert_ne!(moves(1, 20), moves(2, 20));
    }

    #[test]
    fn lines_begin_and_end_as_they_should() {
        for number in 0..50 {
            let moves = moves(3, number);
            let begin = if number % 2 == 0 { 1 } else { 2 };
            assert_eq!(moves[0], if begin == 1 { "h2e2" } else { "b0c2" });
            assert!((begin + 3..=begin + 5).contains(&moves.len()));
        }
    }
}
