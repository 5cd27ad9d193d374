//! The single pages: one difficulty each, and their slow, late and endless answers.

use std::convert::Infallible;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State as Shared};
use axum::http::header;
use axum::response::{Html, IntoResponse, Json, Redirect, Response};
use axum::routing::{any, get, post};
use futures_util::StreamExt;
use serde_json::json;
use std::collections::BTreeMap;

use super::html::{fill, missing, page};
use super::site::{LATE, Site};
use super::socket::socket;
use super::state::Note;

/// Name in the address, topic, HTML.
const PAGES: &[(&str, &str, &str)] = &[
    ("tools-plain", "A target for each tool, plain HTML", include_str!("assets/pages/tools-plain.html")),
    (
        "tools-controlled",
        "A target for each tool, controlled by script",
        include_str!("assets/pages/tools-controlled.html"),
    ),
    ("keys", "Keys and pointers, written down", include_str!("assets/pages/keys.html")),
    ("popups", "New tabs and windows", include_str!("assets/pages/popups.html")),
    ("dialogs", "Alert, confirm, prompt, leaving", include_str!("assets/pages/dialogs.html")),
    ("hover-menu", "A menu that opens under the pointer", include_str!("assets/pages/hover-menu.html")),
    ("drag", "Drag and drop, both kinds", include_str!("assets/pages/drag.html")),
    ("drag-frames", "Drag and drop between frames", include_str!("assets/pages/drag-frames.html")),
    ("drag-inner", "What is dragged in a frame", include_str!("assets/pages/drag-inner.html")),
    ("kinds", "As component libraries draw things", include_str!("assets/pages/kinds.html")),
    ("file-buttons", "Files behind buttons", include_str!("assets/pages/file-buttons.html")),
    ("closed-lists", "Lists that show nothing before they are opened", include_str!("assets/pages/closed-lists.html")),
    ("shadow", "Open shadow roots", include_str!("assets/pages/shadow.html")),
    ("frame", "Frames of the same origin", include_str!("assets/pages/frame.html")),
    ("frame-inner", "The page in the frame", include_str!("assets/pages/frame-inner.html")),
    ("cross-inner", "What is in the frame of another site", include_str!("assets/pages/cross-inner.html")),
    ("cross-frame", "A frame of another site", include_str!("assets/pages/cross-frame.html")),
    ("listen-frames", "A frame of another site with handlers only", include_str!("assets/pages/listen-frames.html")),
    ("listen-inner", "What is in that frame", include_str!("assets/pages/listen-inner.html")),
    ("moving", "A button that moves", include_str!("assets/pages/moving.html")),
    ("drawn", "A menu drawn frame by frame", include_str!("assets/pages/drawn.html")),
    ("code-editor", "A code editor", include_str!("assets/pages/code-editor.html")),
    ("covered", "A button that is covered", include_str!("assets/pages/covered.html")),
    ("disabled", "Buttons that are not enabled yet", include_str!("assets/pages/disabled.html")),
    ("endings", "What comes of an action", include_str!("assets/pages/endings.html")),
    ("late", "Content that comes later", include_str!("assets/pages/late.html")),
    ("restless", "A page that never rests", include_str!("assets/pages/restless.html")),
    ("many", "Twenty thousand elements", include_str!("assets/pages/many.html")),
    ("scrollers", "Scrollers in scrollers, an endless list", include_str!("assets/pages/scrollers.html")),
    ("app-scroller", "An application whose main part scrolls", include_str!("assets/pages/app-scroller.html")),
    ("flow", "A flow that is drawn", include_str!("assets/pages/flow.html")),
    ("idle", "What waits for the browser to be idle", include_str!("assets/pages/idle.html")),
    ("slow", "A page that never finishes loading", include_str!("assets/pages/slow.html")),
    ("upload", "Files to a page, in every way", include_str!("assets/pages/upload.html")),
    ("upload-inner", "Files to a page in a frame", include_str!("assets/pages/upload-inner.html")),
    ("downloads", "Downloads, documents, printing", include_str!("assets/pages/downloads.html")),
    ("attachments", "Links that do not say that they are files", include_str!("assets/pages/attachments.html")),
    ("drawn-widgets", "Widgets that draw themselves", include_str!("assets/pages/drawn-widgets.html")),
    ("drawn-states", "Controls that draw their state", include_str!("assets/pages/drawn-states.html")),
    ("drawn-places", "Places, pictures and long fields", include_str!("assets/pages/drawn-places.html")),
    ("office", "What office applications are made of", include_str!("assets/pages/office.html")),
    ("told", "What the text of a look tells", include_str!("assets/pages/told.html")),
    ("injection", "Text that gives orders", include_str!("assets/pages/injection.html")),
    (
        "secret-fields",
        "Fields that are secrets, and such as only look like it",
        include_str!("assets/pages/secret-fields.html"),
    ),
    ("unseen", "Text that nobody sees", include_str!("assets/pages/unseen.html")),
    ("harm", "Buttons that are not what they say", include_str!("assets/pages/harm.html")),
    ("libraries", "Widgets of libraries", "<div id=\"app\"></div><script src=\"/libraries.js\"></script>"),
    ("consuming", "Fields that pass on what they get", include_str!("assets/pages/consuming.html")),
    ("own-caret", "An editor with a caret of its own", include_str!("assets/pages/own-caret.html")),
    ("keys-only", "Fields that know keys only", include_str!("assets/pages/keys-only.html")),
    ("retyped", "Fields that are drawn again", include_str!("assets/pages/retyped.html")),
    ("drop-downs", "Lists of every kind", include_str!("assets/pages/drop-downs.html")),
    ("redrawn-form", "Settings that are drawn again", include_str!("assets/pages/redrawn-form.html")),
    ("enter", "A form with a field of each kind", include_str!("assets/pages/enter.html")),
    ("columns", "Columns that are drawn in view", include_str!("assets/pages/columns.html")),
    ("told-late", "An editor that hears late", include_str!("assets/pages/told-late.html")),
    ("points", "Points, strokes and pieces of text", include_str!("assets/pages/points.html")),
    ("settable", "Everything that has a value", include_str!("assets/pages/settable.html")),
    ("optimist", "Pages that do not wait for their server", include_str!("assets/pages/optimist.html")),
    ("senders", "Buttons whose names say nothing", include_str!("assets/pages/senders.html")),
    ("live", "What is sent over a socket", include_str!("assets/pages/live.html")),
    ("live-inner", "The same in a frame", include_str!("assets/pages/live-inner.html")),
    ("answered", "A page whose service worker asks for it", include_str!("assets/pages/answered.html")),
    ("senders-inner", "The same in a frame", include_str!("assets/pages/senders-inner.html")),
    ("offers", "Tools for programs", include_str!("assets/pages/offers.html")),
    ("offers-form", "A form that is a tool", include_str!("assets/pages/offers-form.html")),
    ("offers-frames", "Tools in frames", include_str!("assets/pages/offers-frames.html")),
    ("offers-inner", "The tool in the frame", include_str!("assets/pages/offers-inner.html")),
    ("offers-changing", "Tools that change", include_str!("assets/pages/offers-changing.html")),
    ("offers-lying", "Tools that are not what they say", include_str!("assets/pages/offers-lying.html")),
    ("offers-silent", "A tool that never answers", include_str!("assets/pages/offers-silent.html")),
    ("offers-failing", "Tools that fail", include_str!("assets/pages/offers-failing.html")),
    ("offers-leading", "Tools that lead to other pages", include_str!("assets/pages/offers-leading.html")),
    ("article", "A long text", include_str!("assets/pages/article.html")),
];

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/pages", get(index))
        .route("/pages/{name}", get(show))
        // Accepts the request and never answers.
        .route("/pages/hang", get(std::future::pending::<Response>))
        .route("/pages/noted", get(note))
        .route("/pages/deal/{by}", any(async |Path(by): Path<String>| Json(json!({ "done": by }))))
        .route("/pages/socket", any(socket))
        .route("/pages/graphql", post(async || Json(json!({ "data": {} }))))
        .route("/pages/sender.js", get(sender))
        .route("/pages/answerer.js", get(answerer))
        .route("/pages/redirect/{left}", get(redirect))
        .route("/pages/data/late", get(late))
        .route("/pages/data/never", get(never))
        .route("/pages/data/picture", get(picture))
}

