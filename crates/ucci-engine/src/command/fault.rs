//! What of a line was not understood.

use thiserror::Error;

/// Something in a line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// No command begins with this word.
    #[error("unknown command '{word}'")]
    UnknownCommand {
        /// The word.
        word: String,
    },
    /// A known command with words that mean nothing to it; it is obeyed without them.
    #[error("{command}: unknown words '{words}'")]
    UnknownWords {
        /// The command.
        command: String,
        /// The words, separated by single spaces.
        words: String,
    },
    /// A known command that lacks something it needs.
    #[error("{command}: expected {expected}, found {}", quoted(.found.as_deref()))]
    Unexpected {
        /// The command, as far as it was understood.
        command: String,
        /// What should stand there.
        expected: String,
        /// The word that stands there, if there is any.
        found: Option<String>,
    },
}

impl Fault {
    /// Something else, or nothing, where `expected` should stand.
    pub(super) fn unexpected(command: &str, expected: &str, found: Option<&str>) -> Fault {
        let (command, expected) = (command.to_string(), expected.to_string());
        Fault::Unexpected { command, expected, found: found.map(str::to_string) }
    }

    /// Words of which nobody knows whether they matter; `None` if there are none.
    pub(super) fn unknown(command: &str, words: &[&str]) -> Option<Fault> {
        let fault = || Fault::UnknownWords { command: command.to_string(), words: words.join(" ") };
        (!words.is_empty()).then(fault)
    }

    /// Whether it is only about words that other engines may know. Clients send them as a matter of course.
    #[must_use]
    pub fn is_about_unknown_words(&self) -> bool {
        !matches!(self, Fault::Unexpected { .. })
    }
}

fn quoted(word: Option<&str>) -> String {
    word.map_or_else(|| "nothing".to_string(), |word| format!("'{word}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_quote_what_was_wrong() {
        let fault = |found| Fault::unexpected("go depth", "a number", found).to_string();
        assert_eq!(fault(Some("x")), "go depth: expected a number, found 'x'");
        assert_eq!(fault(None), "go depth: expected a number, found nothing");
        let unknown = Fault::unknown("go", &["foo", "7"]).unwrap();
        assert_eq!(unknown.to_string(), "go: unknown words 'foo 7'");
        assert_eq!(Fault::unknown("go", &[]), None);
    }
}
