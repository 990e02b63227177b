//! Which captures threaten a piece in the sense of the chase rules (捉).
//!
//! A piece is *threatened* when a rook, horse, cannon, advisor or elephant could legally capture it, and would either
//! win a piece for nothing or a stronger one. Where that is so:
//!
//! | attacker | victim | threatened |
//! |---|---|---|
//! | horse, cannon | rook | always |
//! | advisor, elephant | rook, horse, cannon | always |
//! | rook, horse, cannon | a piece of the same kind | if it is unprotected and could not capture the attacker instead |
//! | any of these | any other piece | if it is unprotected |
//!
//! Kings and pawns may threaten what they like; kings are checked, not threatened; pawns that have not crossed the
//! river are too little to count. *Unprotected* means that no legal move takes the capturer back: a pinned protector
//! protects nothing (假根), nor does a cannon that loses its screen by the capture.

use super::exchange;
use crate::PieceType::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
use crate::{Bitboard, Board, Color, Piece, PieceType, Square, attacks, confine, legality};

/// Why the protection of a chased piece does not help it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Protection {
    /// 无根: nothing protects it.
    None,
    /// 假根: what protects it is pinned, or may not recapture for another reason.
    False,
    /// 少根: it is protected too little for the attackers that stand behind each other.
    TooLittle,
    /// It is worth so much more than its attacker that protection does not matter.
    Irrelevant,
}

/// The captures of one side on a board, whoever is to move.
#[derive(Clone)]
pub(super) struct Captures<'a> {
    board: &'a Board,
    chaser: Color,
    occupied: Bitboard,
}

