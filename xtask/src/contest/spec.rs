//! Which engine plays, and how it is set up.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use xiangqi_core::notation::iccs::Ranks;

use super::dialect::Dialect;
use super::limit::Limit;

/// One engine of a match: `NAME[,KEY=VALUE…][:COMMAND]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spec {
    /// What it is called in the results.
    pub(super) name: String,
    /// The protocol; `None` if it is to be found out.
    pub(super) dialect: Option<Dialect>,
    /// How it numbers the ranks; `None` if its dialect and its name tell.
    pub(super) ranks: Option<Ranks>,
    /// The options to set, in this order.
    pub(super) options: Vec<(String, String)>,
    /// The limit of its searches, if it is not that of the match.
    pub(super) limit: Option<Limit>,
    /// Whether it thinks on its opponent's time.
    pub(super) ponder: bool,
    /// Where it is run; here if `None`.
    pub(super) directory: Option<PathBuf>,
    /// The program and its arguments; empty for the engine of this workspace.
    pub(super) command: Vec<String>,
    /// All of this as it was written.
    pub(super) text: String,
}

impl FromStr for Spec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Spec> {
        let (head, command) = text.split_once(':').unwrap_or((text, ""));
        let mut parts = head.split(',');
        let name = parts.next().unwrap_or_default().trim();
        ensure!(!name.is_empty() && !name.contains('='), "`{text}` does not begin with a name");
        let words = shlex::split(command).with_context(|| format!("a quote is not closed in `{command}`"))?;
        ensure!(
            words.is_empty() != text.contains(':'),
            "no command after the colon of `{text}` (without a colon, the engine of this workspace is meant)"
        );
        let mut spec = Spec {
            name: name.to_owned(),
            dialect: None,
            ranks: None,
            options: Vec::new(),
            limit: None,
            ponder: false,
            directory: None,
            command: words,
            text: text.to_owned(),
        };
        for part in parts {
            let (key, value) =
                part.split_once('=').with_context(|| format!("`{part}` is not of the form KEY=VALUE"))?;
            spec.set(key.trim(), value.trim())?;
        }
        Ok(spec)
    }
}

impl Spec {
    /// The same engine under another name, with further options.
    pub(super) fn variant(&self, name: &str, options: impl IntoIterator<Item = (String, String)>) -> Spec {
        let further: Vec<(String, String)> = options.into_iter().collect();
        let written = further.iter().map(|(option, value)| format!(",opt.{option}={value}"));
        let rest = self.text.strip_prefix(&self.name).unwrap_or(&self.text);
        let text = name.to_owned() + &written.collect::<String>() + rest;
        let options = self.options.iter().cloned().chain(further).collect();
        Spec { name: name.to_owned(), options, text, ..self.clone() }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match (key, value) {
            ("proto", "auto") => self.dialect = None,
            ("proto", "uci") => self.dialect = Some(Dialect::Uci),
            ("proto", "ucci") => self.dialect = Some(Dialect::Ucci),
            ("ranks", "0") => self.ranks = Some(Ranks::FromZero),
            ("ranks", "1") => self.ranks = Some(Ranks::FromOne),
            ("ponder", "on") => self.ponder = true,
            ("ponder", "off") => self.ponder = false,
            ("proto", _) => bail!("`{value}` is no protocol; there are auto, uci and ucci"),
            ("ranks", _) => bail!("ranks begin with 0 or 1, not with `{value}`"),
            ("ponder", _) => bail!("ponder is on or off, not `{value}`"),
            ("dir", _) => self.directory = Some(PathBuf::from(value)),
            _ => match key.strip_prefix("opt.") {
                Some(option) if !option.is_empty() => {
                    self.options.push((option.to_owned(), value.to_owned()));
                }
                None if Limit::KEYS.contains(&key) => self.limit = Some(Limit::parse(key, value)?),
                _ => bail!(
                    "`{key}` is no key; there are proto, ranks, ponder, opt.NAME, dir, {}",
                    Limit::KEYS.join(", ")
                ),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read() {
        let text =
            "old,proto=uci,opt.Hash=64,opt.Clear Hash=,ranks=1,ponder=on,tc=5,dir=/tmp:/bin/engine --x 'a b'";
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.name, "old");
        assert_eq!((spec.dialect, spec.ranks), (Some(Dialect::Uci), Some(Ranks::FromOne)));
        let options = [("Hash", "64"), ("Clear Hash", "")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(spec.options, options);
        assert_eq!((spec.limit, spec.ponder), (Limit::parse("tc", "5").ok(), true));
        assert_eq!(spec.directory, Some(PathBuf::from("/tmp")));
        assert_eq!(spec.command, ["/bin/engine", "--x", "a b"]);
    }

    #[test]
    fn a_name_alone_is_the_engine_of_the_workspace() {
        let spec: Spec = "new,nodes=5000,ponder=off".parse().unwrap();
        assert_eq!((spec.name.as_str(), spec.dialect, spec.command.len()), ("new", None, 0));
        assert_eq!((spec.limit, spec.ponder), (Some(Limit::Nodes(5000)), false));
    }

    #[test]
    fn a_variant_has_another_name_and_further_options() {
        let spec: Spec = "old,proto=uci,opt.Hash=64:/bin/engine --x".parse().unwrap();
        let options = [("a", "1"), ("b", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let variant = spec.variant("new", options);
        assert_eq!(variant.text, "new,opt.a=1,opt.b=2,proto=uci,opt.Hash=64:/bin/engine --x");
        assert_eq!(variant.options.len(), 3);
        assert!(variant.options.iter().any(|(name, value)| name == "Hash" && value == "64"));
        let read: Spec = variant.text.parse().unwrap();
        assert_eq!((read.name.as_str(), read.command, read.dialect), ("new", spec.command, spec.dialect));
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (text, quoted) in [
            ("", "``"),
            (":engine", "`:engine`"),
            ("proto=uci:engine", "`proto=uci:engine`"),
            ("a:", "`a:`"),
            ("a,proto:engine", "`proto`"),
            ("a,proto=xboard:engine", "`xboard`"),
            ("a,ranks=2:engine", "`2`"),
            ("a,ponder=yes:engine", "`yes`"),
            ("a,opt.=2:engine", "`opt.`"),
            ("a,hash=2:engine", "`hash`"),
            ("a,nodes=x:engine", "`nodes=x`"),
            ("a:engine 'x", "`engine 'x`"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(quoted), "{text}: {error}");
        }
    }
}
