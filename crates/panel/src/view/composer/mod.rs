//! The composer: a task, a question, a word to the current run, or the answer to an ask. There is a single one, so that an open ask cannot be
//! bypassed.

mod lookup;
mod modes;
mod prompts;
pub(super) mod references;
mod sent;
mod toggles;

pub(super) use prompts::save as save_prompt;
pub(super) use sent::referred;

use crate::state::ask;
use crate::state::compose;
use crate::state::documents::attached::Origin;
use crate::state::documents::questions;
use crate::state::form::asks_for_profile;
use crate::state::modes::facts_of;
use crate::state::text::{fill, t};
use crate::view::documents::{chips as document_chips, menu};
use crate::view::el::{button, either, el, flag, live, nothing, when};
use crate::view::form;
use crate::view::icon::{Icon, icon};
use crate::view::picker::picker;
use crate::view::store::store;
use edith_protocol::AskKind;
use edith_protocol::Mode;
use leptos::prelude::*;
use lookup::Lookup;
use references::chips;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

/// The composer.
pub(super) fn composer() -> AnyView {
    let store = store();
    let asked = Memo::new(move |_| store.ask().map(|ask| ask.kind));
    let is_asked = flag(move || asked.get().is_some());
    // The current run: none, one that accepts words, or a reply that must end first.
    let busy = flag(move || store.live(|_| ()).is_some());
    let agent = flag(move || store.live(|run| run.is_agent() || run.mode.is_none()).unwrap_or_default());
    let blocked = flag(move || !is_asked.get() && !agent.get() && store.is_busy());
    let hint = move || {
        let words = match (asked.get(), agent.get(), store.mode.get()) {
            (Some(kind), ..) => ask::hint(&kind),
            (None, true, _) => t("say_running"),
            (None, false, mode) => t(facts_of(mode).hint),
        };
        Some(words.to_owned())
    };
    let name = move || {
        let words = match (asked.get(), agent.get()) {
            (Some(kind), _) => ask::hint(&kind),
            (None, true) => t("message_running"),
            (None, false) => t("message"),
        };
        Some(words.to_owned())
    };
    let keys = move || {
        let words = match (asked.get(), agent.get()) {
            (Some(kind), _) => ask::keys(&kind),
            (None, true) => t("goes_running"),
            (None, false) => t("answering"),
        };
        words.to_owned()
    };
    // What a server writes is read before it is sent.
    let fetches = flag(move || {
        store.compose.filling.with(|filling| filling.as_ref().is_some_and(|filling| filling.server.is_some()))
    });
    let plain_send = move || if fetches.get() { t("mcp_prompt_get") } else { t("send") };
    let sends = move || asked.get().map_or_else(plain_send, |kind| ask::sends(&kind)).to_owned();
    let submit = move || {
        if !blocked.get_untracked() {
            store.submit();
        }
    };
    let lookup = Lookup::new(store);
    let plain = move || is_asked.get() || busy.get();
    // While a prompt is filled in, its fields are the message.
    let fills = flag(move || !plain() && store.compose.filling.with(Option::is_some));
    let follow = move |event: &web_sys::Event| {
        if plain() {
            return lookup.close();
        }
        if let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) {
            lookup.follow(&field);
        }
    };
    let field = el("textarea", "composer__input")
        .attr("id", "composer-input")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("autofocus", "")
        .live_attr("aria-label", name)
        .live_attr("aria-describedby", move || is_asked.get().then(|| "ask-text composer-keys".to_owned()))
        .attr("aria-autocomplete", "list")
        .attr("aria-haspopup", "listbox")
        .live_attr("aria-controls", move || lookup.is_open().then(|| lookup::LIST.to_owned()))
        .live_attr("aria-activedescendant", move || lookup.active())
        .live_attr("placeholder", hint)
        .live_flag("hidden", move || fills.get())
        .value(move || store.draft.get())
        .on("input", move |event| {
            let text = event_target_value(&event);
            // What is written again comes from no prompt.
            if text.trim().is_empty() {
                store.compose.prompt_name.set(None);
                store.compose.put.update(Vec::clear);
            }
            store.draft.set(text);
            follow(&event);
        })
        .on("keyup", move |event| {
            let key = event.unchecked_ref::<web_sys::KeyboardEvent>().key();
            if matches!(key.as_str(), "ArrowLeft" | "ArrowRight" | "Home" | "End") {
                follow(&event);
            }
        })
        .on("click", move |event| follow(&event))
        .on("paste", move |event| store.put_into_draft(&event))
        .on("drop", move |event| store.put_into_draft(&event))
        .on("blur", move |_| lookup.close())
        .on_key(move |event| {
            if lookup.key(event) {
                return;
            }
            // Enter that completes an IME composition is not for us.
            if event.key() != "Enter" || event.shift_key() || event.is_composing() {
                return;
            }
            event.prevent_default();
            if !event.alt_key() {
                submit();
            } else if matches!(asked.get_untracked(), Some(AskKind::Approval(_) | AskKind::Limit { .. })) {
                store.allow_once();
            }
        });
    let send = el("button", "send")
        .attr("type", "submit")
        .live_attr("aria-label", move || Some(sends()))
        .live_attr("title", move || {
            Some(if is_asked.get() || fetches.get() { sends() } else { t("send_enter").to_owned() })
        })
        .live_flag("disabled", move || {
            let needs_words = store.mode.get() != Mode::Form || is_asked.get() || busy.get();
            blocked.get() || !fills.get() && needs_words && store.draft.with(|draft| draft.trim().is_empty())
        })
        .add(icon(Icon::Send));
    let begin = || el("div", "composer__left").add(menu()).add(modes::modes()).view();
    let left = either(
        move || busy.get(),
        move || el("span", "composer__hint").attr("id", "composer-keys").live_text(keys).view(),
        begin,
    );
    let model = when(move || !is_asked.get() && !busy.get(), picker);
    let bar = el("div", "composer__bar").add(left).add(model).add(send);
    // Attachments for the next task are not part of an answer.
    let given = either(move || is_asked.get(), nothing, || el("div", "").add(chips()).add(document_chips()).view());
    let class = move || Some(if is_asked.get() { "composer composer--asked" } else { "composer" }.to_owned());
    // Always there, so that its words are told when they come.
    let proposed = move || {
        let is_told = asked.get().is_none() && !busy.get() && !store.draft.with(|draft| asks_for_profile(draft));
        let told = match store.proposed().filter(|_| is_told) {
            Some(Mode::Documents) => t("documents_proposed"),
            Some(Mode::Form) => t("form_proposed"),
            Some(_) => t("task_proposed"),
            None => "",
        };
        told.to_owned()
    };
    el("form", "")
        .live_attr("class", class)
        .attr("aria-label", t("message"))
        .on_submit(submit)
        .add(given)
        .add(el("p", "composer__proposed").attr("role", "status").live_text(proposed))
        .add(when(move || !is_asked.get() && !busy.get(), prompts::naming))
        .add(when(move || fills.get(), prompts::filling))
        .add(lookup.list())
        .add(field)
        .add(when(move || !is_asked.get() && !busy.get(), several))
        .add(when(move || !is_asked.get() && !busy.get(), addresses))
        .add(form::care())
        .add(when(move || !is_asked.get() && !busy.get(), toggles::toggles))
        .add(bar)
        .add(
            el("div", "drop-here")
                .attr("aria-hidden", "true")
                .add(icon(Icon::Clip))
                .add(el("span", "").text(t("drop_here"))),
        )
        .view()
}

