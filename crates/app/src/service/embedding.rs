//! Search by meaning: vectors of what was read, made by a set server in the background, and a query's own.
//!
//! This is the reader as the rest of the core sees it. Reading and searching by words never wait for a server: what it has not made yet, or does not
//! make, is found by its words alone. What is still to be made is noted in the store, so that it goes on after the worker's death.

use super::activity::Activity;
use async_trait::async_trait;
use edith_core::models::RoleServers;
use edith_documents::call::{
    Calculation, ChunkId, Failure, Interpreted, Kept, Meaning, ReadInfo, Stored, TableQuery, Text, Unembedded,
};
use edith_documents::{Page, Warning};
use edith_gate::masked;
use edith_model::{Account, Dispatcher, ModelError, Retry};
use edith_port::{LogArg, Ports, Reader, Table, Which};
use edith_protocol::{DocumentProgress, DocumentStage, Event, HitShown, LogLevel};
use futures_util::future::{Either, select};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::rc::Rc;

/// How long a search waits for the query's vector, in milliseconds.
const QUERY_MS: u64 = 1_500;
/// The pause before a server is asked again that names none, and the longest, in milliseconds.
const PAUSE_MS: u64 = 1_000;
const LONGEST_PAUSE_MS: u64 = 60_000;
/// After a failure, a document is left alone for this long, in milliseconds.
const REST_MS: f64 = 60_000.0;
/// What is left of a text that is too long for a server, in characters: its shortest limit, 512 tokens, holds it in any language.
const SHORT_CHARS: usize = 500;
/// What the keys of noted documents begin with. Empty: it is to be done; else why it failed.
const NOTED: &str = "embed/";

/// A reader that searches by meaning as well.
#[derive(Clone)]
pub(super) struct EmbeddingReader(Rc<Inner>);

struct Inner {
    reader: Rc<dyn Reader>,
    ports: Ports,
    dispatcher: Rc<Dispatcher>,
    activity: Activity,
    queue: RefCell<VecDeque<String>>,
    is_working: Cell<bool>,
    /// By document: the model that was asked for vectors in this worker's life, and when that failed.
    asked: RefCell<BTreeMap<String, (String, Option<f64>)>>,
}

/// Why a document has no vectors.
enum NotMade {
    Server(ModelError),
    Reader(Failure),
}

impl EmbeddingReader {
    /// On the reader of these ports.
    pub(super) fn new(ports: &Ports, dispatcher: Rc<Dispatcher>, activity: Activity) -> Self {
        Self(Rc::new(Inner {
            reader: Rc::clone(&ports.reader),
            ports: ports.clone(),
            dispatcher,
            activity,
            queue: RefCell::default(),
            is_working: Cell::default(),
            asked: RefCell::default(),
        }))
    }

    /// Goes on with what an earlier worker left.
    pub(super) async fn resume(&self) {
        let noted = self.0.ports.store.list(Table::Documents, NOTED).await.unwrap_or_default();
        for (key, why) in noted {
            if let (Some(document), true) = (key.strip_prefix(NOTED), why.is_empty()) {
                self.want(document).await;
            }
        }
    }

    /// Has the vectors of a read document made, unless that was tried just now.
    async fn want(&self, document: &str) {
        let Some(Account { server, .. }) = self.0.account().await else { return };
        {
            let (now, mut asked) = (self.0.ports.clock.now(), self.0.asked.borrow_mut());
            let rests = |failed: Option<f64>| failed.is_none_or(|at| now - at < REST_MS);
            if asked.get(document).is_some_and(|(model, failed)| *model == server.model && rests(*failed)) {
                return;
            }
            asked.insert(document.to_owned(), (server.model, None));
        }
        if self.0.ports.store.put(Table::Documents, &noted(document), "").await.is_err() {
            return;
        }
        self.0.queue.borrow_mut().push_back(document.to_owned());
        if !self.0.is_working.replace(true) {
            let inner = Rc::clone(&self.0);
            let active = inner.activity.enter();
            self.0.ports.spawner.spawn(Box::pin(async move {
                inner.work().await;
                inner.is_working.set(false);
                drop(active);
            }));
        }
    }
}

fn noted(document: &str) -> String {
    format!("{NOTED}{document}")
}

