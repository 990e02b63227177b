//! What the libraries must not know: files, streams and networks, and below the search also clocks and threads. And
//! what no crate may have: state that has to be set up before use, or that anybody can change.

use super::{Fault, SourceFile};

/// Words that give something away, and the folders that are free of it.
struct Ban {
    what: &'static str,
    words: &'static [&'static str],
    folders: &'static [&'static str],
}

const CORE: &str = "crates/xiangqi-core/src/";
const EVAL: &str = "crates/xiangqi-eval/src/";
const SEARCH: &str = "crates/xiangqi-search/src/";

const BANS: [Ban; 4] = [
    Ban {
        what: "in a library that does no I/O",
        words: &[
            "std::fs",
            "std::io",
            "std::net",
            "std::process",
            "std::env",
            "println!",
            "eprintln!",
            "print!(",
            "File::open",
        ],
        folders: &[CORE, EVAL, SEARCH],
    },
    Ban {
        what: "in a library that knows neither clocks nor threads",
        words: &["std::time", "Instant", "std::thread"],
        folders: &[CORE, EVAL],
    },
    Ban {
        what: "where every table is made by the compiler",
        words: &["LazyLock", "OnceLock", "OnceCell"],
        folders: &[CORE],
    },
    Ban {
        what: "is state that must be set up, or that anybody can change",
        words: &["static mut", "thread_local!", "fn init("],
        folders: &["crates/", "tests/"],
    },
];

/// What every crate says of itself.
const SAFE: &str = "#![forbid(unsafe_code)]";

pub(super) fn faults(file: &SourceFile) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !file.is("rs") {
        return faults;
    }
    let is_root = file.path.ends_with("/src/lib.rs") || file.path.ends_with("/src/main.rs");
    if is_root && file.path.starts_with("crates/") && !file.lines().any(|(_, line)| line == SAFE) {
        faults.push(file.fault(format!("a crate without `{SAFE}`")));
    }
    for ban in BANS.iter().filter(|ban| ban.folders.iter().any(|folder| file.path.starts_with(folder))) {
        let code = file.lines().filter(|(_, line)| !line.trim_start().starts_with("//"));
        let found = code.filter_map(|(number, line)| {
            let word = ban.words.iter().find(|word| line.contains(*word))?;
            Some(file.fault_at(number, format!("`{word}` {}", ban.what)))
        });
        faults.extend(found);
    }
    faults
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
        assert_eq!(faults_in("crates/ucci-engine/src/io.rs"), []);
        assert_eq!(faults_in("crates/xiangqi-core/examples/perft.rs"), []);
    }

    #[test]
    fn clocks_are_found_below_the_search() {
        let faults_in = |path| faults(&file(path, "use std::time::Instant;\n")).len();
        assert_eq!(faults_in("crates/xiangqi-eval/src/score.rs"), 1);
        assert_eq!(faults_in("crates/xiangqi-search/src/clock.rs"), 0);
    }

    #[test]
    fn state_that_is_set_up_late_is_found() {
        let lazy = "static A: LazyLock<u8> = LazyLock::new(|| 1);\n";
        assert_eq!(faults(&file("crates/xiangqi-core/src/zobrist.rs", lazy)).len(), 1);
        assert_eq!(faults(&file("crates/xiangqi-eval/src/config.rs", lazy)), []);
        let mutable = concat!("static", " mut A: u8 = 1;\n");
        assert_eq!(faults(&file("crates/ucci-engine/src/io.rs", mutable)).len(), 1);
    }

    #[test]
    fn a_crate_that_does_not_forbid_unsafe_code_is_found() {
        let faults_in = |path| faults(&file(path, "mod a;\n")).len();
        assert_eq!(faults_in("crates/xiangqi-eval/src/lib.rs"), 1);
        assert_eq!(faults_in("crates/xiangqi-eval/src/score.rs"), 0);
        assert_eq!(faults(&file("crates/xiangqi-eval/src/lib.rs", "#![forbid(unsafe_code)]\nmod a;\n")), []);
    }
}