async fn index() -> Html<String> {
    let row = |(name, about, _): &(&str, &str, &str)| format!("<li><a href=\"/pages/{name}\">{about}</a></li>");
    let rows: String = PAGES.iter().map(row).collect();
    let last = "<li><a href=\"/pages/redirect/3\">A chain of redirects</a></li>";
    page(
        "Single pages",
        "Single pages",
        "/",
        "",
        &format!("<h1>Single pages</h1><ul class=\"list panel\">{rows}{last}</ul>"),
    )
}

async fn show(Shared(site): Shared<Site>, Path(name): Path<String>) -> Response {
    let arrived = ("arrived", "Arrived", include_str!("assets/pages/arrived.html"));
    let Some((_, title, text)) = PAGES.iter().chain([&arrived]).find(|(known, ..)| *known == name) else {
        return missing("There is no such page.");
    };
    let main = format!("<script src=\"/assets/pages.js\"></script>\n{}", fill(text, &[("other", &site.other)]));
    page(title, "Single pages", "/pages", "", &main).into_response()
}

async fn note(Shared(site): Shared<Site>, Query(told): Query<BTreeMap<String, String>>) -> Json<serde_json::Value> {
    let note = told.get("note").and_then(|note| serde_json::from_str::<Note>(note).ok());
    let is_read = note.is_some();
    site.lock().notes.extend(note);
    Json(json!({ "ok": is_read }))
}

