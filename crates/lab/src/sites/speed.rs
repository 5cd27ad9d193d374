//! Pages for measurements: lists of any length, trees of any depth, any number of shadow roots, and one button on pages that rest, fetch, navigate,
//! or never rest.

use std::fmt::Write;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use super::site::Site;

/// Elements in one list card: the article, its heading and link, two texts, a box with its label, a button.
const CARD: usize = 8;

/// Elements around the cards.
const AROUND: usize = 24;

/// How long `/speed/slow` takes.
const SLOW: Duration = Duration::from_millis(300);

/// What pressing each page's button does. Each shows `Result N` after N presses.
const KINDS: [(&str, &str); 4] = [
    ("static", "show()"),
    ("fetches", "fetch('/speed/slow').then(answer => answer.text()).then(() => show())"),
    ("navigates", "location.href = '/speed/click/navigates?n=' + (n + 1)"),
    (
        "never-rests",
        "if (!ticking) { ticking = true; setInterval(() => { ticker.textContent = Date.now() }, 50); setInterval(() => fetch('/speed/quick'), 100); } show()",
    ),
];

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/speed/list/{elements}", get(async |Path(elements): Path<usize>| Html(list(elements))))
        .route("/speed/deep/{depth}", get(async |Path(depth): Path<usize>| Html(deep(depth))))
        .route("/speed/shadows/{roots}", get(async |Path(roots): Path<usize>| Html(shadows(roots))))
        .route("/speed/click/{kind}", get(button))
        .route("/speed/quick", get(async || "done"))
        .route("/speed/slow", get(slow))
}

/// The kinds of pages with a button, as in `/speed/click/{kind}`.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, _)| *kind)
}

async fn slow() -> &'static str {
    tokio::time::sleep(SLOW).await;
    "done"
}

#[derive(Deserialize)]
struct Pressed {
    #[serde(default)]
    n: usize,
}

async fn button(Path(kind): Path<String>, Query(Pressed { n }): Query<Pressed>) -> Response {
    let Some((_, press)) = KINDS.iter().find(|(known, _)| *known == kind) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let html = format!(
        "<!doctype html><html lang=\"en\"><title>One button</title><h1>One button</h1>\
         <button onclick=\"{press}\">Go</button><p id=\"result\">Result {n}</p><p id=\"ticker\"></p>\
         <script>let n = {n}, ticking = false; const show = () => {{ result.textContent = 'Result ' + ++n; }};</script></html>"
    );
    Html(html).into_response()
}

/// A page of search results with about this many elements.
fn list(elements: usize) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=\"en\"><title>Lamps</title><style>article{display:inline-block;width:220px;margin:8px}</style>\
         <header><a href=\"/\">Home</a> <nav><ul><li><a href=\"#new\">New</a></li><li><a href=\"#sale\">Sale</a></li></ul></nav>\
         <form><label>Search <input name=\"q\"></label><button>Search</button></form></header><main><h1>Lamps</h1>",
    );
    for card in 1..=elements.saturating_sub(AROUND) / CARD {
        let price = 10 + card % 90;
        // Writing into a string cannot fail.
        let _ = write!(
            page,
            "<article><h3><a href=\"/shop/lamp-{card}\">Desk lamp number {card}</a></h3><p>Black, with a long arm</p><p>€{price}.95</p>\
             <label><input type=\"checkbox\">Compare</label><button type=\"button\">Add to cart</button></article>"
        );
    }
    page.push_str("</main><footer><a href=\"#help\">Help</a></footer></html>");
    page
}

/// A button under this many nested elements.
fn deep(depth: usize) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><title>Deep</title><body><script>let at = document.body;\
         for (let i = 0; i < {depth}; i++) at = at.appendChild(document.createElement('div'));\
         at.innerHTML = '<button>At the bottom</button>';</script></html>"
    )
}

/// This many shadow roots with a button each.
fn shadows(roots: usize) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><title>Shadows</title><body><script>for (let i = 1; i <= {roots}; i++) {{\
         const host = document.body.appendChild(document.createElement('div'));\
         host.attachShadow({{ mode: i % 2 ? 'open' : 'closed' }}).innerHTML = `<p>Card ${{i}}</p><button>Open ${{i}}</button>`; }}</script></html>"
    )
}
