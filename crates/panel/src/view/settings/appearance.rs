//! Appearance: the pages' colours and their language, in one line above the parts.

use crate::state::text::{key, t};
use crate::view::el::{El, el};
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
    el("div", "look").add(theme(store)).add(language(store)).view()
}

/// `theme.js` shows what is stored, on all pages at once.
fn theme(store: Store) -> AnyView {
    let choices = THEMES.map(|(theme, word, name, shown)| {
        let field = el("input", "")
            .attr("type", "radio")
            .attr("name", "theme")
            .attr("value", word)
            .checked(move || store.settings.with(|settings| settings.theme == theme))
            .on_change(move |_| store.change_settings(|settings| settings.theme = theme));
        el("label", "segmented__item")
            .attr("title", t(name))
            .add(field)
            .add(icon(shown))
            .add(el("span", "look__word").text(t(name)))
            .view()
    });
    el("fieldset", "segmented look__theme")
        .attr("id", "theme")
        .add(el("legend", "sr-only").text(t("theme")))
        .add_all(choices)
        .view()
}

fn language(store: Store) -> El {
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
        let option = el("option", "").attr("value", code).live_flag("selected", move || now() == code);
        if code == "auto" { option.text(name).view() } else { option.attr("lang", code).text(name).view() }
    });
    let list = el("select", "input look__language")
        .attr("id", "language")
        .attr("title", t("language_label"))
        .attr("aria-label", t("language_label"))
        .add_all(options)
        .value(move || now().to_owned())
        .on_change(set);
    el("label", "look__field").add(icon(Icon::Globe)).add(list)
}
