//! The engine as a program: `ucci-engine` talks UCCI or UCI, `ucci-engine bench [DEPTH]` measures itself.
#![forbid(unsafe_code)]

use std::env;
use std::io::{BufReader, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::time::Duration;

use ucci_engine::io::{Output, read_lines};
use ucci_engine::{Handcrafted, Knowledge, Session, bench};
use xiangqi_search::Control;

const USAGE: &str = "\
usage: ucci-engine [bench [DEPTH] | --help | --version]
Without arguments, speaks UCCI or UCI on stdin and stdout.
With bench, searches a fixed set of positions to DEPTH plies and tells nodes and speed.";

/// The exit status of a program that was called in a wrong way.
const MISUSED: u8 = 2;
/// How long the program waits at its end for a client that does not take a line, but could.
const LAST_WORDS: Duration = Duration::from_secs(60);

/// What the program is called to do.
enum Task {
    Converse,
    Bench(u32),
    Say(String),
}

fn main() -> ExitCode {
    env_logger::init();
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match task(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(Task::Converse) => converse(),
        Ok(Task::Bench(depth)) => measure(depth),
        // Whoever does not want to read it, need not.
        Ok(Task::Say(text)) => drop(writeln!(stdout(), "{text}")),
        Err(complaint) => {
            let _nobody_listens = writeln!(stderr(), "ucci-engine: {complaint}\n{USAGE}");
            return ExitCode::from(MISUSED);
        }
    }
    ExitCode::SUCCESS
}

/// What the words on the command line ask for, or what is wrong with them.
fn task(words: &[&str]) -> Result<Task, String> {
    let (task, rest) = match words {
        [] => (Task::Converse, words),
        ["--help" | "-h" | "help", rest @ ..] => (Task::Say(USAGE.to_string()), rest),
        ["--version" | "-V", rest @ ..] => (Task::Say(format!("ucci-engine {}", ucci_engine::VERSION)), rest),
        ["bench"] => (Task::Bench(bench::DEFAULT_DEPTH), &[][..]),
        ["bench", depth, rest @ ..] => (Task::Bench(parse_depth(depth)?), rest),
        [other, ..] => return Err(format!("unknown argument '{other}'")),
    };
    match rest.first() {
        None => Ok(task),
        Some(word) => Err(format!("unexpected argument '{word}'")),
    }
}

fn parse_depth(word: &str) -> Result<u32, String> {
    let depth = word.parse().ok().filter(|depth| (1..=bench::MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("invalid depth '{word}': expected a number from 1 to {}", bench::MAX_DEPTH))
}

fn converse() {
    let (sender, events) = channel();
    read_lines(BufReader::new(stdin()), sender.clone());
    let (output, drain) = Output::new(stdout());
    Session::new(Handcrafted::default(), output, sender).run(&events);
    let _in_time = drain.wait(LAST_WORDS);
}

/// Measures until it is done or nobody reads any more.
fn measure(depth: u32) {
    let control = Control::new();
    bench::run(&Handcrafted::default().evaluator(), depth, &control, &mut |line| {
        if writeln!(stdout(), "{line}").is_err() {
            control.stop();
        }
    });
}
