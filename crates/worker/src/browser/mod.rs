//! The user's browser: `chrome.tabs`, and a debugger session per tab that a run works in.

mod page;
mod session;

use self::page::TabPage;
use self::session::TabSession;
use crate::overlay::{Overlays, TabOverlay};
use async_trait::async_trait;
use edith_actions::action::{Dialog, Fault, FaultCause, TabError};
use edith_actions::http_url::HttpUrl;
use edith_cdp::{
    CdpEvent, CdpTab, DetachReason, EventHub, Opened, Openings, SAVED_TEXTS, SHOWN_APPLICATIONS, Transport, asks_for,
};
use edith_chrome::{ChromeError, debugger, rules, tabs, windows};
use edith_gate::{HOME, HOME_NAMES};
use edith_page::page_api::WalkOptions;
use edith_port::TabBounds;
use edith_port::{Browser, Clock, Confined, Tab, TabInfo, Windows};
use edith_protocol::TabId;
use edith_records::documents::Documents;
use edith_words::browser::attach_reason;
use futures_channel::oneshot;
use futures_util::future::{Either, join, select};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// The page that a tab shows before it is sent somewhere.
const BLANK: &str = "about:blank";
/// The time for that page to appear, in milliseconds; a page with an unload prompt takes longer, and then another tab is used.
const BLANK_MS: u64 = 3_000;
/// The time for a tab to reload after being discarded, and its polling interval, in milliseconds.
const WAKE_MS: f64 = 3_000.0;
const WAKE_POLL_MS: u64 = 50;

/// The browser.
pub(crate) struct ChromeBrowser {
    clock: Rc<dyn Clock>,
    /// Receives the events of attached tabs.
    hubs: RefCell<HashMap<i32, Rc<EventHub>>>,
    openings: RefCell<Openings>,
    /// The tabs' restrictions; tabs that their pages open inherit them.
    held: RefCell<HashMap<i32, (TabBounds, Vec<i32>)>>,
    documents: Documents,
    overlays: Rc<Overlays>,
}

