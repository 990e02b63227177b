//! Reads moves in every notation.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| xiangqi_tests::fuzz::notation(data));
