//! Files instead of pages: downloads that end, hang or break, and documents that the browser shows itself.

use std::convert::Infallible;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::StreamExt;

use super::html::missing;
use super::site::Site;

/// A page with a line on it (PDF 1.4), as small as possible; readers repair the missing reference table.
const PAPER: &str = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n\
4 0 obj<</Length 44>>stream\nBT /F 18 Tf 20 100 Td (The paper says hello) Tj ET\nendstream endobj\n\
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
const REPORT: usize = 30_000;

pub(super) fn routes() -> Router<Site> {
    Router::new().route("/pages/files/{name}", get(file).post(file))
}

async fn file(Path(name): Path<String>) -> Response {
    let shown = |kind: &'static str, text: &'static str| ([(header::CONTENT_TYPE, kind)], text).into_response();
    match name.as_str() {
        "report.csv" => attached("text/csv", "attachment; filename=\"report 2026.csv\"", vec![b'7'; REPORT].into()),
        // Neither its address nor its link reveals the file.
        "letter" => attached("text/plain", "attachment; filename=\"letter.txt\"", "Dear all".into()),
        "table" => ([(header::CONTENT_TYPE, "text/csv")], "a,b\n1,2\n").into_response(),
        "tool" => attached("application/octet-stream", "attachment; filename=\"tool.exe\"", "MZ".into()),
        // Neither `inline` nor `attachment`: browsers save it.
        "terms" => attached("text/plain", "save; filename=\"setup.sh\"", "#!".into()),
        "words" => shown("text/markdown; charset=utf-8", "# Hello\n"),
        "setup.exe" => attached("application/octet-stream", "attachment", b"MZ not really".to_vec().into()),
        // Its first bytes come and the rest never does.
        "stuck.bin" => {
            let start = Bytes::from_static(&[1; 1_000]);
            let parts = futures_util::stream::iter([Ok::<_, Infallible>(start)]).chain(futures_util::stream::pending());
            let mut answer = attached("application/octet-stream", "attachment", Body::from_stream(parts));
            answer.headers_mut().insert(header::CONTENT_LENGTH, 5_000_000.into());
            answer
        }
        "paper.pdf" => shown("application/pdf", PAPER),
        "picture.svg" => shown(
            "image/svg+xml",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\"><text>hello</text></svg>",
        ),
        "picture.bmp" => ([(header::CONTENT_TYPE, "image/bmp")], bitmap()).into_response(),
        "notes.txt" => shown("text/plain; charset=utf-8", "The notes say hello.\nSecond line.\n"),
        "data.json" => shown("application/json", "{\"said\": \"hello\", \"times\": 3}"),
        "feed.xml" => shown("application/xml", "<feed><entry><title>Hello from the feed</title></entry></feed>"),
        _ => missing("There is no such file."),
    }
}

fn attached(kind: &'static str, how: &'static str, body: Body) -> Response {
    let heads: [(HeaderName, &str); 2] = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, how)];
    (heads, body).into_response()
}

fn bitmap() -> Vec<u8> {
    let head: [u32; 6] = [62, 0, 54, 40, 2, 1];
    let mut bytes = b"BM".to_vec();
    bytes.extend(head.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend([1, 0, 24, 0]);
    bytes.extend([0; 24]);
    bytes.extend([0, 0, 255, 0, 0, 255, 0, 0]);
    bytes
}
