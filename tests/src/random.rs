//! Random positions, the same ones from the same seed: of games, of endings, and of games that begin anywhere.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use xiangqi_core::square::FILES;
use xiangqi_core::{Bitboard, Color, Move, Piece, PieceType, Position, Setup, Strictness, confine};

/// The most plies of a random game.
const MOST_PLIES: usize = 160;

/// What the players of a random game prefer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// Any legal move.
    Anything,
    /// Every other move is a capture, if there is one, so that endings are reached soon.
    Captures,
    /// Every other move is a check, if there is one.
    Checks,
}

impl Taste {
    const ALL: [Taste; 3] = [Taste::Anything, Taste::Captures, Taste::Checks];

    fn likes(self, position: &Position, mv: Move) -> bool {
        match self {
            Taste::Anything => true,
            Taste::Captures => position.board().piece_on(mv.to()).is_some(),
            Taste::Checks => position.gives_check(mv),
        }
    }

    /// A legal move to this taste; `None` at the end of the game.
    pub fn choose(self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        let moves = position.legal_moves();
        if rng.random() {
            let liked: Vec<Move> = moves.iter().copied().filter(|mv| self.likes(position, *mv)).collect();
            if let Some(mv) = liked.choose(rng) {
                return Some(*mv);
            }
        }
        moves.choose(rng).copied()
    }
}

/// A random position: half of them from games that begin at the start position, half from games that begin
/// [anywhere](placement).
pub fn position(rng: &mut impl Rng) -> Position {
    let mut position = if rng.random() { Position::start() } else { placement(rng) };
    let taste = Taste::ALL.choose(rng).copied().unwrap_or(Taste::Anything);
    for _ in 0..rng.random_range(0..MOST_PLIES) {
        let Some(mv) = taste.choose(&position, rng) else { break };
        let _never_taken_back = position.make(mv);
    }
    position
}

/// A legal placement of both kings and any of the other pieces, few or many, wherever they may stand.
pub fn placement(rng: &mut impl Rng) -> Position {
    loop {
        if let Ok(position) = any_placement(rng).into_position(Strictness::Strict) {
            return position;
        }
    }
}

/// Like [`placement`], but the kings may face each other, or the side to move may be able to take the king.
fn any_placement(rng: &mut impl Rng) -> Setup {
    let mut setup = Setup::empty();
    setup.side_to_move = *[Color::Red, Color::Black].choose(rng).unwrap_or(&Color::Red);
    let density = rng.random_range(0.05..0.9);
    for color in [Color::Red, Color::Black] {
        for piece_type in PieceType::ALL {
            for _ in 0..piece_type.initial_count() {
                if piece_type == PieceType::King || rng.random_bool(density) {
                    put_somewhere(&mut setup, Piece::new(color, piece_type), rng);
                }
            }
        }
    }
    setup
}

/// Puts a piece on a free square where it may stand, if there is one.
fn put_somewhere(setup: &mut Setup, piece: Piece, rng: &mut impl Rng) {
    let free = confine::points(piece.color(), piece.piece_type()) - setup.board.occupied();
    let squares: Vec<_> = free.into_iter().collect();
    if let Some(square) = squares.choose(rng) {
        setup.board.put(piece, *square);
    }
}

/// A legal placement in which each side has two to five pawns on one file, or on two files, and little else: what
/// notations find hard to tell.
pub fn pawn_groups(rng: &mut impl Rng) -> Position {
    loop {
        let mut setup = Setup::empty();
        setup.side_to_move = *[Color::Red, Color::Black].choose(rng).unwrap_or(&Color::Red);
        for color in [Color::Red, Color::Black] {
            put_somewhere(&mut setup, Piece::new(color, PieceType::King), rng);
            put_groups(&mut setup, color, rng);
            for piece_type in [PieceType::Rook, PieceType::Horse, PieceType::Advisor] {
                if rng.random_bool(0.3) {
                    put_somewhere(&mut setup, Piece::new(color, piece_type), rng);
                }
            }
        }
        if let Ok(position) = setup.into_position(Strictness::Strict) {
            return position;
        }
    }
}

/// Puts up to five pawns on two files, the second of which gets none, one, or several.
fn put_groups(setup: &mut Setup, color: Color, rng: &mut impl Rng) {
    let pawn = Piece::new(color, PieceType::Pawn);
    let mut left = rng.random_range(2..=5);
    let mut files: [usize; FILES] = std::array::from_fn(|file| file);
    files.shuffle(rng);
    for &file in &files[..2] {
        let here = rng.random_range(0..=left);
        left -= here;
        let free = (confine::points(color, PieceType::Pawn) & Bitboard::file(file)) - setup.board.occupied();
        let mut squares: Vec<_> = free.into_iter().collect();
        squares.shuffle(rng);
        for square in squares.into_iter().take(here) {
            setup.board.put(pawn, square);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn sample() -> Vec<Position> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        (0..4000).map(|_| position(&mut rng)).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        assert_eq!(sample(), sample());
    }

    #[test]
    fn pawns_stand_in_groups_of_every_sort() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut sorts = std::collections::BTreeMap::new();
        for _ in 0..4000 {
            let position = pawn_groups(&mut rng);
            let pawns = position.board().pieces(position.side_to_move(), PieceType::Pawn);
            let mut groups: Vec<u32> =
                (0..FILES).map(|file| (pawns & Bitboard::file(file)).count()).collect();
            groups.sort_unstable_by(|a, b| b.cmp(a));
            *sorts.entry((groups[0], groups[1])).or_insert(0) += 1;
        }
        for sort in [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0)] {
            assert!(sorts.get(&sort).is_some_and(|&found| found >= 20), "{sort:?} in {sorts:?}");
        }
    }

    #[test]
    fn positions_of_every_sort_occur() {
        let sample = sample();
        let many = |what: &str, is: &dyn Fn(&Position) -> bool| {
            let found = sample.iter().filter(|position| is(position)).count();
            assert!(found >= 20, "{what}: {found} of {}", sample.len());
        };
        many("check", &|position| position.is_check());
        many("double check", &|position| position.checkers().count() > 1);
        many("no legal move", &|position| !position.has_legal_move());
        many("few pieces", &|position| position.board().occupied().count() < 8);
        many("many pieces", &|position| position.board().occupied().count() > 28);
        many("Black to move", &|position| position.side_to_move() == Color::Black);
    }
}
