//! Whole matches through the command line: between engines that misbehave, and of our engine with itself. And what is
//! done with many matches.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here is to fail the test")]

mod tuning;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A folder for the files of one test, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("xtask-contest-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("openings.txt"), "b0c2 b9c7 # horses\nb0a2 b9a7\nb2d2 b7d7\n").unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Runs `match` with arguments of which those that begin with `@` are files in this folder.
    fn run(&self, arguments: &[&str]) -> Output {
        self.run_command("match", arguments)
    }

    /// The same with any command.
    fn run_command(&self, name: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.arg(name);
        for argument in arguments {
            match argument.strip_prefix('@') {
                Some(file) => command.arg(self.file(file)),
                None => command.arg(argument),
            };
        }
        command.output().unwrap()
    }

    /// Plays a match of these engines and returns its report.
    fn play(&self, engines: [&str; 2], arguments: &[&str]) -> Value {
        let all =
            ["--a", engines[0], "--b", engines[1], "--openings", "@openings.txt", "--json", "@report.json"];
        let output = self.run(&[&all, arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_str(&self.read("report.json")).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The specification of the test engine in one of its modes.
fn engine(name: &str, mode: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contest/engine.sh");
    format!("{name},proto={}:{} {mode}", if mode == "ucci" { "auto" } else { "uci" }, script.display())
}

/// A report of two games of a good engine against one in this mode.
fn against(mode: &str, arguments: &[&str]) -> Value {
    let folder = Folder::new(mode);
    folder.play([&engine("good", "shuffle"), &engine("bad", mode)], &[&["--games", "2"], arguments].concat())
}

#[test]
fn faults_lose_and_are_counted() {
    for (mode, fault) in [
        ("crash", "crash"),
        ("hang", "hang"),
        ("illegal", "illegal-move"),
        ("nonsense", "illegal-move"),
        ("nomove", "no-move"),
    ] {
        let report = against(mode, &["--nodes", "10", "--patience", "300"]);
        assert_eq!((&report["wins"], &report["games"]), (&json!(2), &json!(2)), "{mode}: {report}");
        assert_eq!(report["engines"][0]["faults"], json!({}), "{mode}");
        assert_eq!(report["engines"][1]["faults"], json!({ fault: 2 }), "{mode}");
    }
}

#[test]
fn who_takes_too_long_loses() {
    let report = against("slow", &["--tc", "0.1", "--grace", "100"]);
    assert_eq!(report["engines"][1]["faults"], json!({ "time-loss": 2 }), "{report}");
}

/// The specification of a test engine that ponders.
fn pondering(name: &str, mode: &str) -> String {
    engine(name, mode).replacen("proto", "ponder=on,proto", 1)
}

#[test]
fn engines_ponder_and_hits_are_counted() {
    // From the third to the tenth ply, when the repetition ends the game, Red and Black move four times each. As Black,
    // the one that ponders expects something after three of them. As Red after all four, but the last time the game
    // ends before it is asked again, or would end with the right move, which then is no matter to ponder on.
    for (mode, [hits, misses, missing, illegal]) in [
        ("ponder", [6, 0, 0, 0]),
        ("ponder-wrong", [0, 6, 0, 0]),
        ("ponder-silent", [0, 0, 7, 0]),
        ("ponder-illegal", [0, 0, 0, 7]),
        // Who answers before it is told to is taken at its word, and what it says then is not taken for the next move.
        ("ponder-early", [6, 0, 0, 0]),
        ("ponder-early-wrong", [0, 6, 0, 0]),
    ] {
        let folder = Folder::new(mode);
        let engines = [&*engine("good", "shuffle"), &*pondering("bad", mode)];
        let report = folder.play(engines, &["--games", "2", "--tc", "60", "--out", "@games"]);
        assert_eq!(report["ends"], json!({ "draw by repetition": 2 }), "{mode}: {report}");
        let expected = json!({ "hits": hits, "misses": misses, "missing": missing, "illegal": illegal });
        assert_eq!(report["engines"][1]["ponders"], expected, "{mode}");
        assert_eq!(report["engines"][0].get("ponders"), None);
        assert_eq!(report["engines"][1]["faults"], json!({}));
    }
    let report = against("ponder", &["--tc", "60"]);
    assert_eq!(report["engines"][1].get("ponders"), None, "who is not asked to does not ponder");
}

#[test]
fn pondering_faults_lose_and_are_counted() {
    for (mode, fault, reason) in [
        ("ponder-deaf-wrong", "hang", "bad did not answer `stop` while it pondered"),
        ("ponder-deaf-right", "hang", "bad did not answer `ponderhit`, nor `stop`"),
        ("ponder-crash", "crash", "bad crashed (exit status: 5; dreamt too much)"),
    ] {
        let folder = Folder::new(mode);
        let engines = [&*engine("good", "shuffle"), &*pondering("bad", mode)];
        let report = folder.play(engines, &["--games", "2", "--movetime", "300", "--out", "@games"]);
        assert_eq!(report["engines"][1]["faults"], json!({ fault: 2 }), "{mode}: {report}");
        let games = folder.read("games");
        let first: Value = serde_json::from_str(games.lines().nth(1).unwrap()).unwrap();
        assert_eq!(first["reason"], format!("Red wins: {reason}"));
    }
}

#[test]
fn the_clock_stands_still_while_the_opponent_thinks() {
    let folder = Folder::new("ponder-clock");
    // The slow one takes at least 1.2 s for three moves.
    let (slow, fast) = (engine("slow", "slow"), pondering("fast", "ponder"));
    let (slow, fast) = (slow.replacen("proto", "tc=60,proto", 1), fast.replacen("proto", "tc=1,proto", 1));
    let report = folder.play([&slow, &fast], &["--games", "2", "--grace", "0"]);
    assert_eq!(report["ends"], json!({ "draw by repetition": 2 }), "{report}");
    assert_eq!(report["engines"][1]["ponders"]["hits"], 6);
}

#[test]
fn to_ponder_needs_a_limit_of_time() {
    let folder = Folder::new("ponder-refused");
    let good = engine("good", "shuffle");
    for limit in ["nodes", "depth"] {
        let other = pondering("bad", "ponder").replacen("proto", &format!("{limit}=5,proto"), 1);
        let output = folder.run(&["--a", &good, "--b", &other, "--openings", "@openings.txt"]);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains("only with a limit of time"), "{}", text(&output.stderr));
    }
}

#[test]
fn reasons_are_written_down() {
    let folder = Folder::new("reasons");
    folder.play(
        [&engine("good", "shuffle"), &engine("bad", "crash")],
        &["--games", "2", "--nodes", "1", "--out", "@games", "--pgn", "@games.pgn"],
    );
    let games = folder.read("games");
    let first: Value = serde_json::from_str(games.lines().nth(1).unwrap()).unwrap();
    assert_eq!(first["reason"], "Red wins: bad crashed (exit status: 3; out of luck)");
    assert_eq!(first["moves"], "b0c2 b9c7 i0i1");
    let pgn = folder.read("games.pgn");
    assert!(pgn.contains("[Termination \"Black wins: bad crashed"), "{pgn}");
    assert!(pgn.contains("1. B0-C2 B9-C7 2. I0-I1 {+0.00/5 "), "{pgn}");
}

#[test]
fn games_end_by_rule_resignation_and_adjudication() {
    let report = against("shuffle", &["--nodes", "10"]);
    assert_eq!((&report["draws"], &report["ends"]), (&json!(2), &json!({ "draw by repetition": 2 })));
    let report = against("ucci", &["--nodes", "10", "--draw", "10:2:0"]);
    assert_eq!(report["ends"], json!({ "draw by adjudication": 2 }));
    let report = against("shuffle", &["--nodes", "10", "--max-plies", "5"]);
    assert_eq!(report["ends"], json!({ "draw after 5 plies": 2 }));
    for (mode, ends) in [
        ("resign", json!({ "Red wins by resignation": 1, "Black wins by resignation": 1 })),
        ("losing", json!({ "Red wins by adjudication": 1, "Black wins by adjudication": 1 })),
    ] {
        let report = against(mode, &["--nodes", "10", "--resign", "1500:2"]);
        assert_eq!((&report["wins"], &report["ends"]), (&json!(2), &ends), "{mode}");
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    let folder = Folder::new("refused");
    let good = engine("good", "shuffle");
    for (other, expected) in [
        (engine("good", "shuffle"), "both engines are called `good`"),
        ("bad:/no/such/engine".to_owned(), "there is no program `/no/such/engine`"),
        ("bad:engine,".to_owned(), "there is no program `engine,`"),
        ("bad,proto=uci:true".to_owned(), "it ended when told `uci`"),
        (good.replace("good", "bad,opt.Hsah=3"), "it has no option `Hsah` in UCI"),
    ] {
        let arguments = ["--a", &good, "--b", &other, "--openings", "@openings.txt", "--games", "2"];
        let output = folder.run(&arguments);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

#[test]
fn a_match_goes_on_where_it_was() {
    let folder = Folder::new("resume");
    let engines = [&*engine("a", "shuffle"), &*engine("b", "losing")];
    let conditions = ["--nodes", "5", "--out", "@games"];
    folder.play(engines, &[&conditions[..], &["--games", "2"]].concat());
    let before = folder.read("games");
    let report = folder.play(engines, &[&conditions[..], &["--games", "5", "--concurrency", "2"]].concat());
    assert_eq!(report["games"], 6, "always whole pairs");
    assert!(folder.read("games").starts_with(&before));
    assert_eq!(folder.read("games").lines().count(), 7);

    let report = folder.play(engines, &[&conditions[..], &["--games", "6"]].concat());
    assert_eq!((&report["games"], folder.read("games").lines().count()), (&json!(6), 7));
    let mut other = vec!["--a", engines[0], "--b", engines[1], "--openings", "@openings.txt"];
    other.extend(["--nodes", "6", "--out", "@games"]);
    let refused = folder.run(&other);
    assert!(text(&refused.stderr).contains("played under other conditions"), "{}", text(&refused.stderr));
}

#[test]
fn shards_are_the_whole_when_they_are_merged() {
    let folder = Folder::new("shards");
    let engines = [&*engine("a", "shuffle"), &*engine("b", "resign")];
    let whole = folder.play(engines, &["--nodes", "5", "--games", "6"]);
    for shard in ["1/2", "2/2"] {
        let file = format!("@{}", &shard[..1]);
        folder.play(engines, &["--nodes", "5", "--games", "6", "--shard", shard, "--out", &file]);
    }
    assert_eq!((folder.read("1").lines().count(), folder.read("2").lines().count()), (5, 3));
    let merge = ["merge", "@2", "@1", "--out", "@all", "--json", "@merged", "--sprt=-5:0"];
    let output = folder.run(&merge);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let merged: Value = serde_json::from_str(&folder.read("merged")).unwrap();
    for key in ["games", "wins", "pairs", "ends"] {
        assert_eq!(merged[key], whole[key], "{key}");
    }
    assert_eq!(merged["sprt"]["test"], "-5:0:0.05:0.05");
    assert_eq!(folder.read("all").lines().count(), 7);
}

#[test]
fn a_sequential_test_ends_a_match() {
    let folder = Folder::new("sprt");
    let engines = [&*engine("a", "shuffle"), &*engine("b", "resign")];
    // Each double win makes the 400 Elo more likely by ln(0.909 / 0.5) = 0.6, of which 2.94 is enough.
    let arguments = ["--nodes", "5", "--games", "600", "--sprt", "0:400", "--out", "@games"];
    for _again in 0..2 {
        let report = folder.play(engines, &arguments);
        assert_eq!((&report["sprt"]["verdict"], &report["games"]), (&json!("passed"), &json!(10)));
    }
}

#[test]
fn our_engine_plays_itself_the_same_way_each_time() {
    let folder = Folder::new("ours");
    let played = |file: &str, concurrency: &str| {
        let arguments = ["--nodes", "400", "--games", "4", "--max-plies", "60", "--out", file];
        let report = folder.play(
            ["new,opt.Hash=1", "old,opt.Hash=1,nodes=100"],
            &[&arguments[..], &["--concurrency", concurrency]].concat(),
        );
        assert_eq!(report["games"], 4);
        for engine in report["engines"].as_array().unwrap() {
            assert_eq!(engine["faults"], json!({}), "{report}");
            assert!(engine["moves"].as_u64().unwrap() > 20);
        }
        assert!(report["engines"][0]["mean_nodes"].as_f64() > report["engines"][1]["mean_nodes"].as_f64());
        let file = folder.read(file.trim_start_matches('@'));
        let mut games: Vec<Value> =
            file.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        games.sort_by_key(|game| game["game"].as_u64());
        // Times are not the same.
        for note in games.iter_mut().flat_map(|game| game["thoughts"].as_array_mut().unwrap()) {
            note[3].take();
        }
        games
    };
    assert_eq!(played("@one", "1"), played("@two", "2"));
}

#[test]
fn a_ladder_is_climbed_once() {
    let folder = Folder::new("ladder");
    let climb = || {
        let arguments = ["--from", "5", "--to", "6", "--games", "2", "--out", "@rungs"];
        let output = folder.run_command("ladder", &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let table = climb();
    let rows: Vec<&str> = table.lines().skip_while(|line| !line.starts_with("| level |")).collect();
    assert!(rows.len() == 5 && rows[4].starts_with("Elo from level 4 on: "), "{table}");
    for (row, level) in [(rows[2], 5), (rows[3], 6)] {
        assert!(row.starts_with(&format!("| {level} | ")), "{table}");
        assert_eq!(folder.read(&format!("rungs/0{level}.jsonl")).lines().count(), 3, "a head and two games");
    }
    let games = folder.read("rungs/06.jsonl");
    assert_eq!((climb(), folder.read("rungs/06.jsonl")), (table, games), "what was played stays");
}