impl<'a> Captures<'a> {
    pub(super) fn new(board: &'a Board, chaser: Color) -> Captures<'a> {
        Captures { board, chaser, occupied: board.occupied() }
    }

    /// The pieces that can be threatened at all: not the king, nor pawns on their own side of the river.
    pub(super) fn victims(&self) -> Bitboard {
        let theirs = !self.chaser;
        let pawns_at_home = self.board.pieces(theirs, Pawn) & confine::home(theirs);
        self.board.by_color(theirs) - self.board.pieces(theirs, King) - pawns_at_home
    }

    /// The pieces that attack a point, without those that may attack what they like.
    pub(super) fn attackers(&self, victim: Square) -> Bitboard {
        let free = self.board.pieces(self.chaser, King) | self.board.pieces(self.chaser, Pawn);
        self.board.attackers(victim, self.chaser, self.occupied) - free
    }

    /// Whether any piece threatens the victim.
    pub(super) fn is_threatened(&self, victim: Square) -> bool {
        self.attackers(victim).into_iter().any(|attacker| self.threatens(attacker, victim))
    }

    /// Whether an attacker threatens its victim.
    pub(super) fn threatens(&self, attacker: Square, victim: Square) -> bool {
        let (Some(hunter), Some(prey)) = (self.piece_type(attacker), self.piece_type(victim)) else {
            return false;
        };
        if !self.is_legal(attacker, victim) {
            return false;
        }
        let offers_exchange = || hunter == prey && self.can_capture_back(victim, attacker);
        is_weaker(hunter, prey) || !offers_exchange() && self.protectors(attacker, victim).is_empty()
    }

    /// Why the protection of a victim does not help it against an attacker.
    pub(super) fn protection(&self, attacker: Square, victim: Square) -> Protection {
        let weaker = self.piece_type(attacker).zip(self.piece_type(victim));
        if weaker.is_some_and(|(hunter, prey)| is_weaker(hunter, prey)) {
            Protection::Irrelevant
        } else if !self.protectors(attacker, victim).is_empty() {
            Protection::TooLittle
        } else if self.recaptures(attacker, victim).next().is_some() {
            Protection::False
        } else {
            Protection::None
        }
    }

    /// The enemy pieces, the king excepted, that the piece on a square attacks.
    pub(super) fn targets(&self, attacker: Square) -> Bitboard {
        let enemies = self.board.by_color(!self.chaser) - self.board.by_type(King);
        let is_attacked =
            |&target: &Square| self.board.attackers(target, self.chaser, self.occupied).contains(attacker);
        enemies.into_iter().filter(is_attacked).collect()
    }

    /// Whether an attacker wins its victim: the capture gains by exchange.
    pub(super) fn wins(&self, attacker: Square, victim: Square) -> bool {
        self.attackers(victim).contains(attacker)
            && exchange::gain(self.board, attacker, victim).is_some_and(|gain| gain > 0)
    }

    /// The most that a capture of this victim gains by exchange, or nothing.
    pub(super) fn best_gain(&self, victim: Square) -> i32 {
        let gains = self
            .attackers(victim)
            .into_iter()
            .filter_map(|attacker| exchange::gain(self.board, attacker, victim));
        gains.max().unwrap_or(0).max(0)
    }

    fn piece_type(&self, square: Square) -> Option<PieceType> {
        self.board.piece_on(square).map(Piece::piece_type)
    }

    /// Whether a capture leaves the king of the capturing side safe.
    fn is_legal(&self, from: Square, to: Square) -> bool {
        let (us, occupied) = (self.chaser, self.occupied.without(from));
        self.attackers_of_king(self.board.king(us), us, occupied, to.into()).is_empty()
    }

    /// What attacks a side's king, if it stood on `king` and exactly `occupied` were occupied, its enemies on `gone` gone.
    fn attackers_of_king(&self, king: Square, side: Color, occupied: Bitboard, gone: Bitboard) -> Bitboard {
        legality::attackers(king, !side, occupied, |kind| self.board.pieces(!side, kind) - gone)
    }

    /// Whether the victim, were it to move, could legally capture its attacker, a piece of its own kind.
    fn can_capture_back(&self, victim: Square, attacker: Square) -> bool {
        let attacks_back = self.piece_type(victim) != Some(Horse)
            || attacks::horse_from(victim, self.occupied).contains(attacker);
        let (theirs, occupied) = (!self.chaser, self.occupied.without(victim));
        attacks_back
            && self.attackers_of_king(self.board.king(theirs), theirs, occupied, attacker.into()).is_empty()
    }

    /// The pieces that could legally take the attacker back after it has captured the victim.
    pub(super) fn protectors(&self, attacker: Square, victim: Square) -> Bitboard {
        let recaptures = self.recaptures(attacker, victim);
        recaptures.filter(|(_, exposed_to)| exposed_to.is_empty()).map(|(protector, _)| protector).collect()
    }

    /// The pieces that could take the attacker back, were they not pinned, or their king in a check that the capture
    /// uncovers: protectors in name only (假根). That the kings would face each other is no pin here.
    pub(super) fn pinned_protectors(&self, attacker: Square, victim: Square) -> Bitboard {
        let facing = self.board.pieces(self.chaser, King);
        let is_pinned = |&(protector, exposed_to): &(Square, Bitboard)| {
            let guarded = if self.piece_type(protector) == Some(King) {
                // Guards that the attacker had all the time are not uncovered by it.
                let occupied = self.occupied.without(protector);
                self.attackers_of_king(victim, !self.chaser, occupied, attacker.into())
            } else {
                Bitboard::EMPTY
            };
            !(exposed_to - guarded - facing).is_empty()
        };
        self.recaptures(attacker, victim).filter(is_pinned).map(|(protector, _)| protector).collect()
    }

    /// The pieces that guard the victim's square after its capture, each with what attacks their king if they recapture.
    fn recaptures(&self, attacker: Square, victim: Square) -> impl Iterator<Item = (Square, Bitboard)> {
        let (theirs, occupied) = (!self.chaser, self.occupied.without(attacker));
        let protectors = self.board.attackers(victim, theirs, occupied);
        protectors.into_iter().map(move |protector| {
            let is_king = self.piece_type(protector) == Some(King);
            let king = if is_king { victim } else { self.board.king(theirs) };
            (protector, self.attackers_of_king(king, theirs, occupied.without(protector), attacker.into()))
        })
    }
}

/// Whether an attacker is worth so much less than its victim that protection does not matter.
fn is_weaker(attacker: PieceType, victim: PieceType) -> bool {
    match attacker {
        Horse | Cannon => victim == Rook,
        Advisor | Elephant => matches!(victim, Rook | Horse | Cannon),
        _ => false,
    }
}
