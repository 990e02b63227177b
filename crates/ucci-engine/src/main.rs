//! The engine as a program: `ucci-engine` talks UCCI or UCI, `ucci-engine bench [DEPTH]` measures itself.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is the program's voice")]

use std::env;
use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::time::Duration;

use ucci_engine::io::{Output, read_lines};
use ucci_engine::{Handcrafted, Knowledge, Session, bench};
use xiangqi_search::Control;

/// How long the program waits at its end for a client that does not read.
const LAST_WORDS: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    env_logger::init();
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => converse(),
        ["bench"] => measure(bench::DEFAULT_DEPTH),
        ["bench", depth] if depth.parse::<u32>().is_ok() => {
            measure(depth.parse().unwrap_or(bench::DEFAULT_DEPTH));
        }
        ["--version" | "-V"] => println!("ucci-engine {}", ucci_engine::VERSION),
        _ => {
            eprintln!(
                "usage: ucci-engine [bench [DEPTH]]\nWithout arguments, speaks UCCI or UCI on stdin and stdout."
            );
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn converse() {
    let (sender, events) = channel();
    read_lines(BufReader::new(stdin()), sender.clone());
    let (output, drain) = Output::new(stdout());
    Session::new(Handcrafted::default(), output, sender).run(&events);
    let _in_time = drain.wait(LAST_WORDS);
}

fn measure(depth: u32) {
    bench::run(&Handcrafted::default().evaluator(), depth, &Control::new(), &mut |line| println!("{line}"));
}
