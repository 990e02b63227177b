//! The parts of a match, put together.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::conditions::Conditions;
use super::journal::{difference, read};
use super::record::Record;
use super::schedule::Shard;

/// The games of several shards of one match, in order. A shard may be given once only.
pub(super) fn merge<P: AsRef<Path>>(paths: &[P]) -> Result<(Conditions, Vec<Record>)> {
    let mut all: Option<(Conditions, Vec<Record>)> = None;
    for path in paths.iter().map(AsRef::as_ref) {
        let (mut conditions, records) = read::<Conditions, Record>(path)?;
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

#[cfg(test)]
mod tests {
    use super::super::conditions::tests::conditions;
    use super::super::record::GameResult;
    use super::super::record::tests::record;
    use super::*;
    use crate::scratch::Scratch;

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
        other.setting.max_plies = 200;
        write(&right.0, &other, &games[2..]).unwrap();
        let mixed = merge(&[&left.0, &right.0]).unwrap_err().to_string();
        assert!(mixed.contains("max_plies was 300 and is 200"), "{mixed}");
    }
}
