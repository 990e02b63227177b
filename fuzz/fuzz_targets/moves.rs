//! Makes moves and takes them back.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| xiangqi_tests::fuzz::moves(data));
