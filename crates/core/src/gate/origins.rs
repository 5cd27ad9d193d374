//! Which sites a person named, and which addresses belong to their own machine or network.

use super::terms::Terms;
use crate::http_url::HttpUrl;

/// Shortest site name that counts without its ending: `wikipedia`.
const NAME_CHARS: usize = 4;

/// Search engines: words typed there go to nobody a page could choose. Compared with the end of the host.
#[rustfmt::skip]
const FINDERS: &[&str] = &[
    "google.com", "google.de", "google.es", "google.fr", "google.co.uk", "google.at", "google.ch", "bing.com", "duckduckgo.com", "ecosia.org",
    "startpage.com", "qwant.com", "brave.com", "kagi.com", "wikipedia.org", "wiktionary.org", "openstreetmap.org",
];

/// Name endings only used in private networks.
pub(crate) const OWN_ENDINGS: [&str; 8] =
    ["localhost", "local", "internal", "lan", "home", "intranet", "corp", "home.arpa"];

/// What a person named in their own words: addresses and hosts, and the words themselves.
#[derive(Debug, Default)]
pub(crate) struct Named {
    sites: Terms,
    words: Vec<String>,
}

impl Named {
    /// Reads texts that the person wrote.
    pub(crate) fn read<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut named = Self::default();
        for text in texts {
            for token in text
                .split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '(' | ')' | ',' | ';'))
            {
                let token = token.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '[' | ']' | '/'));
                if is_site(token) {
                    named.sites.sites.push(token.to_owned());
                }
            }
            named.words.extend(super::words::words(text));
        }
        named
    }

    /// Whether the person wrote this site's address.
    pub(crate) fn has(&self, site: &HttpUrl) -> bool {
        !self.sites.sites.is_empty() && self.sites.allow(site)
    }

    /// Whether the person wrote the site's address or its name: `wikipedia` for en.wikipedia.org.
    pub(crate) fn mentions(&self, site: &HttpUrl) -> bool {
        let name = name(site.host());
        self.has(site) || (name.len() >= NAME_CHARS && self.words.iter().any(|word| word == name))
    }

    /// The addresses and hosts that the person wrote.
    pub(crate) fn sites(&self) -> impl Iterator<Item = String> + '_ {
        self.sites.sites.iter().cloned()
    }

    /// Whether the person named any address of their own machine or network.
    pub(crate) fn has_any_local(&self) -> bool {
        self.sites.sites.iter().filter_map(|site| HttpUrl::parse(site).ok()).any(|site| is_local(site.host()))
    }

    /// Whether the person named any address of the same machine or network.
    fn has_local(&self, wanted: &HttpUrl) -> bool {
        let same = |site: &HttpUrl| {
            is_local(site.host())
                && (site.host() == wanted.host() || is_loopback(site.host()) && is_loopback(wanted.host()))
        };
        self.sites.sites.iter().filter_map(|site| HttpUrl::parse(site).ok()).any(|site| same(&site))
    }
}

/// Whether it is a private address the person did not speak of.
pub(crate) fn is_foreign_local(site: &HttpUrl, named: &Named) -> bool {
    is_local(site.host()) && !named.has_local(site)
}

/// Whether the text looks like an address or host: with a scheme, a dot before an ending of letters, or a network number.
fn is_site(token: &str) -> bool {
    // Most words are none, and parsing an address costs a thousand times as much as seeing that. Other scripts may have their own dot.
    let may_be = token.contains(['.', ':']) || token.to_ascii_lowercase().contains("localhost") || !token.is_ascii();
    if token.contains('@') || !may_be {
        return false;
    }
    let Ok(url) = HttpUrl::parse(token) else { return false };
    if token.contains("://") {
        return true;
    }
    let host = url.host();
    let ending = host.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_named = ending.len() >= 2 && ending.chars().all(|c| c.is_ascii_alphabetic());
    is_named || host == "localhost" || (address(host).is_some() && token.contains(host))
}

/// The chosen part of a host: `amazon` of www.amazon.co.uk.
fn name(host: &str) -> &str {
    let mut labels = host.rsplit('.');
    let ending = labels.next().unwrap_or_default();
    let second = labels.next().unwrap_or_default();
    let is_double = ending.len() == 2 && matches!(second, "co" | "com" | "org" | "net" | "ac" | "gov" | "edu");
    if is_double { labels.next().unwrap_or_default() } else { second }
}

