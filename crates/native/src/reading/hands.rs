//! The tab that a document is read in, as what reading needs of a browser.

use super::files::{ReaderFiles, ReaderPart};
use super::served::Served;
use crate::browser::{Apart, NativeBrowser};
use crate::small::SystemEntropy;
use async_trait::async_trait;
use edith_documents::call::Failure;
use edith_library::reading::{Hands, Opened, Recognised, Stage};
use edith_port::Events;
use edith_protocol::{DocumentProgress, DocumentStage, Event};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::sync::{OnceCell, Semaphore};

/// How many documents are read at once.
const READINGS_AT_ONCE: usize = 2;
/// How long the tab may take to be there: a busy machine starts a process for it.
const TAB: Duration = Duration::from_secs(30);
/// How long opening a file may take; large files take longer.
const OPEN: Duration = Duration::from_secs(20);
const OPEN_PER_MB: Duration = Duration::from_millis(35);
/// How long one page may take.
const PAGE: Duration = Duration::from_secs(10);
/// How long recognising may take: the scripts give up a language after 30 seconds, and there are two.
const RECOGNISE: Duration = Duration::from_secs(70);

/// How often it is told at most how far a document is, but for its last page.
const TOLD: Duration = Duration::from_millis(100);

/// What the readings of an agent share.
pub(crate) struct Desk {
    browser: Rc<NativeBrowser>,
    events: Rc<dyn Events>,
    files: ReaderFiles,
    served: OnceCell<Served>,
    free: Semaphore,
}

impl Desk {
    /// `events`: hear how far documents are.
    pub(crate) fn new(browser: Rc<NativeBrowser>, events: Rc<dyn Events>, files: ReaderFiles) -> Self {
        Self { browser, events, files, served: OnceCell::new(), free: Semaphore::new(READINGS_AT_ONCE) }
    }

    /// Waits for its turn to read.
    pub(crate) async fn turn(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        // It is never closed.
        self.free.acquire().await.ok()
    }

    async fn served(&self) -> Result<&Served, Failure> {
        let begun = self.served.get_or_try_init(|| Served::begin(self.files.clone(), &SystemEntropy)).await;
        begun.map_err(|error| Failure::Failed { error: error.to_string() })
    }
}

/// A tab for one document, opened when it is needed first and closed with this value.
pub(crate) struct TabHands<'a> {
    desk: &'a Desk,
    /// The document's id.
    document: &'a str,
    /// When it was last told how far it is.
    told: Cell<Option<Instant>>,
    tab: OnceCell<Apart>,
    /// Why its worker does nothing more.
    spent: RefCell<Option<Failure>>,
    /// A file that is open is read from its own copy.
    megabytes: Cell<u32>,
}

impl<'a> TabHands<'a> {
    pub(crate) fn new(desk: &'a Desk, document: &'a str) -> Self {
        Self {
            desk,
            document,
            told: Cell::new(None),
            tab: OnceCell::new(),
            spent: RefCell::default(),
            megabytes: Cell::new(0),
        }
    }

    async fn open_tab(&self) -> Result<Apart, Failure> {
        let url = self.desk.served().await?.url();
        let opening = async {
            let tab = self.desk.browser.apart().await.map_err(said)?;
            let answer = tab.call("Page.navigate", json!({ "url": url })).await.map_err(said)?;
            if answer.get("errorText").and_then(Value::as_str).is_some_and(|error| !error.is_empty()) {
                return Err(Failure::BrowserElsewhere);
            }
            let loaded = "new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))";
            tab.call("Runtime.evaluate", json!({"expression": loaded, "awaitPromise": true})).await.map_err(said)?;
            Ok(tab)
        };
        within(TAB, opening).await
    }

