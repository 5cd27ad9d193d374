//! A network without a browser: one connection per request over the loopback interface.

use async_trait::async_trait;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use edith_port::Clock;
use futures_util::{StreamExt, stream};
use http_body_util::{BodyExt, Full};
use hyper::Response;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// The default origin of an extension's requests.
const EXTENSION: &str = "chrome-extension://abcdefghijklmnop";

pub(crate) struct NativeHttp;

/// Closes the connection with the answer.
pub(crate) struct Connection(JoinHandle<()>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn broken(error: impl std::fmt::Display) -> Broken {
    Broken(error.to_string())
}

impl NativeHttp {
    /// The answer's head, whatever it is, and its body to come.
    pub(crate) async fn exchange(&self, request: HttpRequest) -> Result<(Response<Incoming>, Connection), Broken> {
        let url: hyper::Uri = request.url.parse().map_err(broken)?;
        let authority = url.authority().unwrap().as_str();
        let stream = TcpStream::connect(authority).await.map_err(broken)?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
        let connection = Connection(tokio::spawn(async { drop(connection.await) }));
        let mut built = hyper::Request::builder()
            .method(request.method)
            .uri(url.path_and_query().unwrap().as_str())
            .header("host", authority);
        built = built.header("origin", request.origin.as_deref().unwrap_or(EXTENSION));
        for (name, value) in &request.headers {
            built = built.header(name.as_ref(), value);
        }
        let body = Full::new(Bytes::from(request.body.unwrap_or_default()));
        let answer = sender.send_request(built.body(body).map_err(broken)?).await.map_err(broken)?;
        Ok((answer, connection))
    }
}

#[async_trait(?Send)]
impl Http for NativeHttp {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        let (answer, connection) = self.exchange(request).await?;
        if answer.status().is_redirection() {
            return Err(HttpError::Redirected);
        }
        let text = |value: &hyper::header::HeaderValue| value.to_str().unwrap().to_owned();
        let headers = answer.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect();
        let status = answer.status().as_u16();
        let pieces = stream::unfold((answer.into_body(), connection), |(mut body, connection)| async {
            let piece = body.frame().await?.map(|frame| frame.into_data().unwrap_or_default().to_vec());
            Some((piece.map_err(broken), (body, connection)))
        });
        Ok(HttpAnswer { status, headers, body: pieces.boxed_local() })
    }
}

/// The system's clock, with waits shortened by this factor.
pub(crate) struct Quick(pub u64);

#[async_trait(?Send)]
impl Clock for Quick {
    fn now(&self) -> f64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        since.as_secs_f64() * 1_000.0
    }

    fn zone_minutes(&self) -> i32 {
        0
    }

    async fn sleep(&self, ms: u64) {
        tokio::time::sleep(Duration::from_millis(ms / self.0)).await;
    }
}
