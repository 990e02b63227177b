//! A machine with too little memory for the table that is asked for.

use std::io::Write;
use std::process::{Command, Stdio};

/// Far below the table that is asked for, far above what the engine needs, in KiB.
const MEMORY_KIB: u32 = 2_000_000;

#[test]
fn a_table_that_the_machine_cannot_hold_is_replaced_by_a_smaller_one() {
    let limited = format!("ulimit -v {MEMORY_KIB}; exec {:?}", env!("CARGO_BIN_EXE_ucci-engine"));
    let mut engine = Command::new("sh")
        .args(["-c", &limited])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "ucci\nsetoption hashsize 60000\nisready\nisready\ngo depth 2\n";
    engine.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = engine.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let complaint = "info message no memory for a table of 60000 MiB: it has 16 MiB";
    assert!(output.status.success());
    assert_eq!(said.lines().filter(|line| *line == complaint).count(), 1, "{said}");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
}
