//! A scripted model server: the OpenAI Chat Completions API, streamed or not, with every fault a server can have.
//!
//! Tests script it with closures, a person with a file (`cargo xtask model --script FILE`) or turn by turn (`--answers FOLDER`). It records its requests.

mod desk;
mod embed;
mod look;
mod reply;
mod request;
mod script;
mod wire;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use desk::Desk;
pub use look::{last_look, uid_of};
pub use reply::{Call, Fault, Reply};
pub use request::{End, Request};
pub use script::{Script, ScriptError};

#[derive(Debug, thiserror::Error)]
pub enum ModelServerError {
    /// The port is taken, or listening is not allowed.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen { port: u16, source: std::io::Error },
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error("{0}: {1}")]
    Folder(PathBuf, std::io::Error),
    /// An expected request did not come.
    #[error("only {seen} of {wanted} requests came within {milliseconds} ms")]
    TooFew { seen: usize, wanted: usize, milliseconds: u128 },
}

/// Who may call the server from a web page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cors {
    #[default]
    Open,
    /// Everybody but extensions, like Ollama: 403 without an explanation.
    RefuseExtensions,
}

/// Where answers come from.
pub enum Source {
    Script(Script),
    /// Somebody who takes as long as it takes.
    Desk(Arc<Desk>),
}

impl Source {
    /// What somebody writes into a folder, beside each request. See [`Desk`].
    pub fn desk(folder: &Path) -> Result<Self, ModelServerError> {
        let desk = Desk::open(folder).map_err(|error| ModelServerError::Folder(folder.to_owned(), error))?;
        Ok(Self::Desk(Arc::new(desk)))
    }
}

struct Inner {
    source: Source,
    cors: Cors,
    requests: Mutex<Vec<Request>>,
    embedded: Mutex<Vec<Value>>,
    count: watch::Sender<usize>,
    loud: bool,
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Vec<Request>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ended(&self, number: usize, end: End) {
        if let Some(request) = self.lock().get_mut(number) {
            request.end = end;
        }
    }
}

/// The running server. Stops on drop.
pub struct ModelServer {
    /// Its base URL, such as `http://127.0.0.1:40123/v1`.
    pub url: String,
    inner: Arc<Inner>,
    server: JoinHandle<()>,
}

