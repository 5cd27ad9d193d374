//! A browser over its `Target` domain: its tabs, a session for each that is worked in, and one that holds its bounds.

mod apart;
mod guard;
mod heard;
mod page;
mod recorded;
mod session;
mod shared;

pub(crate) use self::apart::Apart;
pub use self::heard::{HearsCommands, TabCommand};
use self::page::TabPage;
use self::session::TabSession;
use self::shared::{Of, Shared};
use crate::wire::{Connection, WireError, WireEvent};
use async_trait::async_trait;
use edith_actions::action::{Fault, FaultCause, TabError};
use edith_actions::http_url::HttpUrl;
use edith_cdp::{CdpEvent, CdpTab, DetachReason, EventHub, Opened, Transport, asks_for, without_values};
use edith_page::page_api::WalkOptions;
use edith_port::{Browser, Clock, Confined, Tab, TabBounds, TabInfo, TabPage as ShownPage, Windows};
use edith_protocol::TabId;
use edith_records::documents::Documents;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// The page that a tab shows before it is sent somewhere.
const BLANK: &str = "about:blank";
/// How long a page may take until it is there, before a run begins without it, in milliseconds.
const MOST_OPENING_MS: f64 = 20_000.0;
/// Between two looks whether it is, in milliseconds.
const OPENING_PAUSE_MS: u64 = 30;
/// How long a tab may take to say what it shows.
const ANSWERS: Duration = Duration::from_millis(500);
/// What Chromium calls a navigation that became a download.
const ABORTED: &str = "net::ERR_ABORTED";
/// What a tab shows, as data. What the person typed is in no attribute.
const SHOWN: &str = "function (most) {
  const isPage = ['text/html', 'application/xhtml+xml'].includes(document.contentType);
  const html = isPage ? `<!DOCTYPE html>\\n${document.documentElement.outerHTML}` : '';
  return { url: location.href, mime: document.contentType, title: document.title, html: html.slice(0, most) };
}";
/// As much of a page as a document may have, in characters.
const MOST_HTML: u32 = 50 << 20;

/// Hears that a tab is gone.
type Gone = Box<dyn Fn(TabId)>;

/// A browser, or one context of it.
pub struct NativeBrowser {
    shared: Rc<Shared>,
    documents: Documents,
    /// How many tabs are being made by the program itself: those were opened by no page.
    making: Cell<u32>,
    gone: RefCell<Option<Gone>>,
}

impl NativeBrowser {
    /// Takes over a browser that is connected to. `is_apart`: in a context of its own, without the cookies of others and deleted at the end of the connection.
    ///
    /// # Errors
    /// When the browser refuses.
    pub async fn begin(
        connection: Connection,
        clock: Rc<dyn Clock>,
        documents: Documents,
        is_apart: bool,
    ) -> Result<Rc<Self>, WireError> {
        let context = if is_apart {
            let made = connection.call(None, "Target.createBrowserContext", json!({"disposeOnDetach": true})).await?;
            made.get("browserContextId").and_then(Value::as_str).map(str::to_owned)
        } else {
            None
        };
        let shared = Shared::new(connection.clone(), clock, context);
        let browser = Rc::new(Self { shared, documents, making: Cell::new(0), gone: RefCell::default() });
        let hearing = Rc::downgrade(&browser);
        connection.listen(move |event| {
            if let Some(browser) = hearing.upgrade() {
                browser.heard(event);
            }
        });
        let hearing = Rc::downgrade(&browser);
        connection.on_closed(move || {
            if let Some(browser) = hearing.upgrade() {
                browser.lost();
            }
        });
        // A new tab waits until its bounds are set.
        let auto = json!({
            "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
            "filter": [{"type": "page", "exclude": false}, {"exclude": true}],
        });
        connection.call(None, "Target.setAutoAttach", auto).await?;
        Ok(browser)
    }

    /// Sets who hears that a tab is gone.
    pub fn on_gone(&self, hears: impl Fn(TabId) + 'static) {
        *self.gone.borrow_mut() = Some(Box::new(hears));
    }

    /// Sets who hears of commands to tabs.
    pub fn on_command(&self, hears: HearsCommands) {
        *self.shared.hears.borrow_mut() = Some(hears);
    }

