//! The conversation: what state the engine is in, and what each command does in it.
//!
//! ```text
//!            go                              stop, limit reached
//!   idle ──────────► thinking (searching, or counting) ──────────► idle
//!                    │  ▲ isready, probe, ponderhit, setoption, d, eval: answered at once
//!                    └──┘ position, go, bench, quit: the search is stopped and answered first
//! ```
//!
//! One thread runs the session. It waits for events: lines from the client, and the end of the work that goes on
//! on a thread of its own ([`thinking`]). Options set meanwhile take effect with the next search. Nothing that a
//! client sends is an error; what cannot be done is explained in one line, and everything stays as it was.

mod answer;
mod limits;
mod setup;
mod thinking;
mod upkeep;
mod work;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

use xiangqi_core::Move;
use xiangqi_search::Engine;

use self::answer::emergency_answer;
use self::setup::Root;
use self::thinking::{Thinking, Voice};
use self::upkeep::Overdue;
use crate::command::{Command, Fault, PositionText};
use crate::io::{Event, Output};
use crate::knowledge::Knowledge;
use crate::options::{OPTIONS, OptionId, Options};
use crate::response::Response;
use crate::{Dialect, picture};

/// A conversation with one client.
pub struct Session<K: Knowledge> {
    knowledge: K,
    options: Options,
    dialect: Dialect,
    output: Output,
    /// Given to the work in progress, to report its end.
    events: Sender<Event>,
    /// Events that came while they could not be dealt with.
    postponed: VecDeque<Event>,
    /// When lines were last heard again after work in batch mode: those that came before are as good as come then.
    listening_since: Option<Instant>,
    /// Built when first needed, since what it has to be is not known before; away while it searches.
    engine: Option<Engine<K::Evaluator>>,
    /// What the engine has to be told before it is used again.
    overdue: Overdue,
    root: Root,
    banned: Vec<Move>,
    thinking: Option<Thinking<K::Evaluator>>,
    /// No more commands will come.
    closed: bool,
    done: bool,
}

impl<K: Knowledge> Session<K> {
    /// A session that writes to `output`; `events` is the sending end of the channel that [`run`](Self::run) reads.
    #[must_use]
    pub fn new(knowledge: K, output: Output, events: Sender<Event>) -> Self {
        Session {
            knowledge,
            options: Options::default(),
            dialect: Dialect::default(),
            output,
            events,
            postponed: VecDeque::new(),
            listening_since: None,
            engine: None,
            overdue: Overdue::default(),
            root: Root::default(),
            banned: Vec::new(),
            thinking: None,
            closed: false,
            done: false,
        }
    }

    /// Serves until the client quits, or until its commands end and the work that ends by itself is done.
    pub fn run(mut self, events: &Receiver<Event>) {
        while !self.done {
            let Some(event) = self.next_event(events) else { break };
            match event {
                Event::Line { bytes, at } => self.hear(&bytes, at, events),
                Event::Closed => self.close(),
                Event::Finished => self.conclude(),
            }
            self.done |= self.closed && self.thinking.is_none() && self.postponed.is_empty();
        }
        self.output.end();
    }

    fn next_event(&mut self, events: &Receiver<Event>) -> Option<Event> {
        if self.is_deaf() {
            let end = self.wait_for_end(events);
            self.listening_since = Some(Instant::now());
            end
        } else {
            self.postponed.pop_front().or_else(|| events.recv().ok())
        }
    }

    /// In batch mode nothing is heard before the work is done, but only if it ends by itself: nothing else than a
    /// command can end any other.
    fn is_deaf(&self) -> bool {
        self.options.is_on(OptionId::Batch) && self.thinking.as_ref().is_some_and(|thinking| thinking.bounded)
    }

    /// Waits for the end of the work and keeps what else happens for later.
    fn wait_for_end(&mut self, events: &Receiver<Event>) -> Option<Event> {
        loop {
            match events.recv().ok()? {
                Event::Finished => return Some(Event::Finished),
                other => self.postponed.push_back(other),
            }
        }
    }

