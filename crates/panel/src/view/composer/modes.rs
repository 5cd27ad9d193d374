//! What the message starts: a task, a research, a talk; questions where there are documents to ask.

use crate::state::mode::planned;
use crate::state::modes::{CHOICES, Choice};
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
        .add_all(CHOICES.iter().map(|one| {
            if one.mode == Mode::Documents {
                when(asks, move || choice(store, one).view())
            } else {
                choice(store, one).view()
            }
        }))
        .view()
}

fn choice(store: Store, one: &'static Choice) -> El {
    let mode = one.mode;
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
    el("label", "segmented__item").attr("title", t(one.note)).add(radio).add(el("span", "").text(t(one.name)))
}
