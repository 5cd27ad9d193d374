//! Whether the next task begins in the page beside the panel.

use super::{Store, Surface};
use crate::state::compose::{speaks_of_page, starts_here};
use edith_chrome::scripting;
use edith_protocol::{Mode, Reference, ReferenceKind, TabId};
use leptos::prelude::*;

impl Store {
    /// Whether there is a page to begin in, and the mode begins in one or can refer to it.
    pub(in crate::view) fn may_start_here(self) -> bool {
        let of_page = matches!(self.mode.get(), Mode::Agent | Mode::Plan | Mode::Chat);
        of_page && self.surface == Surface::SidePanel && self.here.with(Option::is_some)
    }

    /// Whether another task works in the page beside the panel.
    pub(in crate::view) fn is_page_in_use(self) -> bool {
        let Some(tab) = self.here.with(|here| here.as_ref().map(|here| TabId(here.tab))) else { return false };
        self.current.with(|current| self.runs.with(|runs| runs.is_in_use(tab, current.as_ref())))
    }

    /// Whether a message with these words begins in the page, or is told of it.
    pub(in crate::view) fn starts_here(self, mode: Mode, words: &str) -> bool {
        // Two tasks are never in one page; a chat only reads it.
        if mode != Mode::Chat && self.is_page_in_use() {
            return false;
        }
        self.compose.here_chosen.get().unwrap_or_else(|| match mode {
            Mode::Chat => speaks_of_page(words),
            _ => starts_here(words, self.current.with(Option::is_some)),
        })
    }

    /// The words of the next message so far.
    pub(in crate::view) fn words(self) -> String {
        self.compose.filling.with(|filling| match filling {
            Some(filling) => filling.text.clone(),
            None => self.draft.get(),
        })
    }

    /// The page as what a message refers to.
    pub(in crate::view) async fn page_reference(self) -> Option<Reference> {
        let here = self.here.get_untracked()?;
        let text = scripting::tab_text(here.tab).await;
        Some(Reference { kind: ReferenceKind::Page, title: here.title, url: here.url, text })
    }
}
