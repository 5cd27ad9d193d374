//! What servers say about themselves: protected resources (RFC 9728) and authorization servers (RFC 8414, OpenID Connect Discovery).

use super::address::{Reach, host};
use super::error::SignInError;
use super::wire::said;
use serde::Deserialize;
use url::Url;

/// A protected resource's own description.
#[derive(Deserialize)]
pub(super) struct ProtectedResource {
    pub(super) resource: String,
    #[serde(default)]
    pub(super) authorization_servers: Option<Vec<String>>,
    #[serde(default)]
    pub(super) scopes_supported: Option<Vec<String>>,
}

/// An authorization server's own description, as it comes.
#[derive(Deserialize)]
pub(super) struct Document {
    issuer: String,
    authorization_endpoint: Option<String>,
    token_endpoint: Option<String>,
    registration_endpoint: Option<String>,
    scopes_supported: Option<Vec<String>>,
    response_types_supported: Option<Vec<String>>,
    grant_types_supported: Option<Vec<String>>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    code_challenge_methods_supported: Option<Vec<String>>,
    authorization_response_iss_parameter_supported: Option<bool>,
    client_id_metadata_document_supported: Option<bool>,
}

/// An authorization server whose description holds.
#[derive(Clone)]
pub(super) struct AuthorizationServer {
    /// As it names itself.
    pub(super) issuer: String,
    /// The issuer's host.
    pub(super) host: String,
    pub(super) authorization_endpoint: Url,
    pub(super) token_endpoint: Url,
    pub(super) registration_endpoint: Option<Url>,
    pub(super) scopes_supported: Vec<String>,
    pub(super) auth_methods: Option<Vec<String>>,
    pub(super) says_issuer: bool,
    pub(super) takes_documents: bool,
    /// Whether refresh tokens may be asked for.
    pub(super) refreshes: bool,
}

impl Document {
    /// Takes the description of an issuer.
    ///
    /// # Errors
    /// When it is another's, is not safe, or lacks what a sign-in needs.
    pub(super) fn check(self, issuer: &Url, asked: &str, reach: &Reach) -> Result<AuthorizationServer, SignInError> {
        let named_host = host(issuer);
        if !is_same(asked, &self.issuer) {
            return Err(SignInError::OtherIssuer { asked: said(asked, &[]), named: said(&self.issuer, &[]) });
        }
        let lacks = |list: &Option<Vec<String>>, wanted: &str| {
            list.as_ref().is_some_and(|list| list.iter().all(|name| name != wanted))
        };
        let unsupported = || SignInError::Unsupported { host: named_host.clone() };
        if lacks(&self.response_types_supported, "code") || lacks(&self.grant_types_supported, "authorization_code") {
            return Err(unsupported());
        }
        // No list means no PKCE.
        if self.code_challenge_methods_supported.is_none() || lacks(&self.code_challenge_methods_supported, "S256") {
            return Err(SignInError::NoPkce { host: named_host });
        }
        let authorization_endpoint = reach.url(&self.authorization_endpoint.ok_or_else(unsupported)?)?;
        let token_endpoint = reach.url(&self.token_endpoint.ok_or_else(unsupported)?)?;
        let registration_endpoint = self.registration_endpoint.map(|url| reach.url(&url)).transpose()?;
        Ok(AuthorizationServer {
            issuer: self.issuer,
            host: named_host,
            authorization_endpoint,
            token_endpoint,
            registration_endpoint,
            scopes_supported: self.scopes_supported.unwrap_or_default(),
            refreshes: !lacks(&self.grant_types_supported, "refresh_token"),
            auth_methods: self.token_endpoint_auth_methods_supported,
            says_issuer: self.authorization_response_iss_parameter_supported.unwrap_or_default(),
            takes_documents: self.client_id_metadata_document_supported.unwrap_or_default(),
        })
    }
}

/// Whether two issuers are one. The slash of an origin without a path makes no difference, since the description is at the same address either way;
/// some frameworks add it to every address.
pub(super) fn is_same(asked: &str, named: &str) -> bool {
    let is_origin = |text: &str| text.matches('/').count() == 2;
    asked == named
        || asked.strip_suffix('/').is_some_and(|asked| asked == named && is_origin(asked))
        || named.strip_suffix('/').is_some_and(|named| named == asked && is_origin(named))
}

impl AuthorizationServer {
    /// A server of the revision of 2025-03-26 without any description: it is its own authorization server, at the default addresses. That revision
    /// requires PKCE of it.
    ///
    /// # Errors
    /// When the addresses are not safe.
    pub(super) fn by_default(server: &Url, reach: &Reach) -> Result<Self, SignInError> {
        let issuer = server.origin().ascii_serialization();
        let endpoint = |path: &str| reach.url(&format!("{issuer}/{path}"));
        Ok(Self {
            host: host(server),
            authorization_endpoint: endpoint("authorize")?,
            token_endpoint: endpoint("token")?,
            registration_endpoint: Some(endpoint("register")?),
            scopes_supported: Vec::new(),
            auth_methods: None,
            says_issuer: false,
            takes_documents: false,
            refreshes: true,
            issuer,
        })
    }
}
