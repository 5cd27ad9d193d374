//! The page beside the panel, whether it has a form, and how much care that is given.

use crate::state::compose::Here;
use crate::state::form::{QUALITIES, models, quality_words};
use crate::state::here::Here as PageHere;
use crate::state::picker::choices;
use crate::state::text::{fill, t};
use crate::view::el::{el, when};
use crate::view::store::{Store, Surface, store};
use edith_chrome::tabs::Tab;
use edith_chrome::{Listener, scripting, tabs};
use edith_protocol::Mode;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Fields from which on a page is said to have a form. A search, a login or a box for a newsletter has fewer.
const FIELDS: u32 = 3;

/// Follows the page beside the panel, and whether it has a form to fill in.
pub(in crate::view) fn watch(store: Store) {
    if store.surface != Surface::SidePanel {
        return;
    }
    look(store);
    let listeners: [Listener; 2] = [
        tabs::on_activated(move || look(store)),
        tabs::on_updated(move |tab| {
            if tab.active {
                look(store);
            }
        }),
    ];
    // They live as long as the page's root, which owns this value.
    StoredValue::new_local(listeners);
    // Pages draw forms long after they have loaded; whoever comes back to the panel sees what is there now.
    let wake = window_event_listener_untyped("focus", move |_| look(store));
    on_cleanup(move || wake.remove());
}

/// Looks at the page in view, and counts its fields.
fn look(store: Store) {
    if document().hidden() {
        return;
    }
    spawn_local(async move {
        let query = tabs::Query { active: Some(true), current_window: Some(true), ..tabs::Query::default() };
        // Without a tab that can be read there is no form.
        let tab = tabs::query(&query).await.unwrap_or_default().into_iter().find(|tab| tab.url.starts_with("http"));
        let fields = match &tab {
            Some(tab) => scripting::form_fields(tab.id).await,
            None => 0,
        };
        let here = tab.clone().map(|Tab { id, title, url, .. }| Here { tab: id, title, url });
        if store.compose.here.with_untracked(|known| *known != here) {
            store.compose.here.set(here);
        }
        let found = fields >= FIELDS;
        if store.form_here.get_untracked() != found {
            store.form_here.set(found);
        }
        let facts = match &tab {
            Some(tab) => scripting::tab_facts(tab.id).await,
            None => String::new(),
        };
        let here = tab.map(|tab| PageHere::new(tab.id, tab.url, tab.title, fields, &facts)).unwrap_or_default();
        if store.here.with_untracked(|before| *before != here) {
            store.here.set(here);
        }
    });
}

/// How much care the form is given, and what its models cost.
pub(in crate::view) fn care() -> AnyView {
    let store = store();
    when(
        move || store.mode.get() == Mode::Form && store.ask().is_none() && store.live(|_| ()).is_none(),
        move || {
            let options = QUALITIES.map(|(quality, name)| {
                let option = el("option", "").attr("value", name);
                let is_it = store.quality.get_untracked() == quality;
                let option = if is_it { option.attr("selected", "") } else { option };
                option.text(quality_words(quality)).view()
            });
            let list = el("select", "input")
                .attr("id", "form-quality")
                .attr("aria-describedby", "form-models")
                .add_all(options)
                .on_change(move |name| {
                    if let Some((quality, _)) = QUALITIES.iter().find(|(_, one)| *one == name) {
                        store.quality.set(*quality);
                    }
                });
            el("div", "form-care")
                .add(el("label", "sr-only").attr("for", "form-quality").text(t("form_quality")))
                .add(list)
                .add(
                    el("p", "field__note").attr("id", "form-models").attr("dir", "auto").live_text(move || cost(store)),
                )
                .view()
        },
    )
}

/// The models that are asked, with their prices.
fn cost(store: Store) -> String {
    let quality = store.quality.get();
    store.all_servers.with(|all| {
        let servers = models(all, quality);
        if servers.is_empty() {
            return t("form_without").to_owned();
        }
        let one = |server: &&edith_protocol::NamedServer| {
            let details = store.listed.with(|listed| {
                let listed = listed.get(&server.base_url).map_or(&[][..], Vec::as_slice);
                store.settings.with(|settings| choices(server, listed, settings)).into_iter().next()
            });
            match details {
                Some(one) if one.details.is_empty() => one.model,
                Some(one) => format!("{} ({})", one.model, one.details),
                None => crate::state::servers::name_of(server),
            }
        };
        fill("form_by", &[("models", &servers.iter().map(one).collect::<Vec<_>>().join(" + "))])
    })
}
