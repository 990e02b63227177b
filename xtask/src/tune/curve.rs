//! How the loss falls.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

use super::model::{Model, Target};
use super::samples::{Samples, Split};

/// The size of the picture in pixels.
const SIZE: (u32, u32) = (800, 500);

/// The losses before the first epoch and after each.
#[derive(Debug, Default)]
pub(super) struct Curve {
    training: Vec<f64>,
    validation: Vec<f64>,
}

impl Curve {
    /// Takes note of how wrong the weights are now.
    pub(super) fn add(&mut self, model: &Model, samples: &Samples, target: &Target) {
        self.training.push(model.loss(samples, &samples.numbers(Split::Training), target));
        self.validation.push(model.loss(samples, &samples.numbers(Split::Validation), target));
    }

    /// The losses of training and validation after the last epoch.
    pub(super) fn last(&self) -> (f64, f64) {
        let last = |losses: &[f64]| losses.last().copied().unwrap_or(f64::NAN);
        (last(&self.training), last(&self.validation))
    }

    /// Draws both losses by epoch.
    pub(super) fn draw(&self, path: &Path) -> Result<()> {
        self.draw_on(&SVGBackend::new(path, SIZE).into_drawing_area())
            .map_err(|error| anyhow!("{error}"))
            .with_context(|| format!("cannot draw {}", path.display()))
    }

    fn draw_on<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, plotters::coord::Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        area.fill(&WHITE)?;
        let all = || self.training.iter().chain(&self.validation).copied();
        let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
        let margin = (high - low).max(1e-9) / 20.0;
        let epochs = self.training.len().saturating_sub(1).max(1);
        let mut chart = ChartBuilder::on(area)
            .caption("loss by epoch", ("sans-serif", 20))
            .margin(10)
            .x_label_area_size(35)
            .y_label_area_size(70)
            .build_cartesian_2d(0..epochs, low - margin..high + margin)?;
        chart.configure_mesh().x_desc("epoch").y_desc("cross-entropy (nats)").draw()?;
        for (name, losses, color) in
            [("training", &self.training, BLUE), ("validation", &self.validation, RED)]
        {
            chart
                .draw_series(LineSeries::new(losses.iter().copied().enumerate(), color))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
        area.present()
    }
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = |losses: &[f64]| match losses {
            [first, .., last] => format!("{first:.6} -> {last:.6}"),
            _ => String::from("unknown"),
        };
        write!(f, "loss: training {}, validation {}", ends(&self.training), ends(&self.validation))
    }
}
