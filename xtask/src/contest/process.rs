//! A child process that is talked with in lines, and is allowed to do anything but block us.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How long a process that closed its output may take to end.
const TO_END: Duration = Duration::from_secs(1);
/// How long it may take to end when it is asked to.
const TO_QUIT: Duration = Duration::from_millis(300);
/// How often it is looked at meanwhile.
const GLANCE: Duration = Duration::from_millis(5);

/// A running program; it is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    /// Ends with the last line that the program wrote to its standard error.
    complaint: Option<JoinHandle<String>>,
}

/// What came within the time.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A line, and when it arrived.
    Line(Instant, String),
    /// Nothing.
    Late,
    /// The program has closed its output.
    Gone,
}

impl Process {
    pub(super) fn start(command: &[String], directory: Option<&Path>) -> Result<Process> {
        let Some((program, arguments)) = command.split_first() else { bail!("no command to start") };
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            start.current_dir(directory);
        }
        let mut child = start.spawn().with_context(|| format!("cannot start `{program}`"))?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = streams else {
            bail!("`{program}` has no standard streams");
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            // When nobody listens any more, there is no need to read on.
            each_line(output, |line| sender.send((Instant::now(), line)).is_ok());
        });
        let complaint = thread::spawn(move || {
            let mut last = String::new();
            each_line(errors, |line| {
                if !line.trim().is_empty() {
                    last = line;
                }
                true
            });
            last
        });
        Ok(Process { child, input, lines, complaint: Some(complaint) })
    }

    /// Says a line; whether it was heard shows in what comes [next](Self::next).
    pub(super) fn send(&mut self, line: &str) {
        // In one piece: some programs read what has arrived as if it were a line.
        let _gone = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
    }

    /// The next line that arrives up to `deadline`.
    pub(super) fn next(&self, deadline: Instant) -> Next {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((arrived, line)) => Next::Line(arrived, line),
            Err(RecvTimeoutError::Timeout) => Next::Late,
            Err(RecvTimeoutError::Disconnected) => Next::Gone,
        }
    }

    /// How a program ended that has closed its output: its status, and the last line of its standard error.
    pub(super) fn last_words(&mut self) -> String {
        let status = match self.wait(TO_END) {
            Some(status) => status.to_string(),
            None => "it closed its output but still runs".to_owned(),
        };
        let heard = self.complaint.as_ref().is_some_and(JoinHandle::is_finished);
        let complaint = self.complaint.take_if(|_| heard).and_then(|thread| thread.join().ok());
        match complaint.filter(|text| !text.is_empty()) {
            Some(text) => format!("{status}; {text}"),
            None => status,
        }
    }

    /// Waits for the process, and for what it wrote to its standard error, to end.
    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.child.try_wait().ok().flatten();
            let silent = self.complaint.as_ref().is_none_or(JoinHandle::is_finished);
            if status.is_some() && silent || Instant::now() >= deadline {
                return status;
            }
            thread::sleep(GLANCE);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        if self.wait(TO_QUIT).is_none() {
            let _gone = self.child.kill();
            let _reaped = self.child.wait();
        }
    }
}

/// Reads lines, whatever their bytes and line ends, as long as `take` wants more.
fn each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes);
        if !take(line.trim_end_matches(['\n', '\r']).to_owned()) {
            return;
        }
        bytes.clear();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&["sh", "-c", script].map(str::to_owned), None).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    fn line(process: &Process) -> String {
        match process.next(soon()) {
            Next::Line(_, line) => line,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_go_in_and_out() {
        let mut process = shell(r"read x; printf '%s and more\r\n\377\n' $x; read y");
        process.send("one");
        assert_eq!(line(&process), "one and more");
        assert_eq!(line(&process), "\u{fffd}");
        assert_eq!(process.next(Instant::now()), Next::Late);
    }

    #[test]
    fn the_end_is_told_with_its_reason() {
        let mut process = shell("echo last; echo 'it hurts' >&2; exit 3");
        assert_eq!(line(&process), "last");
        assert_eq!(process.next(soon()), Next::Gone);
        process.send("are you there?");
        assert_eq!(process.last_words(), "exit status: 3; it hurts");
    }

    #[test]
    fn a_program_that_does_not_listen_is_ended() {
        drop(shell("while :; do sleep 60; done"));
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Process::start(&["/no/such/engine".to_owned()], None).err().unwrap();
        assert!(error.to_string().contains("/no/such/engine"));
        assert!(Process::start(&[], None).is_err());
    }
}
