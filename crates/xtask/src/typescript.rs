//! The TypeScript compiler, which checks the extension's scripts against their types: the native program, without Node.js, at the version and hash in
//! `types/package-lock.json`.

use std::path::Path;
use std::process::Command;

use edith_lab::npm::{self, NpmError};
use edith_lab::paths;
use edith_lab::process::{self, ProcessError};

#[derive(Debug, thiserror::Error)]
pub enum TypesError {
    #[error(transparent)]
    Npm(#[from] NpmError),
    /// The compiler does not exist for this platform.
    #[error("there is no native TypeScript compiler for {0}")]
    Platform(String),
    #[error(
        "{0}; the lines above say where. What the scripts send is declared in types/wire.d.ts, what they share in types/page.d.ts"
    )]
    Wrong(ProcessError),
}

/// Checks the scripts named by a project's `tsconfig.json`. False: unchecked, as there is no npm to get the compiler with.
pub fn check(project: &Path) -> Result<bool, TypesError> {
    let Some(packages) = npm::locked(&paths::root().join("types"), &[])? else { return Ok(false) };
    let packages = packages.join("node_modules");
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let native = format!("typescript-{system}-{processor}");
    let program =
        packages.join("@typescript").join(&native).join("lib").join(format!("tsc{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        return Err(TypesError::Platform(native));
    }
    let mut command = Command::new(program);
    command.arg("--project").arg(project).arg("--typeRoots").arg(packages.join("@types"));
    process::run(&mut command).map_err(TypesError::Wrong)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks one script with the extension's settings.
    fn is_right(script: &str) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let root = paths::root();
        let settings = serde_json::json!({
            "extends": root.join("tsconfig.json"),
            "files": ["script.js", root.join("types/wire.d.ts"), root.join("types/page.d.ts")],
            "include": [],
        });
        std::fs::write(folder.path().join("tsconfig.json"), settings.to_string()).unwrap();
        std::fs::write(folder.path().join("script.js"), format!("// @ts-check\n{script}\n")).unwrap();
        match check(folder.path()) {
            Ok(checked) => checked,
            Err(TypesError::Wrong(_)) => false,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_script_that_misspells_a_field_of_a_rust_type_is_refused() {
        if process::which("npm").is_none() {
            return;
        }
        assert!(is_right("edithParts.centre = (element) => ({ point: [1, 2], rect: [0, 0, 1, 1], inView: true });"));
        for wrong in [
            "edithParts.centre = (element) => ({ point: [1, 2], rect: [0, 0, 1, 1], inVeiw: true });",
            "edithParts.centre = (element) => ({ point: [1, 2], rect: [0, 0, 1], inView: true });",
            "edithParts.centre = (element) => ({ point: [1, 2], rect: [0, 0, 1, 1] });",
            "/** @type {RawNode} */ const node = { n: 1, g: 'a', b: [0, 0, 1, 1], nme: 'x' };",
            "edithParts.elementOf(1).localName;",
            "edithParts.elementsOf(1);",
        ] {
            assert!(!is_right(wrong), "{wrong}");
        }
    }
}
