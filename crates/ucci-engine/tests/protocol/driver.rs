//! Plays transcripts against the real binary.
//!
//! A transcript is a text of lines:
//!
//! ```text
//! # comment
//! > line       send a line; \r, \n, \t, \\ and \xNN stand for bytes, and \c at the end leaves the line open
//! < pattern    wait for a line that matches; other lines may come before it
//! = pattern    the very next line must match
//! ! pattern    no line may match on the way to what is waited for next
//! @ position   what {legal} refers to from here on: `startpos moves …` or `fen … moves …`
//! file NAME    write the lines that follow, up to `end`, into a file of the working directory
//! eof          close the engine's input
//! exit         the engine must end by itself, saying nothing more but what may come before
//! ```
//!
//! Nothing may ever come on the error stream, and the engine must end with success.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::Lines;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use xiangqi_core::Position;

use super::pattern::matches;

/// Only to notice that the engine hangs; no test depends on how long anything takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// Plays the transcript with this name.
pub(crate) fn play(name: &str) {
    let path = format!("{}/tests/transcripts/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let script = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut engine = Engine::start(name);
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        engine.step(line, &mut lines);
    }
    engine.end();
}

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    folder: PathBuf,
    position: Position,
    forbidden: Vec<String>,
    /// Everything said so far, to be shown when a test fails.
    log: Vec<String>,
}

impl Engine {
    /// Starts the engine in a working directory of its own.
    pub(crate) fn start(name: &str) -> Engine {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_ucci-engine"))
            .current_dir(&folder)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, output) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let input = child.stdin.take();
        Engine {
            child,
            input,
            output,
            folder,
            position: Position::start(),
            forbidden: Vec::new(),
            log: Vec::new(),
        }
    }

    fn step(&mut self, line: &str, rest: &mut Lines<'_>) {
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" | "#" => {}
            ">" => self.send(&unescape(text)),
            "<" => drop(self.expect(text)),
            "=" => {
                let next = self.next();
                assert!(self.is(text, &next), "{}", self.failure(&format!("next must be: {text}")));
                self.forbidden.clear();
            }
            "!" => self.forbidden.push(text.to_string()),
            "@" => self.position = position(text),
            "file" => {
                let content: Vec<&str> = rest.take_while(|line| *line != "end").collect();
                fs::write(self.folder.join(text), content.join("\n") + "\n").unwrap();
            }
            "eof" => self.input = None,
            "exit" => self.drain(),
            _ => panic!("not a step of a transcript: {line}"),
        }
    }

    /// Sends bytes, with a line end.
    pub(crate) fn send(&mut self, line: &[u8]) {
        self.log.push(format!("> {}", String::from_utf8_lossy(line)));
        let mut bytes = line.to_vec();
        match bytes.strip_suffix(b"\\c") {
            Some(open) => bytes = open.to_vec(),
            None => bytes.push(b'\n'),
        }
        // The engine may have ended already; what it said will tell.
        let _ = self.input.as_mut().expect("the input is open").write_all(&bytes);
    }

    /// Waits for a line that matches, and returns it.
    pub(crate) fn expect(&mut self, pattern: &str) -> String {
        loop {
            let line = self.next();
            if self.is(pattern, &line) {
                self.forbidden.clear();
                return line;
            }
        }
    }

    /// The next line, which must not be forbidden.
    fn next(&mut self) -> String {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.log.push(line.clone());
                if let Some(pattern) = self.forbidden.iter().find(|pattern| self.is(pattern, &line)) {
                    panic!("{}", self.failure(&format!("must not be said: {pattern}")));
                }
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("{}", self.failure("nothing more is said")),
            Err(RecvTimeoutError::Disconnected) => panic!("{}", self.failure("the engine has ended")),
        }
    }

    fn is(&self, pattern: &str, line: &str) -> bool {
        matches(pattern, line, &self.position)
    }

    /// Reads until the output ends.
    fn drain(&mut self) {
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => {
                    let bad = self.forbidden.iter().find(|pattern| self.is(pattern, &line)).cloned();
                    self.log.push(line);
                    assert_eq!(bad, None, "{}", self.failure("a forbidden line"));
                }
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("{}", self.failure("the engine does not end")),
            }
        }
    }

    /// Ends the engine and checks that it ends well.
    pub(crate) fn end(mut self) {
        if self.input.is_some() {
            self.send(b"quit");
            self.input = None;
        }
        self.drain();
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{}", self.failure(&status.to_string()));
        let mut complaints = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!(complaints, "", "{}", self.failure("the error stream must stay empty"));
    }

    fn failure(&self, what: &str) -> String {
        const SHOWN: usize = 30;
        let last = self.log.len().saturating_sub(SHOWN);
        format!("{what}\n{}", self.log[last..].join("\n"))
    }
}

impl Drop for Engine {
    /// A failed test leaves no engine behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `startpos moves …` or `fen … moves …`.
fn position(text: &str) -> Position {
    let (setup, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut position = match setup.strip_prefix("fen ") {
        Some(fen) => Position::from_fen(fen).unwrap(),
        None => Position::start(),
    };
    for mv in moves.split_whitespace() {
        let _ = position.make(mv.parse().unwrap());
    }
    position
}

/// Replaces `\r`, `\n`, `\t`, `\\` and `\xNN`; `\c` stays for [`Engine::send`].
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let (kind, after) = after.split_at(1);
        rest = after;
        match kind {
            "r" => bytes.push(b'\r'),
            "n" => bytes.push(b'\n'),
            "t" => bytes.push(b'\t'),
            "\\" => bytes.push(b'\\'),
            "c" => bytes.extend(b"\\c"),
            "x" => {
                let (digits, after) = after.split_at(2);
                bytes.push(u8::from_str_radix(digits, 16).unwrap());
                rest = after;
            }
            _ => panic!("unknown escape \\{kind}"),
        }
    }
    bytes.extend(rest.as_bytes());
    bytes
}
