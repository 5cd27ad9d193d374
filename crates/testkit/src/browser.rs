//! A browser in memory: pages with elements that count what is done to them, and that outlive a killed worker.

use crate::Life;
use async_trait::async_trait;
use edith_core::action::{Action, Dialog, Performed, Saves, TabError, Target};
use edith_core::gate::Fence;
use edith_core::http_url::HttpUrl;
use edith_core::permit::Permit;
use edith_core::port::{Browser, Tab, TabInfo};
use edith_page::classify::classify;
use edith_page::page_api::{WalkOptions, Witness};
use edith_page::raw::{RAW_VERSION, RawForm, RawNode, state};
use edith_page::{FieldKind, RawPage};
use edith_protocol::{TabId, Typing};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A page that can be opened.
#[derive(Debug, Clone, Default)]
pub struct FakePage {
    /// Its title.
    pub title: String,
    /// Its elements.
    pub nodes: Vec<RawNode>,
    /// Its text; what was done on it is added.
    pub text: String,
    /// Its forms; a node's `form` is a position in it + 1.
    pub forms: Vec<RawForm>,
    /// The dialog that opens with it.
    pub dialog: Option<Dialog>,
}

impl FakePage {
    /// An empty page.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }

    /// With this text.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        Self { text: text.to_owned(), ..self }
    }

    /// With a button.
    #[must_use]
    pub fn button(self, name: &str) -> Self {
        self.node("button", "button", name, |_| {})
    }

    /// With a link.
    #[must_use]
    pub fn link(self, name: &str, href: &str) -> Self {
        self.node("a", "link", name, |node| node.href = href.to_owned())
    }

    /// With a text field.
    #[must_use]
    pub fn input(self, name: &str) -> Self {
        self.node("input", "textbox", name, |node| {
            node.input_type = "text".to_owned();
            node.value = Some(String::new());
        })
    }

    /// With a password field.
    #[must_use]
    pub fn password(self, name: &str) -> Self {
        self.node("input", "textbox", name, |node| {
            node.input_type = "password".to_owned();
            node.field = FieldKind::Password;
        })
    }

    /// With a form; what is added with [`FakePage::node`] may name it by its number, which counts from 1.
    #[must_use]
    pub fn form(mut self, action: &str, method: &str, submit: &str) -> Self {
        self.forms.push(RawForm {
            action: action.into(),
            method: method.into(),
            submit: submit.into(),
            ..RawForm::default()
        });
        self
    }

    /// With any element.
    #[must_use]
    pub fn node(mut self, tag: &str, role: &str, name: &str, more: impl FnOnce(&mut RawNode)) -> Self {
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX).saturating_add(1);
        let mut node =
            RawNode { node: number, tag: tag.into(), role: role.into(), name: name.into(), ..RawNode::default() };
        more(&mut node);
        self.nodes.push(node);
        self
    }
}

#[derive(Debug, Clone, Default)]
struct OpenTab {
    url: String,
    back: Vec<String>,
    loads: u32,
    /// What was typed into which field of the page that is open.
    values: BTreeMap<u32, String>,
    /// What has the focus of the page that is open.
    focused: Option<u32>,
    dialog: Option<Dialog>,
    attached: bool,
    group: String,
}

impl OpenTab {
    /// Token of the document that it shows.
    fn document(&self, id: TabId) -> String {
        format!("{id}-{}-{}", self.url, self.loads)
    }

    fn go(&mut self, url: &str) {
        self.back.push(std::mem::replace(&mut self.url, url.to_owned()));
        self.loads += 1;
        self.values.clear();
        self.focused = None;
    }
}

#[derive(Default)]
struct Inner {
    pages: BTreeMap<String, FakePage>,
    tabs: BTreeMap<TabId, OpenTab>,
    active: Option<TabId>,
    next_tab: i32,
    done: Vec<String>,
    hangs_on: Option<String>,
    /// What reached the documents of the actions, by their marks.
    witnesses: BTreeMap<String, Witness>,
    voids: BTreeSet<String>,
    /// Pages by host: what is opened there under any address.
    hosts: BTreeMap<String, FakePage>,
    log: Vec<(String, String)>,
    /// What the tabs may have saved.
    saves: BTreeMap<TabId, Saves>,
    fences: BTreeMap<TabId, Fence>,
    silent: Option<TabId>,
}

