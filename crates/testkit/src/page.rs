//! A page of the fake browser.

use crate::FakeTool;
use edith_actions::action::{Dialog, SentRequest};
use edith_page::FieldKind;
use edith_page::raw::{
    FieldFacts, RawContext, RawForm, RawFrame, RawNode, RawOption, RawOverlay, RawPage, Rect, Viewport,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A page that can be opened.
#[derive(Debug, Clone, Default)]
pub struct FakePage {
    /// Its title.
    pub title: String,
    /// Its elements.
    pub nodes: Vec<RawNode>,
    /// What its elements are in; a node's `context` is a position in it + 1.
    pub contexts: Vec<RawContext>,
    /// Its text; actions done on it are appended.
    pub text: String,
    /// Its forms; a node's `form` is a position in it + 1.
    pub forms: Vec<RawForm>,
    /// The dialog that opens with it.
    pub dialog: Option<Dialog>,
    /// The requests that clicks make, by their elements' names.
    pub requests: BTreeMap<String, SentRequest>,
    /// Further requests that clicks make after those, by their elements' names.
    pub more_requests: BTreeMap<String, Vec<SentRequest>>,
    /// The requests that clicks make once those before them were made, by their elements' names.
    pub then_requests: BTreeMap<String, Vec<SentRequest>>,
    /// The requests that saying yes (true) or no to its question makes.
    pub answered: BTreeMap<bool, SentRequest>,
    /// The requests that leaving a field makes in which something was entered, by the fields' names; `{entered}` in a body stands for that.
    pub leaves: BTreeMap<String, SentRequest>,
    /// The requests that leaving the page makes, by the names of fields in which something was entered; `{entered}` in a body stands for that.
    pub goes: BTreeMap<String, SentRequest>,
    /// The requests that keys make.
    pub keys: BTreeMap<String, SentRequest>,
    /// The requests that entering something makes, by the fields' names; `{entered}` in a body stands for what was entered.
    pub saves: BTreeMap<String, SentRequest>,
    /// Its media type; empty: it is a web page.
    pub mime: String,
    /// Its frames of other sites.
    pub frames: Vec<FakeFrame>,
    /// Elements that are there only while another one holds a value, by their numbers.
    pub shown_with: BTreeMap<u32, (u32, String)>,
    /// Fields that nobody sees once another one holds something, by their numbers.
    pub unseen_with: BTreeMap<u32, u32>,
    /// Elements that are there only after so many presses of the button with this name, by their numbers.
    pub opened_by: BTreeMap<u32, (String, usize)>,
    /// Fields that lose what was entered while nothing is done, by their numbers.
    pub takes_back: BTreeSet<u32>,
    /// The tools that it offers.
    pub tools: Vec<FakeTool>,
    /// The options of lists that are drawn when they are opened, by their numbers.
    pub lists: BTreeMap<u32, Vec<String>>,
    /// What the page asks by a dialog of the browser's when the element with this name is pressed.
    pub asks: BTreeMap<String, String>,
    /// Those of them whose question can only be acknowledged.
    pub alerts: BTreeSet<String>,
    /// The page's own dialogs, each with the button that opens it, or none if it is open; a node's `overlay` is a position in it + 1.
    pub dialogs: Vec<(RawOverlay, String)>,
}

/// A frame of another site: its elements are the page's nodes in this range.
#[derive(Debug, Clone)]
pub struct FakeFrame {
    markup: String,
    address: String,
    nodes: Range<usize>,
    text: String,
    read: bool,
}

impl FakePage {
    /// An empty page.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }

    /// A PDF in the browser's viewer.
    #[must_use]
    pub fn pdf() -> Self {
        Self { mime: "application/pdf".to_owned(), ..Self::default() }
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

    /// With a button that makes the page send a request.
    #[must_use]
    pub fn sending(self, name: &str, method: &str, url: &str, body: &str) -> Self {
        let mut page = self.button(name);
        let (method, url, body) = (method.to_owned(), url.to_owned(), body.to_owned());
        page.requests.insert(name.to_owned(), SentRequest { method, url, body, ..SentRequest::default() });
        page
    }

    /// With a request that this button or option makes.
    #[must_use]
    pub fn requests(mut self, name: &str, method: &str, url: &str) -> Self {
        let (method, url) = (method.to_owned(), url.to_owned());
        self.requests.insert(name.to_owned(), SentRequest { method, url, ..SentRequest::default() });
        self
    }

    /// With a further request that this button makes.
    #[must_use]
    pub fn also_sends(mut self, name: &str, request: SentRequest) -> Self {
        self.more_requests.entry(name.to_owned()).or_default().push(request);
        self
    }

    /// With a request that entering something into the field with this name makes.
    #[must_use]
    pub fn saves(mut self, name: &str, request: SentRequest) -> Self {
        self.saves.insert(name.to_owned(), request);
        self
    }

    /// With a frame that the markup gives the first address, and that shows this page under the second.
    #[must_use]
    pub fn frame(mut self, markup: &str, address: &str, page: Self) -> Self {
        let from = self.nodes.len();
        for node in page.nodes {
            let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX).saturating_add(1);
            self.nodes.push(RawNode { node: number, ..node });
        }
        let nodes = from..self.nodes.len();
        let (markup, address) = (markup.to_owned(), address.to_owned());
        self.frames.push(FakeFrame { markup, address, nodes, text: page.text, read: true });
        self
    }

    /// With a frame that nothing but a picture shows.
    #[must_use]
    pub fn unread_frame(mut self, markup: &str) -> Self {
        self = self.frame(markup, markup, Self::default());
        self.frames.iter_mut().for_each(|frame| frame.read = false);
        self
    }

    /// Moves the frames' elements out of a page of these nodes, to where a real tab has them: pages of their own, merged by their paths.
    pub(crate) fn join_frames(&self, page: &mut RawPage) {
        let all = std::mem::take(&mut page.nodes);
        let own = |at: &usize| !self.frames.iter().any(|frame| frame.nodes.contains(at));
        page.nodes = all.iter().enumerate().filter(|(at, _)| own(at)).map(|(_, node)| node.clone()).collect();
        page.viewport = Viewport { width: 1000, height: 800, ..Viewport::default() };
        let before = u32::try_from(page.nodes.len()).unwrap_or_default();
        let mut inner = Vec::new();
        for (at, frame) in self.frames.iter().enumerate() {
            let rect = Rect { x: 0, y: 0, width: 300, height: 200 };
            let node = u32::try_from(at).unwrap_or_default() + 10_000;
            let path = at.to_string();
            page.frames.push(RawFrame {
                node,
                src: frame.markup.clone(),
                before,
                path: path.clone(),
                rect,
                ..RawFrame::default()
            });
            let nodes = all.get(frame.nodes.clone()).unwrap_or_default().to_vec();
            let focused = nodes.iter().map(|node| node.node).find(|node| *node == page.focused);
            if focused.is_some() {
                page.focused = node;
            }
            inner.push(RawPage {
                url: frame.address.clone(),
                document: page.document.clone(),
                path,
                nodes,
                focused: focused.unwrap_or_default(),
                text: frame.text.clone(),
                ..RawPage::default()
            });
        }
        let read = inner.into_iter().zip(&self.frames).filter(|(_, frame)| frame.read);
        page.join(read.map(|(page, _)| page).collect());
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

    /// With a field of a form that says this about itself.
    #[must_use]
    pub fn field(self, name: &str, more: impl FnOnce(&mut RawNode, &mut FieldFacts)) -> Self {
        self.node("input", "textbox", name, |node| {
            node.input_type = "text".to_owned();
            node.value = Some(String::new());
            let mut facts = FieldFacts::default();
            more(node, &mut facts);
            node.facts = Some(Box::new(facts));
        })
    }

    /// With ticks that answer one question.
    #[must_use]
    pub fn ticks(mut self, role: &str, question: &str, options: &[&str]) -> Self {
        let first = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX).saturating_add(1);
        for option in options {
            self = self.field(option, |node, facts| {
                (node.role, node.input_type, node.value) = (role.to_owned(), role.to_owned(), None);
                (facts.group, facts.question) = (first, question.to_owned());
            });
        }
        self
    }

    /// With a list that shows these options only when it is opened.
    #[must_use]
    pub fn closed_list(mut self, name: &str, options: &[&str], more: impl FnOnce(&mut RawNode)) -> Self {
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX).saturating_add(1);
        self.lists.insert(number, options.iter().map(|option| (*option).to_owned()).collect());
        self.field(name, |node, _| {
            (node.tag, node.role, node.input_type) = ("div".to_owned(), "combobox".to_owned(), String::new());
            more(node);
        })
    }

    /// With a list of these options, of which none is chosen.
    #[must_use]
    pub fn list(self, name: &str, options: &[&str]) -> Self {
        self.field(name, |node, _| {
            (node.tag, node.role, node.input_type) = ("select".to_owned(), "combobox".to_owned(), String::new());
            let all = [""].iter().chain(options);
            node.options = all.map(|label| RawOption { label: (*label).to_owned(), ..RawOption::default() }).collect();
        })
    }

    /// The last element is in an item that is called so.
    #[must_use]
    pub fn within(mut self, label: &str) -> Self {
        let context = RawContext { parent: 0, kind: "item".to_owned(), label: label.to_owned() };
        let at = self.contexts.iter().position(|known| *known == context).unwrap_or_else(|| {
            self.contexts.push(context);
            self.contexts.len() - 1
        });
        if let Some(last) = self.nodes.last_mut() {
            last.context = u32::try_from(at).unwrap_or_default() + 1;
        }
        self
    }

    /// The last element loses what was entered while nothing is done.
    #[must_use]
    pub fn taking_back(mut self) -> Self {
        self.takes_back.extend(self.nodes.last().map(|node| node.node));
        self
    }

    /// The last element is there only while the one of that name holds this value.
    #[must_use]
    pub fn shown_with(mut self, name: &str, value: &str) -> Self {
        let other = self.nodes.iter().find(|node| node.name == name).map(|node| node.node);
        if let (Some(last), Some(other)) = (self.nodes.last().map(|node| node.node), other) {
            self.shown_with.insert(last, (other, value.to_owned()));
        }
        self
    }

    /// Nobody sees the last element once the one of that name holds something.
    #[must_use]
    pub fn unseen_with(mut self, name: &str) -> Self {
        let other = self.nodes.iter().find(|node| node.name == name).map(|node| node.node);
        self.unseen_with.extend(self.nodes.last().map(|node| node.node).zip(other));
        self
    }

    /// The last element is there only after so many presses of the button with this name.
    #[must_use]
    pub fn opened_by(mut self, button: &str, presses: usize) -> Self {
        if let Some(last) = self.nodes.last().map(|node| node.node) {
            self.opened_by.insert(last, (button.to_owned(), presses));
        }
        self
    }

    /// With a button that asks this before it does something.
    #[must_use]
    pub fn asking(self, name: &str, message: &str) -> Self {
        let mut page = self.button(name);
        page.asks.insert(name.to_owned(), message.to_owned());
        page
    }

    /// With a dialog of its own, with these buttons, which is there once the button with that name was pressed.
    #[must_use]
    pub fn dialog_by(mut self, opener: &str, label: &str, buttons: &[&str]) -> Self {
        let number = u32::try_from(self.dialogs.len()).unwrap_or(u32::MAX).saturating_add(1);
        let overlay = RawOverlay { node: 20_000 + number, kind: "dialog".into(), label: label.into(), modal: true };
        self.dialogs.push((overlay, opener.to_owned()));
        for button in buttons {
            self =
                self.node("button", "button", button, |node| node.overlay = number).within(label).opened_by(opener, 1);
        }
        self
    }

    /// With a form; nodes added with [`FakePage::node`] may refer to it by number, from 1.
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
