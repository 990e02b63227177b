//! Playing levels: one number for how strong the engine plays, and what it means.

use core::fmt;

/// A playing strength, from 0, which moves at random, to 20, which plays as well as it can.
///
/// The levels between see less than the engine could, and choose among what they have seen with a preference for the
/// better moves; `docs/levels.md` tells how, and how much stronger each is than the one below. A level is a limit of
/// its own, so that a search needs no other, and searches with one thread and an empty memory of its own. Its move
/// depends only on the [seed](crate::Settings::seed), the game so far, the limits and the number of lines that are asked
/// for, on every machine, unless a limit of time cuts the search short.
///
/// ```
/// use xiangqi_core::{Game, Move};
/// use xiangqi_eval::hce::HandcraftedEvaluator;
/// use xiangqi_search::{Control, Engine, Level, Limits, Settings, Silent};
///
/// let evaluator = HandcraftedEvaluator::default();
/// let game = Game::default();
/// let play = |level: u8, seed| -> Option<Move> {
///     let level = Level::new(level)?;
///     let mut engine = Engine::new(evaluator.clone(), Settings { level, seed, ..Settings::default() });
///     engine.search(game.position(), game.history(), &Limits::default(), &Control::new(), &mut Silent).best
/// };
/// assert_eq!(play(3, 2026), play(3, 2026));
/// assert!((0..20).any(|seed| play(3, seed) != play(3, 2026)));
/// assert_eq!(play(21, 0), None); // there is no such level
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Plays each legal move with the same likelihood.
    pub const RANDOM: Level = Level(0);
    /// Searches as if there were no levels.
    pub const FULL: Level = Level(20);

    /// The level with this number; `None` above 20.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number <= Level::FULL.0 { Some(Level(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (0..=Level::FULL.0).map(Level)
    }

    /// The number of the level, from 0 to 20.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The strength that was measured, in Elo above level 0. That of level 20 is the one with
    /// [`FULL_NODES`](Self::FULL_NODES) for each move, and has no limit above.
    ///
    /// It is a scale of this engine's own, made from games of each level against its neighbour. How it relates to the
    /// ratings of people is not known.
    #[must_use]
    pub const fn elo(self) -> u32 {
        ELO[self.0 as usize]
    }

    /// For how many nodes a move the [strength](Self::elo) of level 20 was measured.
    pub const FULL_NODES: u64 = 50_000;

    /// The level whose [strength](Self::elo) comes nearest to this one; of two, the weaker.
    #[must_use]
    pub fn nearest(elo: u32) -> Level {
        Level::all().min_by_key(|level| level.elo().abs_diff(elo)).unwrap_or_default()
    }

    /// What a player of this level suffers from; `None` if nothing.
    pub(crate) fn handicap(self) -> Option<&'static Handicap> {
        HANDICAPS.get(usize::from(self.0))
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What keeps a player from playing as well as it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// How many moves are considered at all, drawn at random.
    pub(crate) moves: usize,
    /// The most positions to visit. The first ply is always looked at, with the exchanges that follow it.
    pub(crate) nodes: u64,
    /// From how many of the best lines one is chosen.
    pub(crate) lines: usize,
    /// A line that is worse by so many centipawns is chosen half as often.
    pub(crate) halving: u32,
    /// A line that is worse by more centipawns than this is not chosen.
    pub(crate) largest_loss: u32,
}

/// The strength of each level, as `cargo xtask ladder` prints it.
const ELO: [u32; Level::FULL.0 as usize + 1] = [
    0, 179, 423, 630, 855, 1049, 1287, 1512, 1687, 1914, 2142, 2367, 2592, 2792, 2978, 3206, 3408, 3516,
    3771, 4021, 4248,
];

/// All, in the columns of moves and lines.
const ALL: usize = usize::MAX;
/// In the column of nodes: so few that only the first ply is looked at.
const ONE_PLY: u64 = 1;

