//! Tuning of numbers, and measuring of techniques, by matches.

use serde_json::Value;

use super::{Folder, engine, text};

/// What a run of `spsa` or `ablate` printed.
fn told(folder: &Folder, command: &str, arguments: &[&str]) -> String {
    let output = folder.run_command(command, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Why a run failed.
fn refused(folder: &Folder, command: &str, arguments: &[&str]) -> String {
    let output = folder.run_command(command, arguments);
    assert!(!output.status.success(), "{}", text(&output.stdout));
    text(&output.stderr).to_owned()
}

/// Arguments of a tuning with the test engine, which is strongest at 500 and begins at 380.
fn tuning<'a>(engine: &'a str, further: &[&'a str]) -> Vec<&'a str> {
    let usual =
        ["--engine", engine, "--rows", "razoring_base", "--openings", "@openings.txt", "--nodes", "5"];
    let short = ["--iterations", "30", "--r-end", "0.2", "--seed", "7"];
    [&usual[..], &short, further].concat()
}

fn iterations(file: &str) -> Vec<Value> {
    file.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_best_number_is_found() {
    let folder = Folder::new("spsa");
    let tunable = engine("tunable", "tunable");
    let arguments = tuning(&tunable, &["--out", "@tuning", "--csv", "@csv", "--svg", "@svg"]);
    let report = told(&folder, "spsa", &arguments);
    assert!(report.starts_with("after 30 iterations: +"), "{report}");
    let row = report.lines().find(|line| line.contains("razoring_base = ")).unwrap();
    let (value, rest) = row.split_once(" = ").unwrap().1.split_once(',').unwrap();
    assert!((460..=540).contains(&value.parse::<i32>().unwrap()), "{report}");
    assert!(rest.starts_with(" 100..=800, 40; // was 380, is "), "{report}");
    assert!(report.ends_with(&format!("to play with these: NAME,opt.razoring_base={value}\n")), "{report}");

    let file = folder.read("tuning");
    let played = iterations(&file);
    assert_eq!(played.len(), 30);
    for iteration in &played {
        let games = iteration["games"].as_array().unwrap().iter().map(|games| games.as_u64().unwrap());
        assert_eq!((games.sum::<u64>(), &iteration["faults"]), (2, &Value::from(0)), "{iteration}");
    }
    let last = played[29]["values"][0].as_f64().unwrap();
    assert!(folder.read("csv").ends_with(&format!("\n30,{last:.3}\n")));
    assert!(folder.read("svg").contains("razoring_base: 380"));
    assert_eq!(told(&folder, "spsa", &["show", "@tuning", "--csv", "@again"]), report);
    assert_eq!(folder.read("again"), folder.read("csv"));
}

#[test]
fn a_tuning_goes_on_where_it_was_and_comes_out_the_same() {
    let folder = Folder::new("spsa-resume");
    let tunable = engine("tunable", "tunable");
    let run = |out: &str, further: &[&str]| {
        let arguments = [&["--out", out, "--iterations", "6", "--pairs", "2"], further].concat();
        let usual: Vec<&str> =
            tuning(&tunable, &[]).into_iter().filter(|word| !["--iterations", "30"].contains(word)).collect();
        told(&folder, "spsa", &[usual, arguments].concat())
    };
    let report = run("@whole", &[]);
    let whole = folder.read("whole");
    // Cut off within the fourth iteration.
    let kept: usize = whole.lines().take(4).map(|line| line.len() + 1).sum();
    std::fs::write(folder.file("cut"), &whole[..kept + 20]).unwrap();
    assert_eq!(run("@cut", &["--concurrency", "2"]), report);
    assert_eq!(folder.read("cut"), whole);
    assert_eq!(run("@cut", &[]), report, "there is nothing left to play");

    let other = tuning(&tunable, &["--out", "@cut"]);
    let error = refused(&folder, "spsa", &other);
    assert!(error.contains("played under other conditions: pairs was 2 and is 1"), "{error}");
    let spoilt = whole.replacen("\"games\":[", "\"games\":[1", 1);
    std::fs::write(folder.file("spoilt"), spoilt).unwrap();
    let error = refused(&folder, "spsa", &["show", "@spoilt"]);
    assert!(error.contains("iteration 0 leads to other numbers"), "{error}");
}

#[test]
fn faults_of_a_setting_are_counted_and_avoided() {
    let folder = Folder::new("spsa-faults");
    let tunable = engine("tunable", "tunable");
    let mut arguments = tuning(&tunable, &["--out", "@tuning"]);
    let rows = arguments.iter().position(|word| *word == "razoring_base").unwrap();
    arguments[rows] = "razoring_base=720";
    let report = told(&folder, "spsa", &arguments);
    assert!(report.contains("  faults "), "{report}");
    let played = iterations(&folder.read("tuning"));
    assert!(played[0]["faults"].as_u64() > Some(0));
    assert_eq!(played[29]["faults"], 0);
    assert!(played[29]["values"][0].as_f64() < Some(700.0), "{report}");
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let folder = Folder::new("spsa-refused");
    let [tunable, fixed] = [engine("tunable", "tunable"), engine("fixed", "shuffle")];
    for (arguments, expected) in [
        (tuning(&fixed, &["--out", "@tuning"]), "it has no option `razoring_base` in UCI"),
        (tuning(&tunable, &["--out", "@no/such/folder"]), "cannot go on with"),
        (tuning(&tunable, &["--out", "@openings.txt"]), "line 1 does not tell the conditions"),
        (vec!["--rows", "razor", "--out", "@tuning"], "`razor` is no number of the search"),
        (vec!["--rows", "all", "--out", "@tuning", "--c-end", "0"], "`0` is not above 0"),
        (vec!["--rows", "all"], "--out"),
        (vec![], "--rows"),
    ] {
        let error = refused(&folder, "spsa", &arguments);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn techniques_are_measured_one_after_the_other() {
    let folder = Folder::new("ablate");
    let tunable = engine("tunable", "tunable");
    let run = |without: &str, games: &str| {
        let usual = ["--engine", &tunable, "--openings", "@openings.txt", "--nodes", "5", "--out", "@folder"];
        told(&folder, "ablate", &[&usual[..], &["--without", without, "--games", games]].concat())
    };
    let report = run("null_move,razoring_base=500", "4");
    let table: Vec<&str> = report.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), 4, "{report}");
    assert_eq!(table[2], "| Null-move pruning | `null_move=0` | 4 | +4 =0 −0 | 0 0 0 0 2 | unknown |  |");
    assert!(table[3].contains("| `razoring_base=500` | 4 | +0 =0 −4 | 2 0 0 0 0 |"), "{report}");
    assert_eq!(folder.read("folder/table.md"), table.join("\n") + "\n");

    // More games go on where the file ends, which is one of a match.
    let before = folder.read("folder/null_move=0.jsonl");
    assert!(run("null_move", "6").contains("| 6 | +6 =0 −0 |"));
    assert!(folder.read("folder/null_move=0.jsonl").starts_with(&before));
    let merged = told(&folder, "match", &["merge", "@folder/null_move=0.jsonl", "--sprt", "0:5"]);
    assert!(merged.starts_with("with against without: +6 =0 -0 of 6"), "{merged}");
}

#[test]
fn a_sequential_test_ends_the_match_of_a_technique() {
    let folder = Folder::new("ablate-sprt");
    let tunable = engine("tunable", "tunable");
    let arguments = [
        "--engine",
        &tunable,
        "--openings",
        "@openings.txt",
        "--nodes",
        "5",
        "--out",
        "@folder",
        "--without",
        "null_move",
        "--games",
        "600",
        "--sprt",
        "0:400",
    ];
    let report = told(&folder, "ablate", &arguments);
    assert!(
        report.contains("| 10 | +10 =0 −0 | 0 0 0 0 5 | unknown | 0:400:0.05:0.05: passed at LLR "),
        "{report}"
    );
}

#[test]
fn our_engine_is_tuned_and_measured() {
    let folder = Folder::new("spsa-ours");
    let short =
        ["--openings", "@openings.txt", "--nodes", "200", "--max-plies", "30", "--engine", "x,opt.Hash=1"];
    let rows = ["--rows", "reduction_*", "--iterations", "2", "--out"];
    let [one, two] = ["@one", "@two"].map(|out| told(&folder, "spsa", &[&short[..], &rows, &[out]].concat()));
    assert_eq!(one, two);
    assert!(one.contains("reduction_slope = ") && !one.contains("faults"), "{one}");
    assert_eq!(folder.read("one"), folder.read("two"));
    let report = told(
        &folder,
        "ablate",
        &[&short[..], &["--without", "null_move", "--games", "2", "--out", "@folder"]].concat(),
    );
    let line = report.lines().last().unwrap();
    assert!(
        line.starts_with("| Null-move pruning | `null_move=0` | 2 | ") && !line.contains("fault"),
        "{report}"
    );
}
