//! Hands out the moves of a position in stages, the promising first, so that a cut-off saves the work for the rest.

use arrayvec::ArrayVec;
use xiangqi_core::{Checks, MAX_MOVES, Move, MoveList, Position};

use crate::history::{Context, Histories};
use crate::params;
use crate::see::{ANY_LOSS, exchange_value, exchange_wins};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    ScoreCaptures,
    GoodCaptures,
    Killers,
    ScoreQuiets,
    Quiets,
    BadCaptures,
    ScoreEvasions,
    Evasions,
    Done,
}

/// Above any history.
const CAPTURE_FIRST: i32 = 1 << 20;

/// In the order of captures, so much history counts as one centipawn of the victim's weighted worth.
const HISTORY_DIVISOR: i32 = 4;

/// Picks the moves of one position one after the other.
pub(crate) struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    killer: usize,
    /// Whether quiet moves are left out.
    captures_only: bool,
    /// Captures that win less than this, in exchange, come last (or never).
    threshold: i32,
    context: Context,
    /// Found when first asked for.
    checks: Option<Checks>,
    /// The moves of the stage that are left, and what each promises.
    left: ArrayVec<Move, MAX_MOVES>,
    scores: ArrayVec<i32, MAX_MOVES>,
    bad_captures: ArrayVec<Move, MAX_MOVES>,
}

impl Picker {
    /// All moves of a position; the table's must be legal.
    pub(crate) fn new(tt_move: Option<Move>, killers: [Option<Move>; 2], context: Context) -> Picker {
        let mut picker = Picker::with(tt_move, context);
        picker.killers = killers;
        picker
    }

    /// All evasions when in check, otherwise the captures that win at least `threshold` centipawns in exchange.
    pub(crate) fn captures(
        position: &Position,
        tt_move: Option<Move>,
        context: Context,
        threshold: i32,
    ) -> Picker {
        let wanted = |&mv: &Move| {
            position.is_legal(mv)
                && (position.is_check() || is_capture(position, mv) && exchange_wins(position, mv, threshold))
        };
        let mut picker = Picker::with(tt_move.filter(wanted), context);
        picker.captures_only = true;
        picker.threshold = threshold;
        picker
    }

    fn with(tt_move: Option<Move>, context: Context) -> Picker {
        Picker {
            stage: Stage::TableMove,
            tt_move,
            killers: [None; 2],
            killer: 0,
            captures_only: false,
            threshold: if params::bad_captures_last() { 0 } else { ANY_LOSS },
            context,
            checks: None,
            left: ArrayVec::new(),
            scores: ArrayVec::new(),
            bad_captures: ArrayVec::new(),
        }
    }

    /// Skips the quiet moves that are left.
    pub(crate) fn skip_quiets(&mut self) {
        if (Stage::Killers..=Stage::Quiets).contains(&self.stage) {
            self.stage = Stage::BadCaptures;
        }
    }

    /// Whether a move of the position gives check.
    #[inline]
    pub(crate) fn gives_check(&mut self, position: &Position, mv: Move) -> bool {
        self.checks(position).gives(position, mv)
    }

    #[inline]
    fn checks(&mut self, position: &Position) -> &Checks {
        self.checks.get_or_insert_with(|| position.checks())
    }

