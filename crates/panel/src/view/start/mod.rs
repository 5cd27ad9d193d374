//! The first page without a model: three cards with a way each to have one, and the choice to do without. Settings show the cards again.

mod browser;
mod key;
mod local;
mod ready;

use crate::state::servers::{add, make_first};
use crate::state::tested::Tested;
use crate::state::text::t;
use crate::view::el::{El, all, button, either, el, when};
use crate::view::home_parts::part;
use crate::view::icon::{Icon, icon};
use crate::view::settings::Trial;
use crate::view::store::{Store, focus, store};
use edith_protocol::{FIRST_SERVER, NamedServer};
use leptos::prelude::*;

/// What the person chose here, and how its test went.
#[derive(Clone, Copy)]
struct Choice {
    store: Store,
    trial: Trial,
    /// Whether a server was set up here; it is the first one then.
    taken: RwSignal<bool>,
}

impl Choice {
    fn new() -> Self {
        Self { store: store(), trial: Trial::new(), taken: RwSignal::new(false) }
    }

    /// Stores a server as the one that tasks ask.
    fn take(self, server: NamedServer) {
        self.taken.set(true);
        self.store.settings.update(|settings| settings.start_done = true);
        self.store.change_all_servers(|all| {
            let id = add(all, server);
            make_first(all, &id);
        });
        focus("start-begin");
    }

    /// Tries the server that was taken, and keeps what is found.
    fn try_first(self) {
        let Some(server) = self.first() else { return };
        let keep = move |tested: &Tested| {
            self.store.change_all_servers(|all| {
                if let Some(first) = all.list.iter_mut().find(|one| one.id == FIRST_SERVER) {
                    tested.keep(first);
                }
            });
        };
        self.trial.begin(self.store, server, |_| {}, keep);
    }

    fn first(self) -> Option<NamedServer> {
        self.store.all_servers.with(|all| all.list.iter().find(|one| one.id == FIRST_SERVER).cloned())
    }
}

/// The part of the first page: the cards until something was chosen, then how the chosen one does.
pub(super) fn start() -> AnyView {
    let choice = Choice::new();
    let store = choice.store;
    let cards = move || {
        let list = el("ul", "start").add(cards(choice, true)).add(without(store));
        part("start-title", t("start_title"), list.view())
    };
    either(move || choice.taken.get(), move || ready::ready(choice), move || when(move || is_due(store), cards))
}

/// The cards for the settings, which look for nothing by themselves.
pub(super) fn ways() -> AnyView {
    let choice = Choice::new();
    let cards = move || el("ul", "start").add(cards(choice, false)).view();
    either(move || choice.taken.get(), move || ready::ready(choice), cards)
}

fn cards(choice: Choice, looks: bool) -> AnyView {
    all(vec![browser::browser_model(choice), local::local(choice, looks), key::key(choice)])
}

/// Doing without a model.
fn without(store: Store) -> AnyView {
    let choose = move || {
        store.change_settings(|settings| settings.start_done = true);
        focus("composer-input");
    };
    let body = el("span", "tile__body")
        .add(el("span", "tile__title").text(t("start_without")))
        .add(el("span", "tile__text").text(t("start_without_note")));
    let tile = button("tile start__without", choose).attr("id", "start-without").add(icon(Icon::Terminal)).add(body);
    el("li", "").add(tile).view()
}

/// A card with its heading.
fn card(id: &'static str, shown: Icon, title: &'static str, body: impl Into<AnyView>) -> El {
    let head = el("div", "start__head").add(icon(shown)).add(el("h3", "start__title").attr("id", id).text(title));
    el("li", "start__card").attr("role", "group").attr("aria-labelledby", id).add(head).add(body)
}

/// Whether the person has neither a server nor chosen to do without.
pub(super) fn is_due(store: Store) -> bool {
    store.all_servers.with(|all| all.list.is_empty()) && !store.settings.with(|settings| settings.start_done)
}
