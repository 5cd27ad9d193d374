//! What the message starts: a task, a research, a talk; questions where there are documents to ask.

use crate::state::mode::planned;
use crate::state::text::t;
use crate::view::el::{El, el, when};
use crate::view::store::{Store, store};
use edith_protocol::Mode;
use leptos::prelude::*;

pub(super) fn modes() -> AnyView {
    let store = store();
    // Where there is nothing to ask about, it is not a choice.
    let asks = move || store.mode.get() == Mode::Documents || store.files.with(|files| !files.is_empty());
    el("fieldset", "segmented")
        .add(el("legend", "sr-only").text(t("what_starts")))
        .add(choice(store, Mode::Agent, t("mode_agent"), t("mode_agent_note")))
        .add(choice(store, Mode::Research, t("mode_research"), t("mode_research_note")))
        .add(choice(store, Mode::Chat, t("mode_chat"), t("mode_chat_note")))
        .add(when(asks, move || choice(store, Mode::Documents, t("mode_documents"), t("mode_documents_note")).view()))
        .view()
}

fn choice(store: Store, mode: Mode, label: &'static str, note: &'static str) -> El {
    let radio = el("input", "")
        .attr("type", "radio")
        .attr("name", "mode")
        .attr("value", mode.name())
        .checked(move || store.mode.get() == mode || store.mode.get() == planned(mode, true))
        // A click, and what arrow keys do, whether or not it changes anything; a space on the checked one is not a click.
        .on("click", move |_| store.choose_mode(mode))
        .on_key(move |event| {
            if event.key() == " " {
                store.choose_mode(mode);
            }
        });
    el("label", "segmented__item").attr("title", note).add(radio).add(el("span", "").text(label))
}
