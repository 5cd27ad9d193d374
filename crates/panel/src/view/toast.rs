//! The last action, with a button to undo it.

use crate::state::text::t;
use crate::view::el::{button, el, live, nothing};
use crate::view::icon::{Icon, icon_button};
use crate::view::store::{focus, store};
use leptos::prelude::*;

/// The toast; while the list of conversations is open it is there, since nothing else can be reached.
pub(super) fn toast(in_drawer: bool) -> AnyView {
    let store = store();
    let shown = move || {
        let Some(toast) = store.toast.get().filter(|_| store.drawer.get() == in_drawer) else { return nothing() };
        let close = move || store.toast.set(None);
        let undo = toast.undo.clone().map(|undo| {
            // The focused element is gone with the deleted row.
            focus("undo");
            let take_back = move || {
                undo();
                close();
                focus(if in_drawer { "conversation-search" } else { "composer-input" });
            };
            button("button button--small", take_back).attr("id", "undo").text(t("undo"))
        });
        el("div", "notice toast")
            .add(el("p", "notice__text").attr("dir", "auto").text(toast.text))
            .add_some(undo)
            .add(icon_button(Icon::Cross, t("close_message"), close))
            .view()
    };
    el("div", "").attr("role", "status").add(live(shown)).view()
}
