//! `cargo xtask conformance`: the Model Context Protocol's own suite for clients, against our client (`crates/mcp/examples/conformance`).

use std::path::PathBuf;
use std::process::Command;

use edith_lab::npm::{self, NpmError};
use edith_lab::process::{self, ProcessError};
use edith_lab::{paths, say};
use serde_json::Value;

const SUITE: (&str, &str) = ("@modelcontextprotocol/conformance", "0.2.0-alpha.12");

/// The suite needs a newer Node.js than many systems have; then this one is got as a package.
const NODE: &str = "22.23.3";
const OLDEST_NODE: u32 = 22;

#[derive(Debug, thiserror::Error)]
pub enum ConformanceError {
    #[error(transparent)]
    Npm(#[from] NpmError),
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("the suite lists no scenarios for clients")]
    NoScenarios,
    #[error("{0} of {1} scenarios failed; the lines above say why")]
    Failed(usize, usize),
}

/// A scenario in a revision of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Scenario {
    name: String,
    revision: String,
}

/// What came of one.
enum Outcome {
    Ran { passed: usize, failed: Vec<String> },
    NotPlayed(&'static str),
}

/// Runs every scenario for clients in every revision that it is for, and prints a table. `only`: those whose name has this in it.
pub fn conformance(only: Option<&str>) -> Result<(), ConformanceError> {
    let suite = npm::package(SUITE.0, SUITE.1)?.join("dist/index.js");
    let node = node()?;
    say("compiling the client");
    process::run(process::cargo().args(["build", "--quiet", "--package", "edith-mcp", "--example", "conformance"]))?;
    let client = target().join("debug/examples").join(format!("conformance{}", std::env::consts::EXE_SUFFIX));
    let scenarios = listed(&process::output(Command::new(&node).arg(&suite).arg("list"))?);
    if scenarios.is_empty() {
        return Err(ConformanceError::NoScenarios);
    }
    println!("{:<44} {:<11} {:>7} {:>7}  outcome", "scenario", "revision", "passed", "failed");
    let (mut failures, mut ran) = (0, 0);
    for scenario in scenarios.iter().filter(|one| only.is_none_or(|text| one.name.contains(text))) {
        let Scenario { name, revision } = scenario;
        let outcome = match not_played(scenario) {
            Some(why) => Outcome::NotPlayed(why),
            None => {
                let mut command = Command::new(&node);
                command.arg(&suite).args(["client", "--verbose", "--scenario", name, "--spec-version", revision]);
                command.arg("--command").arg(&client).current_dir(std::env::temp_dir());
                checked(&mut command)?
            }
        };
        match outcome {
            Outcome::NotPlayed(why) => println!("{name:<44} {revision:<11} {:>7} {:>7}  not applicable: {why}", "", ""),
            Outcome::Ran { passed, failed } => {
                let word = if failed.is_empty() { "passed" } else { "FAILED" };
                println!("{name:<44} {revision:<11} {passed:>7} {:>7}  {word}", failed.len());
                failed.iter().for_each(|why| println!("    {why}"));
                ran += 1;
                failures += usize::from(!failed.is_empty());
            }
        }
    }
    println!("\n{} of {ran} scenarios passed", ran - failures);
    if failures > 0 { Err(ConformanceError::Failed(failures, ran)) } else { Ok(()) }
}

/// Why a scenario is not for this client: each of these is an extension of its own, with its own entry in the list of extensions, and of the
/// protocol itself nothing is left out.
fn not_played(scenario: &Scenario) -> Option<&'static str> {
    if scenario.revision != "extension" {
        return None;
    }
    Some(match scenario.name.as_str() {
        "auth/client-credentials-jwt" | "auth/client-credentials-basic" => {
            "oauth-client-credentials: a program signs in as itself, and EDITH as a person"
        }
        "auth/enterprise-managed-authorization" => {
            "enterprise-managed-authorization: a company's identity provider agrees in the person's place"
        }
        "auth/dpop" | "auth/dpop-nonce" => "auth/dpop: tokens bound to a key of the client",
        "auth/wif-jwt-bearer" => "auth/wif: the identity of a workload in place of a person's",
        _ => "an extension that the client does not offer",
    })
}

