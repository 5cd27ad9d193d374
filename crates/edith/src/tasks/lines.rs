//! The lines of a batch: its tasks, and their results.

use crate::arguments::YesTo;
use crate::ends::Stop;
use crate::given;
use crate::words::{Sentence, say};
use edith_actions::http_url::HttpUrl;
use edith_gate::Mandate;
use edith_protocol::{Given, Outcome, Proof, ScheduleLimits, Usage};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A task of a batch, as it is in its line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Line {
    /// Its name, which is its result's too.
    pub(crate) id: String,
    /// In plain words.
    pub(crate) task: String,
    /// The page to begin on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Files, or addresses of files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    documents: Vec<String>,
    /// What may be done unasked, as `EFFECT@HOST`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    may: Vec<String>,
    /// Its limits.
    #[serde(default, deserialize_with = "limits")]
    pub(crate) limits: ScheduleLimits,
}

/// Limits that all are limits: one that was mistyped would have its task go on without it.
fn limits<'de, D: Deserializer<'de>>(source: D) -> Result<ScheduleLimits, D::Error> {
    let mut limits = ScheduleLimits::default();
    for (name, value) in Map::<String, Value>::deserialize(source)?.iter().filter(|(_, value)| !value.is_null()) {
        let wrong =
            |must: Sentence| D::Error::custom(say!(LimitWrong { name: name, value: value.to_string(), must: must }));
        let whole = || value.as_u64().filter(|number| *number > 0).ok_or_else(|| wrong(say!(WholeNumber)));
        let small = || u32::try_from(whole()?).map_err(|_| wrong(say!(SmallNumber)));
        match name.as_str() {
            "maxSteps" => limits.max_steps = Some(small()?),
            "maxSeconds" => limits.max_seconds = Some(small()?),
            "maxTokens" => limits.max_tokens = Some(whole()?),
            "maxPrice" => {
                let price = value.as_f64().filter(|price| *price > 0.0);
                limits.max_price = Some(price.ok_or_else(|| wrong(say!(AnyNumber)))?);
            }
            _ => {
                return Err(D::Error::custom(say!(NoSuchLimit { name: name })));
            }
        }
    }
    Ok(limits)
}

/// A task that is understood.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) line: Line,
    pub(crate) url: Option<HttpUrl>,
    pub(crate) may: Vec<Mandate>,
    /// Its documents with their bytes, where they came with it.
    brought: Option<Vec<Given>>,
}

/// A task as it lies in a queue: whoever takes it has none of the files that it names.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Posted {
    line: Line,
    documents: Vec<Given>,
    yes_to_reads: bool,
}

impl Posted {
    /// A task with its documents, for a queue.
    ///
    /// # Errors
    /// When a document cannot be read.
    pub(crate) fn of(wanted: &Wanted, yes: YesTo) -> Result<Self, Stop> {
        let line = Line { documents: Vec::new(), ..wanted.line.clone() };
        Ok(Self { line, documents: wanted.documents()?, yes_to_reads: yes == YesTo::Reads })
    }

    /// The task, and which questions are answered with yes.
    ///
    /// # Errors
    /// In a sentence, when it makes no sense.
    pub(crate) fn understood(self) -> Result<(Wanted, YesTo), Sentence> {
        let yes = if self.yes_to_reads { YesTo::Reads } else { YesTo::Never };
        Ok((Wanted { brought: Some(self.documents), ..Wanted::of(self.line)? }, yes))
    }
}

impl Wanted {
    fn of(line: Line) -> Result<Self, Sentence> {
        let url = line.url.as_deref().map(HttpUrl::parse).transpose()?;
        let may = line.may.iter().map(|may| may.parse::<Mandate>()).collect::<Result<_, _>>();
        Ok(Self { may: may?, line, url, brought: None })
    }

    /// Its name.
    pub(crate) fn id(&self) -> &str {
        &self.line.id
    }