impl Inner {
    /// Where an address leads on to by itself: one like `https://any.example/r/68747470…`, whose end is another address in hexadecimal.
    fn leads_on(address: &str) -> Option<HttpUrl> {
        let (_, hex) = address.split_once("/r/")?;
        let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(byte).collect();
        HttpUrl::parse(&String::from_utf8(bytes?).ok()?).ok()
    }

    fn page(&self, url: &str) -> Option<&FakePage> {
        let host = || url.split("://").nth(1)?.split(['/', '?', '#']).next();
        let of_host = || host().and_then(|host| self.hosts.iter().find(|(end, _)| host.ends_with(end.as_str())));
        self.pages.get(url).or_else(|| of_host().map(|(_, page)| page))
    }
}

/// A browser in memory. A click on a button named `Open dialog` opens one, on `Open tab` opens a tab, with an address behind it there; `Crash` crashes.
#[derive(Clone, Default)]
pub struct FakeBrowser(Rc<RefCell<Inner>>);

impl FakeBrowser {
    /// Makes a page that can be opened.
    pub fn add_page(&self, url: &str, page: FakePage) {
        self.0.borrow_mut().pages.insert(url.to_owned(), page);
    }

    /// Makes a page that is shown at every address of the hosts that end so.
    pub fn add_host(&self, end: &str, page: FakePage) {
        self.0.borrow_mut().hosts.insert(end.to_owned(), page);
    }

    /// What was done, oldest first: the address of the page it was done on, and what, as in [`FakeBrowser::done`].
    pub fn log(&self) -> Vec<(String, String)> {
        self.0.borrow().log.clone()
    }

    /// Changes a page while it is open: the same document shows something else.
    pub fn change_page(&self, url: &str, change: impl FnOnce(&mut FakePage)) {
        if let Some(page) = self.0.borrow_mut().pages.get_mut(url) {
            change(page);
        }
    }

    /// The addresses of the open tabs.
    pub fn open_tabs(&self) -> Vec<(TabId, String)> {
        self.0.borrow().tabs.iter().map(|(id, tab)| (*id, tab.url.clone())).collect()
    }

    /// Opens a tab as the person would, in front.
    pub fn open_in_front(&self, url: &str) -> TabId {
        let id = self.new_tab(url);
        self.0.borrow_mut().active = Some(id);
        id
    }

    /// Closes a tab as the person would.
    pub fn close_tab(&self, tab: TabId) {
        self.0.borrow_mut().tabs.remove(&tab);
    }

    /// What was done, oldest first, e.g. `click "Search"`.
    pub fn done(&self) -> Vec<String> {
        self.0.borrow().done.clone()
    }

    /// The action named like an entry of [`FakeBrowser::done`] takes effect and then never answers, until cleared.
    pub fn hang_on(&self, action: Option<&str>) {
        self.0.borrow_mut().hangs_on = action.map(str::to_owned);
    }

    /// Letting go of this tab never answers, as with a renderer that hangs; none: it does again.
    pub fn never_let_go(&self, tab: Option<TabId>) {
        self.0.borrow_mut().silent = tab;
    }

    /// The tabs that are in a group, with its title.
    pub fn grouped(&self) -> Vec<(TabId, String)> {
        let inner = self.0.borrow();
        inner.tabs.iter().filter(|(_, tab)| !tab.group.is_empty()).map(|(id, tab)| (*id, tab.group.clone())).collect()
    }

    /// What tabs are held to.
    pub fn fences(&self) -> Vec<(TabId, Fence)> {
        self.0.borrow().fences.iter().map(|(tab, fence)| (*tab, fence.clone())).collect()
    }

    /// Holds a tab, as an earlier worker would have.
    pub fn leave_fence(&self, tab: TabId) {
        self.0.borrow_mut().fences.insert(tab, Fence::NotHome);
    }

    /// Attaches to a tab, as an earlier worker would have.
    pub fn leave_attached(&self, tab: TabId) {
        if let Some(open) = self.0.borrow_mut().tabs.get_mut(&tab) {
            open.attached = true;
        }
    }

