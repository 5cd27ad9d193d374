//! A web socket that answers each message. What asks for something is noted as a request.

use axum::extract::{Request, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::site::Site;

/// What a page says to keep the connection open, with the time.
const PING: &str = "[\"ping\",";

pub(super) async fn socket(Shared(site): Shared<Site>, mut request: Request) -> Response {
    let key = request.headers().get(header::SEC_WEBSOCKET_KEY);
    let Some(accept) = key.map(|key| derive_accept_key(key.as_bytes())) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    tokio::spawn(async move {
        let Ok(upgraded) = hyper::upgrade::on(&mut request).await else { return };
        let mut socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, None).await;
        while let Some(Ok(message)) = socket.next().await {
            let text = match message {
                Message::Text(text) => text.to_string(),
                Message::Binary(bytes) => format!("{} bytes", bytes.len()),
                Message::Close(Some(closing)) if !closing.reason.is_empty() => closing.reason.to_string(),
                _ => continue,
            };
            if text.strip_prefix(PING).is_none_or(|time| time.len() <= 10) {
                site.lock().requests.push(format!("MESSAGE {text}"));
            }
            if socket.send(Message::text(format!("heard {text}"))).await.is_err() {
                break;
            }
        }
    });
    let headers = [(header::CONNECTION, "Upgrade"), (header::UPGRADE, "websocket")];
    (StatusCode::SWITCHING_PROTOCOLS, headers, [(header::SEC_WEBSOCKET_ACCEPT, accept)]).into_response()
}
