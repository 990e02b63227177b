//! A second, slow implementation of the rules of movement, written in another way so that it cannot share a
//! mistake with the library: a plain array of pieces, walked step by step, and every move tried out.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::{Board, Color, Move, Piece, PieceType, Position, START_FEN, Setup, Square, Strictness};

/// Placements to start random games from: the start, middlegames, and endgames with much room.
pub(crate) const ROOTS: [&str; 6] = [
    START_FEN,
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "2bak4/4a4/4b1n2/p1C1p1R1p/2P3p2/6P2/P3c3P/2N1B1N2/3rA4/2BAK3R b - - 0 1",
    "3aka3/4c4/4b4/3R5/2b6/9/2n1C4/3AB4/4K4/3A2B2 w - - 0 1",
    "4kab2/1r2a4/4b1c2/p3C4/2n3R2/9/P1P1N4/3CB4/4A4/2BAK4 b - - 0 1",
    "3k5/1P2P4/9/4c1N2/9/2n6/4C4/4B3c/3p1p3/4K4 w - - 0 1",
];

/// A random legal game: all its positions, the root included.
pub(crate) fn random_game(seed: u64, plies: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let root = ROOTS[rng.random_range(0..ROOTS.len())];
    let mut position = Position::from_fen(root).expect("the roots are legal");
    let mut game = vec![position.clone()];
    for _ in 0..plies {
        let (moves, captures) = (position.legal_moves(), position.legal_captures());
        // Some more captures than chance would have, so that games get to open boards.
        let choice = if rng.random_bool(0.1) && !captures.is_empty() { captures } else { moves };
        if choice.is_empty() {
            break;
        }
        let _ = position.make(choice[rng.random_range(0..choice.len())]);
        game.push(position.clone());
    }
    game
}

/// A random placement that the lenient test accepts: pieces of a kind in any number, pawns anywhere.
pub(crate) fn random_puzzle(seed: u64) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            put_at_random(&mut setup.board, Piece::new(color, PieceType::King), &mut rng);
            for _ in 0..rng.random_range(0..9) {
                let piece_type = PieceType::ALL[rng.random_range(1..7)];
                put_at_random(&mut setup.board, Piece::new(color, piece_type), &mut rng);
            }
        }
        setup.side_to_move = Color::ALL[rng.random_range(0..2)];
        if let Ok(position) = setup.into_position(Strictness::Lenient) {
            return position;
        }
    }
}

/// Puts a piece on one of its free points, if there is any.
fn put_at_random(board: &mut Board, piece: Piece, rng: &mut ChaCha8Rng) {
    let is_free = |square: &Square| board.piece_on(*square).is_none() && can_stand(piece, *square);
    let free: Vec<_> = Square::ALL.into_iter().filter(is_free).collect();
    if !free.is_empty() {
        board.put(piece, free[rng.random_range(0..free.len())]);
    }
}

/// Whether the move generator may count on it that this piece never stands elsewhere.
fn can_stand(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.relative_to(piece.color()).rank());
    match piece.piece_type() {
        PieceType::King => in_palace(file, rank),
        PieceType::Advisor => in_palace(file, rank) && (file + rank) % 2 == 1,
        PieceType::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        _ => true,
    }
}

fn in_palace(file: usize, rank: usize) -> bool {
    (3..=5).contains(&file) && rank <= 2
}

/// The slow board.
#[derive(Clone)]
pub(crate) struct SlowBoard {
    squares: [Option<Piece>; 90],
}

