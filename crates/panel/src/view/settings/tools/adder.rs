//! A new server: its address, a look at what it is, and the button that adds it.

use super::details::{client, client_fields, headers, transport};
use super::places::{ADDRESS, focus_on};
use super::server::{card_id, open};
use super::tested::{Test, result};
use crate::state::mcp::{Draft, whole_address};
use crate::state::server::{UrlRemark, remark};
use crate::state::text::t;
use crate::view::icon::spinner;
use crate::view::keys::{on_enter, on_escape};
use crate::view::memo::{flag, words};
use crate::view::settings::servers::fields::Labelled;
use crate::view::store::Store;
use crate::view::store::mcp::{answered, save};
use edith_protocol::Command;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The beginning of the ids of its fields.
const PREFIX: &str = "new-tool-server";

/// The form of the server that is being set up. `close`: takes it away.
pub(super) fn adder(store: Store, close: impl Fn() + Copy + Send + 'static) -> AnyView {
    let draft = store.mcp.draft;
    let test = RwSignal::new(Test::NotYet);
    let adding = RwSignal::new(false);
    // Only the last test of what is in the fields now counts.
    let turn = StoredValue::new(0_u32);
    let read = move |look: fn(&Draft) -> String| draft.with(|draft| draft.as_ref().map(look).unwrap_or_default());
    let change = move |set: &dyn Fn(&mut Draft)| {
        let meant = || draft.with_untracked(|draft| draft.as_ref().map(Draft::server));
        let before = meant();
        draft.update(|draft| {
            if let Some(draft) = draft {
                set(draft);
            }
        });
        if meant() != before {
            turn.update_value(|turn| *turn += 1);
            test.set(Test::NotYet);
        }
    };
    let url = words(move || read(|draft| whole_address(&draft.address)));
    let is_usable = flag(move || {
        let url = url.get();
        !url.is_empty() && !matches!(remark(&url, false), Some(UrlRemark::Error(_)))
    });
    let run_test = move || {
        let Some(server) = draft.with_untracked(|draft| draft.as_ref().map(Draft::server)) else { return };
        if !is_usable.get_untracked() {
            return focus_on(ADDRESS);
        }
        turn.update_value(|turn| *turn += 1);
        let now = turn.get_value();
        test.set(Test::Running);
        spawn_local(async move {
            let told = answered(Command::McpTest { server }).await;
            // The fields may have changed, or the page may have gone, while the server was asked.
            if turn.try_get_value() == Some(now) {
                test.set(told.map_or_else(Test::Failed, |server| Test::Done(Box::new(server))));
            }
        });
    };
    let add = move || {
        let Some(server) = draft.with_untracked(|draft| draft.as_ref().map(Draft::server)) else { return };
        if !is_usable.get_untracked() {
            return focus_on(ADDRESS);
        }
        if adding.get_untracked() {
            return;
        }
        adding.set(true);
        spawn_local(async move {
            let told = save(server).await;
            if adding.try_set(false).is_some() {
                return;
            }
            match told {
                Ok(server) => {
                    let id = server.id.clone();
                    store.mcp.take(server);
                    close();
                    open(&id);
                    focus_on(card_id(&id));
                    store.refresh_mcp(true);
                }
                Err(error) => test.set(Test::Failed(error)),
            }
        });
    };
    let wrong = move || {
        let (url, with_key) = (url.get(), draft.with(|one| one.as_ref().is_some_and(|one| !one.headers.is_empty())));
        match remark(&url, with_key).filter(|_| !url.is_empty()) {
            Some(UrlRemark::Error(text)) => view! { <p class="field__error">{text}</p> }.into_any(),
            Some(UrlRemark::Warning(text)) => view! { <p class="field__warning">{text}</p> }.into_any(),
            None => ().into_any(),
        }
    };
    let addressed = move |event| {
        let text = event_target_value(&event);
        change(&|draft| draft.address.clone_from(&text));
    };
    let address = view! {
        <input
            class="input"
            dir="ltr"
            spellcheck="false"
            autocomplete="off"
            id=ADDRESS
            type="url"
            placeholder="https://example.com/mcp"
            aria-required="true"
            aria-describedby="new-tool-server-url-note"
            prop:value=move || read(|draft| draft.address.clone())
            on:input=addressed
            on:keydown=on_enter(run_test)
        />
    };
    let name = view! {
        <input
            class="input"
            id="new-tool-server-name"
            dir="auto"
            autocomplete="off"
            prop:value=move || read(|draft| draft.name.clone())
            on:input=move |event| {
                let text = event_target_value(&event);
                draft
                    .update(|draft| {
                        if let Some(draft) = draft {
                            draft.name = text;
                        }
                    });
            }
        />
    };
    let name_label = view! {
        <label class="field__label" for="new-tool-server-name">
            {t("server_name")}
            {t("not_needed")}
        </label>
    };
    let running = flag(move || test.with(|test| *test == Test::Running));
    let wait = move |on: Memo<bool>| view! { {move || if on.get() { spinner() } else { ().into_any() }} }.into_any();
    let is_adding = flag(move || adding.get());
    let buttons = view! {
        <div class="buttons">
            <button
                class="button button--main"
                type="button"
                id="new-tool-server-add"
                disabled=move || !is_usable.get() || is_adding.get()
                on:click=move |_| add()
            >
                {wait(is_adding)}
                {t("add")}
            </button>
            <button
                class="button"
                type="button"
                id="new-tool-server-test"
                disabled=move || !is_usable.get() || running.get()
                on:click=move |_| run_test()
            >
                {t("mcp_test")}
            </button>
            <button class="button button--quiet" type="button" on:click=move |_| close()>{t("cancel")}</button>
        </div>
    };
    view! {
        <div class="new-server fields" role="group" aria-label=t("mcp_add") on:keydown=on_escape(close)>
            <Labelled id=ADDRESS words=t("address")>
                {address}
                <div id="new-tool-server-url-note" role="status">{move || wrong()}</div>
            </Labelled>
            <div class="field">{name_label} {name}</div>
            {more(store, change)}
            {result(test)}
            {buttons}
        </div>
    }
    .into_any()
}

