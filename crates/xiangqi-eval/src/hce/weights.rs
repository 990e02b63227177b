//! All numbers of the handcrafted evaluation, by dimension; `default.toml` gives them their values.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use xiangqi_core::square::{FILES, RANKS};
use xiangqi_core::{PieceType, Square};

use super::Tapered;
use super::config::{Centipawns, Count, List, Percent};

/// Visits every tapered weight, in the order of declaration.
///
/// Scaling uses it, and a tuner can read and write all weights as one vector.
pub trait VisitWeights {
    /// Calls `visit` with each weight and its name: `path`, and behind it the fields and indices that lead to the
    /// weight, such as `mobility.horse[3]`.
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered));
}

impl VisitWeights for Tapered {
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
        visit(path, self);
    }
}

impl<T: VisitWeights, const N: usize> VisitWeights for [T; N] {
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
        for (index, weight) in self.iter_mut().enumerate() {
            weight.visit(&format!("{path}[{index}]"), visit);
        }
    }
}

impl<T: VisitWeights, const N: usize> VisitWeights for List<T, N> {
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
        self.0.visit(path, visit);
    }
}

/// The name of a field of what has this path.
fn field(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
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
            fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
                $(self.$field.visit(&field(path, stringify!($field)), visit);)*
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
    /// What combinations of pieces add.
    pub imbalance: Imbalance,
    /// What a square adds to a piece.
    pub piece_square: PieceSquare,
    /// How pawns and elephants stand together.
    pub pawns: Pawns,
    /// Attack and defence of the palaces.
    pub king_safety: KingSafety,
    /// What the pieces can do.
    pub mobility: Mobility,
    /// Attacks on pieces.
    pub threats: Threats,
    /// What can be won with what is left.
    pub endgame: Endgame,
}

/// How much each dimension counts, as a percentage of its weights below.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dimensions {
    /// What pieces are there.
    pub material: Percent,
    /// Where they stand.
    pub piece_square: Percent,
    /// How safe the kings are.
    pub king_safety: Percent,
    /// What the pieces can do.
    pub mobility: Percent,
    /// What can be won with what is left.
    pub endgame: Percent,
}

impl Dimensions {
    /// Every dimension as its weights say.
    pub const FULL: Dimensions = Dimensions {
        material: Percent::FULL,
        piece_square: Percent::FULL,
        king_safety: Percent::FULL,
        mobility: Percent::FULL,
        endgame: Percent::FULL,
    };
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
    pub fn of(&self, piece_type: PieceType) -> &Tapered {
        match piece_type {
            PieceType::King => &Tapered::ZERO,
            PieceType::Advisor => &self.advisor,
            PieceType::Elephant => &self.elephant,
            PieceType::Horse => &self.horse,
            PieceType::Rook => &self.rook,
            PieceType::Cannon => &self.cannon,
            PieceType::Pawn => &self.pawn,
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

type Picture = List<List<Centipawns, HALF>, RANKS>;

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
    pub fn at(&self, square: Square) -> &Tapered {
        let row = RANKS - 1 - square.rank();
        &self.0[row][square.file().min(FILES - 1 - square.file())]
    }
}

impl VisitWeights for SquareTable {
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
        self.0.visit(path, visit);
    }
}

weight_group! {
    /// What combinations of pieces add to their worth (dimension material).
    ///
    /// The kinds are rook, cannon, horse, pawn, advisor, elephant; a pair counts as often as the numbers of pieces of
    /// both kinds multiplied. The idea of a table of the second degree is Tord Romstad's (Glaurung, 2000s).
    Imbalance {
        /// Each pair of own pieces; a row for each kind, with a column for each kind up to itself.
        own: Triangle<6>,
        /// Each own piece with each enemy piece; a row for each kind from the cannon on, with a column for each kind
        /// before it (two of a kind, and the other half of the table, are the same seen from the other side).
        enemy: Triangle<5>,
    }
}

/// The lower left half of a table with `N` rows, the diagonal included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triangle<const N: usize>([[Tapered; N]; N]);

impl<const N: usize> Triangle<N> {
    /// The weight in this row and this column, which is not greater.
    pub(crate) fn entry(&self, row: usize, column: usize) -> &Tapered {
        debug_assert!(column <= row, "column {column} of row {row}");
        &self.0[row][column]
    }
}

impl<'de, const N: usize> Deserialize<'de> for Triangle<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Triangle<N>, D::Error> {
        let rows = Vec::<Vec<Tapered>>::deserialize(deserializer)?;
        if !rows.iter().map(Vec::len).eq(1..=N) {
            return Err(D::Error::custom(format!("expected {N} rows of 1 to {N} pairs")));
        }
        let mut triangle = Triangle([[Tapered::ZERO; N]; N]);
        for (row, values) in triangle.0.iter_mut().zip(rows) {
            row[..values.len()].copy_from_slice(&values);
        }
        Ok(triangle)
    }
}

