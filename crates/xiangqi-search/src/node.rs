//! What a node of the search tree is and knows.

use xiangqi_core::{Move, Position};
use xiangqi_eval::Score;

use crate::Bound;
use crate::tt::Entry;

/// The search was told to stop; whatever it was computing is void.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// The score of a subtree, unless the search was stopped in it.
pub(crate) type Searched = Result<Score, Stopped>;

/// The kind of a node, known when the search function is compiled.
pub(crate) trait Kind {
    /// Whether the window is open: the node may lie on the principal variation.
    const PV: bool;
    /// Whether this is the root.
    const ROOT: bool;
}

/// The root of the tree.
pub(crate) struct Root;
/// A node with an open window.
pub(crate) struct Pv;
/// A node with a null window.
pub(crate) struct NonPv;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Kind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The scores that matter: anything up to `alpha` is as bad, anything from `beta` on is as good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// All scores.
    pub(crate) const FULL: Window =
        Window { alpha: Score::from_value(-Score::INFINITE.value()), beta: Score::INFINITE };

    /// Asks only whether a score is above `alpha`.
    #[inline]
    pub(crate) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window as the opponent sees it.
    #[inline]
    pub(crate) fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether nothing is left between the bounds.
    #[inline]
    pub(crate) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    reason = "each flag is a fact of its own; \"cut node\" is what the field calls it"
)]
pub(crate) struct Node {
    pub(crate) window: Window,
    /// Plies left to search, at least one.
    pub(crate) depth: i32,
    /// Whether a move is expected to reach beta.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    /// What the table knows.
    pub(crate) entry: Option<Entry>,
    /// The table's move; checked to be legal where moves are searched.
    pub(crate) tt_move: Option<Move>,
    /// Whether the table's move captures.
    pub(crate) tt_capture: bool,
    /// Whether this position is or was on a principal variation.
    pub(crate) tt_pv: bool,
    /// By how much experience corrects the evaluator's word here.
    pub(crate) correction: i32,
    /// The evaluator's word, as stored in the table; `None` in check.
    pub(crate) raw_eval: Option<Score>,
    /// The evaluator's word, corrected by experience; `None` in check.
    pub(crate) static_eval: Option<Score>,
    /// The best guess: the static evaluation, or the table's score where that says more.
    pub(crate) eval: Score,
    /// Whether the side to move stands better than two plies ago.
    pub(crate) improving: bool,
}

impl Node {
    /// A node of which only the table's entry is known, its score counted from the root.
    #[inline]
    pub(crate) fn new<K: Kind>(
        position: &Position,
        window: Window,
        depth: i32,
        entry: Option<Entry>,
    ) -> Node {
        Node {
            window,
            depth,
            cut_node: false,
            in_check: position.is_check(),
            excluded: None,
            entry,
            tt_move: entry.and_then(|entry| entry.mv),
            tt_capture: false,
            tt_pv: K::PV || entry.is_some_and(|entry| entry.pv),
            correction: 0,
            raw_eval: None,
            static_eval: None,
            eval: Score::ZERO,
            improving: false,
        }
    }

    /// The table's score, if its bound puts it on one side of the window or says what it is.
    #[inline]
    pub(crate) fn table_score(&self) -> Option<Score> {
        let entry = self.entry?;
        let enough = match entry.bound? {
            Bound::Exact => true,
            Bound::Lower => entry.score >= self.window.beta,
            Bound::Upper => entry.score <= self.window.alpha,
        };
        enough.then_some(entry.score)
    }
}
