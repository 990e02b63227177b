//! What decides how games come out, as it is written down, so that games of different conditions are never mixed.

use serde::{Deserialize, Serialize};

use super::limit::Limit;
use super::program::Program;
use super::schedule::Shard;

/// The conditions of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Conditions {
    pub(super) engines: [Engine; 2],
    #[serde(flatten)]
    pub(super) setting: GameConditions,
    pub(super) shard: Shard,
}

/// From what and by which rules games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameConditions {
    /// Fingerprint and number of the openings, and the index of the first that is played.
    pub(super) openings: (String, usize, usize),
    pub(super) resign: String,
    pub(super) draw: String,
    pub(super) max_plies: usize,
    pub(super) repetition: String,
    pub(super) move_limit: Option<u16>,
    pub(super) grace_ms: u64,
    pub(super) patience_ms: u64,
}

/// One of the engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Engine {
    pub(super) name: String,
    /// As it was given.
    pub(super) spec: String,
    pub(super) limit: String,
    /// Of the program's file.
    pub(super) program: String,
}

impl Engine {
    pub(super) fn new(program: &Program, limit: &Limit) -> Engine {
        Engine {
            name: program.spec.name.clone(),
            spec: program.spec.text.clone(),
            limit: limit.to_string(),
            program: program.fingerprint.clone(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The conditions of a match of engines `a` and `b`.
    pub(in super::super) fn conditions(shard: &str) -> Conditions {
        let engine = |name: &str| Engine {
            name: name.to_owned(),
            spec: name.to_owned(),
            limit: "5 nodes a move".to_owned(),
            program: "0123".to_owned(),
        };
        Conditions {
            engines: [engine("a"), engine("b")],
            setting: GameConditions {
                openings: ("4567".to_owned(), 10, 0),
                resign: "off".to_owned(),
                draw: "off".to_owned(),
                max_plies: 300,
                repetition: "computer".to_owned(),
                move_limit: Some(120),
                grace_ms: 200,
                patience_ms: 1000,
            },
            shard: shard.parse().unwrap(),
        }
    }

    #[test]
    fn conditions_are_one_flat_line() {
        let line = serde_json::to_string(&conditions("1/2")).unwrap();
        let engine = |name| {
            format!(r#"{{"name":"{name}","spec":"{name}","limit":"5 nodes a move","program":"0123"}}"#)
        };
        let expected = format!(
            r#"{{"engines":[{},{}],"openings":["4567",10,0],"resign":"off","draw":"off","max_plies":300,"#,
            engine("a"),
            engine("b")
        ) + r#""repetition":"computer","move_limit":120,"grace_ms":200,"patience_ms":1000,"shard":"1/2"}"#;
        assert_eq!(line, expected);
        assert_eq!(serde_json::from_str::<Conditions>(&line).unwrap(), conditions("1/2"));
    }
}
