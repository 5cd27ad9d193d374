//! The last action, with a button to undo it.

use crate::state::text::t;
use crate::view::icon::{Icon, icon_button};
use crate::view::store::{focus, store};
use leptos::prelude::*;

/// The toast; while the list of conversations is open it is there, since nothing else can be reached.
pub(super) fn toast(in_drawer: bool) -> AnyView {
    let store = store();
    let shown = move || {
        let Some(toast) = store.toast.get().filter(|_| store.drawer.get() == in_drawer) else { return ().into_any() };
        let close = move || store.toast.set(None);
        let undo = toast.undo.clone().map(|undo| {
            // The focused element is gone with the deleted row.
            focus("undo");
            let take_back = move || {
                undo();
                close();
                focus(if in_drawer { "conversation-search" } else { "composer-input" });
            };
            view! {
                <button class="button button--small" type="button" id="undo" on:click=move |_| take_back()>
                    {t("undo")}
                </button>
            }
        });
        view! {
            <div class="notice toast">
                <p class="notice__text" dir="auto">{toast.text}</p>
                {undo}
                {icon_button(Icon::Cross, t("close_message"), close)}
            </div>
        }
        .into_any()
    };
    view! { <div role="status">{move || shown()}</div> }.into_any()
}
