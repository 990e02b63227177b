//! The program behind an engine, and whether it is still the same.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::spec::Spec;

/// An engine that can be started.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) spec: Spec,
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// The file of the program.
    file: PathBuf,
    /// What the file contained when the match began.
    pub(super) fingerprint: String,
}

impl Program {
    /// Finds the program of an engine; `build` makes that of the workspace.
    pub(super) fn find(spec: &Spec, build: fn() -> Result<PathBuf>) -> Result<Program> {
        let mut command = spec.command.clone();
        let file = match command.first_mut() {
            None => {
                let engine = build()?;
                command.push(engine.to_str().context("the path of the engine is no text")?.to_owned());
                engine
            }
            Some(program) => {
                let file = locate(program).with_context(|| format!("there is no program `{program}`"))?;
                // In another folder, a relative path would mean another file.
                file.to_str().context("the path of the engine is no text")?.clone_into(program);
                file
            }
        };
        let fingerprint = fingerprint_of(&file)?;
        Ok(Program { spec: spec.clone(), command, file, fingerprint })
    }

    /// The same program under another name, with further options.
    pub(super) fn variant(&self, name: &str, options: impl IntoIterator<Item = (String, String)>) -> Program {
        Program { spec: self.spec.variant(name, options), ..self.clone() }
    }

    /// An error if the file has changed since the match began, as when it was built anew meanwhile.
    pub(super) fn verify(&self) -> Result<()> {
        ensure!(
            fingerprint_of(&self.file)? == self.fingerprint,
            "{} has changed since the match began; let a match play with a copy",
            self.file.display()
        );
        Ok(())
    }
}

/// The file of a program: a path, or a name that is searched for where the shell would.
fn locate(program: &str) -> Option<PathBuf> {
    let is_path = Path::new(program).components().count() > 1;
    let folders = std::env::var_os("PATH").filter(|_| !is_path).unwrap_or_default();
    let found = if is_path {
        Some(PathBuf::from(program))
    } else {
        std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|file| file.is_file())
    };
    std::path::absolute(found.filter(|file| file.is_file())?).ok()
}

fn fingerprint_of(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(fingerprint(&bytes))
}

/// 64 bits in hexadecimal that tell contents apart which differ by accident: FNV-1a.
pub(super) fn fingerprint(bytes: &[u8]) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let hash = bytes.iter().fold(OFFSET, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(spec: &str) -> Result<Program> {
        Program::find(&spec.parse()?, || anyhow::bail!("there is nothing to build"))
    }

    #[test]
    fn fingerprints_are_those_of_fnv() {
        // From the test vectors of the authors of FNV.
        assert_eq!(fingerprint(b""), "cbf29ce484222325");
        assert_eq!(fingerprint(b"a"), "af63dc4c8601ec8c");
        assert_eq!(fingerprint(b"foobar"), "85944171f73967e8");
    }

    #[test]
    fn a_changed_program_is_noticed() {
        let file = std::env::temp_dir().join(format!("xtask-program-{}", std::process::id()));
        std::fs::write(&file, "one").unwrap();
        let program = find(&format!("a:{}", file.display())).unwrap();
        program.verify().unwrap();
        std::fs::write(&file, "two").unwrap();
        let error = program.verify().unwrap_err().to_string();
        std::fs::remove_file(&file).unwrap();
        assert!(error.contains("has changed since the match began"), "{error}");
    }

    #[test]
    fn a_missing_program_is_named() {
        for name in ["no-such-engine", "/no/such/engine"] {
            let error = find(&format!("a:{name}")).unwrap_err();
            assert!(error.to_string().contains(name));
        }
    }
}
