//! The chips of attached documents: kind, name, what is being done with each, and a field for its password.

use crate::state::documents::attached::{Attached, State};
use crate::state::documents::kind::{Shape, shape};
use crate::state::documents::place::Place;
use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::cite::to_place;
use crate::view::el::{button, el, live, nothing, password_field, text};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{Store, focus, store};
use leptos::prelude::*;

/// Characters of a name on a chip.
const NAME: usize = 60;

/// The chips of the next task's documents.
pub(in crate::view) fn chips() -> AnyView {
    let store = store();
    let keys =
        Memo::new(move |_| store.files.with(|files| files.iter().map(|one| one.key.clone()).collect::<Vec<_>>()));
    live(move || {
        let keys = keys.get();
        if keys.is_empty() {
            return nothing();
        }
        el("ul", "chips").attr("aria-label", t("attached")).add_all(keys.into_iter().map(|key| chip(store, key))).view()
    })
}

/// A chip keeps its element while its document is read, so that a password being typed stays.
fn chip(store: Store, key: String) -> AnyView {
    let sought = key.clone();
    let one = Memo::new(move |_| store.files.with(|files| files.iter().find(|one| one.key == sought).cloned()));
    let read = move |look: fn(&Attached) -> String| one.with(|one| one.as_ref().map(look).unwrap_or_default());
    let drawn = Memo::new(move |_| {
        one.with(|one| {
            one.as_ref()
                .map(|one| shape(one.shown.kind.as_deref().unwrap_or_default(), &one.shown.name, &one.shown.mime))
        })
    });
    let name = move || read(|one| shorten(&one.shown.name, NAME));
    let locked =
        Memo::new(move |_| one.with(|one| one.as_ref().is_some_and(|one| matches!(one.state, State::Locked { .. }))));
    let bar = move || {
        one.with(|one| one.as_ref().and_then(Attached::part)).map(|part| format!("inline-size: {:.1}%", part * 100.0))
    };
    let body =
        el("span", "chip__body").add(el("span", "chip__words").attr("dir", "auto").live_text(name)).add(text(" ")).add(
            el("span", "chip__note")
                .live_attr("title", move || Some(read(Attached::line)))
                .live_text(move || read(Attached::line)),
        );
    let taken = key.clone();
    let take_away = move || {
        store.detach(&taken);
        focus("composer-input");
    };
    let unlock = move || if locked.get() { password(store, key.clone()) } else { nothing() };
    el("li", "chip chip--document")
        .live_attr("title", move || Some(read(|one| one.shown.name.clone())))
        .live_attr("data-state", move || one.with(|one| one.as_ref().map(|one| one.style().to_owned())))
        .add(live(move || drawn.get().map_or_else(nothing, |shape| icon(shape_icon(shape)))))
        .add(body)
        .add(icon_button(Icon::Cross, t("detach"), take_away))
        .add(live(unlock))
        .add(el("span", "chip__bar").live_property("style", move || bar().unwrap_or_default()))
        .view()
}

/// The field for a document's password.
fn password(store: Store, key: String) -> AnyView {
    let typed = RwSignal::new(String::new());
    let send = move || {
        let password = typed.get_untracked();
        if !password.is_empty() {
            typed.set(String::new());
            store.unlock(&key, password);
        }
    };
    let submit = send.clone();
    let field = password_field(t("password"), typed).on_enter(send);
    el("span", "chip__unlock").add(field).add(button("button button--small", submit).text(t("open"))).view()
}

/// The icon of a kind.
pub(in crate::view) fn shape_icon(shape: Shape) -> Icon {
    match shape {
        Shape::Text => Icon::Page,
        Shape::Sheet => Icon::Sheet,
        Shape::Slides => Icon::Slides,
        Shape::Picture => Icon::Picture,
        Shape::Mail => Icon::Mail,
        Shape::Web => Icon::Globe,
        Shape::File => Icon::Clip,
    }
}

/// The documents of a message; each opens in the viewer.
pub(in crate::view) fn given(documents: Vec<(String, String)>) -> Option<AnyView> {
    (!documents.is_empty()).then(|| {
        let rows = documents.into_iter().map(|(id, name)| {
            let words = el("span", "chip__words").attr("dir", "auto").text(shorten(&name, NAME));
            let link = to_place(&Place::start(id)).attr("class", "to-place").attr("title", name.clone());
            el("li", "chip").add(link.add(icon(shape_icon(shape("", &name, "")))).add(words)).view()
        });
        el("ul", "chips said__files").attr("aria-label", t("attached")).add_all(rows).view()
    })
}