/// What few servers need.
fn more(store: Store, change: impl Fn(&dyn Fn(&mut Draft)) + Copy + Send + 'static) -> AnyView {
    let draft = store.mcp.draft;
    let first = draft.get_untracked().unwrap_or_default();
    let edited = RwSignal::new(first.headers);
    let secret = RwSignal::new(first.client_secret);
    let kind = move || draft.with(|draft| draft.as_ref().map(|draft| draft.transport).unwrap_or_default());
    let client_id = Signal::derive(move || {
        draft.with(|draft| draft.as_ref().map(|draft| draft.client_id.clone()).unwrap_or_default())
    });
    let client_typed = move |event| {
        let text = event_target_value(&event);
        change(&|draft| draft.client_id.clone_from(&text));
    };
    let (client_field, secret_field) = client_fields(PREFIX);
    let client_field = view! {
        <input
            class="input"
            dir="ltr"
            spellcheck="false"
            autocomplete="off"
            id=client_field
            type="text"
            prop:value=client_id
            on:input=client_typed
        />
    };
    let secret_field = view! {
        <input
            class="input"
            dir="ltr"
            spellcheck="false"
            autocomplete="off"
            id=secret_field
            type="password"
            prop:value=secret
            on:input=move |event| secret.set(event_target_value(&event))
        />
    };
    // What is typed counts at once: the button may be pressed by a key, which leaves no field.
    Effect::new(move |begun: Option<()>| {
        let (headers, secret) = (edited.get(), secret.get());
        if begun.is_some() {
            change(&|draft| (draft.headers, draft.client_secret) = (headers.clone(), secret.clone()));
        }
    });
    let fields = view! {
        <div class="fields">
            {transport(PREFIX, kind, move |kind| change(&|draft| draft.transport = kind))}
            {headers(PREFIX, edited, || ())} {client(PREFIX, client_field.into_any(), secret_field.into_any())}
        </div>
    };
    view! {
        <details class="card">
            <summary class="card__head">{t("advanced")}</summary>
            {fields}
        </details>
    }
    .into_any()
}
