//! What a match came to, for people and for programs.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::fault::FaultKind;
use super::record::{Ponders, Record};
use super::sprt::{Sprt, Verdict};
use super::statistics::{Estimate, Tally};

/// The results of a match, from the first engine's point of view.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    engines: [EngineReport; 2],
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The share of the points; `None` without a game.
    score: Option<f64>,
    /// Complete pairs of games by their points: 0, ½, 1, 1½, 2.
    pairs: [u32; 5],
    /// Elo and the bounds of its 95 % interval; a bound beyond all numbers is `null`.
    elo: Option<[f64; 3]>,
    normalized_elo: Option<f64>,
    /// The likelihood that the first engine is the stronger one.
    superiority: Option<f64>,
    sprt: Option<SprtReport>,
    /// How many games ended in which way.
    ends: BTreeMap<String, u32>,
    mean_plies: Option<f64>,
}

/// The state of a sequential test.
#[derive(Clone, Debug, Serialize)]
struct SprtReport {
    /// `ELO0:ELO1:ALPHA:BETA`.
    test: String,
    llr: f64,
    bounds: (f64, f64),
    verdict: &'static str,
}

/// What one engine did in all games.
#[derive(Clone, Debug, Default, Serialize)]
struct EngineReport {
    name: String,
    moves: u64,
    mean_ms: f64,
    mean_depth: f64,
    mean_nodes: f64,
    /// Moves that came late, though not too late.
    late: u64,
    /// What came of pondering, if anything did.
    #[serde(skip_serializing_if = "Option::is_none")]
    ponders: Option<Ponders>,
    faults: BTreeMap<FaultKind, u32>,
}

impl Report {
    pub(super) fn new(names: [&str; 2], records: &[Record], sprt: Option<Sprt>) -> Report {
        let tally = Tally::of(records);
        let estimate = tally.estimate();
        let [losses, draws, wins] = tally.games;
        let mut ends = BTreeMap::new();
        for record in records {
            *ends.entry(way(record)).or_default() += 1;
        }
        let plies: usize = records.iter().map(|record| record.moves.split_whitespace().count()).sum();
        let games = tally.count();
        Report {
            engines: names.map(|name| EngineReport::new(name, records)),
            games,
            wins,
            draws,
            losses,
            score: (games > 0).then(|| tally.score()),
            pairs: tally.pairs,
            elo: estimate.map(|Estimate { elo, interval: (low, high), .. }| [elo, low, high]),
            normalized_elo: estimate.map(|estimate| estimate.normalized),
            superiority: estimate.map(|estimate| estimate.superiority),
            sprt: sprt.map(|sprt| SprtReport::new(sprt, &tally)),
            ends,
            mean_plies: mean(u64::try_from(plies).unwrap_or(u64::MAX), u64::from(games)),
        }
    }

