//! Addresses of model servers: how they are stored, and problems with them.

use crate::state::text::t;
use crate::state::typed_address::typed_address;

/// A base URL as stored: with its scheme, and without blanks, trailing slash, or the endpoint's own path.
pub fn tidy(base_url: &str) -> String {
    let base_url = base_url.trim().trim_end_matches('/');
    let address = base_url.strip_suffix("/chat/completions").unwrap_or(base_url).trim_end_matches('/');
    typed_address(address).unwrap_or_else(|| address.to_owned())
}

/// Where a server of OpenAI's kind is mostly found that was named by its host alone; none: its address has a path.
pub fn with_version(base_url: &str) -> Option<String> {
    let address = tidy(base_url);
    let (_, rest) = address.split_once("://")?;
    (!rest.is_empty() && !rest.contains(['/', '?', '#'])).then(|| format!("{address}/v1"))
}

/// The origin of an address: scheme, host and port. A key is never sent to another origin than it was entered for.
pub fn origin(base_url: &str) -> String {
    let base_url = tidy(base_url).to_lowercase();
    match base_url.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            format!("{scheme}://{host}")
        }
        None => base_url,
    }
}

/// A problem with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlRemark {
    /// It cannot be used.
    Error(&'static str),
    /// It can be used at a risk.
    Warning(&'static str),
}

/// Checks a typed base URL; `with_key` says whether a key would be sent there.
pub fn remark(base_url: &str, with_key: bool) -> Option<UrlRemark> {
    let origin = origin(base_url);
    let Some((scheme, host)) = origin.split_once("://") else {
        return Some(UrlRemark::Error(t("bad_scheme")));
    };
    if scheme != "https" && scheme != "http" {
        return Some(UrlRemark::Error(t("bad_scheme")));
    }
    if host.is_empty() || host.contains(char::is_whitespace) {
        return Some(UrlRemark::Error(t("no_host")));
    }
    if host.contains('@') {
        return Some(UrlRemark::Error(t("user_in_url")));
    }
    let name = host
        .rsplit_once(':')
        .filter(|(_, port)| port.chars().all(|c| c.is_ascii_digit()))
        .map_or(host, |(name, _)| name);
    let is_local = matches!(name, "localhost" | "127.0.0.1" | "[::1]") || name.ends_with(".localhost");
    if scheme == "http" && !is_local {
        return Some(UrlRemark::Warning(if with_key { t("http_key") } else { t("http_plain") }));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_looked_at() {
        use UrlRemark::{Error, Warning};
        let kind = |base_url: &str| match remark(base_url, true) {
            None => "fine",
            Some(Error(_)) => "error",
            Some(Warning(_)) => "warning",
        };
        for (base_url, expected) in [
            ("https://example.com/v1", "fine"),
            ("http://localhost:1234/v1", "fine"),
            ("http://127.0.0.1/v1", "fine"),
            ("http://[::1]:8080", "fine"),
            ("http://192.168.1.5:8080/v1", "warning"),
            ("http://localhost.example.com", "warning"),
            ("example.com/v1", "fine"),
            ("localhost:1234", "fine"),
            ("example", "error"),
            ("example.com:port", "error"),
            ("ftp://example.com", "error"),
            ("javascript:alert(1)", "error"),
            ("https://", "error"),
            ("https://me:secret@example.com", "error"),
        ] {
            assert_eq!(kind(base_url), expected, "{base_url}");
        }
    }

    #[test]
    fn a_scheme_that_is_left_out_is_the_usual_one() {
        for (typed, stored) in [
            ("localhost:1234/v1/", "http://localhost:1234/v1"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("models.example.com/v1/chat/completions", "https://models.example.com/v1"),
            ("http://192.168.1.5:8080/v1", "http://192.168.1.5:8080/v1"),
            ("192.168.1.5:8080/v1", "http://192.168.1.5:8080/v1"),
            ("javascript:alert(1)", "javascript:alert(1)"),
            ("", ""),
        ] {
            assert_eq!(tidy(typed), stored, "{typed}");
        }
    }

    #[test]
    fn a_host_alone_is_tried_with_the_version_too() {
        assert_eq!(with_version("http://localhost:1234").as_deref(), Some("http://localhost:1234/v1"));
        assert_eq!(with_version("models.example.com/").as_deref(), Some("https://models.example.com/v1"));
        for other in ["http://localhost:1234/v1", "https://a.example/api", "", "nonsense"] {
            assert_eq!(with_version(other), None, "{other}");
        }
    }

    #[test]
    fn a_key_belongs_to_an_origin() {
        assert_eq!(origin("https://API.example.com/v1/"), "https://api.example.com");
        assert_ne!(origin("http://localhost:1/v1"), origin("http://localhost:2/v1"));
        assert_ne!(origin("https://example.com"), origin("http://example.com"));
    }
}