    /// Has files that may be saved go to a folder.
    ///
    /// # Errors
    /// When the browser refuses.
    pub async fn save_to(&self, folder: &str) -> Result<(), WireError> {
        let mut params = json!({"behavior": "allow", "downloadPath": folder});
        if let (Some(context), Some(fields)) = (&self.shared.context, params.as_object_mut()) {
            fields.insert("browserContextId".to_owned(), context.as_str().into());
        }
        self.shared.connection.call(None, "Browser.setDownloadBehavior", params).await.map(drop)
    }

    /// A blank page of the program's own.
    pub(crate) async fn apart(&self) -> Result<Apart, WireError> {
        Apart::open(&self.shared).await
    }

    /// Opens an address as the person: before a run begins in that tab. Comes back when the page is there, so that the first look is not one at
    /// an empty tab; what answers with nothing (204) is not waited for any longer than [`MOST_OPENING_MS`].
    ///
    /// # Errors
    /// When the browser refuses, or closes the tab because a file came instead of a page.
    pub async fn open(&self, url: &HttpUrl) -> Result<TabId, TabError> {
        let tab = self.make_open(url).await?;
        self.shared.front.set(Some(tab.0));
        let until = self.shared.clock.now() + MOST_OPENING_MS;
        while self.is_blank(tab).await && self.shared.clock.now() < until {
            self.shared.clock.sleep(OPENING_PAUSE_MS).await;
        }
        match self.shared.target_of(tab.0) {
            Some(_) => Ok(tab),
            None => Err(TabError::NavigationFailed { url: url.to_string(), reason: ABORTED.to_owned() }),
        }
    }

    /// Whether a tab that is there has shown no page yet. The address of its target is no use: it is the one that is on its way.
    async fn is_blank(&self, tab: TabId) -> bool {
        let Some(session) = self.shared.guard_of(tab.0) else { return self.shared.target_of(tab.0).is_some() };
        let tree = self.shared.connection.call(Some(&session), "Page.getFrameTree", json!({}));
        // A tab that is closed meanwhile never answers.
        let tree = tokio::time::timeout(ANSWERS, tree).await;
        tree.ok().and_then(Result::ok).is_none_or(|tree| {
            let url = tree.pointer("/frameTree/frame/url").and_then(Value::as_str).unwrap_or_default();
            url.is_empty() || url == BLANK
        })
    }

    /// What a tab shows now.
    pub(crate) async fn shown(&self, tab: TabId) -> Option<ShownPage> {
        let session = self.shared.guard_of(tab.0)?;
        let target = self.shared.target_of(tab.0)?;
        let ask = |method: &'static str, params: Value| self.shared.connection.call(Some(&session), method, params);
        let world =
            ask("Page.createIsolatedWorld", json!({"frameId": target, "worldName": "edith-shown"})).await.ok()?;
        let params = json!({
            "functionDeclaration": SHOWN, "executionContextId": world.get("executionContextId"), "returnByValue": true,
            "arguments": [{"value": MOST_HTML}],
        });
        let mut told = ask("Runtime.callFunctionOn", params).await.ok()?;
        let mut text = |name: &str| {
            let value = told.pointer_mut(&format!("/result/value/{name}")).map(Value::take);
            value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
        };
        Some(ShownPage { url: text("url"), mime: text("mime"), title: text("title"), html: text("html") })
    }

    async fn make(&self, url: &str) -> Result<TabId, TabError> {
        let mut params = json!({"url": url, "background": true});
        if let (Some(context), Some(fields)) = (&self.shared.context, params.as_object_mut()) {
            fields.insert("browserContextId".to_owned(), context.as_str().into());
        }
        self.making.set(self.making.get() + 1);
        let made = self.shared.connection.call(None, "Target.createTarget", params).await;
        self.making.set(self.making.get().saturating_sub(1));
        let made = made.map_err(refused)?;
        let target = made.get("targetId").and_then(Value::as_str).unwrap_or_default();
        Ok(TabId(self.shared.number_of(target)))
    }

    fn heard(self: &Rc<Self>, event: WireEvent) {
        let Some(session) = &event.session else {
            match event.method.as_str() {
                "Target.attachedToTarget" => self.appeared(&event.params),
                "Target.detachedFromTarget" => self.ended(&event.params),
                _ => {}
            }
            return;
        };
        match self.shared.whose(session) {
            Some(Of::Guard(tab)) if EventHub::must_answer(&event.method) => {
                let main = self.shared.target_of(tab).unwrap_or_default();
                let (method, params) = self.shared.guard.borrow().answer(tab, &main, &event.params);
                self.shared.connection.send(Some(session), method, params);
            }
            Some(Of::Driven(tab)) => self.happened(tab, event),
            Some(Of::Recorded(tab)) => self.recorded(tab, event),
            Some(Of::Guard(_)) | None => {}
        }
    }

