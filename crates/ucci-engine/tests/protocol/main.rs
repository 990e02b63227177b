//! The engine as its clients see it: the real binary, and the session with an evaluator that fails.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clock;
mod command_line;
mod driver;
mod fuzz;
mod levels;
#[cfg(target_os = "linux")]
mod memory;
mod panics;
mod pattern;
mod session;

use std::collections::BTreeSet;
use std::fs;

/// One test for each file of `tests/transcripts`.
macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test] fn $name() { driver::play(stringify!($name)); })*

        #[test]
        fn every_transcript_is_played() {
            let listed: BTreeSet<String> = [$(stringify!($name)),*].into_iter().map(str::to_string).collect();
            assert_eq!(listed, transcript_names());
        }
    };
}

transcripts! {
    client_cchess_uci
    client_cchess_ucci
    client_gmchess
    client_jieqibox
    client_league_referee
    client_liground
    client_old_ucci
    client_pikafish_terminal
    client_pipe
    client_public_xiangqi_ucci
    client_public_xiangqi_uci
    client_referee_draw
    client_two_in_one_write
    client_ucci2qh
    client_uci2wb_cyclone
    client_uci2wb_ucci
    client_vinxiangqi
    client_xiangqi_notebook
    client_xiangqilab
    client_xqwizard
    rule_01_dialects
    rule_02_tolerance
    rule_03_option_names
    rule_04_go_modes
    rule_05_stop_when_idle
    rule_06_bytes
    rule_07_draw_and_resign
    rule_08_info_lines
    rule_09_seconds
    rule_10_files
    rule_11_extras
    rule_12_levels
    state_banned_moves
    state_batch
    state_batch_closed_input
    state_batch_unbounded
    state_closed_input
    state_closed_input_mate
    state_debug
    state_mated
    state_ponder
    state_probe
    state_quit
    state_thinking
    state_wrong_limits
    state_wrong_positions
}

fn transcript_names() -> BTreeSet<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    let files = fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string()).collect()
}
