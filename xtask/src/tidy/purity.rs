//! Only binaries do input and output: the libraries below the engine know no files, no streams, no network.

use super::{Fault, SourceFile};

/// The crates that must stay pure.
const PURE: [&str; 3] =
    ["crates/xiangqi-core/src/", "crates/xiangqi-eval/src/", "crates/xiangqi-search/src/"];

/// What gives input and output away.
const IMPURE: [&str; 9] = [
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::env",
    "println!",
    "eprintln!",
    "print!(",
    "File::open",
];

pub(super) fn faults(file: &SourceFile) -> Vec<Fault> {
    if !PURE.iter().any(|folder| file.path.starts_with(folder)) {
        return Vec::new();
    }
    let impurity = |line: &str| IMPURE.into_iter().find(|word| line.contains(word));
    file.lines()
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .filter_map(|(number, line)| {
            Some(file.fault_at(number, format!("`{}` in a library that does no I/O", impurity(line)?)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, found};
    use super::*;

    const PRINTS: &str = "/// println!(\"in an example\");\nfn f() {\n    println!();\n}\n";

    #[test]
    fn printing_is_found_in_a_library_only() {
        let faults_in = |path| faults(&file(path, PRINTS));
        let expected = [(3, "`println!` in a library that does no I/O")];
        assert_eq!(found(&faults_in("crates/xiangqi-core/src/board.rs")), expected);
        assert_eq!(faults_in("crates/ucci-engine/src/main.rs"), []);
        assert_eq!(faults_in("crates/xiangqi-core/examples/perft.rs"), []);
    }
}