    /// The tab in front.
    pub fn front(&self) -> Option<TabId> {
        self.0.borrow().active
    }

    /// Tabs that are attached.
    pub fn attached(&self) -> Vec<TabId> {
        self.0.borrow().tabs.iter().filter(|(_, tab)| tab.attached).map(|(id, _)| *id).collect()
    }

    fn new_tab(&self, url: &str) -> TabId {
        let mut inner = self.0.borrow_mut();
        inner.next_tab += 1;
        let id = TabId(inner.next_tab);
        inner.tabs.insert(id, OpenTab { url: url.to_owned(), ..OpenTab::default() });
        id
    }
}

#[async_trait(?Send)]
impl Browser for FakeBrowser {
    async fn tabs(&self) -> Result<Vec<TabInfo>, TabError> {
        let inner = self.0.borrow();
        let info = |(id, tab): (&TabId, &OpenTab)| TabInfo {
            id: *id,
            url: tab.url.clone(),
            pending: String::new(),
            title: inner.page(&tab.url).map(|page| page.title.clone()).unwrap_or_default(),
            active: inner.active == Some(*id),
        };
        Ok(inner.tabs.iter().map(info).collect())
    }

    async fn open_blank(&self, reuse: Option<TabId>) -> Result<TabId, TabError> {
        match reuse {
            Some(tab) => {
                if let Some(tab) = self.0.borrow_mut().tabs.get_mut(&tab) {
                    tab.url = "about:blank".to_owned();
                }
                Ok(tab)
            }
            None => Ok(self.new_tab("about:blank")),
        }
    }

    async fn close(&self, tab: TabId) -> Result<(), TabError> {
        self.close_tab(tab);
        Ok(())
    }

    async fn activate(&self, tab: TabId) -> Result<(), TabError> {
        self.0.borrow_mut().active = Some(tab);
        Ok(())
    }

    async fn group(&self, tab: TabId, beside: &[TabId], title: &str) -> Result<(), TabError> {
        let mut inner = self.0.borrow_mut();
        let known = beside.iter().filter_map(|tab| inner.tabs.get(tab)).find(|tab| !tab.group.is_empty());
        let group = known.map_or_else(|| title.to_owned(), |tab| tab.group.clone());
        inner.tabs.get_mut(&tab).ok_or(TabError::Closed)?.group = group;
        Ok(())
    }

    async fn close_grouped(&self, tabs: &[TabId], title_start: &str) -> Result<usize, TabError> {
        let mut inner = self.0.borrow_mut();
        let before = inner.tabs.len();
        inner.tabs.retain(|id, tab| !(tabs.contains(id) && tab.group.starts_with(title_start)));
        Ok(before - inner.tabs.len())
    }

    async fn fence(&self, tab: TabId, fence: Option<&Fence>, _from: &[String]) -> Result<(), TabError> {
        let mut inner = self.0.borrow_mut();
        match fence {
            Some(fence) => drop(inner.fences.insert(tab, fence.clone())),
            None => drop(inner.fences.remove(&tab)),
        }
        Ok(())
    }

    async fn sweep(&self, kept: &[TabId]) -> Result<(), TabError> {
        let mut inner = self.0.borrow_mut();
        inner.fences.retain(|tab, _| kept.contains(tab));
        for (_, tab) in inner.tabs.iter_mut().filter(|(id, _)| !kept.contains(id)) {
            tab.attached = false;
        }
        Ok(())
    }

    async fn attach(&self, tab: TabId) -> Result<Rc<dyn Tab>, TabError> {
        self.attach_for(tab, &Life::default()).await
    }

    async fn detach(&self, tab: TabId) {
        if self.0.borrow().silent == Some(tab) {
            std::future::pending::<()>().await;
        }
        if let Some(open) = self.0.borrow_mut().tabs.get_mut(&tab) {
            open.attached = false;
        }
    }
}

