//! The positions that all benchmarks of this crate use.

use xiangqi_core::Position;

/// A name for the report and a FEN: the start, an open middlegame, a side in check, an endgame.
pub(crate) const FENS: [(&str, &str); 4] = [
    ("start", xiangqi_core::START_FEN),
    ("middlegame", "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1"),
    ("check", "3akab2/5r3/4b1cCn/p3p3p/2p6/6N2/PrP1N3P/4BC3/9/2BAKA1R1 w - - 0 1"),
    ("endgame", "3aka3/4c4/4b4/3R5/2b6/9/2n1C4/3AB4/4K4/3A2B2 w - - 0 1"),
];

/// The positions with their names.
pub(crate) fn positions() -> impl Iterator<Item = (&'static str, Position)> {
    FENS.into_iter().map(|(name, fen)| (name, Position::from_fen(fen).expect("the benchmark FENs are legal")))
}
