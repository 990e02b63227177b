//! Where a score comes from.

use core::fmt;

use xiangqi_core::{Color, Position};

use super::structure::Appraisal;
use super::terms::Ledger;
use super::{Dimension, Phase, Tapered, Term};
use crate::Score;

/// The reasons of one evaluation: each term for each side, and how their sum became a score.
///
/// Its `Display` is a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    pub(super) ledger: Ledger,
    pub(super) side_to_move: Color,
    pub(super) tempo: Tapered,
    pub(super) verdict: Verdict,
}

/// How a sum of terms becomes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) phase: Phase,
    /// The lead of the side to move, between middlegame and endgame, before chances are weighed.
    pub(super) lead: i32,
    /// How much of its lead the leading side can hope to keep, in per cent.
    pub(super) chance: i32,
    pub(super) score: Score,
}

impl Verdict {
    /// From the balance of all terms, Red's less Black's, and the worth of being on move.
    #[inline]
    pub(super) fn new(
        position: &Position,
        appraisal: &Appraisal,
        balance: Tapered,
        tempo: Tapered,
    ) -> Verdict {
        let (us, phase) = (position.side_to_move(), appraisal.phase);
        let for_mover = match us {
            Color::Red => balance,
            Color::Black => -balance,
        };
        let lead = Score::from_centipawns((for_mover + tempo).at(phase)).value();
        let leader = if lead > 0 { us } else { !us };
        let chance = appraisal.chances[leader];
        Verdict { phase, lead, chance, score: Score::from_centipawns(lead * chance / 100) }
    }
}

impl Trace {
    /// What a term adds for a side; penalties are negative.
    #[must_use]
    pub fn term(&self, term: Term, color: Color) -> Tapered {
        self.ledger.get(term, color)
    }

    /// What a dimension adds for a side.
    #[must_use]
    pub fn dimension(&self, dimension: Dimension, color: Color) -> Tapered {
        let terms = Term::ALL.iter().filter(|term| term.dimension() == dimension);
        terms.map(|&term| self.term(term, color)).sum()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// How far the endgame is.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.verdict.phase
    }

    /// How much of its lead the leading side can hope to keep, in per cent.
    #[must_use]
    pub const fn chance(&self) -> i32 {
        self.verdict.chance
    }

    /// The score of the evaluation, for the side to move.
    #[must_use]
    pub const fn score(&self) -> Score {
        self.verdict.score
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, name: &str, of: impl Fn(Color) -> Tapered) -> fmt::Result {
        let (red, black) = (of(Color::Red), of(Color::Black));
        let balance = red - black;
        write!(f, "{name:<18}")?;
        for pair in [red, black, balance] {
            write!(f, " |{:>6}{:>7}", pair.midgame(), pair.endgame())?;
        }
        writeln!(f, " |{:>7}", balance.at(self.verdict.phase))
    }
}

impl fmt::Display for Trace {
    /// A table of centipawns, Red's less Black's in the last columns; then the way to the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<18} |     Red     |    Black    |   Balance   |  Total", "")?;
        writeln!(f, "{:<18} |    mg     eg |    mg     eg |    mg     eg |", "term")?;
        for dimension in Dimension::ALL {
            for term in Term::ALL.into_iter().filter(|term| term.dimension() == dimension) {
                self.row(f, term.name(), |color| self.term(term, color))?;
            }
            self.row(f, &format!("= {dimension}"), |color| self.dimension(dimension, color))?;
        }
        let Verdict { phase, lead, chance, score } = self.verdict;
        let mover = self.side_to_move;
        self.row(f, "tempo", |color| if color == mover { self.tempo } else { Tapered::ZERO })?;
        writeln!(
            f,
            "phase {}/{} of the middlegame",
            phase.thirty_seconds(),
            Phase::MIDGAME.thirty_seconds()
        )?;
        writeln!(f, "lead of {mover}, who is on move: {lead}; {chance} % of it can be kept")?;
        write!(f, "score for {mover}: {score}")
    }
}
