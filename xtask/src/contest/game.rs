//! One game between two players, with our own rules as referee.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use xiangqi_core::rules::Rules;
use xiangqi_core::{Color, Game, Move, Position};

use super::adjudication::{DrawRule, ResignRule, Watch};
use super::answer::Reply;
use super::clock::{Arrival, Clock};
use super::dialect::Dialect;
use super::fault::{Fault, FaultKind};
use super::limit::Limit;
use super::player::{Player, Thought};
use super::record::{End, GameResult, Note, Ponders, Record};
use super::schedule;

/// What holds in every game of a match.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// The limits of the two engines.
    pub(super) limits: [Limit; 2],
    pub(super) rules: Rules,
    pub(super) resign: Option<ResignRule>,
    pub(super) draw: Option<DrawRule>,
    /// A game of so many plies is drawn.
    pub(super) max_plies: usize,
    /// What may be overdrawn of a time limit.
    pub(super) grace: Duration,
    /// The time for a search that has no time limit.
    pub(super) patience: Duration,
}

/// Plays a game; `None` if it is abandoned because `stop` was raised. After a fault the engine is started anew.
pub(super) fn play(
    players: &mut [Player; 2],
    number: u32,
    opening: &[Move],
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<Option<Record>> {
    let mut game = Game::with_rules(Position::start(), terms.rules);
    game.play_all(opening.iter().copied())?;
    let red = schedule::red(number);
    // From here on, the players are red and black.
    let [first, second] = players;
    let sides = if red == 0 { [first, second] } else { [second, first] };
    let limits = [terms.limits[red], terms.limits[1 - red]];
    let mut bout = Bout {
        sides,
        clocks: limits.map(Clock::new),
        game,
        watch: Watch::new(terms.resign, terms.draw),
        terms,
        notes: Vec::new(),
        late: [0; 2],
        ponders: [Ponders::default(); 2],
    };
    let Some(ending) = bout.play(stop) else { return Ok(None) };
    for (side, player) in bout.sides.iter_mut().enumerate() {
        let lost_by_fault = ending.fault.as_ref().is_some_and(|fault| fault.side == side);
        // Who fails to stop pondering when the game is over cannot lose it any more.
        if lost_by_fault || player.stop_pondering().is_err() {
            player.restart()?;
        }
    }
    Ok(Some(bout.record(number, opening.len(), ending)))
}

/// A game that is being played; players are told apart as 0, Red, and 1, Black.
struct Bout<'a> {
    sides: [&'a mut Player; 2],
    clocks: [Clock; 2],
    game: Game,
    watch: Watch,
    terms: &'a Terms,
    notes: Vec<Note>,
    late: [u32; 2],
    ponders: [Ponders; 2],
}

/// How a game ended.
struct Ending {
    winner: Option<Color>,
    end: End,
    reason: String,
    fault: Option<SidesFault>,
}

struct SidesFault {
    side: usize,
    kind: FaultKind,
}

impl Bout<'_> {
    fn play(&mut self, stop: &AtomicBool) -> Option<Ending> {
        for side in 0..2 {
            if let Err(fault) = self.sides[side].new_game() {
                return Some(self.forfeit(side, &fault));
            }
        }
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(ending) = self.ended_by_rule().or_else(|| self.step()) {
                return Some(ending);
            }
        }
    }

    fn ended_by_rule(&self) -> Option<Ending> {
        let by_rule =
            self.game.ruling().map(|ruling| (ruling.result.winner(), End::Rule, ruling.to_string()));
        let too_long = self.game.len() >= self.terms.max_plies;
        let by_length =
            || too_long.then(|| (None, End::Length, format!("draw after {} plies", self.game.len())));
        let (winner, end, reason) = by_rule.or_else(by_length)?;
        Some(Ending { winner, end, reason, fault: None })
    }

    /// Plays one move; an ending if it leads to one that is not by the rules.
    fn step(&mut self) -> Option<Ending> {
        let side = color_index(self.game.position().side_to_move());
        let (grace, clocks) = (self.terms.grace, self.clocks);
        let patience = clocks[side].budget().map_or(self.terms.patience, |budget| budget + grace);
        let go = |dialect: Dialect| dialect.go([&clocks[0], &clocks[1]], side);
        let moves: Vec<Move> = self.game.moves().collect();
        let thought = match self.sides[side].think(&moves, go, patience) {
            Ok(thought) => thought,
            Err(fault) => return Some(self.forfeit(side, &fault)),
        };
        self.ponders[side].resolve(thought.ponder_hit);
        let arrival = self.clocks[side].press(thought.time, grace);
        match self.judge(side, &thought, arrival) {
            Ok(None) => Some(self.resigned(side)),
            Ok(Some(mv)) => self.accept(side, mv, &thought, arrival),
            Err(fault) => Some(self.forfeit(side, &fault)),
        }
    }

    /// The move of a player, `None` if it resigns.
    fn judge(&self, side: usize, thought: &Thought, arrival: Arrival) -> Result<Option<Move>, Fault> {
        if arrival == Arrival::TooLate {
            let what = format!("took {} ms, more than it had", thought.time.as_millis());
            return Err(FaultKind::TimeLoss.with(what));
        }
        let text = match &thought.reply {
            Reply::Move { mv, .. } => mv,
            Reply::Resign => return Ok(None),
            Reply::Nothing => return Err(FaultKind::NoMove.with("found no move")),
        };
        let position = self.game.position();
        let legal = self.sides[side].read_move(text).filter(|&mv| position.is_legal(mv));
        let illegal = || FaultKind::IllegalMove.with(format!("played `{text}` in {}", position.to_fen()));
        legal.map(Some).ok_or_else(illegal)
    }

    /// Plays a legal move and hears what the player thinks of it.
    fn accept(&mut self, side: usize, mv: Move, thought: &Thought, arrival: Arrival) -> Option<Ending> {
        if let Err(error) = self.game.play(mv) {
            return Some(self.forfeit(side, &FaultKind::IllegalMove.with(format!("played {error}"))));
        }
        self.late[side] += u32::from(arrival == Arrival::Late);
        let progress = thought.progress;
        let ms = u64::try_from(thought.time.as_millis()).unwrap_or(u64::MAX);
        self.notes.push(Note(progress.score, progress.depth, progress.nodes, ms));
        if self.game.outcome().is_some() {
            return None; // The rules come first.
        }
        let Some(decision) = self.watch.hear(side, progress.score, self.game.len()) else {
            self.ponder(side, thought);
            return None;
        };
        let winner = decision.loser.map(|loser| !color(loser));
        let verdict = winner.map_or_else(|| "draw".to_owned(), |winner| format!("{winner} wins"));
        let reason = format!("{verdict} by adjudication: {}", decision.why);
        Some(Ending { winner, end: End::Adjudication, reason, fault: None })
    }

    /// Lets a player who has moved think on while the opponent does, if it may and expects a move after which there is
    /// something to think about.
    fn ponder(&mut self, side: usize, thought: &Thought) {
        let Reply::Move { ponder, .. } = &thought.reply else { return };
        if !self.sides[side].may_ponder() || self.ended_by_rule().is_some() {
            return;
        }
        let Some(text) = ponder else {
            self.ponders[side].missing += 1;
            return;
        };
        let mut expected = self.game.clone();
        let mv = self.sides[side].read_move(text);
        if mv.is_none_or(|mv| expected.play(mv).is_err()) {
            self.ponders[side].illegal += 1;
        } else if expected.outcome().is_none() {
            let clocks = self.clocks;
            let moves: Vec<Move> = expected.moves().collect();
            self.sides[side].ponder(&moves, |dialect| dialect.go_ponder([&clocks[0], &clocks[1]], side));
        }
    }

    fn resigned(&self, side: usize) -> Ending {
        let (winner, name) = (!color(side), self.sides[side].name());
        let reason = format!("{winner} wins by resignation: {name} gave up");
        Ending { winner: Some(winner), end: End::Resignation, reason, fault: None }
    }

    /// The game is lost for a player because of a fault.
    fn forfeit(&self, side: usize, fault: &Fault) -> Ending {
        let winner = !color(side);
        let reason = format!("{winner} wins: {} {fault}", self.sides[side].name());
        let fault = Some(SidesFault { side, kind: fault.kind });
        Ending { winner: Some(winner), end: End::Fault, reason, fault }
    }

    fn record(self, number: u32, opening_plies: usize, ending: Ending) -> Record {
        let moves: Vec<String> = self.game.moves().map(|mv| mv.to_string()).collect();
        Record {
            game: number,
            red: self.sides[0].name().to_owned(),
            black: self.sides[1].name().to_owned(),
            result: GameResult::of(ending.winner),
            end: ending.end,
            reason: ending.reason,
            fault: ending.fault.map(|fault| fault.kind),
            late: self.late,
            ponders: self.ponders,
            opening_plies,
            moves: moves.join(" "),
            thoughts: self.notes,
        }
    }
}

fn color(side: usize) -> Color {
    Color::ALL[side % 2]
}

fn color_index(color: Color) -> usize {
    usize::from(color == Color::Black)
}
