//! The one place that says what is allowed where: on each site what was allowed for good and what schedules may do, and what the browser allows.

use crate::state::sites::{Leave, Site, grant_words, sites};
use crate::state::text::{counted, fill, key, t};
use crate::view::bridge;
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
            return view! { <p class="field__note">{t("no_grants")}</p> }.into_any();
        }
        view! { <ul class="sites">{all.into_iter().map(|site| row(store, site)).collect_view()}</ul> }.into_any()
    };
    let body = view! {
        <div class="fields" id=LIST tabindex="-1">
            <p class="field__note">{t("grants_note")}</p>
            {move || rows()}
            {browser()}
        </div>
    };
    section(t("sites"), body.into_any())
}

fn row(store: Store, site: Site) -> AnyView {
    let Site { host, grants, schedules } = site;
    let name = if host.is_empty() { t("every_site").to_owned() } else { host.clone() };
    let all = grants.clone();
    let revoke_all = (grants.len() > 1).then(|| {
        view! {
            <button
                class="button button--small"
                type="button"
                aria-label=fill("revoke_site", &[("site", &name)])
                on:click=move |_| revoke(store, all.clone())
            >
                {t("revoke_all")}
            </button>
        }
        .into_any()
    });
    let head = view! {
        <div class="site__head">
            {icon(Icon::Globe)}
            <h3 class="site__name" dir=if host.is_empty() { "auto" } else { "ltr" }>{name.clone()}</h3>
            {revoke_all}
        </div>
    };
    let granted = grants.into_iter().map(|grant| {
        let words = grant_words(&grant.what);
        let label = fill("revoke_named", &[("what", &words), ("origin", &grant.origin)]);
        let of = view! { <span class="site__what">{words}</span> };
        view! {
            <li class="grant">
                {of}
                <button
                    class="button button--small"
                    type="button"
                    aria-label=label
                    on:click=move |_| revoke(store, vec![grant.clone()])
                >
                    {t("revoke")}
                </button>
            </li>
        }
        .into_any()
    });
    let left = schedules.into_iter().map(|leave| {
        let Leave { name, may, .. } = leave;
        let words = view! {
            <span class="grant__words">
                <span>{may.join(", ")}</span>
                <span class="field__note" dir="auto">{fill("by_schedule", &[("name", &name)])}</span>
            </span>
        };
        view! {
            <li class="grant">
                {words}
                <button
                    class="button button--small"
                    type="button"
                    aria-label=fill("show_schedule", &[("name", &name)])
                    on:click=move |_| open_schedules(store)
                >
                    {icon(Icon::Calendar)}
                    {t("schedule")}
                </button>
            </li>
        }
        .into_any()
    });
    view! {
        <li class="site">
            {head}
            <ul class="grants">{granted.collect_view()} {left.collect_view()}</ul>
        </li>
    }
    .into_any()
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
    let words = view! {
        <span class="grant__words">
            <span class="field__label">{t("browser_access")}</span>
            <span class="field__note">{move || note()}</span>
        </span>
    };
    let open = move || {
        let own = runtime::get_url("");
        let id = own.split('/').nth(2).unwrap_or_default();
        open_tab(store, format!("chrome://extensions/?id={id}"));
    };
    view! {
        <div class="grant" id="browser-access">
            {words}
            <button class="button button--small" type="button" on:click=move |_| open()>
                {t("open_browser_settings")}
            </button>
        </div>
    }
    .into_any()
}

fn open_tab(store: Store, url: String) {
    spawn_local(async move {
        let tab = tabs::Properties { url: Some(&url), ..tabs::Properties::default() };
        if let Err(error) = tabs::create(&tab).await {
            store.error.set(Some(ErrorBody::new(ErrorCode::Other, error.message().to_owned())));
        }
    });
}
