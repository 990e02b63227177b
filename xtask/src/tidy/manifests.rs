//! What the manifests promise: who may know whom, and what every crate says about itself.

use toml::Table;

use super::{Fault, SourceFile};

/// The crates of the workspace that a crate may use; a crate that is not listed may use all.
const MAY_USE: [(&str, &[&str]); 4] = [
    ("xiangqi-core", &[]),
    ("xiangqi-eval", &["xiangqi-core"]),
    ("xiangqi-search", &["xiangqi-core", "xiangqi-eval"]),
    ("ucci-engine", &["xiangqi-core", "xiangqi-eval", "xiangqi-search"]),
];

pub(super) fn faults(files: &[SourceFile]) -> Vec<Fault> {
    let manifests = files.iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    let (mut faults, mut crates) = (Vec::new(), Vec::new());
    for file in manifests {
        match file.text.parse::<Table>() {
            Ok(manifest) => crates.push((file, manifest)),
            Err(error) => faults.push(file.fault(format!("is no manifest: {error}"))),
        }
    }
    let names: Vec<&str> = crates.iter().map(|(_, manifest)| name(manifest)).collect();
    for (file, manifest) in &crates {
        faults.extend(missing(manifest).map(|what| file.fault(what)));
        faults.extend(forbidden_uses(manifest, &names).map(|what| file.fault(what)));
    }
    faults
}

fn name(manifest: &Table) -> &str {
    manifest.get("package").and_then(|package| package.get("name")?.as_str()).unwrap_or_default()
}

/// What a crate fails to say about itself.
fn missing(manifest: &Table) -> impl Iterator<Item = String> {
    let package = |key: &str| manifest.get("package").and_then(|package| package.get(key)).is_some();
    let lints = manifest.get("lints").and_then(|lints| lints.get("workspace")).is_some();
    let said = [
        ("description", package("description")),
        ("license", package("license")),
        ("lints.workspace", lints),
    ];
    said.into_iter().filter(|(_, said)| !said).map(|(key, _)| format!("says no `{key}`"))
}

/// The crates of the workspace that a crate uses, for its own sake or for its build, and must not know.
fn forbidden_uses<'a>(manifest: &'a Table, crates: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    let may_use = MAY_USE.iter().find(|(user, _)| *user == name(manifest)).map(|(_, used)| *used);
    let tables =
        ["dependencies", "build-dependencies"].into_iter().filter_map(|key| manifest.get(key)?.as_table());
    tables
        .flat_map(|table| table.keys())
        .filter(|used| crates.contains(&used.as_str()))
        .filter(move |used| may_use.is_some_and(|list| !list.contains(&used.as_str())))
        .map(|used| format!("uses `{used}`, which it must not know"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, found};
    use super::*;

    const CORE: &str = r#"
        package = { name = "xiangqi-core", description = "Rules", license = "MIT" }
        lints.workspace = true
    "#;

    fn eval(dependencies: &str) -> String {
        CORE.replace("xiangqi-core", "xiangqi-eval") + dependencies
    }

    fn faults_of(core: &str, eval: &str) -> Vec<Fault> {
        faults(&[file("crates/xiangqi-core/Cargo.toml", core), file("crates/xiangqi-eval/Cargo.toml", eval)])
    }

    #[test]
    fn an_arrow_to_the_left_is_fine() {
        assert_eq!(faults_of(CORE, &eval("dependencies = { xiangqi-core = {}, log = {} }")), []);
    }

    #[test]
    fn an_arrow_to_the_right_is_found() {
        let core = CORE.to_owned() + "dependencies.xiangqi-eval = {}";
        let expected = [(0, "uses `xiangqi-eval`, which it must not know")];
        assert_eq!(found(&faults_of(&core, &eval(""))), expected);
    }

    #[test]
    fn silence_is_found() {
        let faults = faults(&[file("xtask/Cargo.toml", "package.name = \"xtask\"")]);
        let expected =
            [(0, "says no `description`"), (0, "says no `license`"), (0, "says no `lints.workspace`")];
        assert_eq!(found(&faults), expected);
    }

    #[test]
    fn a_manifest_that_cannot_be_read_is_found() {
        assert_eq!(faults(&[file("xtask/Cargo.toml", "package = [")]).len(), 1);
    }
}
