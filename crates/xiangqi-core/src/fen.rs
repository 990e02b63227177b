//! FEN, the usual way to write a position down in one line.
//!
//! ```text
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! └ ten ranks, Black's back rank first                        │ │ │ │ └ number of the move of both sides, from 1
//!                                                   w: Red, b: Black │ └ plies since the last capture
//!                                                             └─┴ nothing in xiangqi
//! ```
//!
//! Programs differ in the details, so the reader accepts all that is clear: `H` for the horse and `E` for the
//! elephant, `r` or no letter at all for Red, any case, one dash or two or `--` or none, missing counters, any white
//! space. The writer ([`Setup`]'s `Display`) knows one form, the one above. Reading is only about the syntax; whether
//! the placement can occur is judged by [`Setup::into_position`].

use core::str::FromStr;

use thiserror::Error;

use crate::faults::{Excerpt, Faults};
use crate::square::{FILES, RANKS};
use crate::validity::{SetupError, Strictness};
use crate::{Color, Piece, Position, Setup, Square};

/// The standard start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Why a text is not a FEN: everything that is wrong with its syntax.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a FEN: {faults}")]
pub struct FenError {
    faults: Faults<FenFault>,
}

impl FenError {
    /// All faults, from left to right.
    #[must_use]
    pub fn faults(&self) -> &Faults<FenFault> {
        &self.faults
    }
}

/// One thing that is wrong with the syntax of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenFault {
    /// There is nothing but white space.
    #[error("the text is empty")]
    Empty,
    /// The placement has not ten ranks.
    #[error("the placement should have 10 ranks, not {found}")]
    RankCount {
        /// How many parts the slashes make.
        found: usize,
    },
    /// A rank has not nine squares.
    #[error("rank {rank} `{text}` should have 9 squares, not {squares}")]
    RankLength {
        /// The rank, 9 (Black's back rank, the first in the text) to 0.
        rank: usize,
        /// What stands there.
        text: Excerpt,
        /// How many squares it describes; unknown letters are counted as pieces.
        squares: usize,
    },
    /// A letter stands for no piece (or is the digit 0). Told once for each rank, however often it stands there.
    #[error("rank {rank} `{text}` contains `{}`, which is not a piece", .letter.escape_debug())]
    UnknownLetter {
        /// The rank, 9 (Black's back rank, the first in the text) to 0.
        rank: usize,
        /// What stands there.
        text: Excerpt,
        /// The letter that was not understood.
        letter: char,
    },
    /// A word after the placement is not what can stand there.
    #[error(
        "word {number} `{text}` is unexpected: after the placement come a side to move (w or b), two dashes and \
         two counters"
    )]
    UnexpectedWord {
        /// The number of the word, from 1 (the placement).
        number: usize,
        /// The word.
        text: Excerpt,
    },
}

/// Why a FEN gives no position: its syntax is wrong, or the placement cannot occur.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text is not a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The placement cannot be played from.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Setup {
    /// Reads a FEN in any of the accepted dialects, without judging the placement.
    ///
    /// Counters above [`Setup::MAX_COUNTER`] are taken for that, and a move number 0 for 1.
    ///
    /// # Errors
    ///
    /// [`FenError`] lists every fault of the syntax.
    ///
    /// ```
    /// use xiangqi_core::Setup;
    ///
    /// let error = Setup::from_fen("rheakaehr/9/1c5c1/p1p1p1p1/9/9/P1P1P1P1P/1C5C1/9/RHEAKAXHR red").unwrap_err();
    /// assert_eq!(error.faults().iter().count(), 3);
    /// assert!(error.to_string().starts_with("not a FEN: rank 6 `p1p1p1p1` should have 9 squares, not 8; rank 0"));
    /// ```
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let mut reader = FenReader { setup: Setup::empty(), faults: Faults::new() };
        reader.read(fen);
        if reader.faults.is_empty() { Ok(reader.setup) } else { Err(FenError { faults: reader.faults }) }
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Setup, FenError> {
        Setup::from_fen(fen)
    }
}

impl Position {
    /// The standard start position.
    ///
    /// # Panics
    ///
    /// Never: the FEN of the start position is correct.
    #[must_use]
    pub fn start() -> Position {
        Position::from_fen(START_FEN).expect("the start position is legal")
    }

