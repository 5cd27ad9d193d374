//! Ports of a worker that may die before and after each call; what they wrap lives on.

use crate::{FakeBrowser, Life};
use async_trait::async_trait;
use edith_actions::action::{Action, Dialog, Performed, RequestJudge, Saves, TabError, Target};
use edith_actions::http_url::HttpUrl;
use edith_documents::Page;
use edith_documents::call::{
    Calculation, ChunkId, Failure, Interpreted, Kept, Meaning, ReadInfo, Stored, TableQuery, Text, Unembedded,
};
use edith_model::{ChatModel, ChatRequest, ModelError, ModelTurn};
use edith_page::page_api::{WalkOptions, Witness};
use edith_page::{Marks, RawPage, Rect};
use edith_port::Permit;
use edith_port::browser_ask::BrowserAsk;
use edith_port::{BringError, Bringer, Brought, Reader, TabPage};
use edith_port::{Browser, Events, ListedTool, Models, ServerAsks, ServerTool, Store, StoreError};
use edith_port::{Tab, TabInfo, Table, ToolAnswer, ToolError, ToolProgress, ToolUse, Tools, Which};
use edith_port::{TabBounds, Windows};
use edith_protocol::{Event, HitShown, ModelDetails, ModelServer, TabId, Typing};
use serde_json::{Map, Value};
use std::rc::Rc;

/// A port as one worker sees it.
pub(crate) struct Mortal<T> {
    inner: T,
    life: Life,
}

impl<T> Mortal<T> {
    /// The port for the worker with this life.
    pub(crate) fn new(inner: T, life: &Life) -> Rc<Self> {
        Rc::new(Self { inner, life: life.clone() })
    }

    /// A boundary, the call, a boundary.
    async fn call<A>(&self, work: impl Future<Output = A>) -> A {
        self.life.pass().await;
        let answer = work.await;
        self.life.pass().await;
        answer
    }
}

#[async_trait(?Send)]
impl<T: Store> Store for Mortal<T> {
    async fn read(&self, key: &str) -> Result<Option<Value>, StoreError> {
        self.call(self.inner.read(key)).await
    }

    async fn write_all(&self, items: Map<String, Value>) -> Result<(), StoreError> {
        self.call(self.inner.write_all(items)).await
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.call(self.inner.remove(key)).await
    }

    async fn take_lease(&self) -> Result<u64, StoreError> {
        self.call(self.inner.take_lease()).await
    }

    async fn put_leased(&self, lease: u64, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        self.call(self.inner.put_leased(lease, table, key, record)).await
    }

    async fn write_leased(&self, lease: u64, items: Map<String, Value>) -> Result<(), StoreError> {
        self.call(self.inner.write_leased(lease, items)).await
    }

    async fn put(&self, table: Table, key: &str, record: &str) -> Result<(), StoreError> {
        self.call(self.inner.put(table, key, record)).await
    }

    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.call(self.inner.list(table, prefix)).await
    }

    async fn page(
        &self,
        table: Table,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, StoreError> {
        self.call(self.inner.page(table, prefix, after, most)).await
    }

    async fn delete(&self, table: Table, which: Which<'_>) -> Result<(), StoreError> {
        self.call(self.inner.delete(table, which)).await
    }
}

#[async_trait(?Send)]
impl Browser for Mortal<FakeBrowser> {
    async fn tabs(&self) -> Result<Vec<TabInfo>, TabError> {
        self.call(self.inner.tabs()).await
    }

    async fn open_blank(&self, reuse: Option<TabId>) -> Result<TabId, TabError> {
        self.call(self.inner.open_blank(reuse)).await
    }

    async fn close(&self, tab: TabId) -> Result<(), TabError> {
        self.call(self.inner.close(tab)).await
    }

    async fn activate(&self, tab: TabId) -> Result<(), TabError> {
        self.call(self.inner.activate(tab)).await
    }

    async fn show(&self, url: &HttpUrl) -> Result<(), TabError> {
        self.call(self.inner.show(url)).await
    }

    async fn attach(&self, tab: TabId) -> Result<Rc<dyn Tab>, TabError> {
        let inner = self.call(self.inner.attach_for(tab, &self.life)).await?;
        Ok(Mortal::new(inner, &self.life))
    }

    async fn detach(&self, tab: TabId) {
        self.call(self.inner.detach(tab)).await;
    }

    async fn group(&self, tab: TabId, beside: &[TabId], title: &str) -> Result<(), TabError> {
        self.call(self.inner.group(tab, beside, title)).await
    }

    async fn close_grouped(&self, tabs: &[TabId], title_start: &str) -> Result<usize, TabError> {
        self.call(self.inner.close_grouped(tabs, title_start)).await
    }

    async fn hold_windows(&self, tab: TabId, held: &Windows) -> Result<(), TabError> {
        self.call(self.inner.hold_windows(tab, held)).await
    }

    async fn set_bounds(&self, tab: TabId, bounds: Option<&TabBounds>, from: &[String]) -> Result<(), TabError> {
        self.call(self.inner.set_bounds(tab, bounds, from)).await
    }

    async fn sweep(&self, kept: &[TabId]) -> Result<(), TabError> {
        self.call(self.inner.sweep(kept)).await
    }
}

#[async_trait(?Send)]
impl Tab for Mortal<Rc<dyn Tab>> {
    fn id(&self) -> TabId {
        self.inner.id()
    }

    async fn look(&self, options: &WalkOptions) -> Result<RawPage, TabError> {
        self.call(self.inner.look(options)).await
    }

