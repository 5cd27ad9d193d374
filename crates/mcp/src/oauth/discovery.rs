//! From a server to its authorization server.

use super::address::{Reach, canonical, fits, host, well_known};
use super::challenge::Challenge;
use super::error::SignInError;
use super::metadata::{AuthorizationServer, Document, ProtectedResource, is_same};
use super::wire::{Wire, said};
use serde::de::DeserializeOwned;
use url::Url;

/// What was discovered.
pub(super) struct Discovered {
    pub(super) resource: String,
    pub(super) scopes_supported: Vec<String>,
    pub(super) authorization_server: AuthorizationServer,
}

/// Finds a server's authorization server. Of several it is the one of `earlier`, else the first.
///
/// # Errors
/// When it has none, or one that is not safe.
pub(super) async fn discover(
    wire: &Wire,
    server: &Url,
    reach: &Reach,
    challenge: &Challenge,
    earlier: Option<&str>,
) -> Result<Discovered, SignInError> {
    let Some(described) = protected_resource(wire, server, reach, challenge).await? else {
        return older(wire, server, reach).await;
    };
    if !fits(&described.resource, server) {
        let resource = said(&described.resource, &[]);
        return Err(SignInError::OtherResource { server: host(server), resource });
    }
    let issuers = described.authorization_servers.unwrap_or_default();
    let first = issuers
        .iter()
        .find(|issuer| earlier.is_some_and(|earlier| is_same(issuer, earlier)))
        .or_else(|| issuers.first());
    let asked = first.ok_or_else(|| SignInError::NoMetadata { host: host(server) })?;
    let issuer = reach.url(asked)?;
    let found = authorization_server(wire, &issuer, asked, reach).await?;
    Ok(Discovered {
        resource: described.resource,
        scopes_supported: described.scopes_supported.unwrap_or_default(),
        authorization_server: found.ok_or_else(|| SignInError::NoMetadata { host: host(&issuer) })?,
    })
}

/// A server of the revision of 2025-03-26: the origin is the authorization server, with default addresses if it does not describe itself.
async fn older(wire: &Wire, server: &Url, reach: &Reach) -> Result<Discovered, SignInError> {
    let asked = server.origin().ascii_serialization();
    let issuer = reach.url(&asked)?;
    let authorization_server = match authorization_server(wire, &issuer, &asked, reach).await? {
        Some(found) => found,
        None => AuthorizationServer::by_default(server, reach)?,
    };
    Ok(Discovered { resource: canonical(server), scopes_supported: Vec::new(), authorization_server })
}

/// The server's description: where the challenge says, else for the server's path, else for its origin.
async fn protected_resource(
    wire: &Wire,
    server: &Url,
    reach: &Reach,
    challenge: &Challenge,
) -> Result<Option<ProtectedResource>, SignInError> {
    const NAME: &str = "oauth-protected-resource";
    if let Some(named) = &challenge.resource_metadata {
        let url = reach.url(named)?;
        let found = document(wire, &url).await?;
        return found.map(Some).ok_or_else(|| SignInError::NoMetadata { host: host(&url) });
    }
    let mut places = vec![well_known(server, NAME, server.path()), well_known(server, NAME, "")];
    places.dedup();
    first(wire, &places).await
}

/// An issuer's description, in the order of the specification.
async fn authorization_server(
    wire: &Wire,
    issuer: &Url,
    asked: &str,
    reach: &Reach,
) -> Result<Option<AuthorizationServer>, SignInError> {
    const OAUTH: &str = "oauth-authorization-server";
    const OPENID: &str = "openid-configuration";
    let path = issuer.path().trim_end_matches('/');
    let mut places = vec![well_known(issuer, OAUTH, path), well_known(issuer, OPENID, path)];
    if !path.is_empty() {
        let mut appended = well_known(issuer, OPENID, "");
        appended.set_path(&format!("{path}/.well-known/{OPENID}"));
        places.push(appended);
    }
    let found: Option<Document> = first(wire, &places).await?;
    found.map(|document| document.check(issuer, asked, reach)).transpose()
}

async fn first<T: DeserializeOwned>(wire: &Wire, places: &[Url]) -> Result<Option<T>, SignInError> {
    for place in places {
        if let Some(found) = document(wire, place).await? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// A document; none where there is none. Servers often redirect what they do not know, or answer it with a page.
async fn document<T: DeserializeOwned>(wire: &Wire, url: &Url) -> Result<Option<T>, SignInError> {
    let answer = match wire.get(url).await {
        Err(SignInError::Redirected { .. }) => return Ok(None),
        answer => answer?,
    };
    match answer.later() {
        Some(later) => Err(later),
        None if answer.is_success() => Ok(answer.json()),
        None => Ok(None),
    }
}
