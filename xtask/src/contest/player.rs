//! An engine that plays: a process, and the protocol that it speaks.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use xiangqi_core::notation::iccs::{self, Ranks};
use xiangqi_core::{Move, START_FEN};

use super::answer::{Progress, Reply};
use super::dialect::Dialect;
use super::fault::{Fault, FaultKind};
use super::process::{Next, Process};
use super::program::Program;

/// How long the answer to a greeting may take, if the engine is known to speak the dialect.
const TO_GREET: Duration = Duration::from_secs(10);
/// How long it may take when it is not known.
const TO_PROBE: Duration = Duration::from_secs(3);
/// How long an engine may take until it is ready, for instance to make its tables.
const TO_BE_READY: Duration = Duration::from_secs(30);
/// Says that the move that was pondered on has been played, in either dialect.
const PONDER_HIT: &str = "ponderhit";
/// How long an engine may take to answer when it is told to stop.
const TO_STOP: Duration = Duration::from_secs(2);

/// An engine in a match.
pub(super) struct Player {
    program: Program,
    process: Process,
    dialect: Dialect,
    ranks: Ranks,
    /// The opponent's move that is expected, while the engine thinks on the opponent's time.
    pondering: Option<Move>,
}

/// What a search came to.
#[derive(Debug)]
pub(super) struct Thought {
    pub(super) reply: Reply,
    /// As told in this search, also before the engine's own time began.
    pub(super) progress: Progress,
    /// From the question, or the news that the expected move was played, to the answer.
    pub(super) time: Duration,
    /// Whether the move that was pondered on was played; `None` without pondering.
    pub(super) ponder_hit: Option<bool>,
}

impl Player {
    /// Starts an engine, greets it and sets its options.
    pub(super) fn start(program: &Program) -> Result<Player> {
        program.verify()?;
        let start = || match program.spec.dialect {
            Some(dialect) => greet(program, dialect, TO_GREET),
            None => greet(program, Dialect::Uci, TO_PROBE)
                .or_else(|_| greet(program, Dialect::Ucci, TO_PROBE))
                .context("it answers neither `uci` nor `ucci`"),
        };
        let set_up = || -> Result<Player> {
            let (mut player, lines) = start()?;
            player.introduce(&lines)?;
            player.await_ready().map_err(|fault| anyhow::anyhow!("it {fault}"))?;
            Ok(player)
        };
        set_up().with_context(|| format!("cannot play with `{}`", program.spec.name))
    }

    /// Starts the engine anew.
    pub(super) fn restart(&mut self) -> Result<()> {
        *self = Player::start(&self.program)?;
        Ok(())
    }

    /// The name by which results call it.
    pub(super) fn name(&self) -> &str {
        &self.program.spec.name
    }

    /// Tells the engine that a game begins.
    pub(super) fn new_game(&mut self) -> Result<(), Fault> {
        self.process.send(self.dialect.new_game());
        self.await_ready()
    }

    /// Whether the engine is to think on its opponent's time.
    pub(super) fn may_ponder(&self) -> bool {
        self.program.spec.ponder
    }

    /// Asks for a move after these moves from the start position, or, if it already ponders on the last of them, for
    /// the result of that. `go` makes the question in the dialect; after `patience` the engine is told to stop.
    pub(super) fn think(
        &mut self,
        moves: &[Move],
        go: impl FnOnce(Dialect) -> String,
        patience: Duration,
    ) -> Result<Thought, Fault> {
        let ponder_hit = self.pondering.map(|expected| moves.last() == Some(&expected));
        let question = if ponder_hit == Some(true) {
            self.pondering = None;
            PONDER_HIT.to_owned()
        } else {
            self.stop_pondering()?;
            self.set_up(moves);
            go(self.dialect)
        };
        let start = Instant::now();
        self.process.send(&question);
        let mut progress = Progress::default();
        let mut answer = self.await_reply(start + patience, &mut progress)?;
        if answer.is_none() {
            self.process.send("stop");
            answer = self.await_reply(Instant::now() + TO_STOP, &mut progress)?;
        }
        let Some((arrived, reply)) = answer else {
            return Err(FaultKind::Hang.with(format!("did not answer `{question}`, nor `stop`")));
        };
        Ok(Thought { reply, progress, time: arrived.saturating_duration_since(start), ponder_hit })
    }

    /// Lets the engine think on its opponent's time: about the position after these moves, of which the last is the
    /// one that the opponent is expected to play.
    pub(super) fn ponder(&mut self, moves: &[Move], go: impl FnOnce(Dialect) -> String) {
        self.set_up(moves);
        self.process.send(&go(self.dialect));
        self.pondering = moves.last().copied();
    }