impl<const N: usize> VisitWeights for Triangle<N> {
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
        for (row, values) in self.0.iter_mut().enumerate() {
            for (column, weight) in values[..=row].iter_mut().enumerate() {
                weight.visit(&format!("{path}[{row}][{column}]"), visit);
            }
        }
    }
}

/// One entry for each number of guards, from none.
const GUARDS: usize = 5;

weight_group! {
    /// How pawns and elephants stand together (dimension piece-square).
    Pawns {
        /// Each pair of crossed pawns side by side.
        linked: Tapered,
        /// Each crossed pawn that is not yet on the last rank, by how many guards the enemy has left.
        crossed_by_guards: List<Tapered, GUARDS>,
        /// Two elephants that protect each other.
        linked_elephants: Tapered,
    }
}

/// The most units of pressure that are told apart.
pub(crate) const PRESSURES: usize = 24;

weight_group! {
    /// Attack and defence of the palaces.
    KingSafety {
        /// What the pieces add to the pressure.
        pressure_units: PressureUnits,
        /// The worth of so many units of pressure; the last entry also stands for more.
        pressure: List<Tapered, PRESSURES>,
        /// Each square from which a rook could check next without being taken.
        rook_check: Tapered,
        /// The same for a horse.
        horse_check: Tapered,
        /// The same for a cannon.
        cannon_check: Tapered,
        /// Each cannon on a line with the enemy king with two pieces between.
        screened_cannon: Tapered,
        /// A cannon that faces the enemy king with nothing between.
        hollow_cannon: Tapered,
        /// Each cannon on the enemy's back rank beside a lost elephant.
        bottom_cannon: Tapered,
        /// Each attacker on a wing beyond one more than the defenders there.
        massing: Tapered,
    }
}

/// What one piece of each kind adds to the pressure on a palace when it hits a point of it.
///
/// One more unit is added for each further point that it hits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PressureUnits {
    /// 俥/車.
    pub rook: Count,
    /// 傌/馬.
    pub horse: Count,
    /// 炮/砲, over a screen.
    pub cannon: Count,
    /// 兵/卒, for each point.
    pub pawn: Count,
}

impl VisitWeights for PressureUnits {
    /// Units are no weights: the table of pressures gives them their worth.
    fn visit(&mut self, _path: &str, _visit: &mut dyn FnMut(&str, &mut Tapered)) {}
}

/// One entry for each number of squares that a rook or a cannon can reach, from none.
const LINE_REACHES: usize = 18;
/// One entry for each number of squares that a horse can reach, from none.
const HORSE_REACHES: usize = 9;

weight_group! {
    /// What the pieces can do.
    Mobility {
        /// By how many squares the rook reaches that no enemy pawn attacks.
        rook: List<Tapered, LINE_REACHES>,
        /// The same for the horse.
        horse: List<Tapered, HORSE_REACHES>,
        /// The same for the cannon, captures over a screen included.
        cannon: List<Tapered, LINE_REACHES>,
        /// Each horse whose forward leg is blocked.
        hobbled_horse: Tapered,
        /// Each rook on a file without pawns.
        open_file: Tapered,
    }
}

