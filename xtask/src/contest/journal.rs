//! The file of a match: a line that tells its conditions, then one line for each game, written when the game ends.
//!
//! Whatever interrupts a match, it goes on where it was when it is started again with the same conditions. A line
//! that was cut off is dropped, and its game played again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::Record;
use super::schedule::Shard;

/// All that decides how the games of a match come out, so that games of different conditions are never mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Conditions {
    pub(super) engines: [Engine; 2],
    /// Fingerprint and number of the openings, and the index of the first that is played.
    pub(super) openings: (String, usize, usize),
    pub(super) resign: String,
    pub(super) draw: String,
    pub(super) max_plies: usize,
    pub(super) repetition: String,
    pub(super) move_limit: Option<u16>,
    pub(super) grace_ms: u64,
    pub(super) patience_ms: u64,
    pub(super) shard: Shard,
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

/// A file that is open for the next games.
pub(super) struct Journal(File);

impl Journal {
    /// Opens a file for a match with these conditions, and returns what has been played; a new file is begun.
    pub(super) fn open(path: &Path, conditions: &Conditions) -> Result<(Journal, Vec<Record>)> {
        let open = || -> Result<(Journal, Vec<Record>)> {
            let mut file =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
            let text = std::fs::read_to_string(path)?;
            let whole = whole_lines(&text);
            // What is cut off, is cut off in the file too.
            file.set_len(u64::try_from(whole.len())?)?;
            file.seek(SeekFrom::End(0))?;
            let mut journal = Journal(file);
            if whole.is_empty() {
                journal.write(conditions)?;
                return Ok((journal, Vec::new()));
            }
            let (found, records) = parse(whole)?;
            if let Some(difference) = difference(&found, conditions)? {
                bail!(
                    "it was played under other conditions: {difference}; give another file, or the same conditions"
                );
            }
            Ok((journal, records))
        };
        open().with_context(|| format!("cannot go on with {}", path.display()))
    }

    /// Writes a game down.
    pub(super) fn append(&mut self, record: &Record) -> Result<()> {
        self.write(record).context("cannot write down a game")
    }

    fn write(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.0.write_all(text.as_bytes())?;
        Ok(self.0.flush()?)
    }
}

/// Reads a file that may still be written to.
pub(super) fn read(path: &Path) -> Result<(Conditions, Vec<Record>)> {
    let read = || parse(whole_lines(&std::fs::read_to_string(path)?));
    read().with_context(|| format!("cannot read the match of {}", path.display()))
}

/// The games of several shards of one match, in order. A shard may be given once only.
pub(super) fn merge<P: AsRef<Path>>(paths: &[P]) -> Result<(Conditions, Vec<Record>)> {
    let mut all: Option<(Conditions, Vec<Record>)> = None;
    for path in paths.iter().map(AsRef::as_ref) {
        let (mut conditions, records) = read(path)?;
        if paths.len() > 1 {
            conditions.shard = Shard::WHOLE;
        }
        let Some((first, merged)) = &mut all else {
            all = Some((conditions, records));
            continue;
        };
        if let Some(difference) = difference(first, &conditions)? {
            bail!("{} does not belong to the others: {difference}", path.display());
        }
        let games: HashSet<u32> = merged.iter().map(|record| record.game).collect();
        let twice = records.iter().find(|record| games.contains(&record.game));
        if let Some(record) = twice {
            bail!("game {} of {} is in another file too", record.game, path.display());
        }
        merged.extend(records);
    }
    let (conditions, mut records) = all.context("no files to merge")?;
    records.sort_by_key(|record| record.game);
    Ok((conditions, records))
}

