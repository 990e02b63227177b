//! How players tell a move: which piece, in which direction, and how far or to which file.
//!
//! WXF and Chinese notation write the same description in different letters, so what they share is here: numbering
//! the files from the mover's right, telling pieces on one file apart, and finding the move that a text means.

use core::fmt::{self, Write};
use core::ops::RangeInclusive;

use arrayvec::ArrayVec;

use super::error::{NotationError, NotationFault};
use crate::square::FILES;
use crate::{Bitboard, Color, Excerpt, IllegalMove, Move, PieceType, Position, Square, Strictness};

/// The direction of a move as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
    Sideways,
}

/// A legal move as players tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Description {
    pub(super) color: Color,
    pub(super) piece_type: PieceType,
    /// Counted from the mover's right, 1 to 9.
    pub(super) file: u8,
    pub(super) tandem: Option<Tandem>,
    pub(super) direction: Direction,
    /// Steps if the piece stays on its file, otherwise the file it goes to, 1 to 9.
    pub(super) number: u8,
}

/// The place of a piece among those of its kind on one file, which its file alone does not tell from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tandem {
    /// How many stand in front of it.
    pub(super) index: u8,
    /// How many stand on the file, at least 2.
    pub(super) count: u8,
    /// Whether there is another file with several pieces of this kind.
    pub(super) elsewhere: bool,
    /// Whether none of the others could make the same step without leaving the board.
    pub(super) alone_can: bool,
}

impl Description {
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal in this position.
    pub(super) fn new(position: &Position, mv: Move) -> Result<Description, IllegalMove> {
        match position.board().piece_on(mv.from()) {
            Some(piece) if position.is_legal(mv) => Ok(Self::of_legal(position, mv, piece.piece_type())),
            _ => Err(IllegalMove::new(mv, position)),
        }
    }

    fn of_legal(position: &Position, mv: Move, piece_type: PieceType) -> Description {
        let color = position.side_to_move();
        let (from, to) = (mv.from().relative_to(color), mv.to().relative_to(color));
        let direction = match to.rank().cmp(&from.rank()) {
            core::cmp::Ordering::Greater => Direction::Forward,
            core::cmp::Ordering::Less => Direction::Backward,
            core::cmp::Ordering::Equal => Direction::Sideways,
        };
        let stays = from.file() == to.file();
        let steps = from.rank().abs_diff(to.rank()) as u8;
        Description {
            color,
            piece_type,
            file: file_number(color, mv.from()),
            tandem: Tandem::new(position, mv, piece_type),
            direction,
            number: if stays { steps } else { file_number(color, mv.to()) },
        }
    }
}

/// The number of a square's file, counted from the right of this side.
fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => (FILES - square.file()) as u8,
        Color::Black => square.file() as u8 + 1,
    }
}

impl Tandem {
    /// `None` for a piece that is alone on its file, and for advisors and elephants: of two on a file only the front
    /// one can go back and only the rear one forward.
    fn new(position: &Position, mv: Move, piece_type: PieceType) -> Option<Tandem> {
        if matches!(piece_type, PieceType::King | PieceType::Advisor | PieceType::Elephant) {
            return None;
        }
        let (color, from) = (position.side_to_move(), mv.from());
        let alike = position.board().pieces(color, piece_type);
        let on_file = |file| alike & Bitboard::file(file);
        let here = on_file(from.file());
        let rank_of = |square: Square| square.relative_to(color).rank();
        let in_front = |other: &Square| rank_of(*other) > rank_of(from);
        let steps = mv.to().rank() as isize - from.rank() as isize;
        here.has_many().then(|| Tandem {
            index: here.into_iter().filter(in_front).count() as u8,
            count: here.count() as u8,
            elsewhere: (0..FILES).any(|file| file != from.file() && on_file(file).has_many()),
            alone_can: here.without(from).into_iter().all(|other| other.offset(0, steps).is_none()),
        })
    }
}

/// How a text tells a piece from the others of its kind on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The foremost one.
    Front,
    /// The one in the middle of three or five.
    Middle,
    /// The rearmost one.
    Rear,
    /// The front one of two or three, the second of four or five.
    InnerFront,
    /// The rear one of two or three, the last but one of four or five.
    InnerRear,
    /// The one of this number, from 1 at the front.
    Number(u8),
}

impl Order {
    /// What the same sign twice means: one further out.
    fn doubled(self) -> Option<Order> {
        match self {
            Order::InnerFront => Some(Order::Front),
            Order::InnerRear => Some(Order::Rear),
            _ => None,
        }
    }

