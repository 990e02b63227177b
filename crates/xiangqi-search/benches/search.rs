//! Static exchanges, the transposition table, the staged picker, and whole searches to a fixed depth.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use xiangqi_core::rules::History;
use xiangqi_core::{Move, Position};
use xiangqi_eval::Score;
use xiangqi_eval::hce::HandcraftedEvaluator;
use xiangqi_search::{Bound, Control, Engine, Entry, Limits, Settings, Silent, Table};
use xiangqi_search::{exchange_wins, perft_staged};

/// The start and two middlegames.
const FENS: [(&str, &str); 3] = [
    ("start", xiangqi_core::START_FEN),
    ("open", "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1"),
    ("sharp", "r1bakab2/9/2n1c1n2/p1p1p1p1p/9/2P3R2/P3P1P1P/1CN1C1N1c/9/R1BAKAB1r w - - 0 1"),
];

/// The depth of the searches, in plies.
const DEPTH: u32 = 8;
/// The depth of staged perft, in plies.
const PERFT_DEPTH: u32 = 3;
/// How many keys the table is asked for.
const KEYS: usize = 100_000;

fn positions() -> impl Iterator<Item = (&'static str, Position)> {
    FENS.into_iter().map(|(name, fen)| (name, Position::from_fen(fen).expect("the benchmark FENs are legal")))
}

/// Each capture of the positions, asked whether it loses nothing.
fn exchange(criterion: &mut Criterion) {
    let positions: Vec<Position> = positions().map(|(_, position)| position).collect();
    let captures: Vec<(&Position, Move)> = positions
        .iter()
        .flat_map(|position| position.legal_captures().into_iter().map(move |mv| (position, mv)))
        .collect();
    let mut group = criterion.benchmark_group("exchange");
    group.throughput(Throughput::Elements(captures.len() as u64));
    group.bench_function("captures", |bencher| {
        bencher.iter(|| captures.iter().filter(|(position, mv)| exchange_wins(position, *mv, 0)).count());
    });
    group.finish();
}

/// Random keys in a table that holds about twice as many and does not fit the caches.
fn table(criterion: &mut Criterion) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let keys: Vec<u64> = (0..KEYS).map(|_| rng.random()).collect();
    let table = Table::new(64);
    let score = Score::from_centipawns(25);
    let entry = Entry { mv: None, score, bound: Some(Bound::Exact), depth: 5, static_eval: None, pv: false };
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Elements(KEYS as u64));
    group.bench_function("put", |bencher| {
        bencher.iter(|| keys.iter().for_each(|&key| table.put(key, black_box(entry))));
    });
    group.bench_function("get", |bencher| {
        bencher.iter(|| keys.iter().filter(|&&key| table.get(key).is_some()).count());
    });
    group.finish();
}

fn staged_perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft/staged");
    for (name, mut position) in positions() {
        group.throughput(Throughput::Elements(perft_staged(&mut position, PERFT_DEPTH)));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| perft_staged(&mut position, PERFT_DEPTH));
        });
    }
    group.finish();
}

/// Whole searches that remember nothing of earlier ones, in nodes per second.
fn search(criterion: &mut Criterion) {
    let evaluator = HandcraftedEvaluator::default();
    let mut engine = Engine::new(evaluator, Settings::default());
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut search = |position: &Position| {
        engine.new_game();
        engine.search(position, &History::new(position), &limits, &Control::new(), &mut Silent)
    };
    let mut group = criterion.benchmark_group(format!("search to depth {DEPTH}"));
    group.sample_size(20);
    for (name, position) in positions() {
        group.throughput(Throughput::Elements(search(&position).nodes));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| bencher.iter(|| search(&position)));
    }
    group.finish();
}

criterion_group!(benches, exchange, table, staged_perft, search);
criterion_main!(benches);
