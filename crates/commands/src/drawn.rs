//! Pages for tests, numbered as a walk's are.

use super::page::Page;
use edith_page::raw::{RawContext, RawNode, RawOption, RawPage, state};
use edith_page::{ElementKind, FieldKind, Index, UidTable};
use std::rc::Rc;

/// A page that is drawn element by element.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drawn(RawPage);

impl Drawn {
    pub(crate) fn new(url: &str, title: &str) -> Self {
        Self(RawPage {
            url: url.into(),
            title: title.into(),
            document: format!("document of {url}"),
            ..RawPage::default()
        })
    }

    /// As a browser walked it.
    pub(crate) fn walked(page: RawPage) -> Self {
        Self(page)
    }

    /// With these lines of text.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.0.text = text.to_owned();
        self
    }

    /// With these elements.
    pub(crate) fn all(self, kind: ElementKind, names: &[&str]) -> Self {
        names.iter().fold(self, |page, name| page.add(kind, name))
    }

    /// With an element.
    pub(crate) fn add(mut self, kind: ElementKind, name: &str) -> Self {
        use ElementKind as K;
        let (tag, role, input_type) = match kind {
            K::Input => ("input", "textbox", "text"),
            K::Textarea => ("textarea", "textbox", ""),
            K::Button => ("button", "button", ""),
            K::Link => ("a", "link", ""),
            K::Checkbox => ("input", "checkbox", "checkbox"),
            K::Radio => ("input", "radio", "radio"),
            K::Select => ("select", "combobox", ""),
            K::Option => ("div", "option", ""),
            K::Slider => ("input", "slider", "range"),
            K::Tab => ("div", "tab", ""),
            K::Menuitem => ("div", "menuitem", ""),
            K::Switch => ("div", "switch", ""),
            K::File => ("input", "", "file"),
            K::Video => ("video", "", ""),
            K::Editor => ("div", "textbox", ""),
            K::Element | K::Row => ("div", "", ""),
        };
        let number = self.0.nodes.len() + 1;
        self.0.nodes.push(RawNode {
            node: number as u32,
            tag: tag.into(),
            role: role.into(),
            input_type: input_type.into(),
            name: name.into(),
            why: if kind == K::Element { "pointer".into() } else { String::new() },
            value: kind.takes_text().then(String::new),
            field: if kind == K::File { FieldKind::File } else { FieldKind::Plain },
            href: if kind == K::Link { format!("http://x.example/{number}") } else { String::new() },
            ..RawNode::default()
        });
        self
    }

    fn last(mut self, change: impl FnOnce(&mut RawNode)) -> Self {
        change(self.0.nodes.last_mut().unwrap());
        self
    }

    /// The last so many elements stand in this.
    pub(crate) fn within(mut self, label: &str, last: usize) -> Self {
        self.0.contexts.push(RawContext { parent: 0, kind: "item".into(), label: label.into() });
        let context = self.0.contexts.len() as u32;
        self.0.nodes.iter_mut().rev().take(last).for_each(|node| node.context = context);
        self
    }

    pub(crate) fn value(self, value: &str) -> Self {
        self.last(|node| node.value = Some(value.into()))
    }

    pub(crate) fn checked(self) -> Self {
        self.last(|node| node.states |= state::CHECKED)
    }

    pub(crate) fn format(self, format: &str) -> Self {
        self.last(|node| node.input_type = format.into())
    }

    pub(crate) fn placeholder(self, words: &str) -> Self {
        self.last(|node| node.placeholder = words.into())
    }

    pub(crate) fn options(self, labels: &[&str]) -> Self {
        let option = |label: &&str| RawOption { label: (*label).into(), ..RawOption::default() };
        self.last(|node| node.options = labels.iter().map(option).collect())
    }

    pub(crate) fn index(&self, uids: &mut UidTable) -> Rc<Index> {
        Rc::new(Index::build(self.0.clone(), uids))
    }

    /// As commands see it; its elements are numbered from 1.
    pub(crate) fn page(&self) -> Page {
        Page::of(&self.index(&mut UidTable::default()))
    }
}
