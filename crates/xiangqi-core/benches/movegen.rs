//! What one position costs: lists of moves, attacks on its squares, its FEN.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use xiangqi_core::{Position, Square};

mod positions;

fn lists(criterion: &mut Criterion) {
    measure(criterion, "movegen/all", |position| position.legal_moves().len());
    measure(criterion, "movegen/captures", |position| position.legal_captures().len());
    measure(criterion, "movegen/quiets", |position| position.legal_quiets().len());
    measure(criterion, "movegen/count", |position| position.count_legal_moves() as usize);
}

fn attacks(criterion: &mut Criterion) {
    measure(criterion, "movegen/attackers of 90 squares", |position| {
        let (by, occupied) = (!position.side_to_move(), position.board().occupied());
        Square::ALL.iter().filter(|&&square| !position.attackers(square, by, occupied).is_empty()).count()
    });
}

fn reading(criterion: &mut Criterion) {
    measure(criterion, "fen/write", |position| position.to_fen().len());
    let mut group = criterion.benchmark_group("fen/read");
    for (name, fen) in positions::FENS {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| Position::from_fen(black_box(fen)));
        });
    }
    group.finish();
}

fn measure(criterion: &mut Criterion, name: &str, work: fn(&Position) -> usize) {
    let mut group = criterion.benchmark_group(name);
    for (name, position) in positions::positions() {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| work(black_box(&position)));
        });
    }
    group.finish();
}

criterion_group!(benches, lists, attacks, reading);
criterion_main!(benches);
