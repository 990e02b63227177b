//! WXF notation: piece, file, direction and number, as in `C2=5`.
//!
//! This is the notation of the World Xiangqi Federation, in which `K A E H R C P` are the pieces, files are counted
//! from 1 to 9 from the mover's right, and `+`, `-` and `=` mean forward, backward and sideways. The last digit
//! is the number of steps for a piece that stays on its file, otherwise the file it goes to.
//!
//! Pieces of a kind that share a file are told apart by their order, seen from the opponent's side:
//!
//! | on the file | written |
//! |---|---|
//! | two | `C+=5` the front one, `C-=5` the rear one |
//! | two, of which the same step would take the other off the board | their file: `R9+6` |
//! | three to five pawns, or two and more on each of two files | `25=6`: the second pawn from the front on file 5 |
//! | advisors, elephants | their file: only the front one can go back, only the rear one forward |
//!
//! The second row and the third are what programs write (Fairy-Stockfish among them). The federation makes no
//! exception for the second, and neither reader minds. For the third it has signs of its own (`++` and `--`
//! for the outermost of four or five pawns, `P+` and `P-` for those next to them or for the first and last of three,
//! `P5` for the middle one, and for groups on two files the file in place of the letter, as in `5+=6`). The lenient
//! reader knows them. Only one text means one pawn to programs and another to the federation, such as `33=4`: the
//! third pawn on file 3, or the middle one of three on file 3 when there are two more on another. It is read as
//! programs write it.
//!
//! Puzzles can have more than two of the other pieces. They are written with letter, number and file: `R25=6`.
//!
//! Both readers take either case, `.` for `=` and the sign in front of the letter (`+C=5`). The lenient one also takes
//! `N` for the horse, `B` for the elephant and spaces, and any way to tell the piece that leaves only one legal move.

use core::fmt;

use super::NotationError;
use super::description::{self, Description, Direction, Mark, Order, Script, Subject, Tandem, Told, Written};
use crate::{Color, IllegalMove, Move, Piece, PieceType, Position, Strictness};

/// Shows a legal move.
///
/// # Errors
///
/// [`IllegalMove`] if the move is not legal in this position, for only legal ones can be told in this way.
///
/// ```
/// use xiangqi_core::{Position, notation::wxf};
///
/// let central_cannon = wxf::display(&Position::start(), "h2e2".parse()?)?;
/// assert_eq!(central_cannon.to_string(), "C2=5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn display(position: &Position, mv: Move) -> Result<impl fmt::Display + use<>, IllegalMove> {
    Ok(Written { description: Description::new(position, mv)?, script: Wxf })
}

/// Reads a legal move.
///
/// # Errors
///
/// [`NotationError`] quotes the text and says what is wrong with it.
///
/// ```
/// use xiangqi_core::notation::wxf;
/// use xiangqi_core::{Position, Strictness};
///
/// // Two rooks on file 5, of which only the front one can go forward by two.
/// let position = Position::from_fen("5k3/9/9/9/9/4R4/9/9/4R4/3K5 w")?;
/// let front = "e4e6".parse()?;
/// assert_eq!(wxf::parse(&position, "R++2", Strictness::Strict), Ok(front));
/// assert_eq!(wxf::parse(&position, "r5+2", Strictness::Lenient).unwrap_err().to_string(),
///     "`r5+2` is no move here: it can be e1e3 or e4e6");
/// assert_eq!(wxf::parse(&position, "r5+3", Strictness::Lenient), Ok("e4e7".parse()?));
/// assert_eq!(wxf::parse(&position, "r5+3", Strictness::Strict).unwrap_err().to_string(),
///     "`r5+3` is no move here: e4e7 is written `R++3`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(position: &Position, token: &str, strictness: Strictness) -> Result<Move, NotationError> {
    description::parse(position, token, Wxf, strictness)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wxf;