    /// The results so far in a few words.
    pub(super) fn line(tally: &Tally, sprt: Option<Sprt>) -> String {
        let [losses, draws, wins] = tally.games;
        let elo = tally.estimate().map_or_else(String::new, |estimate| {
            let Estimate { elo, interval: (low, high), .. } = estimate;
            format!("  Elo {elo:+.1} [{low:+.1}, {high:+.1}]")
        });
        let llr = sprt.map_or_else(String::new, |sprt| {
            let (low, high) = sprt.bounds();
            format!("  LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(&tally.pairs))
        });
        format!("+{wins} ={draws} -{losses}{elo}{llr}")
    }
}

/// The way in which a game ended, without what is peculiar to it.
fn way(record: &Record) -> String {
    let verdict = record.reason.split(':').next().unwrap_or_default();
    record.fault.map_or_else(|| verdict.to_owned(), |kind| format!("{verdict}: {}", kind.plural()))
}

impl SprtReport {
    fn new(sprt: Sprt, tally: &Tally) -> SprtReport {
        let verdict: Verdict = sprt.verdict(&tally.pairs);
        SprtReport {
            test: sprt.to_string(),
            llr: sprt.llr(&tally.pairs),
            bounds: sprt.bounds(),
            verdict: verdict.text(),
        }
    }
}

impl EngineReport {
    fn new(name: &str, records: &[Record]) -> EngineReport {
        let mut report = EngineReport { name: name.to_owned(), ..EngineReport::default() };
        let (mut ms, mut depth, mut nodes) = (0_u64, 0_u64, 0_u64);
        let mut ponders = Ponders::default();
        for record in records {
            let side = usize::from(record.black == name);
            report.late += u64::from(record.late[side]);
            ponders.add(record.ponders[side]);
            // The first move after the opening is Red's if the opening has an even number of plies.
            let first = (side + record.opening_plies) % 2;
            for note in record.thoughts.iter().skip(first).step_by(2) {
                report.moves += 1;
                depth += u64::from(note.1);
                nodes = nodes.saturating_add(note.2);
                ms = ms.saturating_add(note.3);
            }
            let lost = record.half_points() != 1 && (record.result.text() == "1-0") == (side == 1);
            if let Some(kind) = record.fault.filter(|_| lost) {
                *report.faults.entry(kind).or_default() += 1;
            }
        }
        report.ponders = Some(ponders).filter(|&ponders| ponders != Ponders::default());
        let mean_of = |sum| mean(sum, report.moves).unwrap_or(0.0);
        (report.mean_ms, report.mean_depth, report.mean_nodes) =
            (mean_of(ms), mean_of(depth), mean_of(nodes));
        report
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean is not exact")]
fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.engines;
        let score = self.score.map_or_else(String::new, |score| format!(" ({:.1} %)", 100.0 * score));
        writeln!(
            f,
            "{} against {}: +{} ={} -{} of {}{score}",
            first.name, second.name, self.wins, self.draws, self.losses, self.games
        )?;
        writeln!(f, "pairs by points, 0 to 2: {:?}", self.pairs)?;
        match (self.elo, self.normalized_elo, self.superiority) {
            (Some([elo, low, high]), Some(normalized), Some(superiority)) => writeln!(
                f,
                "Elo {elo:+.1} [{low:+.1}, {high:+.1}], normalized {normalized:+.1}, stronger with {:.1} %",
                100.0 * superiority
            )?,
            _ => writeln!(f, "Elo unknown: all pairs ended alike")?,
        }
        if let Some(SprtReport { test, llr, bounds: (low, high), verdict }) = &self.sprt {
            writeln!(f, "SPRT {test}: LLR {llr:.2} ({low:.2}, {high:.2}), {verdict}")?;
        }
        if let Some(plies) = self.mean_plies {
            writeln!(f, "{plies:.0} plies a game; ends:")?;
        }
        for (way, count) in &self.ends {
            writeln!(f, "{count:>8}  {way}")?;
        }
        self.engines.iter().try_for_each(|engine| writeln!(f, "{engine}"))
    }
}

impl fmt::Display for EngineReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EngineReport { name, moves, mean_ms, mean_depth, mean_nodes, late, ponders, .. } = self;
        write!(
            f,
            "{name}: {moves} moves, mean {mean_ms:.0} ms, depth {mean_depth:.1}, {mean_nodes:.0} nodes; "
        )?;
        write!(f, "late {late}")?;
        FaultKind::ALL.iter().try_for_each(|kind| {
            write!(f, ", {} {}", kind.plural(), self.faults.get(kind).copied().unwrap_or(0))
        })?;
        let Some(Ponders { hits, misses, missing, illegal }) = *ponders else { return Ok(()) };
        let share = mean(100 * u64::from(hits), u64::from(hits) + u64::from(misses)).unwrap_or(0.0);
        write!(f, "; pondered on the move played {hits} times, on another {misses} ({share:.1} % hits)")?;
        write!(f, ", no move to ponder on {missing}, illegal {illegal}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::GameResult;
    use super::super::record::tests::record;
    use super::*;

    fn games() -> Vec<Record> {
        use GameResult::{BlackWins, Draw, RedWins};
        let mut games: Vec<Record> = (0..)
            .zip([RedWins, Draw, RedWins, BlackWins])
            .map(|(game, result)| record(game, result))
            .collect();
        // In game 3, `b` is red and loses.
        games[3].fault = Some(FaultKind::Crash);
        games[3].reason = "Black wins: b crashed (exit status: 1)".to_owned();
        games
    }

    #[test]
    fn the_report_reads_well() {
        let text = Report::new(["a", "b"], &games(), "0:5".parse().ok()).to_string();
        let expected = [
            "a against b: +3 =1 -0 of 4 (87.5 %)",
            "pairs by points, 0 to 2: [0, 0, 0, 1, 1]",
            "Elo +338.0 [+148.7, +inf], normalized +737.0, stronger with 100.0 %",
            "SPRT 0:5:0.05:0.05: LLR 0.03 (-2.94, 2.94), open",
            "3 plies a game; ends:",
            "       1  Black wins: crashes",
            "       3  Red wins by checkmate",
        ];
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..7], expected);
        assert!(lines[7].starts_with("a: 4 moves, mean 4 ms, depth 2.5, 50 nodes; late 2, crashes 0, "));
        assert!(
            lines[8].starts_with("b: 4 moves, mean 4 ms, depth 2.5, 50 nodes; late 2, crashes 1, hangs 0")
        );
    }

    #[test]
    fn pondering_is_told_of_who_did() {
        let mut games = games();
        // `a` is red in even games.
        games[0].ponders[0] = Ponders { hits: 2, misses: 3, missing: 0, illegal: 1 };
        games[1].ponders[1] = Ponders { hits: 3, misses: 0, missing: 1, illegal: 0 };
        let report = Report::new(["a", "b"], &games, None);
        let text = report.to_string();
        let [first, second] = [0, 1].map(|index| text.lines().rev().nth(1 - index).unwrap_or_default());
        let expected = "; pondered on the move played 5 times, on another 3 (62.5 % hits), \
                        no move to ponder on 1, illegal 1";
        assert!(first.ends_with(expected), "{first}");
        assert!(!second.contains("ponder"), "{second}");
        let value = serde_json::to_value(report).unwrap();
        assert_eq!(value["engines"][0]["ponders"]["hits"], 5);
        assert_eq!(value["engines"][1].get("ponders"), None);
    }

    #[test]
    fn programs_can_read_it_though_a_bound_is_infinite() {
        let report = Report::new(["a", "b"], &games(), None);
        let value: serde_json::Value = serde_json::to_value(report).unwrap();
        assert_eq!(value["wins"], 3);
        assert_eq!(value["pairs"], serde_json::json!([0, 0, 0, 1, 1]));
        assert!(value["elo"][0].is_f64() && value["elo"][2].is_null());
        assert_eq!(value["engines"][1]["faults"]["crash"], 1);
        assert_eq!(value["engines"][0]["faults"], serde_json::json!({}));
    }

    #[test]
    fn without_games_nothing_is_claimed() {
        let text = Report::new(["a", "b"], &[], None).to_string();
        assert!(text.starts_with("a against b: +0 =0 -0 of 0\n"), "{text}");
        assert!(text.contains("Elo unknown"), "{text}");
    }

    #[test]
    fn moves_belong_to_whom_they_are_of() {
        // The opening has one ply, so the first thought is Black's, which is `b` in game 0.
        let report = Report::new(["a", "b"], &games()[..1], None);
        let nodes = report.engines.map(|engine| format!("{}: {:.0}", engine.moves, engine.mean_nodes));
        assert_eq!(nodes, ["1: 0", "1: 100"]);
    }
}