    /// The next move. The position must be the one that the picker was made for.
    pub(crate) fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            let found = match self.stage {
                Stage::TableMove => {
                    let in_check = position.is_check();
                    self.stage = if in_check { Stage::ScoreEvasions } else { Stage::ScoreCaptures };
                    self.tt_move
                }
                Stage::ScoreCaptures => {
                    self.score_captures(position, histories);
                    self.enter(Stage::GoodCaptures)
                }
                Stage::GoodCaptures => self.next_good_capture(position),
                Stage::Killers => self.next_killer(position),
                Stage::ScoreQuiets => {
                    self.score_quiets(position, histories);
                    self.enter(Stage::Quiets)
                }
                Stage::Quiets => self.take_best().or_else(|| self.enter(Stage::BadCaptures)),
                Stage::BadCaptures => self.bad_captures.pop_at(0).or_else(|| self.enter(Stage::Done)),
                Stage::ScoreEvasions => {
                    self.score_evasions(position, histories);
                    self.enter(Stage::Evasions)
                }
                Stage::Evasions => self.take_best().or_else(|| self.enter(Stage::Done)),
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
        }
    }

    fn enter(&mut self, stage: Stage) -> Option<Move> {
        self.stage = stage;
        None
    }

    #[inline(never)]
    fn score_captures(&mut self, position: &Position, histories: &Histories) {
        let mut captures = MoveList::new();
        position.legal_captures_into(&mut captures);
        self.list(&captures, [None; 2], |mv| capture_score(position, histories, mv));
    }

    #[inline(never)]
    fn score_quiets(&mut self, position: &Position, histories: &Histories) {
        let checks = *self.checks(position);
        let quiet = histories.quiet(position, &self.context);
        // The moves of a piece follow each other: what all have in common is looked up once.
        let mut from = position.king(position.side_to_move());
        let mut history = quiet.of(position, from);
        let mut checking = checks.direct(position, from);
        let mut quiets = MoveList::new();
        position.legal_quiets_into(&mut quiets);
        self.list(&quiets, self.killers, |mv| {
            if mv.from() != from {
                from = mv.from();
                history = quiet.of(position, from);
                checking = checks.direct(position, from);
            }
            let checks = match checking {
                Some(squares) => squares.contains(mv.to()),
                None => position.gives_check(mv),
            };
            history.get(mv.to()) + if checks { params::check_bonus() } else { 0 }
        });
    }

    #[inline(never)]
    fn score_evasions(&mut self, position: &Position, histories: &Histories) {
        let quiet = histories.quiet(position, &self.context);
        let mut evasions = MoveList::new();
        position.legal_moves_into(&mut evasions);
        self.list(&evasions, [None; 2], |mv| {
            if is_capture(position, mv) {
                CAPTURE_FIRST + capture_score(position, histories, mv)
            } else {
                quiet.get(position, mv)
            }
        });
    }

    /// Lists moves, but for those that were handed out before: the table's, and these.
    #[inline]
    fn list(
        &mut self,
        moves: &MoveList,
        [one, other]: [Option<Move>; 2],
        mut score: impl FnMut(Move) -> i32,
    ) {
        self.left.clear();
        self.scores.clear();
        for &mv in moves {
            if ![self.tt_move, one, other].contains(&Some(mv)) {
                self.left.push(mv);
                self.scores.push(score(mv));
            }
        }
    }

    fn next_good_capture(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.take_best() {
            if exchange_wins(position, mv, self.threshold) {
                return Some(mv);
            }
            if !self.captures_only {
                self.bad_captures.push(mv);
            }
        }
        self.enter(if self.captures_only { Stage::Done } else { Stage::Killers })
    }

    fn next_killer(&mut self, position: &Position) -> Option<Move> {
        while let Some(&killer) = self.killers.get(self.killer) {
            self.killer += 1;
            if let Some(mv) = killer
                && killer != self.tt_move
                && !is_capture(position, mv)
                && position.is_legal(mv)
            {
                return killer;
            }
        }
        self.enter(Stage::ScoreQuiets)
    }

    /// Takes the best move out of the list; of equals the one that came first.
    fn take_best(&mut self) -> Option<Move> {
        let best = self.scores.iter().copied().fold(i32::MIN, i32::max);
        let at = self.scores.iter().position(|&score| score == best)?;
        self.scores.swap_remove(at);
        Some(self.left.swap_remove(at))
    }
}

/// Whether a legal move captures.
#[inline]
pub(crate) fn is_capture(position: &Position, mv: Move) -> bool {
    position.board().piece_on(mv.to()).is_some()
}

