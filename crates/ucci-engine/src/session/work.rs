//! What the session does about searches and other work: begins it, asks it, ends it, and answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use xiangqi_eval::{Evaluator, Score};
use xiangqi_search::{Bound, Control, Engine, Limits, Table};

use super::answer::{Etiquette, answer, emergency_answer};
use super::setup::Root;
use super::thinking::{Search, Thinking, Work, spawn};
use super::{Session, limits};
use crate::command::{Go, PositionText};
use crate::knowledge::Knowledge;
use crate::options::OptionId;
use crate::response::{Info, PopHash, Response};
use crate::{Dialect, bench, count};

impl<K: Knowledge> Session<K> {
    /// Begins to think; the clock runs since `started`.
    pub(super) fn go(&mut self, go: &Go, started: Instant) {
        let position = &self.root.position;
        let unit = if self.options.is_on(OptionId::UseMillisec) { 1 } else { 1000 };
        let mut limits = Limits {
            started: Some(started),
            banned_moves: self.banned.clone(),
            ..limits::limits(go, position.side_to_move(), Duration::from_millis(unit))
        };
        if limits.move_time.is_some() && go.move_time.is_none() {
            let seconds = limits::FALLBACK_TIME.as_secs();
            self.say(&Response::Message(format!("go: no limit was understood; searching for {seconds} s")));
        }
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
        log::debug!("a search begins at {} with {limits:?}", self.root.position.to_fen());
        let engine = self.take_engine();
        let channels = (self.voice(), self.events.clone());
        let search = Search::start(engine, (&self.root, limits), &control, channels, etiquette);
        self.thinking = Some(Thinking { control, bounded, work: Work::Search(Box::new(search)) });
    }

    pub(super) fn perft(&mut self, depth: u32) {
        let (position, output) = (self.root.position.clone(), self.output.clone());
        self.start_task(move |control| count::perft(position, depth, control, |line| output.line(line)));
    }

    pub(super) fn bench(&mut self, depth: Option<u32>) {
        let (evaluator, output) = (self.knowledge.evaluator(), self.output.clone());
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        #[cfg(feature = "tune")]
        self.set_params();
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
    pub(super) fn conclude(&mut self) {
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
        let (root, etiquette) = (search.root.clone(), search.etiquette);
        let (banned, wanted) = (search.banned.clone(), search.wanted.clone());
        match search.finish() {
            Ok((engine, result)) => {
                log::debug!("a search ends: {result:?}");
                self.engine = Some(engine);
                self.say(&answer(&result, etiquette));
            }
            Err(failure) => {
                log::error!("the search failed at {}", root.position.to_fen());
                self.say(&emergency_answer(&root.position, failure.reported, &banned, &wanted));
            }
        }
    }

    /// The expected move was played, and our clock runs since `at`.
    pub(super) fn ponder_hit(&mut self, draw: bool, at: Instant) {
        let Some(thinking) = &mut self.thinking else { return };
        if let Work::Search(search) = &mut thinking.work {
            search.etiquette.draw_offered |= draw;
            thinking.bounded = search.bounded_after_ponder;
        }
        thinking.control.ponder_hit_at(at);
    }

    pub(super) fn stop(&self) {
        match &self.thinking {
            Some(thinking) => thinking.control.stop(),
            // A client that is out of step is not left waiting.
            None if self.dialect == Dialect::Ucci => self.say(&Response::NoBestMove),
            None => {}
        }
    }

    /// Looks into the table, also into that of a search that goes on.
    pub(super) fn probe(&self, text: Option<&PositionText>) {
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