    /// Reads a position that can occur in a game.
    ///
    /// # Errors
    ///
    /// [`PositionError`] lists every fault of the syntax or, when there is none, of the placement.
    ///
    /// ```
    /// use xiangqi_core::Position;
    ///
    /// let error = Position::from_fen("4k4/9/9/9/9/9/P8/P8/9/B3K4 w - - 0 1").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "not a legal position: a red elephant cannot stand on a0; a red pawn cannot stand on a2; \
    ///      the kings face each other on the e-file",
    /// );
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, PositionError> {
        Ok(Setup::from_fen(fen)?.into_position(Strictness::Strict)?)
    }

    /// Reads a position that can be played from even if no game leads there, as old puzzle books have them.
    ///
    /// # Errors
    ///
    /// [`PositionError`] lists every fault of the syntax or, when there is none, of the placement.
    pub fn from_fen_lenient(fen: &str) -> Result<Position, PositionError> {
        Ok(Setup::from_fen(fen)?.into_position(Strictness::Lenient)?)
    }

    /// The FEN of this position.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_fen(&self) -> alloc::string::String {
        self.to_setup().to_fen()
    }
}

#[cfg(feature = "alloc")]
impl Setup {
    /// The FEN of this placement, the same as its `Display`.
    #[must_use]
    pub fn to_fen(&self) -> alloc::string::String {
        alloc::string::ToString::to_string(self)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a FEN [strictly](Position::from_fen).
    fn from_str(fen: &str) -> Result<Position, PositionError> {
        Position::from_fen(fen)
    }
}

/// Reads on after a fault, so that all of them are found.
struct FenReader {
    setup: Setup,
    faults: Faults<FenFault>,
}

impl FenReader {
    fn read(&mut self, fen: &str) {
        let mut words = fen.split_whitespace().enumerate().peekable();
        match words.next() {
            Some((_, placement)) => self.placement(placement),
            None => self.faults.push(FenFault::Empty),
        }
        if let Some(&(_, word)) = words.peek()
            && let Some(side) = side_to_move(word)
        {
            self.setup.side_to_move = side;
            words.next();
        }
        self.dashes_and_counters(words);
    }

    fn placement(&mut self, placement: &str) {
        let found = placement.split('/').count();
        if found != RANKS {
            self.faults.push(FenFault::RankCount { found });
        }
        for (rank, text) in (0..RANKS).rev().zip(placement.split('/')) {
            self.rank(rank, text);
        }
    }

    fn rank(&mut self, rank: usize, text: &str) {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(empty @ 1..) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                self.letter(letter, rank, file, text);
                file += 1;
            }
        }
        if file != FILES {
            self.faults.push(FenFault::RankLength { rank, text: Excerpt::new(text), squares: file });
        }
    }

    fn letter(&mut self, letter: char, rank: usize, file: usize, text: &str) {
        match (Piece::from_fen_char(letter), Square::new(file, rank)) {
            (Some(piece), Some(square)) => {
                self.setup.board.put(piece, square);
            }
            (Some(_), None) => {} // the rank is too long, which is told at its end
            (None, _) => {
                let fault = FenFault::UnknownLetter { rank, text: Excerpt::new(text), letter };
                if self.faults.iter().all(|told| *told != fault) {
                    self.faults.push(fault);
                }
            }
        }
    }

    /// What follows the side to move: up to two dashes, together or apart, then up to two numbers.
    fn dashes_and_counters<'a>(&mut self, words: impl Iterator<Item = (usize, &'a str)>) {
        let mut counters = 0;
        let mut dashes = 0;
        for (index, word) in words {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let is_dashes = word.bytes().all(|byte| byte == b'-');
            if is_dashes && counters == 0 && dashes + word.len() <= 2 {
                dashes += word.len();
            } else if is_number && counters < 2 {
                // Only a number that is too large cannot be read.
                let value =
                    word.parse::<u16>().map_or(Setup::MAX_COUNTER, |value| value.min(Setup::MAX_COUNTER));
                if counters == 0 {
                    self.setup.quiet_plies = value;
                } else {
                    self.setup.move_number = value.max(1);
                }
                counters += 1;
            } else {
                self.faults.push(FenFault::UnexpectedWord { number: index + 1, text: Excerpt::new(word) });
            }
        }
    }
}

