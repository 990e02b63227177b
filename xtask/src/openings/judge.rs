//! Which lines are fit to begin games with.

use xiangqi_core::{Board, Game, Position, Setup, Strictness};
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_search::{Control, Engine, Limits, Settings, Silent, exchange_wins};

/// Won by exchanges, this is a piece left hanging, in centipawns: less than any piece but a pawn.
const HANGING: i32 = 150;
/// The transposition table of a search, in MiB; it is made anew for each.
const HASH_MIB: usize = 2;

/// What is asked of an opening.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demands {
    /// The greatest advantage of either side, in centipawns.
    pub(super) bound: i32,
    /// The nodes with which it is looked for.
    pub(super) nodes: u64,
}

/// Judges lines, one after the other, each as if it were the first.
pub(super) struct Judge {
    demands: Demands,
    engine: Engine<HandcraftedEvaluator>,
}

impl Judge {
    pub(super) fn new(demands: Demands) -> Judge {
        let evaluator = HandcraftedEvaluator::default();
        let settings = Settings { hash_mib: HASH_MIB, ..Settings::default() };
        Judge { demands, engine: Engine::new(evaluator, settings) }
    }

    /// The [key] of where a line ends, if it is fit.
    pub(super) fn accepts(&mut self, game: &Game) -> Option<u64> {
        let position = game.position();
        if !is_quiet(position) {
            return None;
        }
        self.engine.new_game();
        let limits = Limits { nodes: Some(self.demands.nodes), ..Limits::default() };
        let result = self.engine.search(position, game.history(), &limits, &Control::new(), &mut Silent);
        (result.score.value().abs() <= self.demands.bound).then(|| key(position))
    }
}

/// Whether nobody is in check, and no side could win a piece by captures alone if it were to move.
pub(super) fn is_quiet(position: &Position) -> bool {
    let hangs = |position: &Position| {
        let captures = position.legal_captures();
        captures.iter().any(|&mv| exchange_wins(position, mv, HANGING))
    };
    if position.is_check() || hangs(position) {
        return false;
    }
    let mut passed = position.clone();
    let _never_taken_back = passed.make_null();
    !hangs(&passed)
}

/// The same for a position and its mirror image, and for no other but by chance.
pub(crate) fn key(position: &Position) -> u64 {
    let mut board = Board::empty();
    for (square, piece) in position.board().iter() {
        board.put(piece, square.mirror_file());
    }
    let mirrored = Setup { board, ..position.to_setup() }.into_position(Strictness::Strict);
    mirrored.map_or(position.key(), |mirrored| mirrored.key().min(position.key()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        game.play_all(moves.split_whitespace().map(|mv| mv.parse().unwrap())).unwrap();
        game
    }

    #[test]
    fn mirror_images_are_one_opening() {
        let key_of = |moves| key(game(moves).position());
        assert_eq!(key_of("h2e2 h9g7"), key_of("b2e2 b9c7"));
        assert_eq!(key_of("h2e2 h9g7 h0g2"), key_of("b2e2 b9c7 b0c2"));
        assert_ne!(key_of("h2e2 h9g7"), key_of("h2e2 b9c7"));
        assert_ne!(key_of("h2e2"), key_of("h2e2 a9a8 e2h2 a8a9 h2e2 a9a8"));
    }

    #[test]
    fn noisy_positions_are_found() {
        for (what, fen, quiet) in [
            ("the start", xiangqi_core::START_FEN, true),
            ("a check", "4k4/9/9/9/9/9/9/9/4R4/3K5 b", false),
            ("a rook to take", "3k5/9/9/9/r8/9/9/9/9/R3K4 w", false),
            ("a horse that is threatened", "3k5/9/9/9/n8/9/9/9/9/R3K4 b", false),
            ("a pawn that is threatened", "3k5/9/9/9/p8/9/9/9/9/R3K4 b", true),
            ("a horse that is protected", "3k5/9/9/r8/n8/9/9/9/9/R3K4 b", true),
        ] {
            assert_eq!(is_quiet(&Position::from_fen(fen).unwrap()), quiet, "{what}");
        }
    }

    #[test]
    fn the_search_finds_an_advantage() {
        let judge = |bound, game: &Game| Judge::new(Demands { bound, nodes: 2000 }).accepts(game);
        assert!(judge(150, &game("h2e2 h9g7")).is_some());
        let fen = "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let horse_up = Game::new(Position::from_fen(fen).unwrap());
        assert!(judge(150, &horse_up).is_none());
        assert!(judge(10_000, &horse_up).is_some());
    }

    #[test]
    fn each_line_is_judged_as_if_it_were_the_first() {
        let demands = Demands { bound: 30, nodes: 3000 };
        let lines = ["h2e2 h9g7", "b0c2 b7b3", "a3a4 c6c5", "h2e2 h9g7"];
        let mut judge = Judge::new(demands);
        for line in lines {
            assert_eq!(judge.accepts(&game(line)), Judge::new(demands).accepts(&game(line)), "{line}");
        }
    }
}
