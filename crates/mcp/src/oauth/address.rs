//! Which addresses are safe to ask, and where metadata is.

use super::error::SignInError;
use edith_gate::is_local;
use url::{Host, Url};

/// An address's host, with its port unless it is the scheme's own.
pub(super) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// What a server may lead to.
#[derive(Clone)]
pub(super) struct Reach {
    server: String,
    is_own: bool,
}

impl Reach {
    /// Of this server.
    ///
    /// # Errors
    /// When no token may be sent to the server itself.
    pub(super) fn of(server: &Url) -> Result<Self, SignInError> {
        secure(server)?;
        Ok(Self { server: host(server), is_own: server.host_str().is_some_and(is_local) })
    }

    /// An address that the server led to, if it is safe.
    ///
    /// # Errors
    /// When it is not https, nor http on this machine, or in the person's own network although the server is not.
    pub(super) fn url(&self, address: &str) -> Result<Url, SignInError> {
        let unsafe_address = || SignInError::UnsafeAddress { address: address.chars().take(200).collect() };
        let url = Url::parse(address).map_err(|_| unsafe_address())?;
        secure(&url)?;
        if !self.is_own && url.host_str().is_some_and(is_local) {
            return Err(SignInError::OwnNetwork { server: self.server.clone(), host: host(&url) });
        }
        Ok(url)
    }
}

/// Codes, tokens and secrets go to https, or to http on this machine.
fn secure(url: &Url) -> Result<(), SignInError> {
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if is_plain && (url.scheme() == "https" || url.scheme() == "http" && is_here) {
        return Ok(());
    }
    let mut shown = url.clone();
    // What has no user and password cannot lose them.
    let _ = (shown.set_username(""), shown.set_password(None));
    Err(SignInError::UnsafeAddress { address: shown.as_str().chars().take(200).collect() })
}

/// The address of a well-known document: its name between host and path (RFC 8414, RFC 9728).
pub(super) fn well_known(of: &Url, name: &str, path: &str) -> Url {
    let mut url = of.clone();
    url.set_query(None);
    url.set_fragment(None);
    url.set_path(&format!("/.well-known/{name}{}", path.trim_end_matches('/')));
    url
}

/// The canonical URI of a server. What is in its query may be a key, so it is left out.
pub(super) fn canonical(server: &Url) -> String {
    let mut url = server.clone();
    url.set_query(None);
    url.set_fragment(None);
    let text = url.to_string();
    if url.path() == "/" { text.trim_end_matches('/').to_owned() } else { text }
}

/// Whether a resource is the server or what the server is part of: the same origin, and the beginning of its path.
pub(super) fn fits(resource: &str, server: &Url) -> bool {
    let Ok(resource) = Url::parse(resource) else { return false };
    let (part, whole) = (resource.path().trim_end_matches('/'), server.path());
    resource.origin().is_tuple()
        && resource.origin() == server.origin()
        && resource.fragment().is_none()
        && resource.username().is_empty()
        && resource.password().is_none()
        && resource.query().is_none_or(|query| server.query() == Some(query))
        && whole.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
