//! The suite's tasks as its files have them.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::TrialError;

/// Which of an application's two lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One thing, described step by step.
    Function,
    /// What a person would ask for.
    Real,
}

impl Kind {
    /// As on the command line.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "function" => Some(Self::Function),
            "real" => Some(Self::Real),
            _ => None,
        }
    }

    fn file(self) -> &'static str {
        match self {
            Self::Function => "function-tasks.json",
            Self::Real => "real-tasks.json",
        }
    }
}

/// A task of an application.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub application: &'static str,
    /// Such as `task_h1`.
    pub id: String,
    /// Such as `hard`; "" for function tasks.
    pub difficulty: String,
    pub instruction: String,
    /// The application's folder.
    pub folder: PathBuf,
    /// The verifier's file.
    pub verifier: PathBuf,
}

impl Task {
    /// Such as `gmail/task_h1`.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.application, self.id)
    }
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    #[serde(default)]
    difficulty: String,
    instruction: String,
    verify: String,
}

/// The tasks of these applications, in the order of their files.
pub(super) fn tasks(suite: &Path, applications: &[&'static str], kind: Kind) -> Result<Vec<Task>, TrialError> {
    let mut tasks = Vec::new();
    for application in applications {
        let folder = suite.join("apps").join(application);
        let file = folder.join(kind.file());
        let failed = |error| TrialError::File(file.clone(), error);
        let text = std::fs::read(&file).map_err(failed)?;
        let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| failed(error.into()))?;
        tasks.extend(entries.into_iter().map(|entry| Task {
            application,
            verifier: folder.join(entry.verify),
            folder: folder.clone(),
            id: entry.id,
            difficulty: entry.difficulty,
            instruction: entry.instruction,
        }));
    }
    Ok(tasks)
}

/// Whether a task is among the wanted ones: `gmail`, `gmail/task_3`. None wanted: all.
pub(super) fn is_wanted(task: &Task, wanted: &[&str]) -> bool {
    wanted.is_empty() || wanted.iter().any(|name| *name == task.application || *name == task.name())
}

#[cfg(test)]
mod tests {
    use super::{Kind, is_wanted, tasks};

    #[test]
    fn both_lists_of_an_application_are_read() {
        let suite = tempfile::tempdir().unwrap();
        let folder = suite.path().join("apps/gmail");
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        write(
            "function-tasks.json",
            r#"[{"id": "task_1", "instruction": "Star it.", "verify": "function-tasks/task_1.py"}]"#,
        );
        write(
            "real-tasks.json",
            r#"[{"id": "task_h1", "difficulty": "hard", "instruction": "Star all.", "verify": "real-tasks/task_h1.py"}]"#,
        );
        let of = |kind| tasks(suite.path(), &["gmail"], kind).unwrap().remove(0);
        let (one, other) = (of(Kind::Function), of(Kind::Real));
        assert_eq!((one.name().as_str(), one.difficulty.as_str()), ("gmail/task_1", ""));
        assert_eq!((other.name().as_str(), other.difficulty.as_str()), ("gmail/task_h1", "hard"));
        assert!(other.verifier.ends_with("apps/gmail/real-tasks/task_h1.py"));
        assert!(is_wanted(&one, &["gmail"]) && is_wanted(&one, &["gmail/task_1"]) && is_wanted(&one, &[]));
        assert!(!is_wanted(&one, &["gmail/task_h1", "linear"]));
        assert!(
            tasks(suite.path(), &["figma-slides"], Kind::Real).unwrap_err().to_string().contains("real-tasks.json")
        );
    }
}
