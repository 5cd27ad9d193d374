//! What few servers need: how one is spoken to, headers, and what is signed in with.

use super::places::focus_on;
use crate::state::mcp::Header;
use crate::state::text::{fill, key, t};
use crate::view::icon::{Icon, icon};
use crate::view::settings::servers::fields::Labelled;
use edith_protocol::McpTransport;
use leptos::prelude::*;

/// What is in the field of a stored secret, which is never read back.
pub(super) const DOTS: &str = "••••••••";

/// The choice of how it is spoken to. `prefix`: of the field's id.
pub(super) fn transport(
    prefix: &str,
    now: impl Fn() -> McpTransport + Copy + Send + 'static,
    set: impl Fn(McpTransport) + 'static,
) -> AnyView {
    const KINDS: [(McpTransport, &str, &str); 3] = [
        (McpTransport::Auto, "auto", key("mcp_transport_auto")),
        (McpTransport::Http, "http", key("mcp_transport_http")),
        (McpTransport::Sse, "sse", key("mcp_transport_sse")),
    ];
    let id = format!("{prefix}-transport");
    let option = move |(kind, name, words): (McpTransport, &'static str, &'static str)| {
        view! { <option value=name selected=move || now() == kind>{t(words)}</option> }.into_any()
    };
    let chosen = move |name: String| {
        if let Some((kind, ..)) = KINDS.iter().find(|(_, one, _)| *one == name) {
            set(*kind);
        }
    };
    let list = view! {
        <select class="input" id=id.clone() on:change=move |event| chosen(event_target_value(&event))>
            {KINDS.map(option).collect_view()}
        </select>
    };
    view! {
        <Labelled id words=t("mcp_transport")>
            {list}
        </Labelled>
    }
    .into_any()
}

/// The headers, each with its name and its value. `done` is told of every change that is finished.
pub(super) fn headers(prefix: &str, edited: RwSignal<Vec<Header>>, done: impl Fn() + Copy + Send + 'static) -> AnyView {
    let prefix = StoredValue::new(prefix.to_owned());
    let count = Memo::new(move |_| edited.with(Vec::len));
    let name_id = move |at: usize| prefix.with_value(|prefix| format!("{prefix}-header-{at}"));
    let add_id = prefix.with_value(|prefix| format!("{prefix}-header-add"));
    let to_add = add_id.clone();
    let row = move |at: usize| {
        let number = (at + 1).to_string();
        let label = move |words: &'static str| fill(words, &[("n", &number)]);
        let change = move |set: &dyn Fn(&mut Header)| {
            edited.update(|all| {
                if let Some(one) = all.get_mut(at) {
                    set(one);
                }
            });
        };
        let read = move |look: fn(&Header) -> String| edited.with(|all| all.get(at).map(look).unwrap_or_default());
        let named = move |event| {
            let text = event_target_value(&event);
            change(&|one| one.name.clone_from(&text));
        };
        let name = view! {
            <input
                class="input"
                dir="ltr"
                spellcheck="false"
                autocomplete="off"
                id=name_id(at)
                type="text"
                aria-label=label(key("mcp_header_name"))
                placeholder="Authorization"
                prop:value=move || read(|one| one.name.clone())
                on:input=named
                on:change=move |_| done()
            />
        };
        let value = view! {
            <input
                class="input"
                type="password"
                dir="ltr"
                autocomplete="off"
                aria-label=label(key("mcp_header_value"))
                placeholder=move || {
                    let is_stored = edited.with(|all| all.get(at).is_some_and(Header::is_stored));
                    if is_stored { DOTS } else { t("mcp_value") }
                }
                prop:value=move || read(|one| one.value.clone())
                on:input=move |event| change(&|one| one.value.clone_from(&event_target_value(&event)))
                on:change=move |_| done()
            />
        };
        let add_id = to_add.clone();
        let remove = move || {
            edited.update(|all| {
                if at < all.len() {
                    all.remove(at);
                }
            });
            done();
            focus_on(add_id.clone());
        };
        let words = label(key("mcp_header_remove"));
        let out = view! {
            <button class="icon-button" type="button" aria-label=words.clone() title=words on:click=move |_| remove()>
                {icon(Icon::Bin)}
            </button>
        };
        view! { <div class="header-row">{name} {value} {out}</div> }.into_any()
    };
    let add = move || {
        edited.update(|all| all.push(Header::default()));
        focus_on(name_id(edited.with_untracked(Vec::len).saturating_sub(1)));
    };
    let add = view! {
        <button class="button button--small" type="button" id=add_id on:click=move |_| add()>
            {icon(Icon::Plus)}
            {t("mcp_header_add")}
        </button>
    };
    view! {
        <div class="field" role="group" aria-label=t("mcp_headers")>
            <p class="field__label" aria-hidden="true">{t("mcp_headers")}</p>
            <p class="field__note">{t("mcp_headers_note")}</p>
            {move || (0..count.get()).map(&row).collect_view().into_any()}
            <div class="buttons">{add}</div>
        </div>
    }
    .into_any()
}

/// The ids of the fields for the client's id and its secret.
pub(super) fn client_fields(prefix: &str) -> (String, String) {
    (format!("{prefix}-client"), format!("{prefix}-secret"))
}

/// What is signed in with, together: the fields of the client's id and its secret.
pub(super) fn client(prefix: &str, id: AnyView, secret: AnyView) -> AnyView {
    let (id_field, secret_field) = client_fields(prefix);
    view! {
        <div class="fields">
            <Labelled id=id_field words=t("mcp_client_id")>
                {id}
                <p class="field__note">{t("mcp_client_note")}</p>
            </Labelled>
            <Labelled id=secret_field words=t("mcp_client_secret")>
                {secret}
            </Labelled>
        </div>
    }
    .into_any()
}
