//! Appearance: the pages' language.

use crate::state::text::t;
use crate::view::el::el;
use crate::view::settings::parts::section;
use crate::view::store::store;
use edith_protocol::Language;
use leptos::prelude::*;

/// The pages' language.
pub(super) fn appearance() -> AnyView {
    let store = store();
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
    let list =
        el("select", "input").attr("id", "language").add_all(options).value(move || now().to_owned()).on_change(set);
    let label = el("label", "field__label").attr("for", "language").text(t("language_label"));
    section(t("language"), el("div", "field").add(label).add(list).view())
}
