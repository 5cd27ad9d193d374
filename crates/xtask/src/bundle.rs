//! Makes one file of the page's scripts: a new document then costs one injection, not one for each file.

use std::io;
use std::path::{Path, PathBuf};

use edith_page::page_api::{SCRIPT, SCRIPT_FILES};

/// Puts the scripts of a built folder together, in their order, and takes them away.
pub fn page(built: &Path) -> Result<(), (PathBuf, io::Error)> {
    let mut all = String::new();
    for name in SCRIPT_FILES {
        let path = built.join(name);
        let script = std::fs::read_to_string(&path).map_err(|error| (path, error))?;
        all.push_str(&format!("// {name}\n{script}\n;\n"));
    }
    let path = built.join(SCRIPT);
    std::fs::write(&path, all).map_err(|error| (path, error))?;
    for name in SCRIPT_FILES {
        let path = built.join(name);
        std::fs::remove_file(&path).map_err(|error| (path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_scripts_become_one_in_their_order() {
        let built = tempfile::tempdir().unwrap();
        std::fs::create_dir(built.path().join("page")).unwrap();
        for (at, name) in SCRIPT_FILES.iter().enumerate() {
            // The last line is a comment, which must not swallow the next file.
            std::fs::write(built.path().join(name), format!("run({at}) // done")).unwrap();
        }
        std::fs::write(built.path().join("page/overlay.js"), "apart").unwrap();
        page(built.path()).unwrap();
        let all = std::fs::read_to_string(built.path().join(SCRIPT)).unwrap();
        let runs: Vec<&str> = all.lines().filter(|line| line.starts_with("run(")).collect();
        let expected: Vec<String> = (0..SCRIPT_FILES.len()).map(|at| format!("run({at}) // done")).collect();
        assert_eq!(runs, expected);
        let mut left: Vec<_> = std::fs::read_dir(built.path().join("page"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["overlay.js", "page.js"]);
        assert!(page(built.path()).is_err_and(|(path, _)| path.ends_with("base.js")));
    }
}
