//! A new server: one of the presets or any other, tried as soon as its key is there, used with one button.

use super::fields::{self, Labelled};
use super::trial::Trial;
use crate::state::draft::Draft;
use crate::state::presets::{PRESETS, Preset, by_id};
use crate::state::server::{UrlRemark, remark};
use crate::state::servers::{add, make_first};
use crate::state::text::t;
use crate::view::icon::{Icon, icon};
use crate::view::memo::{flag, words};
use crate::view::show::Show;
use crate::view::store::{Store, focus};
use leptos::prelude::*;

/// The button, or the form of the server that is being set up.
pub(super) fn adder(store: Store) -> AnyView {
    let open = move || {
        store.draft_server.set(Some(Draft::default()));
        focus("new-server");
    };
    let closed = move || {
        let button = view! {
            <button class="button" type="button" id="add-server" on:click=move |_| open()>
                {icon(Icon::Plus)}
                {t("add_server")}
            </button>
        };
        view! { <div class="buttons">{button}</div> }.into_any()
    };
    view! {
        <Show when=move || store.draft_server.with(Option::is_some) fallback=closed>
            {form(store)}
        </Show>
    }
    .into_any()
}

fn form(store: Store) -> AnyView {
    let trial = Trial::new();
    let preset = Memo::new(move |_| read(store, |draft| draft.preset));
    let chosen = move |id: String| {
        change(store, |draft| draft.choose(by_id(&id)));
        trial.clear();
        if by_id(&id).is_local() {
            attempt(store, trial);
        }
    };
    let option = move |one: &Preset| {
        let id = one.id;
        view! { <option value=id selected=move || preset.get() == id>{t(one.name)}</option> }.into_any()
    };
    let group = move |label: &'static str, fits: fn(&Preset) -> bool| {
        let options = PRESETS.iter().filter(|one| fits(one)).map(option);
        view! { <optgroup label=label>{options.collect_view()}</optgroup> }.into_any()
    };
    let choose = view! {
        <option value="" disabled selected=move || preset.get().is_empty()>{t("choose_server")}</option>
    };
    let list = view! {
        <select
            class="input"
            id="new-server"
            aria-describedby="new-server-note"
            prop:value=move || preset.get().to_owned()
            on:change=move |event| chosen(event_target_value(&event))
        >
            {choose}
            {group(t("presets_key"), |one| one.wants_key && !one.base_url.is_empty())}
            {group(t("presets_local"), Preset::is_local)}
            {group(t("presets_other"), |one| one.base_url.is_empty())}
        </select>
    };
    let note = move || {
        let preset = preset.get();
        if preset.is_empty() { String::new() } else { t(by_id(preset).note).to_owned() }
    };
    let note = view! { <p class="field__note" id="new-server-note">{move || note()}</p> };
    let rest = move || if preset.get().is_empty() { ().into_any() } else { details(store, trial, by_id(preset.get())) };
    let cancel = move || {
        store.draft_server.set(None);
        focus("add-server");
    };
    let whole = flag(move || read(store, Draft::is_whole));
    let used = move || use_it(store, trial);
    let buttons = view! {
        <div class="buttons">
            <button class="button button--main" type="button" disabled=move || !whole.get() on:click=move |_| used()>
                {t("use_server")}
            </button>
            <button class="button button--quiet" type="button" on:click=move |_| cancel()>{t("cancel")}</button>
        </div>
    };
    view! {
        <div class="new-server fields" role="group" aria-label=t("add_server")>
            <Labelled id="new-server" words=t("which_server")>
                {list}
                {note}
            </Labelled>
            {move || rest()}
            {buttons}
        </div>
    }
    .into_any()
}

/// What the chosen preset needs.
fn details(store: Store, trial: Trial, preset: Preset) -> AnyView {
    let mut parts = Vec::new();
    if !preset.key_page.is_empty() {
        let link = view! {
            <a class="link-out" href=preset.key_page target="_blank" rel="noreferrer">{t("get_key")}</a>
        };
        parts.push(view! { <p>{link}</p> }.into_any());
    }
    if preset.wants_resource() {
        let typed = move |event| {
            let text = event_target_value(&event);
            change_of(store, preset.id, |draft| draft.set_resource(&text));
        };
        let part = view! {
            <Labelled id="new-server-resource" words=t("azure_resource")>
                <input
                    class="input"
                    dir="ltr"
                    spellcheck="false"
                    autocomplete="off"
                    id="new-server-resource"
                    placeholder="my-resource"
                    prop:value=move || read(store, |draft| draft.resource.clone())
                    on:input=typed
                    on:change=move |_| attempt(store, trial)
                />
                <p class="field__note" dir="ltr">{move || read(store, Draft::base_url)}</p>
            </Labelled>
        };
        parts.push(part.into_any());
    }
    if read_now(store, Draft::types_address) {
        parts.push(address(store, trial, preset));
    }
    parts.push(key(store, trial, preset));
    let set = move |text: String| {
        change_of(store, preset.id, |draft| text.trim().clone_into(&mut draft.model));
        attempt(store, trial);
    };
    let value = move || read(store, |draft| draft.model.clone());
    parts.push(fields::model("new-server-model", move || preset.model.to_owned(), trial.listed, value, set));
    parts.push(trial.view(move || untrack(|| read(store, Draft::server))));
    parts.into_any()
}