/// The scenarios for clients in the suite's list, one for each revision.
fn listed(list: &str) -> Vec<Scenario> {
    let mut lines = list.lines().skip_while(|line| !line.starts_with("Client scenarios")).skip(1);
    let ours = lines.by_ref().take_while(|line| line.starts_with("  - "));
    let named = ours.filter_map(|line| line.trim_start_matches("  - ").strip_suffix(']')?.split_once(" ["));
    let each = named.flat_map(|(name, revisions)| {
        revisions.split(',').map(|revision| Scenario { name: name.to_owned(), revision: revision.trim().to_owned() })
    });
    each.collect()
}

/// Runs a scenario: the suite prints its checks as JSON, and ends with a failure if one failed or the client did.
fn checked(command: &mut Command) -> Result<Outcome, ConformanceError> {
    let output = command.output();
    let output = output.map_err(|source| ProcessError::Start { command: process::line(command), source })?;
    let (text, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Ok(read(&text, &said, output.status.success()))
}

fn read(text: &str, said: &str, is_success: bool) -> Outcome {
    let checks = text.find("[\n").and_then(|at| serde_json::from_str::<Vec<Value>>(text.get(at..)?.trim()).ok());
    let checks = checks.unwrap_or_default();
    let with = |status: &'static str| checks.iter().filter(move |check| check["status"] == status);
    let mut failed: Vec<String> = with("FAILURE")
        .chain(with("WARNING"))
        .map(|check| format!("{}: {}", check["id"], check["errorMessage"]))
        .collect();
    if failed.is_empty() && (!is_success || checks.is_empty()) {
        failed.extend(said.lines().rev().take(8).map(str::to_owned).collect::<Vec<_>>().into_iter().rev());
    }
    if failed.is_empty() && !is_success {
        failed.push("the suite says no more".to_owned());
    }
    Outcome::Ran { passed: with("SUCCESS").count(), failed }
}

/// A Node.js that is new enough.
fn node() -> Result<PathBuf, ConformanceError> {
    if let Some(node) = process::which("node") {
        let version = process::output(Command::new(&node).arg("--version"))?;
        let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
        if major.is_some_and(|major: u32| major >= OLDEST_NODE) {
            return Ok(node);
        }
    }
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win",
        other => other,
    };
    let machine = if std::env::consts::ARCH == "aarch64" { "arm64" } else { "x64" };
    let folder = npm::package(&format!("node-{system}-{machine}"), NODE)?;
    Ok(folder.join("bin").join(format!("node{}", std::env::consts::EXE_SUFFIX)))
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| paths::root().join("target"), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read() {
        let list = "Server scenarios (test against a server):\n  - ping [2025-06-18]\n\nClient scenarios (test against a client):\n  - \
                    initialize [2025-06-18,2025-11-25]\n  - auth/basic [extension]\n\nAuthorization server scenarios:\n  - other [2025-11-25]\n";
        let named = listed(list).into_iter().map(|one| format!("{} {}", one.name, one.revision)).collect::<Vec<_>>();
        assert_eq!(named, ["initialize 2025-06-18", "initialize 2025-11-25", "auth/basic extension"]);
        assert!(listed("nothing").is_empty());
    }

    #[test]
    fn a_failed_check_and_a_failed_client_are_failures() {
        let failed = |text: &str, is_success| match read(text, "the client said", is_success) {
            Outcome::Ran { passed, failed } => (passed, failed.len()),
            Outcome::NotPlayed(_) => unreachable!(),
        };
        let check = |status: &str| format!("[\n{{\"id\":\"a\",\"status\":\"{status}\"}}\n]");
        assert_eq!(failed(&check("SUCCESS"), true), (1, 0));
        assert_eq!(failed(&check("INFO"), true), (0, 0));
        assert_eq!(failed(&check("FAILURE"), true), (0, 1));
        assert_eq!(failed(&check("WARNING"), true), (0, 1));
        assert_eq!(failed(&check("SUCCESS"), false), (1, 1));
        assert_eq!(failed("", true), (0, 1));
    }
}