    async fn perform(&self, action: &Action, typing: Typing) -> Result<Performed, TabError> {
        self.call(self.inner.perform(action, typing)).await
    }

    fn mark(&self, mark: &str, leave: Permit) {
        self.inner.mark(mark, leave);
    }

    fn may_save(&self, saves: Saves) {
        self.inner.may_save(saves);
    }

    fn keep_messages(&self) {
        self.inner.keep_messages();
    }

    fn watch(&self, requests: Option<RequestJudge>) {
        self.inner.watch(requests);
    }

    fn tries_again(&self, request: Option<&str>) -> bool {
        self.inner.tries_again(request)
    }

    async fn end_messages(&self) -> bool {
        self.inner.end_messages().await
    }

    async fn witness(&self, mark: &str, document: &str) -> Result<Option<Witness>, TabError> {
        self.call(self.inner.witness(mark, document)).await
    }

    async fn list_options(&self, target: &Target) -> Result<Vec<String>, TabError> {
        self.call(self.inner.list_options(target)).await
    }

    async fn bring(&self, target: &Target) -> Result<Rect, TabError> {
        self.call(self.inner.bring(target)).await
    }

    async fn screenshot(&self, marks: &Marks) -> Result<String, TabError> {
        self.call(self.inner.screenshot(marks)).await
    }

    fn arrival(&self) -> edith_port::Arrival {
        self.inner.arrival()
    }

    fn dialog(&self) -> Option<Dialog> {
        self.inner.dialog()
    }

    fn browser_ask(&self) -> Option<BrowserAsk> {
        self.inner.browser_ask()
    }
}

#[async_trait(?Send)]
impl ChatModel for Mortal<Rc<dyn ChatModel>> {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        self.call(self.inner.complete(request, on_text)).await
    }
}

#[async_trait(?Send)]
impl<T: Models> Models for Mortal<T> {
    fn built_in(&self) -> Rc<dyn ChatModel> {
        Mortal::new(self.inner.built_in(), &self.life)
    }

    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel> {
        Mortal::new(self.inner.server(server), &self.life)
    }

    async fn list(&self, server: &ModelServer) -> Result<Vec<ModelDetails>, ModelError> {
        self.call(self.inner.list(server)).await
    }

    async fn embed(&self, server: &ModelServer, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        self.call(self.inner.embed(server, texts)).await
    }
}

#[async_trait(?Send)]
impl<T: Tools> Tools for Mortal<T> {
    async fn list(&self) -> Vec<ListedTool> {
        self.call(self.inner.list()).await
    }

    async fn call(&self, used: ToolUse<'_>, told: &dyn Fn(ToolProgress)) -> Result<ToolAnswer, ToolError> {
        self.call(self.inner.call(used, told)).await
    }

    fn abandon(&self, tool: &ServerTool, asks: &ServerAsks) {
        self.inner.abandon(tool, asks);
    }
}

#[async_trait(?Send)]
impl<T: Reader> Reader for Mortal<T> {
    async fn read(&self, document: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure> {
        self.call(self.inner.read(document, password)).await
    }

    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure> {
        self.call(self.inner.page(document, page)).await
    }

    async fn picture(
        &self,
        document: &Stored,
        page: u32,
        width: u32,
        password: Option<&str>,
    ) -> Result<String, Failure> {
        self.call(self.inner.picture(document, page, width, password)).await
    }

    async fn text(&self, document: &str, from: u32, to: u32, characters: usize) -> Result<Text, Failure> {
        self.call(self.inner.text(document, from, to, characters)).await
    }

    async fn search_by(
        &self,
        documents: &[String],
        query: &str,
        limit: usize,
        meaning: Option<Meaning>,
    ) -> Result<Vec<HitShown>, Failure> {
        self.call(self.inner.search_by(documents, query, limit, meaning)).await
    }

    async fn embed(&self, document: &str, model: &str, made: Vec<(ChunkId, Vec<f32>)>) -> Result<Unembedded, Failure> {
        self.call(self.inner.embed(document, model, made)).await
    }

    async fn query(&self, document: &str, query: &TableQuery) -> Result<Text, Failure> {
        self.call(self.inner.query(document, query)).await
    }

    async fn calculate(&self, calculation: &Calculation, results: &str) -> Result<Text, Failure> {
        self.call(self.inner.calculate(calculation, results)).await
    }

    async fn interpret(&self, documents: &[String], question: &str) -> Result<Interpreted, Failure> {
        self.call(self.inner.interpret(documents, question)).await
    }

    async fn kept(&self) -> Result<Vec<Kept>, Failure> {
        self.call(self.inner.kept()).await
    }

    async fn forget(&self, documents: &[String]) -> Result<(), Failure> {
        self.call(self.inner.forget(documents)).await
    }

    async fn forget_languages(&self) -> Result<(), Failure> {
        self.call(self.inner.forget_languages()).await
    }
}

#[async_trait(?Send)]
impl<T: Bringer> Bringer for Mortal<T> {
    async fn bring(&self, url: &HttpUrl, most_bytes: u64) -> Result<Brought, BringError> {
        self.call(self.inner.bring(url, most_bytes)).await
    }

    async fn tab(&self, tab: TabId) -> Result<TabPage, BringError> {
        self.call(self.inner.tab(tab)).await
    }
}

impl<T: Events> Events for Mortal<T> {
    fn emit(&self, event: Event) {
        if !self.life.is_over() {
            self.inner.emit(event);
        }
    }
}