/// The handicaps of all levels but the last.
const HANDICAPS: [Handicap; Level::FULL.0 as usize] = [
    //  moves nodes lines halving largest loss
    row(1, ONE_PLY, ALL, 1, 0),
    row(2, ONE_PLY, ALL, 450, 2000),
    row(3, ONE_PLY, ALL, 200, 1500),
    row(5, ONE_PLY, ALL, 145, 1200),
    row(ALL, ONE_PLY, ALL, 490, 1050),
    row(ALL, ONE_PLY, ALL, 280, 740),
    row(ALL, ONE_PLY, ALL, 190, 560),
    row(ALL, ONE_PLY, ALL, 122, 405),
    row(ALL, ONE_PLY, ALL, 84, 300),
    row(ALL, ONE_PLY, ALL, 49, 200),
    row(ALL, 1_300, 8, 41, 150),
    row(ALL, 2_150, 5, 34, 118),
    row(ALL, 3_500, 4, 31, 105),
    row(ALL, 5_800, 4, 27, 91),
    row(ALL, 9_300, 4, 24, 80),
    row(ALL, 12_500, 3, 22, 72),
    row(ALL, 18_500, 3, 17, 56),
    row(ALL, 26_500, 3, 13, 43),
    row(ALL, 34_000, 2, 11, 33),
    row(ALL, 50_000, 1, 1, 0),
];

const fn row(moves: usize, nodes: u64, lines: usize, halving: u32, largest_loss: u32) -> Handicap {
    Handicap { moves, nodes, lines, halving, largest_loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_numbers_from_0_to_20() {
        assert!(Level::all().map(Level::number).eq(0..=20));
        assert!(Level::all().all(|level| Level::new(level.number()) == Some(level)));
        assert_eq!((Level::new(0), Level::new(20)), (Some(Level::RANDOM), Some(Level::FULL)));
        assert_eq!((Level::new(21), Level::new(255)), (None, None));
        assert_eq!(Level::RANDOM.to_string() + &Level::FULL.to_string(), "020");
    }

    #[test]
    fn only_the_last_has_no_handicap() {
        assert!(Level::all().all(|level| level.handicap().is_none() == (level == Level::FULL)));
    }

    #[test]
    fn every_level_is_stronger_than_the_one_below() {
        assert!(ELO.is_sorted_by(|weaker, stronger| weaker < stronger), "{ELO:?}");
        let weaker_and_stronger = || HANDICAPS.iter().zip(&HANDICAPS[1..]);
        assert!(weaker_and_stronger().all(|(weaker, stronger)| weaker.moves <= stronger.moves));
        assert!(weaker_and_stronger().all(|(weaker, stronger)| weaker.nodes <= stronger.nodes));
    }

    #[test]
    fn the_document_tells_the_same() {
        let document = include_str!("../../../docs/levels.md");
        let mut lines = document.lines().skip_while(|line| !line.starts_with("| level | moves |")).skip(2);
        let count = |number: usize| if number == ALL { "all".to_owned() } else { number.to_string() };
        for level in Level::all() {
            let what = level.handicap().map_or("all | no limit | 1 | – | –".to_owned(), |handicap| {
                let Handicap { moves, nodes, lines, halving, largest_loss } = *handicap;
                let nodes = if nodes == ONE_PLY { "one ply".to_owned() } else { nodes.to_string() };
                format!("{} | {nodes} | {} | {halving} | {largest_loss}", count(moves), count(lines))
            });
            let row = format!("| {level} | {what} | {} |", level.elo());
            assert_eq!(lines.next(), Some(row.as_str()));
        }
        for level in Level::all().skip(1) {
            assert!(
                lines.any(|line| line.starts_with(&format!("| {level} | {} | ", level.elo()))),
                "level {level}"
            );
        }
        assert!(document.contains(&format!("{} nodes", Level::FULL_NODES)));
    }

    #[test]
    fn the_nearest_level_is_found() {
        for level in Level::all() {
            assert_eq!(Level::nearest(level.elo()), level);
        }
        let (three, four) = (Level(3).elo(), Level(4).elo());
        assert_eq!(Level::nearest(three + (four - three) / 4), Level(3));
        assert_eq!(Level::nearest(four - (four - three) / 4), Level(4));
        assert_eq!((Level::nearest(0), Level::nearest(u32::MAX)), (Level::RANDOM, Level::FULL));
    }
}