impl Script for Wxf {
    const SUBJECT: &str = "a piece (K A E H R C P) with its file or with + or -, or a pawn's number and file";
    const DIRECTION: &str = "+, - or =";
    const NUMBER: &str = "a digit from 1 to 9";

    fn write(self, description: Description, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Description { piece_type, file, direction, number, .. } = description;
        let letter = letter(piece_type);
        match description.tandem {
            None | Some(Tandem { count: 2, elsewhere: false, alone_can: true, .. }) => {
                write!(f, "{letter}{file}")
            }
            Some(Tandem { index, count: 2, elsewhere: false, .. }) => {
                write!(f, "{letter}{}", if index == 0 { '+' } else { '-' })
            }
            Some(Tandem { index, .. }) if piece_type == PieceType::Pawn => write!(f, "{}{file}", index + 1),
            Some(Tandem { index, .. }) => write!(f, "{letter}{}{file}", index + 1),
        }?;
        let direction = match direction {
            Direction::Forward => '+',
            Direction::Backward => '-',
            Direction::Sideways => '=',
        };
        write!(f, "{direction}{number}")
    }

    fn mark(self, letter: char, mover: Color, strictness: Strictness) -> Option<Mark> {
        match letter {
            '+' => Some(Mark::Order(Order::InnerFront)),
            '-' => Some(Mark::Order(Order::InnerRear)),
            _ => self
                .number(letter, mover, strictness)
                .map(Mark::Number)
                .or_else(|| piece_type(letter, strictness).map(Mark::Piece)),
        }
    }

    fn direction(self, letter: char) -> Option<Direction> {
        match letter {
            '+' => Some(Direction::Forward),
            '-' => Some(Direction::Backward),
            '=' | '.' => Some(Direction::Sideways),
            _ => None,
        }
    }

    fn number(self, letter: char, _: Color, _: Strictness) -> Option<u8> {
        letter.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as u8)
    }

    fn is_exact(self, subject: Subject, description: Description) -> bool {
        let is_pawn = description.piece_type == PieceType::Pawn;
        let (named, with_file) = (subject.piece_type.is_some(), subject.file.is_some());
        match (description.tandem, subject.order) {
            (None, None) => named && with_file,
            (Some(Tandem { count: 2, elsewhere: false, .. }), Some(Order::InnerFront | Order::InnerRear)) => {
                named && !with_file
            }
            (Some(Tandem { count: 2, elsewhere: false, alone_can, .. }), None) => {
                alone_can && named && with_file
            }
            (Some(Tandem { count: 2, elsewhere: false, .. }), _) => false,
            (Some(_), Some(Order::Number(_))) => with_file && named != is_pawn,
            _ => false,
        }
    }

    /// What only the federation writes: a pawn by its file alone is the middle one, as is a file in place of a letter
    /// together with the same file.
    fn other_reading(self, told: Told) -> Option<Told> {
        let Subject { piece_type, order, file } = told.subject;
        let middle = match order {
            None => piece_type == Some(PieceType::Pawn),
            Some(Order::Number(number)) => piece_type.is_none() && file == Some(number),
            Some(_) => false,
        };
        let subject = Subject { piece_type: Some(PieceType::Pawn), order: Some(Order::Middle), file };
        middle.then_some(Told { subject, ..told })
    }
}

/// The letter of a piece, which for elephant and horse is not that of a FEN.
const fn letter(piece_type: PieceType) -> char {
    match piece_type {
        PieceType::Elephant => 'E',
        PieceType::Horse => 'H',
        _ => Piece::new(Color::Red, piece_type).fen_char(),
    }
}

/// Reads the letter of a piece in either case; leniently also that of a FEN.
fn piece_type(written: char, strictness: Strictness) -> Option<PieceType> {
    let piece_type = Piece::from_fen_char(written)?.piece_type();
    let is_own = written.eq_ignore_ascii_case(&letter(piece_type));
    (is_own || strictness == Strictness::Lenient).then_some(piece_type)
}
