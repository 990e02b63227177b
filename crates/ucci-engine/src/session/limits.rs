//! From the words of `go` to the limits of a search.

use std::time::Duration;

use xiangqi_core::Color;
use xiangqi_search::{Clock, Limits};

use crate::command::Go;

/// How many plies beyond the length of a mate the search looks for it before it gives up. Since it does not look at
/// all moves to their full depth, it sees a mate later than at its length. All mates of up to five moves in
/// `tests/data/mates.epd` are seen within this.
const MATE_MARGIN: u32 = 16;

/// How long to think when all that was to end the search could not be read.
pub(super) const FALLBACK_TIME: Duration = Duration::from_secs(1);

/// The limits that `go` stands for when `side` is to move and the times of UCCI are in units of `unit`.
///
/// A `go` without any limit means thinking until `stop`, one with a mate alone until it should have been seen. One
/// whose limits cannot be read was not meant to be endless, and gets [`FALLBACK_TIME`]. Of the clocks, UCCI's own comes first, then UCI's of the side to move, then UCI's of the other side (better than none if
/// only that was told).
pub(super) fn limits(go: &Go, side: Color, unit: Duration) -> Limits {
    let mut limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.move_time.map(Duration::from_millis),
        clock: own_clock(go, unit).or_else(|| side_clock(go, side)),
        infinite: go.infinite,
        ponder: go.ponder,
        search_moves: go.search_moves.clone(),
        ..Limits::default()
    };
    if !limits.infinite && !is_bounded(&limits) {
        limits.depth = go.mate.map(depth_to_see_mate);
        limits.move_time = (!go.unread.is_empty() && go.mate.is_none()).then_some(FALLBACK_TIME);
        limits.infinite = !is_bounded(&limits);
    }
    limits
}

/// Whether a search with these limits ends by itself. That there is a mate to end it, nobody knows.
pub(super) fn is_bounded(limits: &Limits) -> bool {
    let Limits { depth, nodes, move_time, clock, infinite, .. } = limits;
    !infinite && (depth.is_some() || nodes.is_some() || move_time.is_some() || clock.is_some())
}

/// The depth, in plies, at which a mate in so many moves should have been seen.
fn depth_to_see_mate(moves: u32) -> u32 {
    moves.saturating_mul(2).saturating_sub(1).saturating_add(MATE_MARGIN)
}

/// UCCI's clock. If nothing but the time is told, it is for one move.
fn own_clock(go: &Go, unit: Duration) -> Option<Clock> {
    let time = times(go.own.time?, unit);
    let moves_to_go = match (go.own.moves_to_go, go.own.increment) {
        (None, None) => Some(1),
        (moves, _) => moves.filter(|&moves| moves > 0),
    };
    Some(Clock { time, increment: times(go.own.increment.unwrap_or(0), unit), moves_to_go })
}

/// UCI's clock, always in milliseconds.
fn side_clock(go: &Go, side: Color) -> Option<Clock> {
    let (own, other) = match side {
        Color::Red => (go.red, go.black),
        Color::Black => (go.black, go.red),
    };
    let clock = if own.time.is_some() { own } else { other };
    Some(Clock {
        time: Duration::from_millis(clock.time?),
        increment: Duration::from_millis(clock.increment.unwrap_or(0)),
        moves_to_go: go.own.moves_to_go.filter(|&moves| moves > 0),
    })
}

