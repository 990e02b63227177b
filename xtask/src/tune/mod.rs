//! Texel tuning: the weights of the evaluation under which its scores agree best with how games came out.
//!
//! The score of a quiet position is a linear form of the weights ([`samples`]). A logistic curve makes an expected
//! result of it, which is compared with the result of the game and with what the search thought ([`model`]); the
//! weights go downhill by Adam ([`adam`]), and what came of it is written as TOML ([`document`]) and as a curve
//! ([`curve`]). The method is that of Peter Österlund (Texel, 2014); `docs/tuning.md` tells how to use it.

mod adam;
mod curve;
mod document;
mod model;
mod samples;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use xiangqi_eval::hce::{DEFAULT_TOML, Weights};

use self::adam::Adam;
use self::curve::Curve;
use self::model::{Model, Target};
use self::samples::{Samples, Split};
use crate::datagen;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games made by `datagen`.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The weights to begin with, as an evalfile; those of the engine by default.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where to write the tuned weights.
    #[arg(long, value_name = "FILE", required_unless_present = "ablate")]
    out: Option<PathBuf>,
    /// Tell by how much the loss grows without each group of weights, when the others may take its place.
    #[arg(long, conflicts_with_all = ["out", "svg"])]
    ablate: bool,
    /// Where to draw the loss by epoch, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How often all positions are gone through.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How many positions make one step.
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    batch: usize,
    /// By how many centipawns a weight changes in a step at first; at last it is a hundredth of that.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 2.0)]
    rate: f64,
    /// How much of the target is the result of the game, from 0 to 1; the rest is what the search thought.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    result_share: f64,
    /// How strongly weights are held where they were: the loss that a change by 100 centipawns costs, in millionths.
    #[arg(long, value_name = "MILLIONTHS", default_value_t = 2.0)]
    hold: f64,
    /// Only weights whose names begin so are tuned (several may be given); all by default.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// The seed of the order in which positions are visited.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Tunes the weights and writes them.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    ensure!((0.0..=1.0).contains(&arguments.result_share), "--result-share is not a number from 0 to 1");
    ensure!(arguments.batch > 0, "--batch is 0");
    let base = match &arguments.from {
        Some(path) => read_text(path)?,
        None => DEFAULT_TOML.to_string(),
    };
    let weights = Weights::from_toml(&base).context("the weights to begin with")?;
    let samples = gather(&arguments.games, &weights)?;
    println!("{samples}");
    let target = Target::fit(&samples, arguments.result_share);
    println!("a lead of {:.0} centipawns scores three quarters in these games", target.scale() * 3f64.ln());
    let mut model = Model::new(&weights, &arguments.only, arguments.hold)?;
    if arguments.ablate {
        ablate(&model, &samples, &target, arguments);
        return Ok(());
    }
    let curve = descend(&mut model, &samples, &target, arguments);
    println!("{curve}");
    if let Some(path) = &arguments.out {
        let text = document::with_weights(&base, &model.weights())?;
        Weights::from_toml(&text).context("the tuned weights cannot be read back")?;
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &arguments.svg {
        curve.draw(path)?;
    }
    print!("{}", model.changes(&samples));
    Ok(())
}

fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// All quiet positions of all files.
fn gather(paths: &[PathBuf], weights: &Weights) -> Result<Samples> {
    let mut samples = Samples::new(weights);
    let style = ProgressStyle::with_template("{msg} {pos} games, {per_sec}, {elapsed}")?;
    let progress = ProgressBar::new_spinner().with_style(style).with_message("reading");
    for path in paths {
        for record in datagen::read(path)? {
            samples.add(&record?)?;
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    ensure!(samples.len(Split::Training) > 0 && samples.len(Split::Validation) > 0, "too few positions");
    Ok(samples)
}

/// Tunes once with all weights and once without each group, and tells what each group is worth.
fn ablate(model: &Model, samples: &Samples, target: &Target, arguments: &Arguments) {
    let with_all = descend(&mut model.clone(), samples, target, arguments).last();
    println!(
        "with all: training {:.6}, validation {:.6}; without, in millionths more:",
        with_all.0, with_all.1
    );
    println!("{:<40} {:>10} {:>10}", "group", "training", "validation");
    for group in model.groups() {
        let mut without = model.clone();
        without.remove(&group);
        let loss = descend(&mut without, samples, target, arguments).last();
        let more = |loss: f64, with_all: f64| (loss - with_all) * 1e6;
        println!("{group:<40} {:>10.0} {:>10.0}", more(loss.0, with_all.0), more(loss.1, with_all.1));
    }
}

/// Goes through the positions again and again, in another order each time, with ever smaller steps.
fn descend(model: &mut Model, samples: &Samples, target: &Target, arguments: &Arguments) -> Curve {
    /// The last step, as a part of the first.
    const LAST_RATE: f64 = 0.01;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} epochs, {eta} left, loss {msg}")
        .unwrap_or_else(|error| unreachable!("the template is valid: {error}"));
    let progress = ProgressBar::new(arguments.epochs.into()).with_style(style);
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    let mut order = samples.numbers(Split::Training);
    let mut adam = Adam::new(model.len());
    let mut curve = Curve::default();
    curve.add(model, samples, target);
    for epoch in 0..arguments.epochs {
        let done = f64::from(epoch) / f64::from(arguments.epochs);
        let rate = arguments.rate * LAST_RATE.powf(done);
        order.shuffle(&mut random);
        for batch in order.chunks(arguments.batch) {
            let gradient = model.gradient(samples, batch, target);
            model.step(&adam.step(&gradient, rate));
        }
        curve.add(model, samples, target);
        progress.set_message(format!("{:.6}", curve.last().1));
        progress.inc(1);
    }
    progress.finish_and_clear();
    curve
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use xiangqi_eval::hce::{Tapered, VisitWeights};

    use super::*;

    #[derive(clap::Parser)]
    struct Command {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn arguments(more: &[&str]) -> Arguments {
        Command::parse_from([&["tune", "games", "--out", "weights"], more].concat()).arguments
    }

    /// The scores of the games are those of other weights: tuning must find the way to them.
    #[test]
    fn weights_come_near_to_those_behind_the_scores() {
        let mut truth = Weights::default();
        truth.mobility.hobbled_horse = Tapered::new(-150, -150);
        let samples = samples::testing::samples(&truth);
        let target = Target::fit(&samples, 0.0);
        let arguments = arguments(&["--epochs", "200", "--batch", "1000", "--rate", "4", "--hold", "0"]);
        let only = ["mobility.hobbled_horse".to_string()];
        let mut model = Model::new(&Weights::default(), &only, 0.0).unwrap();
        let curve = descend(&mut model, &samples, &target, &arguments);
        let found = model.weights().mobility.hobbled_horse;
        assert!((found.midgame() + 150).abs() < 10, "{found:?}\n{curve}");

        let mut others = Vec::new();
        model.weights().visit("", &mut |name, weight| others.push((name.to_string(), *weight)));
        Weights::default().visit("", &mut |name, weight| {
            assert!(name == only[0] || others.contains(&(name.to_string(), *weight)), "{name}");
        });
    }

    #[test]
    fn the_same_seed_finds_the_same_weights() {
        let samples = samples::testing::samples(&Weights::default());
        let target = Target::fit(&samples, 0.5);
        let tuned = |seed| {
            let mut model = Model::new(&Weights::default(), &[], 2.0).unwrap();
            let arguments = arguments(&["--epochs", "2", "--batch", "500", "--seed", seed]);
            descend(&mut model, &samples, &target, &arguments);
            model.weights()
        };
        assert_eq!(tuned("5"), tuned("5"));
        assert_ne!(tuned("5"), tuned("6"));
    }
}
