//! Files of tests.

use std::path::PathBuf;

/// A path for a file that is removed in the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    /// A path that no other test has, if none uses this name.
    pub(crate) fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("xtask-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.0);
    }
}
