//! Which piece stands where.

use core::fmt;

use crate::lines::Lines;
use crate::square::{FILES, RANKS, SQUARES};
use crate::{Bitboard, ByColor, Color, Piece, PieceType, Square, attacks, confine, zobrist};

/// A placement of pieces, kept in forms that cannot drift apart, since only [`put`](Self::put) and
/// [`take`](Self::take) change them: a set of squares for each piece, the occupied points of each rank and file, the
/// piece on each square, and a key.
///
/// Any placement is allowed; whether it can occur in a game is for [`Position`](crate::Position) to judge.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    by_piece: [Bitboard; Piece::ALL.len()],
    by_color: ByColor<Bitboard>,
    on_square: [Option<Piece>; SQUARES],
    lines: Lines,
    key: u64,
}

impl Board {
    /// The board without pieces.
    #[must_use]
    pub const fn empty() -> Board {
        Board {
            by_piece: [Bitboard::EMPTY; Piece::ALL.len()],
            by_color: ByColor { red: Bitboard::EMPTY, black: Bitboard::EMPTY },
            on_square: [None; SQUARES],
            lines: Lines::EMPTY,
            key: 0,
        }
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.on_square[square as usize]
    }

    /// The squares of one kind of piece of one side.
    #[must_use]
    #[inline]
    pub const fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_piece[Piece::index(color, piece_type)]
    }

    /// Where the king of this side stands, if there is exactly one and in its palace; else on some square.
    #[must_use]
    #[inline]
    pub(crate) const fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).king(color)
    }

    /// The squares of one kind of piece of both sides.
    #[must_use]
    #[inline]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.pieces(Color::Red, piece_type).union(self.pieces(Color::Black, piece_type))
    }

    /// The squares of all pieces of one side.
    #[must_use]
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// The squares of all pieces.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.by_color.red.union(self.by_color.black)
    }

    /// The pieces on each rank and file.
    #[inline]
    pub(crate) const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// A number that tells placements apart (Zobrist hashing); independent of the side to move.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Puts a piece on a square and returns the one that stood there.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) -> Option<Piece> {
        let replaced = self.on_square[square as usize].replace(piece);
        if let Some(replaced) = replaced {
            self.toggle(replaced, square);
        }
        self.toggle(piece, square);
        replaced
    }

    /// Takes the piece off a square.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.on_square[square as usize].take()?;
        self.toggle(piece, square);
        Some(piece)
    }

    /// Moves the piece of `color` that stands on one square to another, where nothing may stand: [`take`](Self::take) and
    /// [`put`](Self::put) at half the price.
    #[inline]
    pub(crate) fn shift(&mut self, color: Color, from: Square, to: Square) {
        let Some(piece) = self.on_square[from as usize].take() else { return };
        self.on_square[to as usize] = Some(piece);
        let set = Bitboard::from(from) | Bitboard::from(to);
        self.by_piece[piece as usize] ^= set;
        self.by_color[color] ^= set;
        self.lines.toggle(color, from);
        self.lines.toggle(color, to);
        self.key ^= zobrist::piece_key(piece, from) ^ zobrist::piece_key(piece, to);
    }

    /// The pieces of `by` that attack a square; see [`Position::attackers`](crate::Position::attackers).
    pub(crate) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let pieces = |piece_type| self.pieces(by, piece_type);
        let mut attackers = attacks::pawn_to(by, square) & pieces(PieceType::Pawn)
            | attacks::horse_to(square, occupied) & pieces(PieceType::Horse);
        // Laying lines out costs most, and often there is nobody on them.
        let (rooks, cannons) = (pieces(PieceType::Rook), pieces(PieceType::Cannon));
        if attacks::lines(square).intersects(rooks | cannons) {
            let (reach, second) = attacks::line(square, occupied);
            attackers |= reach & rooks | second & cannons;
        }
        if confine::palace(by).contains(square) {
            attackers |= attacks::king(square) & pieces(PieceType::King)
                | attacks::advisor(square) & pieces(PieceType::Advisor);
        }
        if confine::home(by).contains(square) {
            attackers |= attacks::elephant(square, occupied) & pieces(PieceType::Elephant);
        }
        attackers & occupied
    }

    /// All pieces with their squares, in the order of the squares' indices.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_on(square)?)))
    }

    /// The board turned by 180° with the colours exchanged: what the opponent sees.
    #[must_use]
    pub fn rotate(&self) -> Board {
        let mut rotated = Board::empty();
        for (square, piece) in self.iter() {
            rotated.put(Piece::new(!piece.color(), piece.piece_type()), square.rotate());
        }
        rotated
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let set = Bitboard::from(square);
        self.by_piece[piece as usize] ^= set;
        self.by_color[piece.color()] ^= set;
        self.lines.toggle(piece.color(), square);
        self.key ^= zobrist::piece_key(piece, square);
    }
}

impl Default for Board {
    /// The [empty](Board::empty) board.
    fn default() -> Board {
        Board::empty()
    }
}

impl fmt::Display for Board {
    /// Draws the board with FEN letters, Black's back rank on top, files and ranks named at the edges.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            write!(f, "{rank} ")?;
            for file in 0..FILES {
                let piece = Square::new(file, rank).and_then(|square| self.piece_on(square));
                write!(f, " {}", piece.map_or('.', Piece::fen_char))?;
            }
            writeln!(f)?;
        }
        write!(f, "   a b c d e f g h i")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn sets_squares_and_key_agree_after_any_changes() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut board = Board::empty();
        for _ in 0..5_000 {
            let square = Square::ALL[rng.random_range(0..SQUARES)];
            let before = board.piece_on(square);
            if rng.random_bool(0.5) {
                assert_eq!(board.put(Piece::ALL[rng.random_range(0..14)], square), before);
            } else {
                assert_eq!(board.take(square), before);
            }
            let mut rebuilt = Board::empty();
            for square in Square::ALL {
                if let Some(piece) = board.piece_on(square) {
                    rebuilt.put(piece, square);
                    assert!(board.pieces(piece.color(), piece.piece_type()).contains(square));
                }
            }
            assert_eq!(board, rebuilt);
        }
    }
}
