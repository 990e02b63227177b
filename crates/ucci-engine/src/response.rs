//! What the engine says, as plain data, and how each dialect writes it.

use std::fmt::Write;
use std::time::Duration;

use xiangqi_core::Move;
use xiangqi_eval::Score;
use xiangqi_search::{Bound, Line};

use crate::Dialect;
use crate::options::{Kind, OptionSpec};

/// One answer of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// `id KEY TEXT`.
    Id {
        /// `name`, `version`, `author` and the like.
        key: &'static str,
        /// The text.
        text: String,
    },
    /// `option …`.
    Option(&'static OptionSpec),
    /// `ucciok` or `uciok`.
    HandshakeOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`: how far the search has come.
    Info(Info),
    /// `info message …` or `info string …`: something to be shown to the user.
    Message(String),
    /// `bestmove …`.
    BestMove {
        /// The move.
        mv: Move,
        /// The answer that is expected, to be pondered on.
        ponder: Option<Move>,
        /// A word on the outcome of the game.
        verdict: Option<Verdict>,
    },
    /// There is no move to play.
    NoBestMove,
    /// What the transposition table knows of a position.
    PopHash(PopHash),
    /// A line that was received, in debug mode.
    Echo {
        /// The line.
        line: String,
        /// Whether it came while thinking.
        busy: bool,
    },
    /// Lines for a person who types commands; neither protocol knows them.
    Text(String),
    /// The last word, in UCCI.
    Bye,
}

/// A word after the move, which UCCI has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The offer of a draw is accepted.
    Draw,
    /// The game is given up.
    Resign,
}

/// The contents of a transposition table for one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PopHash {
    /// The best move.
    pub mv: Option<Move>,
    /// The score is at least this, at this depth.
    pub lower: Option<(Score, u32)>,
    /// The score is at most this, at this depth.
    pub upper: Option<(Score, u32)>,
}

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
    fn write_ucci(&self) -> String {
        let (score, multipv) = (ucci_score(self.score), self.multipv);
        let mut text = format!("info depth {} score {score} multipv {multipv}", self.depth);
        write_to(&mut text, format_args!(" seldepth {}", self.selective_depth));
        self.write_counts(&mut text);
        self.write_pv(&mut text);
        text
    }

    fn write_uci(&self) -> String {
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

impl Response {
    /// The answer as a dialect writes it, without the end of the line; `None` if the dialect has no word for it.
    ///
    /// ```
    /// use ucci_engine::{Dialect, Response};
    ///
    /// assert_eq!(Response::NoBestMove.in_dialect(Dialect::Ucci).as_deref(), Some("nobestmove"));
    /// assert_eq!(Response::NoBestMove.in_dialect(Dialect::Uci).as_deref(), Some("bestmove (none)"));
    /// assert_eq!(Response::Bye.in_dialect(Dialect::Uci), None);
    /// ```
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Option<String> {
        Some(match (self, dialect) {
            (Response::Id { key, text }, _) => format!("id {key} {}", printable(text)),
            (Response::Option(spec), _) => write_option(spec, dialect)?,
            (Response::HandshakeOk, Dialect::Ucci) => "ucciok".to_string(),
            (Response::HandshakeOk, Dialect::Uci) => "uciok".to_string(),
            (Response::ReadyOk, _) => "readyok".to_string(),
            (Response::Info(info), Dialect::Ucci) => {
                (info.bound == Bound::Exact).then(|| info.write_ucci())? // UCCI has no word for a bound
            }
            (Response::Info(info), Dialect::Uci) => info.write_uci(),
            (Response::Message(text), Dialect::Ucci) => format!("info message {}", printable(text)),
            (Response::Message(text), Dialect::Uci) => format!("info string {}", printable(text)),
            (Response::Echo { line, busy }, _) => write_echo(line, *busy, dialect),
            (Response::BestMove { mv, ponder, verdict }, _) => write_best_move(*mv, *ponder, *verdict),
            (Response::NoBestMove, Dialect::Ucci) => "nobestmove".to_string(),
            (Response::NoBestMove, Dialect::Uci) => "bestmove (none)".to_string(),
            (Response::PopHash(entry), _) => write_pop_hash(entry),
            (Response::Text(text), _) => text.clone(),
            (Response::Bye, Dialect::Ucci) => "bye".to_string(),
            (Response::Bye, Dialect::Uci) => return None,
        })
    }
}

fn write_echo(line: &str, busy: bool, dialect: Dialect) -> String {
    let info = if dialect == Dialect::Ucci { "info" } else { "info string" };
    let state = if busy { "busyline" } else { "idleline" };
    format!("{info} {state} [{}]", printable(line))
}

fn write_best_move(mv: Move, ponder: Option<Move>, verdict: Option<Verdict>) -> String {
    let mut text = format!("bestmove {mv}");
    if let Some(ponder) = ponder {
        write_to(&mut text, format_args!(" ponder {ponder}"));
    }
    match verdict {
        Some(Verdict::Draw) => text.push_str(" draw"),
        Some(Verdict::Resign) => text.push_str(" resign"),
        None => {}
    }
    text
}

fn write_pop_hash(entry: &PopHash) -> String {
    let mut text = "pophash".to_string();
    if let Some(mv) = entry.mv {
        write_to(&mut text, format_args!(" bestmove {mv}"));
    }
    for (name, bound) in [("lowerbound", entry.lower), ("upperbound", entry.upper)] {
        if let Some((score, depth)) = bound {
            write_to(&mut text, format_args!(" {name} {} depth {depth}", ucci_score(score)));
        }
    }
    text
}