/// Offers to read what the addresses in a question lead to.
fn addresses() -> AnyView {
    let store = store();
    let typed = Memo::new(move |_| {
        let typed = match store.mode.get() {
            Mode::Documents => store.draft.with(|draft| compose::addresses(draft)),
            _ => Vec::new(),
        };
        let is_new = |address: &String| {
            store.files.with(|files| files.iter().all(|one| one.origin != Origin::Address(address.clone())))
        };
        typed.into_iter().filter(is_new).collect::<Vec<_>>()
    });
    let offer = move |address: String| {
        let words = fill("read_address", &[("address", &address)]);
        button("link", move || store.attach_address(&address)).attr("dir", "auto").text(words).view()
    };
    live(move || el("div", "composer__addresses").add_all(typed.get().into_iter().map(offer)).view())
}

/// Says that each line is a question of its own, and lets the person decide otherwise.
fn several() -> AnyView {
    let store = store();
    let lines = Memo::new(move |_| {
        let lines =
            if store.mode.get() == Mode::Documents { store.draft.with(|draft| questions::lines(draft)) } else { 0 };
        if lines > 1 { lines } else { 0 }
    });
    let is_on = move || store.several.get().unwrap_or_else(|| store.draft.with(|draft| questions::looks_listed(draft)));
    live(move || {
        let lines = lines.get();
        if lines == 0 {
            return nothing();
        }
        let words = fill("several_questions", &[("n", &lines.to_string())]);
        let field = el("input", "")
            .attr("type", "checkbox")
            .checked(is_on)
            .on("change", move |event| store.several.set(Some(event_target_checked(&event))));
        el("label", "choice composer__several").add(field).add(el("span", "").text(words)).view()
    })
}
