//! A key is pasted: whose it is is told from its form, its server is tried at once, and stored when it works or the person says so.

use super::choice::Choice;
use crate::state::draft::Draft;
use crate::state::key_form::{KeyForm, bare, key_form};
use crate::state::presets::{OWN, PRESETS, Preset, by_id};
use crate::state::server::{UrlRemark, remark};
use crate::state::tested::{Test, Tested};
use crate::state::text::t;
use crate::view::keys::on_enter;
use crate::view::memo::flag;
use crate::view::settings::servers::fields::Labelled;
use crate::view::show::Show;
use leptos::prelude::*;

/// Providers whose pages are linked before a key is there.
const LINKED: [&str; 5] = ["openrouter", "openai", "anthropic", "gemini", "groq"];

/// The field, with the marks of those whose keys it takes.
pub(super) fn key(choice: Choice) -> AnyView {
    let typed = RwSignal::new(String::new());
    let draft = RwSignal::new(Draft::default());
    let form = Memo::new(move |_| typed.with(|text| key_form(text)));
    let preset = Memo::new(move |_| draft.with(|draft| draft.preset));
    // Another text is another key: what was found of the one before says nothing about it.
    let set = move |text: String| {
        if typed.with_untracked(|before| *before == text) {
            return;
        }
        typed.set(text);
        choice.trial.clear();
        // Nothing typed is sent to a provider that was only guessed.
        let told = match form.get_untracked() {
            KeyForm::Of(id) => Some(id),
            KeyForm::OneOf(ids) => Some(draft.with_untracked(|draft| draft.preset)).filter(|id| ids.contains(id)),
            KeyForm::Server => {
                let mut server = Draft::default();
                server.choose(by_id(OWN.id));
                server.set_address(&typed.get_untracked());
                return draft.set(server);
            }
            KeyForm::Empty | KeyForm::Not(_) => None,
        };
        match told {
            Some(id) if draft.with_untracked(|draft| draft.preset == id) => draft.update(|draft| {
                draft.key = typed.with_untracked(|text| bare(text).to_owned());
                draft.model.clear();
            }),
            told => {
                draft.set(Draft::default());
                told.into_iter().for_each(|id| choose(draft, typed, id));
            }
        }
    };
    let attempt = move || attempt(choice, draft);
    let pasted = move |_| {
        // The field has what was pasted only after this event.
        request_animation_frame(attempt);
    };
    let changed = move |event| {
        set(event_target_value(&event));
        // Leaving the field for a button below is not a wish to try the same key again.
        if matches!(choice.trial.test.get_untracked(), Test::NotYet) {
            attempt();
        }
    };
    let field = view! {
        <input
            class="input"
            dir="ltr"
            spellcheck="false"
            autocomplete="off"
            id="start-key"
            type="password"
            placeholder="sk-…"
            aria-describedby="start-key-said"
            prop:value=typed
            on:input=move |event| set(event_target_value(&event))
            on:paste=pasted
            on:keydown=on_enter(attempt)
            on:change=changed
        />
    };
    let provider = move || match form.get() {
        KeyForm::Empty | KeyForm::Server | KeyForm::Not(_) => ().into_any(),
        KeyForm::Of(id) => providers(draft, typed, choice, vec![id]),
        KeyForm::OneOf(ids) => providers(draft, typed, choice, ids),
    };
    let said = move || match form.get() {
        KeyForm::Empty => ().into_any(),
        KeyForm::Not(why) => view! { <p class="field__error" role="alert">{t(why)}</p> }.into_any(),
        KeyForm::Server => view! { <p class="field__note">{t("key_is_server")}</p> }.into_any(),
        KeyForm::OneOf(_) if preset.get().is_empty() => {
            view! { <p class="field__note">{t("key_whose_note")}</p> }.into_any()
        }
        KeyForm::Of(_) | KeyForm::OneOf(_) => ().into_any(),
    };
    let failed = flag(move || {
        let failed = match choice.trial.test.get() {
            Test::Failed { .. } => true,
            Test::Done(tested) => !tested.chat,
            Test::NotYet | Test::Running { .. } => false,
        };
        failed && !preset.get().is_empty()
    });
    let keep = move || choice.take(draft.get_untracked().server());
    let anyway = move || {
        // Without a server that was reached there is no model yet: it is chosen later.
        let whole = flag(move || draft.with(is_enough));
        view! {
            <div class="buttons">
                <button class="button button--small" type="button" on:click=move |_| attempt()>
                    {t("try_again")}
                </button>
                <button
                    class="button button--small button--quiet"
                    type="button"
                    disabled=move || !whole.get()
                    on:click=move |_| keep()
                >
                    {t("keep_anyway")}
                </button>
            </div>
        }
        .into_any()
    };
    let body = view! {
        <Labelled id="start-key" words=t("start_key")>
            {field}
            <div id="start-key-said">{move || said()}</div>
        </Labelled>
        {marks(preset)}
        {move || provider()}
        {move || details(choice, draft, by_id(preset.get()), preset.get().is_empty())}
        {choice.trial.view(move || untrack(|| draft.with(Draft::server)))}
        <Show when=failed>{anyway()}</Show>
    }
    .into_any();
    view! { <div class="fields">{body}</div> }.into_any()
}

