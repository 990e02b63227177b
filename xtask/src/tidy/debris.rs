//! What is left behind by unfinished work.

use super::{Fault, SourceFile};

/// Marks of unfinished work, spelled so that this file does not contain them.
const DEBRIS: [&str; 8] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("dbg", "!("),
    concat!("to", "do!("),
    concat!("unimplemented", "!("),
    concat!("#[", "ignore"),
    concat!("#[", "allow("),
];

pub(super) fn faults(file: &SourceFile) -> Vec<Fault> {
    let marks_of = |line: &str| DEBRIS.into_iter().find(|mark| line.contains(mark));
    file.lines()
        .filter_map(|(number, line)| {
            Some(file.fault_at(number, format!("`{}` left behind", marks_of(line)?)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, found};
    use super::*;

    #[test]
    fn every_mark_is_found() {
        for mark in DEBRIS {
            let faults = faults(&file("a.rs", &format!("fine\n// {mark}\n")));
            assert_eq!(found(&faults), [(2, format!("`{mark}` left behind").as_str())]);
        }
    }

    #[test]
    fn finished_work_is_fine() {
        assert_eq!(faults(&file("a.rs", "#[expect(dead_code, reason = \"…\")]\nfn f() {}\n")), []);
    }
}
