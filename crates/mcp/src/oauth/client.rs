//! What EDITH is to an authorization server: its client ID, and how it proves it.

use super::address::{Reach, host};
use super::error::SignInError;
use super::metadata::{AuthorizationServer, is_same};
use super::wire::{Wire, said};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;
use url::{Host, Url};

/// The name that authorization servers show.
const NAME: &str = "EDITH";

/// What the person set for a server.
#[derive(Clone, Default)]
pub struct Configured {
    /// The client ID that the person registered.
    pub client_id: Option<String>,
    /// Its secret, if it has one.
    pub client_secret: Option<String>,
    /// The authorization server that both are of. Without it they belong to the first that they are used at.
    pub issuer: Option<String>,
    /// The address of a Client ID Metadata Document.
    pub metadata_url: Option<String>,
}

/// How a client proves itself at the token endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Method {
    #[serde(rename = "none")]
    None,
    #[serde(rename = "client_secret_basic")]
    Basic,
    #[serde(rename = "client_secret_post")]
    Post,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Basic => "client_secret_basic",
            Self::Post => "client_secret_post",
        }
    }

    /// The first of these that the server takes. A server that names none takes `client_secret_basic` (RFC 8414).
    fn first(of: &[Self], server: &AuthorizationServer) -> Option<Self> {
        of.iter().copied().find(|method| match &server.auth_methods {
            Some(known) => known.iter().any(|name| name == method.name()),
            None => *method == Self::Basic,
        })
    }
}

/// Where a client ID comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ClientIdFrom {
    Configured,
    Document,
    Registered,
}

/// A client of one authorization server. Its secret is told to no other.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Client {
    pub(super) issuer: String,
    pub(super) id: String,
    #[serde(default)]
    pub(super) secret: Option<String>,
    pub(super) method: Method,
    pub(super) source: ClientIdFrom,
    redirect_uri: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    secret_expires_at: Option<f64>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("issuer", &self.issuer).field("source", &self.source).finish_non_exhaustive()
    }
}

/// The client for an authorization server: the person's own, else a document's address, else the one registered there before, else a new one.
///
/// # Errors
/// When there is none, the person's belongs to another server, or the server does not register EDITH.
pub(super) async fn client(
    wire: &Wire,
    server: &AuthorizationServer,
    configured: &Configured,
    before: Option<&Client>,
    redirect_uri: &str,
) -> Result<Client, SignInError> {
    let made = |id: &str, secret: Option<&str>, method, source| Client {
        issuer: server.issuer.clone(),
        id: id.to_owned(),
        secret: secret.map(str::to_owned),
        method,
        source,
        redirect_uri: redirect_uri.to_owned(),
        secret_expires_at: None,
    };
    if let Some(id) = given(configured.client_id.as_deref()) {
        bound(server, configured, before, id)?;
        let secret = given(configured.client_secret.as_deref());
        let unsupported = || SignInError::Unsupported { host: server.host.clone() };
        let method = match secret {
            Some(_) => Method::first(&[Method::Basic, Method::Post, Method::None], server).ok_or_else(unsupported)?,
            None => Method::None,
        };
        return Ok(made(id, secret.filter(|_| method != Method::None), method, ClientIdFrom::Configured));
    }
    if let Some(address) = given(configured.metadata_url.as_deref()).filter(|_| server.takes_documents) {
        let url = Url::parse(address).ok().filter(|url| url.scheme() == "https" && url.path() != "/");
        let url = url.ok_or_else(|| SignInError::UnsafeAddress { address: said(address, &[]) })?;
        // Its host is not asked by EDITH, but what is not a plain address is none here either.
        Reach::of(&url)?;
        return Ok(made(address, None, Method::None, ClientIdFrom::Document));
    }
    let kept = before.filter(|before| {
        let is_good = before.secret_expires_at.is_none_or(|end| wire.clock.now() < end);
        before.source == ClientIdFrom::Registered
            && before.issuer == server.issuer
            && before.redirect_uri == redirect_uri
            && is_good
    });
    match kept {
        Some(kept) => Ok(kept.clone()),
        None => register(wire, server, redirect_uri).await,
    }
}

fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// The person's client ID is used at one authorization server only, whatever the server says later.
fn bound(
    server: &AuthorizationServer,
    configured: &Configured,
    before: Option<&Client>,
    id: &str,
) -> Result<(), SignInError> {
    let used = before.filter(|before| before.source == ClientIdFrom::Configured && before.id == id);
    let issuer = given(configured.issuer.as_deref()).or(used.map(|used| used.issuer.as_str()));
    match issuer {
        Some(issuer) if !is_same(issuer, &server.issuer) => {
            Err(SignInError::ClientOfAnother { issuer: said(issuer, &[]), host: server.host.clone() })
        }
        _ => Ok(()),
    }
}

#[derive(Deserialize)]
struct Registered {
    client_id: String,
    client_secret: Option<String>,
    client_secret_expires_at: Option<f64>,
    token_endpoint_auth_method: Option<String>,
}

/// A refusal of registration and token endpoints.
#[derive(Deserialize)]
pub(super) struct Fault {
    pub(super) error: String,
    pub(super) error_description: Option<String>,
}

impl Fault {
    /// Code and description, without what was sent in secret.
    pub(super) fn refused(&self, host: &str, secrets: &[&str]) -> SignInError {
        let code = said(&self.error, secrets);
        let description = said(self.error_description.as_deref().unwrap_or_default(), secrets);
        let words = if description.is_empty() { code.clone() } else { format!("{description} ({code})") };
        SignInError::Refused { host: host.to_owned(), code, words }
    }
}

/// Registers EDITH (RFC 7591).
async fn register(wire: &Wire, server: &AuthorizationServer, redirect_uri: &str) -> Result<Client, SignInError> {
    let no_client = || SignInError::NoClient { host: server.host.clone(), redirect_uri: redirect_uri.to_owned() };
    let endpoint = server.registration_endpoint.as_ref().ok_or_else(no_client)?;
    let wanted = Method::first(&[Method::None, Method::Basic, Method::Post], server)
        .ok_or_else(|| SignInError::Unsupported { host: server.host.clone() })?;
    let grants: &[&str] =
        if server.refreshes { &["authorization_code", "refresh_token"] } else { &["authorization_code"] };
    let body = json!({
        "client_name": NAME,
        "redirect_uris": [redirect_uri],
        "grant_types": grants,
        "response_types": ["code"],
        "token_endpoint_auth_method": wanted.name(),
        "application_type": application_type(redirect_uri),
    });
    let answer = wire.post(endpoint, "application/json", None, body.to_string()).await?;
    if let Some(later) = answer.later() {
        return Err(later);
    }
    if !answer.is_success() {
        return Err(match answer.json::<Fault>() {
            Some(fault) => fault.refused(&host(endpoint), &[]),
            // Nobody registers there after all.
            None => no_client(),
        });
    }
    let bad = |words: &str| SignInError::BadAnswer { host: host(endpoint), words: words.to_owned() };
    let registered: Registered = answer.json().ok_or_else(|| bad("no client_id"))?;
    let secret = registered.client_secret.filter(|secret| !secret.is_empty());
    let method = match (registered.token_endpoint_auth_method.as_deref(), &secret) {
        (Some("none"), _) | (None, None) => Method::None,
        (Some("client_secret_basic"), Some(_)) => Method::Basic,
        (Some("client_secret_post"), Some(_)) => Method::Post,
        (None, Some(_)) if wanted != Method::None => wanted,
        // What is not said is `client_secret_basic` (RFC 7591), if the server takes it.
        (None, Some(_)) => Method::first(&[Method::Basic, Method::Post, Method::None], server).unwrap_or(Method::Basic),
        (Some(_), _) => return Err(bad("token_endpoint_auth_method")),
    };
    let expires = registered.client_secret_expires_at.filter(|seconds| *seconds > 0.0);
    Ok(Client {
        issuer: server.issuer.clone(),
        id: registered.client_id,
        secret: secret.filter(|_| method != Method::None),
        method,
        source: ClientIdFrom::Registered,
        redirect_uri: redirect_uri.to_owned(),
        secret_expires_at: expires.map(|seconds| seconds * 1000.0),
    })
}

/// OpenID Connect Registration: `native` clients have redirect addresses on the machine, `web` clients https ones elsewhere, as the browser's is.
fn application_type(redirect_uri: &str) -> &'static str {
    let url = Url::parse(redirect_uri).ok().filter(|url| url.scheme() == "https");
    let is_elsewhere = url.is_some_and(|url| matches!(url.host(), Some(Host::Domain(name)) if name != "localhost"));
    if is_elsewhere { "web" } else { "native" }
}