/// The most valuable victim first, by history among equals.
fn capture_score(position: &Position, histories: &Histories, mv: Move) -> i32 {
    let victim = position.board().piece_on(mv.to()).map_or(0, |piece| exchange_value(piece.piece_type()));
    params::victim_weight() * victim + histories.capture(position, mv) / HISTORY_DIVISOR
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::history::PieceTo;

    const NO_CONTEXT: Context = [PieceTo::NONE; 3];

    /// Positions of random games.
    fn positions() -> Vec<Position> {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut positions = Vec::new();
        for _ in 0..30 {
            let mut position = Position::start();
            for _ in 0..60 {
                let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
                let _never_taken_back = position.make(mv);
                positions.push(position.clone());
            }
        }
        positions
    }

    fn all(mut picker: Picker, position: &Position, histories: &Histories) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(position, histories)).collect()
    }

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut bits: Vec<u16> = moves.into_iter().map(Move::to_bits).collect();
        bits.sort_unstable();
        bits
    }

    #[test]
    fn stages_follow_each_other_and_hand_out_each_move_once() {
        let histories = Histories::new();
        for position in positions().iter().filter(|position| position.has_legal_move()) {
            let moves = position.legal_moves();
            let tt_move = moves.last().copied();
            let killers = [moves.first().copied(), moves.get(moves.len() / 2).copied()];
            let picked = all(Picker::new(tt_move, killers, NO_CONTEXT), position, &histories);
            assert_eq!(sorted(picked.iter().copied()), sorted(moves), "{}", position.to_fen());

            let stage = |&mv: &Move| match (is_capture(position, mv), position.is_check()) {
                _ if Some(mv) == tt_move => Stage::TableMove,
                (_, true) => Stage::Evasions,
                (true, false) if exchange_wins(position, mv, 0) => Stage::GoodCaptures,
                (true, false) => Stage::BadCaptures,
                (false, false) if killers.contains(&Some(mv)) => Stage::Killers,
                (false, false) => Stage::Quiets,
            };
            assert!(picked.iter().is_sorted_by_key(stage), "{}: {picked:?}", position.to_fen());
        }
    }

    #[test]
    fn evasions_that_capture_come_before_the_others() {
        let histories = Histories::new();
        for position in positions().iter().filter(|position| position.is_check()) {
            let picked = all(Picker::new(None, [None; 2], NO_CONTEXT), position, &histories);
            assert!(picked.is_sorted_by_key(|&mv| !is_capture(position, mv)), "{}", position.to_fen());
        }
    }

    #[test]
    fn history_orders_quiet_moves() {
        let (position, mut histories) = (Position::start(), Histories::new());
        let favourite = Move::new(xiangqi_core::Square::H2, xiangqi_core::Square::E2);
        histories.update_quiet(&position, &NO_CONTEXT, favourite, 500);
        let mut picker = Picker::new(None, [None; 2], NO_CONTEXT);
        assert_eq!(picker.next(&position, &histories), Some(favourite));
    }

    #[test]
    fn of_captures_only_those_that_win_enough_are_handed_out() {
        let histories = Histories::new();
        for position in positions().iter().filter(|position| !position.is_check()) {
            for threshold in [-100, 0, 300] {
                let tt_move = position.legal_moves().first().copied();
                let picker = Picker::captures(position, tt_move, NO_CONTEXT, threshold);
                let wins = |mv: &Move| exchange_wins(position, *mv, threshold);
                let expected = position.legal_captures().into_iter().filter(wins);
                assert_eq!(sorted(all(picker, position, &histories)), sorted(expected));
            }
        }
    }

    #[test]
    fn skipped_quiets_leave_the_bad_captures() {
        let (position, histories) = (Position::start(), Histories::new());
        let mut picker = Picker::new(None, [None; 2], NO_CONTEXT);
        assert!(picker.next(&position, &histories).is_some_and(|mv| !is_capture(&position, mv)));
        picker.skip_quiets();
        let left = all(picker, &position, &histories);
        assert_eq!(sorted(left), sorted(position.legal_captures()));
    }

    #[test]
    fn illegal_killers_are_ignored_and_illegal_table_moves_where_captures_are_searched() {
        let (position, histories) = (Position::start(), Histories::new());
        let elsewhere = Some(Move::new(xiangqi_core::Square::E5, xiangqi_core::Square::E6));
        let picked = all(Picker::new(None, [elsewhere; 2], NO_CONTEXT), &position, &histories);
        assert_eq!(sorted(picked), sorted(position.legal_moves()));

        let captures = all(Picker::captures(&position, None, NO_CONTEXT, -1_000), &position, &histories);
        let over_nothing = Some(Move::new(xiangqi_core::Square::B2, xiangqi_core::Square::H9));
        let picked =
            all(Picker::captures(&position, over_nothing, NO_CONTEXT, -1_000), &position, &histories);
        assert!(!captures.is_empty());
        assert_eq!(sorted(picked), sorted(captures));
    }
}