/// UCCI: `option NAME type …`; UCI: `option name NAME type …`, and the default before the range.
fn write_option(spec: &OptionSpec, dialect: Dialect) -> Option<String> {
    let name = spec.name(dialect)?;
    let mut text = match dialect {
        Dialect::Ucci => format!("option {name} type"),
        Dialect::Uci => format!("option name {name} type"),
    };
    match (spec.kind, dialect) {
        (Kind::Check { default }, _) => write_to(&mut text, format_args!(" check default {default}")),
        (Kind::Spin { default, min, max }, Dialect::Ucci) => {
            write_to(&mut text, format_args!(" spin min {min} max {max} default {default}"));
        }
        (Kind::Spin { default, min, max }, Dialect::Uci) => {
            write_to(&mut text, format_args!(" spin default {default} min {min} max {max}"));
        }
        (Kind::Combo { vars }, _) => write_combo(&mut text, vars, dialect),
        (Kind::Button, _) => text.push_str(" button"),
        (Kind::Text, Dialect::Ucci) => text.push_str(" string"),
        (Kind::Text, Dialect::Uci) => text.push_str(" string default <empty>"),
    }
    Some(text)
}

fn write_combo(text: &mut String, vars: &[&str], dialect: Dialect) {
    let default = vars.first().copied().unwrap_or_default();
    text.push_str(" combo");
    if dialect == Dialect::Uci {
        write_to(text, format_args!(" default {default}"));
    }
    for var in vars {
        write_to(text, format_args!(" var {var}"));
    }
    if dialect == Dialect::Ucci {
        write_to(text, format_args!(" default {default}"));
    }
}

/// The score of a mate on the spot in UCCI, which has only numbers.
const UCCI_MATE: i32 = 10_000;
/// Evaluations beyond this are cut in UCCI, so that none looks like a mate.
const UCCI_MAX_EVALUATION: i32 = 9_000;

/// UCCI has no word for a mate: a mate in N plies is written as 10000 - N, as other engines do.
fn ucci_score(score: Score) -> i32 {
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

/// The most characters at the beginning and at the end of a text that are passed on in a message.
const MAX_END_OF_MESSAGE: usize = 500;

/// A text on one line, in ASCII (clients disagree about encodings), and not too long. What is too long loses its
/// middle: the beginning says what went wrong, and the end why.
fn printable(text: &str) -> String {
    let plain = |c: char| match c {
        _ if c.is_whitespace() => ' ',
        _ if c.is_ascii_graphic() => c,
        _ => '?',
    };
    let mut letters: Vec<char> = text.trim().chars().map(plain).collect();
    if letters.len() > 2 * MAX_END_OF_MESSAGE {
        letters.splice(MAX_END_OF_MESSAGE..letters.len() - MAX_END_OF_MESSAGE, " ... ".chars());
    }
    letters.into_iter().collect()
}

fn write_to(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::OPTIONS;

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

    #[test]
    fn options_are_written_as_each_dialect_wants() {
        let lines = |dialect| -> Vec<String> {
            OPTIONS.iter().filter_map(|spec| Response::Option(spec).in_dialect(dialect)).collect()
        };
        let advertised = lines(Dialect::Ucci);
        for line in [
            "option usemillisec type check default true",
            "option hashsize type spin min 0 max 65536 default 64",
            "option newgame type button",
            "option evalfile type string",
        ] {
            assert!(advertised.iter().any(|own| own == line), "{line}: {advertised:#?}");
        }
        let advertised = lines(Dialect::Uci);
        for line in [
            "option name Hash type spin default 64 min 0 max 65536",
            "option name UCI_Variant type combo default xiangqi var xiangqi",
            "option name Clear Hash type button",
            "option name EvalFile type string default <empty>",
        ] {
            assert!(advertised.iter().any(|own| own == line), "{line}: {advertised:#?}");
        }
    }

    #[test]
    fn moves_carry_a_verdict_last() {
        let best = |ponder: Option<&str>, verdict| {
            let ponder = ponder.map(|mv| mv.parse().unwrap());
            ucci(&Response::BestMove { mv: "h2e2".parse().unwrap(), ponder, verdict })
        };
        assert_eq!(best(None, None), "bestmove h2e2");
        assert_eq!(best(Some("h9g7"), None), "bestmove h2e2 ponder h9g7");
        assert_eq!(best(Some("h9g7"), Some(Verdict::Draw)), "bestmove h2e2 ponder h9g7 draw");
        assert_eq!(best(None, Some(Verdict::Resign)), "bestmove h2e2 resign");
    }

    #[test]
    fn hash_entries_are_written_bound_by_bound() {
        let exact = (Score::from_centipawns(12), 8);
        let entry = PopHash { mv: "h2e2".parse().ok(), lower: Some(exact), upper: Some(exact) };
        assert_eq!(
            ucci(&Response::PopHash(entry)),
            "pophash bestmove h2e2 lowerbound 12 depth 8 upperbound 12 depth 8"
        );
        assert_eq!(ucci(&Response::PopHash(PopHash::default())), "pophash");
    }

    #[test]
    fn messages_stay_on_one_short_ascii_line_with_beginning_and_end() {
        let message = |text: &str| ucci(&Response::Message(text.to_string()));
        let reason = format!("not a text: {}", "c".repeat(300));
        assert_eq!(message(&reason), format!("info message {reason}"));
        let long = message(&format!("a\n\tb\u{5e05}{}, said the parser", "c".repeat(10_000)));
        assert!(long.starts_with("info message a  b?ccc") && long.contains("c ... c"), "{long}");
        assert!(long.ends_with("c, said the parser") && long.len() < 1100, "{long}");
    }
}
