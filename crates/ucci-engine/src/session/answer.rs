//! The last word on a search: which move, and whether to accept a draw or to give up.

use xiangqi_core::{Move, Position};
use xiangqi_eval::Score;
use xiangqi_search::SearchResult;

use crate::response::{Response, Verdict};

/// An offered draw is accepted when our score, in centipawns, is not above this.
const DRAW_ACCEPTED_UP_TO: i32 = 0;
/// The game is given up, if the client allows it, when our score, in centipawns, is not above this.
const RESIGNED_FROM: i32 = -1500;

/// What may be said beside the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Etiquette {
    /// The opponent has offered a draw.
    pub(super) draw_offered: bool,
    /// The client lets the engine resign.
    pub(super) may_resign: bool,
}

/// The answer to a search that ended well.
pub(super) fn answer(result: &SearchResult, etiquette: Etiquette) -> Response {
    match result.best {
        Some(mv) => {
            let verdict = verdict(result.score, etiquette);
            Response::BestMove { mv, ponder: result.ponder, verdict }
        }
        None => Response::NoBestMove,
    }
}

/// The answer when the search failed: the best move that it reported, or else any legal one that is not banned, from
/// those wanted if there is one among them.
pub(super) fn emergency_answer(
    position: &Position,
    reported: Option<Move>,
    banned: &[Move],
    wanted: &[Move],
) -> Response {
    let legal = position.legal_moves();
    let allowed = || legal.iter().copied().filter(|mv| !banned.contains(mv));
    let mv = reported
        .filter(|mv| legal.contains(mv))
        .or_else(|| allowed().find(|mv| wanted.contains(mv)))
        .or_else(|| allowed().next());
    mv.map_or(Response::NoBestMove, |mv| Response::BestMove { mv, ponder: None, verdict: None })
}

fn verdict(score: Score, etiquette: Etiquette) -> Option<Verdict> {
    if etiquette.draw_offered && score.value() <= DRAW_ACCEPTED_UP_TO {
        Some(Verdict::Draw)
    } else if etiquette.may_resign && score.value() <= RESIGNED_FROM {
        Some(Verdict::Resign)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFERED: Etiquette = Etiquette { draw_offered: true, may_resign: false };
    const MAY_RESIGN: Etiquette = Etiquette { draw_offered: false, may_resign: true };
    const SILENT: Etiquette = Etiquette { draw_offered: false, may_resign: false };

    #[test]
    fn a_draw_is_accepted_only_when_offered_and_not_better() {
        assert_eq!(verdict(Score::DRAW, OFFERED), Some(Verdict::Draw));
        assert_eq!(verdict(Score::from_centipawns(-900), OFFERED), Some(Verdict::Draw));
        assert_eq!(verdict(Score::from_centipawns(60), OFFERED), None);
        assert_eq!(verdict(Score::DRAW, SILENT), None);
        assert_eq!(verdict(Score::DRAW, MAY_RESIGN), None);
    }

    #[test]
    fn the_engine_resigns_only_when_allowed_and_lost() {
        assert_eq!(verdict(Score::mated_in(4), MAY_RESIGN), Some(Verdict::Resign));
        assert_eq!(verdict(Score::from_centipawns(-2000), MAY_RESIGN), Some(Verdict::Resign));
        assert_eq!(verdict(Score::from_centipawns(-500), MAY_RESIGN), None);
        assert_eq!(verdict(Score::mated_in(4), SILENT), None);
    }

    #[test]
    fn in_an_emergency_any_legal_move_is_played() {
        let position = Position::start();
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let best = |mv| Response::BestMove { mv, ponder: None, verdict: None };
        assert_eq!(emergency_answer(&position, Some(mv("h2e2")), &[], &[]), best(mv("h2e2")));
        for reported in [None, Some(mv("e0e9"))] {
            match emergency_answer(&position, reported, &[], &[]) {
                Response::BestMove { mv, .. } => assert!(position.is_legal(mv)),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(emergency_answer(&position, None, &position.legal_moves(), &[]), Response::NoBestMove);
        let wanted = [mv("e0e9"), mv("h2e2"), mv("b2e2")];
        assert_eq!(emergency_answer(&position, None, &[mv("h2e2")], &wanted), best(mv("b2e2")));
        let mated = Position::from_fen("R3k4/1R7/9/9/9/9/9/9/9/3K5 b").unwrap();
        assert_eq!(emergency_answer(&mated, None, &[], &[]), Response::NoBestMove);
    }
}
