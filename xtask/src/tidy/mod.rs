//! The house rules that no other tool knows.
//!
//! Each rule is a small function from what it looks at to the faults it finds; [`run`] reads the files once, asks
//! every rule and prints all faults, so that one run tells everything there is to mend.

mod debris;
mod links;
mod manifests;
mod purity;
mod size;
mod whitespace;

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// The kinds of files that people write, and so the kinds that are looked at.
const TEXT: [&str; 6] = ["md", "py", "rs", "sh", "toml", "yml"];

/// A text file of the repository.
struct SourceFile {
    /// Relative to the root of the workspace, with `/` on every system.
    path: String,
    text: String,
}

/// Something to mend.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    path: String,
    /// Counted from 1; 0 if it is about the file as a whole.
    line: usize,
    what: String,
}

impl SourceFile {
    fn is(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }

    /// The lines with their numbers, counted from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The fault of the file as a whole.
    fn fault(&self, what: impl Into<String>) -> Fault {
        self.fault_at(0, what)
    }

    fn fault_at(&self, line: usize, what: impl Into<String>) -> Fault {
        Fault { path: self.path.clone(), line, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.what),
            line => write!(f, "{}:{line}: {}", self.path, self.what),
        }
    }
}

/// Asks every rule about every file; an error if there is anything to mend.
pub(crate) fn run() -> Result<()> {
    let tracked = workspace::files()?;
    let files = read(&tracked)?;
    let faults = faults(&files, &tracked);
    for fault in &faults {
        println!("{fault}");
    }
    ensure!(faults.is_empty(), "{} thing(s) to mend", faults.len());
    Ok(())
}

fn faults(files: &[SourceFile], tracked: &[PathBuf]) -> Vec<Fault> {
    let each = files.iter().flat_map(|file| {
        [size::faults(file), debris::faults(file), whitespace::faults(file), purity::faults(file)]
    });
    let all = [links::faults(files, tracked), manifests::faults(files)];
    each.chain(all).flatten().collect()
}

/// Reads what people wrote; data is left alone, since its oddities may be its purpose.
fn read(tracked: &[PathBuf]) -> Result<Vec<SourceFile>> {
    let written = |path: &&PathBuf| {
        let is_text = path.extension().is_some_and(|found| TEXT.iter().any(|text| found == *text));
        (is_text || path.starts_with(".ci")) && !path.starts_with("tests/data")
    };
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(workspace::root().join(path))
            .with_context(|| format!("cannot read {}", path.display()))?;
        Ok(SourceFile { path: path.to_string_lossy().replace('\\', "/"), text })
    };
    tracked.iter().filter(written).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of the given path and text, for the tests of the rules.
    pub(super) fn file(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.to_owned(), text: text.to_owned() }
    }

    /// The faults in short: line and text.
    pub(super) fn found(faults: &[Fault]) -> Vec<(usize, &str)> {
        faults.iter().map(|fault| (fault.line, fault.what.as_str())).collect()
    }

    #[test]
    fn a_fault_says_where_it_is() {
        let file = file("a/b.rs", "");
        assert_eq!(file.fault_at(7, "is wrong").to_string(), "a/b.rs:7: is wrong");
        assert_eq!(file.fault("is wrong").to_string(), "a/b.rs: is wrong");
    }
}
