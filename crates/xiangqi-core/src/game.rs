//! A whole game: where it started, the moves, and how it ended.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use thiserror::Error;

use crate::notation::Notation;
use crate::rules::{
    Deed, Evidence, History, Offender, Outcome, Repetition, Rule, Rules, Ruling, Verdict, gather,
};
use crate::{IllegalMove, Move, MoveList, Piece, Position, Undo};

/// A game from any position, with its rules.
///
/// ```
/// use xiangqi_core::{Game, Piece};
///
/// let mut game = Game::default();
/// for mv in ["h2e2", "h9g7", "e2e6"] {
///     game.play(mv.parse()?)?;
/// }
/// assert!(game.played().last().is_some_and(|(_, captured)| captured == Some(Piece::BlackPawn)));
/// assert_eq!(game.outcome(), None);
///
/// game.take_back();
/// assert_eq!(game.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    undos: Vec<Undo>,
    history: History,
    rules: Rules,
}

/// Why a list of moves could be played only in part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move number {} of the list: {source}", .index + 1)]
pub struct IllegalMoveAt {
    /// The index of the illegal move in the list, which is the number of moves that were played.
    pub index: usize,
    /// What is wrong with it.
    pub source: IllegalMove,
}

impl Game {
    /// A game with the default rules.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game::with_rules(start, Rules::default())
    }

    /// A game with these rules.
    #[must_use]
    pub fn with_rules(start: Position, rules: Rules) -> Game {
        Game { position: start.clone(), undos: Vec::new(), history: History::new(&start), start, rules }
    }

    /// Where the game started.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after all moves.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules of this game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What a search from here needs to know of the positions so far.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// How many plies have been played.
    #[must_use]
    pub fn len(&self) -> usize {
        self.undos.len()
    }

    /// Whether nothing has been played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.undos.is_empty()
    }

    /// The moves that can be played now.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.played().map(|(mv, _)| mv)
    }

    /// The moves played, each with the piece that it captured.
    #[must_use]
    pub fn played(&self) -> impl DoubleEndedIterator<Item = (Move, Option<Piece>)> + '_ {
        self.undos.iter().filter_map(|undo| Some((undo.mv()?, undo.captured())))
    }

    /// The moves played, written in a notation.
    pub fn moves_in(&self, notation: Notation) -> impl Iterator<Item = String> + '_ {
        let mut position = self.start.clone();
        self.moves().map(move |mv| {
            let text =
                notation.display(&position, mv).map_or_else(|_| mv.to_string(), |text| text.to_string());
            let _never_taken_back = position.make(mv);
            text
        })
    }

    /// Plays a move. A game that [has ended](Self::outcome) may go on as long as there are legal moves, since
    /// players can agree to.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] quotes the move and the position; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let undo = self.position.try_play(mv)?;
        self.history.push(&self.position, &undo);
        self.undos.push(undo);
        Ok(())
    }

    /// Plays moves up to the first illegal one.
    ///
    /// # Errors
    ///
    /// [`IllegalMoveAt`] tells which move of the list is illegal; the moves before it have been played.
    pub fn play_all(&mut self, moves: impl IntoIterator<Item = Move>) -> Result<(), IllegalMoveAt> {
        for (index, mv) in moves.into_iter().enumerate() {
            self.play(mv).map_err(|source| IllegalMoveAt { index, source })?;
        }
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Move> {
        let undo = self.undos.pop()?;
        let mv = undo.mv();
        self.position.unmake(undo);
        self.history.pop();
        mv
    }

    /// How often the current position has occurred, if not for the first time.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        self.history.repetition()
    }

    /// How the game has ended, `None` when it goes on; [`ruling`](Self::ruling) tells why.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ruling().map(|ruling| ruling.result)
    }

    /// How and by which rule the game has ended, `None` when it goes on.
    ///
    /// In this order: no legal move, repetition, move limit, material.
    ///
    /// ```
    /// use xiangqi_core::Game;
    ///
    /// let mut game = Game::default();
    /// for mv in "h2g2 h7g7 g2h2 g7h7 h2g2 h7g7 g2h2 g7h7".split(' ') {
    ///     assert_eq!(game.ruling(), None);
    ///     game.play(mv.parse()?)?;
    /// }
    /// assert_eq!(game.ruling().map(|ruling| ruling.to_string()).as_deref(), Some("draw by repetition"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ruling(&self) -> Option<Ruling> {
        self.no_legal_move()
            .or_else(|| self.ended_by_repetition())
            .or_else(|| self.reached_move_limit().then_some(Ruling::draw(Rule::MoveLimit)))
            .or_else(|| self.drawn_by_material().then_some(Ruling::draw(Rule::Material)))
    }

    /// How the game has ended, with the evidence, which explains itself in English and Chinese; `None` when it goes on.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let Ruling { result, rule, offender } = self.ruling()?;
        let repetition = self.repetition();
        let ended_by =
            repetition.filter(|_| self.ended_by_repetition().is_some() && !self.is_without_moves());
        let evidence = Evidence {
            occurrences: repetition.map_or(1, |repetition| repetition.occurrences),
            quiet_plies: self.position.counter().quiet_plies(),
            deeds: ended_by.map_or_else(Vec::new, |repetition| self.deeds(repetition.stretch)),
        };
        Some(Verdict { result, rule, offender, evidence })
    }

    /// What the last plies did.
    fn deeds(&self, plies: usize) -> Vec<Deed> {
        let mut earlier = self.clone();
        let mut moves: Vec<Move> = (0..plies).map_while(|_| earlier.take_back()).collect();
        moves.reverse();
        gather(&earlier.position, &moves, earlier.len() + 1, self.rules.repetition)
    }

    fn is_without_moves(&self) -> bool {
        !self.position.has_legal_move()
    }

    fn no_legal_move(&self) -> Option<Ruling> {
        if self.position.has_legal_move() {
            return None;
        }
        let rule = if self.position.is_check() { Rule::Checkmate } else { Rule::Stalemate };
        let result = Outcome::Win(!self.position.side_to_move());
        Some(Ruling { result, rule, offender: Offender::None })
    }

    fn ended_by_repetition(&self) -> Option<Ruling> {
        let repetition = self.repetition().filter(|found| found.occurrences >= self.rules.occurrences)?;
        Some(self.history.ruling(&self.position, repetition.stretch, self.rules.repetition))
    }

    fn reached_move_limit(&self) -> bool {
        self.rules.plies_to_move_limit(&self.position) == Some(0)
    }

    fn drawn_by_material(&self) -> bool {
        self.rules.material_draws && self.position.is_material_draw()
    }
}

