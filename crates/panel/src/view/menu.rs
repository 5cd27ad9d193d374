//! A button that opens a menu of actions, for whatever has more of them than it has room for: the header, a message, a row.
//!
//! `menu_button(id, name, || vec![Item::new(Icon::Gear, t("settings"), …)])` is the whole of it. The list is made when the menu opens. Arrows,
//! Home, End and letters move; Enter, Space and a click choose; Escape, Tab and a click elsewhere close. The focus goes back to the button
//! before the action runs, so an action may give it to something else.

use crate::state::menu::{Typed, next};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::JsCast;

/// An entry of a menu.
pub(super) struct Item {
    id: Option<&'static str>,
    shown: Icon,
    words: String,
    act: Rc<dyn Fn()>,
}

impl Item {
    /// An entry with its icon, its words, and what it does.
    pub(super) fn new(shown: Icon, words: impl Into<String>, act: impl Fn() + 'static) -> Self {
        Self { id: None, shown, words: words.into(), act: Rc::new(act) }
    }

    /// Gives the entry an id. It must be the only one on the page.
    pub(super) fn named(mut self, id: &'static str) -> Self {
        self.id = Some(id);
        self
    }
}

/// Where an open menu is placed: above its button if there is more room, and from that edge of the button that is further from the window's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OpenSide {
    up: bool,
    left: bool,
}

/// The button with its menu. `id` is the button's, and must be the only one on the page; `name` is its label.
pub(super) fn menu_button(
    id: impl Into<String>,
    name: &'static str,
    items: impl Fn() -> Vec<Item> + Send + 'static,
) -> AnyView {
    menu_of(id.into(), name, StoredValue::new_local(Box::new(items)))
}

type Items = StoredValue<Box<dyn Fn() -> Vec<Item>>, LocalStorage>;

fn menu_of(id: String, name: &'static str, items: Items) -> AnyView {
    let menu_id = format!("{id}-menu");
    let open = RwSignal::new(None::<OpenSide>);
    let typed = StoredValue::new(Typed::default());
    let (opener, focused) = (id.clone(), menu_id.clone());
    let show = move |last: bool| {
        open.set(Some(place(&opener)));
        typed.set_value(Typed::default());
        let menu = focused.clone();
        // The entries are drawn by the next frame.
        request_animation_frame(move || {
            let entries = entries(&menu);
            give_focus(if last { entries.last() } else { entries.first() });
        });
    };
    let (pressed, by_key) = (show.clone(), show);
    let (button_id, root_id, listed) = (id.clone(), format!("{id}-root"), menu_id.clone());
    let close = move || {
        open.set(None);
        give_focus(by_id::<web_sys::HtmlElement>(&button_id).as_ref());
    };
    let on_key = {
        let (close, menu) = (close.clone(), menu_id.clone());
        move |event: &web_sys::KeyboardEvent| {
            let key = event.key();
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            let taken = match (open.get_untracked().is_some(), key.as_str()) {
                (false, "ArrowDown" | "ArrowUp") => {
                    by_key(key == "ArrowUp");
                    true
                }
                (false, _) => false,
                (true, "Escape") => {
                    close();
                    true
                }
                // The focus goes on from the button, as if the menu had not been opened.
                (true, "Tab") => {
                    close();
                    false
                }
                (true, _) => {
                    let entries = entries(&menu);
                    let words: Vec<String> =
                        entries.iter().map(|entry| entry.text_content().unwrap_or_default()).collect();
                    let active = document().active_element();
                    let at = entries.iter().position(|entry| entry.is_same_node(active.as_deref()));
                    let to = typed.try_update_value(|typed| next(&words, at, &key, typed, js_sys::Date::now()));
                    let to = to.flatten().and_then(|to| entries.get(to));
                    give_focus(to);
                    to.is_some()
                }
            };
            if taken {
                event.prevent_default();
                event.stop_propagation();
            }
        }
    };
    let toggle = {
        let close = close.clone();
        move || if open.get_untracked().is_some() { close() } else { pressed(false) }
    };
    let root = root_id.clone();
    let left = move |_| {
        let root = root.clone();
        // The new focus is known by the next frame; a click on something unfocusable leaves none.
        request_animation_frame(move || {
            let active = document().active_element();
            let inside = by_id::<web_sys::Node>(&root).is_some_and(|root| root.contains(active.as_deref()));
            if !inside && open.try_get_untracked().flatten().is_some() {
                open.set(None);
            }
        });
    };
    let close = StoredValue::new_local(close);
    let list = move || {
        let Some(place) = open.get() else { return ().into_any() };
        let entries = items.with_value(|items| items()).into_iter().map(|item| {
            let Item { id, shown, words, act } = item;
            let choose = move || {
                close.with_value(|close| close());
                act();
            };
            view! {
                <button class="menu__item" type="button" role="menuitem" tabindex="-1" id=id on:click=move |_| choose()>
                    {icon(shown)}
                    <span class="menu__title">{words}</span>
                </button>
            }
        });
        let class = match place {
            OpenSide { up: true, left: true } => "menu actions actions--up actions--left",
            OpenSide { up: true, left: false } => "menu actions actions--up",
            OpenSide { up: false, left: true } => "menu actions actions--left",
            OpenSide { up: false, left: false } => "menu actions",
        };
        view! { <div class=class id=listed.clone() role="menu" aria-label=name>{entries.collect_view()}</div> }
            .into_any()
    };
    let opener = view! {
        <button
            class="icon-button"
            type="button"
            id=id
            aria-haspopup="menu"
            aria-label=name
            title=name
            aria-expanded=move || open.get().is_some().to_string()
            aria-controls=move || open.get().is_some().then(|| menu_id.clone())
            on:click=move |_| toggle()
        >
            {icon(Icon::More)}
        </button>
    };
    view! {
        <div class="actions-root" id=root_id on:focusout=left on:keydown=move |event| on_key(&event)>
            {opener}
            {move || list()}
        </div>
    }
    .into_any()
}

fn place(id: &str) -> OpenSide {
    let (Some(button), Some(root)) = (by_id::<web_sys::Element>(id), document().document_element()) else {
        return OpenSide { up: false, left: false };
    };
    let bounds = button.get_bounding_client_rect();
    OpenSide {
        up: bounds.top() + bounds.bottom() > f64::from(root.client_height()),
        left: bounds.left() + bounds.right() < f64::from(root.client_width()),
    }
}

fn entries(menu: &str) -> Vec<web_sys::HtmlElement> {
    let found = by_id::<web_sys::Element>(menu).and_then(|menu| menu.query_selector_all("[role=menuitem]").ok());
    let Some(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

fn give_focus(element: Option<&web_sys::HtmlElement>) {
    if let Some(element) = element {
        // Fails only if it cannot take the focus, which loses nothing.
        let _ = element.focus();
    }
}