fn address(store: Store, trial: Trial, preset: Preset) -> AnyView {
    let said = words(move || read(store, |draft| draft.address.clone()));
    let wrong = move || {
        let address = said.get();
        if address.is_empty() {
            return ().into_any();
        }
        match remark(&address, read(store, |draft| !draft.key.is_empty())) {
            Some(UrlRemark::Error(text)) => view! { <p class="field__error" role="alert">{text}</p> }.into_any(),
            Some(UrlRemark::Warning(text)) => view! { <p class="field__warning" role="status">{text}</p> }.into_any(),
            None => ().into_any(),
        }
    };
    let changed = move |event| {
        let text = event_target_value(&event);
        change_of(store, preset.id, |draft| draft.set_address(&text));
        attempt(store, trial);
    };
    view! {
        <Labelled id="new-server-url" words=t("address")>
            <input
                class="input"
                dir="ltr"
                spellcheck="false"
                autocomplete="off"
                id="new-server-url"
                type="url"
                placeholder="https://example.com/v1"
                prop:value=move || read(store, |draft| draft.address.clone())
                on:change=changed
            />
            {move || wrong()}
        </Labelled>
    }
    .into_any()
}

fn key(store: Store, trial: Trial, preset: Preset) -> AnyView {
    let shown = RwSignal::new(false);
    let field = fields::secret(
        "new-server-key",
        t("key").to_owned(),
        shown,
        move || read(store, |draft| draft.key.clone()),
        move |text| change_of(store, preset.id, |draft| text.trim().clone_into(&mut draft.key)),
        move || attempt(store, trial),
    );
    let optional = if preset.wants_key && preset.id != "own" { "" } else { t("not_needed") };
    let label = view! {
        <label class="field__label" for="new-server-key">
            {t("key")}
            {optional}
        </label>
    };
    let row = view! { <div class="input-row">{field} {fields::reveal(shown, "new-server-key".to_owned())}</div> };
    let tried = || view! { <p class="field__note">{t("key_tried")}</p> }.into_any();
    let waits = move || read(store, |draft| draft.key.is_empty()) && preset.wants_key && preset.id != "own";
    view! { <div class="field">{label} {row} <Show when=waits>{tried()}</Show></div> }.into_any()
}

fn read<T: Default>(store: Store, look: impl FnOnce(&Draft) -> T) -> T {
    store.draft_server.with(|draft| draft.as_ref().map(look)).unwrap_or_default()
}

fn read_now<T: Default>(store: Store, look: impl FnOnce(&Draft) -> T) -> T {
    untrack(|| read(store, look))
}

/// Changes the draft by a field of this preset. A field that is taken away tells what was typed in it, when another preset is chosen already: what was meant
/// for one server, its key above all, must not get to another.
fn change_of(store: Store, preset: &str, set: impl FnOnce(&mut Draft)) {
    if read_now(store, |draft| draft.preset == preset) {
        change(store, set);
    }
}

fn change(store: Store, set: impl FnOnce(&mut Draft)) {
    store.draft_server.update(|draft| {
        if let Some(draft) = draft {
            set(draft);
        }
    });
}

/// Tries the server once there is enough of it.
fn attempt(store: Store, trial: Trial) {
    let draft = store.draft_server.get_untracked().unwrap_or_default();
    let waits = draft.preset().wants_key && draft.preset().id != "own" && draft.key.trim().is_empty();
    let base_url = draft.base_url();
    if waits || base_url.is_empty() || matches!(remark(&base_url, false), Some(UrlRemark::Error(_))) {
        return;
    }
    let chosen = move |model: &str| change(store, |draft| model.clone_into(&mut draft.model));
    trial.begin(store, draft.server(), chosen, |_| {});
}

/// Stores the server, with what its test found, as the one that tasks ask first.
fn use_it(store: Store, trial: Trial) {
    let mut server = read_now(store, Draft::server);
    if let crate::state::tested::Test::Done(tested) = trial.test.get_untracked() {
        tested.keep(&mut server);
    }
    store.change_all_servers(|all| {
        let id = add(all, server);
        make_first(all, &id);
    });
    store.draft_server.set(None);
    focus("server-card-default");
}
