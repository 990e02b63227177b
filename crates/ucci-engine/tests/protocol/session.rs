//! A session without a process, for what no client could arrange.

use std::io::{self, Write};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ucci_engine::io::{Event, Output};
use ucci_engine::{Knowledge, Session};

/// Collects what is written.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that a session says when all this has happened.
pub(crate) fn answers(knowledge: impl Knowledge, happened: impl IntoIterator<Item = Event>) -> Vec<String> {
    let paper = Paper::default();
    let (output, drain) = Output::new(paper.clone());
    let (sender, events) = channel();
    for event in happened {
        sender.send(event).unwrap();
    }
    Session::new(knowledge, output, sender).run(&events);
    assert!(drain.wait(Duration::from_secs(30)));
    let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    text.lines().map(str::to_string).collect()
}
