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

use std::collections::VecDeque;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use xiangqi_core::Move;
use xiangqi_eval::{Evaluator, Score};
use xiangqi_search::{Bound, Control, Engine, Limits, Table};

use self::answer::{Etiquette, answer, emergency_answer};
use self::setup::Root;
use self::thinking::{Search, Thinking, Voice, Work, spawn};
use crate::command::{Assignment, Command, Go, PositionText};
use crate::io::{Event, Output};
use crate::knowledge::Knowledge;
use crate::options::{OPTIONS, OptionError, OptionId, Options};
use crate::response::{Info, PopHash, Response};
use crate::{Dialect, bench, count, picture};

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

/// Changes that wait for the next search.
#[derive(Clone, Copy, Debug, Default)]
struct Overdue {
    /// The knowledge has changed; what was learnt with the old one is worth nothing then.
    evaluator: bool,
    /// What was learnt in earlier searches is to be forgotten.
    forget: bool,
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
        let commands = Command::parse_line(line);
        if self.options.is_on(OptionId::Debug) {
            self.echo(line, commands.is_empty());
        }
        for command in commands {
            let wants_move = matches!(command, Command::Go(_));
            let obeyed = catch_unwind(AssertUnwindSafe(|| self.obey(command, at, events)));
            if obeyed.is_err() {
                log::error!("a command failed: {}", String::from_utf8_lossy(line).trim());
                if wants_move && self.thinking.is_none() {
                    self.say(&emergency_answer(&self.root.position, None, &self.banned));
                }
            }
            if self.done {
                break;
            }
        }
    }

    fn echo(&self, line: &[u8], is_unknown: bool) {
        let line = String::from_utf8_lossy(line);
        self.say(&Response::Echo { line: line.trim().to_string(), busy: self.thinking.is_some() });
        if is_unknown && !line.trim().is_empty() {
            self.say(&Response::Message("that was no command".to_string()));
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
            Command::BanMoves(moves) => self.banned = moves,
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
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Stop => self.stop(),
            Command::Probe(text) => self.probe(text.as_ref()),
            Command::Display => self.say(&Response::Text(picture::describe(&self.root.position))),
            Command::Eval => self.say(&Response::Text(self.knowledge.explain(&self.root.position))),
            Command::Quit => {
                self.interrupt(events);
                self.say(&Response::Bye);
                self.done = true;
            }
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

    /// Makes what the next search would otherwise have to make first.
    fn prepare(&mut self) {
        if self.thinking.is_none() {
            let mut engine = self.take_engine();
            engine.prepare();
            self.engine = Some(engine);
        }
    }

    /// The engine, up to date with the options and the knowledge. If its table turns out smaller than what was asked
    /// for, that size is set from now on.
    fn take_engine(&mut self) -> Engine<K::Evaluator> {
        let engine = self.update_engine();
        let (wanted, got) = (engine.settings().hash_mib, engine.table().mib());
        if got < wanted {
            self.say(&Response::Message(format!("no memory for a table of {wanted} MiB: it has {got} MiB")));
            self.options.set_hash(got);
        }
        engine
    }

    fn update_engine(&mut self) -> Engine<K::Evaluator> {
        let settings = self.options.settings();
        let overdue = mem::take(&mut self.overdue);
        let Some(mut engine) = self.engine.take() else {
            return Engine::new(self.knowledge.evaluator(), settings);
        };
        if *engine.settings() != settings {
            engine.configure(settings);
        }
        if overdue.evaluator {
            engine.set_evaluator(self.knowledge.evaluator());
        }
        if overdue.forget {
            engine.new_game();
        }
        engine
    }

    fn set_option(&mut self, assignment: &Assignment) {
        match self.options.assign(assignment) {
            Ok(OptionId::NewGame) => self.new_game(),
            Ok(OptionId::ClearHash) => self.forget(),
            Ok(OptionId::EvalFile) => self.load_knowledge(),
            // Clients send options of other engines as a matter of course; only the curious are told.
            Err(OptionError::Unknown { .. }) if !self.options.is_on(OptionId::Debug) => {}
            Err(error) => self.say(&Response::Message(error.to_string())),
            Ok(_) => {}
        }
    }

    fn new_game(&mut self) {
        if self.options.file(OptionId::EvalFile).is_some() {
            self.load_knowledge();
        }
        self.forget();
    }

    /// Forgets earlier searches: now, if no search goes on, since giving memory back takes time that a clock may
    /// count later.
    fn forget(&mut self) {
        self.overdue.forget = true;
        if self.engine.is_some() {
            self.engine = Some(self.take_engine());
        }
    }

    /// Reads the file of weights.
    fn load_knowledge(&mut self) {
        match self.knowledge.load(self.options.file(OptionId::EvalFile)) {
            Ok(()) => self.overdue.evaluator = true,
            Err(error) => self.say(&Response::Message(format!("the old weights are kept: {error}"))),
        }
    }

    fn set_position(&mut self, text: &PositionText) {
        match Root::set_up(text) {
            Ok((root, doubt)) => {
                self.root = root;
                self.banned.clear();
                if let Some(doubt) = doubt {
                    self.say(&Response::Message(format!(
                        "an impossible position, taken all the same: {doubt}"
                    )));
                }
            }
            Err(error) => self.say(&Response::Message(error.to_string())),
        }
    }

    /// Begins to think; the clock runs since `started`.
    fn go(&mut self, go: &Go, started: Instant) {
        let position = &self.root.position;
        let unit = if self.options.is_on(OptionId::UseMillisec) { 1 } else { 1000 };
        let mut limits = Limits {
            started: Some(started),
            banned_moves: self.banned.clone(),
            ..limits::limits(go, position.side_to_move(), Duration::from_millis(unit))
        };
        if limits.depth == Some(0) {
            if self.dialect == Dialect::Ucci {
                self.say_static(self.static_score());
                self.say(&Response::NoBestMove);
                return;
            }
            limits.depth = Some(1);
        }
        if !position.has_legal_move() {
            // The search has nothing to tell, but answers no sooner than it may.
            self.say_static(self.static_score());
        }
        let may_resign = self.options.is_on(OptionId::Resign);
        self.search(limits, Etiquette { draw_offered: go.draw, may_resign });
    }

    fn search(&mut self, limits: Limits, etiquette: Etiquette) {
        let control = Control::new();
        let bounded = limits::is_bounded(&limits) && !limits.ponder;
        let engine = self.take_engine();
        let channels = (self.voice(), self.events.clone());
        let search = Search::start(engine, (&self.root, limits), &control, channels, etiquette);
        self.thinking = Some(Thinking { control, bounded, work: Work::Search(Box::new(search)) });
    }

    fn perft(&mut self, depth: u32) {
        if depth > count::DEEPEST {
            let reason = format!("perft {depth} is too deep: it counts up to {} plies", count::DEEPEST);
            return self.say(&Response::Message(reason));
        }
        let (position, output) = (self.root.position.clone(), self.output.clone());
        self.start_task(move |control| count::perft(position, depth, control, |line| output.line(line)));
    }

    fn bench(&mut self, depth: Option<u32>) {
        let (evaluator, output) = (self.knowledge.evaluator(), self.output.clone());
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        self.start_task(move |control| {
            bench::run(&evaluator, depth, control, &mut |line| output.line(line));
        });
    }

    fn start_task(&mut self, task: impl FnOnce(&Control) + Send + 'static) {
        let control = Control::new();
        let work = {
            let control = control.clone();
            Work::Task(spawn(self.events.clone(), move || task(&control)))
        };
        self.thinking = Some(Thinking { control, bounded: true, work });
    }

    /// Says what the work that has ended leads to.
    fn conclude(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        let search = match thinking.work {
            Work::Search(search) => *search,
            Work::Task(task) => {
                if task.join().is_err() {
                    log::error!("a task failed");
                }
                return;
            }
        };
        let (root, banned, etiquette) = (search.root.clone(), search.banned.clone(), search.etiquette);
        match search.finish() {
            Ok((engine, result)) => {
                self.engine = Some(engine);
                self.say(&answer(&result, etiquette));
            }
            Err(failure) => {
                log::error!("the search failed at {}", root.position.to_fen());
                self.say(&emergency_answer(&root.position, failure.reported, &banned));
            }
        }
    }

    fn ponder_hit(&mut self, draw: bool) {
        let Some(thinking) = &mut self.thinking else { return };
        if let Work::Search(search) = &mut thinking.work {
            search.etiquette.draw_offered |= draw;
            thinking.bounded = search.bounded_after_ponder;
        }
        thinking.control.ponder_hit();
    }

    fn stop(&self) {
        match &self.thinking {
            Some(thinking) => thinking.control.stop(),
            // A client that is out of step is not left waiting.
            None if self.dialect == Dialect::Ucci => self.say(&Response::NoBestMove),
            None => {}
        }
    }

    /// Looks into the table, also into that of a search that goes on.
    fn probe(&self, text: Option<&PositionText>) {
        let root = match text.map(Root::set_up).transpose() {
            Ok(root) => root.map_or_else(|| self.root.clone(), |(root, _)| root),
            Err(error) => return self.say(&Response::Message(error.to_string())),
        };
        let entry = self.table().and_then(|table| table.probe(&root.position));
        let pop_hash = entry.map_or_else(PopHash::default, |entry| {
            let score = (entry.score, u32::try_from(entry.depth).unwrap_or(0));
            PopHash {
                mv: entry.mv,
                lower: matches!(entry.bound, Some(Bound::Lower | Bound::Exact)).then_some(score),
                upper: matches!(entry.bound, Some(Bound::Upper | Bound::Exact)).then_some(score),
            }
        });
        self.say(&Response::PopHash(pop_hash));
    }

    fn table(&self) -> Option<Arc<Table>> {
        match &self.thinking {
            Some(Thinking { work: Work::Search(search), .. }) => Some(Arc::clone(&search.table)),
            _ => self.engine.as_ref().map(Engine::table),
        }
    }

    fn static_score(&self) -> Score {
        if !self.root.position.has_legal_move() {
            return Score::mated_in(0);
        }
        let mut evaluator = self.knowledge.evaluator();
        evaluator.reset(&self.root.position);
        evaluator.evaluate(&self.root.position)
    }

    fn say_static(&self, score: Score) {
        self.say(&Response::Info(Info::static_score(score, self.options.is_on(OptionId::ShowWdl))));
    }
}
