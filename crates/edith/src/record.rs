//! What a task leaves in files on wish: a HAR of its requests, a film of its tab.

use crate::ends::Stop;
use crate::words::{Sentence, foreign, say};
use edith_core::Covering;
use edith_native::recording::Recorder;
use edith_native::small::SystemClock;
use edith_native::wire::Connection;
use edith_port::{Clock, Store, Table};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The longest name of a file that is made of a task's, in bytes; the rest of a longer one is a number made of it.
const LONGEST_NAME: usize = 180;

/// Where the files go.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wish {
    pub(crate) har: Option<PathBuf>,
    pub(crate) film: Option<PathBuf>,
}

impl Wish {
    /// Makes the folders of a wish that names folders.
    ///
    /// # Errors
    /// When one cannot be made.
    pub(crate) fn folders(&self) -> Result<(), Stop> {
        for folder in [&self.har, &self.film].into_iter().flatten() {
            let path = folder.display().to_string();
            let unwritten = |error: std::io::Error| say!(FolderUnwritten { path: path, error: error.to_string() });
            std::fs::create_dir_all(folder).map_err(|error| Stop::unavailable(unwritten(error)))?;
        }
        Ok(())
    }

    /// The files of a task in these folders.
    pub(crate) fn of(&self, task: &str) -> Self {
        let file = |folder: &Option<PathBuf>, ending: &str| {
            folder.as_ref().map(|folder| folder.join(format!("{}.{ending}", file_name(task))))
        };
        Self { har: file(&self.har, "har"), film: file(&self.film, "webp") }
    }
}

/// A name that is a file's on every system, and no other task's. Whoever puts tasks in chooses no folder by it.
fn file_name(task: &str) -> String {
    let name: String = task
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    if name.len() <= LONGEST_NAME {
        return name;
    }
    let number = task
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325_u64, |number, byte| (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    format!("{}%{number:016x}", name.get(..LONGEST_NAME).unwrap_or_default())
}

fn har_unwritten(path: &Path, error: &std::io::Error) -> Stop {
    Stop::unavailable(say!(HarUnwritten { path: path.display().to_string(), error: error.to_string() }))
}

fn film_unwritten(path: &Path, error: impl Into<Sentence>) -> Stop {
    Stop::unavailable(say!(FilmUnwritten { path: path.display().to_string(), error: error.into() }))
}

/// A task that is recorded, or not: then nothing is kept.
pub(crate) struct Record {
    recorder: Option<Rc<Recorder>>,
    har: Option<(PathBuf, File)>,
    film: Option<PathBuf>,
    /// Covers what the task entered as secrets, as far as its end was seen.
    covering: Rc<RefCell<Option<Covering>>>,
    browser: RefCell<(String, String)>,
}

impl Record {
    /// Opens the files: that they cannot be written is found out before anything is begun.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(crate) fn open(wish: &Wish) -> Result<Self, Stop> {
        let har = |path: &PathBuf| match File::create(path) {
            Ok(file) => Ok((path.clone(), file)),
            Err(error) => Err(har_unwritten(path, &error)),
        };
        let har = wish.har.as_ref().map(har).transpose()?;
        let film = |path: &PathBuf| File::create(path).map_err(|error| film_unwritten(path, foreign(error)));
        let film = wish.film.as_ref().map(film).transpose()?;
        let recorder = (har.is_some() || film.is_some()).then(|| Rc::new(Recorder::new(har.is_some(), film)));
        Ok(Self { recorder, har, film: wish.film.clone(), covering: Rc::default(), browser: RefCell::default() })
    }

    /// What records the tabs of a browser, if anything does.
    pub(crate) async fn recorder(&self, connection: &Connection) -> Option<Rc<Recorder>> {
        let recorder = self.recorder.clone()?;
        let version = connection.call(None, "Browser.getVersion", json!({})).await.unwrap_or_default();
        let product = version.get("product").and_then(Value::as_str).unwrap_or("Chromium/");
        let (name, version) = product.split_once('/').unwrap_or((product, ""));
        *self.browser.borrow_mut() = (name.to_owned(), version.to_owned());
        Some(recorder)
    }

    /// Whether a film is made.
    pub(crate) fn has_film(&self) -> bool {
        self.film.is_some()
    }

    /// What notes the secrets of a task when it is over, while its run's record still exists.
    pub(crate) fn notes(&self, store: Rc<dyn Store>) -> impl Fn() + 'static {
        let (covering, is_on) = (Rc::clone(&self.covering), self.har.is_some());
        move || {
            if is_on {
                *covering.borrow_mut() = secrets(&*store);
            }
        }
    }

    /// Writes the files, however the task ended; `store`: its journal.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(crate) fn end(self, store: &dyn Store) -> Result<(), Stop> {
        let Some(recorder) = &self.recorder else { return Ok(()) };
        let film = self.film.as_deref().map_or(Ok(()), |path| match recorder.end_film(SystemClock.now()) {
            Ok(0) => Err(Stop::unavailable(say!(FilmEmpty { path: path.display().to_string() }))),
            Ok(_) => Ok(()),
            Err(error) => Err(film_unwritten(path, error)),
        });
        if let Some((path, file)) = self.har {
            let browser = self.browser.into_inner();
            let covering = self.covering.take().or_else(|| secrets(store)).unwrap_or_else(|| Covering::of_records([]));
            let har = recorder.har((&browser.0, &browser.1)).map(|har| covering.on(har)).unwrap_or_default();
            let mut file = BufWriter::new(file);
            let written =
                serde_json::to_writer(&mut file, &har).map_err(std::io::Error::from).and_then(|()| file.flush());
            written.map_err(|error| har_unwritten(&path, &error))?;
        }
        film
    }
}

/// What covers the secrets that runs of a journal entered; none: it no longer has a run.
fn secrets(store: &dyn Store) -> Option<Covering> {
    // Its records lie in memory or in a file: there is nothing to wait for.
    let runs = store.list(Table::Runs, "").now_or_never()?.ok().filter(|runs| !runs.is_empty())?;
    Some(Covering::of_records(runs.iter().map(|(_, record)| record.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_has_a_file_of_its_own_in_the_folder() {
        let wish = Wish { har: Some("out".into()), film: None };
        assert_eq!(wish.of("t-1").har, Some("out/t-1.har".into()));
        assert_eq!(wish.of("../../etc/x").har, Some("out/%2E%2E%2F%2E%2E%2Fetc%2Fx.har".into()));
        assert_ne!(file_name("a b"), file_name("a_b"));
        let long = |last: &str| file_name(&("x".repeat(500) + last));
        assert!(long("a").len() < 255 && long("a") != long("b"), "{}", long("a"));
        assert!(wish.of("t").film.is_none());
    }
}