    /// A tab's own event.
    fn happened(self: &Rc<Self>, tab: i32, event: WireEvent) {
        let WireEvent { session, method, params } = event;
        let text = |path: &str| params.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
        match method.as_str() {
            "Target.attachedToTarget" => {
                let child = text("/sessionId");
                self.shared.know(child.clone(), Of::Driven(tab));
                if text("/targetInfo/type") == "iframe" {
                    let frame = text("/targetInfo/targetId");
                    self.shared.change(tab, |tab| tab.children.push((child, frame)));
                }
            }
            "Target.detachedFromTarget" => {
                let child = text("/sessionId");
                self.shared.forget_session(&child);
                self.shared.change(tab, |tab| tab.children.retain(|(session, _)| *session != child));
            }
            _ => {}
        }
        let Some(hub) = self.shared.hub(tab).filter(|_| EventHub::wants(&method)) else { return };
        let Some(params) = without_values(&method, params) else { return };
        let asked = asks_for(&method, &params);
        let child = session.clone().filter(|session| self.shared.driven(tab).as_ref() != Some(session));
        let event = CdpEvent { method, params, session: child };
        if let Some((method, params)) = hub.answer(&event) {
            self.shared.connection.send(session.as_deref(), method, params);
        }
        hub.push(&event);
        if let Some(url) = asked {
            let opened = self.shared.openings.borrow_mut().asked(tab, url, self.shared.clock.now());
            self.note(opened);
        }
    }

    /// A tab is there; a new one waits until it is let go on.
    fn appeared(self: &Rc<Self>, params: &Value) {
        let text = |path: &str| params.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let session = text("/sessionId").to_owned();
        let waits = params.get("waitingForDebugger") == Some(&Value::Bool(true));
        let context = text("/targetInfo/browserContextId");
        if self.shared.apart.borrow().contains(context) {
            // The program's own page, which is attached to once more by who opened it.
            if waits {
                self.shared.connection.send(Some(&session), "Runtime.runIfWaitingForDebugger", json!({}));
            }
            return;
        }
        // What is attached to by number is not a tab that appears.
        let target = text("/targetInfo/targetId");
        let tab = self.shared.number_of(target);
        if self.shared.guard_of(tab).is_some() || text("/targetInfo/type") != "page" {
            return;
        }
        // A page that is prepared for a later visit is not a tab.
        let is_prepared = !text("/targetInfo/subtype").is_empty();
        let is_other = is_prepared || !self.shared.has_tabs_of(context);
        if is_other {
            self.shared.forget_tab(tab);
            self.shared.connection.send(Some(&session), "Runtime.runIfWaitingForDebugger", json!({}));
            self.shared.connection.send(None, "Target.detachFromTarget", json!({ "sessionId": session }));
            return;
        }
        self.shared.know(session.clone(), Of::Guard(tab));
        self.shared.change(tab, |tab| tab.guard = Some(session.clone()));
        let mut is_recorded = false;
        if waits {
            let opener = Some(text("/targetInfo/openerId")).filter(|id| !id.is_empty());
            let opener = opener.map(|id| self.shared.number_of(id));
            let is_ours = opener.is_none() && self.making.get() > 0;
            if !is_ours {
                let now = self.shared.clock.now();
                let url = text("/targetInfo/url");
                let matched = self.shared.openings.borrow_mut().appeared(tab, url.to_owned(), now);
                let opener = opener.or(matched.map(|opened| opened.opener));
                self.shared.guard.borrow_mut().opened(tab, opener);
                is_recorded = opener.is_some_and(|opener| self.is_recorded(opener));
                if let Some(hub) = opener.and_then(|opener| self.shared.hub(opener)) {
                    hub.note_opened_tab(TabId(tab));
                }
            }
        }
        let browser = Rc::clone(self);
        tokio::task::spawn_local(async move {
            // What is prepared ahead would take a tab's place without a request that could be judged. A browser that does not know the command prepares
            // nothing.
            browser.shared.connection.send(Some(&session), "Page.setPrerenderingAllowed", json!({"isAllowed": false}));
            browser.bind(tab).await;
            if is_recorded {
                browser.watch(tab).await;
            }
            // A refusal means that it waits for nothing.
            let go = browser.shared.connection.call(Some(&session), "Runtime.runIfWaitingForDebugger", json!({}));
            drop(go.await);
        });
    }

