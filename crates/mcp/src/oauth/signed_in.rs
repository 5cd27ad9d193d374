//! What is kept of a sign-in.

use super::client::Client;
use serde::{Deserialize, Serialize};
use std::fmt;
use url::Url;

/// How long before its end a token counts as ended.
const MARGIN_MS: f64 = 60_000.0;

/// A sign-in to one server: tokens, and the client that they were given to. It is stored, and has no `Debug` that shows secrets.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct SignedIn {
    /// The server's address.
    pub(super) server: String,
    /// What the tokens are for (RFC 8707).
    pub(super) resource: String,
    /// What EDITH is to the authorization server, which is named in it.
    pub(super) client: Client,
    pub(super) token_endpoint: String,
    pub(super) access_token: String,
    #[serde(default)]
    pub(super) refresh_token: Option<String>,
    /// Milliseconds since 1970; none: not said.
    #[serde(default)]
    pub(super) expires_at: Option<f64>,
    /// The scopes that were granted.
    #[serde(default)]
    pub(super) scopes: Vec<String>,
    /// The scopes that were asked for.
    #[serde(default)]
    pub(super) asked: Vec<String>,
    #[serde(default)]
    pub(super) step_ups: StepUps,
}

/// How often the server asked for more scopes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct StepUps {
    pub(super) count: u32,
    pub(super) since_ms: f64,
}

impl SignedIn {
    /// The authorization server's issuer.
    pub fn issuer(&self) -> &str {
        &self.client.issuer
    }

    /// The scopes that were granted, as far as the server says.
    pub fn scopes(&self) -> &[String] {
        &self.scopes
    }

    /// Whether this is a sign-in to that address, and to no other of the same origin.
    pub fn is_for(&self, server: &Url) -> bool {
        self.server == server.as_str()
    }

    /// The value of `Authorization` for a request to that address; none for any other address, and once the token has ended.
    pub fn header(&self, server: &Url, now_ms: f64) -> Option<String> {
        let is_good = self.is_for(server) && self.expires_at.is_none_or(|end| now_ms < end);
        is_good.then(|| format!("Bearer {}", self.access_token))
    }

    /// Whether the token ends within a minute and can be renewed without the person.
    pub fn needs_refresh(&self, now_ms: f64) -> bool {
        self.refresh_token.is_some() && self.expires_at.is_some_and(|end| now_ms >= end - MARGIN_MS)
    }
}

impl fmt::Debug for SignedIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignedIn")
            .field("server", &self.server)
            .field("client", &self.client)
            .field("scopes", &self.scopes)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}