impl Default for Game {
    /// A game from the standard start position with the default rules.
    fn default() -> Game {
        Game::new(Position::start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RepetitionRule;
    use crate::{Color, Square};

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        game.play_all(moves.split_whitespace().map(|mv| mv.parse().unwrap())).unwrap();
        game
    }

    fn win(winner: Color, rule: Rule) -> Ruling {
        Ruling { result: Outcome::Win(winner), rule, offender: Offender::None }
    }

    #[test]
    fn a_side_without_legal_moves_has_lost() {
        let mate = game("3k5/R8/9/9/9/9/9/9/1R7/4K4 w", "b1b9");
        assert_eq!(mate.ruling(), Some(win(Color::Red, Rule::Checkmate)));
        let stalemate = game("3k5/9/9/3P5/9/9/9/9/9/4K4 w", "d6d7");
        assert_eq!(stalemate.ruling(), Some(win(Color::Red, Rule::Stalemate)));
        let black_wins = game("4k4/9/9/9/9/9/3p5/9/9/3K5 b", "d3d2");
        assert_eq!(black_wins.ruling(), Some(win(Color::Black, Rule::Stalemate)));
        assert_eq!(black_wins.outcome(), Some(Outcome::Win(Color::Black)));
    }

    #[test]
    fn perpetual_check_is_lost_at_the_third_occurrence() {
        let checks = "a8a9 f9f8 a9a8 f8f9 ";
        let fen = "5k3/R8/9/9/9/9/9/9/9/4K4 w";
        assert_eq!(game(fen, checks).ruling(), None);
        let lost = Ruling::against(Color::Red, Rule::PerpetualCheck);
        assert_eq!(game(fen, &checks.repeat(2)).ruling(), Some(lost));
        let mut lenient = Game::with_rules(Position::from_fen(fen).unwrap(), Rules::ALWAYS_DRAW);
        lenient.play_all(checks.repeat(2).split_whitespace().map(|mv| mv.parse().unwrap())).unwrap();
        assert_eq!(lenient.ruling(), Some(Ruling::draw(Rule::Repetition)));
    }

    #[test]
    fn other_repetitions_draw_when_the_rules_say() {
        let waiting = "h2g2 h7g7 g2h2 g7h7 ";
        assert_eq!(game(crate::START_FEN, waiting).ruling(), None);
        assert_eq!(game(crate::START_FEN, &waiting.repeat(2)).ruling(), Some(Ruling::draw(Rule::Repetition)));
        let mut strict = Game::with_rules(Position::start(), Rules { occurrences: 2, ..Rules::default() });
        strict.play_all(waiting.split_whitespace().map(|mv| mv.parse().unwrap())).unwrap();
        assert_eq!(strict.ruling(), Some(Ruling::draw(Rule::Repetition)));
    }

    #[test]
    fn the_move_limit_draws_unless_there_is_no_legal_move() {
        assert_eq!(game("3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 118 90", "b1b2").ruling(), None);
        assert_eq!(
            game("3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 119 90", "b1b2").ruling(),
            Some(Ruling::draw(Rule::MoveLimit))
        );
        let mate = game("3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 119 90", "b1b9");
        assert_eq!(mate.ruling(), Some(win(Color::Red, Rule::Checkmate)));
        let no_limit = Rules { move_limit: None, ..Rules::default() };
        let position = Position::from_fen("3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 500 90").unwrap();
        assert_eq!(Game::with_rules(position, no_limit).ruling(), None);
    }

    #[test]
    fn of_forty_checks_ten_are_counted_towards_the_limit() {
        let rules = Rules { repetition: RepetitionRule::AlwaysDraw, occurrences: 1000, ..Rules::default() };
        let start = Position::from_fen("5k3/R8/9/9/9/9/9/9/9/3K5 w").unwrap();
        let mut game = Game::with_rules(start, rules);
        let play = |game: &mut Game, times: usize, moves: &str| {
            let moves = moves.repeat(times);
            game.play_all(moves.split_whitespace().map(|mv| mv.parse().unwrap())).unwrap();
        };
        // Forty checks and their answers: ten of each count.
        play(&mut game, 20, "a8a9 f9f8 a9a8 f8f9 ");
        assert_eq!((game.len(), game.position().counter().quiet_plies()), (80, 20));
        play(&mut game, 12, "a8b8 f9e9 b8a8 e9f9 ");
        play(&mut game, 1, "a8b8 f9e9 ");
        assert_eq!((game.len(), game.position().counter().quiet_plies(), game.ruling()), (130, 70, None));
        play(&mut game, 12, "b8a8 e9f9 a8b8 f9e9 ");
        play(&mut game, 1, "b8a8 e9f9 ");
        assert_eq!((game.len(), game.ruling()), (180, Some(Ruling::draw(Rule::MoveLimit))));
        game.take_back();
        assert_eq!(game.ruling(), None);
    }

    #[test]
    fn pieces_that_cannot_win_draw_when_the_rules_say() {
        let fen = "4k4/9/4b4/9/9/9/9/9/3r5/3K5 w";
        let mut game = game(fen, "d0d1");
        assert_eq!(game.ruling(), Some(Ruling::draw(Rule::Material)));
        game.rules.material_draws = false;
        assert_eq!(game.ruling(), None);
    }

    #[test]
    fn moves_are_taken_back_in_order() {
        let mut game = game(crate::START_FEN, "h2e2 h9g7 e2e6");
        let played: Vec<_> = game.played().map(|(mv, captured)| (mv.to_string(), captured)).collect();
        assert_eq!(played[1], ("h9g7".into(), None));
        assert_eq!(played[2], ("e2e6".into(), Some(Piece::BlackPawn)));
        for expected in ["e2e6", "h9g7", "h2e2"] {
            assert_eq!(game.take_back(), Some(expected.parse().unwrap()));
        }
        assert_eq!(game.take_back(), None);
        assert_eq!((game.position(), game.history().len()), (game.start(), 0));
    }

    #[test]
    fn a_list_of_moves_stops_at_the_first_illegal_one() {
        let mut game = Game::default();
        let moves = ["h2e2", "h9g7", "e2e9", "a0a1"].map(|mv| mv.parse().unwrap());
        let error = game.play_all(moves).unwrap_err();
        assert_eq!((error.index, error.source.mv()), (2, moves[2]));
        assert!(error.to_string().starts_with("move number 3 of the list: e2e9 is illegal in rnbakab1r/"));
        assert_eq!(game.len(), 2);
    }

    #[test]
    fn an_illegal_move_leaves_the_game_as_it_was() {
        let mut game = Game::default();
        let before = game.position().clone();
        let error = game.play(Move::new(Square::E0, Square::E2)).unwrap_err();
        assert_eq!(error.to_string(), alloc::format!("e0e2 is illegal in {}", crate::START_FEN));
        assert_eq!((game.position(), game.len()), (&before, 0));
    }
}
