//! `d`: the position for a person to look at, in ASCII.

use std::fmt::Write;

use xiangqi_core::{Piece, Position, Square};

/// The board with its coordinates, then the FEN, the key, the checking pieces and the number of legal moves.
pub(crate) fn describe(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        let row: Vec<String> = (0..9).map(|file| symbol(position, file, rank)).collect();
        add(&mut text, format_args!(" {rank} {}\n", row.join(" ")));
        if rank == 5 {
            text.push_str("   ~~~~~~~~~~~~~~~~~\n");
        }
    }
    text.push_str("   a b c d e f g h i\n\n");
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    add(&mut text, format_args!("Fen: {}\n", position.to_fen()));
    add(&mut text, format_args!("Key: {:016X}\n", position.key()));
    add(&mut text, format_args!("Checkers: {}\n", checkers.join(" ")));
    add(&mut text, format_args!("Legal moves: {}", position.count_legal_moves()));
    text
}

fn symbol(position: &Position, file: usize, rank: usize) -> String {
    let piece = Square::new(file, rank).and_then(|square| position.board().piece_on(square));
    piece.map_or('.', Piece::fen_char).to_string()
}

fn add(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_shows_board_and_facts() {
        let text = describe(&Position::from_fen("4k4/4R4/9/9/9/9/9/9/9/3K5 b").unwrap());
        assert!(text.starts_with(" 9 . . . . k . . . .\n 8 . . . . R . . . .\n"), "{text}");
        assert!(text.contains("Fen: 4k4/4R4/9/9/9/9/9/9/9/3K5 b - - 0 1\n"), "{text}");
        assert!(text.contains("Checkers: e8\nLegal moves: 2"), "{text}");
    }
}
