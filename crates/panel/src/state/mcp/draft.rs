//! A server that is being set up, and the headers of any.

use edith_protocol::{McpServer, McpTransport};
use std::collections::BTreeMap;

/// A header as it is edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// Its name.
    pub name: String,
    /// Its value as typed; empty for a stored one.
    pub value: String,
    /// The name under which a value is stored; none: nothing is.
    pub stored: Option<String>,
}

impl Header {
    /// Whether a value is stored for it, which stays if none is typed.
    pub fn is_stored(&self) -> bool {
        self.stored.as_deref() == Some(self.name.trim())
    }
}

/// The headers to be edited; of stored ones the values are not known.
pub fn headers_of(stored: &BTreeMap<String, String>) -> Vec<Header> {
    let header = |name: &String| Header { name: name.clone(), value: String::new(), stored: Some(name.clone()) };
    stored.keys().map(header).collect()
}

/// The headers as they are sent to be stored: those with a name and something to send.
pub fn headers(edited: &[Header]) -> BTreeMap<String, String> {
    let is_whole = |one: &&Header| !one.name.trim().is_empty() && (!one.value.trim().is_empty() || one.is_stored());
    edited.iter().filter(is_whole).map(|one| (one.name.trim().to_owned(), one.value.trim().to_owned())).collect()
}

/// An address as it is meant: what is typed without a scheme is taken for `https`, on this computer for `http`.
pub fn whole_address(typed: &str) -> String {
    let typed = typed.trim();
    if typed.is_empty() || typed.contains("://") {
        return typed.to_owned();
    }
    let host = typed.split(['/', '?', '#']).next().unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_local = matches!(name, "localhost" | "127.0.0.1" | "[::1]") || name.ends_with(".localhost");
    format!("{}://{typed}", if is_local { "http" } else { "https" })
}

/// A server that is being set up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// Its address as typed.
    pub address: String,
    /// What the person calls it; empty: its host.
    pub name: String,
    /// How it is spoken to.
    pub transport: McpTransport,
    /// Its headers.
    pub headers: Vec<Header>,
    /// For signing in.
    pub client_id: String,
    /// For signing in.
    pub client_secret: String,
}

impl Draft {
    /// The server as it is sent to be tested or stored.
    pub fn server(&self) -> McpServer {
        McpServer {
            name: self.name.trim().to_owned(),
            url: whole_address(&self.address),
            transport: self.transport,
            headers: headers(&self.headers),
            client_id: self.client_id.trim().to_owned(),
            client_secret: self.client_secret.trim().to_owned(),
            ..McpServer::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(name: &str, value: &str, stored: Option<&str>) -> Header {
        Header { name: name.into(), value: value.into(), stored: stored.map(str::to_owned) }
    }

    #[test]
    fn a_stored_value_stays_under_its_own_name_only() {
        let stored = BTreeMap::from([("Authorization".to_owned(), String::new())]);
        let mut edited = headers_of(&stored);
        assert_eq!(headers(&edited), stored);
        // Renamed, it is another header, which needs a value.
        edited[0].name = "X-Key".into();
        assert!(headers(&edited).is_empty());
        edited[0].value = " abc ".into();
        assert_eq!(headers(&edited), BTreeMap::from([("X-Key".to_owned(), "abc".to_owned())]));
        let others = [header("", "x", None), header("Y", " ", None), header("Y", "1", Some("Z"))];
        assert_eq!(headers(&others), BTreeMap::from([("Y".to_owned(), "1".to_owned())]));
    }

    #[test]
    fn an_address_without_a_scheme_is_never_sent_in_the_clear() {
        for (typed, expected) in [
            (" tracker.example/mcp ", "https://tracker.example/mcp"),
            ("tracker.example:8443/mcp?x=1", "https://tracker.example:8443/mcp?x=1"),
            ("localhost:3000/mcp", "http://localhost:3000/mcp"),
            ("127.0.0.1", "http://127.0.0.1"),
            ("localhost.evil.example/mcp", "https://localhost.evil.example/mcp"),
            ("http://a.example", "http://a.example"),
            ("", ""),
        ] {
            assert_eq!(whole_address(typed), expected, "{typed}");
        }
    }

    #[test]
    fn a_draft_is_a_new_server_that_is_on_and_asks_every_time() {
        let draft = Draft {
            address: "tracker.example/mcp".into(),
            headers: vec![header("Authorization", "Bearer s3", None)],
            ..Draft::default()
        };
        let server = draft.server();
        assert_eq!(
            (server.id.as_str(), server.enabled, server.allow, server.trust),
            ("", true, None, Default::default())
        );
        assert_eq!(
            (server.url.as_str(), server.headers["Authorization"].as_str()),
            ("https://tracker.example/mcp", "Bearer s3")
        );
    }
}
