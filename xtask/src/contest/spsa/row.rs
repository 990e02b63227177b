//! The numbers that are tuned.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use xiangqi_search::{PARAMS, Param};

/// A number of the search: where the tuning begins, and how far it may go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The name of the option.
    pub(super) name: String,
    pub(super) start: i32,
    pub(super) min: i32,
    pub(super) max: i32,
    /// By how much it is changed to either side in the last iteration.
    pub(super) c_end: f64,
}

/// Which rows are tuned: names between commas, each of which may end in `*` and be followed by `=START`; or `all`.
#[derive(Clone, Debug)]
pub(super) struct Choice(Vec<Row>);

impl Choice {
    /// The rows, in the order of the table, with their steps taken so many times.
    pub(super) fn rows(&self, scale: f64) -> Vec<Row> {
        self.0.iter().map(|row| Row { c_end: row.c_end * scale, ..row.clone() }).collect()
    }
}

impl FromStr for Choice {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Choice> {
        let numbers = || PARAMS.iter().filter(|param| !param.is_technique());
        let mut starts: Vec<(&Param, Option<i32>)> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (name, start) = match part.split_once('=') {
                None => (part, None),
                Some((name, start)) => {
                    let start =
                        start.trim().parse().with_context(|| format!("`{part}` begins at no number"))?;
                    (name.trim(), Some(start))
                }
            };
            let name = if name == "all" { "*" } else { name };
            let before = starts.len();
            starts.extend(numbers().filter(|param| fits(name, param.name)).map(|param| (param, start)));
            if starts.len() == before {
                let known: Vec<&str> = numbers().map(|param| param.name).collect();
                bail!("`{name}` is no number of the search; there are {}", known.join(", "));
            }
        }
        let rows = numbers().filter_map(|param| {
            // What was said last of a row holds.
            let (_, start) = starts.iter().rfind(|(chosen, _)| chosen.name == param.name)?;
            Some(row(param, start.unwrap_or(param.default)))
        });
        Ok(Choice(rows.collect::<Result<_>>()?))
    }
}

/// Whether a name is the one that is meant, or begins as it does up to a star.
fn fits(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |beginning| name.starts_with(beginning))
}

fn row(param: &Param, start: i32) -> Result<Row> {
    let Param { name, min, max, step, .. } = *param;
    ensure!((min..=max).contains(&start), "{name} goes from {min} to {max}, and cannot begin at {start}");
    Ok(Row { name: name.to_owned(), start, min, max, c_end: f64::from(step) })
}

/// A row as it stands in `params.rs`, with another value.
pub(super) struct Written<'a>(pub(super) &'a Row, pub(super) i32);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(Row { name, min, max, .. }, value) = self;
        let step = PARAMS.iter().find(|param| param.name == name).map_or(1, |param| param.step);
        write!(f, "{name} = {value}, {min}..={max}, {step};")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.parse::<Choice>().unwrap().rows(1.0).into_iter().map(|row| row.name).collect()
    }

    #[test]
    fn rows_are_chosen_by_name_and_by_beginning() {
        assert_eq!(names("razoring_slope, razoring_base"), ["razoring_base", "razoring_slope"]);
        assert_eq!(names("razoring_*"), ["razoring_depth", "razoring_base", "razoring_slope"]);
        let numbers = PARAMS.iter().filter(|param| !param.is_technique()).count();
        assert!(numbers > 50);
        assert_eq!(names("all").len(), numbers);
        assert_eq!(names("all,razoring_base,all").len(), numbers, "each once");
    }

    #[test]
    fn a_row_begins_and_steps_as_the_table_says_unless_told_otherwise() {
        let param = PARAMS.iter().find(|param| param.name == "razoring_base").unwrap();
        let choice: Choice = "all,razoring_base=555".parse().unwrap();
        for (scale, c_end) in [(1.0, f64::from(param.step)), (0.5, f64::from(param.step) / 2.0)] {
            let rows = choice.rows(scale);
            let row = rows.iter().find(|row| row.name == "razoring_base").unwrap();
            let expected =
                Row { name: "razoring_base".to_owned(), start: 555, min: param.min, max: param.max, c_end };
            assert_eq!(*row, expected);
            let usual = rows.iter().find(|row| row.name == "razoring_slope").unwrap();
            assert!(PARAMS.iter().any(|param| param.name == usual.name && param.default == usual.start));
        }
        let Param { min, max, step, .. } = param;
        let row = &choice.rows(0.5)[0];
        assert!(Written(row, 7).to_string().starts_with(&format!("{} = 7, ", row.name)));
        let written = Written(&super::row(param, 400).unwrap(), 410).to_string();
        assert_eq!(written, format!("razoring_base = 410, {min}..={max}, {step};"));
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (text, expected) in [
            ("", "`` is no number of the search"),
            ("razoring_base,null_move", "`null_move` is no number of the search; there are victim_weight, "),
            ("razor*=x", "`razor*=x` begins at no number"),
            ("razoring_base=5", "cannot begin at 5"),
        ] {
            let error = text.parse::<Choice>().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