fn side_to_move(word: &str) -> Option<Color> {
    match word {
        "w" | "W" | "r" | "R" => Some(Color::Red),
        "b" | "B" => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::*;

    const START_PLACEMENT: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    fn faults(fen: &str) -> Vec<String> {
        Setup::from_fen(fen).unwrap_err().faults().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_dialects_of_the_start_position_are_the_same() {
        let endings = [
            "",
            " w",
            " r",
            " W",
            " R",
            " w - -",
            " r - - 0 1",
            " w -- 0 1",
            " w - 0",
            " w 0 1",
            " - - 0 1",
            " 0",
        ];
        for ending in endings {
            let fen = START_PLACEMENT.to_string() + ending;
            assert_eq!(Setup::from_fen(&fen).unwrap().to_fen(), START_FEN, "{ending}");
            let fen =
                START_PLACEMENT.replace('n', "h").replace('B', "E") + &ending.replace(' ', " \t ") + "\r\n";
            assert_eq!(Position::from_fen(&fen).unwrap(), Position::start(), "{ending}");
        }
    }

    #[test]
    fn side_and_counters_are_read() {
        for side in ["b", "B"] {
            let setup: Setup = alloc::format!("{START_PLACEMENT} {side} - - 7 42").parse().unwrap();
            assert_eq!((setup.side_to_move, setup.quiet_plies, setup.move_number), (Color::Black, 7, 42));
            assert_eq!(setup.to_fen(), alloc::format!("{START_PLACEMENT} b - - 7 42"));
        }
    }

    #[test]
    fn counters_that_no_game_reaches_are_limited() {
        for huge in ["65535", "65536", "99999999999999999999999999"] {
            let setup = Setup::from_fen(&alloc::format!("{START_PLACEMENT} w - - {huge} {huge}")).unwrap();
            assert_eq!((setup.quiet_plies, setup.move_number), (Setup::MAX_COUNTER, Setup::MAX_COUNTER));
        }
        assert_eq!(Setup::from_fen(&alloc::format!("{START_PLACEMENT} w - - 0 0")).unwrap().move_number, 1);
    }

    #[test]
    fn every_fault_is_told_with_its_place() {
        assert_eq!(
            faults("rnbakabnr/9/1c5c1/p1p1p1p1/9/90/P1PXX1PXP/1C5C11/9/RNBAKABNR x - - 1 2 3"),
            [
                "rank 6 `p1p1p1p1` should have 9 squares, not 8",
                "rank 4 `90` contains `0`, which is not a piece",
                "rank 4 `90` should have 9 squares, not 10",
                "rank 3 `P1PXX1PXP` contains `X`, which is not a piece",
                "rank 2 `1C5C11` should have 9 squares, not 10",
                "word 2 `x` is unexpected: after the placement come a side to move (w or b), two dashes and two counters",
                "word 7 `3` is unexpected: after the placement come a side to move (w or b), two dashes and two counters",
            ]
        );
        assert_eq!(faults(" \t"), ["the text is empty"]);
        assert_eq!(faults("9/9/9/9/9/9/9/9/9 w"), ["the placement should have 10 ranks, not 9"]);
        assert_eq!(faults("9/9/9/9/9/9/9/9/9/9/9"), ["the placement should have 10 ranks, not 11"]);
        for wrong in ["---", "-5", "w", "+1", "1.5", "－"] {
            assert_eq!(faults(&alloc::format!("{START_PLACEMENT} w {wrong}")).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn long_and_strange_texts_are_quoted_in_part() {
        let long = "兵".repeat(500);
        let told = faults(&alloc::format!("{long}/\u{7}"));
        assert_eq!(told.len(), 5);
        assert_eq!(told[1], "rank 9 `兵兵兵兵兵兵兵兵…` contains `兵`, which is not a piece");
        let error = Setup::from_fen(&('一'..'兵').collect::<String>()).unwrap_err();
        assert_eq!(error.faults().iter().count(), 128);
        assert!(error.faults().unlisted() > 300);
        assert!(faults("\u{7}").iter().any(|fault| fault.contains("\\u{7}")));
    }
}
