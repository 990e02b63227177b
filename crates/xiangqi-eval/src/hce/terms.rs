//! The names of the terms, and who receives their values.

use core::fmt;

use xiangqi_core::attacks::Blockers;
use xiangqi_core::{ByColor, Color};

use super::context::Context;
use super::structure::{Appraisal, Structure};
use super::{Tapered, Weights, endgame, king_safety, material, mobility, patterns, pawns, psqt, threats};

/// The five sides of a position that are weighed; each has a percentage in the file of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// What pieces are there.
    Material,
    /// Where they stand, and how pawns and elephants stand together.
    PieceSquare,
    /// How safe the kings are.
    KingSafety,
    /// What the pieces can do.
    Mobility,
    /// What can be won with what is left.
    Endgame,
}

impl Dimension {
    /// All dimensions, in the order of a trace.
    pub const ALL: [Dimension; 5] = [
        Dimension::Material,
        Dimension::PieceSquare,
        Dimension::KingSafety,
        Dimension::Mobility,
        Dimension::Endgame,
    ];
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Dimension::Material => "material",
            Dimension::PieceSquare => "piece-square",
            Dimension::KingSafety => "king safety",
            Dimension::Mobility => "mobility",
            Dimension::Endgame => "endgame",
        })
    }
}

/// Declares the terms once: variant, dimension and name in a trace.
macro_rules! terms {
    ($($(#[$doc:meta])* $dimension:ident $variant:ident $name:literal,)*) => {
        /// One reason why a position is better for a side.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Term {
            $($(#[$doc])* $variant,)*
        }

        impl Term {
            /// All terms, by dimension.
            pub const ALL: [Term; [$(Term::$variant),*].len()] = [$(Term::$variant),*];

            /// The dimension that the term belongs to.
            #[must_use]
            pub const fn dimension(self) -> Dimension {
                match self {
                    $(Term::$variant => Dimension::$dimension,)*
                }
            }

            /// The name that a trace prints.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Term::$variant => $name,)*
                }
            }
        }
    };
}

terms! {
    /// The worth of the pieces.
    Material Pieces "pieces",
    /// What a combination of pieces is worth beyond its parts.
    Material Imbalance "imbalance",
    /// What their squares add.
    PieceSquare Squares "squares",
    /// Crossed pawns side by side 牵手兵.
    PieceSquare LinkedPawns "linked pawns",
    /// Crossed pawns against a palace without its advisors.
    PieceSquare CrossedPawns "crossed pawns",
    /// Elephants that protect each other.
    PieceSquare LinkedElephants "linked elephants",
    /// Attacks on the enemy palace.
    KingSafety Pressure "pressure",
    /// Checks that are possible next without loss.
    KingSafety Checks "checks",
    /// Rooks and cannons that look at the king through other pieces.
    KingSafety Screened "screened",
    /// A cannon facing the enemy king with nothing between 空头炮.
    KingSafety HollowCannon "hollow cannon",
    /// A cannon on the enemy's back rank where the elephant is gone 沉底炮.
    KingSafety BottomCannon "bottom cannon",
    /// More attackers than defenders on one wing.
    KingSafety Massing "massing",
    /// How many squares the pieces reach.
    Mobility Reach "reach",
    /// Horses whose forward leg is blocked 蹩腿.
    Mobility HobbledHorse "hobbled horse",
    /// Rooks on files without pawns, or without their own.
    Mobility OpenFile "open file",
    /// Pieces attacked by pieces of less worth.
    Mobility Threats "threats",
    /// Attacked pieces that nothing protects.
    Mobility Hanging "hanging",
    /// More attackers left than the enemy has defenders.
    Endgame Surplus "surplus",
}

/// Weighs a structure by the terms that depend on nothing else.
pub(crate) fn of_structure(structure: &Structure<'_>, weights: &Weights, sink: &mut impl Sink) {
    for us in Color::ALL {
        material::evaluate(structure, us, weights, sink);
        pawns::evaluate(structure, us, weights, sink);
        endgame::evaluate(structure, us, weights, sink);
    }
}

/// Weighs a position by the terms that depend on where all pieces stand.
#[inline]
pub(crate) fn of_position(context: &Context<'_>, weights: &Weights, sink: &mut impl Sink) {
    of_side::<true>(context, weights, sink);
    of_side::<false>(context, weights, sink);
}

/// Weighs a position by all terms, for somebody who wants to know each.
pub(crate) fn of_all(
    structure: &Structure<'_>,
    appraisal: &Appraisal,
    weights: &Weights,
    sink: &mut impl Sink,
) {
    let blockers = Blockers::new(structure.board);
    psqt::record(structure.board, weights, sink);
    of_structure(structure, weights, sink);
    let context = Context::new(structure.board, &blockers, &appraisal.formations, weights, sink);
    of_position(&context, weights, sink);
}

/// The terms of one side (a constant, so that each side has its own code without branches).
fn of_side<const RED: bool>(context: &Context<'_>, weights: &Weights, sink: &mut impl Sink) {
    let us = if RED { Color::Red } else { Color::Black };
    pawns::evaluate_contacts(context, us, weights, sink);
    king_safety::evaluate(context, us, weights, sink);
    patterns::evaluate(context, us, weights, sink);
    mobility::evaluate(context, us, weights, sink);
    threats::evaluate(context, us, weights, sink);
}

/// Receives what each term adds for each side: a weight, and how many times it counts.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "somebody who tunes the weights knows them by where they stand"
)]
pub(crate) trait Sink {
    fn add(&mut self, term: Term, color: Color, weight: &Tapered, times: i32);
}

/// Only the sum, Red's less Black's: what the search needs.
pub(crate) struct Balance(pub(crate) Tapered);

impl Sink for Balance {
    #[inline]
    fn add(&mut self, _term: Term, color: Color, weight: &Tapered, times: i32) {
        let value = *weight * times;
        match color {
            Color::Red => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

/// Every value apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ledger(ByColor<[Tapered; Term::ALL.len()]>);

impl Ledger {
    pub(crate) fn new() -> Ledger {
        Ledger(ByColor::from_fn(|_| [Tapered::ZERO; Term::ALL.len()]))
    }

    pub(crate) fn get(&self, term: Term, color: Color) -> Tapered {
        self.0[color][term as usize]
    }

    /// Red's less Black's.
    pub(crate) fn balance(&self) -> Tapered {
        Term::ALL.iter().map(|&term| self.get(term, Color::Red) - self.get(term, Color::Black)).sum()
    }
}

impl Sink for Ledger {
    fn add(&mut self, term: Term, color: Color, weight: &Tapered, times: i32) {
        self.0[color][term as usize] += *weight * times;
    }
}
