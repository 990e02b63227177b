//! Legal moves: each piece's targets, cut to those that leave its king safe.

use core::marker::PhantomData;
use core::ops::{BitAnd, Sub};

use crate::attacks::{Cross, Scan, cannon_cross, rook_cross};
use crate::legality::{Legality, is_attacked_after_king_move, special_mask};
use crate::side::{self, Side};
use crate::square::FILES;
use crate::{Bitboard, Board, Color, Move, MoveList, PieceType, Position, Square, attacks, confine};

impl Position {
    /// All legal moves. An empty list is a loss for the side to move, in check (将死) or not (困毙).
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// The legal moves that capture.
    #[must_use]
    pub fn legal_captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_captures_into(&mut moves);
        moves
    }

    /// The legal moves that do not capture.
    #[must_use]
    pub fn legal_quiets(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_quiets_into(&mut moves);
        moves
    }

    /// Replaces what is in a list by [`legal_moves`](Self::legal_moves); faster than a new list.
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        self.generate::<All>(moves);
    }

    /// Replaces what is in a list by [`legal_captures`](Self::legal_captures).
    pub fn legal_captures_into(&self, moves: &mut MoveList) {
        moves.clear();
        self.generate::<Captures>(moves);
    }

    /// Replaces what is in a list by [`legal_quiets`](Self::legal_quiets).
    pub fn legal_quiets_into(&self, moves: &mut MoveList) {
        moves.clear();
        self.generate::<Quiets>(moves);
    }

    /// How many legal moves there are, without listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate::<All>(&mut count);
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
            let (board, others) = (self.board(), self.board().occupied().without(king));
            return match us {
                Color::Red => !is_attacked_after_king_move::<side::Red>(board, others, mv.to()),
                Color::Black => !is_attacked_after_king_move::<side::Black>(board, others, mv.to()),
            };
        }
        let legality = self.legality();
        let special = legality.special.contains(mv.from());
        let mask = if special { special_mask(self.board(), us, king, mv.from()) } else { legality.mask };
        mask.contains(mv.to())
    }

    fn generate<K: Kind>(&self, sink: &mut impl MoveSink) {
        match self.side_to_move() {
            Color::Red => Generator::<side::Red, K>::new(self).run(sink),
            Color::Black => Generator::<side::Black, K>::new(self).run(sink),
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
        self.extend(targets.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline]
    fn slider(&mut self, from: Square, targets: Cross) {
        targets.batches(from, |first, further, count| self.add_batch(first, further, count));
    }

    #[inline]
    fn steps(&mut self, targets: Bitboard, back: isize) {
        self.extend(targets.into_iter().filter_map(|to| {
            let from = Square::from_index((to as usize).wrapping_add_signed(back))?;
            Some(Move::new(from, to))
        }));
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

/// Which moves are asked for.
trait Kind {
    /// The part of a piece's reach that it goes to in moves of this kind.
    fn among<S: Copy + BitAnd<Output = S> + Sub<Output = S>>(reach: S, own: S, enemy: S) -> S;
}

enum All {}
enum Captures {}
enum Quiets {}

impl Kind for All {
    #[inline]
    fn among<S: Sub<Output = S>>(reach: S, own: S, _enemy: S) -> S {
        reach - own
    }
}

impl Kind for Captures {
    #[inline]
    fn among<S: BitAnd<Output = S>>(reach: S, _own: S, enemy: S) -> S {
        reach & enemy
    }
}

impl Kind for Quiets {
    #[inline]
    fn among<S: Sub<Output = S>>(reach: S, own: S, enemy: S) -> S {
        reach - own - enemy
    }
}

/// Generates the moves of one side and of one kind.
struct Generator<'a, Us, K> {
    position: &'a Position,
    board: &'a Board,
    king: Square,
    legality: &'a Legality,
    occupied: Scan,
    targets: Bitboard,
    kind: PhantomData<(Us, K)>,
}

impl<'a, Us: Side, K: Kind> Generator<'a, Us, K> {
    #[inline]
    fn new(position: &'a Position) -> Self {
        let board = position.board();
        Generator {
            position,
            board,
            king: position.king(Us::COLOR),
            legality: position.legality(),
            occupied: Scan::new(board.occupied()),
            targets: K::among(Bitboard::ALL, board.by_color(Us::COLOR), board.by_color(!Us::COLOR)),
            kind: PhantomData,
        }
    }

    #[inline]
    fn run(&self, sink: &mut impl MoveSink) {
        sink.piece(self.king, self.king_steps());
        self.pieces(sink);
        // Few positions have a piece with a limit of its own, and then one or two.
        for from in self.legality.special {
            let mask = special_mask(self.board, Us::COLOR, self.king, from);
            sink.piece(from, self.position.pseudo_targets(from) & self.targets & mask);
        }
    }

    #[inline]
    fn king_steps(&self) -> Bitboard {
        let steps = attacks::king(self.king) & confine::palace(Us::COLOR) & self.targets;
        let others = self.board.occupied() - self.board.pieces(Us::COLOR, PieceType::King);
        let mut safe = steps;
        steps.into_iter().for_each(|to| {
            if is_attacked_after_king_move::<Us>(self.board, others, to) {
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
        let pieces = |piece_type| (self.board.pieces(Us::COLOR, piece_type) & among).into_iter();
        let occupied = &self.occupied;
        // Sliders look the mask up only where it says something, which is rare.
        let mask = (self.legality.mask != Bitboard::ALL).then(|| Scan::new(self.legality.mask));
        let allow = |from, targets| match &mask {
            None => targets,
            Some(mask) => targets & Cross::of(mask, from),
        };
        pieces(PieceType::Rook).for_each(|from| {
            sink.slider(from, allow(from, self.slide(from, rook_cross)));
        });
        pieces(PieceType::Cannon).for_each(|from| {
            sink.slider(from, allow(from, self.slide(from, cannon_cross)));
        });
        pieces(PieceType::Horse)
            .for_each(|from| sink.piece(from, attacks::horse_from_in(from, occupied) & allowed));
        self.pawns(among, allowed, sink);
        let home = confine::home(Us::COLOR) & allowed;
        pieces(PieceType::Elephant)
            .for_each(|from| sink.piece(from, attacks::elephant_in(from, occupied) & home));
        let palace = confine::palace(Us::COLOR) & allowed;
        pieces(PieceType::Advisor).for_each(|from| sink.piece(from, attacks::advisor(from) & palace));
    }

    /// Where a slider on a square goes, told where it could go on lines that are occupied so.
    #[inline]
    fn slide(&self, from: Square, reach: impl Fn(Square, Cross) -> Cross) -> Cross {
        let lines = self.board.lines();
        let (own, enemy) = (lines.cross(Us::COLOR, from), lines.cross(!Us::COLOR, from));
        K::among(reach(from, own | enemy), own, enemy)
    }

    /// All pawns go forward at once; those beyond the river also to both sides.
    #[inline]
    fn pawns(&self, among: Bitboard, allowed: Bitboard, sink: &mut impl MoveSink) {
        const RANK: isize = FILES as isize;
        let pawns = self.board.pieces(Us::COLOR, PieceType::Pawn) & among;
        let crossed = pawns - confine::home(Us::COLOR);
        if Us::COLOR == Color::Red {
            sink.steps(pawns.north() & allowed, -RANK);
        } else {
            sink.steps(pawns.south() & allowed, RANK);
        }
        sink.steps(crossed.east() & allowed, -1);
        sink.steps(crossed.west() & allowed, 1);
    }
}