/// The registrable part of a host: `example.co.uk` for `www.example.co.uk`. A number is itself.
pub(crate) fn whole_site(host: &str) -> &str {
    let name = name(host);
    match host.rfind(name) {
        Some(at) if !name.is_empty() && address(host).is_none() => host.get(at..).unwrap_or(host),
        _ => host,
    }
}

/// Whether the site is a search engine.
pub(crate) fn finds(host: &str) -> bool {
    FINDERS.iter().any(|finder| host == *finder || host.strip_suffix(finder).is_some_and(|sub| sub.ends_with('.')))
}

/// Whether the host is the person's machine, or in a private network: loopback, private, link-local and unique-local ranges (RFC 1918, 3927, 4193,
/// 4291, 6598), and private names.
pub(crate) fn is_local(host: &str) -> bool {
    if let Some(v6) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return v6.parse::<std::net::Ipv6Addr>().is_ok_and(|v6| match v6.to_ipv4_mapped() {
            Some(v4) => is_local_number(v4),
            None => {
                v6.is_loopback()
                    || v6.is_unspecified()
                    || matches!(v6.segments(), [0xfc00..=0xfdff | 0xfe80..=0xfebf, ..])
            }
        });
    }
    if let Some(v4) = address(host) {
        return is_local_number(v4);
    }
    let host = host.trim_end_matches('.');
    !host.contains('.') || OWN_ENDINGS.iter().any(|own| host.strip_suffix(own).is_some_and(|sub| sub.ends_with('.')))
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host == "[::1]" || address(host).is_some_and(|v4| v4.is_loopback())
}

fn is_local_number(v4: std::net::Ipv4Addr) -> bool {
    let shared = matches!(v4.octets(), [100, 64..=127, ..]);
    v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified() || shared
}

/// The parser has already normalised numbers: `http://2130706433/` is 127.0.0.1.
fn address(host: &str) -> Option<std::net::Ipv4Addr> {
    host.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> HttpUrl {
        HttpUrl::parse(text).unwrap()
    }

    #[test]
    fn what_a_person_writes_names_a_site() {
        for (words, site, named) in [
            ("go to http://127.0.0.1:4000/shop and buy", "http://127.0.0.1:4000/x", true),
            ("go to http://127.0.0.1:4000/shop and buy", "http://127.0.0.1:4001/x", false),
            ("open localhost:8000/shop", "http://localhost:8000/", true),
            ("open localhost:8000/shop", "http://localhost:9000/", false),
            ("look at shop.example.", "https://www.shop.example/lamps", true),
            ("look at (shop.example), please", "https://shop.example/lamps", true),
            ("look at shop.example", "https://shop.example.evil.example/", false),
            ("write to ann@mail.example", "https://mail.example/", false),
            ("compare three phones", "https://phones.example/", false),
            ("version 1.5 of it, e.g. this", "https://1.5/", false),
        ] {
            assert_eq!(Named::read([words].into_iter()).has(&url(site)), named, "{words}: {site}");
        }
        let named = Named::read(["find it on Wikipedia or Amazon"].into_iter());
        for (site, mentioned) in [
            ("https://en.wikipedia.org/", true),
            ("https://www.amazon.co.uk/", true),
            ("https://amazon.evil.example/", false),
            ("https://other.example/", false),
            ("https://it.example/", false),
        ] {
            assert_eq!(named.mentions(&url(site)), mentioned, "{site}");
        }
        assert!(!named.has(&url("https://en.wikipedia.org/")), "a name is not an address");
    }

    #[test]
    fn own_machines_and_networks_are_told_from_the_internet() {
        for host in [
            "http://localhost/",
            "http://127.0.0.1/",
            "http://127.9.9.9/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.178.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.64.0.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "http://router/",
            "http://nas.local/",
            "http://a.internal/",
            "http://x.localhost/",
            "http://fritz.home.arpa/",
        ] {
            assert!(is_local(url(host).host()), "{host}");
        }
        for host in [
            "https://example.org/",
            "http://8.8.8.8/",
            "http://172.32.0.1/",
            "http://[2001:db8::1]/",
            "http://local.example/",
            "http://100.128.0.1/",
        ] {
            assert!(!is_local(url(host).host()), "{host}");
        }
        let named = Named::read(["go to localhost:8000"].into_iter());
        assert!(!is_foreign_local(&url("http://127.0.0.1:9000/"), &named));
        assert!(is_foreign_local(&url("http://192.168.0.1/"), &named));
        assert!(!is_foreign_local(&url("https://example.org/"), &named));
    }
}