impl Inner {
    async fn account(&self) -> Option<Account> {
        RoleServers::read(&*self.ports.store).await.ok()?.embedding()
    }

    async fn work(&self) {
        loop {
            let next = self.queue.borrow_mut().pop_front();
            let Some(document) = next else { return };
            let Err(why) = self.embed(&document).await else {
                let done = self.ports.store.delete(Table::Documents, Which::Key(&noted(&document))).await;
                self.ports.log.check("documents.embed", done);
                continue;
            };
            self.ports.log.write(LogLevel::Warn, "documents.embed", &[("error", LogArg::Word(why.code()))]);
            if let Some((_, failed)) = self.asked.borrow_mut().get_mut(&document) {
                *failed = Some(self.ports.clock.now());
            }
            // Unless it was deleted meanwhile.
            if self.why_not(&document).await.is_some() {
                let kept = self.ports.store.put(Table::Documents, &noted(&document), &why.words()).await;
                self.ports.log.check("documents.embed", kept);
            }
        }
    }

    /// Makes the vectors of a document that are missing. The settings are looked at before each request, so that nothing is sent any more once the person
    /// took the server away.
    async fn embed(&self, document: &str) -> Result<(), NotMade> {
        let mut made = Vec::new();
        let mut by = String::new();
        loop {
            let Some(account) = self.account().await else { return Ok(()) };
            if by != account.server.model {
                made.clear();
                by.clone_from(&account.server.model);
            }
            let has_made = !made.is_empty();
            let left = match self.reader.embed(document, &by, std::mem::take(&mut made)).await {
                Ok(left) => left,
                // It was deleted.
                Err(Failure::NotRead | Failure::Unknown) => return Ok(()),
                Err(failure) => return Err(NotMade::Reader(failure)),
            };
            let Unembedded { chunks, done, total } = left;
            if has_made || !chunks.is_empty() {
                let (document_id, done, total) = (document.to_owned(), f64::from(done), f64::from(total));
                let progress = DocumentProgress { document_id, stage: DocumentStage::Embed, done, total };
                self.ports.events.emit(Event::Document(progress));
            }
            if chunks.is_empty() {
                return Ok(());
            }
            let (ids, texts): (Vec<ChunkId>, Vec<String>) =
                chunks.into_iter().map(|(id, text)| (id, masked(&text).into_owned())).unzip();
            let vectors = self.vectors(&account, texts).await.map_err(NotMade::Server)?;
            made = ids.into_iter().zip(vectors).collect();
        }
    }

    /// The vectors of texts; a server that fails is asked once more where that may help.
    async fn vectors(&self, account: &Account, mut texts: Vec<String>) -> Result<Vec<Vec<f32>>, ModelError> {
        let error = match self.dispatcher.embed(account, &texts).await {
            Ok(vectors) => return Ok(vectors),
            Err(error) => error,
        };
        match error.retry() {
            Retry::Never => return Err(error),
            Retry::BackOff { wish_ms } => {
                self.ports.clock.sleep(wish_ms.unwrap_or(PAUSE_MS).min(LONGEST_PAUSE_MS)).await;
            }
            Retry::Again => self.ports.clock.sleep(PAUSE_MS).await,
            Retry::Once => {}
            Retry::Compact => {
                texts.iter_mut().for_each(|text| *text = text.chars().take(SHORT_CHARS).collect());
            }
        }
        self.dispatcher.embed(account, &texts).await
    }

    /// The query's vector, if a server makes it in time.
    async fn meaning(&self, query: &str) -> Option<Meaning> {
        let account = self.account().await?;
        let texts = [masked(query).into_owned()];
        let made = pin!(self.dispatcher.embed(&account, &texts));
        match select(made, self.ports.clock.sleep(QUERY_MS)).await {
            Either::Left((Ok(vectors), _)) => {
                vectors.into_iter().next().map(|vector| Meaning { model: account.server.model.clone(), vector })
            }
            Either::Left((Err(_), _)) | Either::Right(_) => None,
        }
    }

    /// What is noted of a document: nothing if its vectors are made or not wanted, an empty text if they are to be made, else why they were not.
    async fn why_not(&self, document: &str) -> Option<String> {
        let key = noted(document);
        let found = self.ports.store.list(Table::Documents, &key).await.ok()?;
        found.into_iter().find(|(known, _)| *known == key).map(|(_, why)| why)
    }
}

