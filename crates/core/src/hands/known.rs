//! What a model that is code is given with its request: the page, its dialog and the tabs as data, with secrets covered as in what others are sent.

use super::Hands;
use crate::run::{Input, Run, fingerprint};
use edith_gate::masked;
use edith_model::{ChatRequest, DialogShown, Purpose};
use edith_page::{Element, FieldValue, Index};
use edith_protocol::TabId;
use edith_tools::{AnswerOf, answer_of};
use std::borrow::Cow;
use std::rc::Rc;

impl Hands {
    /// Asks the model: one that is code with the page as data.
    pub(super) async fn ask_knowing(&mut self, run: &Run, mut request: ChatRequest) -> Input {
        if !self.has_server(run) {
            self.add_known(run, &mut request).await;
        }
        self.ask_model(run, request).await
    }

    async fn add_known(&mut self, run: &Run, request: &mut ChatRequest) {
        let shows_typed = run.task.settings.show_typed_values;
        let known = &mut request.brief.known;
        if let Some(tab) = run.tabs.current {
            let open = self.attached.get(&tab).and_then(|tab| tab.dialog());
            let is_free = open.is_none();
            known.dialog = open
                .map(|open| DialogShown { kind: open.kind, message: masked(&one_line(&open.message)).into_owned() });
            let page = self.page_now(run, tab, is_free).await;
            if request.brief.purpose == Purpose::Plan {
                known.commits = page.as_deref().map(|page| run.presses(page)).unwrap_or_default();
            }
            known.page = page.map(|page| covered(page, shows_typed, |uid| run.tabs.uids.element(uid).is_some()));
        }
        known.before = self.before.clone().map(|page| covered(page, shows_typed, |_| true));
        if run.transcript.last_tool().is_some_and(|tool| answer_of(tool) == AnswerOf::Tabs) {
            let tabs = self.open_tabs(run).await.unwrap_or_default();
            known.tabs = tabs
                .into_iter()
                .map(|mut tab| {
                    tab.title = masked(&tab.title).into_owned();
                    tab.url = masked(&tab.url).into_owned();
                    tab
                })
                .collect();
        }
    }

    /// The page as it was walked last, or walked now after the worker's death.
    async fn page_now(&mut self, run: &Run, tab: TabId, is_free: bool) -> Option<Rc<Index>> {
        if let Some((_, index)) = self.walked.as_ref().filter(|(walked, _)| *walked == tab) {
            return Some(Rc::clone(index));
        }
        if !is_free {
            return None;
        }
        // Numbers that are new in this walk are dropped: nothing has stored them.
        self.walk(run, tab, &mut run.tabs.uids.clone()).await.ok()
    }
}

/// The page without what no model is told: secrets in its words, what the person typed, and elements whose number is not `known`.
fn covered(page: Rc<Index>, shows_typed: bool, known: impl Fn(u32) -> bool) -> Rc<Index> {
    let is_plain = |text: &str| matches!(masked(text), Cow::Borrowed(_));
    let as_it_is = |element: &Element| {
        let value = match &element.value {
            Some(FieldValue::Shown(value)) => is_plain(value),
            Some(FieldValue::Typed(_)) => false,
            Some(FieldValue::Masked) | None => true,
        };
        value && known(element.uid) && is_plain(&element.name) && element.context.iter().all(|around| is_plain(around))
    };
    if is_plain(&page.text) && is_plain(&page.title) && is_plain(&page.url) && page.elements.iter().all(as_it_is) {
        return page;
    }
    let mut page = Index::clone(&page);
    for text in [&mut page.text, &mut page.title, &mut page.url] {
        *text = masked(text).into_owned();
    }
    Rc::new(page.with_elements(|mut element| {
        element.value = element.value.map(|value| match value {
            FieldValue::Shown(value) => FieldValue::Shown(masked(&value).into_owned()),
            FieldValue::Typed(value) if shows_typed => FieldValue::Shown(masked(&value).into_owned()),
            FieldValue::Typed(_) | FieldValue::Masked => FieldValue::Masked,
        });
        element.name = masked(&element.name).into_owned();
        element.context.iter_mut().for_each(|around| *around = masked(around).into_owned());
        Some(element).filter(|element| known(element.uid))
    }))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A fingerprint of what the page shows: its address, its text, and what each element is called, holds and is.
pub(super) fn print(index: &Index) -> u64 {
    let elements: Vec<String> = index
        .elements
        .iter()
        .map(|element| {
            let Element { kind, name, value, states, .. } = element;
            let kind = kind.label();
            format!("{kind} {name:?} {value:?} {:?} {:?} {:?}", states.checked, states.expanded, states.disabled)
        })
        .collect();
    let page = [index.url.as_str(), &index.title, &index.text];
    let parts: Vec<&str> = page.into_iter().chain(elements.iter().map(String::as_str)).collect();
    fingerprint(&parts)
}
