//! `setoption`, in the forms of both dialects.

use std::borrow::Cow;
use std::path::PathBuf;

/// The bytes that an option is set to. Usually ASCII, but a path may come in any encoding (often GBK).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value(Vec<u8>);

impl Value {
    /// A value with these bytes; white space around them is dropped.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Value {
        Value(bytes.trim_ascii().to_vec())
    }

    /// The value as text; bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// The value as a path: on Unix its very bytes.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            PathBuf::from(std::ffi::OsStr::from_bytes(&self.0))
        }
        #[cfg(not(unix))]
        {
            PathBuf::from(self.text().as_ref())
        }
    }
}

/// Sets an option to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assignment {
    /// UCI's form: `setoption name NAME [value VALUE]`; the name may have several words.
    Named {
        /// The name as it was written.
        name: String,
        /// The value; empty when there is none.
        value: Value,
    },
    /// UCCI's form: `setoption NAME [VALUE]`. Where the name ends is for the list of options to say, since some
    /// clients send `hash size 64`.
    Plain(Value),
}

impl Assignment {
    /// Reads a whole line that begins with the word `setoption`.
    pub(super) fn parse(line: &[u8]) -> Option<Assignment> {
        let (_, rest) = next_word(line)?;
        match next_word(rest)? {
            (word, named) if word.eq_ignore_ascii_case(b"name") && next_word(named).is_some() => {
                Some(Self::parse_named(named))
            }
            _ => Some(Assignment::Plain(Value::new(rest))),
        }
    }

    fn parse_named(text: &[u8]) -> Assignment {
        let mut name = String::new();
        let mut value = Value::default();
        let mut rest = text;
        while let Some((word, after)) = next_word(rest) {
            if word.eq_ignore_ascii_case(b"value") {
                value = Value::new(after);
                break;
            }
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&String::from_utf8_lossy(word));
            rest = after;
        }
        Assignment::Named { name, value }
    }

    /// The ways to part a UCCI assignment into name and value, the longest name first.
    pub(crate) fn readings(&self) -> Vec<(String, Value)> {
        match self {
            Assignment::Named { name, value } => vec![(name.clone(), value.clone())],
            Assignment::Plain(text) => {
                const MOST_WORDS: usize = 3;
                let mut readings = Vec::new();
                let (mut name, mut rest) = (String::new(), text.0.as_slice());
                while let (Some((word, after)), true) = (next_word(rest), readings.len() < MOST_WORDS) {
                    name.push_str(&String::from_utf8_lossy(word));
                    readings.push((name.clone(), Value::new(after)));
                    rest = after;
                }
                readings.reverse();
                readings
            }
        }
    }
}

/// The first word of a text and what follows it.
fn next_word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Assignment {
        Assignment::parse(line.as_bytes()).unwrap()
    }

    #[test]
    fn the_uci_form_takes_names_and_values_of_several_words() {
        assert_eq!(
            parse("setoption name  Clear  Hash"),
            Assignment::Named { name: "Clear Hash".into(), value: Value::default() }
        );
        assert_eq!(
            parse("SetOption Name EvalFile Value  my weights.toml \r\n"),
            Assignment::Named { name: "EvalFile".into(), value: Value::new(b"my weights.toml") }
        );
    }

    #[test]
    fn the_ucci_form_can_be_read_with_long_and_short_names() {
        let readings = parse("setoption hash  size 64").readings();
        let names: Vec<_> = readings.iter().map(|(name, value)| (name.as_str(), value.text())).collect();
        assert_eq!(
            names,
            [("hashsize64", "".into()), ("hashsize", "64".into()), ("hash", "size 64".into())]
                .map(|(name, value): (&str, Cow<str>)| (name, value))
        );
    }

    #[test]
    fn an_assignment_needs_a_name() {
        assert_eq!(Assignment::parse(b"setoption"), None);
        assert_eq!(Assignment::parse(b"setoption \r\n"), None);
    }

    #[test]
    #[cfg(unix)]
    fn paths_keep_bytes_that_are_not_text() {
        use std::os::unix::ffi::OsStrExt;
        let line = b"setoption evalfile \xc8\xa8 \xd6\xd8.toml";
        let readings = Assignment::parse(line).unwrap().readings();
        assert_eq!(readings.last().unwrap().1.path().as_os_str().as_bytes(), b"\xc8\xa8 \xd6\xd8.toml");
    }
}
