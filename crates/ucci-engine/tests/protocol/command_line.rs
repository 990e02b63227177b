//! What can be asked of the program on its command line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ucci-engine"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = program(arguments).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn help_is_no_error() {
    for word in ["--help", "-h", "help"] {
        let (status, said, complaints) = run(&[word]);
        assert_eq!((status, complaints.as_str()), (Some(0), ""), "{word}");
        assert!(said.starts_with("usage: ucci-engine ") && said.contains("bench"), "{said}");
    }
}

#[test]
fn the_version_is_told() {
    for word in ["--version", "-V"] {
        assert_eq!(run(&[word]), (Some(0), format!("ucci-engine {}\n", ucci_engine::VERSION), String::new()));
    }
}

#[test]
fn what_is_wrong_is_quoted() {
    for (arguments, wrong) in [
        (&["frobnicate"][..], "'frobnicate'"),
        (&[""], "''"),
        (&["--depth", "5"], "'--depth'"),
        (&["bench", "99999999999"], "'99999999999'"),
        (&["bench", "0"], "'0'"),
        (&["bench", "120"], "'120'"),
        (&["bench", "-1"], "'-1'"),
        (&["bench", "deep"], "'deep'"),
        (&["bench", "1", "2"], "'2'"),
        (&["--help", "me"], "'me'"),
    ] {
        let (status, said, complaints) = run(arguments);
        assert_eq!((status, said.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(complaints.contains(wrong) && complaints.contains("usage: "), "{complaints}");
    }
}

#[test]
#[cfg(unix)]
fn words_in_any_encoding_are_quoted() {
    use std::os::unix::ffi::OsStrExt;
    let word = std::ffi::OsStr::from_bytes(b"bench\xff");
    let output = program(&[]).arg(word).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("'bench\u{fffd}'"));
}

#[test]
fn bench_ends_with_the_speed() {
    let (status, said, complaints) = run(&["bench", "1"]);
    assert_eq!((status, complaints.as_str()), (Some(0), ""));
    assert!(said.ends_with(" nps\n"), "{said}");
}

#[test]
fn bench_ends_when_nobody_reads_any_more() {
    let mut engine = program(&["bench", "4"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let first = BufReader::new(engine.stdout.take().unwrap()).lines().next();
    assert!(first.unwrap().unwrap().contains(" nodes "));
    let output = engine.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// What the engine says, and writes to its error stream, when a client sends these lines and reads only `later`.
fn converse(engine: &mut Command, lines: &str, later: Duration) -> (String, String) {
    let mut engine =
        engine.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    engine.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    thread::sleep(later);
    let output = engine.wait_with_output().unwrap();
    assert!(output.status.success());
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_client_that_reads_late_misses_nothing() {
    const PICTURES: usize = 2_000;
    let lines = format!("{}go depth 3\nquit\n", "d\n".repeat(PICTURES));
    let (said, _) = converse(&mut program(&[]), &lines, Duration::from_millis(1500));
    assert_eq!(said.lines().filter(|line| line.starts_with("Fen: ")).count(), PICTURES);
    let last: Vec<&str> = said.lines().rev().take(2).collect();
    assert!(last[0] == "bye" && last[1].starts_with("bestmove "), "{last:?}");
}

#[test]
fn the_log_tells_what_is_said_and_searched() {
    let lines = "uci\ngo depth 1\nquit\n";
    let run = |level| converse(program(&[]).env("RUST_LOG", level), lines, Duration::ZERO).1;
    let told = |log: &str, text: &str| log.lines().any(|line| line.contains(text));
    let debug = run("debug");
    for text in ["DEBUG", "received: go depth 1", "a search begins at rnbakabnr/", "a search ends: "] {
        assert!(told(&debug, text), "{text}: {debug}");
    }
    assert!(!told(&debug, "sent: "), "{debug}");
    let trace = run("trace");
    for text in ["received: quit", "sent: uciok", "sent: bestmove "] {
        assert!(told(&trace, text), "{text}: {trace}");
    }
    assert_eq!(run("error"), "");
}