    /// A page was found to have opened a tab that is there already.
    fn note(self: &Rc<Self>, opened: Option<Opened>) {
        let Some(Opened { opener, tab }) = opened else { return };
        self.shared.guard.borrow_mut().opened(tab, Some(opener));
        let browser = Rc::clone(self);
        tokio::task::spawn_local(async move { browser.bind(tab).await });
        if let Some(hub) = self.shared.hub(opener) {
            hub.note_opened_tab(TabId(tab));
        }
    }

    /// A session ended.
    fn ended(&self, params: &Value) {
        let session = params.get("sessionId").and_then(Value::as_str).unwrap_or_default();
        match self.shared.forget_session(session) {
            Some(Of::Guard(tab)) => self.closed(tab),
            Some(Of::Driven(tab)) if self.shared.driven(tab).as_deref() == Some(session) => {
                self.shared.change(tab, |tab| tab.driven = None);
                if let Some(hub) = self.shared.hub(tab) {
                    hub.detached(DetachReason::TargetClosed);
                }
            }
            // A frame's, one that was let go of, or one that recorded a tab.
            Some(Of::Driven(_) | Of::Recorded(_)) | None => {}
        }
    }

    fn closed(&self, tab: i32) {
        self.shared.forget_tab(tab);
        let hub = self.shared.hubs.borrow_mut().remove(&tab);
        if let Some(hub) = hub {
            hub.detached(DetachReason::TabGone);
        }
        if let Some(gone) = &*self.gone.borrow() {
            gone(TabId(tab));
        }
    }

    /// The connection is closed, and everything with it.
    fn lost(&self) {
        for tab in self.shared.numbers() {
            self.closed(tab);
        }
    }

    /// Has the browser pause what must be judged in a tab.
    async fn bind(&self, tab: i32) -> bool {
        let Some(session) = self.shared.guard_of(tab) else { return true };
        let connections = self.shared.guard.borrow_mut().connections(tab);
        if let Some((method, params)) = connections {
            // An older browser does not know the command.
            drop(self.shared.connection.call(Some(&session), method, params).await);
        }
        let (method, params) = self.shared.guard.borrow().command(tab);
        match self.shared.connection.call(Some(&session), method, params).await {
            Ok(_) => true,
            // A tab that is gone leads nowhere.
            Err(_) => self.shared.guard_of(tab).is_none(),
        }
    }

    /// The same for several at once.
    ///
    /// # Errors
    /// When the browser refuses in one that is still there.
    async fn bind_all(&self, tabs: Vec<i32>) -> Result<(), TabError> {
        let bound = join_all(tabs.into_iter().map(|tab| self.bind(tab))).await;
        if bound.into_iter().all(|bound| bound) {
            Ok(())
        } else {
            Err(TabError::Protocol(Fault::new(FaultCause::Other, "the browser does not hold the bounds of a tab")))
        }
    }
}

impl Drop for NativeBrowser {
    /// While the connection lasts, new tabs of the whole browser wait for it.
    fn drop(&mut self) {
        self.shared.connection.close();
    }
}

#[async_trait(?Send)]
impl Browser for NativeBrowser {
    async fn tabs(&self) -> Result<Vec<TabInfo>, TabError> {
        let answer = self.shared.connection.call(None, "Target.getTargets", json!({})).await.map_err(refused)?;
        let all = answer.get("targetInfos").and_then(Value::as_array).into_iter().flatten();
        let text = |info: &Value, name: &str| info.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let is_here = |info: &&Value| {
            text(info, "type") == "page"
                && text(info, "subtype").is_empty()
                && self.shared.has_tabs_of(&text(info, "browserContextId"))
        };
        let front = self.shared.front.get();
        let told = all.filter(is_here).map(|info| {
            let id = self.shared.number_of(&text(info, "targetId"));
            let (url, title) = (text(info, "url"), text(info, "title"));
            TabInfo { id: TabId(id), url, pending: String::new(), title, active: front == Some(id) }
        });
        Ok(told.collect())
    }

    async fn open_blank(&self, reuse: Option<TabId>) -> Result<TabId, TabError> {
        if let Some(tab) = reuse
            && self.tabs().await?.iter().any(|known| known.id == tab && known.url == BLANK)
        {
            return Ok(tab);
        }
        self.make(BLANK).await
    }