    /// Stops the work in progress and waits until it is answered.
    fn interrupt(&mut self, events: &Receiver<Event>) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
            if self.wait_for_end(events).is_some() {
                self.conclude();
            }
        }
    }

    fn close(&mut self) {
        self.closed = true;
        if let Some(thinking) = self.thinking.as_ref().filter(|thinking| !thinking.bounded) {
            thinking.control.stop();
        }
    }

    /// Obeys a line. A panic in our code must not leave the client without an answer.
    fn hear(&mut self, line: &[u8], at: Instant, events: &Receiver<Event>) {
        log::debug!("received: {}", String::from_utf8_lossy(line).trim());
        let commands = Command::parse_line(line);
        if self.options.is_on(OptionId::Debug) {
            self.echo(line);
        }
        for command in commands {
            let wanted = match &command {
                Command::Go(go) => Some(go.search_moves.clone()),
                _ => None,
            };
            let obeyed = catch_unwind(AssertUnwindSafe(|| self.obey(command, at, events)));
            if obeyed.is_err() {
                log::error!("a command failed: {}", String::from_utf8_lossy(line).trim());
                if let (Some(wanted), None) = (wanted, &self.thinking) {
                    self.say(&emergency_answer(&self.root.position, None, &self.banned, &wanted));
                }
            }
            if self.done {
                break;
            }
        }
    }

    fn echo(&self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        self.say(&Response::Echo { line: line.trim().to_string(), busy: self.thinking.is_some() });
    }

    /// Tells what was not understood. What other engines may understand only interests the curious.
    fn complain(&self, fault: &Fault) {
        if self.options.is_on(OptionId::Debug) || !fault.is_about_unknown_words() {
            self.say(&Response::Message(fault.to_string()));
        }
    }

    fn obey(&mut self, command: Command, at: Instant, events: &Receiver<Event>) {
        match command {
            Command::Handshake(dialect) => self.introduce(dialect),
            Command::IsReady => {
                self.prepare();
                self.say(&Response::ReadyOk);
            }
            Command::SetOption(assignment) => self.set_option(&assignment),
            Command::Debug(on) => self.options.switch(OptionId::Debug, on),
            Command::NewGame => self.new_game(),
            Command::Position(text) => {
                self.interrupt(events);
                self.set_position(&text);
            }
            Command::BanMoves(moves) => self.ban(&moves),
            Command::Go(go) => {
                self.interrupt(events);
                self.go(&go, at.max(self.listening_since.unwrap_or(at)));
            }
            Command::Perft(depth) => {
                self.interrupt(events);
                self.perft(depth);
            }
            Command::Bench(depth) => {
                self.interrupt(events);
                self.bench(depth);
            }
            Command::PonderHit { draw } => self.ponder_hit(draw, at),
            Command::Stop => self.stop(),
            Command::Probe(text) => self.probe(text.as_ref()),
            Command::Display => self.say(&Response::Text(picture::describe(&self.root.position))),
            Command::Eval => self.say(&Response::Text(self.knowledge.explain(&self.root.position))),
            Command::Quit => {
                self.interrupt(events);
                self.say(&Response::Bye);
                self.done = true;
            }
            Command::Unclear(fault) => self.complain(&fault),
        }
    }

    fn say(&self, response: &Response) {
        self.voice().say(response);
    }

    fn voice(&self) -> Voice {
        let wdl = self.options.is_on(OptionId::ShowWdl);
        Voice { output: self.output.clone(), dialect: self.dialect, wdl }
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let name = format!("xiangqi {}", crate::VERSION);
        self.say(&Response::Id { key: "name", text: name });
        if dialect == Dialect::Ucci {
            self.say(&Response::Id { key: "version", text: crate::VERSION.to_string() });
        }
        self.say(&Response::Id { key: "author", text: "the xiangqi authors".to_string() });
        for spec in OPTIONS {
            self.say(&Response::Option(spec));
        }
        self.say(&Response::HandshakeOk);
    }

    /// Forbids moves, beside those that are forbidden already.
    fn ban(&mut self, moves: &[Move]) {
        for mv in moves {
            if !self.banned.contains(mv) {
                self.banned.push(*mv);
            }
        }
    }

    fn set_position(&mut self, text: &PositionText) {
        match Root::set_up(text) {
            Ok((root, doubt)) => {
                self.root = root;
                self.banned.clear();
                if let Some(doubt) = doubt {
                    self.say(&Response::Message(format!(
                        "position accepted although it cannot occur in a game: {doubt}"
                    )));
                }
            }
            Err(error) => self.say(&Response::Message(error.to_string())),
        }
    }
}
