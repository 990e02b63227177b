//! A million steps forth and back: nothing is lost, and nothing is kept that is not recomputed alike.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::{Board, ByColor, Color, Move, Position, Setup, Square, Strictness, Undo};
use xiangqi_tests::random;

const STEPS: usize = 1_000_000;
const LONGEST_PATH: usize = 300;
/// Every so many steps the position is also looked at in two mirrors, which takes longer than all the rest.
const STEPS_PER_MIRROR: usize = 10;

/// A walk from a random position, with all that it needs to be checked.
struct Walk {
    position: Position,
    path: Vec<Step>,
}

struct Step {
    before: Position,
    undo: Undo,
    mover: Color,
    answers_check: bool,
    gives_check: bool,
}

impl Walk {
    fn new(rng: &mut impl Rng) -> Walk {
        // Set up anew, so that no checks have been counted that the walk does not know of.
        let setup = random::position(rng).to_setup();
        Walk { position: setup.into_position(Strictness::Strict).expect("it is legal"), path: Vec::new() }
    }

    /// `false` at the end of the walk.
    fn step(&mut self, rng: &mut impl Rng) -> bool {
        if rng.random_bool(0.4)
            && let Some(Step { before, undo, .. }) = self.path.pop()
        {
            self.position.unmake(undo);
            assert_eq!(self.position, before);
            return true;
        }
        let legal = self.position.legal_moves();
        if legal.is_empty() || self.path.len() > LONGEST_PATH {
            return false;
        }
        let before = self.position.clone();
        let undo = self.position.make(legal[rng.random_range(0..legal.len())]);
        let (mover, answers_check, gives_check) =
            (before.side_to_move(), before.is_check(), self.position.is_check());
        self.path.push(Step { before, undo, mover, answers_check, gives_check });
        true
    }

    /// The counted plies: those since the last capture, but for the checks of a side beyond its tenth and the answers
    /// to them.
    fn counted_plies(&self) -> u16 {
        let quiet = self.path.iter().rposition(|step| step.undo.captured().is_some());
        let start = if quiet.is_some() { 0 } else { self.start().counter().quiet_plies() };
        let mut checks = ByColor { red: 0, black: 0 };
        let counted = self.path[quiet.map_or(0, |last| last + 1)..].iter().filter(|step| {
            checks[step.mover] += u32::from(step.gives_check);
            let discounted_check = step.gives_check && checks[step.mover] > 10;
            let discounted_answer = step.answers_check && checks[!step.mover] > 10;
            !discounted_check && !discounted_answer
        });
        start + u16::try_from(counted.count()).expect("paths are short")
    }

    fn start(&self) -> &Position {
        self.path.first().map_or(&self.position, |step| &step.before)
    }
}

fn assert_as_set_up_anew(position: &Position) {
    let mut board = Board::empty();
    for (square, piece) in position.board().iter() {
        board.put(piece, square);
    }
    let anew = Setup { board, ..position.to_setup() }.into_position(Strictness::Strict).expect("it is legal");
    assert_eq!((position.board(), position.key()), (anew.board(), anew.key()), "{position}");
    assert_eq!(position.checkers(), anew.checkers(), "{position}");
    assert_eq!(position.legal_moves(), anew.legal_moves(), "{position}");
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// Left and right exchanged, the moves are the mirrored ones; seen by the other side with colours exchanged, too.
fn assert_mirrored_moves(position: &Position) {
    let moves = position.legal_moves();
    let mut board = Board::empty();
    for (square, piece) in position.board().iter() {
        board.put(piece, square.mirror_file());
    }
    let mirrored = |square: Square| square.mirror_file();
    let moves_of = |setup: Setup| {
        sorted(setup.into_position(Strictness::Strict).expect("a mirror keeps it legal").legal_moves())
    };
    assert_eq!(
        moves_of(Setup { board, ..position.to_setup() }),
        sorted(moves.iter().map(|mv| Move::new(mirrored(mv.from()), mirrored(mv.to())))),
        "{position}"
    );
    let (board, side_to_move) = (position.board().rotate(), !position.side_to_move());
    assert_eq!(
        moves_of(Setup { board, side_to_move, ..position.to_setup() }),
        sorted(moves.iter().map(|mv| mv.rotate())),
        "{position}"
    );
}

#[test]
fn a_million_steps_forth_and_back_lose_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut walk = Walk::new(&mut rng);
    for step in 0..STEPS {
        if !walk.step(&mut rng) {
            walk = Walk::new(&mut rng);
        }
        assert_eq!(walk.position.counter().quiet_plies(), walk.counted_plies(), "{}", walk.position);
        assert_as_set_up_anew(&walk.position);
        if step % STEPS_PER_MIRROR == 0 {
            assert_mirrored_moves(&walk.position);
        }
    }
}

#[test]
fn even_illegal_moves_are_made_without_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..100 {
        let position = random::position(&mut rng);
        for from in Square::ALL {
            for to in Square::ALL {
                let mut made = position.clone();
                let undo = made.make(Move::new(from, to));
                let _worthless = (made.legal_moves().len(), made.to_fen());
                made.unmake(undo);
                let _worthless = made.legal_moves();
            }
        }
    }
}
