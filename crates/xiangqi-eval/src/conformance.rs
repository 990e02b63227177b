//! What every evaluator must do, as checks that return what went wrong, so that any crate can run them.
//!
//! ```
//! use xiangqi_core::Position;
//! use xiangqi_eval::conformance;
//! use xiangqi_eval::hce::HandcraftedEvaluator;
//!
//! let mut evaluator = HandcraftedEvaluator::default();
//! conformance::check_walk(&mut evaluator, &Position::start(), 20, 1).unwrap();
//! conformance::check_symmetry(&mut evaluator, &Position::start()).unwrap();
//! ```

use thiserror::Error;
use xiangqi_core::{Board, Color, Move, Position, Setup, Strictness};

use crate::{Delta, Evaluator, Score};

/// A promise of [`Evaluator`] that was broken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{promise}: {expected} expected, {got} found, {side_to_move} to move:\n{board}")]
pub struct Violation {
    /// The promise.
    pub promise: Promise,
    /// The score that the promise asks for.
    pub expected: Score,
    /// The score that the evaluator gave.
    pub got: Score,
    /// Whose turn it is.
    pub side_to_move: Color,
    /// A picture of the board.
    pub board: String,
}

/// What an evaluator promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Promise {
    /// Noting a move gives the same score as starting afresh after it.
    #[error("push equals reset")]
    Push,
    /// Forgetting a move gives the same score as before it.
    #[error("pop undoes push")]
    Pop,
    /// The score does not change when both sides change places.
    #[error("the score is the same for Red and Black")]
    Colors,
    /// The score does not change when left and right change places.
    #[error("the score is the same when mirrored")]
    Mirror,
    /// The score is an evaluation, not a mate.
    #[error("the score is not a mate")]
    Range,
}

impl Promise {
    fn check(self, position: &Position, expected: Score, got: Score) -> Result<(), Violation> {
        if got == expected {
            return Ok(());
        }
        let (side_to_move, board) = (position.side_to_move(), position.board().to_string());
        Err(Violation { promise: self, expected, got, side_to_move, board })
    }
}

/// Walks at random and checks, at every node and for every move there, that sums kept by `push` and `pop` say the
/// same as a `reset`, and that no evaluation looks like a mate.
///
/// The walk ends after so many plies or where no move is legal; the same seed walks the same way.
///
/// # Errors
///
/// The first [`Violation`] found.
pub fn check_walk<E: Evaluator + Clone>(
    evaluator: &mut E,
    start: &Position,
    plies: usize,
    seed: u64,
) -> Result<(), Violation> {
    let (mut position, mut chooser) = (start.clone(), Chooser(seed));
    evaluator.reset(&position);
    for _ in 0..plies {
        check_node(evaluator, &mut position)?;
        let Some(mv) = chooser.choose(&position) else { break };
        note(evaluator, &position, mv);
        let _ = position.make(mv);
    }
    Ok(())
}

/// The positions of the walk that [`check_walk`] takes, the start among them.
pub fn walk(start: &Position, plies: usize, seed: u64) -> impl Iterator<Item = Position> + use<> {
    let mut chooser = Chooser(seed);
    let next = move |position: &Position| {
        let mut position = position.clone();
        let _ = position.make(chooser.choose(&position)?);
        Some(position)
    };
    core::iter::successors(Some(start.clone()), next).take(plies + 1)
}

/// Makes every move.
fn check_node<E: Evaluator + Clone>(evaluator: &mut E, position: &mut Position) -> Result<(), Violation> {
    let before = evaluator.evaluate(position);
    Promise::Range.check(position, Score::from_centipawns(before.value()), before)?;
    for mv in position.legal_moves() {
        check_move(evaluator, position, mv)?;
        Promise::Pop.check(position, before, evaluator.evaluate(position))?;
    }
    Ok(())
}

/// Makes one move, compares with a fresh start, and takes it back.
fn check_move<E: Evaluator + Clone>(
    evaluator: &mut E,
    position: &mut Position,
    mv: Move,
) -> Result<(), Violation> {
    note(evaluator, position, mv);
    let undo = position.make(mv);
    let mut fresh = evaluator.clone();
    fresh.reset(position);
    let agreed = Promise::Push.check(position, fresh.evaluate(position), evaluator.evaluate(position));
    position.unmake(undo);
    evaluator.pop();
    agreed
}