/// A service worker that sends what it is told to.
async fn sender() -> Response {
    let script = "self.addEventListener('install', () => skipWaiting()); self.addEventListener('activate', event => event.waitUntil(clients.claim())); \
        self.addEventListener('message', event => fetch(event.data, { method: 'POST', body: 'item=lamp' }));";
    ([(header::CONTENT_TYPE, "text/javascript")], script).into_response()
}

/// A service worker that asks for each page itself, as applications do that work without a network.
async fn answerer() -> Response {
    let script = "self.addEventListener('install', () => skipWaiting()); self.addEventListener('activate', event => event.waitUntil(clients.claim())); \
        self.addEventListener('fetch', event => { if (event.request.mode === 'navigate') event.respondWith(fetch(event.request)); });";
    ([(header::CONTENT_TYPE, "text/javascript")], script).into_response()
}

async fn redirect(Path(left): Path<u32>) -> Redirect {
    match left {
        0 => Redirect::to("/pages/arrived?from=redirect"),
        more => Redirect::to(&format!("/pages/redirect/{}", more.min(20) - 1)),
    }
}

async fn late() -> Json<serde_json::Value> {
    tokio::time::sleep(LATE).await;
    Json(json!({ "items": ["Ash", "Birch", "Cedar"] }))
}

/// A small, late picture.
async fn picture() -> Response {
    tokio::time::sleep(LATE).await;
    let drawn =
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16"/></svg>"#;
    ([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response()
}

/// A picture that starts and never ends.
async fn never() -> Response {
    let start = Bytes::from_static(b"\x89PNG\r\n\x1a\n");
    let parts = futures_util::stream::iter([Ok::<_, Infallible>(start)]).chain(futures_util::stream::pending());
    ([(header::CONTENT_TYPE, "image/png")], Body::from_stream(parts)).into_response()
}
