//! Reads lines of a client of the engine.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| xiangqi_tests::fuzz::protocol(data));
