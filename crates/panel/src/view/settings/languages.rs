//! The languages that text in pictures is recognised in: those of the package, and those that the person added from files.

use crate::state::format::bytes;
use crate::state::text::{fill, t};
use crate::view::el::{button, by_id, el, live};
use crate::view::icon::{Icon, icon};
use crate::view::settings::parts::section;
use crate::view::store::{focus, store};
use edith_chrome::languages::{self, Language};
use edith_protocol::{ErrorBody, ErrorCode};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The field for a language's file.
const FIELD: &str = "language-file";

/// The section on languages of the text recognition.
pub(super) fn recognition() -> AnyView {
    let store = store();
    let known = RwSignal::new(Vec::<Language>::new());
    // What came of the last file: nothing, what is wrong, or the wait for it.
    let told = RwSignal::new((false, String::new()));
    let refresh = move || {
        spawn_local(async move {
            known.try_set(languages::all().await);
        });
    };
    refresh();
    let add = move |_| {
        told.set((false, t("language_checking").to_owned()));
        spawn_local(async move {
            let words = match languages::add(FIELD).await.as_deref() {
                Ok("") => String::new(),
                Ok(wrong) => refused(wrong).to_owned(),
                Err(error) => fill("not_saved", &[("error", error.message())]),
            };
            told.try_set((!words.is_empty(), words));
            known.try_set(languages::all().await);
        });
    };
    let rows = move || {
        let rows = known.get().into_iter().map(|language| {
            let Language { code, name, size } = language;
            let note = if size == 0 { t("language_shipped").to_owned() } else { format!("{code} · {}", bytes(size)) };
            let words = el("span", "grant__words")
                .add(el("span", "").attr("dir", "auto").text(name.clone()))
                .add(el("span", "field__note").text(note));
            let remove = move || {
                let code = code.clone();
                spawn_local(async move {
                    if let Err(error) = languages::remove(&code).await {
                        store.error.set(Some(ErrorBody::new(ErrorCode::Other, error.to_string())));
                    }
                    refresh();
                    focus("languages-list");
                });
            };
            let delete = (size > 0).then(|| {
                button("button button--small", remove)
                    .attr("aria-label", fill("delete_language_named", &[("name", &name)]))
                    .text(t("delete"))
            });
            el("li", "grant").add(words).add_some(delete).view()
        });
        el("ul", "grants").add_all(rows).view()
    };
    let choose = || {
        if let Some(field) = by_id::<web_sys::HtmlElement>(FIELD) {
            field.click();
        }
    };
    let field = el("input", "")
        .attr("id", FIELD)
        .attr("type", "file")
        .attr("accept", ".traineddata,.gz")
        .attr("hidden", "")
        .on("change", add);
    let status = el("p", "field__note")
        .live_attr("class", move || Some(if told.get().0 { "field__error" } else { "field__note" }.to_owned()))
        .attr("role", "status")
        .live_text(move || told.get().1);
    let body = el("div", "fields")
        .attr("id", "languages-list")
        .attr("tabindex", "-1")
        .add(el("p", "field__note").text(t("recognition_note")))
        .add(live(rows))
        .add(field)
        .add(el("div", "buttons").add(button("button", choose).add(icon(Icon::Plus)).text(t("add_language"))))
        .add(status);
    section(t("recognition"), body.view())
}

/// Why a file is not taken.
fn refused(wrong: &str) -> &'static str {
    match wrong {
        "name" => t("language_not_named"),
        "shipped" => t("language_is_shipped"),
        "large" => t("language_too_large"),
        _ => t("language_not_model"),
    }
}