const ORTHOGONAL: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl SlowBoard {
    pub(crate) fn new(board: &Board) -> SlowBoard {
        SlowBoard { squares: Square::ALL.map(|square| board.piece_on(square)) }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// The legal moves of a side, sorted.
    pub(crate) fn legal_moves(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.squares_of(color) {
            for to in self.reach(from) {
                let takes_own = self.at(to).is_some_and(|piece| piece.color() == color);
                if !takes_own && self.after(from, to).king_attackers(color).is_empty() {
                    moves.push(Move::new(from, to));
                }
            }
        }
        moves.sort_unstable();
        moves
    }

    /// The enemy pieces that attack a side's king, facing kings included.
    pub(crate) fn king_attackers(&self, color: Color) -> Vec<Square> {
        let is_king = |square: &Square| self.at(*square) == Some(Piece::new(color, PieceType::King));
        let king = Square::ALL.into_iter().find(is_king).expect("a king");
        let mut attackers = self.attackers(king, !color);
        for step in [(0, 1), (0, -1)] {
            let first = walk(king, step).find(|&square| self.at(square).is_some());
            attackers
                .extend(first.filter(|&square| self.at(square) == Some(Piece::new(!color, PieceType::King))));
        }
        attackers.sort_unstable();
        attackers
    }

    /// The pieces of a side that could capture on a square, were it occupied by the other.
    pub(crate) fn attackers(&self, square: Square, by: Color) -> Vec<Square> {
        let mut with_target = self.clone();
        with_target.squares[square as usize].get_or_insert(Piece::new(!by, PieceType::Pawn));
        let own = |from: &Square| with_target.reach(*from).contains(&square);
        self.squares_of(by).into_iter().filter(own).collect()
    }

    fn squares_of(&self, color: Color) -> Vec<Square> {
        let is_own = |square: &Square| self.at(*square).is_some_and(|piece| piece.color() == color);
        Square::ALL.into_iter().filter(is_own).collect()
    }

    fn after(&self, from: Square, to: Square) -> SlowBoard {
        let mut after = self.clone();
        after.squares[to as usize] = after.squares[from as usize].take();
        after
    }

    /// Where the piece on a square can move, own pieces counted as captures.
    fn reach(&self, from: Square) -> Vec<Square> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let forward = if piece.color() == Color::Red { 1 } else { -1 };
        let step = |&(x, y): &(isize, isize)| from.offset(x, y);
        let steps = |steps: &[(isize, isize)]| steps.iter().filter_map(step).collect::<Vec<_>>();
        let mut targets = match piece.piece_type() {
            PieceType::King => steps(&ORTHOGONAL),
            PieceType::Advisor => steps(&DIAGONAL),
            PieceType::Elephant => self.elephant(from),
            PieceType::Horse => self.horse(from),
            PieceType::Rook => self.rook(from),
            PieceType::Cannon => self.cannon(from),
            PieceType::Pawn if from.relative_to(piece.color()).rank() >= 5 => {
                steps(&[(0, forward), (1, 0), (-1, 0)])
            }
            PieceType::Pawn => steps(&[(0, forward)]),
        };
        targets.retain(|&to| piece.piece_type() == PieceType::Pawn || can_stand(piece, to));
        targets
    }

    fn elephant(&self, from: Square) -> Vec<Square> {
        let open = |&&(x, y): &&(isize, isize)| from.offset(x, y).is_some_and(|eye| self.at(eye).is_none());
        DIAGONAL.iter().filter(open).filter_map(|&(x, y)| from.offset(2 * x, 2 * y)).collect()
    }

    fn horse(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for (x, y) in ORTHOGONAL {
            if from.offset(x, y).is_some_and(|leg| self.at(leg).is_none()) {
                targets.extend(from.offset(2 * x + y, 2 * y + x));
                targets.extend(from.offset(2 * x - y, 2 * y - x));
            }
        }
        targets
    }

    fn rook(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for step in ORTHOGONAL {
            for square in walk(from, step) {
                targets.push(square);
                if self.at(square).is_some() {
                    break;
                }
            }
        }
        targets
    }

    fn cannon(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for step in ORTHOGONAL {
            let empty = |square: &Square| self.at(*square).is_none();
            targets.extend(walk(from, step).take_while(empty));
            targets.extend(walk(from, step).filter(|square| !empty(square)).nth(1));
        }
        targets
    }
}

/// The squares from one on (without it) in a direction, to the edge.
fn walk(from: Square, (x, y): (isize, isize)) -> impl Iterator<Item = Square> {
    std::iter::successors(Some(from), move |square| square.offset(x, y)).skip(1)
}
