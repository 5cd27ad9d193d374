//! The token endpoint.

use super::address::host;
use super::client::{Client, ClientIdFrom, Fault, Method};
use super::error::SignInError;
use super::scopes::scopes;
use super::wire::Wire;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::Value;
use url::Url;
use url::form_urlencoded::{Serializer, byte_serialize};

/// What a token endpoint gave.
pub(super) struct Tokens {
    pub(super) access_token: String,
    pub(super) refresh_token: Option<String>,
    pub(super) expires_at: Option<f64>,
    pub(super) scopes: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Given {
    access_token: String,
    token_type: String,
    expires_in: Option<Value>,
    refresh_token: Option<String>,
    scope: Option<String>,
}

/// Asks for tokens. `parameters` are of the grant; the client's own are added. Each value in `secrets` is kept out of errors.
///
/// # Errors
/// When the server refuses or answers nonsense.
pub(super) async fn ask(
    wire: &Wire,
    endpoint: &Url,
    client: &Client,
    parameters: &[(&str, &str)],
    secrets: &[&str],
) -> Result<Tokens, SignInError> {
    let mut body = Serializer::new(String::new());
    // Also beside the header, where it identifies and proves nothing (RFC 6749, 3.2.1): servers on the Python SDK look for it here alone.
    body.extend_pairs(parameters).append_pair("client_id", &client.id);
    let mut authorization = None;
    match (client.method, &client.secret) {
        (Method::Basic, Some(secret)) => {
            let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
            let pair = format!("{}:{}", encoded(&client.id), encoded(secret));
            authorization = Some(format!("Basic {}", BASE64_STANDARD.encode(pair)));
        }
        (Method::Post, Some(secret)) => {
            body.append_pair("client_secret", secret);
        }
        _ => {}
    }
    let asked_at = wire.clock.now();
    let proof = authorization.clone();
    let answer = wire.post(endpoint, "application/x-www-form-urlencoded", authorization, body.finish()).await?;
    if let Some(later) = answer.later() {
        return Err(later);
    }
    let read: Result<Given, SignInError> = match answer.json::<Fault>() {
        // Some servers refuse with the status of a success.
        Some(fault) => {
            let own = client.secret.as_deref().into_iter().chain(proof.as_deref());
            let sent: Vec<String> = secrets
                .iter()
                .copied()
                .chain(own)
                .flat_map(|secret| [secret.to_owned(), byte_serialize(secret.as_bytes()).collect()])
                .collect();
            let sent: Vec<&str> = sent.iter().map(String::as_str).collect();
            match fault.error.as_str() {
                "invalid_client" | "unauthorized_client" if client.source == ClientIdFrom::Registered => {
                    Err(SignInError::ClientForgotten { host: host(endpoint) })
                }
                _ => Err(fault.refused(&host(endpoint), &sent)),
            }
        }
        None if answer.is_success() => answer.json().ok_or_else(|| bad(endpoint, "no access_token")),
        None => Err(bad(endpoint, &answer.status.to_string())),
    };
    tokens(read?, endpoint, asked_at)
}

fn bad(endpoint: &Url, words: &str) -> SignInError {
    SignInError::BadAnswer { host: host(endpoint), words: words.to_owned() }
}

fn tokens(given: Given, endpoint: &Url, asked_at: f64) -> Result<Tokens, SignInError> {
    if !given.token_type.eq_ignore_ascii_case("bearer") {
        return Err(bad(endpoint, "token_type"));
    }
    // It becomes part of a header.
    if given.access_token.is_empty() || !given.access_token.chars().all(|c| c.is_ascii_graphic()) {
        return Err(bad(endpoint, "access_token"));
    }
    let seconds = match given.expires_in {
        Some(Value::String(text)) => text.parse().ok(),
        Some(value) => value.as_f64(),
        None => None,
    };
    Ok(Tokens {
        access_token: given.access_token,
        refresh_token: given.refresh_token.filter(|token| !token.is_empty()),
        expires_at: seconds.filter(|seconds| *seconds > 0.0).map(|seconds: f64| asked_at + seconds * 1000.0),
        scopes: given.scope.map(|scope| scopes(&scope)),
    })
}
