//! Links that lead nowhere: in the documents, and from the code to the documents.

use std::path::{Component, Path, PathBuf};

use super::{Fault, SourceFile};

pub(super) fn faults(files: &[SourceFile], tracked: &[PathBuf]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in files {
        for (number, line) in prose(file) {
            let dead = targets(file, line).filter_map(|target| dead_end(file, target, files, tracked));
            faults.extend(dead.map(|what| file.fault_at(number, what)));
        }
    }
    faults
}

/// The lines of a file in which links are looked for: not the code between fences of a document.
fn prose(file: &SourceFile) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    file.lines().filter(move |(_, line)| {
        let fence = file.is("md") && line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// What a line links to: Markdown links in documents, `docs/FILE.md` and `docs/FILE.md#ANCHOR` in code.
fn targets<'a>(file: &SourceFile, line: &'a str) -> Box<dyn Iterator<Item = &'a str> + 'a> {
    if file.is("md") {
        Box::new(line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)))
    } else if file.path.starts_with("crates/") && file.is("rs") {
        Box::new(line.match_indices("docs/").filter_map(|(start, _)| documents(&line[start..])))
    } else {
        Box::new(std::iter::empty())
    }
}

/// The leading `docs/FILE.md` or `docs/FILE.md#ANCHOR` of a text.
fn documents(text: &str) -> Option<&str> {
    let ends = |letter: char| !(letter.is_alphanumeric() || "/._-#".contains(letter));
    let target = text[..text.find(ends).unwrap_or(text.len())].trim_end_matches('.');
    let path = target.split('#').next()?;
    Path::new(path).extension().is_some_and(|found| found == "md").then_some(target)
}

/// Why a link leads nowhere; `None` if it leads somewhere, or out of the repository.
fn dead_end(from: &SourceFile, target: &str, files: &[SourceFile], tracked: &[PathBuf]) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { PathBuf::from(&from.path) } else { resolve(from, path) };
    if !tracked.iter().any(|file| file.starts_with(&path)) {
        return Some(format!("link to `{target}`: there is no {}", path.display()));
    }
    let document = files.iter().find(|file| Path::new(&file.path) == path);
    match document {
        Some(document) if !anchor.is_empty() && !has_anchor(document, anchor) => {
            Some(format!("link to `{target}`: {} has no such heading", path.display()))
        }
        _ => None,
    }
}

/// A link's path relative to the root: documents link from where they are, code names documents from the root.
fn resolve(from: &SourceFile, path: &str) -> PathBuf {
    let folder = Path::new(&from.path).parent().filter(|_| from.is("md")).unwrap_or(Path::new(""));
    let mut resolved = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => _ = resolved.pop(),
            Component::CurDir => {}
            other => resolved.push(other),
        }
    }
    resolved
}

/// Whether a document has a heading, or an anchor set by hand, of that name.
fn has_anchor(document: &SourceFile, anchor: &str) -> bool {
    let by_hand = format!("<a id=\"{anchor}\">");
    let heading = |line: &str| line.starts_with('#') && slug(line.trim_start_matches('#')) == anchor;
    prose(document).any(|(_, line)| line.contains(&by_hand) || heading(line))
}

/// The anchor that a heading gets where repositories are read.
fn slug(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(kept)
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, found};
    use super::*;

    /// The faults of one file beside `docs/rules.md`.
    fn faults_of(path: &str, text: &str) -> Vec<Fault> {
        let rules = file("docs/rules.md", "# Rules\n\n## Facing kings 将帅照面\n\n<a id=\"by-hand\"></a>\n");
        let tracked = [PathBuf::from(path), PathBuf::from("docs/rules.md")];
        faults(&[file(path, text), rules], &tracked)
    }

    #[test]
    fn links_that_lead_somewhere_are_fine() {
        let text = "[a](docs/rules.md) [b](docs/rules.md#rules) [c](./docs/) [d](#here)\n# Here\n";
        assert_eq!(faults_of("README.md", text), []);
        assert_eq!(
            faults_of("docs/a.md", "[a](rules.md#facing-kings-将帅照面) [b](../docs/rules.md#by-hand)\n"),
            []
        );
        assert_eq!(faults_of("crates/a/src/b.rs", "/// See docs/rules.md#rules.\n"), []);
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let no_file = [(1, "link to `rules.md`: there is no rules.md")];
        assert_eq!(found(&faults_of("README.md", "[a](rules.md)\n")), no_file);
        let no_heading = [(1, "link to `docs/rules.md#chase`: docs/rules.md has no such heading")];
        assert_eq!(found(&faults_of("README.md", "[a](docs/rules.md#chase)\n")), no_heading);
        assert_eq!(found(&faults_of("crates/a/src/b.rs", "// docs/rules.md#chase\n")), no_heading);
    }

    #[test]
    fn other_places_and_code_are_left_alone() {
        assert_eq!(faults_of("README.md", "[a](https://example.org/a.md)\n```\n[a](b.md)\n```\n"), []);
        assert_eq!(faults_of("crates/a/src/b.rs", "// the folder docs/ and docs/*.md\n"), []);
    }
}
