//! Where things are, and how other programs are run from there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// A cargo command that will run at the root of the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end; anything but success is an error that names it.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{command:?} failed: {status}");
    Ok(())
}

/// Runs a command to its end and returns what it printed.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("{command:?} printed no text"))
}

/// The files that git tracks or would track, relative to the root, without those already deleted.
pub(crate) fn files() -> Result<Vec<PathBuf>> {
    let mut list = Command::new("git");
    list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let names = output_of(&mut list)?;
    let mut files: Vec<PathBuf> = names.split_terminator('\0').map(PathBuf::from).collect();
    files.retain(|file| root().join(file).is_file());
    files.sort();
    files.dedup();
    Ok(files)
}

/// Builds the engine in release mode and returns its path.
pub(crate) fn build_engine() -> Result<PathBuf> {
    build_engine_with(&[])
}

/// The same for the engine of which each number of the search is an option. It does not replace the other.
pub(crate) fn build_engine_for_tuning() -> Result<PathBuf> {
    build_engine_with(&["--features", "tune", "--target-dir", "target/tune"])
}

fn build_engine_with(further: &[&str]) -> Result<PathBuf> {
    let arguments = ["build", "--quiet", "--release", "--package", "ucci-engine", "--message-format", "json"];
    let messages = output_of(&mut cargo(&[&arguments, further].concat()))?;
    match messages.lines().rev().find_map(executable) {
        Some(path) => Ok(path),
        None => bail!("cargo did not say where it put the engine"),
    }
}

/// The executable that one of cargo's messages announces.
fn executable(message: &str) -> Option<PathBuf> {
    let (_, rest) = message.split_once(r#""executable":""#)?;
    let (path, _) = rest.split_once('"')?;
    Some(PathBuf::from(path.replace(r"\\", r"\")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_is_read_from_the_message_of_cargo() {
        let message =
            r#"{"reason":"compiler-artifact","executable":"/target/release/ucci-engine","fresh":true}"#;
        assert_eq!(executable(message), Some(PathBuf::from("/target/release/ucci-engine")));
        assert_eq!(executable(r#"{"reason":"compiler-artifact","executable":null,"fresh":true}"#), None);
    }
}