impl FakeBrowser {
    /// Attaches for a worker that may die in the middle of an action.
    pub async fn attach_for(&self, tab: TabId, life: &Life) -> Result<Rc<dyn Tab>, TabError> {
        match self.0.borrow_mut().tabs.get_mut(&tab) {
            Some(open) => open.attached = true,
            None => return Err(TabError::Closed),
        }
        Ok(Rc::new(FakeTab {
            browser: self.clone(),
            id: tab,
            life: life.clone(),
            mark: RefCell::default(),
            leave: RefCell::default(),
        }))
    }
}

struct FakeTab {
    browser: FakeBrowser,
    id: TabId,
    life: Life,
    mark: RefCell<String>,
    leave: RefCell<Permit>,
}

#[async_trait(?Send)]
impl Tab for FakeTab {
    fn id(&self) -> TabId {
        self.id
    }

    async fn look(&self, _options: &WalkOptions) -> Result<RawPage, TabError> {
        let inner = self.browser.0.borrow();
        let tab = inner.tabs.get(&self.id).ok_or(TabError::Closed)?;
        let mut page = inner.page(&tab.url).cloned().unwrap_or_default();
        for node in page.nodes.iter_mut().filter(|node| node.field == FieldKind::Plain) {
            if let Some(value) = tab.values.get(&node.node) {
                node.value = Some(value.clone());
            }
        }
        Ok(RawPage {
            forms: page.forms,
            version: RAW_VERSION,
            url: tab.url.clone(),
            title: page.title,
            document: tab.document(self.id),
            nodes: page.nodes,
            focused: tab.focused.unwrap_or_default(),
            text: format!("{}\nthings done: {}\n", page.text, inner.done.len()),
            ..RawPage::default()
        })
    }

    async fn perform(&self, action: &Action, _typing: Typing) -> Result<Performed, TabError> {
        let leave = self.leave.borrow().clone();
        leave.given().await;
        let mark = self.begin(action)?;
        // What the page has allowed follows at once; a worker may still die in between.
        self.life.pass_at_once().await;
        let (performed, hangs) = {
            let mut inner = self.browser.0.borrow_mut();
            let performed = apply(&mut inner, self.id, action)?;
            if let Some(witness) = inner.witnesses.get_mut(&mark) {
                witness.presses += 1;
                witness.clicks += u32::from(matches!(action, Action::Click { .. }));
            }
            let hangs = inner.hangs_on.is_some() && inner.hangs_on.as_ref() == inner.done.last();
            (performed, hangs)
        };
        if hangs {
            std::future::pending::<()>().await;
        }
        let to = match action {
            Action::Click { target, .. } => target.name.strip_prefix("Open tab"),
            _ => None,
        };
        let to = to.map(|to| if to.is_empty() { "http://new.example/" } else { to.trim() });
        let opened_tabs = to.map(|to| self.browser.new_tab(to)).into_iter().collect();
        Ok(Performed { opened_tabs, ..performed })
    }

    fn may_save(&self, saves: Saves) {
        self.browser.0.borrow_mut().saves.insert(self.id, saves);
    }

    fn mark(&self, mark: &str, leave: Permit) {
        *self.mark.borrow_mut() = mark.to_owned();
        *self.leave.borrow_mut() = leave;
    }

    async fn witness(&self, mark: &str, document: &str) -> Result<Option<Witness>, TabError> {
        let mut inner = self.browser.0.borrow_mut();
        let here = inner.tabs.get(&self.id).ok_or(TabError::Closed)?.document(self.id) == document;
        let known = inner.witnesses.get(mark).cloned();
        if known.is_none() {
            inner.voids.insert(mark.to_owned());
        }
        Ok(here.then(|| known.unwrap_or_default()))
    }

    async fn bring(&self, target: &Target) -> Result<edith_page::Rect, TabError> {
        let inner = self.browser.0.borrow();
        let tab = inner.tabs.get(&self.id).ok_or(TabError::Closed)?;
        let page = inner.page(&tab.url).cloned().unwrap_or_default();
        let node = page.nodes.iter().find(|node| node.node == target.element.node);
        let node = node.filter(|_| target.element.document == tab.document(self.id));
        node.map(|node| node.rect).ok_or_else(|| TabError::Gone { what: format!("{} {:?}", target.uid, target.name) })
    }