    fn fits(self, Tandem { index, count, .. }: Tandem) -> bool {
        let behind = count - 1 - index;
        let outer = u8::from(count > 3);
        match self {
            Order::Front => index == 0,
            Order::Middle => index == behind,
            Order::Rear => behind == 0,
            Order::InnerFront => index == outer,
            Order::InnerRear => behind == outer,
            Order::Number(number) => index + 1 == number,
        }
    }
}

/// What a text tells of the piece that moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Subject {
    /// `None` where no kind is named, which means a pawn.
    pub(super) piece_type: Option<PieceType>,
    pub(super) order: Option<Order>,
    pub(super) file: Option<u8>,
}

/// One thing that a text tells of the piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Piece(PieceType),
    Order(Order),
    /// A file, or the number of a piece from the front.
    Number(u8),
}

impl Subject {
    /// Puts marks together as they stand in a text. Of two numbers the first counts from the front and the second is
    /// the file; a single number is the file, but in front of the name of a piece it counts. `None` if that is no
    /// way to tell a piece.
    pub(super) fn from_marks(marks: impl IntoIterator<Item = Mark>) -> Option<Subject> {
        let mut subject = Subject::default();
        for mark in marks {
            match mark {
                Mark::Piece(piece_type) => {
                    subject.number_counts()?;
                    set(&mut subject.piece_type, piece_type)?;
                }
                Mark::Order(order) if subject.order == Some(order) => subject.order = Some(order.doubled()?),
                Mark::Order(order) => set(&mut subject.order, order)?,
                Mark::Number(number) => {
                    subject.number_counts()?;
                    set(&mut subject.file, number)?;
                }
            }
        }
        let told = subject.order.is_some() || subject.file.is_some();
        let named = subject.piece_type.is_some() || subject.order.is_some();
        (told && named).then_some(subject)
    }

    /// Takes a number read so far, which seemed to be a file, as one that counts from the front.
    fn number_counts(&mut self) -> Option<()> {
        match self.file.take() {
            Some(number) => set(&mut self.order, Order::Number(number)),
            None => Some(()),
        }
    }

    pub(super) fn piece_type(self) -> PieceType {
        self.piece_type.unwrap_or(PieceType::Pawn)
    }

    fn fits(self, description: Description) -> bool {
        self.piece_type() == description.piece_type
            && self.file.is_none_or(|file| file == description.file)
            && self.order.is_none_or(|order| description.tandem.is_some_and(|tandem| order.fits(tandem)))
    }
}

/// Fills an empty place; `None` if it is taken.
fn set<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// What a text tells of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) subject: Subject,
    pub(super) direction: Direction,
    pub(super) number: u8,
}

impl Told {
    fn fits(self, description: Description) -> bool {
        (self.direction, self.number) == (description.direction, description.number)
            && self.subject.fits(description)
    }
}

/// A way to write descriptions down and to read them.
pub(super) trait Script: Copy {
    /// What to say is expected where the piece is told.
    const SUBJECT: &str;
    /// What to say is expected where the direction is told.
    const DIRECTION: &str;
    /// What to say is expected at the end.
    const NUMBER: &str;

    /// Writes a move.
    fn write(self, description: Description, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads a letter that tells the piece.
    fn mark(self, letter: char, mover: Color, strictness: Strictness) -> Option<Mark>;

    /// Reads a direction.
    fn direction(self, letter: char) -> Option<Direction>;

    /// Reads a number of steps or of a file, 1 to 9.
    fn number(self, letter: char, mover: Color, strictness: Strictness) -> Option<u8>;

    /// Whether these are the things to tell of a piece, neither more nor less.
    fn is_exact(self, subject: Subject, description: Description) -> bool;

    /// What the text means by a rule of its own, should it not be exact.
    fn other_reading(self, _: Told) -> Option<Told> {
        None
    }
}

/// A move written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written<S> {
    pub(super) description: Description,
    pub(super) script: S,
}

impl<S: Script> fmt::Display for Written<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.script.write(self.description, f)
    }
}

/// Reads a move.
pub(super) fn parse<S: Script>(
    position: &Position,
    token: &str,
    script: S,
    strictness: Strictness,
) -> Result<Move, NotationError> {
    read(token, position.side_to_move(), script, strictness)
        .and_then(|told| find(position, told, script, strictness))
        .map_err(|fault| NotationError::new(token, fault))
}

/// The fewest and the most letters that tell a move: two to tell the piece, three where nothing else would do, and
/// one each for direction and number.
const LETTERS: RangeInclusive<usize> = 4..=5;

