//! Appearance: the pages' colours and their language, in one line above the parts.

use crate::state::text::{key, t};
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, store};
use edith_protocol::{Language, Theme};
use leptos::prelude::*;

/// The themes: their stored word, their name, their icon.
const THEMES: [(Theme, &str, &str, Icon); 3] = [
    (Theme::System, "system", key("theme_system"), Icon::Monitor),
    (Theme::Light, "light", key("theme_light"), Icon::Sun),
    (Theme::Dark, "dark", key("theme_dark"), Icon::Moon),
];

/// The line.
pub(super) fn appearance() -> AnyView {
    let store = store();
    view! { <div class="look">{theme(store)} {language(store)}</div> }.into_any()
}

/// `theme.js` shows what is stored, on all pages at once.
fn theme(store: Store) -> AnyView {
    let choices = THEMES.map(|(theme, word, name, shown)| {
        let field = view! {
            <input
                type="radio"
                name="theme"
                value=word
                prop:checked=move || store.settings.with(|settings| settings.theme == theme)
                on:change=move |_| store.change_settings(|settings| settings.theme = theme)
            />
        };
        view! {
            <label class="segmented__item" title=t(name)>
                {field}
                {icon(shown)}
                <span class="look__word">{t(name)}</span>
            </label>
        }
        .into_any()
    });
    view! {
        <fieldset class="segmented look__theme" id="theme">
            <legend class="sr-only">{t("theme")}</legend>
            {choices.collect_view()}
        </fieldset>
    }
    .into_any()
}

fn language(store: Store) -> AnyView {
    let now = move || match store.settings.with(|settings| settings.language) {
        Language::Auto => "auto",
        Language::En => "en",
        Language::De => "de",
        Language::Fr => "fr",
        Language::Es => "es",
    };
    let set = move |code: String| {
        let language = match code.as_str() {
            "en" => Language::En,
            "de" => Language::De,
            "fr" => Language::Fr,
            "es" => Language::Es,
            _ => Language::Auto,
        };
        store.change_language(language);
    };
    // Each language is named in itself, so that speakers who cannot read the current one find it.
    let all =
        [("auto", t("language_auto")), ("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español")];
    let options = all.map(|(code, name)| {
        view! {
            <option value=code selected=move || now() == code lang=(code != "auto").then_some(code)>{name}</option>
        }
        .into_any()
    });
    let list = view! {
        <select
            class="input look__language"
            id="language"
            title=t("language_label")
            aria-label=t("language_label")
            prop:value=move || now().to_owned()
            on:change=move |event| set(event_target_value(&event))
        >
            {options.collect_view()}
        </select>
    };
    view! { <label class="look__field">{icon(Icon::Globe)} {list}</label> }.into_any()
}
