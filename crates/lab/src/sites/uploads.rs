//! Receives the upload page's files, from a form and from a script.

use axum::body::Bytes;
use axum::extract::{Query, State as Shared};
use axum::http::{HeaderMap, header};
use axum::response::{Html, Json};
use axum::routing::post;
use axum::{Router, extract::DefaultBodyLimit};
use serde::Deserialize;
use serde_json::{Value, json};

use super::html::page;
use super::site::Site;
use super::state::Upload;

/// The largest accepted request, in bytes.
const LARGEST: usize = 64 << 20;

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/pages/upload-form", post(form))
        .route("/pages/upload-one", post(one))
        .layer(DefaultBodyLimit::max(LARGEST))
}

#[derive(Deserialize)]
struct One {
    by: String,
    name: String,
}

async fn one(Shared(site): Shared<Site>, Query(one): Query<One>, headers: HeaderMap, body: Bytes) -> Json<Value> {
    let kind = content_type(&headers).to_owned();
    site.lock().uploads.push(Upload { by: one.by, name: one.name, kind, bytes: body.to_vec() });
    Json(json!({ "ok": true }))
}

async fn form(Shared(site): Shared<Site>, headers: HeaderMap, body: Bytes) -> Html<String> {
    let kind = content_type(&headers);
    let boundary = kind.split_once("boundary=").map(|(_, boundary)| boundary.trim_matches('"')).unwrap_or_default();
    let uploads = parts(&body, boundary);
    let told: String = uploads.iter().map(|one| format!("<li>{} {}</li>", one.name, one.bytes.len())).collect();
    site.lock().uploads.extend(uploads);
    page("Sent", "Single pages", "/pages", "", &format!("<h1>Files sent</h1><ul>{told}</ul>"))
}

fn content_type(headers: &HeaderMap) -> &str {
    headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default()
}

/// The files of a multipart form (RFC 7578), as browsers write it.
fn parts(body: &[u8], boundary: &str) -> Vec<Upload> {
    let mark = format!("--{boundary}");
    let mut uploads = Vec::new();
    let mut rest = body;
    while let Some(start) = find(rest, mark.as_bytes()) {
        rest = rest.get(start + mark.len()..).unwrap_or_default();
        let end = find(rest, format!("\r\n{mark}").as_bytes()).unwrap_or(rest.len());
        let part = rest.get(..end).unwrap_or_default();
        let Some(head_end) = find(part, b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(part.get(..head_end).unwrap_or_default()).into_owned();
        let of = |name: &str| {
            let (_, rest) = head.split_once(&format!(" {name}=\""))?;
            rest.split_once('"').map(|(value, _)| value.to_owned())
        };
        let kind = head.lines().find_map(|line| line.strip_prefix("Content-Type: ")).unwrap_or_default().to_owned();
        let bytes = part.get(head_end + 4..).unwrap_or_default().to_vec();
        if let (Some(by), Some(name)) = (of("name"), of("filename"))
            && !name.is_empty()
        {
            uploads.push(Upload { by, name, kind, bytes });
        }
    }
    uploads
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}