    /// Its documents.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(crate) fn documents(&self) -> Result<Vec<Given>, Stop> {
        self.brought.clone().map_or_else(|| given::documents(&self.line.documents), Ok)
    }
}

/// A result, as it is in its line.
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
pub(crate) fn read(path: &Path) -> Result<Vec<Wanted>, Stop> {
    let name = path.display().to_string();
    let unread = |error: std::io::Error| Stop::usage(say!(Unread { file: &name, error: error.to_string() }));
    let text = std::fs::read_to_string(path).map_err(unread)?;
    understood(&text).map_err(|(line, why)| Stop::usage(say!(LineWrong { file: &name, line: line, why: why })))
}

fn understood(text: &str) -> Result<Vec<Wanted>, (usize, Sentence)> {
    let mut known = BTreeSet::new();
    let mut tasks = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |why: Sentence| (number, why);
        let line: Line = serde_json::from_str(line).map_err(|error| wrong(nonsense(&error)))?;
        if !known.insert(line.id.clone()) {
            return Err(wrong(say!(IdTwice { id: line.id })));
        }
        tasks.push(Wanted::of(line).map_err(wrong)?);
    }
    Ok(tasks)
}

/// What is wrong with a line, which is the only one that the parser saw.
fn nonsense(error: &serde_json::Error) -> Sentence {
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    say!(NoTask { why: why, column: error.column(), example: "{\"id\": …, \"task\": …}" })
}

/// The results of a batch: a file that only grows, and what is in it.
pub(crate) struct Results {
    file: File,
    known: BTreeMap<String, TaskResult>,
}

