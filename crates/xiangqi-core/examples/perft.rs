//! perft speed
use std::time::Instant;
use xiangqi_core::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mode = &a[1];
    let depth: u32 = a[2].parse().unwrap();
    let fen = a.get(3).map_or(START_FEN, |s| s.as_str());
    let mut p = Position::from_fen(fen).unwrap();
    for _ in 0..3 {
        let t = Instant::now();
        let n = if mode == "bulk" { perft(&mut p, depth) } else { perft_listed(&mut p, depth) };
        let e = t.elapsed().as_secs_f64();
        println!("{n} {:.3}s {:.1} Mn/s", e, n as f64 / e / 1e6);
    }
}
