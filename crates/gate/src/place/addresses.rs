//! What addresses reveal, and the addresses inside them.

use crate::Site;
use crate::place::decode::percent;
use edith_actions::http_url::HttpUrl;

/// Most addresses within an address that are examined; one with more is asked about as a whole.
pub(crate) const MOST_INNER: usize = 64;
/// Most bytes of each: the rest is read with the surrounding address.
const INNER_BYTES: usize = 2_000;
/// Most rounds of percent-decoding of an address.
const INNER_READINGS: usize = 3;

/// What navigating tells the server: path, query, fragment, and the freely chosen parts of the host.
pub(crate) fn told_by(address: &HttpUrl) -> String {
    let Ok(url) = url::Url::parse(address.as_str()) else { return String::new() };
    let mut parts: Vec<String> = Vec::new();
    let labels: Vec<&str> = address.host().split('.').collect();
    if !address.host().chars().all(|c| c.is_ascii_digit() || c == '.') {
        parts.extend(labels.iter().rev().skip(2).rev().map(|label| (*label).to_owned()));
    }
    parts.extend(url.path_segments().into_iter().flatten().map(percent));
    // Names first, so that values that belong together stay adjacent.
    parts.extend(url.query_pairs().map(|(name, _)| name.into_owned()));
    parts.extend(url.query_pairs().map(|(_, value)| value.into_owned()));
    parts.extend(url.fragment().map(percent));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// Addresses of other sites inside an address, through every layer of percent-encoding.
pub(crate) fn inner(address: &HttpUrl) -> Vec<HttpUrl> {
    let mut found: Vec<HttpUrl> = Vec::new();
    if !is_on!(Inner) {
        return found;
    }
    let mut text = address.as_str().split_once("://").map_or("", |(_, rest)| rest).to_owned();
    for _ in 0..=INNER_READINGS {
        for (at, _) in text.match_indices("//").take(MOST_INNER) {
            let rest = start_of(text.get(at + 2..).unwrap_or_default(), INNER_BYTES);
            // Characters that end an address belong to it when percent-encoded, except in the host.
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>');
            let end = host.find(ends).unwrap_or(rest.len());
            let Ok(other) = HttpUrl::parse(&format!("https://{}", rest.get(..end).unwrap_or_default())) else {
                continue;
            };
            if other.host().contains('.')
                && Site::of(&other) != Site::of(address)
                && !found.iter().any(|known| known.as_str() == other.as_str())
            {
                found.push(other);
            }
        }
        let read = percent(&text);
        if read == text {
            break;
        }
        text = read;
    }
    found
}

/// The first bytes of a text, cut at a character boundary.
pub(crate) fn start_of(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or(text)
}
