use ucci_engine::options::Options;
use ucci_engine::{Command, Dialect};

/// Reads the bytes as a line of a client, and lets options take whatever value they are given.
pub fn protocol(data: &[u8]) {
    for command in Command::parse_line(data) {
        if let Command::SetOption(assignment) = command {
            // Refusing is fine, and so is accepting.
            let _refused = Options::default().assign(&assignment, Dialect::Uci);
        }
    }
}
