//! Legal moves: each piece's targets, cut to those that leave its king safe.

use crate::attacks::{Cross, Scan, cannon_cross, rook_cross};
use crate::legality::{Legality, is_attacked_after_king_move, special_mask};
use crate::square::FILES;
use crate::{Bitboard, Board, Color, Move, MoveList, PieceType, Position, Square, attacks, confine};

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
            && self.leaves_king_safe(mv)
    }

    /// Where the piece on a square could go if its king's safety did not matter.
    fn pseudo_targets(&self, from: Square) -> Bitboard {
        let Some(piece) = self.board().piece_on(from) else { return Bitboard::EMPTY };
        let (color, occupied) = (piece.color(), self.board().occupied());
        let targets = match piece.piece_type() {
            PieceType::King => attacks::king(from) & confine::palace(color),
            PieceType::Advisor => attacks::advisor(from) & confine::palace(color),
            PieceType::Elephant => attacks::elephant(from, occupied) & confine::home(color),
            PieceType::Horse => attacks::horse_from(from, occupied),
            PieceType::Rook => attacks::rook(from, occupied),
            PieceType::Cannon => cannon_targets(from, occupied),
            PieceType::Pawn => attacks::pawn(color, from),
        };
        targets - self.board().by_color(color)
    }

    fn leaves_king_safe(&self, mv: Move) -> bool {
        let (us, king) = (self.side_to_move(), self.king(self.side_to_move()));
        if mv.from() == king {
            return !is_attacked_after_king_move(self.board(), us, king, mv.to());
        }
        let legality = self.legality();
        let special = legality.special.contains(mv.from());
        let mask = if special { special_mask(self.board(), us, king, mv.from()) } else { legality.mask };
        mask.contains(mv.to())
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
    /// One piece and all its targets, which lie on its rank and file.
    fn slider(&mut self, from: Square, targets: Cross);
    /// The targets of pieces that all go one step in the same direction; the index of each piece's square is that of
    /// its target plus `back`.
    fn steps(&mut self, targets: Bitboard, back: isize);
}

impl MoveSink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        targets.into_iter().for_each(|to| self.push(Move::new(from, to)));
    }

    #[inline]
    fn slider(&mut self, from: Square, targets: Cross) {
        targets.for_each(from, |to| self.push(Move::new(from, to)));
    }

    #[inline]
    fn steps(&mut self, targets: Bitboard, back: isize) {
        targets.into_iter().for_each(|to| {
            if let Some(from) = Square::from_index((to as usize).wrapping_add_signed(back)) {
                self.push(Move::new(from, to));
            }
        });
    }
}

/// Counts the moves.
struct Count(u32);

impl MoveSink for Count {
    #[inline]
    fn piece(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn slider(&mut self, _from: Square, targets: Cross) {
        self.0 += targets.count();
    }

    #[inline]
    fn steps(&mut self, targets: Bitboard, _back: isize) {
        self.0 += targets.count();
    }
}

/// Generates the moves of one side (a constant, so that each side has its own code without branches).
struct Generator<'a, const RED: bool> {
    position: &'a Position,
    board: &'a Board,
    king: Square,
    legality: &'a Legality,
    occupied: Scan,
    targets: Bitboard,
}

impl<'a, const RED: bool> Generator<'a, RED> {
    const US: Color = if RED { Color::Red } else { Color::Black };

    #[inline]
    fn new(position: &'a Position, targets: Bitboard) -> Self {
        let board = position.board();
        let occupied = Scan::new(board.occupied());
        let king = position.king(Self::US);
        Generator { position, board, king, legality: position.legality(), occupied, targets }
    }

    #[inline]
    fn run(&self, sink: &mut impl MoveSink) {
        sink.piece(self.king, self.king_steps());
        self.pieces(sink);
        // Few positions have a piece with a limit of its own, and then one or two.
        for from in self.legality.special {
            let mask = special_mask(self.board, Self::US, self.king, from);
            sink.piece(from, self.position.pseudo_targets(from) & self.targets & mask);
        }
    }

    #[inline]
    fn king_steps(&self) -> Bitboard {
        let steps = attacks::king(self.king) & confine::palace(Self::US) & self.targets;
        let mut safe = steps;
        steps.into_iter().for_each(|to| {
            if is_attacked_after_king_move(self.board, Self::US, self.king, to) {
                safe = safe.without(to);
            }
        });
        safe
    }

    /// The moves of all pieces without a limit of their own, the king apart.
    #[inline]
    fn pieces(&self, sink: &mut impl MoveSink) {
        let among = !self.legality.special;
        let allowed = self.targets & self.legality.mask;
        let pieces = |piece_type| (self.board.pieces(Self::US, piece_type) & among).into_iter();
        let occupied = &self.occupied;
        let lines = Scan::new(allowed);
        pieces(PieceType::Rook).for_each(|from| {
            let targets = rook_cross(from, Cross::of(occupied, from));
            sink.slider(from, targets & Cross::of(&lines, from));
        });
        pieces(PieceType::Cannon).for_each(|from| {
            let targets = cannon_cross(from, Cross::of(occupied, from));
            sink.slider(from, targets & Cross::of(&lines, from));
        });
        pieces(PieceType::Horse)
            .for_each(|from| sink.piece(from, attacks::horse_from_in(from, occupied) & allowed));
        self.pawns(among, allowed, sink);
        let home = confine::home(Self::US) & allowed;
        pieces(PieceType::Elephant)
            .for_each(|from| sink.piece(from, attacks::elephant_in(from, occupied) & home));
        let palace = confine::palace(Self::US) & allowed;
        pieces(PieceType::Advisor).for_each(|from| sink.piece(from, attacks::advisor(from) & palace));
    }

    /// All pawns go forward at once; those beyond the river also to both sides.
    #[inline]
    fn pawns(&self, among: Bitboard, allowed: Bitboard, sink: &mut impl MoveSink) {
        const RANK: isize = FILES as isize;
        let pawns = self.board.pieces(Self::US, PieceType::Pawn) & among;
        let crossed = pawns - confine::home(Self::US);
        if RED {
            sink.steps(pawns.north() & allowed, -RANK);
        } else {
            sink.steps(pawns.south() & allowed, RANK);
        }
        sink.steps(crossed.east() & allowed, -1);
        sink.steps(crossed.west() & allowed, 1);
    }
}
