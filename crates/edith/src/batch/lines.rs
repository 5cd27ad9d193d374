//! The lines of a batch: its tasks, and their results.

use crate::ends::Stop;
use edith_core::gate::Mandate;
use edith_core::http_url::HttpUrl;
use edith_protocol::{Outcome, Proof, ScheduleLimits, Usage};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A task of a batch, as it stands in its line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    /// Its name, which is its result's too.
    id: String,
    /// In plain words.
    task: String,
    /// The page to begin on.
    url: Option<String>,
    /// Files, or addresses of files.
    #[serde(default)]
    documents: Vec<String>,
    /// What may be done unasked, as `EFFECT@HOST`.
    #[serde(default)]
    may: Vec<String>,
    /// Its limits.
    #[serde(default)]
    limits: ScheduleLimits,
}

/// A task that is understood.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) id: String,
    pub(super) task: String,
    pub(super) url: Option<HttpUrl>,
    pub(super) documents: Vec<String>,
    pub(super) may: Vec<Mandate>,
    pub(super) limits: ScheduleLimits,
}

/// A result, as it stands in its line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskResult {
    /// The task's.
    pub(crate) id: String,
    /// How it ended.
    pub(crate) outcome: Outcome,
    /// The answer, or why there is none.
    pub(crate) summary: String,
    /// What code found that shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) evidence: Vec<Proof>,
    /// The tokens used, with their price.
    #[serde(default)]
    pub(crate) usage: Usage,
    /// How long it took since this program began or resumed it, in seconds.
    pub(crate) seconds: f64,
}

/// The tasks of a file, a line each. All of it is read before anything is begun.
pub(super) fn read(path: &Path) -> Result<Vec<Wanted>, Stop> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Stop::usage(format!("{name} cannot be read: {error}")))?;
    understood(&text).map_err(|(line, why)| Stop::usage(format!("{name}, line {line}: {why}")))
}

fn understood(text: &str) -> Result<Vec<Wanted>, (usize, String)> {
    let mut known = BTreeSet::new();
    let mut tasks = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |why: String| (number, why);
        let line: Line = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if !known.insert(line.id.clone()) {
            return Err(wrong(format!("the id {} stands there twice", line.id)));
        }
        let url = line.url.as_deref().map(HttpUrl::parse).transpose().map_err(|error| wrong(error.to_string()))?;
        let may = line.may.iter().map(|may| may.parse::<Mandate>()).collect::<Result<_, _>>();
        let may = may.map_err(|error| wrong(error.to_string()))?;
        let Line { id, task, documents, limits, .. } = line;
        tasks.push(Wanted { id, task, url, documents, may, limits });
    }
    Ok(tasks)
}

/// The results of a batch: a file that only grows, and what stands in it.
pub(crate) struct Results {
    file: File,
    known: BTreeMap<String, TaskResult>,
}

impl Results {
    /// Opens the file, or makes it. A last line that was cut by a death is cut off.
    pub(super) fn open(path: &Path) -> Result<Self, Stop> {
        let refused = |error| Stop::unavailable(format!("{} cannot be used: {error}", path.display()));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(refused)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(refused)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(refused)?;
            file.seek(SeekFrom::End(0)).map_err(refused)?;
        }
        let lines = text.get(..whole).unwrap_or_default().lines().enumerate();
        let mut known = BTreeMap::new();
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let result: TaskResult = serde_json::from_str(line).map_err(|error| {
                Stop::usage(format!("{}, line {}: no result of a batch: {error}", path.display(), number + 1))
            })?;
            known.insert(result.id.clone(), result);
        }
        Ok(Self { file, known })
    }

    /// Whether a task has its result.
    pub(super) fn has(&self, id: &str) -> bool {
        self.known.contains_key(id)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.known.len()
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &TaskResult> {
        self.known.values()
    }

    /// Adds a result, unless there is one: it is on the disk when this returns.
    ///
    /// # Errors
    /// When the disk refuses.
    pub(super) fn add(&mut self, result: TaskResult) -> std::io::Result<()> {
        if self.has(&result.id) {
            return Ok(());
        }
        let mut line = serde_json::to_string(&result)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        self.known.insert(result.id.clone(), result);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(id: &str) -> TaskResult {
        TaskResult {
            id: id.to_owned(),
            outcome: Outcome::Completed,
            summary: "s".to_owned(),
            evidence: Vec::new(),
            usage: Usage::default(),
            seconds: 1.5,
        }
    }

    #[test]
    fn a_task_is_read_whole_or_its_line_is_named() {
        let good = "{\"id\":\"1\",\"task\":\"look\",\"url\":\"a.example\",\"may\":[\"send@a.example\"],\"limits\":{\"maxSteps\":3}}\n\n\
                    {\"id\":\"2\",\"task\":\"look\"}";
        let tasks = understood(good).unwrap();
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[0].limits.max_steps, Some(3));
        assert_eq!((tasks[0].url.as_ref().map(HttpUrl::as_str), tasks[0].may.len()), (Some("https://a.example/"), 1));
        for (text, line, why) in [
            ("{\"id\":\"1\",\"task\":\"a\"}\n{\"id\":\"1\",\"task\":\"b\"}", 2, "twice"),
            ("{\"id\":\"1\"}", 1, "task"),
            ("{\"id\":\"1\",\"task\":\"a\",\"mya\":[]}", 1, "mya"),
            ("{\"id\":\"1\",\"task\":\"a\",\"may\":[\"send\"]}", 1, "EFFECT@HOST"),
            ("{\"id\":\"1\",\"task\":\"a\",\"url\":\"ftp://a\"}", 1, "ftp"),
            ("nonsense", 1, ""),
        ] {
            let (at, said) = understood(text).unwrap_err();
            assert!(at == line && said.contains(why), "{text}: {at} {said}");
        }
    }

    #[test]
    fn results_outlive_the_program_and_a_cut_line_is_done_again() {
        let path = std::env::temp_dir().join(format!("edith-results-{}.jsonl", std::process::id()));
        let _fresh = std::fs::remove_file(&path);
        {
            let mut results = Results::open(&path).unwrap();
            results.add(result("a")).unwrap();
            results.add(TaskResult { summary: "another".to_owned(), ..result("a") }).unwrap();
            results.add(result("b")).unwrap();
        }
        let whole = std::fs::read_to_string(&path).unwrap();
        assert_eq!(whole.lines().count(), 2, "one line for each: {whole}");
        std::fs::write(&path, format!("{whole}{{\"id\":\"c\",\"outc")).unwrap();
        let mut results = Results::open(&path).unwrap();
        assert_eq!((results.has("b"), results.has("c"), results.count()), (true, false, 2));
        results.add(result("c")).unwrap();
        drop(results);
        assert_eq!(Results::open(&path).unwrap().count(), 3);
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(Results::open(&path).is_err(), "another file is left alone");
        std::fs::remove_file(&path).unwrap();
    }
}
