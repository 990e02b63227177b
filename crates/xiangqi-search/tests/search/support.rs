//! Engines, searches and what they reported.

use xiangqi_core::rules::History;
use xiangqi_core::{Game, Move, Position};
use xiangqi_eval::Score;
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_search::{Bound, Control, Engine, Limits, Line, Reporter, SearchResult, Settings, Silent};

pub(crate) type TestEngine = Engine<HandcraftedEvaluator>;

/// An open middlegame with many captures.
pub(crate) const MIDDLEGAME: &str =
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1";

/// Red mates in two moves, and no sooner: first the rook cuts off the king, then the other mates.
pub(crate) const MATE_IN_TWO: &str = "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1";

pub(crate) fn engine() -> TestEngine {
    engine_with(Settings { hash_mib: 4, ..Settings::default() })
}

pub(crate) fn engine_with(settings: Settings) -> TestEngine {
    Engine::new(HandcraftedEvaluator::default(), settings)
}

pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn mv(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Searches a position whose past is unknown.
pub(crate) fn search(engine: &mut TestEngine, position: &Position, limits: &Limits) -> SearchResult {
    engine.search(position, &History::new(position), limits, &Control::new(), &mut Silent)
}

/// Searches the last position of a game.
pub(crate) fn search_game(engine: &mut TestEngine, game: &Game, limits: &Limits) -> SearchResult {
    engine.search(game.position(), game.history(), limits, &Control::new(), &mut Silent)
}

/// What one report said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) depth: u32,
    pub(crate) multipv: usize,
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) pv: Vec<Move>,
}

/// Keeps all reports.
#[derive(Default)]
pub(crate) struct Reports(pub(crate) Vec<Report>);

impl Reporter for Reports {
    fn line(&mut self, line: &Line<'_>) {
        self.0.push(Report {
            depth: line.depth,
            multipv: line.multipv,
            score: line.score,
            bound: line.bound,
            pv: line.pv.to_vec(),
        });
    }
}

/// Searches a position whose past is unknown, and returns the reports too.
pub(crate) fn search_and_listen(
    engine: &mut TestEngine,
    position: &Position,
    limits: &Limits,
) -> (SearchResult, Vec<Report>) {
    let mut reports = Reports::default();
    let result = engine.search(position, &History::new(position), limits, &Control::new(), &mut reports);
    (result, reports.0)
}
