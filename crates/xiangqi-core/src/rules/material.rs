//! Draw by material: pieces that cannot mate by force.
//!
//! Only pawns, rooks, horses and cannons attack. Without any of them nobody can win; a lone cannon lacks screens
//! unless advisors are about, its own or, to a lesser degree, the opponent's.

use crate::PieceType::{Advisor, Cannon, Elephant, Horse, Pawn, Rook};
use crate::{Color, PieceType, Position};

/// How sure it is that a balance of pieces is drawn.
enum Balance {
    /// One side may win.
    Open,
    /// Nobody can win.
    Drawn,
    /// Nobody can win, except when it is already possible to mate with the next move.
    DrawnUnlessMateInOne,
}

impl Position {
    /// Whether the pieces left make the game a draw.
    ///
    /// The side to move is expected to have a legal move, for without one it has lost.
    ///
    /// ```
    /// use xiangqi_core::Position;
    ///
    /// let bare_cannon = Position::from_fen("4k4/9/9/9/9/9/9/9/9/2BK1C3 w - - 0 1")?;
    /// assert!(bare_cannon.is_material_draw());
    /// # Ok::<(), xiangqi_core::PositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_material_draw(&self) -> bool {
        // Nearly all positions have pawns, and searches ask this at every node.
        self.board().by_type(Pawn).is_empty() && self.is_drawn_without_pawns()
    }

    fn is_drawn_without_pawns(&self) -> bool {
        match self.balance_without_pawns() {
            Balance::Open => false,
            Balance::Drawn => true,
            Balance::DrawnUnlessMateInOne => !self.can_mate_in_one(),
        }
    }

    fn balance_without_pawns(&self) -> Balance {
        let both = |piece_type| self.board().by_type(piece_type).count();
        if both(Rook) + both(Horse) > 0 {
            return Balance::Open;
        }
        let cannons = |color| self.count(color, Cannon);
        match (cannons(Color::Red), cannons(Color::Black)) {
            (0, 0) => Balance::Drawn,
            (1, 0) => self.lone_cannon(Color::Red),
            (0, 1) => self.lone_cannon(Color::Black),
            (1, 1) if both(Advisor) == 0 && both(Elephant) == 0 => Balance::Drawn,
            (1, 1) if both(Advisor) == 0 => Balance::DrawnUnlessMateInOne,
            _ => Balance::Open,
        }
    }

    fn lone_cannon(&self, owner: Color) -> Balance {
        let has_elephants = self.count(owner, Elephant) > 0;
        match (self.count(owner, Advisor), self.count(!owner, Advisor)) {
            (0, 0) => Balance::Drawn,
            (0, 1) if !has_elephants => Balance::Drawn,
            (0, 1) => Balance::DrawnUnlessMateInOne,
            (0, 2) if !has_elephants => Balance::DrawnUnlessMateInOne,
            _ => Balance::Open,
        }
    }

    fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.board().pieces(color, piece_type).count()
    }

    fn can_mate_in_one(&self) -> bool {
        let mut position = self.clone();
        self.legal_moves().into_iter().any(|mv| {
            let undo = position.make(mv);
            let is_mate = !position.has_legal_move();
            position.unmake(undo);
            is_mate
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;

    fn is_draw(fen: &str) -> bool {
        Position::from_fen(fen).unwrap().is_material_draw()
    }

    #[test]
    fn pieces_that_cannot_cross_the_river_draw() {
        assert!(is_draw("3aka3/9/4b4/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1"));
    }

    #[test]
    fn rooks_horses_and_pawns_may_win() {
        for piece in ["R", "r", "N", "n", "P", "p"] {
            assert!(!is_draw(&alloc::format!("4k4/9/9/9/{piece}8/9/9/9/9/3K5 w - - 0 1")), "{piece}");
        }
    }

    #[test]
    fn a_lone_cannon_needs_advisors_for_screens() {
        assert!(is_draw("4k4/9/9/9/9/C8/9/9/9/3K5 w - - 0 1"));
        assert!(is_draw("4k4/9/9/9/9/C8/9/4B4/9/3K2B2 w - - 0 1"), "elephants are no help");
        assert!(!is_draw("4k4/9/9/9/9/C8/9/9/4A4/3K5 w - - 0 1"), "an advisor of its own");
        assert!(is_draw("3ak4/9/9/9/9/C8/9/9/9/3K5 w - - 0 1"), "one advisor of the opponent");
        assert!(is_draw("3ak4/9/9/9/9/C8/9/9/9/3K2B2 w - - 0 1"), "with elephants, when there is no mate");
        assert!(is_draw("3aka3/9/9/9/9/C8/9/9/9/3K5 w - - 0 1"), "two, when there is no mate");
        assert!(!is_draw("3aka3/9/9/9/9/C8/9/9/9/3K2B2 w - - 0 1"), "two and elephants");
        assert!(is_draw("3k5/9/9/9/9/9/9/9/4c4/4K4 w - - 0 1"), "the same for Black");
        assert!(!is_draw("3k5/4a4/9/9/9/9/9/9/4c4/4K4 w - - 0 1"), "the same for Black");
        assert!(!is_draw("4k4/9/9/9/9/CC7/9/9/9/3K5 w - - 0 1"), "two cannons screen for each other");
    }

    #[test]
    fn cannons_on_both_sides_draw_without_advisors() {
        assert!(is_draw("4k4/c8/9/9/9/C8/9/9/9/3K5 w - - 0 1"));
        assert!(is_draw("4k4/c8/9/9/9/C8/9/9/9/3K2B2 w - - 0 1"));
        assert!(!is_draw("4k4/c8/9/9/9/C8/9/9/4A4/3K5 w - - 0 1"));
        assert!(!is_draw("4k4/c8/9/9/9/CC7/9/9/9/3K5 w - - 0 1"));
    }

    #[test]
    fn balances_that_are_drawn_only_without_a_mate_in_one() {
        for (mate, waiting) in [
            ("9/9/4ka3/9/6b2/9/9/9/9/3KC1B2 w - - 0 1", "9/9/4ka3/9/6b2/9/9/9/9/3K1CB2 w - - 0 1"),
            ("4ka3/4a4/9/9/2b3b2/9/9/4K2C1/9/9 w - - 0 1", "4ka3/4a4/9/9/2b3b2/9/9/C8/4K4/9 w - - 0 1"),
            ("9/9/4kc2b/9/9/9/9/9/4C4/2BK5 w - - 0 1", "9/9/4kc2b/9/9/9/9/9/5C3/2BK5 w - - 0 1"),
        ] {
            assert!(!is_draw(mate), "{mate}");
            assert!(is_draw(waiting), "{waiting}");
        }
    }
}
