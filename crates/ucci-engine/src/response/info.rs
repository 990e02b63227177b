//! How far a search has come, and what it thinks.

use std::time::Duration;

use xiangqi_core::Move;
use xiangqi_eval::Score;
use xiangqi_search::{Bound, Line};

use super::write_to;

/// One report of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The depth, in plies.
    pub depth: u32,
    /// The greatest depth reached anywhere, in plies.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or only a bound.
    pub bound: Bound,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Time since the search began.
    pub time: Duration,
    /// Whether to tell the chances of a win, a draw and a loss.
    pub wdl: bool,
    /// The best line.
    pub pv: Vec<Move>,
}

impl Info {
    /// Takes over what the search reports.
    #[must_use]
    pub fn new(line: &Line<'_>, wdl: bool) -> Info {
        Info {
            depth: line.depth,
            selective_depth: line.selective_depth,
            multipv: line.multipv,
            score: line.score,
            bound: line.bound,
            nodes: line.nodes,
            nps: line.nodes_per_second(),
            hashfull: line.hashfull,
            time: line.time,
            wdl,
            pv: line.pv.to_vec(),
        }
    }

    /// A report of a score that no search stands behind.
    #[must_use]
    pub fn static_score(score: Score, wdl: bool) -> Info {
        Info {
            depth: 0,
            selective_depth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            nps: 0,
            hashfull: 0,
            time: Duration::ZERO,
            wdl,
            pv: Vec::new(),
        }
    }

    /// UCCI wants depth, score and line; the other keys stand between score and line, where clients skip them.
    pub(super) fn write_ucci(&self) -> String {
        let (score, multipv) = (ucci_score(self.score), self.multipv);
        let mut text = format!("info depth {} score {score} multipv {multipv}", self.depth);
        write_to(&mut text, format_args!(" seldepth {}", self.selective_depth));
        self.write_counts(&mut text);
        self.write_pv(&mut text);
        text
    }

    pub(super) fn write_uci(&self) -> String {
        let mut text = format!("info depth {} seldepth {}", self.depth, self.selective_depth);
        write_to(&mut text, format_args!(" multipv {} score {}", self.multipv, self.score));
        match self.bound {
            Bound::Lower => text.push_str(" lowerbound"),
            Bound::Upper => text.push_str(" upperbound"),
            Bound::Exact => {}
        }
        if self.wdl {
            let [win, draw, loss] = win_draw_loss(self.score);
            write_to(&mut text, format_args!(" wdl {win} {draw} {loss}"));
        }
        self.write_counts(&mut text);
        self.write_pv(&mut text);
        text
    }

    fn write_counts(&self, text: &mut String) {
        let millis = self.time.as_millis();
        let Info { nodes, nps, hashfull, .. } = self;
        write_to(text, format_args!(" nodes {nodes} nps {nps} hashfull {hashfull} time {millis}"));
    }

    /// The line comes last, since clients take everything after `pv` for moves.
    fn write_pv(&self, text: &mut String) {
        if !self.pv.is_empty() {
            text.push_str(" pv");
        }
        for mv in &self.pv {
            write_to(text, format_args!(" {mv}"));
        }
    }
}

/// The score of a mate on the spot in UCCI, which has only numbers.
const UCCI_MATE: i32 = 10_000;
/// Evaluations beyond this are cut in UCCI, so that none looks like a mate.
const UCCI_MAX_EVALUATION: i32 = 9_000;

/// UCCI has no word for a mate: a mate in N plies is written as 10000 - N, as other engines do.
pub(super) fn ucci_score(score: Score) -> i32 {
    match score.mate_moves() {
        Some(moves) if moves > 0 => UCCI_MATE - (2 * moves - 1),
        Some(moves) => -UCCI_MATE - 2 * moves,
        None => score.value().clamp(-UCCI_MAX_EVALUATION, UCCI_MAX_EVALUATION),
    }
}

/// The score at which winning is as likely as not, in centipawns. Not calibrated yet.
const WDL_CENTRE: f64 = 150.0;
/// How many centipawns change the odds by a factor of e. Not calibrated yet.
const WDL_SCALE: f64 = 70.0;

/// The chances of a win, a draw and a loss in thousandths: a logistic curve for winning, its mirror for losing.
fn win_draw_loss(score: Score) -> [u32; 3] {
    if score.is_mate() {
        return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
    let chance =
        |score: i32| (1000.0 / (1.0 + ((WDL_CENTRE - f64::from(score)) / WDL_SCALE).exp())).round() as u32;
    let (win, loss) = (chance(score.value()), chance(-score.value()));
    [win, 1000_u32.saturating_sub(win + loss), loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Response};

    fn ucci(response: &Response) -> String {
        response.in_dialect(Dialect::Ucci).unwrap()
    }

    fn uci(response: &Response) -> String {
        response.in_dialect(Dialect::Uci).unwrap()
    }

    fn info() -> Info {
        Info {
            depth: 5,
            selective_depth: 9,
            multipv: 2,
            score: Score::from_centipawns(-35),
            bound: Bound::Exact,
            nodes: 3000,
            nps: 1_500_000,
            hashfull: 7,
            time: Duration::from_millis(2),
            wdl: false,
            pv: vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()],
        }
    }

    #[test]
    fn reports_hold_every_key_before_the_line() {
        let info = Response::Info(info());
        assert_eq!(
            ucci(&info),
            "info depth 5 score -35 multipv 2 seldepth 9 nodes 3000 nps 1500000 hashfull 7 time 2 pv h2e2 h9g7"
        );
        assert_eq!(
            uci(&info),
            "info depth 5 seldepth 9 multipv 2 score cp -35 nodes 3000 nps 1500000 hashfull 7 time 2 pv h2e2 h9g7"
        );
    }

    #[test]
    fn bounds_are_told_in_uci_only() {
        let bound = Response::Info(Info { bound: Bound::Lower, wdl: true, ..info() });
        assert_eq!(bound.in_dialect(Dialect::Ucci), None);
        assert!(uci(&bound).contains(" score cp -35 lowerbound wdl "), "{}", uci(&bound));
    }

    #[test]
    fn mates_are_numbers_in_ucci_and_moves_in_uci() {
        for (score, number, words) in [
            (Score::mate_in(1), 9999, "mate 1"),
            (Score::mate_in(5), 9995, "mate 3"),
            (Score::mated_in(0), -10000, "mate 0"),
            (Score::mated_in(4), -9996, "mate -2"),
            (Score::from_centipawns(20_000), 9000, "cp 20000"),
        ] {
            assert_eq!(ucci_score(score), number);
            let info = Response::Info(Info { score, ..info() });
            assert!(uci(&info).contains(&format!(" score {words} ")), "{}", uci(&info));
        }
    }

    #[test]
    fn chances_add_up_and_follow_the_score() {
        for centipawns in [-30_000, -300, -1, 0, 80, 1000] {
            let [win, draw, loss] = win_draw_loss(Score::from_centipawns(centipawns));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!([loss, draw, win], win_draw_loss(Score::from_centipawns(-centipawns)));
        }
        assert_eq!(win_draw_loss(Score::mate_in(3)), [1000, 0, 0]);
        assert_eq!(win_draw_loss(Score::mated_in(2)), [0, 0, 1000]);
        assert!(win_draw_loss(Score::from_centipawns(200))[0] > 500);
    }
}
