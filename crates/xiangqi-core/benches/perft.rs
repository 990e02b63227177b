//! Lines of play per second, with the last ply counted and listed.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use xiangqi_core::{Position, perft, perft_listed};

mod positions;

const DEPTH: u32 = 3;

fn counted(criterion: &mut Criterion) {
    measure(criterion, "perft/counted", perft);
}

fn listed(criterion: &mut Criterion) {
    measure(criterion, "perft/listed", perft_listed);
}

fn measure(criterion: &mut Criterion, name: &str, count: fn(&mut Position, u32) -> u64) {
    let mut group = criterion.benchmark_group(name);
    for (name, mut position) in positions::positions() {
        group.throughput(Throughput::Elements(perft(&mut position, DEPTH)));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| count(&mut position, DEPTH));
        });
    }
    group.finish();
}

criterion_group!(benches, counted, listed);
criterion_main!(benches);
