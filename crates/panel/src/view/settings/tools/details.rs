//! What few servers need: how one is spoken to, headers, and what is signed in with.

use super::places::focus_on;
use crate::state::mcp::Header;
use crate::state::text::{fill, key, t};
use crate::view::el::{El, all, button, el, live};
use crate::view::icon::{Icon, icon};
use crate::view::settings::servers::fields::{labelled, technical};
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
        el("option", "").attr("value", name).live_flag("selected", move || now() == kind).text(t(words)).view()
    };
    let chosen = move |name: String| {
        if let Some((kind, ..)) = KINDS.iter().find(|(_, one, _)| *one == name) {
            set(*kind);
        }
    };
    let list = el("select", "input").attr("id", id.clone()).add_all(KINDS.map(option)).on_change(chosen);
    labelled(&id, t("mcp_transport"), list).view()
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
        let name = technical(name_id(at))
            .attr("type", "text")
            .attr("aria-label", label(key("mcp_header_name")))
            .attr("placeholder", "Authorization")
            .value(move || read(|one| one.name.clone()))
            .on_input(move |text| change(&|one| one.name.clone_from(&text)))
            .on_change(move |_| done());
        let value = el("input", "input")
            .attr("type", "password")
            .attr("dir", "ltr")
            .attr("autocomplete", "off")
            .attr("aria-label", label(key("mcp_header_value")))
            .live_attr("placeholder", move || {
                let is_stored = edited.with(|all| all.get(at).is_some_and(Header::is_stored));
                Some(if is_stored { DOTS } else { t("mcp_value") }.to_owned())
            })
            .value(move || read(|one| one.value.clone()))
            .on_input(move |text| change(&|one| one.value.clone_from(&text)))
            .on_change(move |_| done());
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
        let out =
            button("icon-button", remove).attr("aria-label", words.clone()).attr("title", words).add(icon(Icon::Bin));
        el("div", "header-row").add(name).add(value).add(out).view()
    };
    let add = move || {
        edited.update(|all| all.push(Header::default()));
        focus_on(name_id(edited.with_untracked(Vec::len).saturating_sub(1)));
    };
    let add = button("button button--small", add).attr("id", add_id).add(icon(Icon::Plus)).text(t("mcp_header_add"));
    el("div", "field")
        .attr("role", "group")
        .attr("aria-label", t("mcp_headers"))
        .add(el("p", "field__label").attr("aria-hidden", "true").text(t("mcp_headers")))
        .add(el("p", "field__note").text(t("mcp_headers_note")))
        .add(live(move || all((0..count.get()).map(&row).collect())))
        .add(el("div", "buttons").add(add))
        .view()
}

/// The field for the id of the client.
pub(super) fn client_id(prefix: &str, value: impl Fn() -> String + Send + 'static) -> (String, El) {
    let id = format!("{prefix}-client");
    (id.clone(), technical(id).attr("type", "text").value(value))
}

/// The field for its secret.
pub(super) fn client_secret(prefix: &str, typed: RwSignal<String>) -> (String, El) {
    let id = format!("{prefix}-secret");
    let field =
        technical(id.clone()).attr("type", "password").value(move || typed.get()).on_input(move |text| typed.set(text));
    (id, field)
}

/// What is signed in with, together.
pub(super) fn client(id: (String, El), secret: (String, El)) -> AnyView {
    el("div", "fields")
        .add(labelled(&id.0, t("mcp_client_id"), id.1).add(el("p", "field__note").text(t("mcp_client_note"))))
        .add(labelled(&secret.0, t("mcp_client_secret"), secret.1))
        .view()
}