weight_group! {
    /// Attacks on pieces (dimension mobility).
    Threats {
        /// Each horse or cannon that a pawn attacks.
        minor_by_pawn: Tapered,
        /// Each guard that a pawn attacks.
        guard_by_pawn: Tapered,
        /// Each cannon that a horse attacks.
        cannon_by_horse: Tapered,
        /// Each rook that a cannon attacks.
        rook_by_cannon: Tapered,
        /// Each horse that a cannon attacks.
        horse_by_cannon: Tapered,
        /// The same for a horse.
        hanging_horse: Tapered,
        /// The same for a cannon.
        hanging_cannon: Tapered,
        /// The same for a pawn.
        hanging_pawn: Tapered,
        /// The same for a guard.
        hanging_guard: Tapered,
    }
}

/// How many shortages of attackers are told apart.
const SHORTAGES: usize = 5;

/// What can be won with what is left. A rook counts four units, a horse and a cannon two, a pawn and a guard one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endgame {
    /// Each unit by which the attackers outnumber the defenders.
    pub surplus: Tapered,
    /// How many such units count at most.
    pub most_surplus: Count,
    /// With so many units of attackers or less, the lead shrinks when they are too few.
    pub few_attackers: Count,
    /// What remains of a lead without attackers.
    pub chance_without_attackers: Percent,
    /// What remains of a lead with a last cannon and no guards.
    pub chance_of_bare_cannon: Percent,
    /// What remains when the attackers are not more than the defenders, by how many units they fall short; the
    /// last entry also stands for more.
    pub chance_by_shortage: List<Percent, SHORTAGES>,
}

impl VisitWeights for Endgame {
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
        self.surplus.visit(&field(path, "surplus"), visit);
    }
}

impl Endgame {
    /// Brings the chances nearer to a full lead (or farther from it) by the weight of the dimension.
    fn scale_chances(&mut self, weight: Percent) {
        let Endgame { chance_without_attackers, chance_of_bare_cannon, chance_by_shortage, .. } = self;
        for chance in
            [chance_without_attackers, chance_of_bare_cannon].into_iter().chain(&mut chance_by_shortage.0)
        {
            *chance = chance.pulled_from_full(weight);
        }
    }
}

impl VisitWeights for Weights {
    fn visit(&mut self, path: &str, visit: &mut dyn FnMut(&str, &mut Tapered)) {
        let Weights { dimensions: _, tempo, material, imbalance, piece_square, pawns, .. } = self;
        tempo.visit(&field(path, "tempo"), visit);
        material.visit(&field(path, "material"), visit);
        imbalance.visit(&field(path, "imbalance"), visit);
        piece_square.visit(&field(path, "piece_square"), visit);
        pawns.visit(&field(path, "pawns"), visit);
        let Weights { king_safety, mobility, threats, endgame, .. } = self;
        king_safety.visit(&field(path, "king_safety"), visit);
        mobility.visit(&field(path, "mobility"), visit);
        threats.visit(&field(path, "threats"), visit);
        endgame.visit(&field(path, "endgame"), visit);
    }
}

impl Weights {
    /// The same weights with the percentages of the dimensions multiplied in.
    #[must_use]
    pub fn scaled(&self) -> Weights {
        let mut scaled = self.clone();
        let Weights { dimensions, tempo: _, material, imbalance, piece_square, pawns, .. } = &mut scaled;
        scale(material, dimensions.material);
        scale(imbalance, dimensions.material);
        scale(piece_square, dimensions.piece_square);
        scale(pawns, dimensions.piece_square);
        let Weights { dimensions, king_safety, mobility, threats, endgame, .. } = &mut scaled;
        scale(king_safety, dimensions.king_safety);
        scale(mobility, dimensions.mobility);
        scale(threats, dimensions.mobility);
        scale(endgame, dimensions.endgame);
        endgame.scale_chances(dimensions.endgame);
        scaled.dimensions = Dimensions::FULL;
        scaled
    }
}

fn scale(weights: &mut dyn VisitWeights, percent: Percent) {
    weights.visit("", &mut |_, weight| *weight = weight.percent(percent.get()));
}
