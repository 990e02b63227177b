//! Chinese notation 中文纵线记谱: four characters, as in 炮二平五.
//!
//! The piece, its file, the direction (进 forward, 退 backward, 平 sideways) and a number: of steps for a piece that
//! stays on its file, otherwise the file it goes to. Files are counted from the mover's right. Red's numbers are
//! Chinese numerals, Black's are digits: 炮二平五, 马8进7.
//!
//! Pieces of a kind that share a file are told apart by their order, seen from the opponent's side:
//!
//! | on the file | written |
//! |---|---|
//! | two | 前车平四, 后车平四 |
//! | three pawns | 前兵平四, 中兵平四, 后兵平四 |
//! | four or five pawns | 前兵平四, 二兵平四, 三兵平四 (四兵平四), 后兵平四 |
//! | two and more pawns on each of two files | the file in place of the piece: 前九平八, 中九平八, 后九平八 |
//! | advisors, elephants | their file: only the front one can go back, only the rear one forward |
//!
//! Puzzles can have more than two of the other pieces. They are told apart as pawns are, and on two files with piece
//! and file: 前车九平八.
//!
//! Both readers take simplified and traditional characters and those of old sets (俥 傌 砲 包 帥 將 後 進), digits of
//! half and full width, and of four or five pawns also 一兵 for the first and the number of the last. The lenient one
//! also takes the other side's names and numerals (as in 炮2平5 for Red), spaces, and any way to tell the piece that
//! leaves only one legal move.

use core::fmt::{self, Write};

use super::NotationError;
use super::description::{self, Description, Direction, Mark, Order, Script, Subject, Tandem, Written};
use crate::{ByColor, Color, IllegalMove, Move, PieceType, Position, Strictness};

/// Which characters are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Characters {
    /// Those of mainland China: 帅仕相马车炮兵, 将士象马车炮卒, 前中后, 进退平.
    #[default]
    Simplified,
    /// Those on traditional sets: 帥仕相傌俥炮兵, 將士象馬車砲卒, 前中後, 進退平.
    Traditional,
}

/// How Chinese notation looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Style {
    /// Which characters are written.
    pub characters: Characters,
    /// Whether Black's digits are as wide as characters (马８进７), as in print, or plain (马8进7).
    pub wide_digits: bool,
}

impl Style {
    /// Simplified characters and plain digits.
    pub const SIMPLIFIED: Style = Style { characters: Characters::Simplified, wide_digits: false };
    /// Traditional characters and plain digits.
    pub const TRADITIONAL: Style = Style { characters: Characters::Traditional, wide_digits: false };
}

/// Shows a legal move.
///
/// # Errors
///
/// [`IllegalMove`] if the move is not legal in this position, for only legal ones can be told in this way.
///
/// ```
/// use xiangqi_core::Position;
/// use xiangqi_core::notation::chinese::{self, Style};
///
/// let mut position = Position::start();
/// let central_cannon = "h2e2".parse()?;
/// assert_eq!(chinese::display(&position, central_cannon, Style::SIMPLIFIED)?.to_string(), "炮二平五");
/// let _undo = position.make(central_cannon);
/// let horse = "h9g7".parse()?;
/// assert_eq!(chinese::display(&position, horse, Style::SIMPLIFIED)?.to_string(), "马8进7");
/// let print = Style { wide_digits: true, ..Style::TRADITIONAL };
/// assert_eq!(chinese::display(&position, horse, print)?.to_string(), "馬８進７");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn display(
    position: &Position,
    mv: Move,
    style: Style,
) -> Result<impl fmt::Display + use<>, IllegalMove> {
    Ok(Written { description: Description::new(position, mv)?, script: style })
}

/// Reads a legal move, in whichever characters it is written.
///
/// # Errors
///
/// [`NotationError`] quotes the text and says what is wrong with it.
///
/// ```
/// use xiangqi_core::notation::chinese;
/// use xiangqi_core::{Position, Strictness};
///
/// let position = Position::start();
/// assert_eq!(chinese::parse(&position, "傌二進三", Strictness::Strict), Ok("h0g2".parse()?));
/// assert_eq!(chinese::parse(&position, "马2进3", Strictness::Lenient), Ok("h0g2".parse()?));
/// assert_eq!(chinese::parse(&position, "马2进3", Strictness::Strict).unwrap_err().to_string(),
///     "`马2进3` is no move here: `2` stands where a piece of the side to move with its file or with 前, 中 or 后 \
///      should stand");
/// assert_eq!(chinese::parse(&position, "马二平三", Strictness::Strict).unwrap_err().to_string(),
///     "`马二平三` is no move here: no horse of Red can legally do that");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(position: &Position, token: &str, strictness: Strictness) -> Result<Move, NotationError> {
    description::parse(position, token, Style::SIMPLIFIED, strictness)
}

impl Script for Style {
    const SUBJECT: &str = "a piece of the side to move with its file or with 前, 中 or 后";
    const DIRECTION: &str = "进, 退 or 平";
    const NUMBER: &str = "a number as the side to move writes it, 一 to 九 for Red and 1 to 9 for Black";

    fn write(self, description: Description, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Description { color, piece_type, file, direction, number, .. } = description;
        match description.tandem {
            None => {
                f.write_char(self.name(color, piece_type))?;
                f.write_char(self.numeral(color, file))
            }
            Some(tandem) => {
                f.write_char(self.order(tandem))?;
                let names_file = tandem.elsewhere;
                if !names_file || piece_type != PieceType::Pawn {
                    f.write_char(self.name(color, piece_type))?;
                }
                if names_file { f.write_char(self.numeral(color, file)) } else { Ok(()) }
            }
        }?;
        f.write_char(self.direction_character(direction))?;
        f.write_char(self.numeral(color, number))
    }

