//! Serves a folder on 127.0.0.1, for pages that come in packages.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::State as Shared;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The running server. Stops on drop.
pub struct Folder {
    /// Such as `http://127.0.0.1:40123`.
    pub origin: String,
    server: JoinHandle<()>,
}

impl Folder {
    /// Serves a folder on a free port, with `index.html` for subfolders.
    pub async fn serve(folder: PathBuf) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let router = Router::new().fallback(file).with_state(Arc::from(folder));
        let server = tokio::spawn(async move {
            // It ends only when the task is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { origin: format!("http://127.0.0.1:{port}"), server })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn file(Shared(folder): Shared<Arc<Path>>, uri: Uri) -> Response {
    let Some(mut path) = within(&folder, uri.path()) else { return StatusCode::NOT_FOUND.into_response() };
    if path.is_dir() {
        path.push("index.html");
    }
    match std::fs::read(&path) {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind(&path))], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The file at an address; none if outside the folder.
fn within(folder: &Path, address: &str) -> Option<PathBuf> {
    let path = PathBuf::from(&*percent_decode_str(address.trim_start_matches('/')).decode_utf8_lossy());
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| folder.join(path))
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "wasm" => "application/wasm",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::within;

    #[test]
    fn an_address_stays_in_its_folder() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(within(Path::new("/srv"), address), expected.map(PathBuf::from), "{address}");
        };
        check("/a/b%20c.html", Some("/srv/a/b c.html"));
        check("/", Some("/srv/"));
        check("/100%", Some("/srv/100%"));
        check("/../etc/passwd", None);
        check("/a/%2e%2e/%2e%2e/etc/passwd", None);
    }
}
