//! Reads FENs, and plays from those that are right.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| xiangqi_tests::fuzz::fen(data));
