//! The page beside the panel, and how much care its form is given.

use crate::state::form::{QUALITIES, models, quality_words};
use crate::state::here::Here;
use crate::state::picker::choices;
use crate::state::text::{fill, t};
use crate::view::show::Show;
use crate::view::store::{Store, Surface, store};
use edith_chrome::tabs::Tab;
use edith_chrome::{Listener, scripting, tabs};
use edith_protocol::Mode;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Follows the page beside the panel.
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

/// Looks at the page in view.
fn look(store: Store) {
    if document().hidden() {
        return;
    }
    spawn_local(async move {
        let query = tabs::Query { active: Some(true), current_window: Some(true), ..tabs::Query::default() };
        let tab = tabs::query(&query).await.unwrap_or_default().into_iter().find(|tab| tab.url.starts_with("http"));
        let here = match tab {
            Some(Tab { id, title, url, .. }) => {
                let fields = scripting::form_fields(id).await;
                Some(Here::new(id, url, title, fields, &scripting::tab_facts(id).await))
            }
            None => None,
        };
        if store.here.with_untracked(|before| *before != here) {
            store.here.set(here);
        }
    });
}

/// How much care the form is given, and what its models cost.
pub(in crate::view) fn care() -> AnyView {
    let store = store();
    let shown = move || {
        let options = QUALITIES.map(|(quality, name)| {
            let is_it = store.quality.get_untracked() == quality;
            view! { <option value=name selected=is_it>{quality_words(quality)}</option> }
        });
        let list = view! {
            <select
                class="input"
                id="form-quality"
                aria-describedby="form-models"
                on:change=move |event| {
                    let name = event_target_value(&event);
                    if let Some((quality, _)) = QUALITIES.iter().find(|(_, one)| *one == name) {
                        store.quality.set(*quality);
                    }
                }
            >
                {options.collect_view()}
            </select>
        };
        view! {
            <div class="form-care">
                <label class="sr-only" for="form-quality">{t("form_quality")}</label>
                {list}
                <p class="field__note" id="form-models" dir="auto">{move || cost(store)}</p>
            </div>
        }
        .into_any()
    };
    view! {
        <Show when=move || store.mode.get() == Mode::Form && store.ask().is_none() && store.live(|_| ()).is_none()>
            {shown()}
        </Show>
    }
    .into_any()
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
