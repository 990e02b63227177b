//! How long an evaluation takes, noting the move included, and noting moves alone.
//!
//! The figures are for all positions of a set at once; criterion also prints them per position (`elem/s`).

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use xiangqi_core::{Move, Position};
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_eval::{Delta, Evaluator, conformance};

/// A random game: where it starts, and each move with the position after it.
struct Game {
    start: Position,
    steps: Vec<(Delta, Position)>,
}

/// Games of 60 plies: nearly all pieces, more open than openings are.
fn games() -> Vec<Game> {
    let game = |seed| {
        let positions: Vec<Position> = conformance::walk(&Position::start(), 60, seed).collect();
        let step = |pair: &[Position]| (delta_between(&pair[0], &pair[1]), pair[1].clone());
        Game { start: positions[0].clone(), steps: positions.windows(2).map(step).collect() }
    };
    (0..20).map(game).collect()
}

fn delta_between(before: &Position, after: &Position) -> Delta {
    let leads_on = |mv: &&Move| before.key_after(**mv) == after.key();
    let mv = *before.legal_moves().iter().find(leads_on).expect("a legal move leads to the next position");
    Delta::new(before, mv).expect("a piece moves")
}

fn evaluate(criterion: &mut Criterion) {
    let games = games();
    let mut evaluator = HandcraftedEvaluator::default();
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(games.iter().map(|game| game.steps.len() as u64).sum()));
    group.bench_function("games", |bencher| {
        bencher.iter(|| {
            for Game { start, steps } in &games {
                evaluator.reset(start);
                for (delta, position) in steps {
                    evaluator.push(delta);
                    black_box(evaluator.evaluate(black_box(position)));
                }
            }
        });
    });
    group.finish();
}

fn push_and_pop(criterion: &mut Criterion) {
    let positions: Vec<Position> = conformance::walk(&Position::start(), 30, 1).skip(20).collect();
    let deltas = |position: &Position| -> Vec<Delta> {
        let delta = |&mv: &Move| Delta::new(position, mv);
        position.legal_moves().iter().filter_map(delta).collect()
    };
    let mut evaluator = HandcraftedEvaluator::default();
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