impl ModelServer {
    /// Serves a closure's answers on a free port.
    pub async fn start(answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Result<Self, ModelServerError> {
        Self::serve(Source::Script(Script::always(answer)), Cors::Open, 0, false).await
    }

    pub async fn scripted(script: Script) -> Result<Self, ModelServerError> {
        Self::serve(Source::Script(script), Cors::Open, 0, false).await
    }

    pub async fn refusing_extensions(script: Script) -> Result<Self, ModelServerError> {
        Self::serve(Source::Script(script), Cors::RefuseExtensions, 0, false).await
    }

    /// Serves what somebody writes into a folder, beside each request. See [`Desk`].
    pub async fn answered(folder: &Path) -> Result<Self, ModelServerError> {
        Self::serve(Source::desk(folder)?, Cors::Open, 0, false).await
    }

    /// Serves on a port; 0 takes a free one. `loud`: prints each request and its answer.
    pub async fn serve(source: Source, cors: Cors, port: u16, loud: bool) -> Result<Self, ModelServerError> {
        let failed = |source| ModelServerError::Listen { port, source };
        let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let (count, _) = watch::channel(0);
        let inner =
            Arc::new(Inner { source, cors, requests: Mutex::default(), embedded: Mutex::default(), count, loud });
        let router = Router::new()
            .route("/v1/models", get(models).options(preflight))
            .route("/v1/chat/completions", post(complete).options(preflight))
            .route("/v1/embeddings", post(embeddings).options(preflight))
            .route("/requests", get(requests))
            .with_state(Arc::clone(&inner));
        let server = tokio::spawn(async move {
            // It ends only when the task is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url: format!("http://127.0.0.1:{port}/v1"), inner, server })
    }

    /// Copies of every completion request so far.
    pub fn requests(&self) -> Vec<Request> {
        self.inner.lock().clone()
    }

    /// The bodies of every request for vectors so far.
    pub fn embedded(&self) -> Vec<Value> {
        self.inner.embedded.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for so many completion requests.
    pub async fn wait_requests(&self, wanted: usize, deadline: Duration) -> Result<Vec<Request>, ModelServerError> {
        let mut count = self.inner.count.subscribe();
        let waited = tokio::time::timeout(deadline, count.wait_for(|seen| *seen >= wanted)).await;
        let requests = self.requests();
        match waited {
            Ok(Ok(_)) => Ok(requests),
            _ => {
                let milliseconds = deadline.as_millis();
                Err(ModelServerError::TooFew { seen: requests.len(), wanted, milliseconds })
            }
        }
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn is_refused(inner: &Inner, headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or_default();
    inner.cors == Cors::RefuseExtensions && origin.starts_with("chrome-extension://")
}

fn with_cors(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, OPTIONS"));
    // A star does not cover `Authorization`, and clients send their own `x-…` headers.
    let allowed = "authorization, content-type, accept, x-stainless-os, x-stainless-lang";
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(allowed));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after"));
    answer
}

async fn preflight(Shared(inner): Shared<Arc<Inner>>, headers: HeaderMap) -> Response {
    if is_refused(&inner, &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    with_cors(StatusCode::NO_CONTENT.into_response())
}

async fn models(Shared(inner): Shared<Arc<Inner>>, headers: HeaderMap) -> Response {
    if is_refused(&inner, &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let model = |id| json!({ "id": id, "object": "model", "created": 1_700_000_000, "owned_by": "script" });
    with_cors(Json(json!({ "object": "list", "data": [model("scripted"), model("scripted-large")] })).into_response())
}

async fn embeddings(Shared(inner): Shared<Arc<Inner>>, headers: HeaderMap, body: Bytes) -> Response {
    if is_refused(&inner, &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    inner.embedded.lock().unwrap_or_else(PoisonError::into_inner).push(body.clone());
    with_cors(match embed::answer(&body) {
        Ok(answer) => Json(answer).into_response(),
        Err(why) => {
            let error = json!({ "error": { "message": why, "type": "invalid_request_error" } });
            (StatusCode::BAD_REQUEST, Json(error)).into_response()
        }
    })
}

/// The requests, for a person: without the key.
async fn requests(Shared(inner): Shared<Arc<Inner>>) -> Json<Vec<Request>> {
    let mut requests = inner.lock().clone();
    for (name, value) in requests.iter_mut().flat_map(|request| &mut request.headers) {
        if name == "authorization" {
            *value = "(left out)".to_owned();
        }
    }
    Json(requests)
}

async fn complete(
    Shared(inner): Shared<Arc<Inner>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if is_refused(&inner, &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let pairs = headers.iter().map(|(name, value)| {
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        (name.as_str().to_owned(), value)
    });
    let mut request = Request {
        number: 0,
        path: uri.path().to_owned(),
        headers: pairs.collect(),
        body: serde_json::from_slice(&body).unwrap_or_default(),
        at: Some(Instant::now()),
        end: End::Open,
    };
    {
        let mut requests = inner.lock();
        request.number = requests.len();
        requests.push(request.clone());
        inner.count.send_replace(requests.len());
    }
    let (number, log) = (request.number, Arc::clone(&inner));
    let ended = move |end| log.ended(number, end);
    let reply = match &inner.source {
        Source::Script(script) => script.answer(&request),
        Source::Desk(desk) => {
            let desk = Arc::clone(desk);
            let put = match desk.put(&request) {
                Ok(put) => put,
                Err(error) => return with_cors((StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()),
            };
            if inner.loud {
                println!("{method} {} #{number}: waiting for answer {put:04}", request.path);
            }
            return with_cors(wire::later(request, async move { desk.wait(put).await }, ended).await);
        }
    };
    if inner.loud {
        println!(
            "{method} {} #{}: {}",
            request.path,
            request.number,
            request.last_of("user").lines().next().unwrap_or("")
        );
        println!("  answered with {}", reply.words());
    }
    with_cors(wire::answer(&request, reply, ended).await)
}