impl NotMade {
    fn code(&self) -> &'static str {
        match self {
            Self::Server(_) => "server",
            Self::Reader(_) => "reader",
        }
    }

    fn words(&self) -> String {
        let words = match self {
            Self::Server(error) => error.to_string(),
            Self::Reader(failure) => match failure {
                Failure::Failed { error } => error.clone(),
                failure => edith_core::unread::sentence(failure, "").to_string(),
            },
        };
        if words.ends_with(['.', '?']) { words } else { format!("{words}.") }
    }
}

/// Says why there are no vectors, if that failed.
fn warn(info: &mut ReadInfo, why: Option<&String>) {
    if let Some(why) = why.filter(|why| !why.is_empty()) {
        info.warnings.push(Warning::NotEmbedded { why: why.clone() });
    }
}

#[async_trait(?Send)]
impl Reader for EmbeddingReader {
    async fn read(&self, document: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure> {
        let mut info = self.0.reader.read(document, password).await?;
        if self.0.account().await.is_some() {
            warn(&mut info, self.0.why_not(&document.id).await.as_ref());
        }
        self.want(&document.id).await;
        Ok(info)
    }

    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure> {
        self.0.reader.page(document, page).await
    }

    async fn picture(
        &self,
        document: &Stored,
        page: u32,
        width: u32,
        password: Option<&str>,
    ) -> Result<String, Failure> {
        self.0.reader.picture(document, page, width, password).await
    }

    async fn text(&self, document: &str, from: u32, to: u32, characters: usize) -> Result<Text, Failure> {
        self.0.reader.text(document, from, to, characters).await
    }

    async fn search(&self, documents: &[String], query: &str, limit: usize) -> Result<Vec<HitShown>, Failure> {
        let meaning = self.0.meaning(query).await;
        let hits = self.search_by(documents, query, limit, meaning).await?;
        // Only now: what is asked at once should not wait for what takes long.
        for document in documents {
            self.want(document).await;
        }
        Ok(hits)
    }

    async fn search_by(
        &self,
        documents: &[String],
        query: &str,
        limit: usize,
        meaning: Option<Meaning>,
    ) -> Result<Vec<HitShown>, Failure> {
        self.0.reader.search_by(documents, query, limit, meaning).await
    }

    async fn embed(&self, document: &str, model: &str, made: Vec<(ChunkId, Vec<f32>)>) -> Result<Unembedded, Failure> {
        self.0.reader.embed(document, model, made).await
    }

    async fn query(&self, document: &str, query: &TableQuery) -> Result<Text, Failure> {
        self.0.reader.query(document, query).await
    }

    async fn calculate(&self, calculation: &Calculation, results: &str) -> Result<Text, Failure> {
        self.0.reader.calculate(calculation, results).await
    }

    async fn interpret(&self, documents: &[String], question: &str) -> Result<Interpreted, Failure> {
        self.0.reader.interpret(documents, question).await
    }

    async fn kept(&self) -> Result<Vec<Kept>, Failure> {
        let mut kept = self.0.reader.kept().await?;
        if self.0.account().await.is_none() {
            return Ok(kept);
        }
        let noted = self.0.ports.store.list(Table::Documents, NOTED).await.unwrap_or_default();
        for one in &mut kept {
            let why = noted.iter().find(|(key, _)| key.strip_prefix(NOTED) == Some(one.document.as_str()));
            if let Some(info) = &mut one.read {
                warn(info, why.map(|(_, why)| why));
            }
        }
        Ok(kept)
    }

    async fn forget(&self, documents: &[String]) -> Result<(), Failure> {
        self.0.queue.borrow_mut().retain(|id| !documents.contains(id));
        self.0.asked.borrow_mut().retain(|id, _| !documents.contains(id));
        for document in documents {
            let gone = self.0.ports.store.delete(Table::Documents, Which::Key(&noted(document))).await;
            self.0.ports.log.check("documents.embed", gone);
        }
        self.0.reader.forget(documents).await
    }

    async fn forget_languages(&self) -> Result<(), Failure> {
        self.0.reader.forget_languages().await
    }
}
