//! One file, one noun or one technique: a file that outgrows this is looked at for a seam.

use super::{Fault, SourceFile};

/// The most lines a source file may have.
const MOST_LINES: usize = 550;

/// Files that may be longer, each with the reason.
const LONGER: [(&str, &str); 0] = [];

pub(super) fn faults(file: &SourceFile) -> Vec<Fault> {
    let lines = file.text.lines().count();
    let excused = LONGER.iter().any(|(path, _)| *path == file.path);
    if !(file.is("rs") || file.is("py")) || lines <= MOST_LINES || excused {
        return Vec::new();
    }
    vec![file.fault(format!("{lines} lines, more than {MOST_LINES}: find a seam"))]
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    #[test]
    fn a_long_file_is_found() {
        let text = "line\n".repeat(MOST_LINES);
        assert_eq!(faults(&file("a.rs", &text)), []);
        assert_eq!(faults(&file("a.rs", &(text.clone() + "line\n"))).len(), 1);
        assert_eq!(faults(&file("a.md", &(text + "line\n"))), [], "prose may be long");
    }
}