/// Writes a file anew.
pub(super) fn write(path: &Path, conditions: &Conditions, records: &[Record]) -> Result<()> {
    let mut text = serde_json::to_string(conditions)? + "\n";
    for record in records {
        text += &serde_json::to_string(record)?;
        text.push('\n');
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

fn parse(text: &str) -> Result<(Conditions, Vec<Record>)> {
    let mut lines = text.lines();
    let first = lines.next().context("it is empty")?;
    let conditions = serde_json::from_str(first).context("line 1 does not tell the conditions of a match")?;
    let mut records: Vec<Record> = Vec::new();
    let mut games = HashSet::new();
    for (index, line) in lines.enumerate() {
        let number = index + 2;
        let record: Record =
            serde_json::from_str(line).with_context(|| format!("line {number} is no game"))?;
        ensure!(games.insert(record.game), "line {number}: game {} is there already", record.game);
        records.push(record);
    }
    Ok((conditions, records))
}

/// The first condition that differs, in words.
pub(crate) fn difference(old: &impl Serialize, new: &impl Serialize) -> Result<Option<String>> {
    let (old, new) = (serde_json::to_value(old)?, serde_json::to_value(new)?);
    Ok(first_difference("", &old, &new))
}

fn first_difference(name: &str, old: &Value, new: &Value) -> Option<String> {
    let inner = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            old.iter().find_map(|(key, old)| first_difference(&inner(key), old, new.get(key)?))
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let mut pairs = old.iter().zip(new).enumerate();
            pairs.find_map(|(index, (old, new))| first_difference(&inner(&index.to_string()), old, new))
        }
        _ => (old != new).then(|| format!("{name} was {old} and is {new}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::GameResult;
    use super::super::record::tests::record;
    use super::*;
    use crate::scratch::Scratch;

    fn conditions(shard: &str) -> Conditions {
        let engine = |name: &str| Engine {
            name: name.to_owned(),
            spec: name.to_owned(),
            limit: "5 nodes a move".to_owned(),
            program: "0123".to_owned(),
        };
        Conditions {
            engines: [engine("a"), engine("b")],
            openings: ("4567".to_owned(), 10, 0),
            resign: "off".to_owned(),
            draw: "off".to_owned(),
            max_plies: 300,
            repetition: "computer".to_owned(),
            move_limit: Some(120),
            grace_ms: 200,
            patience_ms: 1000,
            shard: shard.parse().unwrap(),
        }
    }

    #[test]
    fn a_match_goes_on_where_it_was_cut_off() {
        let file = Scratch::new("journal-resume");
        let (one, two) = (record(0, GameResult::Draw), record(1, GameResult::RedWins));
        let (mut journal, played) = Journal::open(&file.0, &conditions("1/1")).unwrap();
        assert_eq!(played, []);
        journal.append(&one).unwrap();
        journal.append(&two).unwrap();
        drop(journal);

        let text = std::fs::read_to_string(&file.0).unwrap();
        std::fs::write(&file.0, &text[..text.len() - 10]).unwrap();
        assert_eq!(read(&file.0).unwrap().1, std::slice::from_ref(&one));
        let (mut journal, played) = Journal::open(&file.0, &conditions("1/1")).unwrap();
        assert_eq!(played, std::slice::from_ref(&one));
        journal.append(&two).unwrap();
        assert_eq!(read(&file.0).unwrap(), (conditions("1/1"), vec![one, two]));
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), text);
    }

    #[test]
    fn other_conditions_are_refused_and_named() {
        let file = Scratch::new("journal-conditions");
        Journal::open(&file.0, &conditions("1/1")).unwrap();
        let before = std::fs::read_to_string(&file.0).unwrap();
        let mut other = conditions("1/1");
        other.engines[1].limit = "6 nodes a move".to_owned();
        let error = format!("{:#}", Journal::open(&file.0, &other).err().unwrap());
        assert!(error.contains(r#"engines.1.limit was "5 nodes a move" and is "6 nodes a move""#), "{error}");
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), before);
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let file = Scratch::new("journal-other");
        for text in ["no match\n", "{}\n"] {
            std::fs::write(&file.0, text).unwrap();
            assert!(Journal::open(&file.0, &conditions("1/1")).is_err());
            assert_eq!(std::fs::read_to_string(&file.0).unwrap(), text);
        }
    }

    #[test]
    fn shards_are_merged_in_order_and_once() {
        let (left, right) = (Scratch::new("journal-left"), Scratch::new("journal-right"));
        let games: Vec<Record> = (0..4).map(|game| record(game, GameResult::Draw)).collect();
        write(&left.0, &conditions("1/2"), &games[..2]).unwrap();
        write(&right.0, &conditions("2/2"), &games[2..]).unwrap();
        let merged = merge(&[&right.0, &left.0]).unwrap();
        assert_eq!(merged, (conditions("1/1"), games.clone()));
        assert_eq!(merge(&[&right.0]).unwrap().0, conditions("2/2"));

        let twice = merge(&[&left.0, &left.0]).unwrap_err().to_string();
        assert!(twice.contains("game 0"), "{twice}");
        let mut other = conditions("2/2");
        other.max_plies = 200;
        write(&right.0, &other, &games[2..]).unwrap();
        let mixed = merge(&[&left.0, &right.0]).unwrap_err().to_string();
        assert!(mixed.contains("max_plies was 300 and is 200"), "{mixed}");
    }

    #[test]
    fn a_game_that_is_no_game_is_named_by_its_line() {
        let file = Scratch::new("journal-broken");
        write(&file.0, &conditions("1/1"), &[record(0, GameResult::Draw)]).unwrap();
        let text = std::fs::read_to_string(&file.0).unwrap();
        std::fs::write(&file.0, text + "{}\n").unwrap();
        let error = format!("{:#}", read(&file.0).unwrap_err());
        assert!(error.contains("line 3 is no game"), "{error}");
    }
}
