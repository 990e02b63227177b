//! Search.
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
mod limits;
mod negamax;
mod node;
mod params;
mod perft;
mod picker;
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

pub use control::Control;
pub use engine::{Engine, SearchResult, Settings};
pub use limits::{Clock, Limits};
pub use params::{PARAMS, Param};
pub use perft::perft_staged;
pub use report::{Bound, Line, Reporter, Silent};
pub use see::{exchange_value, exchange_wins};
pub use stack::MAX_PLY;
pub use tt::{Entry, Table};
