//! A position of a game: the board, the side to move, and what a move changes.

use core::fmt::{self, Write};

use thiserror::Error;

use crate::legality::{self, Legality};
use crate::rules::MoveCounter;
use crate::side::{self, Side};
use crate::{Bitboard, Board, Color, Move, Piece, PieceType, Setup, Square, attacks, zobrist};

/// A position that can occur in a game: each side has its king, no piece stands where it can never get, and the
/// side that just moved is not in check.
///
/// It is made from a [`Setup`](crate::Setup) (or a FEN), which checks this once; legal moves keep it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    side_to_move: Color,
    /// What bears on the king of the side to move.
    legality: Legality,
    counter: MoveCounter,
    move_number: u16,
}

/// What gives check in one position; see [`Position::checks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// From where each kind of piece gives check, as the pieces stand now.
    from: [Bitboard; PieceType::ALL.len()],
    /// Pieces that may uncover a check by leaving.
    uncovering: Bitboard,
    /// Cannons on a line with the king: the line changes when they move along it.
    aligned: Bitboard,
    /// Points where any piece would be the screen of a cannon.
    screening: Bitboard,
}

impl Checks {
    /// Whether a legal move gives check, as [`Position::gives_check`] says, but found with a few look-ups for nearly
    /// all moves.
    #[must_use]
    #[inline]
    pub fn gives(&self, position: &Position, mv: Move) -> bool {
        let special = self.uncovering | self.aligned;
        if special.contains(mv.from()) || self.screening.contains(mv.to()) {
            return position.gives_check(mv);
        }
        let Some(piece) = position.board.piece_on(mv.from()) else { return false };
        self.from[piece.piece_type() as usize].contains(mv.to())
    }

    /// Where the piece on a square gives check by itself, as the others stand now; `None` if it may uncover one by
    /// leaving, so that each of its moves has to be asked about.
    ///
    /// Quicker than [`gives`](Self::gives) for many moves of one piece, and right but for moves along or onto a line
    /// between a cannon and the king.
    #[must_use]
    #[inline]
    pub fn direct(&self, position: &Position, from: Square) -> Option<Bitboard> {
        let piece = position.board.piece_on(from)?;
        (!self.uncovering.contains(from)).then_some(self.from[piece.piece_type() as usize])
    }
}

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move is taken back with this value only"]
pub struct Undo {
    mv: Option<Move>,
    captured: Option<Piece>,
    legality: Legality,
    counter: MoveCounter,
}

impl Undo {
    /// The piece that the move captured.
    #[must_use]
    #[inline]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }

    /// The move to take back; `None` for a null move.
    #[must_use]
    #[inline]
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }
}

impl Position {
    /// Only [`Setup`](crate::Setup) calls this, after it has checked the placement.
    pub(crate) fn from_parts(
        board: Board,
        side_to_move: Color,
        counter: MoveCounter,
        move_number: u16,
    ) -> Self {
        let mut position = Position { board, side_to_move, legality: Legality::FREE, counter, move_number };
        position.legality = position.judge_legality();
        position
    }

