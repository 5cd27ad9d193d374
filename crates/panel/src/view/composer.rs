//! The box in which a person writes: a task, a question, or a word to the run that is going on.

use crate::state::text::t;
use crate::view::attach::{attach_button, file_chips};
use crate::view::el::{either, el, flag};
use crate::view::icon::{Icon, icon};
use crate::view::references::{chips, chooser};
use crate::view::store::{Mode, store};
use leptos::prelude::*;

/// The composer.
pub fn composer() -> AnyView {
    let store = store();
    // What is going on here: nothing, a run that can be told something, or a reply that must first end.
    let busy = flag(move || store.live(|_| ()).is_some());
    let agent = flag(move || store.live(|run| run.is_agent() || run.mode.is_empty()).unwrap_or_default());
    let blocked = flag(move || !agent.get() && (busy.get() || store.waiting.with(Option::is_some)));
    let hint = move || {
        let words = match (agent.get(), store.mode.get()) {
            (true, _) => t("say_running"),
            (false, Mode::Agent) => t("what_do"),
            (false, Mode::Chat) => t("what_ask"),
            (false, Mode::Research) => t("what_find"),
        };
        Some(words.to_owned())
    };
    let name = move || Some(if agent.get() { t("message_running") } else { t("message") }.to_owned());
    let going = move || if agent.get() { t("goes_running") } else { t("answering") }.to_owned();
    let submit = move || {
        if !blocked.get_untracked() {
            store.submit();
        }
    };
    let field = el("textarea", "composer__input")
        .attr("id", "composer-input")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("autofocus", "")
        .live_attr("aria-label", name)
        .live_attr("placeholder", hint)
        .value(move || store.draft.get())
        .on_input(move |text| store.draft.set(text))
        .on_key(move |event| {
            // Enter that ends the input of a composed character is not meant for us.
            if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
                event.prevent_default();
                submit();
            }
        });
    let send = el("button", "send")
        .attr("type", "submit")
        .attr("aria-label", t("send"))
        .attr("title", t("send_enter"))
        .live_flag("disabled", move || blocked.get() || store.draft.with(|draft| draft.trim().is_empty()))
        .add(icon(Icon::Send));
    let begin = || el("div", "composer__left").add(chooser()).add(attach_button()).add(modes()).view();
    let left = either(move || busy.get(), move || el("span", "composer__hint").live_text(going).view(), begin);
    let bar = el("div", "composer__bar").add(left).add(send);
    el("form", "composer")
        .attr("aria-label", t("message"))
        .on_submit(submit)
        .add(chips())
        .add(file_chips())
        .add(field)
        .add(bar)
        .view()
}

fn modes() -> AnyView {
    let store = store();
    let choice = move |mode: Mode, value: &'static str, label: &'static str, note: &'static str| {
        let radio = el("input", "")
            .attr("type", "radio")
            .attr("name", "mode")
            .attr("value", value)
            .checked(move || store.mode.get() == mode)
            .on_change(move |_| store.mode.set(mode));
        el("label", "segmented__item").attr("title", note).add(radio).add(el("span", "").text(label))
    };
    el("fieldset", "segmented")
        .add(el("legend", "sr-only").text(t("what_starts")))
        .add(choice(Mode::Agent, "agent", t("mode_agent"), t("mode_agent_note")))
        .add(choice(Mode::Research, "research", t("mode_research"), t("mode_research_note")))
        .add(choice(Mode::Chat, "chat", t("mode_chat"), t("mode_chat_note")))
        .view()
}
