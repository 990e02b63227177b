//! Search: from a position to the best move, within a time, a depth or a number of nodes.
//!
//! An [`Engine`] keeps what searches learn, a transposition table and the memories of its threads, and searches one
//! position after the other. It takes the position, the [history](xiangqi_core::rules::History) of the game (for
//! repetitions), [`Limits`] of which the first one reached counts, a [`Control`] by which another thread can stop
//! it, and a [`Reporter`] that is told each new best [`Line`]. It prints nothing, reads no file and knows no
//! protocol; `ucci-engine` is the program around it.
//!
//! ```
//! use xiangqi_core::Game;
//! use xiangqi_eval::hce::HandcraftedEvaluator;
//! use xiangqi_search::{Control, Engine, Limits, Line, Reporter, Settings};
//!
//! /// Keeps the last line.
//! #[derive(Default)]
//! struct Last(String);
//!
//! impl Reporter for Last {
//!     fn line(&mut self, line: &Line<'_>) {
//!         let moves: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
//!         self.0 = format!("depth {}: {} {}", line.depth, line.score, moves.join(" "));
//!     }
//! }
//!
//! let mut game = Game::default();
//! game.play("h2e2".parse()?)?;
//!
//! let evaluator = HandcraftedEvaluator::default();
//! let mut engine = Engine::new(evaluator, Settings { hash_mib: 4, ..Settings::default() });
//! let limits = Limits { depth: Some(6), nodes: Some(50_000), ..Limits::default() };
//! let mut last = Last::default();
//! let result = engine.search(game.position(), game.history(), &limits, &Control::new(), &mut last);
//!
//! let best = result.best.expect("the game is not over");
//! assert!(game.position().is_legal(best) && result.nodes <= 50_000);
//! assert!(last.0.contains(&best.to_string()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is built
//!
//! Every technique has a file of its own; `docs/search.md` explains them in the order in which they meet a position.
//!
//! | step | files |
//! |---|---|
//! | one search with all threads | `engine`; what is set, asked and told: `limits control report` |
//! | one thread | `searcher` (stepping and stopping), `iterative`, `aspiration`, `clock` |
//! | one node | `negamax` is the script; `node` its types; `judge` rules and evaluation; `prune` before any move, `skip` single moves, `extend`, `reduce`; `quiescence` at the leaves |
//! | which move first | `picker`, `see` (exchanges), `history` |
//! | memory | `tt` (shared), `history`, `stack` (the path), `pv`, `root` |
//! | numbers | `params`, listed in [`PARAMS`] |
//!
//! The search is generic over the [`Evaluator`](xiangqi_eval::Evaluator). With one thread, and without a limit of
//! time, the same searches in the same order give the same results on every machine.
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "depths, plies, scores and hashes fit what they are cast to; casts keep `const` and speed"
)]

mod aspiration;
mod clock;
mod control;
mod engine;
mod extend;
mod history;
mod iterative;
mod judge;
mod level;
mod limits;
mod negamax;
mod node;
mod params;
mod perft;
mod picker;
mod player;
mod prune;
mod pv;
mod quiescence;
mod reduce;
mod report;
mod root;
mod searcher;
mod see;
mod skip;
mod stack;
mod tt;

pub use clock::EarlyStop;
pub use control::Control;
pub use engine::{Engine, SearchResult, Settings};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use params::{PARAMS, Param};
pub use perft::perft_staged;
pub use report::{Bound, Line, Reporter, Silent};
pub use see::{exchange_value, exchange_wins};
pub use stack::MAX_PLY;
pub use tt::{Entry, Table};
