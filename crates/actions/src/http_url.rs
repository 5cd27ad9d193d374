//! The gate for addresses: only what parses as http or https becomes an [`HttpUrl`], and only that is opened.

use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use url::Url;

/// An address that may be opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HttpUrl(Url);

/// Why an address is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// Not an address.
    #[error("{0:?} is not a web address.")]
    Unreadable(String),
    /// A scheme that is never opened.
    #[error("Addresses that start with {0:?} are never opened: only http and https are.")]
    Scheme(String),
    /// A name and password in the address.
    #[error("An address with a user name or password in it is not opened.")]
    Credentials,
}

impl UrlError {
    /// For the person; `Display` is for the model.
    pub fn for_person(&self) -> Sentence {
        match self {
            Self::Unreadable(address) => say!(NotWebAddress { address: address }),
            Self::Scheme(scheme) => say!(NeverOpened { scheme: scheme }),
            Self::Credentials => say!(UserInAddress),
        }
    }
}

impl HttpUrl {
    /// Reads an address as a person or a model writes it; a missing scheme becomes https (http for local hosts).
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        let text = text.trim();
        let with_scheme = match scheme_of(text) {
            Some(scheme) if scheme == "http" || scheme == "https" => text.to_owned(),
            Some(scheme) => return Err(UrlError::Scheme(format!("{scheme}:"))),
            None if text.starts_with('/') || text.is_empty() => return Err(UrlError::Unreadable(text.to_owned())),
            None if is_local(text) => format!("http://{text}"),
            None => format!("https://{text}"),
        };
        let url = Url::parse(&with_ascii_host(&with_scheme)).map_err(|_| UrlError::Unreadable(text.to_owned()))?;
        // The parser decides: its result must be a web address with a host.
        match url.scheme() {
            "http" | "https" => {}
            other => return Err(UrlError::Scheme(format!("{other}:"))),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(UrlError::Credentials);
        }
        let host_reads = url.host_str().is_some_and(|host| !host.is_empty());
        if host_reads { Ok(Self(url)) } else { Err(UrlError::Unreadable(text.to_owned())) }
    }

    /// The whole address.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Scheme, host and port, e.g. `https://shop.example`.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// The host, in lower case.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The path, as it is sent.
    pub fn path(&self) -> &str {
        self.0.path()
    }

    /// The port, unless it is the scheme's default.
    pub fn port(&self) -> Option<u16> {
        self.0.port()
    }
}

impl fmt::Display for HttpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for HttpUrl {
    type Error = UrlError;
    fn try_from(text: String) -> Result<Self, UrlError> {
        Self::parse(&text)
    }
}

impl From<HttpUrl> for String {
    fn from(url: HttpUrl) -> Self {
        url.0.into()
    }
}

/// The address with a non-ASCII host in Punycode, as the parser is built without those tables. What it would fold or refuse beyond letter case is
/// left to the browser, which checks every host again.
fn with_ascii_host(address: &str) -> Cow<'_, str> {
    let Some((scheme, rest)) = address.split_once("://") else { return Cow::Borrowed(address) };
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    // An invalid port stays in place for the parser to refuse.
    let end = rest.get(..end).and_then(|host| host.rfind(':')).unwrap_or(end);
    let (host, path) = rest.split_at(end);
    if host.is_ascii() {
        return Cow::Borrowed(address);
    }
    let label = |label: &str| {
        let lower = label.to_lowercase();
        match idna::punycode::encode_str(&lower) {
            Some(code) if !lower.is_ascii() => format!("xn--{code}"),
            _ => lower,
        }
    };
    let host: Vec<String> = host.split('.').map(label).collect();
    Cow::Owned(format!("{scheme}://{}{path}", host.join(".")))
}

/// A text's scheme, in lower case. `localhost:8000` and `shop.example:80/x` have none: a port follows the colon.
fn scheme_of(text: &str) -> Option<String> {
    // Browsers drop tabs and newlines inside addresses, so a scheme may hide behind them.
    let plain: String = text.chars().filter(|c| !c.is_ascii_control() && !c.is_whitespace()).collect();
    let (before, after) = plain.split_once(':')?;
    let is_scheme = before.chars().next()?.is_ascii_alphabetic()
        && before.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme {
        return None;
    }
    let port: String = after.chars().take_while(|c| !matches!(c, '/' | '?' | '#')).collect();
    let is_port = !port.is_empty() && port.chars().all(|c| c.is_ascii_digit());
    let is_host = before.contains('.') || before.eq_ignore_ascii_case("localhost");
    if is_port && is_host { None } else { Some(before.to_ascii_lowercase()) }
}

fn is_local(text: &str) -> bool {
    let host = text.split(['/', '?', '#', ':']).next().unwrap_or_default();
    host.eq_ignore_ascii_case("localhost")
        || host.ends_with(".localhost")
        || host.starts_with("127.")
        || text.starts_with("[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_are_read_as_people_write_them() {
        for (text, expected) in [
            ("https://shop.example/a?b#c", "https://shop.example/a?b#c"),
            ("  HTTP://Shop.Example ", "http://shop.example/"),
            ("shop.example", "https://shop.example/"),
            ("shop.example:8080/x", "https://shop.example:8080/x"),
            ("localhost:8000/shop", "http://localhost:8000/shop"),
            ("127.0.0.1:8000", "http://127.0.0.1:8000/"),
            ("[::1]:8000/", "http://[::1]:8000/"),
            ("https://München.example/Straße?q=ä", "https://xn--mnchen-3ya.example/Stra%C3%9Fe?q=%C3%A4"),
            ("bücher.example:8080/x", "https://xn--bcher-kva.example:8080/x"),
        ] {
            assert_eq!(HttpUrl::parse(text).map(|url| url.to_string()), Ok(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            " \u{1}javascript:1",
            "data:text/html,x",
            "file:///etc/passwd",
            "chrome://settings",
            "chrome-extension://abc/x",
            "view-source:https://a.example",
            "blob:https://a.example/1",
            "intent://x#Intent;end",
            "about:blank",
            "ftp://a.example",
            "ws://a.example",
            "filesystem:https://a.example/x",
            "mailto:a@b.example",
            "javascript:80/*x*/",
            "data:1",
            "",
            "/path",
            "http://",
            "https://user:pw@a.example",
            "https://a b.example",
            "devtools://x",
            "edge://settings",
            "vbscript:x",
            "tel:110",
        ] {
            assert!(HttpUrl::parse(text).is_err(), "{text} must be refused, got {:?}", HttpUrl::parse(text));
        }
    }
}
