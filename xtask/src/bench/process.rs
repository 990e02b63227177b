//! An engine as a child process, and how much processor time a process has used.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};

/// The kernel reports processor times in these, on every architecture that Linux has.
const TICKS_PER_SECOND: f64 = 100.0;

/// A running engine, ended when it is dropped.
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(path: &Path) -> Result<Engine> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", path.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{} has no standard streams", path.display());
        };
        Ok(Engine { child, input, output: BufReader::new(output).lines() })
    }

    /// Starts an engine that speaks UCI and sets options, each given as `NAME value VALUE`.
    pub(super) fn start_uci(path: &Path, options: &[&str]) -> Result<Engine> {
        let mut engine = Engine::start(path)?;
        engine.send("uci")?;
        engine.read_until("uciok")?;
        for option in options {
            engine.send(&format!("setoption name {option}"))?;
        }
        Ok(engine)
    }

    pub(super) fn send(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").with_context(|| format!("the engine does not listen to {line:?}"))
    }

    /// Reads up to the first line that starts with `start`; returns all lines read.
    pub(super) fn read_until(&mut self, start: &str) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        for line in self.output.by_ref() {
            let line = line?;
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return Ok(lines);
            }
        }
        bail!("the engine ended without saying {start:?}; it said: {}", lines.join("\n"))
    }

    /// Sends a line and returns the answer up to the line that starts with `start`, with the seconds of processor
    /// time that the answer took.
    pub(super) fn timed(&mut self, line: &str, start: &str) -> Result<(Vec<String>, f64)> {
        let before = self.processor_seconds()?;
        self.send(line)?;
        let lines = self.read_until(start)?;
        Ok((lines, self.processor_seconds()? - before))
    }

    /// The next line.
    pub(super) fn read_line(&mut self) -> Result<String> {
        Ok(self.output.next().context("the engine has ended")??)
    }

    /// The processor time that the engine has used so far.
    pub(super) fn processor_seconds(&self) -> Result<f64> {
        processor_seconds(&self.child.id().to_string())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A child that is gone already is just as well.
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// Runs something and returns the seconds of processor time that this process spent on it.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> Result<(T, f64)> {
    let before = processor_seconds("self")?;
    let result = work();
    Ok((result, processor_seconds("self")? - before))
}

/// The processor time that a process, given by its id or as `self`, has used so far in all its threads.
fn processor_seconds(pid: &str) -> Result<f64> {
    let path = format!("/proc/{pid}/stat");
    let stat = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {path}; processor times are measured on Linux only"))?;
    ticks(&stat)
        .map(|ticks| ticks / TICKS_PER_SECOND)
        .with_context(|| format!("cannot make sense of {path}: {stat}"))
}

/// User and system time in the text of a `stat` file: the 12th and 13th field after the program's name, which stands
/// in parentheses and may itself hold spaces and parentheses.
fn ticks(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map(str::parse::<f64>);
    Some(times.next()?.ok()? + times.next()?.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_are_added() {
        let stat = "7 (a (b) c) R 1 7 7 0 -1 4194304 98 0 0 0 250 4 0 0 20 0 1 0 92108";
        assert_eq!(ticks(stat), Some(254.0));
        assert_eq!(ticks("7 (short) R 1"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_answers_and_its_time_is_known() {
        let mut echo = Engine::start(Path::new("/bin/cat")).unwrap();
        let (lines, seconds) = echo.timed("one\ntwo\nthree", "tw").unwrap();
        assert_eq!(lines, ["one", "two"]);
        assert!(seconds >= 0.0);
    }
}
