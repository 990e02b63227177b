//! How the numbers moved while they were tuned: as a table, and as a picture.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::row::Row;

/// How many panels stand side by side in the picture.
const COLUMNS: usize = 4;
/// The size of a panel in pixels.
const PANEL: (u32, u32) = (280, 190);
/// More points of a curve would not be told apart.
const POINTS: usize = 400;

/// The numbers at the start and after each iteration, by row.
pub(super) struct Trajectory {
    rows: Vec<Row>,
    values: Vec<Vec<f64>>,
}

impl Trajectory {
    pub(super) fn new(rows: &[Row]) -> Trajectory {
        let start = rows.iter().map(|row| f64::from(row.start)).collect();
        Trajectory { rows: rows.to_vec(), values: vec![start] }
    }

    /// Adds the numbers after the next iteration.
    pub(super) fn push(&mut self, values: &[f64]) {
        self.values.push(values.to_vec());
    }

    /// A line for each iteration, with commas between the numbers; first the names.
    pub(super) fn csv(&self) -> String {
        let names = self.rows.iter().map(|row| row.name.as_str());
        let head: Vec<&str> = ["iteration"].into_iter().chain(names).collect();
        let lines = self.values.iter().enumerate().map(|(iteration, values)| {
            let numbers = values.iter().map(|value| format!(",{value:.3}"));
            format!("{iteration}{}\n", numbers.collect::<String>())
        });
        [head.join(",") + "\n"].into_iter().chain(lines).collect()
    }

    /// Draws a panel for each row: its curve, and in grey the number at the start.
    pub(super) fn draw(&self, path: &Path) -> Result<()> {
        let (columns, lines) = self.grid();
        let size = (PANEL.0 * u32::try_from(columns)?, PANEL.1 * u32::try_from(lines)?);
        self.draw_on(&SVGBackend::new(path, size).into_drawing_area())
            .map_err(|error| anyhow!("{error}"))
            .with_context(|| format!("cannot draw {}", path.display()))
    }

    /// How many panels stand side by side, and how many above each other.
    fn grid(&self) -> (usize, usize) {
        let columns = self.rows.len().clamp(1, COLUMNS);
        (columns, self.rows.len().div_ceil(columns).max(1))
    }

    fn draw_on<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        area.fill(&WHITE)?;
        let (columns, lines) = self.grid();
        let panels = area.split_evenly((lines, columns));
        panels
            .iter()
            .take(self.rows.len())
            .enumerate()
            .try_for_each(|(row, panel)| self.draw_row(row, panel))?;
        area.present()
    }

    fn draw_row<B: DrawingBackend>(
        &self,
        index: usize,
        panel: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let row = &self.rows[index];
        let curve: Vec<f64> = self.values.iter().map(|values| values[index]).collect();
        let (start, last) = (f64::from(row.start), curve.last().copied().unwrap_or_default());
        // At least as much is shown as the perturbations reach, so that what did not move is not magnified.
        let low = curve.iter().copied().fold(start - row.c_end, f64::min);
        let high = curve.iter().copied().fold(start + row.c_end, f64::max);
        let iterations = curve.len().saturating_sub(1).max(1);
        let mut chart = ChartBuilder::on(panel)
            .caption(format!("{}: {} → {last:.1}", row.name, row.start), ("sans-serif", 13))
            .margin(8)
            .x_label_area_size(20)
            .y_label_area_size(45)
            .build_cartesian_2d(0..iterations, low..high)?;
        chart.configure_mesh().disable_mesh().x_labels(4).y_labels(4).draw()?;
        chart.draw_series(LineSeries::new([(0, start), (iterations, start)], BLACK.mix(0.3)))?;
        let step = curve.len().div_ceil(POINTS);
        let shown = (0..curve.len()).filter(|at| at % step == 0 || at + 1 == curve.len());
        chart.draw_series(LineSeries::new(shown.map(|at| (at, curve[at])), BLUE))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trajectory() -> Trajectory {
        let row = |name: &str, start| Row { name: name.to_owned(), start, min: 0, max: 100, c_end: 5.0 };
        let mut trajectory = Trajectory::new(&[row("one", 20), row("two", 50)]);
        trajectory.push(&[21.5, 50.0]);
        trajectory.push(&[40.0, 50.0]);
        trajectory
    }

    fn svg(trajectory: &Trajectory) -> String {
        let mut text = String::new();
        let backend = SVGBackend::with_string(&mut text, (2 * PANEL.0, PANEL.1));
        trajectory.draw_on(&backend.into_drawing_area()).unwrap();
        text
    }

    /// The heights of the points of each curve, on the screen.
    fn curves(svg: &str) -> Vec<Vec<i32>> {
        let blue =
            svg.lines().filter(|line| line.contains("polyline") && line.contains("stroke=\"#0000FF\""));
        let heights = |line: &str| {
            let points = line.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            let heights = points.split_whitespace().map(|point| point.split(',').nth(1).unwrap());
            heights.map(|height| height.parse().unwrap()).collect()
        };
        blue.map(heights).collect()
    }

    #[test]
    fn each_iteration_is_a_line_of_the_table() {
        let expected = "iteration,one,two\n0,20.000,50.000\n1,21.500,50.000\n2,40.000,50.000\n";
        assert_eq!(trajectory().csv(), expected);
    }

    #[test]
    fn each_row_is_a_panel_of_the_picture() {
        let svg = svg(&trajectory());
        for title in ["one: 20 → 40.0", "two: 50 → 50.0"] {
            assert!(svg.contains(title), "{title}: {svg}");
        }
        let [one, two] = curves(&svg).try_into().unwrap();
        assert!(one.len() == 3 && one[0] > one[1] && one[1] > one[2], "it rises: {one:?}");
        assert!(two.iter().all(|height| *height == two[0]), "it stays: {two:?}");
    }

    #[test]
    fn a_long_curve_keeps_its_end_and_loses_what_nobody_sees() {
        let mut long = trajectory();
        for step in 0..10_000 {
            long.push(&[f64::from(step % 7), 99.0]);
        }
        let curve = curves(&svg(&long)).remove(1);
        assert!((POINTS / 2..=POINTS + 1).contains(&curve.len()), "{}", curve.len());
        assert_eq!(curve.last(), curve.iter().min(), "99 is the highest");
    }
}
