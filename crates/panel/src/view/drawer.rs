//! The list of conversations in a dialog that slides in from the side.

use crate::state::conversations::{Group, list};
use crate::state::text::t;
use crate::state::wire::field;
use crate::view::bridge;
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::notice::error_notice;
use crate::view::row::{Busy, row};
use crate::view::store::{focus, store, zone};
use crate::view::toast::toast;
use edith_protocol::{Command, ConversationHit};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

/// The list of conversations. The dialog itself traps the focus and closes on Escape.
pub(super) fn drawer() -> AnyView {
    let store = store();
    let search = RwSignal::new(String::new());
    Effect::new(move || {
        let open = store.drawer.get();
        let Some(dialog) = by_id::<web_sys::HtmlDialogElement>("conversations") else { return };
        if open && !dialog.open() {
            // Fails only if it is already open.
            let _ = dialog.show_modal();
            search.set(String::new());
            focus("conversation-search");
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    // The worker searches the messages, one search at a time; each ends by picking up the current query.
    let said = RwSignal::new((String::new(), Vec::<ConversationHit>::new()));
    let asking = RwSignal::new(false);
    Effect::new(move || {
        let query = search.get().trim().to_owned();
        if asking.get() || said.with_untracked(|(asked, _)| *asked == query) {
            return;
        }
        if query.is_empty() {
            said.set(Default::default());
            return;
        }
        asking.set(true);
        spawn_local(async move {
            let answer = bridge::send(&Command::ConversationSearch { query: query.clone() }).await;
            // Without the worker only titles are searched.
            let hits = answer.ok().and_then(|mut answer| field(&mut answer, "hits")).unwrap_or_default();
            said.set((query, hits));
            asking.set(false);
        });
    });
    let outside = move |event: web_sys::MouseEvent| {
        // A click on the backdrop has the dialog itself as its target.
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|target| target.id() == "conversations") {
            store.drawer.set(false);
        }
    };
    let busy: Busy = RwSignal::new(None);
    let groups = Memo::new(move |before: Option<&Vec<Group>>| {
        // The list is frozen while a row is renamed or exported: redrawing would lose the typed text.
        if let (true, Some(before)) = (busy.with(Option::is_some), before) {
            return before.clone();
        }
        // A hidden list is not computed.
        let open = store.drawer.get();
        let now = store.now.get_untracked();
        if open {
            store
                .conversations
                .with(|all| search.with(|search| said.with(|(_, hits)| list(all, search, hits, now, zone()))))
        } else {
            Vec::new()
        }
    });
    let rows = move || {
        let groups = groups.get();
        keep_focus();
        if groups.is_empty() {
            let none = store.conversations.with(Vec::is_empty);
            let words = if none { t("none_yet") } else { t("nothing_found") };
            return view! { <p class="empty" role="status">{words}</p> }.into_any();
        }
        let groups = groups.into_iter().map(|group| {
            view! {
                <section>
                    <h3 class="label drawer__age">{group.title()}</h3>
                    <ul class="rows">{group.rows.into_iter().map(|shown| row(shown, busy)).collect_view()}</ul>
                </section>
            }
            .into_any()
        });
        groups.collect_view().into_any()
    };
    let head = view! {
        <div class="drawer__head">
            <h2 class="header__title" id="drawer-title">{t("conversations")}</h2>
            {icon_button(Icon::Upload, t("import"), move || store.import())}
            {icon_button(Icon::Plus, t("new_conversation"), move || store.open(None))}
            {icon_button(Icon::Cross, t("close"), move || store.drawer.set(false))}
        </div>
    };
    let field = view! {
        <input
            class="input"
            type="search"
            placeholder=t("search")
            aria-label=t("search_conversations")
            bind:value=search
            id="conversation-search"
            on:keydown=move |event| rove(&event)
        />
    };
    let inside = view! {
        <div class="drawer__inside">
            {head}
            <label class="search">{icon(Icon::Search)} {field}</label>
            <div class="drawer__list" on:keydown=move |event| rove(&event)>{move || rows()}</div>
            {error_notice()} {toast(true)}
        </div>
    };
    view! {
        <dialog
            class="drawer"
            id="conversations"
            aria-labelledby="drawer-title"
            on:close=move |_| {
                busy.set(None);
                store.drawer.set(false);
            }
            on:click=outside
        >
            {inside}
        </dialog>
    }
    .into_any()
}

/// After the list was redrawn, restores the focus to the same button of the same conversation, or of the one in its place.
fn keep_focus() {
    let Some(active) = document().active_element() else { return };
    let Ok(Some(row)) = active.closest(".drawer .row") else { return };
    let place = rows().iter().position(|one| one.is_same_node(Some(&row)));
    let button = buttons(&row).iter().position(|one| one.is_same_node(Some(&active)));
    let id = buttons(&row).first().map(|open| open.id());
    request_animation_frame(move || {
        // Whatever took the focus meanwhile keeps it.
        if document().active_element().is_some_and(|active| active.tag_name() != "BODY") {
            return;
        }
        let rows = rows();
        let same = rows.iter().find(|row| buttons(row).first().map(|open| open.id()) == id);
        let row = same.or_else(|| rows.get(place.unwrap_or_default())).or(rows.last());
        let buttons = row.map(|row| buttons(row)).unwrap_or_default();
        match buttons.get(button.unwrap_or_default()).or(buttons.first()) {
            // Fails only if it cannot take the focus, which loses nothing.
            Some(button) => drop(button.focus()),
            None => focus("conversation-search"),
        }
    });
}

fn rows() -> Vec<web_sys::HtmlElement> {
    elements(document().query_selector_all(".drawer .row").ok())
}

fn buttons(row: &web_sys::Element) -> Vec<web_sys::HtmlElement> {
    elements(row.query_selector_all("button").ok())
}

fn elements(found: Option<web_sys::NodeList>) -> Vec<web_sys::HtmlElement> {
    let Some(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

/// Arrow keys move between rows, and between the search box and the list.
fn rove(event: &web_sys::KeyboardEvent) {
    let step: i64 = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        "Home" => i64::MIN,
        "End" => i64::MAX,
        _ => return,
    };
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let in_field = target.as_ref().is_some_and(|element| element.tag_name() == "INPUT");
    if in_field && step != 1 {
        return;
    }
    let rows = elements(document().query_selector_all(".drawer .row__open").ok());
    let here = document().active_element().and_then(|active| active.closest(".row").ok().flatten());
    let at = rows.iter().position(|row| here.as_ref().is_some_and(|here| here.contains(Some(row))));
    let next = match at {
        _ if in_field => Some(0),
        Some(at) => i64::try_from(at).ok().map(|at| at.saturating_add(step)),
        None => return,
    };
    event.prevent_default();
    match next {
        Some(..0) if step == -1 => focus("conversation-search"),
        Some(next) => {
            let last = rows.len().saturating_sub(1);
            let to = usize::try_from(next.max(0)).unwrap_or(last).min(last);
            if let Some(row) = rows.get(to) {
                // Fails only if it cannot take the focus, which loses nothing.
                let _ = row.focus();
            }
        }
        None => {}
    }
}
