//! What CI runs before the tests.

use anyhow::Result;

use crate::workspace::{cargo, succeed};
use crate::{bench, tidy};

/// Without an allocator, a list of faults has no place but in the error itself.
const LARGE_ERRORS: [&str; 4] =
    ["--allow", "clippy::result_large_err", "--allow", "clippy::large_enum_variant"];

/// Runs every check and stops at the first that fails.
pub(crate) fn run() -> Result<()> {
    let deny_warnings = ["--", "--deny", "warnings"];
    step("fmt", &["fmt", "--all", "--check"])?;
    step("clippy", &[["clippy", "--workspace", "--all-targets"].as_slice(), &deny_warnings].concat())?;
    let without_std = ["clippy", "--package", "xiangqi-core", "--no-default-features"];
    step("core without std", &[without_std.as_slice(), &deny_warnings, &LARGE_ERRORS].concat())?;
    let for_tuning = ["clippy", "--package", "ucci-engine", "--all-targets", "--features", "tune"];
    step("engine for tuning", &[for_tuning.as_slice(), &deny_warnings].concat())?;
    println!("== doc");
    succeed(cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings"))?;
    println!("== tidy");
    tidy::run()?;
    println!("== bench signature");
    bench::check_signature()?;
    println!("== all checks passed");
    Ok(())
}

fn step(name: &str, arguments: &[&str]) -> Result<()> {
    println!("== {name}");
    succeed(&mut cargo(arguments))
}
