//! A small internet for tests: named hosts, all answered by one closure on one port, with a log of requests.
//!
//! A flag makes the browser look for them there, so that pages have real origins: other sites, subdomains, private network addresses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Hosts that lead here: every name under `.example`, and some private network addresses.
const HOSTS: [&str; 6] = ["*.example", "192.168.0.1", "10.0.0.7", "169.254.169.254", "printer.local", "[fd00::7]"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub method: String,
    /// Without a port.
    pub host: String,
    /// Path and query.
    pub path: String,
    pub body: String,
}

/// A host's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Page(String),
    Redirect(String),
    /// A file to save under that name.
    File(String),
    /// These bytes, said to be of that media type.
    Bytes(&'static str, Vec<u8>),
    /// 404.
    Missing,
    /// An error with this status and text.
    Error(u16, &'static str),
    /// 401, until the browser sends a name and a password.
    Password,
}

type Answering = dyn Fn(&Hit) -> Answer + Send + Sync;

#[derive(Clone)]
struct Site {
    answer: Arc<Answering>,
    hits: Arc<Mutex<Vec<Hit>>>,
}

/// The hosts. They stop on drop.
pub struct Internet {
    /// The port of all hosts.
    pub port: u16,
    site: Site,
    server: JoinHandle<()>,
}

impl Internet {
    /// Answers every request to every host with this closure.
    pub async fn start(answer: impl Fn(&Hit) -> Answer + Send + Sync + 'static) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let site = Site { answer: Arc::new(answer), hits: Arc::default() };
        let router = Router::new().fallback(take).with_state(site.clone());
        let server = tokio::spawn(async move {
            // It ends only when the task is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { port, site, server })
    }

    /// Flags that make a browser see these hosts and nothing else.
    pub fn flags(&self) -> Vec<String> {
        let port = self.port;
        // Nobody listens at the first, and the second is asked for a secret connection, which it does not speak.
        let broken = format!("MAP refused.example:80 127.0.0.1:9, MAP unsafe.example:443 127.0.0.1:{port}");
        let mapped: Vec<String> = HOSTS.iter().map(|host| format!("MAP {host}:80 127.0.0.1:{port}")).collect();
        vec![
            format!(
                "--host-resolver-rules={broken}, {}, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
                mapped.join(", ")
            ),
            // None of the hosts speaks TLS.
            "--disable-features=HttpsUpgrades,HttpsFirstBalancedMode,HttpsFirstBalancedModeAutoEnable".to_owned(),
        ]
    }

    /// Every request so far, in order.
    pub fn hits(&self) -> Vec<Hit> {
        lock(&self.site.hits).clone()
    }

    /// The live list, for counting while it grows.
    pub fn log(&self) -> Arc<Mutex<Vec<Hit>>> {
        Arc::clone(&self.site.hits)
    }
}

impl Drop for Internet {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn take(Shared(site): Shared<Site>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let host = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    let hit = Hit {
        method: method.to_string(),
        host: host.to_owned(),
        path: uri.path_and_query().map_or_else(String::new, ToString::to_string),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    lock(&site.hits).push(hit.clone());
    let kept = (header::CACHE_CONTROL, "no-store");
    match (site.answer)(&hit) {
        Answer::Page(html) => ([kept], Html(html)).into_response(),
        Answer::Redirect(to) => (StatusCode::FOUND, [kept, (header::LOCATION, to.as_str())]).into_response(),
        Answer::File(name) => {
            let named = format!("attachment; filename=\"{name}\"");
            let kind = (header::CONTENT_TYPE, "application/octet-stream");
            ([kept, kind, (header::CONTENT_DISPOSITION, named.as_str())], "MZ a program").into_response()
        }
        Answer::Bytes(mime, bytes) => ([kept, (header::CONTENT_TYPE, mime)], bytes).into_response(),
        Answer::Error(status, text) => {
            (StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), [kept], Html(text))
                .into_response()
        }
        Answer::Password if headers.contains_key(header::AUTHORIZATION) => {
            ([kept], Html("<title>Staff</title><p>Welcome")).into_response()
        }
        Answer::Password => {
            let asks = (header::WWW_AUTHENTICATE, "Basic realm=\"staff\"");
            (StatusCode::UNAUTHORIZED, [kept, asks], Html("<title>Staff only</title><p>No entry")).into_response()
        }
        Answer::Missing => (StatusCode::NOT_FOUND, [kept]).into_response(),
    }
}

fn lock(hits: &Mutex<Vec<Hit>>) -> MutexGuard<'_, Vec<Hit>> {
    hits.lock().unwrap_or_else(PoisonError::into_inner)
}
