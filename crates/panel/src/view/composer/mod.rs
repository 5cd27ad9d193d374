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
use crate::view::form;
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::picker::picker;
use crate::view::show::Show;
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
    let hint = Signal::derive(move || {
        let words = match (asked.get(), agent.get(), store.mode.get()) {
            (Some(kind), ..) => ask::hint(&kind),
            (None, true, _) => t("say_running"),
            (None, false, mode) => t(facts_of(mode).hint),
        };
        Some(words.to_owned())
    });
    let name = Signal::derive(move || {
        let words = match (asked.get(), agent.get()) {
            (Some(kind), _) => ask::hint(&kind),
            (None, true) => t("message_running"),
            (None, false) => t("message"),
        };
        Some(words.to_owned())
    });
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
    let sends = Signal::derive(move || asked.get().map_or_else(plain_send, |kind| ask::sends(&kind)).to_owned());
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
    let typed = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        // What is written again comes from no prompt.
        if text.trim().is_empty() {
            store.compose.prompt_name.set(None);
            store.compose.put.update(Vec::clear);
        }
        store.draft.set(text);
        follow(&event);
    };
    let by_key = move |event: web_sys::KeyboardEvent| {
        if lookup.key(&event) {
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
    };
    let field = view! {
        <textarea
            class="composer__input"
            id="composer-input"
            rows="1"
            dir="auto"
            autofocus
            aria-label=name
            aria-describedby=move || is_asked.get().then_some("ask-text composer-keys")
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls=move || lookup.is_open().then(|| lookup::LIST.to_owned())
            aria-activedescendant=move || lookup.active()
            placeholder=hint
            hidden=fills
            prop:value=move || store.draft.get()
            on:input=typed
            on:keyup=move |event| {
                if matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight" | "Home" | "End") {
                    follow(&event);
                }
            }
            on:click=move |event| follow(&event)
            on:paste=move |event| store.put_into_draft(&event)
            on:drop=move |event| store.put_into_draft(&event)
            on:blur=move |_| lookup.close()
            on:keydown=by_key
        ></textarea>
    };
    let send = view! {
        <button
            class="send"
            type="submit"
            aria-label=sends
            title=move || { Some(if is_asked.get() || fetches.get() { sends.get() } else { t("send_enter").to_owned() }) }
            disabled=move || {
                let needs_words = store.mode.get() != Mode::Form || is_asked.get() || busy.get();
                blocked.get() || !fills.get() && needs_words && store.draft.with(|draft| draft.trim().is_empty())
            }
        >
            {icon(Icon::Send)}
        </button>
    };
    let begin = || view! { <div class="composer__left">{menu()} {modes::modes()}</div> }.into_any();
    let left = view! {
        <Show when=busy fallback=begin>
            <span class="composer__hint" id="composer-keys">{move || keys()}</span>
        </Show>
    }
    .into_any();
    let model = view! { <Show when=move || !is_asked.get() && !busy.get()>{picker()}</Show> }.into_any();
    let bar = view! { <div class="composer__bar">{left} {model} {send}</div> };
    // Attachments for the next task are not part of an answer.
    let given = view! {
        <Show when=move || !is_asked.get()>
            <div>{chips()} {document_chips()}</div>
        </Show>
    }
    .into_any();
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
    view! {
        <form
            class=move || if is_asked.get() { "composer composer--asked" } else { "composer" }
            aria-label=t("message")
            on:submit=move |event| {
                event.prevent_default();
                submit();
            }
        >
            {given}
            <p class="composer__proposed" role="status">{move || proposed()}</p>
            <Show when=move || !is_asked.get() && !busy.get()>{prompts::naming()}</Show>
            <Show when=fills>{prompts::filling()}</Show>
            {lookup.list()}
            {field}
            <Show when=move || !is_asked.get() && !busy.get()>{several()}</Show>
            <Show when=move || !is_asked.get() && !busy.get()>{addresses()}</Show>
            {form::care()}
            <Show when=move || !is_asked.get() && !busy.get()>{toggles::toggles()}</Show>
            {bar}
            <div class="drop-here" aria-hidden="true">
                {icon(Icon::Clip)}
                <span>{t("drop_here")}</span>
            </div>
        </form>
    }
    .into_any()
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
        view! {
            <button class="link" type="button" dir="auto" on:click=move |_| store.attach_address(&address)>
                {words}
            </button>
        }
        .into_any()
    };
    let shown = move || {
        view! { <div class="composer__addresses">{typed.get().into_iter().map(offer).collect_view()}</div> }.into_any()
    };
    view! { {move || shown()} }.into_any()
}

/// Says that each line is a question of its own, and lets the person decide otherwise.
fn several() -> AnyView {
    let store = store();
    let lines = Memo::new(move |_| {
        let lines =
            if store.mode.get() == Mode::Documents { store.draft.with(|draft| questions::lines(draft)) } else { 0 };
        if lines > 1 { lines } else { 0 }
    });
    let shown = move || {
        let lines = lines.get();
        if lines == 0 {
            return ().into_any();
        }
        let words = fill("several_questions", &[("n", &lines.to_string())]);
        let is_on = Signal::derive(move || {
            store.several.get().unwrap_or_else(|| store.draft.with(|draft| questions::looks_listed(draft)))
        });
        let field = view! {
            <input
                type="checkbox"
                prop:checked=is_on
                on:change=move |event| store.several.set(Some(event_target_checked(&event)))
            />
        };
        view! { <label class="choice composer__several">{field} <span>{words}</span></label> }.into_any()
    };
    view! { {move || shown()} }.into_any()
}
