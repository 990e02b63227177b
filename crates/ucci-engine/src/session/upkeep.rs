//! Keeping the engine up to date with the options and the knowledge.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::mem;

use xiangqi_search::Engine;

use super::Session;
use crate::command::Assignment;
use crate::knowledge::Knowledge;
use crate::options::{OptionError, OptionId};
use crate::response::Response;

/// Changes that wait for the next search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Overdue {
    /// The knowledge has changed; what was learnt with the old one is worth nothing then.
    evaluator: bool,
    /// What was learnt in earlier searches is to be forgotten.
    forget: bool,
}

impl<K: Knowledge> Session<K> {
    /// Makes what the next search would otherwise have to make first.
    pub(super) fn prepare(&mut self) {
        if self.thinking.is_none() {
            let mut engine = self.take_engine();
            engine.prepare();
            self.engine = Some(engine);
        }
    }

    /// The engine, up to date with the options and the knowledge. If its table turns out smaller than what was asked
    /// for, that size is set from now on.
    pub(super) fn take_engine(&mut self) -> Engine<K::Evaluator> {
        let engine = self.update_engine();
        let (wanted, got) = (engine.settings().hash_mib, engine.table().mib());
        if got < wanted {
            self.say(&Response::Message(format!(
                "not enough memory for a hash table of {wanted} MiB: using {got} MiB"
            )));
            self.options.set_hash(got);
        }
        engine
    }

    fn update_engine(&mut self) -> Engine<K::Evaluator> {
        #[cfg(feature = "tune")]
        self.set_params();
        let mut settings = self.options.settings();
        if settings.seed == 0 {
            settings.seed = something_else_each_time();
        }
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

    /// Sets the numbers and techniques of the search as the options say.
    #[cfg(feature = "tune")]
    pub(super) fn set_params(&self) {
        for (row, param) in xiangqi_search::PARAMS.iter().enumerate() {
            param.set(self.options.number(OptionId::Param(row)).cast_signed());
        }
    }

    pub(super) fn set_option(&mut self, assignment: &Assignment) {
        match self.options.assign(assignment, self.dialect) {
            Ok(OptionId::NewGame) => self.new_game(),
            Ok(OptionId::ClearHash) => self.forget(),
            Ok(OptionId::EvalFile) => self.load_knowledge(),
            // Clients send options of other engines as a matter of course; only the curious are told.
            Err(OptionError::Unknown { .. }) if !self.options.is_on(OptionId::Debug) => {}
            Err(error) => self.say(&Response::Message(error.to_string())),
            Ok(_) => {}
        }
    }

    pub(super) fn new_game(&mut self) {
        if self.options.file(OptionId::EvalFile).is_some() {
            self.load_knowledge();
        }
        self.forget();
    }

    /// Forgets earlier searches: now, if no search goes on, since to give memory back and get other takes time that a
    /// clock may count later.
    fn forget(&mut self) {
        self.overdue.forget = true;
        if self.engine.is_some() {
            self.prepare();
        }
    }

    /// Reads the file of weights.
    fn load_knowledge(&mut self) {
        match self.knowledge.load(self.options.file(OptionId::EvalFile)) {
            Ok(()) => self.overdue.evaluator = true,
            Err(error) => self.say(&Response::Message(format!("the old weights are kept: {error}"))),
        }
    }
}

/// A number that the system's randomness decides: the standard library has its maps hash differently each time.
fn something_else_each_time() -> u64 {
    RandomState::new().hash_one(())
}
