//! How an option is advertised.

use super::write_to;
use crate::Dialect;
use crate::options::{Kind, OptionSpec};

/// UCCI: `option NAME type …`; UCI: `option name NAME type …`, and the default before the range.
pub(super) fn write_option(spec: &OptionSpec, dialect: Dialect) -> Option<String> {
    let name = spec.name(dialect)?;
    let mut text = match dialect {
        Dialect::Ucci => format!("option {name} type"),
        Dialect::Uci => format!("option name {name} type"),
    };
    match (spec.kind, dialect) {
        (Kind::Check { default }, _) => write_to(&mut text, format_args!(" check default {default}")),
        (Kind::Spin { default, min, max }, Dialect::Ucci) => {
            write_to(&mut text, format_args!(" spin min {min} max {max} default {default}"));
        }
        (Kind::Spin { default, min, max }, Dialect::Uci) => {
            write_to(&mut text, format_args!(" spin default {default} min {min} max {max}"));
        }
        (Kind::Combo { vars }, _) => write_combo(&mut text, vars, dialect),
        (Kind::Button, _) => text.push_str(" button"),
        (Kind::Text, Dialect::Ucci) => text.push_str(" string"),
        (Kind::Text, Dialect::Uci) => text.push_str(" string default <empty>"),
    }
    Some(text)
}

fn write_combo(text: &mut String, vars: &[&str], dialect: Dialect) {
    let default = vars.first().copied().unwrap_or_default();
    text.push_str(" combo");
    if dialect == Dialect::Uci {
        write_to(text, format_args!(" default {default}"));
    }
    for var in vars {
        write_to(text, format_args!(" var {var}"));
    }
    if dialect == Dialect::Ucci {
        write_to(text, format_args!(" default {default}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::OPTIONS;

    #[test]
    fn options_are_written_as_each_dialect_wants() {
        let lines = |dialect| -> Vec<String> {
            OPTIONS.iter().filter_map(|spec| write_option(spec, dialect)).collect()
        };
        let advertised = lines(Dialect::Ucci);
        for line in [
            "option usemillisec type check default true",
            "option hashsize type spin min 0 max 65536 default 64",
            "option newgame type button",
            "option evalfile type string",
        ] {
            assert!(advertised.iter().any(|own| own == line), "{line}: {advertised:#?}");
        }
        let advertised = lines(Dialect::Uci);
        for line in [
            "option name Hash type spin default 64 min 0 max 65536",
            "option name UCI_Variant type combo default xiangqi var xiangqi",
            "option name Clear Hash type button",
            "option name EvalFile type string default <empty>",
        ] {
            assert!(advertised.iter().any(|own| own == line), "{line}: {advertised:#?}");
        }
    }
}
