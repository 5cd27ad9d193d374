//! The library: the documents that are kept, searched by name and by what they say.

use super::chips::shape_icon;
use crate::state::documents::attached::facts;
use crate::state::documents::kind::shape;
use crate::state::documents::library::{named, total};
use crate::state::documents::place::Opening;
use crate::state::format::{bytes, shorten};
use crate::state::text::{fill, t};
use crate::state::wire;
use crate::view::bridge;
use crate::view::cite::ToPlace;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::keys::on_escape;
use crate::view::moment::ago;
use crate::view::notice::error_notice;
use crate::view::store::{Store, focus, store};
use edith_protocol::{Command, DocumentShown, DocumentState, HitShown};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Hits in what documents say.
const HITS: usize = 20;
/// Characters of a hit.
const HIT: usize = 140;
/// A query that is shorter is looked for in names only.
const LEAST: usize = 3;

/// The library screen.
pub(in crate::view) fn library_screen() -> AnyView {
    let store = store();
    let documents = RwSignal::new(None::<Vec<DocumentShown>>);
    let query = RwSignal::new(String::new());
    let found = RwSignal::new((String::new(), Vec::<HitShown>::new()));
    refresh(store, documents);
    search_contents(query, found);
    // The document whose deletion is asked about; kept here, so that the question outlives a list that is drawn again.
    let deleting = RwSignal::new(String::new());
    // Hits come later than names, and leave the rows of those alone.
    let names = move || {
        let kept = documents.get()?;
        let rows = named(&kept, &query.get()).into_iter().map(|one| row(store, one.clone(), documents, deleting));
        let rows: Vec<AnyView> = rows.collect();
        (!rows.is_empty()).then(|| view! { <ul class="library__list">{rows.collect_view()}</ul> }.into_any())
    };
    let inside = move || {
        let (asked, hits) = found.get();
        documents.with(|kept| contents(kept.as_deref()?, &asked, hits))
    };
    let nothing_there = move || {
        let words = documents.with(|kept| {
            let kept = kept.as_deref()?;
            let is_hit = |one: &DocumentShown| found.with(|(_, hits)| hits.iter().any(|hit| hit.document_id == one.id));
            let is_found = !named(kept, &query.get()).is_empty() || kept.iter().any(is_hit);
            match (kept.is_empty(), is_found) {
                (true, _) => Some(t("library_empty")),
                (_, true) => None,
                _ => Some(t("nothing_found")),
            }
        });
        words.map(|words| view! { <p class="empty" role="status">{words}</p> }.into_any())
    };
    let line = move || documents.with(|all| all.as_ref().map(|all| total(all)).unwrap_or_default());
    let field = view! {
        <input
            class="input"
            type="search"
            placeholder=t("search")
            aria-label=t("library_search")
            bind:value=query
            id="library-search"
        />
    };
    let head = view! {
        <div class="library__head">
            <label class="search">{icon(Icon::Search)} {field}</label>
            <p class="field__note" role="status">{move || line()}</p>
        </div>
    };
    view! {
        <div class="settings library">
            {head} {move || names().unwrap_or_else(|| ().into_any())}
            {move || inside().unwrap_or_else(|| ().into_any())}
            {move || nothing_there().unwrap_or_else(|| ().into_any())}
        </div>
        {error_notice()}
    }
    .into_any()
}

fn refresh(store: Store, documents: RwSignal<Option<Vec<DocumentShown>>>) {
    spawn_local(async move {
        match bridge::list("documents", |after| Command::DocumentList { after }).await {
            Ok(list) => drop(documents.try_set(Some(list))),
            Err(error) => store.error.set(Some(error)),
        }
    });
}

/// One search at a time; each ends by picking up the current query.
fn search_contents(query: RwSignal<String>, found: RwSignal<(String, Vec<HitShown>)>) {
    let asking = RwSignal::new(false);
    Effect::new(move || {
        let query = query.get().trim().to_owned();
        if asking.get() || found.with_untracked(|(asked, _)| *asked == query) {
            return;
        }
        if query.chars().count() < LEAST {
            return found.set((query, Vec::new()));
        }
        asking.set(true);
        spawn_local(async move {
            let command = Command::DocumentSearch { query: query.clone(), documents: None, limit: Some(HITS) };
            // Without the worker only names are searched.
            let hits =
                bridge::send(&command).await.map(|mut answer| wire::list(&mut answer, "hits")).unwrap_or_default();
            // The screen may be gone by then.
            found.try_set((query, hits));
            asking.try_set(false);
        });
    });
}

