//! How long an evaluation takes, and keeping its sums along a move.
//!
//! The figures are for all positions of a set at once; criterion also prints them per position (`elem/s`).

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use xiangqi_core::{Move, Position};
use xiangqi_eval::hce::{HandcraftedEvaluator, Weights};
use xiangqi_eval::{Delta, Evaluator, conformance};

/// Positions 8 to 60 plies deep in random games: nearly all pieces, more open than openings are.
fn middlegames() -> Vec<Position> {
    let games = (0..20).flat_map(|seed| conformance::walk(&Position::start(), 60, seed).skip(8).step_by(4));
    games.collect()
}

fn evaluate(criterion: &mut Criterion) {
    let positions = middlegames();
    // Sums depend on the path; with those of another position the time is the same.
    let mut evaluator = HandcraftedEvaluator::new(Arc::new(Weights::default()));
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("middlegames", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(evaluator.evaluate(black_box(position)));
            }
        });
    });
    group.finish();
}

fn push_and_pop(criterion: &mut Criterion) {
    let positions = middlegames();
    let deltas = |position: &Position| -> Vec<Delta> {
        let delta = |&mv: &Move| Delta::new(position, mv);
        position.legal_moves().iter().filter_map(delta).collect()
    };
    let mut evaluator = HandcraftedEvaluator::new(Arc::new(Weights::default()));
    let deltas: Vec<Delta> = positions.iter().take(1).flat_map(deltas).collect();
    evaluator.reset(&positions[0]);
    let mut group = criterion.benchmark_group("push and pop");
    group.throughput(Throughput::Elements(deltas.len() as u64));
    group.bench_function("middlegame", |bencher| {
        bencher.iter(|| {
            for delta in &deltas {
                evaluator.push(black_box(delta));
                evaluator.pop();
            }
        });
    });
    group.finish();
}

criterion_group!(benches, evaluate, push_and_pop);
criterion_main!(benches);
