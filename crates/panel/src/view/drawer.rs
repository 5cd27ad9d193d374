//! The list of conversations, in a dialog that slides in from the side.

use crate::state::conversations::list;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::row::row;
use crate::view::store::{focus, store, zone};
use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The list of conversations. The dialog keeps the focus inside and closes with Escape by itself.
pub fn drawer() -> impl IntoView {
    let store = store();
    let frame = NodeRef::<Dialog>::new();
    let search = RwSignal::new(String::new());
    Effect::new(move || {
        let (Some(dialog), open) = (frame.get(), store.drawer.get()) else { return };
        if open && !dialog.open() {
            // Refused only for a dialog that is open already.
            let _ = dialog.show_modal();
            search.set(String::new());
            focus("conversation-search");
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let outside = move |event: web_sys::MouseEvent| {
        // A click beside the dialog's content has the dialog itself as its target.
        let dialog = frame.get_untracked();
        if event.target().is_some_and(|target| dialog.is_some_and(|dialog| target == *dialog.as_ref())) {
            store.drawer.set(false);
        }
    };
    let groups = Memo::new(move |_| {
        store.conversations.with(|all| search.with(|search| list(all, search, store.now.get(), zone())))
    });
    let rows = move || {
        let groups = groups.get().into_iter().map(|group| {
            view! {
                <section>
                    <h3 class="label drawer__age">{group.age.title()}</h3>
                    <ul class="rows">{group.rows.into_iter().map(row).collect_view()}</ul>
                </section>
            }
        });
        groups.collect_view()
    };
    let nothing = move || match (groups.with(Vec::is_empty), store.conversations.with(Vec::is_empty)) {
        (false, _) => None,
        (true, true) => Some("No conversations yet. What you start is kept here."),
        (true, false) => Some("Nothing found."),
    };
    view! {
        <dialog class="drawer" aria-labelledby="drawer-title" node_ref=frame on:close=move |_| store.drawer.set(false) on:click=outside>
            <div class="drawer__inside">
                <header class="drawer__head">
                    <h2 class="header__title" id="drawer-title">"Conversations"</h2>
                    {icon_button(Icon::Plus, "New conversation", move || store.open(None))}
                    {icon_button(Icon::Cross, "Close", move || store.drawer.set(false))}
                </header>
                <label class="search">
                    {icon(Icon::Search)}
                    <input class="input" id="conversation-search" type="search" placeholder="Search" aria-label="Search the conversations"
                        prop:value=move || search.get() on:input=move |event| search.set(event_target_value(&event)) on:keydown=rove/>
                </label>
                <div class="drawer__list" on:keydown=rove>{rows}</div>
                {move || nothing().map(|text| view! { <p class="empty" role="status">{text}</p> })}
            </div>
        </dialog>
    }
}

/// Arrow keys go from row to row, from the search into the list and back.
fn rove(event: web_sys::KeyboardEvent) {
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
    let Ok(found) = document().query_selector_all(".drawer .row__open") else { return };
    let rows: Vec<web_sys::HtmlElement> =
        (0..found.length()).filter_map(|at| found.get(at)).filter_map(|node| node.dyn_into().ok()).collect();
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
                // Refused only when it cannot take the focus, and then nothing is lost.
                let _ = row.focus();
            }
        }
        None => {}
    }
}
