//! How much an engine may think: per move, or by a clock for the game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

/// What bounds each search of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// The time for each move.
    MoveTime(Duration),
    /// The nodes of each search.
    Nodes(u64),
    /// The depth of each search, in plies.
    Depth(u32),
    /// A clock.
    Clock(Control),
}

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Control {
    /// After how many moves `time` is given again; `None` if it is for the whole game.
    pub(super) moves: Option<u32>,
    /// The time at the start.
    pub(super) time: Duration,
    /// The time added after each move.
    pub(super) increment: Duration,
}

impl Limit {
    /// The keys under which a limit is given.
    pub(super) const KEYS: [&str; 4] = ["movetime", "nodes", "depth", "tc"];

    /// Reads the value that was given under one of the [keys](Self::KEYS).
    pub(super) fn parse(key: &str, value: &str) -> Result<Limit> {
        let number = || {
            let number = value.parse::<u64>().ok().filter(|&number| number > 0);
            number.with_context(|| format!("`{key}={value}` needs a whole number above 0"))
        };
        Ok(match key {
            "movetime" => Limit::MoveTime(Duration::from_millis(number()?)),
            "nodes" => Limit::Nodes(number()?),
            "depth" => Limit::Depth(u32::try_from(number()?).context("such a depth is never reached")?),
            "tc" => Limit::Clock(value.parse()?),
            _ => bail!("`{key}` is no limit; there are {}", Limit::KEYS.join(", ")),
        })
    }

    /// Whether it is one of time.
    pub(super) fn is_of_time(self) -> bool {
        matches!(self, Limit::MoveTime(_) | Limit::Clock(_))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
            Limit::Clock(control) => control.fmt(f),
        }
    }
}

impl FromStr for Control {
    type Err = anyhow::Error;

    /// Reads `[MOVES/]SECONDS[+INCREMENT]`: `10+0.1`, `40/60`.
    fn from_str(text: &str) -> Result<Control> {
        let expected = || format!("`{text}` is no time control such as 10+0.1 or 40/60, in seconds");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().with_context(expected)?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| -> Result<Duration> {
            let seconds = text.parse::<f64>().with_context(expected)?;
            Duration::try_from_secs_f64(seconds).with_context(expected)
        };
        let control = Control { moves, time: seconds(time)?, increment: seconds(increment)? };
        ensure!(control.moves != Some(0) && !control.time.is_zero(), expected());
        Ok(control)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip() {
        for text in ["10+0.1", "60", "40/60", "40/60+0.5", "0.05+0.001"] {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), text);
        }
        let control = "40/1.5".parse::<Control>().unwrap();
        assert_eq!((control.moves, control.time.as_millis()), (Some(40), 1500));
    }

    #[test]
    fn other_texts_are_refused_and_quoted() {
        for text in ["", "0", "-1", "10+", "+1", "0/60", "x/60", "1e400", "10+-1", "NaN", "40/"] {
            let error = text.parse::<Control>().unwrap_err();
            assert!(format!("{error:#}").contains(&format!("`{text}`")), "{error:#}");
        }
        for (key, value) in [("nodes", "0"), ("movetime", "1.5"), ("depth", ""), ("ply", "3")] {
            assert!(Limit::parse(key, value).is_err());
        }
    }

    #[test]
    fn limits_read_like_phrases() {
        let phrase = |key, value| Limit::parse(key, value).unwrap().to_string();
        assert_eq!(phrase("movetime", "100"), "100 ms a move");
        assert_eq!(phrase("nodes", "5000"), "5000 nodes a move");
        assert_eq!(phrase("depth", "8"), "depth 8");
        assert_eq!(phrase("tc", "1+0.05"), "1+0.05");
    }
}