    async fn screenshot(&self, _marks: &edith_page::Marks) -> Result<String, TabError> {
        Ok("data:image/png;base64,".to_owned())
    }

    fn dialog(&self) -> Option<Dialog> {
        self.browser.0.borrow().tabs.get(&self.id).and_then(|tab| tab.dialog.clone())
    }
}

impl FakeTab {
    /// The page learns that an action begins, unless its mark is void.
    fn begin(&self, action: &Action) -> Result<String, TabError> {
        let mark = self.mark.take();
        let mut inner = self.browser.0.borrow_mut();
        if inner.voids.contains(&mark) {
            return Err(TabError::NotPossible("A later worker has taken over.".to_owned()));
        }
        let document = inner.tabs.get(&self.id).ok_or(TabError::Closed)?.document(self.id);
        if !mark.is_empty() && !matches!(action, Action::HandleDialog { .. }) {
            inner.witnesses.insert(mark.clone(), Witness { document, begun: true, ..Witness::default() });
        }
        Ok(mark)
    }
}

fn apply(inner: &mut Inner, id: TabId, action: &Action) -> Result<Performed, TabError> {
    let url = inner.tabs.get(&id).ok_or(TabError::Closed)?.url.clone();
    let before = inner.done.len();
    let performed = act(inner, id, action)?;
    let done: Vec<String> = inner.done.get(before..).unwrap_or_default().to_vec();
    inner.log.extend(done.into_iter().map(|done| (url.clone(), done)));
    if performed.navigated {
        let url = inner.tabs.get(&id).map(|tab| tab.url.clone()).unwrap_or_default();
        let dialog = inner.page(&url).and_then(|page| page.dialog.clone());
        if let Some(tab) = inner.tabs.get_mut(&id) {
            tab.dialog.clone_from(&dialog);
        }
        return Ok(Performed { dialog, ..performed });
    }
    Ok(performed)
}

/// Type and name, as a real tab tells them.
fn label(node: &RawNode) -> String {
    format!("{} \"{}\"", classify(node).label(), node.name)
}

/// Whether text can be typed into it.
fn takes_text(node: &RawNode) -> bool {
    let typed = !matches!(
        node.input_type.as_str(),
        "button" | "submit" | "reset" | "image" | "checkbox" | "radio" | "file" | "range" | "color"
    );
    let by_role = ["textbox", "searchbox", "combobox", "spinbutton"].contains(&node.role.as_str());
    match node.tag.as_str() {
        "input" => typed,
        "textarea" => true,
        "button" | "a" | "select" => false,
        _ => by_role,
    }
}

/// Whether it has a value that can be set.
fn has_value(node: &RawNode) -> bool {
    let toggles = ["checkbox", "radio", "switch", "slider"].contains(&node.role.as_str());
    takes_text(node) || toggles || matches!(node.tag.as_str(), "input" | "select")
}

/// Refuses what cannot be used, as a real tab does.
fn usable(uid: u32, node: &RawNode) -> Result<(), TabError> {
    let refuse =
        |state: &str| Err(TabError::Disabled { what: format!("{uid} {}", label(node)), state: state.to_owned() });
    if node.states & state::DISABLED != 0 {
        return refuse("disabled");
    }
    if node.states & state::READONLY != 0 && takes_text(node) {
        return refuse("read-only");
    }
    Ok(())
}