    /// Has the tab do something, and reads the answer. What gives none in time gives none later.
    async fn ask<T: DeserializeOwned>(&self, name: &str, given: Value, deadline: Duration) -> Result<T, Failure> {
        if let Some(failure) = self.spent.borrow().clone() {
            return Err(failure);
        }
        let asked = self.asked(name, given, deadline).await;
        if let Err(failure @ (Failure::TimedOut { .. } | Failure::Crashed | Failure::BrowserElsewhere)) = &asked {
            *self.spent.borrow_mut() = Some(failure.clone());
        }
        asked
    }

    async fn asked<T: DeserializeOwned>(&self, name: &str, given: Value, deadline: Duration) -> Result<T, Failure> {
        let tab = self.tab.get_or_try_init(|| self.open_tab()).await?;
        let params = json!({
            "expression": format!("edithAsk({}, {given})", Value::from(name)), "awaitPromise": true, "returnByValue": true,
        });
        let answer = within(deadline, async { tab.call("Runtime.evaluate", params).await.map_err(said) }).await?;
        let Some(text) = answer.pointer("/result/value").and_then(Value::as_str) else { return Err(Failure::Crashed) };
        serde_json::from_str::<Result<T, Failure>>(text)
            .map_err(|error| Failure::Failed { error: error.to_string() })?
    }
}

/// The same, or that it took too long.
async fn within<T>(deadline: Duration, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let late = Failure::TimedOut { seconds: u32::try_from(deadline.as_secs()).unwrap_or(u32::MAX) };
    tokio::time::timeout(deadline, work).await.unwrap_or(Err(late))
}

fn said(error: crate::wire::WireError) -> Failure {
    Failure::Failed { error: error.to_string() }
}

#[async_trait(?Send)]
impl Hands for TabHands<'_> {
    fn tell(&self, stage: Stage, done: u32, total: u32) {
        if done < total && self.told.get().is_some_and(|told| told.elapsed() < TOLD) {
            return;
        }
        self.told.set(Some(Instant::now()));
        let stage = match stage {
            Stage::Read => DocumentStage::Parse,
            Stage::Ocr => DocumentStage::Ocr,
        };
        let (document_id, done, total) = (self.document.to_owned(), done.into(), total.into());
        self.desk.events.emit(Event::Document(DocumentProgress { document_id, stage, done, total }));
    }

    async fn hash(&self, bytes: &[u8]) -> Result<String, Failure> {
        Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    async fn open(&self, bytes: Vec<u8>, password: Option<&str>) -> Result<Opened, Failure> {
        self.desk.files.need(ReaderPart::Pdf)?;
        self.megabytes.set(u32::try_from(bytes.len() / 1_000_000).unwrap_or(u32::MAX));
        let given = self.desk.served().await?.give(bytes, &SystemEntropy);
        self.ask("open", json!([given.name(), password]), OPEN + OPEN_PER_MB * self.megabytes.get()).await
    }

    async fn page(&self, number: u32) -> Result<String, Failure> {
        self.ask("page", json!([number]), PAGE + OPEN_PER_MB * self.megabytes.get()).await
    }

    async fn recognise_page(&self, number: u32) -> Result<Recognised, Failure> {
        self.desk.files.need(ReaderPart::Ocr)?;
        self.ask("recognise_page", json!([number]), RECOGNISE).await
    }

    async fn recognise_picture(&self, bytes: &[u8], mime: &str) -> Result<Recognised, Failure> {
        self.desk.files.need(ReaderPart::Ocr)?;
        let given = self.desk.served().await?.give(bytes.to_vec(), &SystemEntropy);
        self.ask("recognise_picture", json!([given.name(), mime]), RECOGNISE).await
    }

    async fn draw_page(&self, number: u32, width: u32) -> Result<String, Failure> {
        self.ask("draw_page", json!([number, width]), PAGE).await
    }

    async fn draw_picture(&self, bytes: &[u8], mime: &str, width: u32) -> Result<String, Failure> {
        let given = self.desk.served().await?.give(bytes.to_vec(), &SystemEntropy);
        self.ask("draw_picture", json!([given.name(), mime, width]), PAGE).await
    }
}
