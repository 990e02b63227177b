//! Moves in games that their players soon regretted.

use anyhow::Result;
use xiangqi_core::{Move, Position};

use crate::datagen::{Record, Thought};

/// A position of a game, and the move that was wrong in it.
#[derive(Clone, Debug)]
pub(super) struct Blunder {
    pub(super) position: Position,
    pub(super) played: Move,
    /// Which move of the game it is, from 1.
    pub(super) ply: usize,
}

/// So many plies after a capture the move limit is still too far away to matter.
const MOST_QUIET_PLIES: u16 = 60;

/// Where a player of a game has been surprised for the worse by at least `loss` centipawns, by the scores of the next
/// two plies, and did not think the game lost before (by more than `decided` centipawns), nor won after it: the moves
/// that may be to blame, the last one first.
pub(super) fn surprises(record: &Record, loss: i32, decided: i32) -> Result<Vec<Vec<Blunder>>> {
    let mut moves = Vec::new();
    record.replay(|position, thought| {
        let ply = record.opening.len() + moves.len() + 1;
        moves.push(Blunder { position: position.clone(), played: thought.mv, ply });
    })?;
    let is_surprise = |&number: &usize| {
        let before = record.played[number].score.value();
        let after = next_views(&record.played[number..]).min();
        let is_surprise = |after| before - after >= loss && before >= -decided && after <= decided;
        let quiet_plies = moves[number].position.counter().quiet_plies();
        after.is_some_and(is_surprise) && quiet_plies <= MOST_QUIET_PLIES
    };
    let suspects = |number: usize| {
        let own = (0..=number).rev().step_by(2).take(SUSPECTS);
        own.map(|number| moves[number].clone()).collect()
    };
    Ok((0..moves.len()).filter(is_surprise).map(suspects).collect())
}

/// So many moves of a player are suspected: the harm may have been done before it was seen.
const SUSPECTS: usize = 4;

/// How the player of the first of these moves stands by the searches for the two after it.
fn next_views(moves: &[Thought]) -> impl Iterator<Item = i32> {
    let reply = moves.get(1).map(|thought| -thought.score.value());
    let own = moves.get(2).map(|thought| thought.score.value());
    reply.into_iter().chain(own)
}

#[cfg(test)]
mod tests {
    use xiangqi_core::{Color, Outcome};
    use xiangqi_eval::Score;

    use super::*;
    use crate::datagen::End;

    /// A game with these moves and scores after two moves of the opening.
    fn game(played: &[(&str, i32)]) -> Record {
        let thought = |&(mv, score): &(&str, i32)| Thought {
            mv: mv.parse().unwrap(),
            score: Score::from_centipawns(score),
        };
        Record {
            opening: ["h2e2", "h9g7"].map(|mv| mv.parse().unwrap()).to_vec(),
            played: played.iter().map(thought).collect(),
            outcome: Outcome::Win(Color::Black),
            end: End::Won,
        }
    }

    /// The moves that are suspected, each with its ply, for each surprise.
    fn found(played: &[(&str, i32)]) -> Vec<Vec<(String, usize)>> {
        let suspects = |suspects: Vec<Blunder>| {
            let is_legal = |blunder: &Blunder| blunder.position.is_legal(blunder.played);
            assert!(suspects.iter().all(is_legal));
            suspects.into_iter().map(|blunder| (blunder.played.to_string(), blunder.ply)).collect()
        };
        surprises(&game(played), 250, 400).unwrap().into_iter().map(suspects).collect()
    }

    #[test]
    fn moves_that_are_regretted_are_found() {
        let mv = |mv: &str, ply: usize| (mv.to_owned(), ply);
        let seen_by_the_other = [("h0g2", 30), ("i9h9", 250), ("i0i1", -240), ("b9c7", 0), ("b0c2", 0)];
        assert_eq!(found(&seen_by_the_other), [[mv("h0g2", 3)], [mv("i9h9", 4)]]);
        let seen_later =
            [("h0g2", 30), ("i9h9", 0), ("i0i1", 20), ("b9c7", 10), ("b0c2", -300), ("a9a8", 300)];
        assert_eq!(found(&seen_later), [[mv("i0i1", 5), mv("h0g2", 3)]]);
    }

    #[test]
    fn small_losses_and_decided_games_do_not_count() {
        for (scores, counts) in [
            ([100, 149], false),
            ([100, 150], true),
            ([-401, 2000], false),
            ([-400, 2000], true),
            ([2000, -401], false),
            ([2000, -400], true),
        ] {
            let played = [("h0g2", scores[0]), ("i9h9", scores[1])];
            assert_eq!(found(&played).len(), usize::from(counts), "{scores:?}");
        }
    }

    #[test]
    fn near_the_move_limit_nothing_counts() {
        let shuffle = ["h0g2", "i9h9", "g2h0", "h9i9"].iter().map(|mv| (*mv, 0)).cycle();
        let before = |plies: u16| shuffle.clone().take(usize::from(plies) - 2).collect::<Vec<_>>();
        let blunder = [("h0g2", 0), ("i9h9", 300)];
        // The opening has two quiet plies; the rest are whole rounds of four.
        let last = 2 + (MOST_QUIET_PLIES - 2) / 4 * 4;
        assert_eq!(found(&[before(last), blunder.to_vec()].concat()).len(), 1);
        assert_eq!(found(&[before(last + 4), blunder.to_vec()].concat()).len(), 0);
    }
}