    fn mark(self, letter: char, mover: Color, strictness: Strictness) -> Option<Mark> {
        let order = match letter {
            '前' => Some(Order::Front),
            '中' => Some(Order::Middle),
            '后' | '後' | '末' => Some(Order::Rear),
            _ => None,
        };
        // A Chinese numeral of Black's can only count the pawns from the front, since Black's files have digits.
        let counts = (strictness, mover) == (Strictness::Strict, Color::Black);
        let counted = || chinese_numeral(letter).filter(|_| counts).map(Order::Number);
        let number = || self.number(letter, mover, strictness).map(Mark::Number);
        let piece_type = || piece_type(letter, mover, strictness).map(Mark::Piece);
        order.or_else(counted).map(Mark::Order).or_else(number).or_else(piece_type)
    }

    fn direction(self, letter: char) -> Option<Direction> {
        match letter {
            '进' | '進' => Some(Direction::Forward),
            '退' => Some(Direction::Backward),
            '平' => Some(Direction::Sideways),
            _ => None,
        }
    }

    fn number(self, letter: char, mover: Color, strictness: Strictness) -> Option<u8> {
        let digit = || letter.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as u8);
        match (strictness, mover) {
            (Strictness::Strict, Color::Red) => chinese_numeral(letter),
            (Strictness::Strict, Color::Black) => digit(),
            (Strictness::Lenient, _) => chinese_numeral(letter).or_else(digit),
        }
    }

    fn is_exact(self, subject: Subject, description: Description) -> bool {
        let (named, with_file) = (subject.piece_type.is_some(), subject.file.is_some());
        let Some(Tandem { count, elsewhere, .. }) = description.tandem else {
            return named && with_file && subject.order.is_none();
        };
        let order_is_usual = match subject.order {
            Some(Order::Front | Order::Rear) => true,
            Some(Order::Middle) => count == 3,
            Some(Order::Number(_)) => count > 3,
            _ => false,
        };
        let is_pawn = description.piece_type == PieceType::Pawn;
        order_is_usual && with_file == elsewhere && named != (elsewhere && is_pawn)
    }
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The names of the pieces, in the order of [`PieceType::ALL`].
const SIMPLIFIED: ByColor<[char; 7]> = ByColor {
    red: ['帅', '仕', '相', '马', '车', '炮', '兵'],
    black: ['将', '士', '象', '马', '车', '炮', '卒'],
};
const TRADITIONAL: ByColor<[char; 7]> = ByColor {
    red: ['帥', '仕', '相', '傌', '俥', '炮', '兵'],
    black: ['將', '士', '象', '馬', '車', '砲', '卒'],
};

impl Style {
    fn name(self, color: Color, piece_type: PieceType) -> char {
        let names = match self.characters {
            Characters::Simplified => SIMPLIFIED,
            Characters::Traditional => TRADITIONAL,
        };
        names[color][piece_type as usize]
    }

    fn numeral(self, color: Color, number: u8) -> char {
        let from = |first: char| char::from_u32(u32::from(first) + u32::from(number)).unwrap_or(first);
        match color {
            Color::Red => chinese(number),
            Color::Black if self.wide_digits => from('０'),
            Color::Black => from('0'),
        }
    }

    fn order(self, Tandem { index, count, .. }: Tandem) -> char {
        match index {
            0 => '前',
            _ if index + 1 == count => self.pick('后', '後'),
            _ if count == 3 => '中',
            _ => chinese(index + 1),
        }
    }

    fn direction_character(self, direction: Direction) -> char {
        match direction {
            Direction::Forward => self.pick('进', '進'),
            Direction::Backward => '退',
            Direction::Sideways => '平',
        }
    }

    const fn pick(self, simplified: char, traditional: char) -> char {
        match self.characters {
            Characters::Simplified => simplified,
            Characters::Traditional => traditional,
        }
    }
}

/// The Chinese numeral of a number from 1 to 9.
fn chinese(number: u8) -> char {
    NUMERALS.into_iter().nth(usize::from(number).wrapping_sub(1)).unwrap_or('〇')
}

fn chinese_numeral(letter: char) -> Option<u8> {
    NUMERALS.into_iter().zip(1..).find_map(|(numeral, number)| (numeral == letter).then_some(number))
}

/// Reads the name of a piece; strictly not one that only the other side's piece has.
fn piece_type(letter: char, mover: Color, strictness: Strictness) -> Option<PieceType> {
    let (piece_type, owner) = match letter {
        '帅' | '帥' => (PieceType::King, Some(Color::Red)),
        '将' | '將' => (PieceType::King, Some(Color::Black)),
        '仕' => (PieceType::Advisor, Some(Color::Red)),
        '士' => (PieceType::Advisor, Some(Color::Black)),
        '相' => (PieceType::Elephant, Some(Color::Red)),
        '象' => (PieceType::Elephant, Some(Color::Black)),
        '兵' => (PieceType::Pawn, Some(Color::Red)),
        '卒' => (PieceType::Pawn, Some(Color::Black)),
        '马' | '馬' | '傌' => (PieceType::Horse, None),
        '车' | '車' | '俥' => (PieceType::Rook, None),
        '炮' | '砲' | '包' => (PieceType::Cannon, None),
        _ => return None,
    };
    let is_own = owner.is_none_or(|owner| owner == mover);
    (is_own || strictness == Strictness::Lenient).then_some(piece_type)
}