/// Whose key it is: the likeliest first, then all others that have keys.
fn providers(draft: RwSignal<Draft>, typed: RwSignal<String>, choice: Choice, likely: Vec<&'static str>) -> AnyView {
    let preset = move || draft.with(|draft| draft.preset);
    let rest = PRESETS.iter().map(|one| one.id).filter(|id| !likely.contains(id) && by_id(id).wants_key);
    let ids: Vec<&'static str> = likely.iter().copied().chain(rest).collect();
    let options = ids
        .into_iter()
        .map(|id| view! { <option value=id selected=move || preset() == id>{t(by_id(id).name)}</option> }.into_any());
    let first = view! {
        <option value="" disabled selected=move || preset().is_empty()>{t("choose_server")}</option>
    };
    let list = view! {
        <select
            class="input"
            id="start-key-whose"
            prop:value=move || preset().to_owned()
            on:change=move |event| {
                let id = event_target_value(&event);
                choice.trial.clear();
                choose(draft, typed, by_id(&id).id);
                attempt(choice, draft);
            }
        >
            {first}
            {options.collect_view()}
        </select>
    };
    let page = move || {
        let page = by_id(preset()).key_page;
        if page.is_empty() {
            ().into_any()
        } else {
            view! { <p class="field__note">{link(page, t("get_key"))}</p> }.into_any()
        }
    };
    view! {
        <Labelled id="start-key-whose" words=t("key_whose")>
            {list}
            {move || page()}
        </Labelled>
    }
    .into_any()
}

/// What a preset needs besides the key.
fn details(choice: Choice, draft: RwSignal<Draft>, preset: Preset, none: bool) -> AnyView {
    if none || !(preset.wants_resource() || preset.base_url.is_empty()) {
        return ().into_any();
    }
    let is_resource = preset.wants_resource();
    let changed = move |event| {
        let text = event_target_value(&event);
        choice.trial.clear();
        draft.update(|draft| {
            // A key that was pasted before its address goes to this one.
            let key = draft.key.clone();
            if is_resource {
                draft.set_resource(&text)
            } else {
                draft.set_address(&text)
            };
            draft.key = key;
        });
        attempt(choice, draft);
    };
    let hint = if is_resource { "my-resource" } else { "https://example.com/v1" };
    let label = if is_resource { t("azure_resource") } else { t("address") };
    let wrong = move || {
        let address = draft.with(Draft::base_url);
        match remark(&address, true).filter(|_| !address.is_empty()) {
            Some(UrlRemark::Error(text) | UrlRemark::Warning(text)) => view! {
                <p class="field__error" role="alert">{text}</p>
            }
            .into_any(),
            None => ().into_any(),
        }
    };
    view! {
        <Labelled id="start-key-address" words=label>
            <input
                class="input"
                dir="ltr"
                spellcheck="false"
                autocomplete="off"
                id="start-key-address"
                placeholder=hint
                prop:value=move || {
                    draft.with(|draft| if is_resource { draft.resource.clone() } else { draft.address.clone() })
                }
                on:change=changed
            />
            {move || wrong()}
        </Labelled>
    }
    .into_any()
}

/// Takes a provider for the key that is there.
fn choose(draft: RwSignal<Draft>, typed: RwSignal<String>, id: &'static str) {
    let key = typed.with_untracked(|text| bare(text).to_owned());
    draft.update(|draft| {
        draft.choose(by_id(id));
        draft.key = key;
    });
}

/// Whether there is an address, and a key where one is wanted.
fn is_enough(draft: &Draft) -> bool {
    let has_key = !draft.key.is_empty() || draft.preset == OWN.id;
    !draft.preset.is_empty() && has_key && !draft.base_url().is_empty()
}

/// Tries the server once there is enough of it, and takes it when it works.
fn attempt(choice: Choice, draft: RwSignal<Draft>) {
    let now = draft.get_untracked();
    let base_url = now.base_url();
    let busy = matches!(choice.trial.test.get_untracked(), Test::Running { .. });
    if busy || !is_enough(&now) {
        return;
    }
    if matches!(remark(&base_url, true), Some(UrlRemark::Error(_))) {
        return;
    }
    let chosen = move |model: &str| draft.update(|draft| model.clone_into(&mut draft.model));
    let done = move |tested: &Tested| {
        if tested.chat {
            let mut server = draft.get_untracked().server();
            tested.keep(&mut server);
            choice.take(server);
        }
    };
    choice.trial.begin(choice.store, now.server(), chosen, done);
}

/// Those whose keys are known by their form, each with the page where its keys are made. The one whose key is there stands out.
fn marks(preset: Memo<&'static str>) -> AnyView {
    let mark = move |id: &'static str| {
        let one = by_id(id);
        let initial: String = one.name.chars().take(1).collect();
        let link = view! {
            <a
                class="mark-of"
                href=one.key_page
                target="_blank"
                rel="noreferrer"
                aria-current=move || (preset.get() == id).then_some("true")
            >
                <span class="mark-of__sign" aria-hidden="true">{initial}</span>
                {one.name}
            </a>
        };
        view! { <li>{link}</li> }.into_any()
    };
    view! {
        <div class="field">
            <p class="field__note" id="start-marks">{t("start_key_where")}</p>
            <ul class="marks-of" aria-labelledby="start-marks">{LINKED.into_iter().map(mark).collect_view()}</ul>
        </div>
    }
    .into_any()
}

fn link(page: &'static str, words: &'static str) -> AnyView {
    view! { <a class="link-out" href=page target="_blank" rel="noreferrer">{words}</a> }.into_any()
}
