//! Where evaluators come from: the session asks for one whenever it builds an engine.
//!
//! The session is generic over this, so that it can be tested with evaluators that misbehave.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use xiangqi_core::Position;
use xiangqi_eval::Evaluator;
use xiangqi_eval::hce::{HandcraftedEvaluator, Weights};

/// What the engine knows about positions, and can read anew while it runs.
pub trait Knowledge {
    /// What judges positions in the search.
    type Evaluator: Evaluator + Clone + Send + 'static;

    /// A new evaluator, with the knowledge of now.
    fn evaluator(&self) -> Self::Evaluator;

    /// Reads the knowledge from a file; `None` goes back to what is built in.
    ///
    /// # Errors
    ///
    /// If the file cannot be used; the old knowledge is kept then.
    fn load(&mut self, file: Option<&Path>) -> Result<(), LoadError>;

    /// Explains the static evaluation of a position to a person.
    fn explain(&self, position: &Position) -> String;
}

/// Why a file of weights was not used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is a folder, a device, a pipe: reading it might never end.
    #[error("{} is not a regular file", path.display())]
    NoFile {
        /// What it is called.
        path: PathBuf,
    },
    /// It does not hold weights.
    #[error("{}: {error}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: String,
    },
}

/// The handcrafted evaluation, with its weights.
#[derive(Clone, Debug, Default)]
pub struct Handcrafted {
    weights: Weights,
}

impl Knowledge for Handcrafted {
    type Evaluator = HandcraftedEvaluator;

    fn evaluator(&self) -> HandcraftedEvaluator {
        HandcraftedEvaluator::new(&self.weights)
    }

    fn load(&mut self, file: Option<&Path>) -> Result<(), LoadError> {
        self.weights = match file {
            Some(file) => read_weights(file)?,
            None => Weights::default(),
        };
        Ok(())
    }

    fn explain(&self, position: &Position) -> String {
        self.evaluator().trace(position).to_string()
    }
}

fn read_weights(file: &Path) -> Result<Weights, LoadError> {
    let path = locate(file);
    let unreadable = |error| LoadError::Read { path: path.clone(), error };
    if !fs::metadata(&path).map_err(unreadable)?.is_file() {
        return Err(LoadError::NoFile { path });
    }
    let bytes = fs::read(&path).map_err(unreadable)?;
    let wrong = |error: String| LoadError::Weights { path: path.clone(), error };
    let text = String::from_utf8(bytes).map_err(|_| wrong("not a text in UTF-8".to_string()))?;
    Weights::from_toml(&text).map_err(|error| wrong(error.to_string()))
}

/// Looks for a file beside the executable, then in the current directory.
fn locate(file: &Path) -> PathBuf {
    let executable = env::current_exe().ok();
    let beside = executable.as_deref().and_then(Path::parent).map(|folder| folder.join(file));
    beside.filter(|path| path.exists()).unwrap_or_else(|| file.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_is_not_read() {
        let mut knowledge = Handcrafted::default();
        let folder = env::temp_dir();
        let error = knowledge.load(Some(&folder)).unwrap_err();
        assert_eq!(error.to_string(), format!("{} is not a regular file", folder.display()));
    }

    #[test]
    #[cfg(unix)]
    fn a_file_without_end_is_not_read() {
        assert!(Handcrafted::default().load(Some(Path::new("/dev/zero"))).is_err());
    }
}
