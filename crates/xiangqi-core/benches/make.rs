//! What the moves of a position cost: to play and take back, to test, and to ask for a repetition on the way.

use std::collections::HashSet;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use xiangqi_core::rules::History;
use xiangqi_core::{Move, MoveList, Position};

mod positions;

fn make_and_unmake(criterion: &mut Criterion) {
    measure(criterion, "make/all moves", |position, moves| {
        for &mv in moves {
            let undo = position.make(mv);
            black_box(position.key());
            position.unmake(undo);
        }
    });
}

fn gives_check(criterion: &mut Criterion) {
    measure(criterion, "gives_check/all moves", |position, moves| {
        for &mv in moves {
            black_box(position.gives_check(mv));
        }
    });
}

fn is_legal(criterion: &mut Criterion) {
    measure(criterion, "is_legal/all moves", |position, moves| {
        for &mv in moves {
            black_box(position.is_legal(mv));
        }
    });
}

fn measure(criterion: &mut Criterion, name: &str, work: fn(&mut Position, &MoveList)) {
    let mut group = criterion.benchmark_group(name);
    for (name, mut position) in positions::positions() {
        let moves = position.legal_moves();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| work(&mut position, &moves));
        });
    }
    group.finish();
}

/// The question that a search asks at every node, after a number of reversible plies without a repetition.
fn repetition(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("repetition/none");
    for plies in [2, 10, 40] {
        let mut position = Position::start();
        let mut history = History::new(&position);
        for mv in quiet_walk(plies) {
            let undo = position.make(mv);
            history.push(&position, &undo);
        }
        assert_eq!(history.repetition(), None);
        group.bench_function(BenchmarkId::from_parameter(plies), |bencher| {
            bencher.iter(|| black_box(&history).repetition());
        });
    }
    group.finish();
}

/// Quiet moves in which no position occurs twice.
fn quiet_walk(plies: usize) -> Vec<Move> {
    let mut position = Position::start();
    let mut seen = HashSet::from([position.key()]);
    let mut moves = Vec::new();
    while moves.len() < plies {
        let next = position.legal_quiets().into_iter().find(|&mv| {
            let undo = position.make(mv);
            let is_new = seen.insert(position.key());
            position.unmake(undo);
            is_new
        });
        let Some(mv) = next else { break };
        let _ = position.make(mv);
        moves.push(mv);
    }
    moves
}

criterion_group!(benches, make_and_unmake, gives_check, is_legal, repetition);
criterion_main!(benches);