fn act(inner: &mut Inner, id: TabId, action: &Action) -> Result<Performed, TabError> {
    let known = matches!(action, Action::Navigate { url } if inner.page(url.as_str()).is_some());
    let url = inner.tabs.get(&id).ok_or(TabError::Closed)?.url.clone();
    let page = inner.page(&url).cloned().unwrap_or_default();
    let links: Vec<String> = page.nodes.iter().map(|node| node.href.clone()).collect();
    let links: Vec<String> = links.into_iter().filter(|href| inner.page(href).is_some()).collect();
    let tab = inner.tabs.get_mut(&id).ok_or(TabError::Closed)?;
    if let (Some(dialog), false) = (&tab.dialog, matches!(action, Action::HandleDialog { .. })) {
        return Err(TabError::DialogOpen(dialog.clone()));
    }
    let here = tab.document(id);
    let node_of = |target: &Target| page.nodes.iter().find(|node| node.node == target.element.node);
    for target in action.clone().targets_mut() {
        if target.element.document != here || node_of(target).is_none() {
            return Err(TabError::Gone { what: format!("{} {:?}", target.uid, target.name) });
        }
    }
    let mut performed = Performed::default();
    let done = match action {
        Action::Navigate { url } => {
            if !known {
                return Err(TabError::NavigationFailed { url: url.to_string(), reason: "no such page".into() });
            }
            tab.go(url.as_str());
            performed.navigated = true;
            if let Some(on) = Inner::leads_on(url.as_str()) {
                tab.go(on.as_str());
                if inner.fences.get(&id).is_some_and(|fence| fence.holds(&on)) {
                    let reason = "net::ERR_BLOCKED_BY_CLIENT".to_owned();
                    return Err(TabError::NavigationFailed { url: url.to_string(), reason });
                }
                inner.done.push(format!("navigate {on}"));
            }
            format!("navigate {url}")
        }
        Action::GoBack => {
            let url = tab.back.pop().ok_or_else(|| TabError::NotPossible("There is no page to go back to.".into()))?;
            tab.go(&url);
            tab.back.pop();
            performed.navigated = true;
            "go back".to_owned()
        }
        Action::Click { target, .. } => {
            if let Some(href) = node_of(target).map(|node| node.href.clone()).filter(|href| links.contains(href)) {
                tab.go(&href);
                performed.navigated = true;
            }
            if target.name == "Crash" {
                return Err(TabError::Crashed);
            }
            if target.name == "Open dialog" {
                let dialog = Dialog { kind: "confirm".into(), message: "Sure?".into(), default_text: String::new() };
                tab.dialog = Some(dialog.clone());
                performed.dialog = Some(dialog);
            }
            if let Some(node) = node_of(target) {
                usable(target.uid, node)?;
                if !performed.navigated && takes_text(node) {
                    tab.focused = Some(node.node);
                }
            }
            format!("click {:?}", target.name)
        }
        Action::TypeText { target, text, submit, append } => {
            let focused = || page.nodes.iter().find(|node| tab.focused == Some(node.node));
            let node = match target {
                Some(target) => node_of(target),
                None => focused(),
            };
            let Some(node) = node else {
                let why = "Nothing has the focus: click a field first, or give its uid.";
                return Err(TabError::NotPossible(why.to_owned()));
            };
            let label = label(node);
            if !takes_text(node) {
                return Err(TabError::NotPossible(format!("No text can be typed into {label}.")));
            }
            usable(target.as_ref().map_or(0, |target| target.uid), node)?;
            tab.focused = Some(node.node);
            let before = tab.values.get(&node.node).or(node.value.as_ref()).cloned().unwrap_or_default();
            // Without a target it goes to the caret, which stands at the end here.
            let keeps = *append || target.is_none();
            tab.values.insert(node.node, if keeps { format!("{before}{text}") } else { text.clone() });
            let told = if node.field.is_masked() {
                format!("{} characters", text.chars().count())
            } else {
                format!("\"{text}\"")
            };
            let pressed = if *submit { " and pressed Enter" } else { "" };
            performed.note = format!("Typed {told} into {label}{pressed}.");
            let enter = if *submit { " and enter" } else { "" };
            format!("type {text:?} into {:?}{enter}", node.name)
        }
        Action::SetValue { target, .. } if node_of(target).is_some_and(|node| !has_value(node)) => {
            let what = node_of(target).map(label).unwrap_or_default();
            return Err(TabError::NotPossible(format!("{what} cannot be set: it is not an input.")));
        }
        Action::HandleDialog { accept, text } => {
            tab.dialog = None;
            match text {
                Some(text) => format!("dialog {accept} {text:?}"),
                None => format!("dialog {accept}"),
            }
        }
        Action::Wait { .. } => return Ok(performed),
        other => format!("{other:?}"),
    };
    if performed.note.is_empty() {
        performed.note = format!("Done: {done}.");
    }
    inner.done.push(done);
    Ok(performed)
}
