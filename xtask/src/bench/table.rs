//! The speeds of several rivals over several rounds.

use std::fmt;

/// One column of speeds for each rival, the first of which is the measure of the others.
pub(super) struct Table {
    title: String,
    rivals: Vec<(&'static str, Vec<f64>)>,
}

impl Table {
    pub(super) fn new<const N: usize>(title: String, names: [&'static str; N]) -> Table {
        Table { title, rivals: names.map(|name| (name, Vec::new())).to_vec() }
    }

    /// Adds a round: the speed of each rival in the order of their names.
    pub(super) fn add<const N: usize>(&mut self, speeds: [f64; N]) {
        for ((_, column), speed) in self.rivals.iter_mut().zip(speeds) {
            column.push(speed);
        }
    }
}

impl fmt::Display for Table {
    /// A line for each rival: median, least and greatest speed, and how many times the first one's median it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        writeln!(f, "{:<26}{:>14}{:>14}{:>14}{:>9}", "", "median", "least", "greatest", "ratio")?;
        let measure = self.rivals.first().map_or(1.0, |(_, speeds)| median(speeds));
        for (name, speeds) in &self.rivals {
            let (median, sorted) = (median(speeds), sorted(speeds));
            let (least, greatest) = (sorted.first().unwrap_or(&0.0), sorted.last().unwrap_or(&0.0));
            let ratio = median / measure;
            writeln!(f, "{name:<26}{median:>14.0}{least:>14.0}{greatest:>14.0}{ratio:>8.1}x")?;
        }
        Ok(())
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The value in the middle; the mean of the two in the middle of an even number of values; 0 of none.
fn median(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    match (sorted.len() / 2, sorted.len() % 2) {
        (0, 0) => 0.0,
        (middle, 1) => sorted[middle],
        (middle, _) => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let medians = [vec![], vec![7.0], vec![9.0, 1.0], vec![9.0, 1.0, 2.0]]
            .map(|values| median(&values).to_string());
        assert_eq!(medians, ["0", "7", "5", "2"]);
    }

    #[test]
    fn a_table_shows_medians_and_ratios() {
        let mut table = Table::new("speed".to_owned(), ["theirs", "ours"]);
        for speeds in [[10.0, 45.0], [12.0, 30.0], [8.0, 50.0]] {
            table.add(speeds);
        }
        let text = table.to_string();
        let words =
            |line: usize| text.lines().nth(line).map(|line| line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(words(2), Some(vec!["theirs", "10", "8", "12", "1.0x"]));
        assert_eq!(words(3), Some(vec!["ours", "45", "30", "50", "4.5x"]));
    }
}
