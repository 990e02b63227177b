//! All numbers of the handcrafted evaluation, by dimension; `default.toml` gives them their values.

use serde::Deserialize;
use xiangqi_core::square::{FILES, RANKS};
use xiangqi_core::{PieceType, Square};

use super::Tapered;
use super::config::{Centipawns, Exactly, Percent};

/// Visits every tapered weight, in the order of declaration.
///
/// Scaling uses it, and a tuner can read and write all weights as one vector.
pub trait VisitWeights {
    /// Calls `visit` with each weight.
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Tapered));
}

impl VisitWeights for Tapered {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Tapered)) {
        visit(self);
    }
}

impl<T: VisitWeights, const N: usize> VisitWeights for [T; N] {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Tapered)) {
        for weight in self {
            weight.visit(visit);
        }
    }
}

/// Declares a group of weights once: the struct, how it is read, and how it is visited.
macro_rules! weight_group {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
        }

        impl VisitWeights for $name {
            fn visit(&mut self, visit: &mut dyn FnMut(&mut Tapered)) {
                $(self.$field.visit(visit);)*
            }
        }
    };
}

/// All weights of the handcrafted evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// How much each dimension counts.
    pub dimensions: Dimensions,
    /// The worth of being on move.
    pub tempo: Tapered,
    /// The worth of the pieces.
    pub material: Material,
    /// What a square adds to a piece.
    pub piece_square: PieceSquare,
}

/// How much each dimension counts, as a percentage of its weights below.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dimensions {
    /// What pieces are there.
    pub material: Percent,
    /// Where they stand.
    pub piece_square: Percent,
}

weight_group! {
    /// The worth of a piece before its square and its possibilities count.
    Material {
        /// 仕/士.
        advisor: Tapered,
        /// 相/象.
        elephant: Tapered,
        /// 傌/馬.
        horse: Tapered,
        /// 俥/車.
        rook: Tapered,
        /// 炮/砲.
        cannon: Tapered,
        /// 兵/卒.
        pawn: Tapered,
    }
}

impl Material {
    /// The worth of one piece; a king has none.
    #[must_use]
    pub fn of(&self, piece_type: PieceType) -> Tapered {
        match piece_type {
            PieceType::King => Tapered::ZERO,
            PieceType::Advisor => self.advisor,
            PieceType::Elephant => self.elephant,
            PieceType::Horse => self.horse,
            PieceType::Rook => self.rook,
            PieceType::Cannon => self.cannon,
            PieceType::Pawn => self.pawn,
        }
    }
}

weight_group! {
    /// What a square adds to the worth of a piece.
    PieceSquare {
        /// 帥/將.
        king: SquareTable,
        /// 仕/士.
        advisor: SquareTable,
        /// 相/象.
        elephant: SquareTable,
        /// 傌/馬.
        horse: SquareTable,
        /// 俥/車.
        rook: SquareTable,
        /// 炮/砲.
        cannon: SquareTable,
        /// 兵/卒.
        pawn: SquareTable,
    }
}

impl PieceSquare {
    /// The table of one kind of piece.
    #[must_use]
    pub fn of(&self, piece_type: PieceType) -> &SquareTable {
        match piece_type {
            PieceType::King => &self.king,
            PieceType::Advisor => &self.advisor,
            PieceType::Elephant => &self.elephant,
            PieceType::Horse => &self.horse,
            PieceType::Rook => &self.rook,
            PieceType::Cannon => &self.cannon,
            PieceType::Pawn => &self.pawn,
        }
    }
}

/// How many files a table tells: a to e; the others mirror them.
const HALF: usize = FILES.div_ceil(2);

/// One value for each square of the left half of the board and the central file; the right half mirrors it.
///
/// A file draws it as two pictures, the enemy's back rank on top and the files a to e from left to right.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "Pictures")]
pub struct SquareTable([[Tapered; HALF]; RANKS]);

type Picture = Exactly<Exactly<Centipawns, HALF>, RANKS>;

/// A table as a file draws it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pictures {
    midgame: Picture,
    endgame: Picture,
}

impl From<Pictures> for SquareTable {
    fn from(pictures: Pictures) -> SquareTable {
        let at = |picture: &Picture, row: usize, file: usize| picture.0[row].0[file].0;
        SquareTable(core::array::from_fn(|row| {
            core::array::from_fn(|file| {
                Tapered::new(at(&pictures.midgame, row, file), at(&pictures.endgame, row, file))
            })
        }))
    }
}

impl SquareTable {
    /// The value of a square, seen from Red's side.
    #[must_use]
    pub fn at(&self, square: Square) -> Tapered {
        let row = RANKS - 1 - square.rank();
        self.0[row][square.file().min(FILES - 1 - square.file())]
    }
}

impl VisitWeights for SquareTable {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Tapered)) {
        self.0.visit(visit);
    }
}

impl Weights {
    /// The same weights with the percentages of the dimensions multiplied in.
    #[must_use]
    pub fn scaled(&self) -> Weights {
        let mut scaled = self.clone();
        let Weights { dimensions, tempo: _, material, piece_square } = &mut scaled;
        scale(material, &mut dimensions.material);
        scale(piece_square, &mut dimensions.piece_square);
        scaled
    }
}

fn scale(weights: &mut dyn VisitWeights, percent: &mut Percent) {
    weights.visit(&mut |weight| *weight = weight.percent(percent.get()));
    *percent = Percent::FULL;
}
