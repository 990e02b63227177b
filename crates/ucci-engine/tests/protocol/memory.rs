//! Machines with too little memory for the table that is asked for, and tables that need no more than they use.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

/// Far below the tables that are asked for, far above what the engine needs, in KiB.
const MEMORY_KIB: u32 = 2_000_000;

fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// What the engine says on a machine with little memory.
fn say_with_little_memory(lines: &str) -> String {
    let limited = format!("ulimit -v {MEMORY_KIB}; exec {:?}", env!("CARGO_BIN_EXE_ucci-engine"));
    let mut engine = start(Command::new("sh").args(["-c", &limited]));
    engine.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = engine.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_table_that_the_machine_cannot_hold_is_replaced_by_a_smaller_one() {
    let said = say_with_little_memory("ucci\nsetoption hashsize 60000\nisready\nisready\ngo depth 2\n");
    let complaint = "info message not enough memory for a hash table of 60000 MiB: using 16 MiB";
    assert_eq!(said.lines().filter(|line| *line == complaint).count(), 1, "{said}");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
}

#[test]
fn a_table_can_be_renewed_where_there_is_no_room_for_two() {
    let said = say_with_little_memory(
        "ucci\nsetoption hashsize 1200\nisready\nsetoption newgame\nisready\nsetoption hashsize 1300\nisready\n",
    );
    assert!(!said.contains("not enough memory"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_large_table_takes_memory_only_as_it_is_used() {
    let mut engine = start(&mut Command::new(env!("CARGO_BIN_EXE_ucci-engine")));
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"ucci\nsetoption hashsize 1500\nisready\nsetoption newgame\nisready\n").unwrap();
    let mut output = BufReader::new(engine.stdout.take().unwrap()).lines();
    for _ in 0..2 {
        assert!(output.any(|line| line.unwrap() == "readyok"));
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u32 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kib < 500_000, "{kib} KiB");
    input.write_all(b"quit\n").unwrap();
    assert!(engine.wait().unwrap().success());
}
