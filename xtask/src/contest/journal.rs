//! The file of a match: a line that tells its conditions, then one line for each game, written when the game ends. Or
//! that of a tuning, which has a line for each iteration.
//!
//! Whatever interrupts a match, it goes on where it was when it is started again with the same conditions. A line
//! that was cut off is dropped, and its game played again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a journal has a line of, after that of the conditions.
pub(super) trait Entry: Serialize + DeserializeOwned {
    /// What it is called.
    const WHAT: &str;

    /// Its number: each is there once.
    fn number(&self) -> u32;
}

/// A file that is open for the next entries.
pub(super) struct Journal(File);

impl Journal {
    /// Opens a file for games under these conditions, and returns what has been played; a new file is begun.
    pub(super) fn open<C, E>(path: &Path, conditions: &C) -> Result<(Journal, Vec<E>)>
    where
        C: Serialize + DeserializeOwned,
        E: Entry,
    {
        let open = || -> Result<(Journal, Vec<E>)> {
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
            let (found, entries) = parse::<C, E>(whole)?;
            if let Some(difference) = difference(&found, conditions)? {
                bail!(
                    "it was played under other conditions: {difference}; give another file, or the same conditions"
                );
            }
            Ok((journal, entries))
        };
        open().with_context(|| format!("cannot go on with {}", path.display()))
    }

    /// Writes an entry down.
    pub(super) fn append<E: Entry>(&mut self, entry: &E) -> Result<()> {
        self.write(entry).with_context(|| format!("cannot write down {} {}", E::WHAT, entry.number()))
    }

    fn write(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.0.write_all(text.as_bytes())?;
        Ok(self.0.flush()?)
    }
}

/// Reads a file that may still be written to.
pub(super) fn read<C: DeserializeOwned, E: Entry>(path: &Path) -> Result<(C, Vec<E>)> {
    let read = || parse(whole_lines(&std::fs::read_to_string(path)?));
    read().with_context(|| format!("cannot read {}", path.display()))
}

fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

fn parse<C: DeserializeOwned, E: Entry>(text: &str) -> Result<(C, Vec<E>)> {
    let mut lines = text.lines();
    let first = lines.next().context("it is empty")?;
    let conditions = serde_json::from_str(first).context("line 1 does not tell the conditions")?;
    let mut entries: Vec<E> = Vec::new();
    let mut numbers = HashSet::new();
    for (index, line) in lines.enumerate() {
        let line_number = index + 2;
        let entry: E =
            serde_json::from_str(line).with_context(|| format!("line {line_number} is no {}", E::WHAT))?;
        let number = entry.number();
        ensure!(numbers.insert(number), "line {line_number}: {} {number} is there already", E::WHAT);
        entries.push(entry);
    }
    Ok((conditions, entries))
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
    use super::super::conditions::Conditions;
    use super::super::conditions::tests::conditions;
    use super::super::merge::write;
    use super::super::record::tests::record;
    use super::super::record::{GameResult, Record};
    use super::*;
    use crate::scratch::Scratch;

    fn open(path: &Path, conditions: &Conditions) -> Result<(Journal, Vec<Record>)> {
        Journal::open(path, conditions)
    }

    #[test]
    fn a_match_goes_on_where_it_was_cut_off() {
        let file = Scratch::new("journal-resume");
        let (one, two) = (record(0, GameResult::Draw), record(1, GameResult::RedWins));
        let (mut journal, played) = open(&file.0, &conditions("1/1")).unwrap();
        assert_eq!(played, []);
        journal.append(&one).unwrap();
        journal.append(&two).unwrap();
        drop(journal);

        let text = std::fs::read_to_string(&file.0).unwrap();
        std::fs::write(&file.0, &text[..text.len() - 10]).unwrap();
        assert_eq!(read::<Conditions, Record>(&file.0).unwrap().1, std::slice::from_ref(&one));
        let (mut journal, played) = open(&file.0, &conditions("1/1")).unwrap();
        assert_eq!(played, std::slice::from_ref(&one));
        journal.append(&two).unwrap();
        assert_eq!(read::<Conditions, Record>(&file.0).unwrap(), (conditions("1/1"), vec![one, two]));
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), text);
    }

    #[test]
    fn other_conditions_are_refused_and_named() {
        let file = Scratch::new("journal-conditions");
        open(&file.0, &conditions("1/1")).unwrap();
        let before = std::fs::read_to_string(&file.0).unwrap();
        let mut other = conditions("1/1");
        other.engines[1].limit = "6 nodes a move".to_owned();
        let error = format!("{:#}", open(&file.0, &other).err().unwrap());
        assert!(error.contains(r#"engines.1.limit was "5 nodes a move" and is "6 nodes a move""#), "{error}");
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), before);
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let file = Scratch::new("journal-other");
        for text in ["no match\n", "{}\n"] {
            std::fs::write(&file.0, text).unwrap();
            assert!(open(&file.0, &conditions("1/1")).is_err());
            assert_eq!(std::fs::read_to_string(&file.0).unwrap(), text);
        }
    }

    #[test]
    fn a_game_that_is_no_game_is_named_by_its_line() {
        let file = Scratch::new("journal-broken");
        write(&file.0, &conditions("1/1"), &[record(0, GameResult::Draw)]).unwrap();
        let text = std::fs::read_to_string(&file.0).unwrap();
        std::fs::write(&file.0, text + "{}\n").unwrap();
        let error = format!("{:#}", read::<Conditions, Record>(&file.0).unwrap_err());
        assert!(error.contains("line 3 is no game"), "{error}");
    }
}
