//! Pages with everything a person can act on, and with lookalikes: each such element says so in an attribute.

use axum::Router;
use axum::extract::Path;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use super::html::missing;
use super::site::Site;

/// Name in the address and HTML. `data-see` names what a person can act on, `data-not` says why nobody can act on it.
const PAGES: [(&str, &str); 8] = [
    ("native", include_str!("assets/see/native.html")),
    ("widgets", include_str!("assets/see/widgets.html")),
    ("clicks", include_str!("assets/see/clicks.html")),
    ("roots", include_str!("assets/see/roots.html")),
    ("modal", include_str!("assets/see/modal.html")),
    ("layers", include_str!("assets/see/layers.html")),
    ("hover", include_str!("assets/see/hover.html")),
    ("app", include_str!("assets/see/app.html")),
];

/// The pages' names, served under `/see/`.
pub fn names() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(name, _)| *name)
}

pub(super) fn routes() -> Router<Site> {
    Router::new().route("/see/{name}", get(show))
}

async fn show(Path(name): Path<String>) -> Response {
    let rows = ("rows", include_str!("assets/see/rows.html"));
    // For tests that make their own elements.
    let blank =
        ("blank", "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Blank</title><body></body></html>");
    // Partly visible only if a debugger may ask for listeners.
    let listeners = ("listeners", include_str!("assets/see/listeners.html"));
    let frameset = ("frameset", include_str!("assets/see/frameset.html"));
    let embeds = ("embeds", include_str!("assets/see/embeds.html"));
    // Each control there says in `data-want` what a look has to tell of it.
    let drawn = ("drawn", include_str!("assets/see/drawn.html"));
    let unlabelled = ("unlabelled", include_str!("assets/see/unlabelled.html"));
    let held = ("held", include_str!("assets/see/held.html"));
    match PAGES
        .iter()
        .chain([&blank, &rows, &listeners, &frameset, &embeds, &drawn, &unlabelled, &held])
        .find(|(known, _)| *known == name)
    {
        Some((_, html)) => Html(*html).into_response(),
        None => missing("There is no such page."),
    }
}
