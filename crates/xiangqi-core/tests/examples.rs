//! The examples run, and print what they promise.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs an example, which cargo has built for the tests of the package.
fn run(example: &str, arguments: &[&str]) -> Output {
    let test = std::env::current_exe().expect("a test has a path");
    let target = test.parent().and_then(|folder| folder.parent()).expect("it is in target/PROFILE/deps");
    let path: PathBuf = target.join("examples").join(example);
    Command::new(&path).args(arguments).output().unwrap_or_else(|error| {
        panic!("{}: {error}; `cargo test --package xiangqi-core` builds it", path.display())
    })
}

fn stdout(example: &str, arguments: &[&str]) -> String {
    let output = run(example, arguments);
    assert!(output.status.success(), "{example} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

fn stderr(example: &str, arguments: &[&str]) -> String {
    let output = run(example, arguments);
    assert!(!output.status.success(), "{example} {arguments:?}");
    String::from_utf8(output.stderr).expect("it prints UTF-8")
}

#[test]
fn perft_counts() {
    let printed = stdout("perft", &["3", "divide"]);
    assert!(printed.contains("last ply counted: 79666 lines in "), "{printed}");
    assert!(printed.contains("last ply listed: 79666 lines in "), "{printed}");
    let by_first_move = printed.lines().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
    assert_eq!(by_first_move.sum::<u64>(), 79_666, "{printed}");
    let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
    assert!(stdout("perft", &["--fen", fen, "2"]).contains("counted: 1128 lines"));
    assert!(stderr("perft", &["many"]).contains("`many`"));
}

#[test]
fn notation_translates() {
    let notations = [
        ("iccs", "h2e2 h9g7 h0g2 i9h9"),
        ("wxf", "C2=5 H8+7 H2+3 R9=8"),
        ("chinese", "炮二平五 马8进7 马二进三 车9平8"),
        ("chinese-traditional", "炮二平五 馬8進7 傌二進三 車9平8"),
    ];
    for (from, moves) in notations {
        for (to, expected) in notations {
            let printed = stdout("notation", &["--moves", moves, "--from", from, "--to", to]);
            assert_eq!(printed, format!("{expected}\n"));
        }
    }
}

#[test]
fn notation_lists_legal_moves() {
    let fen = "5k3/9/8P/8P/8P/9/9/9/9/4K4 w";
    let printed = stdout("notation", &["--fen", fen, "--to", "wxf"]);
    let mut lines: Vec<&str> = printed.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["e0d0 K5=6", "e0e1 K5+1", "i5h5 31=2", "i6h6 21=2", "i7h7 11=2", "i7i8 11+1"]);
}

#[test]
fn notation_reads_leniently_when_asked() {
    let moves = ["--moves", "炮2平5", "--from", "chinese", "--to", "iccs"];
    assert!(stderr("notation", &moves).contains("`炮2平5` is no move here: `2` stands where"));
    assert_eq!(stdout("notation", &[&moves[..], &["--lenient"]].concat()), "h2e2\n");
}

#[test]
fn notation_tells_what_is_wrong() {
    assert!(stderr("notation", &["--to", "morse"]).contains("`morse` is no notation"));
    assert!(stderr("notation", &["--moves"]).contains("`--moves` lacks its value"));
    assert!(stderr("notation", &["--colour"]).contains("`--colour` is no option"));
    assert!(stderr("notation", &["--fen", "9/9"]).contains("10 ranks, not 2"));
    assert!(
        stderr("notation", &["--moves", "h2e2 h2e2"]).contains("`h2e2` is no move here: it is not legal")
    );
}

/// A cannon hunts a rook until the position occurs for the third time.
const CHASE: [&str; 4] =
    ["--fen", "4k4/9/9/1r7/PP7/9/9/C8/9/3K5 w", "--moves", "a2b2 b6a6 b2a2 a6b6 a2b2 b6a6 b2a2 a6b6"];

#[test]
fn referee_explains() {
    assert_eq!(
        stdout("referee", &CHASE),
        "Black wins by Red's perpetual chase. The position has occurred 3 times. Red chased with every move: \
         a2b2 lets the cannon on b2 chase the rook on b6, protected or not; \
         b2a2 lets the cannon on a2 chase the rook on a6, protected or not. \
         Red had to vary. See docs/rules.md#perpetual-chase.\n\
         红方长捉，黑方胜。同一局面已出现3次。红方每着都捉子：\
         a2b2，b2炮捉b6车（不论有根无根）；b2a2，a2炮捉a6车（不论有根无根）。\
         红方必须变着。见docs/rules.md#perpetual-chase。\n"
    );
    assert!(stdout("referee", &["--moves", "h2e2"]).contains("The game goes on.\n对局继续。"));
}

#[test]
fn referee_judges_by_the_rules_asked_for() {
    for (rules, result, rule, offender) in [
        ("computer", "black_wins", "perpetual_chase", "red"),
        ("asian", "black_wins", "perpetual_chase", "red"),
        ("chinese", "draw", "mixed_offences", "both"),
        ("check-only", "draw", "repetition", "none"),
        ("always-draw", "draw", "repetition", "none"),
    ] {
        let printed = stdout("referee", &[&CHASE[..], &["--rules", rules, "--json"]].concat());
        let expected =
            format!(r#"{{"result":"{result}","rule":"{rule}","offender":"{offender}","explanation_en":""#);
        assert!(printed.starts_with(&expected), "{rules}: {printed}");
        assert!(printed.contains(r#"","explanation_zh":""#) && printed.ends_with("\"}\n"), "{printed}");
    }
    let ongoing = stdout("referee", &["--json"]);
    assert!(
        ongoing.starts_with(r#"{"result":"ongoing","rule":null,"offender":"none","explanation_en":"The"#)
    );
    let mate = ["--json", "--fen", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w", "--moves", "b1b9"];
    let mated = stdout("referee", &mate);
    assert!(mated.starts_with(r#"{"result":"red_wins","rule":"checkmate","offender":"none","#), "{mated}");
}

#[test]
fn referee_tells_what_is_wrong() {
    assert!(stderr("referee", &["--rules", "european"]).contains("`european` is no repetition rule"));
    assert!(stderr("referee", &["--moves", "h2e2 h2e2"]).contains("h2e2 is illegal in"));
    assert!(stderr("referee", &["--moves", "h2"]).contains("`h2` is no move"));
    assert!(stderr("referee", &["--fen", "9/9"]).contains("10 ranks, not 2"));
}
