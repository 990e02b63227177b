//! FEN (temporary).
use crate::{Board, Color, Piece, Position, Setup, Square};

/// The standard start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

impl Setup {
    /// Reads a FEN.
    pub fn from_fen(fen: &str) -> Option<Setup> {
        let mut words = fen.split_whitespace();
        let mut board = Board::empty();
        for (index, row) in words.next()?.split('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(skip) = letter.to_digit(10) {
                    file += skip as usize;
                } else {
                    board.put(Piece::from_fen_char(letter)?, Square::new(file, 9usize.checked_sub(index)?)?);
                    file += 1;
                }
            }
        }
        let side_to_move = if words.next() == Some("b") { Color::Black } else { Color::Red };
        Some(Setup { board, side_to_move, quiet_plies: 0, move_number: 1 })
    }
}

impl Position {
    /// The standard start position.
    pub fn start() -> Position {
        Setup::from_fen(START_FEN).expect("valid").into_position()
    }
}