/// Answers an event that the browser awaits a decision on, in the order of the events. A refusal means that the request is gone.
fn answer(tab: i32, answer: Option<(&'static str, Value)>, session: Option<String>) {
    if let Some((method, params)) = answer {
        spawn_local(async move { drop(TabSession::new(tab).call(method, params, session.as_deref()).await) });
    }
}

impl ChromeBrowser {
    /// The browser with nothing attached.
    pub(crate) fn new(clock: Rc<dyn Clock>, documents: Documents, overlays: Rc<Overlays>) -> Rc<Self> {
        Rc::new(Self {
            clock,
            hubs: RefCell::default(),
            openings: RefCell::default(),
            held: RefCell::default(),
            documents,
            overlays,
        })
    }

    fn hub(&self, tab: i32) -> Option<Rc<EventHub>> {
        self.hubs.borrow().get(&tab).cloned()
    }

    /// Whether a tab's debugger event is of any use.
    pub(crate) fn wants(&self, tab: i32, method: &str) -> bool {
        EventHub::wants(method) && (self.hubs.borrow().contains_key(&tab) || EventHub::must_answer(method))
    }

    /// Handles a debugger event.
    pub(crate) fn event(&self, tab: i32, session: Option<String>, method: String, params: &str) {
        let Some(hub) = self.hub(tab) else {
            // An earlier worker's: the page waits.
            let params = serde_json::from_str(params).unwrap_or_default();
            answer(tab, EventHub::answer_for_nobody(&CdpEvent { method, params, session: session.clone() }), session);
            return;
        };
        // Invalid JSON means no parameters; the event itself still happened.
        let params = serde_json::from_str(params).unwrap_or_default();
        let asked = asks_for(&method, &params);
        let event = CdpEvent { method, params, session };
        answer(tab, hub.answer(&event), event.session.clone());
        hub.push(&event);
        if event.shows_document() {
            self.overlays.renewed(tab);
        }
        if let Some(url) = asked {
            self.note(self.openings.borrow_mut().asked(tab, url, self.clock.now()));
        }
    }

    /// Handles a detached debugger.
    pub(crate) fn detached(&self, tab: i32, reason: &str) {
        if let Some(hub) = self.hub(tab) {
            hub.detached(DetachReason::from_chrome(reason));
        }
    }

    /// Handles a new tab on its way to `url`, if Chrome reports it.
    pub(crate) fn appeared(&self, tab: i32, url: String) {
        // With nothing attached, no run can have opened it.
        if !self.hubs.borrow().is_empty() {
            self.note(self.openings.borrow_mut().appeared(tab, url, self.clock.now()));
        }
    }

    fn note(&self, opened: Option<Opened>) {
        let Some(Opened { opener, tab }) = opened else { return };
        if let Some((bounds, opened)) = self.held.borrow_mut().get_mut(&opener) {
            opened.push(tab);
            let rules = json!(rules_in(tab, bounds));
            // If Chrome refuses, the tab is gone.
            spawn_local(async move { drop(rules::change(&ids_of(tab), &rules).await) });
        }
        if let Some(hub) = self.hub(opener) {
            hub.note_opened_tab(TabId(tab));
        }
    }

    /// Handles a closed tab.
    pub(crate) fn gone(&self, tab: i32) {
        self.overlays.detached(tab);
        if let Some(hub) = self.hubs.borrow_mut().remove(&tab) {
            hub.detached(DetachReason::TabGone);
        }
    }

    /// Reloads a discarded tab, which cannot answer anything.
    async fn wake(&self, tab: i32) -> Result<(), ChromeError> {
        if !tabs::get(tab).await?.discarded {
            return Ok(());
        }
        tabs::reload(tab).await?;
        let woken = self.until(tab, |tab| !tab.discarded).await?;
        if woken.width > 0 || woken.active {
            return Ok(());
        }
        // Until the tab is shown its page has no size, so nothing could be clicked (Chromium 156): it is shown for a moment.
        let query = tabs::Query { active: Some(true), ..tabs::Query::default() };
        let shown = tabs::query(&query).await?.into_iter().find(|tab| tab.window_id == woken.window_id);
        let show = |tab| async move { tabs::update(tab, &tabs::Properties { url: None, active: Some(true) }).await };
        show(tab).await?;
        self.until(tab, |tab| tab.width > 0).await?;
        if let Some(shown) = shown {
            show(shown.id).await?;
        }
        Ok(())
    }

    /// Waits until the tab is in the wanted state or time is up.
    async fn until(&self, tab: i32, wanted: impl Fn(&tabs::Tab) -> bool) -> Result<tabs::Tab, ChromeError> {
        let end = self.clock.now() + WAKE_MS;
        loop {
            let now = tabs::get(tab).await?;
            if wanted(&now) || self.clock.now() > end {
                return Ok(now);
            }
            self.clock.sleep(WAKE_POLL_MS).await;
        }
    }

    /// Shows an empty page in a tab. The update resolves before the page is there, and until then the tab may still show a page that cannot be
    /// attached to. False if it did not get there.
    async fn make_blank(&self, tab: i32) -> Result<bool, TabError> {
        let (arrived, arrival) = oneshot::channel();
        let mut arrived = Some(arrived);
        let _listening = tabs::on_updated(move |updated| {
            if updated.id == tab && updated.url == BLANK {
                // After the timeout nobody is waiting.
                let _late = arrived.take().map(|arrived| arrived.send(()));
            }
        });
        tabs::update(tab, &tabs::Properties { url: Some(BLANK), active: None }).await.map_err(refused)?;
        if tabs::get(tab).await.map_err(refused)?.url == BLANK {
            return Ok(true);
        }
        match select(arrival, self.clock.sleep(BLANK_MS)).await {
            Either::Left((arrived, _)) => Ok(arrived.is_ok()),
            Either::Right(_) => Ok(false),
        }
    }

    /// Attaches the debugger, even if an earlier worker's session remains. If that one has an open dialog it is kept, since only it can answer the
    /// dialog, which is then returned.
    async fn take_session(&self, tab: i32) -> Result<Option<Dialog>, ChromeError> {
        self.wake(tab).await?;
        match session::attach(tab).await {
            Err(error) if session::is_taken(&error) => {
                if let Some(dialog) = session::open_dialog(tab).await {
                    return Ok(Some(dialog));
                }
                // A dead worker's session stays with the extension but keeps no worker alive, so it is replaced. If it belongs to another
                // debugger, detaching fails, and the first refusal is the one to report.
                if debugger::detach(tab).await.is_err() {
                    return Err(error);
                }
                session::attach(tab).await?;
                Ok(None)
            }
            other => other.map(|()| None),
        }
    }
}

#[async_trait(?Send)]
impl Browser for ChromeBrowser {
    async fn tabs(&self) -> Result<Vec<TabInfo>, TabError> {
        let query = tabs::Query { window_type: Some("normal"), ..tabs::Query::default() };
        let list = tabs::query(&query).await.map_err(refused)?;
        // Without a normal window there is no active tab either.
        let window = windows::last_used().await.ok();
        let info = |tab: tabs::Tab| TabInfo {
            id: TabId(tab.id),
            active: tab.active && Some(tab.window_id) == window,
            pending: tab.pending_url.clone().unwrap_or_default(),
            url: if tab.url.is_empty() { tab.pending_url.unwrap_or_default() } else { tab.url },
            title: tab.title,
        };
        Ok(list.into_iter().filter(|tab| tab.id >= 0).map(info).collect())
    }

    async fn open_blank(&self, reuse: Option<TabId>) -> Result<TabId, TabError> {
        if let Some(tab) = reuse
            && self.make_blank(tab.0).await?
        {
            return Ok(tab);
        }
        let tab = tabs::create(&tabs::Properties { url: Some(BLANK), active: Some(false) }).await.map_err(refused)?;
        Ok(TabId(tab.id))
    }

    async fn close(&self, tab: TabId) -> Result<(), TabError> {
        match tabs::remove(tab.0).await.map_err(refused) {
            Ok(()) | Err(TabError::Closed) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn activate(&self, tab: TabId) -> Result<(), TabError> {
        tabs::update(tab.0, &tabs::Properties { url: None, active: Some(true) }).await.map_err(refused)
    }

    async fn show(&self, url: &HttpUrl) -> Result<(), TabError> {
        let properties = tabs::Properties { url: Some(url.as_str()), active: Some(true) };
        tabs::create(&properties).await.map(|_| ()).map_err(refused)
    }

    async fn attach(&self, tab: TabId) -> Result<Rc<dyn Tab>, TabError> {
        let hub = EventHub::new(Rc::clone(&self.clock));
        // Before attaching, so that no event is missed.
        self.hubs.borrow_mut().insert(tab.0, Rc::clone(&hub));
        let attached = async {
            let left = match self.take_session(tab.0).await {
                Err(error) => return Err(session::not_attachable(&error).await),
                Ok(left) => left,
            };
            let transport = Rc::new(TabSession::new(tab.0));
            let page = Rc::new(TabPage::new(tab.0));
            if let Some(dialog) = left {
                return Ok(CdpTab::under_dialog(tab, transport, page, hub, Rc::clone(&self.clock), dialog));
            }
            CdpTab::attach(tab, transport, page, hub, Rc::clone(&self.clock), WalkOptions::default()).await
        };
        match attached.await {
            Ok(attached) => {
                self.overlays.look();
                let overlay = Rc::new(TabOverlay(tab.0));
                Ok(Rc::new(attached.with_documents(self.documents.clone()).with_overlay(overlay)))
            }
            Err(error) => {
                self.detach(tab).await;
                Err(error)
            }
        }
    }

    async fn group(&self, tab: TabId, beside: &[TabId], title: &str) -> Result<(), TabError> {
        let all = tabs::query(&tabs::Query::default()).await.map_err(refused)?;
        let of = |id: &TabId| all.iter().find(|tab| tab.id == id.0 && tab.group_id > 0).map(|tab| tab.group_id);
        let known = beside.iter().find_map(of);
        if known.is_none() && title.is_empty() {
            return Ok(());
        }
        let group = tabs::group(tab.0, known).await.map_err(refused)?;
        if known.is_none() {
            tabs::title_group(group, title).await.map_err(refused)?;
        }
        Ok(())
    }

    async fn close_grouped(&self, wanted: &[TabId], title_start: &str) -> Result<usize, TabError> {
        let groups = tabs::groups().await.map_err(refused)?;
        let ours: Vec<i32> =
            groups.into_iter().filter(|group| group.title.starts_with(title_start)).map(|group| group.id).collect();
        let all = tabs::query(&tabs::Query::default()).await.map_err(refused)?;
        let mut closed = 0;
        for tab in all.iter().filter(|tab| wanted.contains(&TabId(tab.id)) && ours.contains(&tab.group_id)) {
            self.close(TabId(tab.id)).await?;
            closed += 1;
        }
        Ok(closed)
    }

    async fn hold_windows(&self, tab: TabId, held: &Windows) -> Result<(), TabError> {
        let ids = windows_of(tab.0);
        if held.is_free() {
            return rules::change(&ids, &json!([])).await.map_err(refused);
        }
        // The person's own tabs send and save what they like.
        let all = tabs::query(&tabs::Query::default()).await.map_err(refused)?;
        let known: Vec<i32> = all.iter().map(|tab| tab.id).filter(|id| *id >= 0).collect();
        let rule = |id: i32, what: Value| {
            let mut condition =
                json!({"resourceTypes": ["main_frame"], "initiatorDomains": held.from, "excludedTabIds": known});
            if let (Some(condition), Value::Object(what)) = (condition.as_object_mut(), what) {
                condition.extend(what);
            }
            json!({"id": id, "priority": 1, "action": {"type": "block"}, "condition": condition})
        };
        let [form, attached, saved, unshown, untyped] = ids;
        let forms: Vec<Value> =
            held.forms.then(|| rule(form, json!({"requestMethods": ["post"]}))).into_iter().collect();
        if !held.files {
            return rules::change(&ids, &json!(forms)).await.map_err(refused);
        }
        let types = |values: Vec<String>| json!([{"header": "content-type", "values": values}]);
        let begins = |types: &[&str]| types.iter().map(|one| format!("{one}*")).collect::<Vec<_>>();
        let shown = types([begins(&SHOWN), begins(&SHOWN_APPLICATIONS)].concat());
        let (how, typed) = (json!([{"header": "content-disposition"}]), json!([{"header": "content-type"}]));
        // A parameter in the place of the word says nothing of how it is shown.
        let inline = json!([{"header": "content-disposition", "values": ["inline*", "filename*", "name*"]}]);
        let told = json!([{"header": "content-type"}, {"header": "location"}]);
        let files = [
            rule(attached, json!({"responseHeaders": how, "excludedResponseHeaders": inline})),
            rule(saved, json!({"responseHeaders": types(begins(&SAVED_TEXTS))})),
            rule(unshown, json!({"responseHeaders": typed, "excludedResponseHeaders": shown})),
            // What has no type is taken for what it looks like, even a program.
            rule(untyped, json!({"excludedResponseHeaders": told})),
        ];
        match rules::change(&ids, &json!([forms.as_slice(), &files].concat())).await {
            // Chromium before 128 knows no rules by the answer's head.
            Err(error) if error.message().contains("esponseHeaders") => {
                rules::change(&ids, &json!(forms)).await.map_err(refused)
            }
            changed => changed.map_err(refused),
        }
    }

    async fn set_bounds(&self, tab: TabId, bounds: Option<&TabBounds>, from: &[String]) -> Result<(), TabError> {
        let mut ids = ids_of(windows(tab.0)).to_vec();
        let mut rules = Vec::new();
        let tabs = {
            let mut held = self.held.borrow_mut();
            // It has restrictions of its own now.
            held.values_mut().for_each(|(_, opened)| opened.retain(|opened| *opened != tab.0));
            let mut tabs = held.remove(&tab.0).map(|(_, opened)| opened).unwrap_or_default();
            if let Some(bounds) = bounds {
                held.insert(tab.0, (bounds.clone(), tabs.clone()));
            }
            tabs.push(tab.0);
            tabs
        };
        for tab in tabs {
            ids.extend(ids_of(tab));
            rules.extend(bounds.into_iter().flat_map(|bounds| rules_in(tab, bounds)));
        }
        // The user's own tabs on a schedule's sites may navigate freely, and so may their new tabs.
        if let Some(
            bounds @ (TabBounds::NotHome { .. }
            | TabBounds::Only { why: Confined::Telling | Confined::Told | Confined::Spent(_), .. }),
        ) = bounds
            && !from.is_empty()
        {
            let all = tabs::query(&tabs::Query::default()).await.map_err(refused)?;
            let known: Vec<i32> = all.iter().map(|tab| tab.id).filter(|id| *id >= 0).collect();
            rules.extend(rules_of(windows(tab.0), &json!({"excludedTabIds": known, "initiatorDomains": from}), bounds));
        }
        rules::change(&ids, &json!(rules)).await.map_err(refused)
    }

    async fn sweep(&self, kept: &[TabId]) -> Result<(), TabError> {
        let is_kept = |id: &i32| {
            kept.iter().any(|tab| {
                ids_of(tab.0).contains(id) || ids_of(windows(tab.0)).contains(id) || windows_of(tab.0).contains(id)
            })
        };
        let (ids, targets) = join(rules::ids(), debugger::targets()).await;
        let mut left = ids.map_err(refused)?;
        left.retain(|id| !is_kept(id));
        if !left.is_empty() {
            rules::change(&left, &json!([])).await.map_err(refused)?;
        }
        // Chrome does not say who owns the sessions; it refuses to end those of others.
        for target in targets.map_err(refused)?.into_iter().filter(|target| target.attached) {
            if let Some(tab) = target.tab_id.filter(|tab| !is_kept(tab)) {
                self.detach(TabId(tab)).await;
            }
        }
        Ok(())
    }

    async fn detach(&self, tab: TabId) {
        self.overlays.detached(tab.0);
        self.hubs.borrow_mut().remove(&tab.0);
        session::forget_dialog(tab.0);
        // Fails only if nothing is attached, which is the goal.
        drop(debugger::detach(tab.0).await);
    }
}

/// A tab's rule numbers: it may need two.
fn ids_of(tab: i32) -> [i32; 2] {
    [tab, tab ^ 0x4000_0000]
}

/// Replaces the tab's number in rules for tabs that its pages open.
fn windows(tab: i32) -> i32 {
    tab ^ 0x2000_0000
}

/// The numbers of the rules for what new windows are kept from.
fn windows_of(tab: i32) -> [i32; 5] {
    [0x1000_0000, 0x5000_0000, 0x3000_0000, 0x7000_0000, 0x0800_0000].map(|mark| tab ^ mark)
}

/// What Chromium shows, as beginnings of types, besides [`SHOWN_APPLICATIONS`] and but for [`SAVED_TEXTS`]. Everything else it saves.
const SHOWN: [&str; 7] =
    ["text/", "image/", "audio/", "video/", "multipart/x-mixed-replace", "application/*+xml", "application/*+json"];

/// The rule for the tab itself.
fn rules_in(tab: i32, bounds: &TabBounds) -> Vec<Value> {
    let whose = match bounds {
        // A connection is told its address, and what is sent by it is never seen.
        TabBounds::Only { .. } => json!({"tabIds": [tab], "resourceTypes": ["main_frame", "websocket"]}),
        TabBounds::NotHome { .. } => json!({"tabIds": [tab]}),
    };
    rules_of(tab, &whose, bounds)
}

/// Main frames only, unless `whose`, which selects the requests, says otherwise: subresources are the page's own.
fn rules_of(tab: i32, whose: &Value, bounds: &TabBounds) -> Vec<Value> {
    let [first, second] = ids_of(tab);
    let rule = |id: i32, name: &str, what: Value| {
        let mut condition = whose.clone();
        if let Some(condition) = condition.as_object_mut() {
            condition.entry("resourceTypes").or_insert_with(|| json!(["main_frame"]));
            condition.insert(name.to_owned(), what);
        }
        json!({"id": id, "priority": 1, "action": {"type": "block"}, "condition": condition})
    };
    match bounds {
        TabBounds::Only { hosts, .. } => vec![rule(first, "excludedRequestDomains", json!(hosts))],
        TabBounds::NotHome { but } => {
            // Chrome takes no numbers in brackets there.
            let but: Vec<&String> = but.iter().filter(|host| !host.starts_with('[')).collect();
            let mut rules =
                vec![rule(first, "regexFilter", json!(HOME)), rule(second, "requestDomains", json!(HOME_NAMES))];
            for condition in rules.iter_mut().filter_map(|rule| rule.get_mut("condition")?.as_object_mut()) {
                if !but.is_empty() {
                    condition.insert("excludedRequestDomains".to_owned(), json!(but));
                }
            }
            rules
        }
    }
}

/// An error from `chrome.tabs`.
fn refused(error: ChromeError) -> TabError {
    if error.message().contains("No tab with id") {
        TabError::Closed
    } else {
        TabError::Protocol(Fault::new(FaultCause::Other, attach_reason(error.message()).english()))
    }
}
