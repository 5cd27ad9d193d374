//! The one place that says what is allowed where: on each site what was allowed for good and what schedules may do, and what the browser allows.

use crate::state::sites::{Leave, Site, grant_words, sites};
use crate::state::text::{counted, fill, key, t};
use crate::view::bridge;
use crate::view::el::{button, el, live};
use crate::view::icon::{Icon, icon};
use crate::view::settings::parts::section;
use crate::view::store::{Screen, Store, focus, store};
use edith_chrome::{permissions, runtime, tabs};
use edith_protocol::{Command, ErrorBody, ErrorCode, Grant};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Where the focus goes when a row is gone.
const LIST: &str = "sites";
/// The part of the panel's address by which another page has the schedules shown.
pub(in crate::view) const SCHEDULES: &str = "#schedules";
/// What is in the panel's address to come back to the settings, before the id of the open conversation.
pub(in crate::view) const SETTINGS: &str = "#settings=";

/// The section.
pub(super) fn sites_section() -> AnyView {
    let store = store();
    store.refresh_schedules();
    let all =
        Memo::new(move |_| store.grants.with(|grants| store.schedules.with(|schedules| sites(grants, schedules))));
    let rows = move || {
        let all = all.get();
        if all.is_empty() {
            return el("p", "field__note").text(t("no_grants")).view();
        }
        el("ul", "sites").add_all(all.into_iter().map(|site| row(store, site))).view()
    };
    let body = el("div", "fields")
        .attr("id", LIST)
        .attr("tabindex", "-1")
        .add(el("p", "field__note").text(t("grants_note")))
        .add(live(rows))
        .add(browser());
    section(t("sites"), body.view())
}

fn row(store: Store, site: Site) -> AnyView {
    let Site { host, grants, schedules } = site;
    let name = if host.is_empty() { t("every_site").to_owned() } else { host.clone() };
    let head = el("div", "site__head")
        .add(icon(Icon::Globe))
        .add(el("h3", "site__name").attr("dir", if host.is_empty() { "auto" } else { "ltr" }).text(name.clone()));
    let all = grants.clone();
    let head = head.add_some((grants.len() > 1).then(|| {
        button("button button--small", move || revoke(store, all.clone()))
            .attr("aria-label", fill("revoke_site", &[("site", &name)]))
            .text(t("revoke_all"))
    }));
    let granted = grants.into_iter().map(|grant| {
        let words = grant_words(&grant.what);
        let label = fill("revoke_named", &[("what", &words), ("origin", &grant.origin)]);
        let of = el("span", "site__what").text(words);
        el("li", "grant")
            .add(of)
            .add(
                button("button button--small", move || revoke(store, vec![grant.clone()]))
                    .attr("aria-label", label)
                    .text(t("revoke")),
            )
            .view()
    });
    let left = schedules.into_iter().map(|leave| {
        let Leave { name, may, .. } = leave;
        let words = el("span", "grant__words")
            .add(el("span", "").text(may.join(", ")))
            .add(el("span", "field__note").attr("dir", "auto").text(fill("by_schedule", &[("name", &name)])));
        el("li", "grant")
            .add(words)
            .add(
                button("button button--small", move || open_schedules(store))
                    .attr("aria-label", fill("show_schedule", &[("name", &name)]))
                    .add(icon(Icon::Calendar))
                    .text(t("schedule")),
            )
            .view()
    });
    el("li", "site").add(head).add(el("ul", "grants").add_all(granted).add_all(left)).view()
}

/// Takes back one after the other; the list follows what is stored.
fn revoke(store: Store, grants: Vec<Grant>) {
    spawn_local(async move {
        let count = grants.len();
        for grant in grants {
            if let Err(error) = bridge::send(&Command::GrantRevoke { grant }).await {
                store.error.set(Some(error));
                return;
            }
        }
        store.show_toast(counted(count, key("revoked_one"), key("revoked_many")), None);
        focus(LIST);
    });
}

/// A page of settings alone has no schedules: they are shown in a tab.
fn open_schedules(store: Store) {
    if store.has_runs() {
        store.screen.set(Screen::Schedules);
        return;
    }
    open_tab(store, format!("sidepanel.html{SCHEDULES}"));
}

/// What the browser itself allows, which only its own settings change.
fn browser() -> AnyView {
    let store = store();
    let every = RwSignal::new(None::<bool>);
    spawn_local(async move {
        every.try_set(permissions::has_every_site().await.ok());
    });
    let note = move || {
        t(match every.get() {
            Some(false) => key("browser_some_sites"),
            _ => key("browser_every_site"),
        })
        .to_owned()
    };
    let words = el("span", "grant__words")
        .add(el("span", "field__label").text(t("browser_access")))
        .add(el("span", "field__note").live_text(note));
    let open = move || {
        let own = runtime::get_url("");
        let id = own.split('/').nth(2).unwrap_or_default();
        open_tab(store, format!("chrome://extensions/?id={id}"));
    };
    el("div", "grant")
        .attr("id", "browser-access")
        .add(words)
        .add(button("button button--small", open).text(t("open_browser_settings")))
        .view()
}

fn open_tab(store: Store, url: String) {
    spawn_local(async move {
        let tab = tabs::Properties { url: Some(&url), ..tabs::Properties::default() };
        if let Err(error) = tabs::create(&tab).await {
            store.error.set(Some(ErrorBody::new(ErrorCode::Other, error.message().to_owned())));
        }
    });
}
