//! A model server's base URL, as people type it.

use url::Url;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Endpoint {
    base: Url,
}

/// Why a base URL cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum AddressError {
    /// Not an http or https address.
    #[error("{0:?} is not the address of a model server: it must start with http:// or https://.")]
    NotHttp(String),
    /// A name and password in the address, which would be sent along and shown in messages.
    #[error("The base URL must not have a user name or password in it; put the key into its own field.")]
    Credentials,
}

impl Endpoint {
    /// Reads a base URL. Surrounding spaces, trailing slashes and a pasted `/chat/completions` or `/messages` are dropped; `/v1` stays as
    /// typed, since not every server has it.
    ///
    /// # Errors
    /// See [`AddressError`].
    pub(super) fn parse(text: &str) -> Result<Self, AddressError> {
        let not_http = || AddressError::NotHttp(text.trim().to_owned());
        let mut base = Url::parse(text.trim()).map_err(|_| not_http())?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none_or(str::is_empty) {
            return Err(not_http());
        }
        if !base.username().is_empty() || base.password().is_some() {
            return Err(AddressError::Credentials);
        }
        base.set_fragment(None);
        let path = base.path().trim_end_matches('/');
        let pasted = ["/chat/completions", "/messages"].into_iter().find_map(|end| path.strip_suffix(end));
        let path = pasted.unwrap_or(path).trim_end_matches('/').to_owned();
        base.set_path(&path);
        Ok(Self { base })
    }

    /// Its path, without a slash at the end.
    pub(super) fn path(&self) -> &str {
        self.base.path().trim_end_matches('/')
    }

    /// The address of a path under the base, such as `chat/completions`; a query in the base (an API version) stays, and the
    /// path's own follows it.
    pub(super) fn join(&self, path: &str) -> String {
        let mut url = self.base.clone();
        let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
        url.set_path(&format!("{}/{path}", self.path()));
        if let Some(query) = query {
            let both = self.base.query().map_or_else(|| query.to_owned(), |own| format!("{own}&{query}"));
            url.set_query(Some(&both));
        }
        url.into()
    }

    /// Scheme, host and port.
    pub(super) fn origin(&self) -> String {
        self.base.origin().ascii_serialization()
    }

    /// The port, even the scheme's default.
    pub(super) fn port(&self) -> u16 {
        self.base.port_or_known_default().unwrap_or_default()
    }

    /// Whether the server is on this machine or the local network, as Ollama and LM Studio are.
    pub(super) fn is_local(&self) -> bool {
        match self.base.host() {
            Some(url::Host::Domain(name)) => {
                let name = name.trim_end_matches('.');
                name == "localhost" || name.ends_with(".localhost") || name.ends_with(".local") || !name.contains('.')
            }
            Some(url::Host::Ipv4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
            Some(url::Host::Ipv6(ip)) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_may_be_typed_in_many_ways() {
        for (text, expected) in [
            ("https://api.example/v1", "https://api.example/v1/chat/completions"),
            (" https://api.example/v1/ ", "https://api.example/v1/chat/completions"),
            ("https://api.example/v1//", "https://api.example/v1/chat/completions"),
            ("https://api.example", "https://api.example/chat/completions"),
            ("https://api.example/v1/chat/completions", "https://api.example/v1/chat/completions"),
            ("http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"),
            ("https://g.example/v1beta/openai/", "https://g.example/v1beta/openai/chat/completions"),
            ("https://a.example/x?api-version=1", "https://a.example/x/chat/completions?api-version=1"),
            ("https://a.example/v1#top", "https://a.example/v1/chat/completions"),
        ] {
            let url = Endpoint::parse(text).map(|endpoint| endpoint.join("chat/completions"));
            assert_eq!(url.as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_web_address_is_refused() {
        for text in
            ["", "api.example/v1", "localhost:1234", "ftp://a.example", "javascript:1", "https://me:pw@a.example/v1"]
        {
            assert!(Endpoint::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn local_servers_are_told_from_others() {
        for (text, local) in [
            ("http://localhost:1", true),
            ("http://127.0.0.1:1", true),
            ("http://[::1]:1", true),
            ("http://192.168.1.5:1", true),
            ("http://box.local:1", true),
            ("http://nas:1", true),
            ("https://api.example", false),
            ("https://8.8.8.8", false),
        ] {
            assert_eq!(Endpoint::parse(text).unwrap().is_local(), local, "{text}");
        }
    }
}