/// Reads what a text tells. The last two letters tell direction and number, all others the piece.
fn read<S: Script>(
    token: &str,
    mover: Color,
    script: S,
    strictness: Strictness,
) -> Result<Told, NotationFault> {
    let unexpected = |found, expected| Err(NotationFault::Unexpected { found, expected });
    let mut letters = ArrayVec::<char, { *LETTERS.end() }>::new();
    let skipped = |letter: &char| strictness == Strictness::Lenient && letter.is_whitespace();
    for letter in token.chars().filter(|letter| !skipped(letter)).map(half_width) {
        if letters.try_push(letter).is_err() {
            return unexpected(Some(letter), "the end");
        }
    }
    let (marks, direction, number) = match letters.as_slice() {
        [marks @ .., direction, number] if LETTERS.contains(&letters.len()) => (marks, *direction, *number),
        letters => return unexpected(None, [S::SUBJECT, S::SUBJECT, S::DIRECTION, S::NUMBER][letters.len()]),
    };
    let mut told = ArrayVec::<Mark, { *LETTERS.end() }>::new();
    for &letter in marks {
        match script.mark(letter, mover, strictness) {
            Some(mark) => told.push(mark),
            None => return unexpected(Some(letter), S::SUBJECT),
        }
    }
    let Some(subject) = Subject::from_marks(told) else {
        return unexpected(marks.first().copied(), S::SUBJECT);
    };
    let Some(direction) = script.direction(direction) else {
        return unexpected(Some(direction), S::DIRECTION);
    };
    let Some(number) = script.number(number, mover, strictness) else {
        return unexpected(Some(number), S::NUMBER);
    };
    Ok(Told { subject, direction, number })
}

/// The plain letter of one of full width, such as `２` or `＋`.
fn half_width(letter: char) -> char {
    const WIDE: RangeInclusive<char> = '！'..='～';
    let plain = || char::from_u32(u32::from(letter) - u32::from(*WIDE.start()) + u32::from('!'));
    if WIDE.contains(&letter) { plain().unwrap_or(letter) } else { letter }
}

/// The legal move that is meant.
///
/// Strictly, the one that is exactly told so. Leniently, if there is none, the one that another rule gives, and then
/// the only one that what is told fits at all. No reader chooses between two moves.
fn find<S: Script>(
    position: &Position,
    told: Told,
    script: S,
    strictness: Strictness,
) -> Result<Move, NotationFault> {
    let told_so = |told: Told| move |description: Description| told.fits(description);
    let exactly = |description| told.fits(description) && script.is_exact(told.subject, description);
    if let Some(mv) = only(position, told.subject.piece_type(), exactly)? {
        return Ok(mv);
    }
    if strictness == Strictness::Lenient
        && let Some(other) = script.other_reading(told)
        && let Some(mv) = only(position, other.subject.piece_type(), told_so(other))?
    {
        return Ok(mv);
    }
    match only(position, told.subject.piece_type(), told_so(told))? {
        Some(mv) if strictness == Strictness::Lenient => Ok(mv),
        Some(mv) => Err(inexact(position, mv, script)),
        None => Err(nothing_fits(position, told.subject)),
    }
}

/// The only legal move of a kind of piece that fits, `None` if none does.
fn only(
    position: &Position,
    piece_type: PieceType,
    fits: impl Fn(Description) -> bool,
) -> Result<Option<Move>, NotationFault> {
    let movers = position.board().pieces(position.side_to_move(), piece_type);
    let is_meant =
        |mv: &Move| movers.contains(mv.from()) && fits(Description::of_legal(position, *mv, piece_type));
    let mut found = position.legal_moves().into_iter().filter(is_meant);
    match (found.next(), found.next()) {
        (Some(first), Some(second)) => Err(NotationFault::Ambiguous { first, second }),
        (found, _) => Ok(found),
    }
}

fn inexact<S: Script>(position: &Position, mv: Move, script: S) -> NotationFault {
    let mut exact = arrayvec::ArrayString::<32>::new();
    if let Ok(description) = Description::new(position, mv) {
        // It cannot fail: no script needs more than five letters.
        let _ = write!(exact, "{}", Written { description, script });
    }
    NotationFault::Inexact { mv, exact: Excerpt::new(&exact) }
}

fn nothing_fits(position: &Position, subject: Subject) -> NotationFault {
    let (color, piece_type) = (position.side_to_move(), subject.piece_type());
    let stands = |square: Square| {
        // Any move of the piece will do, since its place among the others does not depend on it.
        let tandem = || Tandem::new(position, Move::new(square, square), piece_type);
        subject.file.is_none_or(|file| file == file_number(color, square))
            && subject.order.is_none_or(|order| tandem().is_some_and(|tandem| order.fits(tandem)))
    };
    if position.board().pieces(color, piece_type).into_iter().any(stands) {
        NotationFault::Illegal { color, piece_type }
    } else {
        NotationFault::NoPiece { color, piece_type }
    }
}