    /// This position as a placement, with the counters that a FEN has (the checks counted so far are lost).
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            side_to_move: self.side_to_move,
            quiet_plies: self.counter.quiet_plies(),
            move_number: self.move_number,
        }
    }

    /// The placement of the pieces.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The enemy pieces that attack the king of the side to move (the enemy king included, when they face).
    #[must_use]
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.legality.checkers
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub const fn is_check(&self) -> bool {
        !self.legality.checkers.is_empty()
    }

    /// The counter of the move limit.
    #[must_use]
    #[inline]
    pub const fn counter(&self) -> MoveCounter {
        self.counter
    }

    /// The number of the current move of both sides, from 1; it grows after Black's move.
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// A number that tells positions apart (Zobrist hashing): the placement and the side to move, but not the counters.
    #[doc(alias("zobrist", "hash"))]
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        match self.side_to_move {
            Color::Red => self.board.key(),
            Color::Black => self.board.key() ^ zobrist::BLACK_TO_MOVE,
        }
    }

    /// The [`key`](Self::key) after a move, known before the move is made so that a table can be got ready.
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let on = |piece: Option<Piece>, square| piece.map_or(0, |piece| zobrist::piece_key(piece, square));
        let moved = self.board.piece_on(mv.from());
        let captured = self.board.piece_on(mv.to());
        self.key()
            ^ zobrist::BLACK_TO_MOVE
            ^ on(moved, mv.from())
            ^ on(moved, mv.to())
            ^ on(captured, mv.to())
    }

    /// Where a side's king stands.
    #[must_use]
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// The pieces of `by` that attack a square, were exactly `occupied` occupied; pieces outside `occupied` do not
    /// attack. Palace and river are kept, own pieces of `by` can be "attacked" (that is, protected).
    ///
    /// The occupancy is an argument so that exchanges can be played out on a square.
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.board.attackers(square, by, occupied)
    }

    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let (from, to) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
        let Some(moved) = self.board.piece_on(mv.from()) else { return false };
        let after = |piece_type| {
            let pieces = self.board.pieces(us, piece_type) - from;
            if moved.piece_type() == piece_type { pieces | to } else { pieces }
        };
        let occupied = (self.board.occupied() - from) | to;
        legality::attackers(self.king(them), us, occupied, after).intersects(occupied)
    }

    /// Which moves of the side to move give check, found once for all of them.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let (us, king) = (self.side_to_move, self.king(!self.side_to_move));
        let occupied = self.board.occupied();
        let reach = attacks::rook(king, occupied);
        let mut from = [Bitboard::EMPTY; PieceType::ALL.len()];
        from[PieceType::Rook as usize] = reach;
        // Over exactly one screen: what opens up when the first piece in each direction is lifted.
        from[PieceType::Cannon as usize] = attacks::rook(king, occupied - reach) - reach;
        from[PieceType::Horse as usize] = attacks::horse_to(king, occupied);
        from[PieceType::Pawn as usize] = attacks::pawn_to(us, king);
        let bearing = match !us {
            Color::Red => Legality::of_both::<side::Red>(&self.board),
            Color::Black => Legality::of_both::<side::Black>(&self.board),
        };
        let lines = attacks::lines(king);
        Checks {
            from,
            uncovering: bearing.special & self.board.by_color(us),
            aligned: lines & self.board.pieces(us, PieceType::Cannon),
            // The king is not in check, so only cannons with nothing between forbid anything.
            screening: !bearing.mask,
        }
    }

    /// Plays a move that must be legal ([`is_legal`](Self::is_legal)); nothing is allocated.
    ///
    /// An illegal move does not panic, but the position is worthless until it is unmade.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        match self.side_to_move {
            Color::Red => self.make_by::<side::Red>(mv),
            Color::Black => self.make_by::<side::Black>(mv),
        }
    }

    #[inline]
    fn make_by<Us: Side>(&mut self, mv: Move) -> Undo {
        let us = Us::COLOR;
        let (legality, counter) = (self.legality, self.counter);
        let captured = self.board.take(mv.to());
        self.board.shift(us, mv.from(), mv.to());
        self.side_to_move = !us;
        self.legality = Legality::new::<Us::Opponent>(&self.board);
        self.counter = match captured {
            Some(_) => MoveCounter::default(),
            None => counter.after_quiet(us, !legality.checkers.is_empty(), self.is_check()),
        };
        self.advance_move_number(us);
        Undo { mv: Some(mv), captured, legality, counter }
    }

    /// Plays any move, also one made up, if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] quotes the move and the position, which stays as it was.
    pub fn try_play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if self.is_legal(mv) { Ok(self.make(mv)) } else { Err(IllegalMove::new(mv, self)) }
    }

    /// The position after a move, with this one kept: the way of those who do not take moves back.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] quotes the move and the position.
    ///
    /// ```
    /// use xiangqi_core::Position;
    ///
    /// let start = Position::start();
    /// let children = start.legal_moves().into_iter().filter_map(|mv| start.after(mv).ok());
    /// assert_eq!(children.map(|child| child.legal_moves().len()).sum::<usize>(), 1_920);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        let mut after = self.clone();
        let _never_taken_back = after.try_play(mv)?;
        Ok(after)
    }

    /// The legal moves of the piece on a square, as a board on a screen shows them; none if there is no piece of
    /// the side to move.
    pub fn legal_moves_from(&self, square: Square) -> impl Iterator<Item = Move> + use<> {
        self.legal_moves().into_iter().filter(move |mv| mv.from() == square)
    }

    /// Passes the turn; the side to move must not be in check.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        let us = self.side_to_move;
        let undo = Undo { mv: None, captured: None, legality: self.legality, counter: self.counter };
        self.side_to_move = !us;
        self.legality = self.judge_legality();
        self.counter = self.counter.after_quiet(us, false, false);
        self.advance_move_number(us);
        undo
    }

    /// Takes back the last move made, null moves included.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        match !self.side_to_move {
            Color::Red => self.unmake_by::<side::Red>(undo),
            Color::Black => self.unmake_by::<side::Black>(undo),
        }
    }

    #[inline]
    fn unmake_by<Us: Side>(&mut self, undo: Undo) {
        let us = Us::COLOR;
        self.side_to_move = us;
        if us == Color::Black {
            self.move_number = self.move_number.wrapping_sub(1);
        }
        if let Some(mv) = undo.mv {
            self.board.shift(us, mv.to(), mv.from());
            if let Some(captured) = undo.captured {
                self.board.put(captured, mv.to());
            }
        }
        self.legality = undo.legality;
        self.counter = undo.counter;
    }

    #[inline]
    fn advance_move_number(&mut self, mover: Color) {
        if mover == Color::Black {
            self.move_number = self.move_number.wrapping_add(1);
        }
    }

    /// What bears on the king of the side to move.
    #[inline]
    pub(crate) const fn legality(&self) -> &Legality {
        &self.legality
    }

    #[inline]
    fn judge_legality(&self) -> Legality {
        match self.side_to_move {
            Color::Red => Legality::new::<side::Red>(&self.board),
            Color::Black => Legality::new::<side::Black>(&self.board),
        }
    }
}

impl Default for Position {
    /// The [start](Position::start) of a game.
    fn default() -> Position {
        Position::start()
    }
}

impl fmt::Debug for Position {
    /// Writes the FEN, so that a list of positions and a failed comparison can be read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_setup())
    }
}

impl fmt::Display for Position {
    /// Draws the board and writes the FEN below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.board, self.to_setup())
    }
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{mv} is illegal in {fen}")]
pub struct IllegalMove {
    mv: Move,
    fen: FenText,
}

#[cfg(feature = "alloc")]
type FenText = alloc::string::String;
/// Without an allocator, room for 90 letters, nine slashes and the rest with two counters of four digits.
#[cfg(not(feature = "alloc"))]
type FenText = arrayvec::ArrayString<128>;

impl IllegalMove {
    pub(crate) fn new(mv: Move, position: &Position) -> IllegalMove {
        let mut fen = FenText::new();
        // It cannot fail: a string grows, and the array is long enough for any position.
        let _ = write!(fen, "{}", position.to_setup());
        IllegalMove { mv, fen }
    }

    /// The move.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// The FEN of the position in which it is illegal.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.fen
    }
}
