//! The first page without a model server: ways to have one, and what works without.

use crate::state::part::Part;
use crate::state::text::t;
use crate::view::browser_model::browser_model;
use crate::view::el::{button, el};
use crate::view::home_parts::part;
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, store};
use leptos::prelude::*;

/// The ways.
pub(super) fn start() -> AnyView {
    let store = store();
    let with_key = move || {
        store.draft_server.update(|draft| {
            draft.get_or_insert_default();
        });
        store.open_setting("new-server");
    };
    let local = move || {
        store.look_local.set(true);
        store.open_settings(Part::Model);
    };
    let list = el("ul", "tiles")
        .add(way("start-key", Icon::Spark, t("start_key"), t("start_key_note"), with_key))
        .add(way("start-local", Icon::Search, t("start_local"), t("start_local_note"), local))
        .add(browser_model());
    let body = el("div", "fields").add(list).add(el("p", "field__note").text(t("start_without")));
    part("start-title", t("start_title"), body.view())
}

fn way(id: &'static str, shown: Icon, title: &'static str, note: &'static str, go: impl Fn() + 'static) -> AnyView {
    let body =
        el("span", "tile__body").add(el("span", "tile__title").text(title)).add(el("span", "tile__text").text(note));
    el("li", "").add(button("tile", go).attr("id", id).add(icon(shown)).add(body)).view()
}

/// Whether no server is set.
pub(super) fn is_due(store: Store) -> bool {
    store.all_servers.with(|all| all.list.is_empty())
}