/// So many units; absurd numbers become the longest time that can be added to an instant without harm.
fn times(number: u64, unit: Duration) -> Duration {
    const LONGEST_MS: u64 = 1000 * 60 * 60 * 24 * 365;
    let unit = u64::try_from(unit.as_millis()).unwrap_or(u64::MAX);
    Duration::from_millis(number.saturating_mul(unit).min(LONGEST_MS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    const MS: Duration = Duration::from_millis(1);
    const SECOND: Duration = Duration::from_secs(1);

    fn parse(line: &str, side: Color, unit: Duration) -> Limits {
        match Command::parse_line(line.as_bytes()).as_slice() {
            [.., Command::Go(go)] => limits(go, side, unit),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn clock(time: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let ms = Duration::from_millis;
        Clock { time: ms(time), increment: ms(increment), moves_to_go }
    }

    #[test]
    fn the_unit_of_ucci_times_is_an_option() {
        let line = "go time 20 increment 3";
        assert_eq!(parse(line, Color::Red, SECOND).clock, Some(clock(20_000, 3000, None)));
        assert_eq!(parse(line, Color::Red, MS).clock, Some(clock(20, 3, None)));
        assert_eq!(parse("go movetime 20", Color::Red, SECOND).move_time, Some(Duration::from_millis(20)));
        assert_eq!(parse("go wtime 20 winc 1", Color::Red, SECOND).clock, Some(clock(20, 1, None)));
    }

    #[test]
    fn a_time_alone_is_for_one_move() {
        assert_eq!(parse("go time 500", Color::Red, MS).clock, Some(clock(500, 0, Some(1))));
        assert_eq!(parse("go time 500 opptime 700", Color::Red, MS).clock, Some(clock(500, 0, Some(1))));
        assert_eq!(parse("go time 500 increment 0", Color::Red, MS).clock, Some(clock(500, 0, None)));
        assert_eq!(
            parse("go movestogo 9 opptime 700 time 500", Color::Red, MS).clock,
            Some(clock(500, 0, Some(9)))
        );
    }

    #[test]
    fn uci_clocks_belong_to_a_side() {
        let line = "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5";
        assert_eq!(parse(line, Color::Red, MS).clock, Some(clock(1000, 10, Some(5))));
        assert_eq!(parse(line, Color::Black, MS).clock, Some(clock(2000, 20, Some(5))));
        assert_eq!(parse("go wtime 1000", Color::Black, MS).clock, Some(clock(1000, 0, None)));
    }

    #[test]
    fn without_a_limit_the_search_goes_on() {
        for line in
            ["go", "go draw", "go infinite", "go depth infinite", "go searchmoves h2e2", "go opptime 5"]
        {
            assert!(parse(line, Color::Red, MS).infinite, "{line}");
        }
        assert!(parse("go ponder", Color::Red, MS).ponder);
        for line in ["go depth 3", "go nodes 5", "go mate 2", "go movetime 9", "go time 9", "go btime 1"] {
            let limits = parse(line, Color::Red, MS);
            assert!(!limits.infinite && is_bounded(&limits), "{line}");
        }
    }

    #[test]
    fn a_limit_that_cannot_be_read_does_not_make_a_search_endless() {
        for line in [
            "go depth",
            "go depth x",
            "go nodes 1e6",
            "go mate",
            "go movetime soon",
            "go time x opptime 1000",
            "go wtime x btime x winc 5",
            "go ponder time x",
        ] {
            let limits = parse(line, Color::Red, MS);
            assert_eq!((limits.move_time, limits.infinite), (Some(FALLBACK_TIME), false), "{line}");
        }
        for (line, understood) in [
            ("go movetime x depth 3", "go depth 3"),
            ("go wtime x btime 1000", "go btime 1000"),
            ("go mate 2 depth", "go mate 2"),
            ("go infinite depth x", "go infinite"),
        ] {
            assert_eq!(parse(line, Color::Red, MS), parse(understood, Color::Red, MS), "{line}");
        }
    }

    #[test]
    fn a_mate_alone_is_looked_for_to_a_depth() {
        for (line, depth) in [
            ("go mate 1", Some(1 + MATE_MARGIN)),
            ("go ponder mate 3", Some(5 + MATE_MARGIN)),
            ("go mate 0", Some(MATE_MARGIN)),
            ("go mate 4294967295", Some(u32::MAX)),
            ("go mate 3 depth 4", Some(4)),
            ("go mate 3 movetime 5", None),
            ("go mate 3 infinite", None),
        ] {
            let limits = parse(line, Color::Red, MS);
            assert_eq!((limits.depth, limits.mate.is_some()), (depth, true), "{line}");
            assert_eq!(limits.infinite, line.contains("infinite"), "{line}");
        }
    }

    #[test]
    fn several_limits_are_kept_together() {
        let limits = parse("go nodes 100 movetime 5 depth 4 infinite", Color::Red, MS);
        assert_eq!((limits.nodes, limits.depth, limits.infinite), (Some(100), Some(4), true));
        assert_eq!(limits.move_time, Some(Duration::from_millis(5)));
    }

    #[test]
    fn absurd_times_do_no_harm() {
        let limits = parse("go time 18446744073709551615 increment 18446744073709551615", Color::Red, SECOND);
        let clock = limits.clock.unwrap();
        assert!(std::time::Instant::now().checked_add(clock.time + clock.increment).is_some());
    }
}
