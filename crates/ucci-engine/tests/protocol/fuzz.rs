//! A hundred thousand lines of nonsense and near sense: the engine must not stop, hang or complain.
//!
//! Each line is made from one that a client might send, by mistakes that programs and transmissions make. After every
//! batch the engine is asked whether it is ready. Lines that would rightly end the engine, keep it busy for minutes or
//! take all the memory are left out.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const BATCHES: usize = 250;
const LINES_PER_BATCH: usize = 200;
const PATIENCE: Duration = Duration::from_secs(20);

/// What clients send, or nearly so.
const LINES: [&str; 38] = [
    "ucci",
    "uci",
    "ucinewgame",
    "setoption newgame",
    "setoption usemillisec true",
    "setoption usemillisec false",
    "setoption name MultiPV value 3",
    "setoption multipv 1",
    "setoption name Move Overhead value 10",
    "setoption drawmoves 60",
    "setoption repetition asianrule",
    "setoption randomness small",
    "setoption level 3",
    "setoption name UCI_LimitStrength value true",
    "setoption evalfile no-such-file.toml",
    "setoption name UCI_Variant value xiangqi",
    "setoption debug false",
    "position startpos",
    "position startpos moves h2e2 h9g7 h0g2 i9h9",
    "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b2e2",
    "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2",
    "startpos moves h2e2",
    "banmoves h2e2 b2e2",
    "go depth 2",
    "go nodes 100",
    "go movetime 1",
    "go time 10 increment 1 opptime 10 oppincrement 1",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
    "go draw depth 1",
    "go ponder time 10 increment 0",
    "go infinite",
    "go mate 1 nodes 200",
    "go depth 1 searchmoves h2e2 a0a1",
    "ponderhit draw",
    "stop",
    "probe fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0d1",
    "go perft 1",
    "d",
];

/// Numbers that are often not expected.
const NUMBERS: [&str; 9] = [
    "-1",
    "0",
    "65536",
    "-2147483649",
    "18446744073709551616",
    "1e9",
    "0x10",
    "NaN",
    "99999999999999999999999999",
];

/// What would rightly end the engine, keep it busy for minutes, stop it from listening, or take all the memory.
const LEFT_OUT: [&str; 8] = ["quit", "exit", "bench", "perft", "batch", "hash", "thread", "isready"];

#[test]
fn ucci_survives_nonsense() {
    survive("ucci", 1);
}

#[test]
fn uci_survives_nonsense() {
    survive("uci", 2);
}

fn survive(handshake: &str, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut engine = Engine::start();
    engine.send(handshake.as_bytes());
    for number in 0..BATCHES {
        let batch: Vec<Vec<u8>> = (0..LINES_PER_BATCH).map(|_| line(&mut rng)).collect();
        for line in &batch {
            engine.send(line);
        }
        assert!(engine.answers(), "silent after batch {number} of seed {seed}:\n{}", shown(&batch));
    }
    assert_eq!(engine.complaints(), "");
}

fn shown(batch: &[Vec<u8>]) -> String {
    batch.iter().fold(String::new(), |mut text, line| {
        let _infallible = writeln!(text, "{}", line.escape_ascii());
        text
    })
}

/// A line that makes sense, a line with mistakes, or a FEN with mistakes; never one that is left out.
fn line(rng: &mut impl Rng) -> Vec<u8> {
    loop {
        let mut line = match rng.random_range(0..10) {
            0 => return LINES.choose(rng).map_or_else(Vec::new, |line| line.as_bytes().to_vec()),
            1 => (0..rng.random_range(0..60)).map(|_| rng.random()).collect(),
            2..5 => format!("position fen {}", fen(rng)).into_bytes(),
            _ => LINES.choose(rng).map_or_else(Vec::new, |line| line.as_bytes().to_vec()),
        };
        for _ in 0..rng.random_range(1..4) {
            make_mistake(&mut line, rng);
        }
        line.retain(|byte| *byte != b'\n');
        let text = String::from_utf8_lossy(&line).to_lowercase();
        if !LEFT_OUT.iter().any(|word| text.contains(word)) {
            return line;
        }
    }
}

/// One of the positions of the perft tests.
fn fen(rng: &mut impl Rng) -> &'static str {
    let cases = include_str!("../../../../tests/data/perft.epd");
    let lines: Vec<&str> = cases.lines().filter_map(|line| line.split(" ;").next()).collect();
    lines.choose(rng).copied().unwrap_or_default()
}

/// Spoils a line in one of the ways in which lines get spoilt.
fn make_mistake(line: &mut Vec<u8>, rng: &mut impl Rng) {
    let place = rng.random_range(0..=line.len());
    match rng.random_range(0..9) {
        0 => line.truncate(place),
        1 => line.insert(place, rng.random()),
        2 => line.insert(place, *b" \t\r/-09kKrw".choose(rng).unwrap_or(&b' ')),
        3 if place < line.len() => _ = line.remove(place),
        4 if place < line.len() => line[place] = rng.random(),
        5 => line.make_ascii_uppercase(),
        6 => *line = line.repeat(if rng.random_ratio(1, 50) { 200 } else { 2 }),
        7 => swap_words(line, rng),
        _ => replace_word(line, rng),
    }
}

fn swap_words(line: &mut Vec<u8>, rng: &mut impl Rng) {
    let mut words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
    let (one, other) = (rng.random_range(0..words.len()), rng.random_range(0..words.len()));
    words.swap(one, other);
    *line = words.join(&b' ');
}

fn replace_word(line: &mut Vec<u8>, rng: &mut impl Rng) {
    let mut words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
    let place = rng.random_range(0..words.len());
    words[place] = NUMBERS.choose(rng).map_or(b"", |number| number.as_bytes());
    *line = words.join(&b' ');
}

/// The engine as a child process; what it says is read all the time, so that it is never kept waiting.
struct Engine {
    child: Child,
    input: ChildStdin,
    said: Receiver<Vec<u8>>,
    complaints: Option<JoinHandle<String>>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ucci-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("it listens");
        let output = BufReader::new(child.stdout.take().expect("it speaks"));
        let mut errors = child.stderr.take().expect("it complains");
        let (sender, said) = mpsc::channel();
        thread::spawn(move || {
            output.split(b'\n').map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let complaints = thread::spawn(move || {
            let mut text = String::new();
            let _at_least_a_part = errors.read_to_string(&mut text);
            text
        });
        Engine { child, input, said, complaints: Some(complaints) }
    }

    fn send(&mut self, line: &[u8]) {
        let sent = self.input.write_all(line).and_then(|()| self.input.write_all(b"\n"));
        assert!(sent.is_ok(), "the engine ended: {}", self.complaints());
    }

    /// Stops the search, if there is one, and asks.
    fn answers(&mut self) -> bool {
        self.send(b"stop");
        self.send(b"isready");
        while let Ok(line) = self.said.recv_timeout(PATIENCE) {
            if line.trim_ascii() == b"readyok" {
                return true;
            }
        }
        false
    }

    /// Ends the engine and returns what it wrote to its standard error.
    fn complaints(&mut self) -> String {
        let _gone = self.child.kill();
        self.complaints.take().and_then(|reader| reader.join().ok()).unwrap_or_default()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}