impl Results {
    /// Opens the file, or makes it, for this program alone. A last line that was cut by a death is cut off.
    pub(crate) fn open(path: &Path) -> Result<Self, Stop> {
        let name = path.display().to_string();
        let refused =
            |error: std::io::Error| Stop::unavailable(say!(FileUnusable { file: &name, error: error.to_string() }));
        if path.exists() && !path.is_file() {
            return Err(Stop::usage(say!(NoFileOfResults { file: &name })));
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(refused)?;
        // Two batches would each do every task. Where the file system knows no locks, nobody can tell.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Stop::unavailable(say!(OtherBatch { file: &name })));
        }
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
                let why = say!(NoResult { error: error.to_string() });
                Stop::usage(say!(LineWrong { file: &name, line: number + 1, why: why }))
            })?;
            known.insert(result.id.clone(), result);
        }
        Ok(Self { file, known })
    }

    /// Whether a task has its result.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.known.contains_key(id)
    }

    /// Those of these tasks, in their order. What else is in the file is another batch's.
    pub(crate) fn of<'a>(&'a self, ids: impl IntoIterator<Item = &'a String>) -> impl Iterator<Item = &'a TaskResult> {
        ids.into_iter().filter_map(|id| self.known.get(id))
    }

    /// Adds a result, unless there is one: it is on the disk when this returns.
    ///
    /// # Errors
    /// When the disk refuses.
    pub(crate) fn add(&mut self, result: TaskResult) -> std::io::Result<()> {
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
        assert_eq!(tasks[0].line.limits.max_steps, Some(3));
        assert_eq!((tasks[0].url.as_ref().map(HttpUrl::as_str), tasks[0].may.len()), (Some("https://a.example/"), 1));
        for (text, line, why) in [
            ("{\"id\":\"1\",\"task\":\"a\"}\n{\"id\":\"1\",\"task\":\"b\"}", 2, "twice"),
            ("{\"id\":\"1\"}", 1, "task"),
            ("{\"id\":\"1\",\"task\":\"a\",\"mya\":[]}", 1, "mya"),
            ("{\"id\":\"1\",\"task\":\"a\",\"may\":[\"send\"]}", 1, "EFFECT@HOST"),
            ("{\"id\":\"1\",\"task\":\"a\",\"url\":\"ftp://a\"}", 1, "ftp"),
            ("{\"id\":\"1\",\"task\":\"a\",\"limits\":{\"maxStep\":3}}", 1, "no limit maxStep;"),
            ("{\"id\":\"1\",\"task\":\"a\",\"limits\":{\"maxSteps\":0}}", 1, "maxSteps is 0"),
            ("{\"id\":\"1\",\"task\":\"a\",\"limits\":{\"maxSeconds\":\"9\"}}", 1, "maxSeconds is \"9\""),
            ("{\"id\":\"1\",\"task\":\"a\",\"limits\":{\"maxSeconds\":4294967296}}", 1, "maxSeconds"),
            ("{\"id\":\"1\",\"task\":\"a\",\"limits\":{\"maxTokens\":1.5}}", 1, "maxTokens is 1.5"),
            ("{\"id\":\"1\",\"task\":\"a\",\"limits\":{\"maxPrice\":-1}}", 1, "maxPrice is -1"),
            ("{\"id\":\"1\",\"task\":\"a\",\"limits\":3}", 1, "column"),
            ("nonsense", 1, "column 2"),
        ] {
            let (at, said) = understood(text).unwrap_err();
            assert!(at == line && said.to_string().contains(why), "{text}: {at} {said}");
        }
    }

    #[test]
    fn a_task_in_a_queue_is_the_same_task_with_its_documents() {
        let file = std::env::temp_dir().join(format!("edith-posted-{}.txt", std::process::id()));
        std::fs::write(&file, "abc").unwrap();
        let line = format!(
            "{{\"id\":\"1\",\"task\":\"look\",\"url\":\"a.example\",\"may\":[\"send@a.example\"],\"documents\":[{:?}],\"limits\":{{\"maxSteps\":3}}}}",
            file.to_string_lossy()
        );
        let wanted = understood(&line).unwrap().remove(0);
        let text = serde_json::to_string(&Posted::of(&wanted, YesTo::Reads).unwrap()).unwrap();
        std::fs::remove_file(&file).unwrap();
        let (again, yes) = serde_json::from_str::<Posted>(&text).unwrap().understood().unwrap();
        assert_eq!((again.id(), again.line.task.as_str(), yes), ("1", "look", YesTo::Reads));
        assert_eq!((&again.url, &again.may, again.line.limits), (&wanted.url, &wanted.may, wanted.line.limits));
        let documents = again.documents().unwrap();
        assert_eq!((documents.len(), documents[0].data.as_str()), (1, "YWJj"), "the file itself is gone");
    }

    #[test]
    fn two_batches_do_not_write_to_one_file() {
        let path = std::env::temp_dir().join(format!("edith-shared-{}.jsonl", std::process::id()));
        let first = Results::open(&path).unwrap();
        let stop = Results::open(&path).err().unwrap();
        assert!(
            stop.why.to_string().contains("another batch") && stop.why.to_string().contains("edith-shared"),
            "{}",
            stop.why
        );
        drop(first);
        assert!(Results::open(&path).is_ok(), "it goes on when the other has ended");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_else_stands_in_the_file_is_another_batchs() {
        let path = std::env::temp_dir().join(format!("edith-others-{}.jsonl", std::process::id()));
        let mut results = Results::open(&path).unwrap();
        ["old", "b", "a"].into_iter().for_each(|id| results.add(result(id)).unwrap());
        let ids = ["a", "b", "c"].map(str::to_owned);
        let own: Vec<&str> = results.of(&ids).map(|result| result.id.as_str()).collect();
        assert_eq!(own, ["a", "b"]);
        std::fs::remove_file(&path).unwrap();
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
        assert_eq!((results.has("b"), results.has("c"), results.known.len()), (true, false, 2));
        results.add(result("c")).unwrap();
        drop(results);
        assert_eq!(Results::open(&path).unwrap().known.len(), 3);
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(Results::open(&path).is_err(), "another file is left alone");
        std::fs::remove_file(&path).unwrap();
    }
}
