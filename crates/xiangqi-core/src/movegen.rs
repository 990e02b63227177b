//! Legal moves: each piece's targets, cut to those that leave its king safe.

use crate::legality::Legality;
use crate::{Bitboard, Color, Move, MoveList, PieceType, Position, Square, attacks, confine};

impl Position {
    /// All legal moves. An empty list is a loss for the side to move, in check (将死) or not (困毙).
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(!self.board().by_color(self.side_to_move()), &mut moves);
        moves
    }

    /// The legal moves that capture.
    #[must_use]
    pub fn legal_captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(self.board().by_color(!self.side_to_move()), &mut moves);
        moves
    }

    /// The legal moves that do not capture.
    #[must_use]
    pub fn legal_quiets(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(!self.board().occupied(), &mut moves);
        moves
    }

    /// How many legal moves there are, without listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate(!self.board().by_color(self.side_to_move()), &mut count);
        count.0
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Whether any move, also one made up, is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        self.board().by_color(us).contains(mv.from())
            && self.pseudo_targets(mv.from()).contains(mv.to())
            && Legality::new(self.board(), us, self.king(us)).allows(mv)
    }

    /// Where the piece on a square could go if its king's safety did not matter.
    fn pseudo_targets(&self, from: Square) -> Bitboard {
        let Some(piece) = self.board().piece_on(from) else { return Bitboard::EMPTY };
        let occupied = self.board().occupied();
        let targets = match piece.piece_type() {
            PieceType::King => attacks::king(from),
            PieceType::Advisor => attacks::advisor(from),
            PieceType::Elephant => attacks::elephant(from, occupied),
            PieceType::Horse => attacks::horse_from(from, occupied),
            PieceType::Rook => attacks::rook(from, occupied),
            PieceType::Cannon => cannon_targets(from, occupied),
            PieceType::Pawn => attacks::pawn(piece.color(), from),
        };
        targets & confine::points(piece.color(), piece.piece_type()) - self.board().by_color(piece.color())
    }

    fn generate(&self, targets: Bitboard, sink: &mut impl MoveSink) {
        match self.side_to_move() {
            Color::Red => Generator::<true>::new(self, targets).run(sink),
            Color::Black => Generator::<false>::new(self, targets).run(sink),
        }
    }
}

/// A cannon moves like a rook but captures the second piece of a line.
#[inline]
fn cannon_targets(from: Square, occupied: Bitboard) -> Bitboard {
    let (reach, second) = attacks::line(from, occupied);
    (reach - occupied) | second
}

/// What becomes of the moves found.
trait MoveSink {
    /// One piece and all its targets.
    fn piece(&mut self, from: Square, targets: Bitboard);
}

impl MoveSink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }
}

/// Counts the moves.
struct Count(u32);

impl MoveSink for Count {
    #[inline]
    fn piece(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }
}

/// Generates the moves of one side (a constant, so that each side has its own code without branches).
struct Generator<'a, const RED: bool> {
    position: &'a Position,
    legality: Legality<'a>,
    targets: Bitboard,
}

impl<'a, const RED: bool> Generator<'a, RED> {
    const US: Color = if RED { Color::Red } else { Color::Black };

    #[inline]
    fn new(position: &'a Position, targets: Bitboard) -> Self {
        let legality = Legality::new(position.board(), Self::US, position.king(Self::US));
        Generator { position, legality, targets }
    }

    #[inline]
    fn run(&self, sink: &mut impl MoveSink) {
        let king = self.position.king(Self::US);
        sink.piece(king, self.legality.king_steps(self.targets));
        // Few positions have a limited piece, and then one or two: they do not slow down the others.
        let special = self.legality.special;
        self.pieces(!special, |_| self.legality.mask, sink);
        if !special.is_empty() {
            self.pieces(special, |from| self.legality.special_mask(from), sink);
        }
    }

    /// The moves of the pieces within `among`, the king apart.
    #[inline]
    fn pieces(&self, among: Bitboard, mask: impl Fn(Square) -> Bitboard, sink: &mut impl MoveSink) {
        let occupied = self.position.board().occupied();
        self.kind(PieceType::Rook, among, &mask, sink, |from| attacks::rook(from, occupied));
        self.kind(PieceType::Cannon, among, &mask, sink, |from| cannon_targets(from, occupied));
        self.kind(PieceType::Horse, among, &mask, sink, |from| attacks::horse_from(from, occupied));
        self.kind(PieceType::Pawn, among, &mask, sink, |from| attacks::pawn(Self::US, from));
        let home = confine::home(Self::US);
        self.kind(PieceType::Elephant, among, &mask, sink, |from| attacks::elephant(from, occupied) & home);
        let palace = confine::palace(Self::US);
        self.kind(PieceType::Advisor, among, &mask, sink, |from| attacks::advisor(from) & palace);
    }

    #[inline]
    fn kind(
        &self,
        piece_type: PieceType,
        among: Bitboard,
        mask: impl Fn(Square) -> Bitboard,
        sink: &mut impl MoveSink,
        reach: impl Fn(Square) -> Bitboard,
    ) {
        for from in self.position.board().pieces(Self::US, piece_type) & among {
            sink.piece(from, reach(from) & self.targets & mask(from));
        }
    }
}