/// What documents say, each hit with its document and page.
fn contents(kept: &[DocumentShown], sought: &str, hits: Vec<HitShown>) -> Option<AnyView> {
    let rows: Vec<AnyView> = hits
        .into_iter()
        .filter_map(|hit| {
            let shown = kept.iter().find(|one| one.id == hit.document_id)?;
            let place = Opening { page: hit.page, words: sought.to_owned(), ..Opening::start(hit.document_id) };
            let label = fill("citation", &[("name", &shown.name), ("page", &hit.page.to_string())]);
            let row = view! {
                <li>
                    <ToPlace class="library__hit" place>
                        <span class="library__name" dir="auto">{label}</span>
                        <span class="library__facts" dir="auto">{shorten(&hit.text, HIT)}</span>
                    </ToPlace>
                </li>
            };
            Some(row.into_any())
        })
        .collect();
    (!rows.is_empty()).then(|| {
        view! {
            <section class="library__inside" aria-labelledby="library-inside">
                <h2 class="label" id="library-inside">{t("library_inside")}</h2>
                <ul>{rows.collect_view()}</ul>
            </section>
        }
        .into_any()
    })
}

fn row(
    store: Store,
    shown: DocumentShown,
    documents: RwSignal<Option<Vec<DocumentShown>>>,
    deleting: RwSignal<String>,
) -> AnyView {
    let mut line =
        vec![if shown.state == DocumentState::Read { facts(&shown) } else { t("document_unread").to_owned() }];
    line.push(bytes(shown.size));
    line.dedup();
    line.push(ago(store.now.get_untracked(), shown.added_at));
    let drawn = shape_icon(shape(shown.kind.as_deref().unwrap_or_default(), &shown.name, &shown.mime));
    let words = view! {
        <span class="library__words">
            <span class="library__name" dir="auto">{shown.name.clone()}</span>
            <span class="library__facts">{line.join(" · ")}</span>
        </span>
    };
    let link = view! {
        <ToPlace class="library__open" place=Opening::start(shown.id.clone())>
            {icon(drawn)}
            {words}
        </ToPlace>
    };
    let name = shown.name.clone();
    let (id, asked) = (shown.id.clone(), shown.id.clone());
    let ask = move || {
        store.open(None);
        store.choose_documents();
        store.attach_kept(shown.clone());
    };
    let actions = view! {
        <span class="library__actions">
            <button
                class="button button--small button--quiet"
                type="button"
                aria-label=fill("ask_about_named", &[("name", &name)])
                on:click=move |_| ask()
            >
                {t("ask_about")}
            </button>
            {icon_button(Icon::Bin, t("delete"), move || deleting.set(asked.clone()))}
        </span>
    };
    let question = move || {
        if deleting.with(|deleted| *deleted != id) {
            return ().into_any();
        }
        focus("keep-document");
        let id = id.clone();
        let delete = move || {
            let document_id = id.clone();
            spawn_local(async move {
                match bridge::send(&Command::DocumentDelete { document_id }).await {
                    Ok(_) => refresh(store, documents),
                    Err(error) => store.error.set(Some(error)),
                }
            });
        };
        view! {
            <div
                class="library__confirm"
                role="group"
                aria-label=fill("delete_document_named", &[("name", &name)])
                on:keydown=on_escape(move || deleting.set(String::new()))
            >
                <p>{t("delete_document_question")}</p>
                <button class="button button--small button--stop" type="button" on:click=move |_| delete()>
                    {t("delete")}
                </button>
                <button
                    class="button button--small"
                    type="button"
                    id="keep-document"
                    on:click=move |_| deleting.set(String::new())
                >
                    {t("keep")}
                </button>
            </div>
        }
        .into_any()
    };
    view! { <li class="library__row">{link} {actions} {move || question()}</li> }.into_any()
}