    /// Ends what the engine thinks on its opponent's time, if it does, for nothing.
    pub(super) fn stop_pondering(&mut self) -> Result<(), Fault> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.process.send("stop");
        if self.await_reply(Instant::now() + TO_STOP, &mut Progress::default())?.is_none() {
            return Err(FaultKind::Hang.with("did not answer `stop` while it pondered"));
        }
        // Should it have answered before it was told to, `stop` may bring another answer, which is none to what is
        // asked next.
        self.await_ready()
    }

    /// Shows the engine the position after these moves from the start position.
    fn set_up(&mut self, moves: &[Move]) {
        let mut position = format!("position fen {START_FEN}");
        for (index, &mv) in moves.iter().enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            position.push_str(&iccs::plain(mv, self.ranks).to_string());
        }
        self.process.send(&position);
    }

    /// The move that an answer means.
    pub(super) fn read_move(&self, text: &str) -> Option<Move> {
        iccs::parse(text, self.ranks).ok()
    }

    /// The end of a search, and when it was told; `None` if it has not come by then.
    fn await_reply(
        &mut self,
        deadline: Instant,
        progress: &mut Progress,
    ) -> Result<Option<(Instant, Reply)>, Fault> {
        loop {
            let Some((arrived, line)) = self.next_line(deadline)? else { return Ok(None) };
            match Reply::read(&line) {
                Some(reply) => return Ok(Some((arrived, reply))),
                None => progress.read(&line),
            }
        }
    }

    fn await_ready(&mut self) -> Result<(), Fault> {
        self.process.send("isready");
        let deadline = Instant::now() + TO_BE_READY;
        while let Some((_, line)) = self.next_line(deadline)? {
            if line.trim() == "readyok" {
                return Ok(());
            }
        }
        Err(FaultKind::Hang.with("did not answer `isready`"))
    }

    fn next_line(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Fault> {
        match self.process.next(deadline) {
            Next::Line(arrived, line) => Ok(Some((arrived, line))),
            Next::Late => Ok(None),
            Next::Gone => Err(FaultKind::Crash.with(format!("crashed ({})", self.process.last_words()))),
        }
    }

    /// Sets the options, and finds out how the engine numbers the ranks, from what it said of itself.
    fn introduce(&mut self, lines: &[String]) -> Result<()> {
        let known = |name: &str| lines.iter().any(|line| advertises(line, self.dialect, name));
        let (mut options, mut from_one) = (Vec::new(), false);
        if self.dialect == Dialect::Uci {
            from_one = lines.iter().any(|line| line.starts_with("id name Fairy-Stockfish"));
            // Engines for many kinds of chess begin with the western one.
            if known("UCI_Variant") {
                options.push(("UCI_Variant".to_owned(), "xiangqi".to_owned()));
            }
        } else if known("usemillisec") {
            options.push(("usemillisec".to_owned(), "true".to_owned()));
        }
        let ponder = self.dialect.ponder_option();
        if self.may_ponder() && known(ponder) {
            options.push((ponder.to_owned(), "true".to_owned()));
        }
        options.extend(self.program.spec.options.iter().cloned());
        for (name, value) in &options {
            ensure!(known(name), "it has no option `{name}` in {}", self.dialect.greeting().to_uppercase());
            self.process.send(&self.dialect.set_option(name, value));
        }
        let usual = if from_one { Ranks::FromOne } else { Ranks::FromZero };
        self.ranks = self.program.spec.ranks.unwrap_or(usual);
        Ok(())
    }
}

/// Starts a program and greets it; returns also what it said of itself.
fn greet(program: &Program, dialect: Dialect, patience: Duration) -> Result<(Player, Vec<String>)> {
    let mut process = Process::start(&program.command, program.spec.directory.as_deref())?;
    process.send(dialect.greeting());
    let deadline = Instant::now() + patience;
    let mut lines = Vec::new();
    loop {
        match process.next(deadline) {
            Next::Line(_, line) if line.trim() == dialect.greeting_ok() => break,
            Next::Line(_, line) => lines.push(line),
            Next::Late => bail!("it did not answer `{}`", dialect.greeting()),
            Next::Gone => bail!("it ended when told `{}`: {}", dialect.greeting(), process.last_words()),
        }
    }
    Ok((
        Player { program: program.clone(), process, dialect, ranks: Ranks::FromZero, pondering: None },
        lines,
    ))
}

/// Whether a line advertises this option.
fn advertises(line: &str, dialect: Dialect, option: &str) -> bool {
    let name = match dialect {
        Dialect::Uci => line.strip_prefix("option name "),
        Dialect::Ucci => line.strip_prefix("option "),
    };
    let name = name.and_then(|rest| rest.split_once(" type ")).map(|(name, _)| name.trim());
    name.is_some_and(|name| name.eq_ignore_ascii_case(option))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_in_either_dialect() {
        assert!(advertises("option name Clear Hash type button", Dialect::Uci, "clear hash"));
        assert!(advertises("option hashsize type spin min 0 max 9", Dialect::Ucci, "hashsize"));
        assert!(!advertises("option name Hash type spin", Dialect::Uci, "Clear Hash"));
        assert!(!advertises("id name option Hash type", Dialect::Ucci, "Hash"));
    }
}
