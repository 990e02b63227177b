//! Aspiration windows: an iteration first trusts that the score has hardly changed.

use xiangqi_eval::{Evaluator, Score};

use crate::Bound;
use crate::node::{Root, Stopped, Window};
use crate::params;
use crate::searcher::Searcher;

impl<E: Evaluator> Searcher<'_, E> {
    /// Searches the current line to `depth`: first with a narrow window around the last score, which is widened on
    /// the side where the score falls out. `surprise` is told of scores outside the window.
    pub(crate) fn aspire(
        &mut self,
        depth: i32,
        last: Score,
        mut surprise: impl FnMut(&Self, Score, Bound),
    ) -> Result<Score, Stopped> {
        let mut delta = params::aspiration_delta();
        let narrow = params::aspiration() && depth >= params::aspiration_depth() && !last.is_mate();
        let mut window = if narrow { around(last, delta) } else { Window::FULL };
        let mut reduction = 0;
        loop {
            let score = self.negamax::<Root>(window, (depth - reduction).max(1), false)?;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                surprise(self, score, Bound::Upper);
                let middle = i32::midpoint(window.alpha.value(), window.beta.value());
                window = Window { alpha: around(score, delta).alpha, beta: Score::from_value(middle) };
                reduction = 0;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                surprise(self, score, Bound::Lower);
                window.beta = around(score, delta).beta;
                reduction = (reduction + 1).min(params::aspiration_reduction());
            } else {
                return Ok(score);
            }
            delta += delta * params::aspiration_widening() / 100;
        }
    }
}

/// The scores within `delta` of one; all on a side where that reaches beyond the evaluations.
fn around(score: Score, delta: i32) -> Window {
    let low = score - delta;
    let high = score + delta;
    Window {
        alpha: if low < -Score::MAX_EVALUATION { -Score::INFINITE } else { low },
        beta: if high > Score::MAX_EVALUATION { Score::INFINITE } else { high },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_lie_around_the_score_and_open_where_evaluations_end() {
        let score = Score::from_centipawns(40);
        assert_eq!(around(score, 15), Window { alpha: score - 15, beta: score + 15 });
        let highest = around(Score::MAX_EVALUATION, 15);
        assert_eq!(highest, Window { alpha: Score::MAX_EVALUATION - 15, beta: Score::INFINITE });
        assert_eq!(around(-Score::MAX_EVALUATION, 15), highest.flip());
    }
}
