//! Lines in and lines out, each on a thread of its own, so that neither side of the conversation waits for the
//! other: a client that does not read cannot hold up a search.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What a session waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line arrived.
    Line {
        /// Its bytes; its end may still be among them.
        bytes: Vec<u8>,
        /// When it was read, since clocks run from then on.
        at: Instant,
    },
    /// No more lines will come.
    Closed,
    /// The work in progress has ended, well or badly.
    Finished,
}

impl Event {
    /// A line that has arrived just now.
    #[must_use]
    pub fn line(bytes: Vec<u8>) -> Event {
        Event::Line { bytes, at: Instant::now() }
    }
}

/// Reads lines on a new thread until there are no more, and sends each as an [`Event`].
///
/// Lines are bytes, of any length and in any encoding.
pub fn read_lines(mut input: impl BufRead + Send + 'static, events: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let event = match input.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => Event::Closed,
                Ok(_) => Event::line(line),
            };
            let closed = event == Event::Closed;
            if events.send(event).is_err() || closed {
                return;
            }
        }
    });
}

/// Where lines are written to; clones write to the same place.
#[derive(Clone, Debug)]
pub struct Output(Sender<Words>);

#[derive(Debug)]
enum Words {
    Line(String),
    /// Nothing is written after this.
    Last,
}

/// The end of an [`Output`]: says when everything has been written.
#[derive(Debug)]
pub struct Drain {
    /// Closed when nothing will be written any more.
    done: Receiver<()>,
    /// How many lines have been written.
    written: Arc<AtomicU64>,
}

impl Output {
    /// Writes to `writer` on a new thread, flushing after each line.
    ///
    /// If the reader of the lines goes away, the rest is dropped in silence.
    pub fn new(mut writer: impl Write + Send + 'static) -> (Output, Drain) {
        let (words, queue) = channel();
        let (ending, done) = channel();
        let drain = Drain { done, written: Arc::default() };
        let written = Arc::clone(&drain.written);
        thread::spawn(move || {
            while let Ok(Words::Line(line)) = queue.recv() {
                if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
                    break;
                }
                written.fetch_add(1, Ordering::Relaxed);
            }
            drop(ending);
        });
        (Output(words), drain)
    }

    /// Queues a line; its end is added.
    pub fn line(&self, mut line: String) {
        log::trace!("sent: {line}");
        line.push('\n');
        self.send(Words::Line(line));
    }

    /// Nothing that is said after this is written, not by any clone either.
    pub fn end(&self) {
        self.send(Words::Last);
    }

    fn send(&self, words: Words) {
        // An error means that nobody can read any more, and there is nobody to tell.
        let _ = self.0.send(words);
    }
}

impl Drain {
    /// Waits until all is written up to [`Output::end`] or the reader has gone away, as long as one line after the
    /// other is taken; gives up when none was for as long as `patience`. Returns whether it need not wait any more.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> bool {
        loop {
            let before = self.written.load(Ordering::Relaxed);
            if self.done.recv_timeout(patience) != Err(RecvTimeoutError::Timeout) {
                return true;
            }
            if self.written.load(Ordering::Relaxed) == before {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Mutex;

    use super::*;

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

    #[test]
    fn lines_are_bytes_of_any_kind_and_the_last_needs_no_end() {
        let (sender, events) = channel();
        read_lines(&b"ucci\r\n\xff\xfe\n\nquit"[..], sender);
        let mut read: Vec<Event> = events.iter().collect();
        assert_eq!(read.pop(), Some(Event::Closed));
        let lines = read.into_iter().map(|event| match event {
            Event::Line { bytes, .. } => bytes,
            other => panic!("{other:?}"),
        });
        let expected: [&[u8]; 4] = [b"ucci\r\n", b"\xff\xfe\n", b"\n", b"quit"];
        assert_eq!(lines.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn nothing_is_written_after_the_end() {
        let paper = Paper::default();
        let (output, drain) = Output::new(paper.clone());
        let clone = output.clone();
        output.line("first".to_string());
        clone.line("second".to_string());
        output.end();
        clone.line("third".to_string());
        assert!(drain.wait(Duration::from_secs(60)));
        assert_eq!(*paper.0.lock().unwrap(), b"first\nsecond\n");
    }

    /// Takes a line whenever it is allowed to.
    struct Gate(Receiver<()>);

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_stays_but_does_not_read_is_given_up() {
        let (_open, gate) = channel();
        let (output, drain) = Output::new(Gate(gate));
        output.line("anybody there?".to_string());
        output.end();
        assert!(!drain.wait(Duration::from_millis(1)));
    }

    #[test]
    fn a_reader_that_goes_away_does_no_harm() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (output, drain) = Output::new(Closed);
        output.line("anybody there?".to_string());
        assert!(drain.wait(Duration::from_secs(60)));
        output.line("no".to_string());
    }
}