    async fn close(&self, tab: TabId) -> Result<(), TabError> {
        let Some(target) = self.shared.target_of(tab.0) else { return Ok(()) };
        match self.shared.connection.call(None, "Target.closeTarget", json!({ "targetId": target })).await {
            Ok(_) => Ok(()),
            Err(error) => match refused(error) {
                TabError::Closed => Ok(()),
                error => Err(error),
            },
        }
    }

    async fn activate(&self, tab: TabId) -> Result<(), TabError> {
        let target = self.shared.target_of(tab.0).ok_or(TabError::Closed)?;
        self.shared.front.set(Some(tab.0));
        let params = json!({ "targetId": target });
        self.shared.connection.call(None, "Target.activateTarget", params).await.map(drop).map_err(refused)
    }

    async fn show(&self, url: &HttpUrl) -> Result<(), TabError> {
        let tab = self.open(url).await?;
        self.activate(tab).await
    }

    async fn attach(&self, tab: TabId) -> Result<Rc<dyn Tab>, TabError> {
        let hub = EventHub::new(Rc::clone(&self.shared.clock));
        // Before attaching, so that no event is missed.
        self.shared.hubs.borrow_mut().insert(tab.0, Rc::clone(&hub));
        self.shared.film(tab.0);
        self.watch(tab.0).await;
        let session = TabSession::new(Rc::clone(&self.shared), tab.0);
        let attached = match session.attach().await {
            Ok(()) => {
                let page = Rc::new(TabPage::new(Rc::clone(&self.shared), tab.0));
                let transport: Rc<dyn Transport> = Rc::new(session);
                let clock = Rc::clone(&self.shared.clock);
                CdpTab::attach(tab, transport, page, hub, clock, WalkOptions::default()).await
            }
            Err(error) => Err(edith_cdp::script_refused(&error.0)),
        };
        match attached {
            Ok(attached) => Ok(Rc::new(attached.with_documents(self.documents.clone()))),
            Err(error) => {
                self.detach(tab).await;
                Err(error)
            }
        }
    }

    async fn detach(&self, tab: TabId) {
        self.shared.hubs.borrow_mut().remove(&tab.0);
        let Some(session) = self.shared.driven(tab.0) else { return };
        self.shared.change(tab.0, |tab| {
            tab.driven = None;
            tab.children.clear();
        });
        self.shared.forget_session(&session);
        // Fails only if nothing is attached, which is the goal.
        drop(self.shared.connection.call(None, "Target.detachFromTarget", json!({ "sessionId": session })).await);
    }

    async fn group(&self, _: TabId, _: &[TabId], _: &str) -> Result<(), TabError> {
        // Groups are for eyes, and the protocol has none.
        Ok(())
    }

    async fn close_grouped(&self, tabs: &[TabId], _: &str) -> Result<usize, TabError> {
        for tab in tabs {
            self.close(*tab).await?;
        }
        Ok(tabs.len())
    }

    async fn set_bounds(&self, tab: TabId, bounds: Option<&TabBounds>, from: &[String]) -> Result<(), TabError> {
        // The person's own tabs on a schedule's sites may navigate freely, and so may their new tabs.
        let binds_new = !from.is_empty()
            && matches!(
                bounds,
                Some(
                    TabBounds::NotHome { .. }
                        | TabBounds::Only { why: Confined::Telling | Confined::Told | Confined::Spent(_), .. }
                )
            );
        let tabs = self.shared.guard.borrow_mut().set(tab.0, bounds, binds_new);
        self.bind_all(tabs).await
    }

    async fn let_go(&self, tab: TabId, _: bool) {
        // Its bounds hold for as long as the connection does: a page may still be about to open a window, and nobody else is here to go on with it.
        self.detach(tab).await;
    }

    async fn hold_windows(&self, tab: TabId, held: &Windows) -> Result<(), TabError> {
        let known = self.shared.numbers();
        self.shared.guard.borrow_mut().hold(tab.0, held, known.clone());
        // What was held in tabs that are there now no longer is.
        self.bind_all(known).await
    }

    async fn sweep(&self, _: &[TabId]) -> Result<(), TabError> {
        // Bounds and sessions end with the connection that they are of.
        Ok(())
    }
}

fn refused(error: WireError) -> TabError {
    let words = error.to_string();
    match error {
        WireError::Closed | WireError::NotConnected(_) => TabError::Closed,
        WireError::Refused(_) if words.contains("No target with given id") => TabError::Closed,
        WireError::Refused(_) => TabError::Protocol(Fault::of_browser(words)),
    }
}
