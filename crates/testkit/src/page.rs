//! A page of the fake browser.

use edith_core::action::{Dialog, SentRequest};
use edith_page::FieldKind;
use edith_page::raw::{RawForm, RawNode};
use std::collections::BTreeMap;

/// A page that can be opened.
#[derive(Debug, Clone, Default)]
pub struct FakePage {
    /// Its title.
    pub title: String,
    /// Its elements.
    pub nodes: Vec<RawNode>,
    /// Its text; actions done on it are appended.
    pub text: String,
    /// Its forms; a node's `form` is a position in it + 1.
    pub forms: Vec<RawForm>,
    /// The dialog that opens with it.
    pub dialog: Option<Dialog>,
    /// The requests that clicks make, by their elements' names.
    pub requests: BTreeMap<String, SentRequest>,
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
