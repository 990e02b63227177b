//! The file of weights with other numbers, its comments and its order as they were.

use anyhow::{Context, Result};
use toml_edit::{DocumentMut, Item, Value};
use xiangqi_eval::hce::{VisitWeights, Weights};

/// The document with these weights, and every dimension at 100 per cent.
pub(super) fn with_weights(text: &str, weights: &Weights) -> Result<String> {
    let mut document: DocumentMut = text.parse().context("the weights to begin with are not TOML")?;
    let mut weights = weights.scaled();
    let mut result = Ok(());
    weights.visit("", &mut |name, weight| {
        for (number, half) in [(weight.midgame(), 0), (weight.endgame(), 1)] {
            if result.is_ok() {
                result = set(&mut document, &steps_to(name, half), number);
            }
        }
    });
    result?;
    if let Some(dimensions) = document.get_mut("dimensions").and_then(Item::as_table_like_mut) {
        for (_, percent) in dimensions.iter_mut() {
            replace(percent, 100);
        }
    }
    Ok(document.to_string())
}

/// One step into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// The way to one half of a weight. A picture of squares is two lists of numbers, all else is a list of pairs.
fn steps_to(name: &str, half: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for part in name.split('.') {
        let (key, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        steps.push(Step::Key(key.to_string()));
        let indices = indices.split(['[', ']']).filter_map(|index| index.parse().ok());
        steps.extend(indices.map(Step::Index));
    }
    if name.starts_with("piece_square.") {
        steps.insert(2, Step::Key(["midgame", "endgame"][half].to_string()));
    } else {
        steps.push(Step::Index(half));
    }
    steps
}

/// Puts a number where the steps lead to. What is not there is added as long as it has a name of its own.
fn set(document: &mut DocumentMut, steps: &[Step], number: i32) -> Result<()> {
    let mut item = document.as_item_mut();
    for step in steps {
        let next = match step {
            Step::Key(key) => item.get_mut(key.as_str()),
            Step::Index(index) => item.get_mut(index),
        };
        item = next.with_context(|| format!("the file that is to be changed has no {steps:?}"))?;
    }
    replace(item, number);
    Ok(())
}

/// Another number with the same white space around it.
fn replace(item: &mut Item, number: i32) {
    if let Some(value) = item.as_value_mut() {
        let decor = value.decor().clone();
        *value = Value::from(i64::from(number));
        *value.decor_mut() = decor;
    }
}

#[cfg(test)]
mod tests {
    use xiangqi_eval::hce::{DEFAULT_TOML, Tapered};

    use super::*;

    #[test]
    fn the_same_weights_leave_the_file_as_it_is() {
        assert_eq!(with_weights(DEFAULT_TOML, &Weights::default()).unwrap(), DEFAULT_TOML);
    }

    #[test]
    fn every_weight_finds_its_place() {
        let mut weights = Weights::default();
        let mut number = 0;
        weights.visit("", &mut |_, weight| {
            number += 1;
            *weight = Tapered::new(number, -number);
        });
        let text = with_weights(DEFAULT_TOML, &weights).unwrap();
        assert_eq!(Weights::from_toml(&text).unwrap(), weights);
        let comments = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(comments(&text), comments(DEFAULT_TOML));
    }

    #[test]
    fn dimensions_are_multiplied_in() {
        let text = DEFAULT_TOML.replace("material = 100", "material = 50");
        let weights = Weights::from_toml(&text).unwrap();
        let full = Weights::from_toml(&with_weights(&text, &weights).unwrap()).unwrap();
        assert_eq!(full, weights.scaled());
    }

    #[test]
    fn a_file_without_a_weight_is_refused() {
        let error = with_weights("tempo = [1, 2]", &Weights::default()).unwrap_err();
        assert!(error.to_string().contains("material"), "{error}");
    }
}