fn note(evaluator: &mut impl Evaluator, position: &Position, mv: Move) {
    if let Some(delta) = Delta::new(position, mv) {
        evaluator.push(&delta);
    }
}

/// Checks that a position is worth the same to its mover with the sides exchanged, and with left and right
/// exchanged.
///
/// # Errors
///
/// The [`Violation`] found.
pub fn check_symmetry(evaluator: &mut impl Evaluator, position: &Position) -> Result<(), Violation> {
    let mut judge = |position: &Position| {
        evaluator.reset(position);
        evaluator.evaluate(position)
    };
    let expected = judge(position);
    let rotated = with_board(position, position.board().rotate(), !position.side_to_move());
    Promise::Colors.check(position, expected, judge(&rotated))?;
    let mirrored = with_board(position, mirror(position.board()), position.side_to_move());
    Promise::Mirror.check(position, expected, judge(&mirrored))
}

fn mirror(board: &Board) -> Board {
    let mut mirrored = Board::empty();
    for (square, piece) in board.iter() {
        mirrored.put(piece, square.mirror_file());
    }
    mirrored
}

fn with_board(position: &Position, board: Board, side_to_move: Color) -> Position {
    let (quiet_plies, move_number) = (position.counter().quiet_plies(), position.move_number());
    match (Setup { board, side_to_move, quiet_plies, move_number }).into_position(Strictness::Lenient) {
        Ok(reflected) => reflected,
        Err(error) => unreachable!("the reflection of a legal position is legal: {error}"),
    }
}

/// Chooses moves: a small generator of pseudo-random numbers (`SplitMix64`), since a library for tests only is not
/// worth a dependency of every user.
struct Chooser(u64);

impl Chooser {
    /// A legal move, if there is one.
    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        moves.get(self.below(moves.len())).copied()
    }

    /// A number below the bound, or zero.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ word >> 31) % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts plies, which no evaluator should, and forgets to take them back when told to.
    #[derive(Clone, Default)]
    struct Faulty {
        pushed: i32,
        pops: bool,
    }

    impl Evaluator for Faulty {
        fn reset(&mut self, _root: &Position) {
            self.pushed = 0;
        }

        fn push(&mut self, _delta: &Delta) {
            self.pushed += 1;
        }

        fn pop(&mut self) {
            self.pushed -= i32::from(self.pops);
        }

        fn evaluate(&mut self, _position: &Position) -> Score {
            Score::from_centipawns(self.pushed)
        }
    }

    /// Prefers one side, or one wing.
    #[derive(Clone)]
    struct Partial(fn(&Position) -> i32);

    impl Evaluator for Partial {
        fn reset(&mut self, _root: &Position) {}

        fn push(&mut self, _delta: &Delta) {}

        fn pop(&mut self) {}

        fn evaluate(&mut self, position: &Position) -> Score {
            Score::from_value((self.0)(position))
        }
    }

    #[test]
    fn broken_promises_are_found() {
        let start = Position::start();
        let promise = |result: Result<(), Violation>| result.unwrap_err().promise;
        assert_eq!(promise(check_walk(&mut Faulty::default(), &start, 5, 1)), Promise::Push);
        let mate = &mut Partial(|_| Score::mate_in(3).value());
        assert_eq!(promise(check_walk(mate, &start, 5, 1)), Promise::Range);
        let red = &mut Partial(|position| i32::from(position.side_to_move() == Color::Red));
        assert_eq!(promise(check_symmetry(red, &start)), Promise::Colors);
    }

    #[test]
    fn a_preference_for_a_wing_is_found() {
        let mut position = Position::start();
        let left_horse = "b0c2".parse().unwrap();
        let _ = position.make(left_horse);
        // How far the pieces of the side that waits lean to the right of the side that moves.
        let lean = |position: &Position| {
            let waiting = position.board().by_color(!position.side_to_move());
            let files: i32 = waiting.into_iter().map(|square| square.file() as i32 - 4).sum();
            if position.side_to_move() == Color::Red { files } else { -files }
        };
        let violation = check_symmetry(&mut Partial(lean), &position).unwrap_err();
        assert_eq!(violation.promise, Promise::Mirror);
    }
}
