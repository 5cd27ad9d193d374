//! The languages that text in pictures is recognised in: those of the package, and those that the person added from files.

use crate::state::format::bytes;
use crate::state::text::{fill, t};
use crate::view::dom::by_id;
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
            let words = view! {
                <span class="grant__words">
                    <span dir="auto">{name.clone()}</span><span class="field__note">{note}</span>
                </span>
            };
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
                view! {
                    <button
                        class="button button--small"
                        type="button"
                        aria-label=fill("delete_language_named", &[("name", &name)])
                        on:click=move |_| remove()
                    >
                        {t("delete")}
                    </button>
                }
                .into_any()
            });
            view! { <li class="grant">{words} {delete}</li> }.into_any()
        });
        view! { <ul class="grants">{rows.collect_view()}</ul> }.into_any()
    };
    let choose = || {
        if let Some(field) = by_id::<web_sys::HtmlElement>(FIELD) {
            field.click();
        }
    };
    let field = view! { <input id=FIELD type="file" accept=".traineddata,.gz" hidden on:change=add /> };
    let status = view! {
        <p class=move || if told.get().0 { "field__error" } else { "field__note" } role="status">
            {move || told.get().1}
        </p>
    };
    let body = view! {
        <div class="fields" id="languages-list" tabindex="-1">
            <p class="field__note">{t("recognition_note")}</p>
            {move || rows()}
            {field}
            <div class="buttons">
                <button class="button" type="button" on:click=move |_| choose()>
                    {icon(Icon::Plus)}
                    {t("add_language")}
                </button>
            </div>
            {status}
        </div>
    };
    section(t("recognition"), body.into_any())
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
