//! Search engines: words that are searched go to nobody whom a page could choose.

use crate::secret::mask::is_sensitive;
use edith_actions::http_url::HttpUrl;

/// Their hosts, without `www.`; other hosts of the same names are not search engines.
#[rustfmt::skip]
const FINDERS: &[&str] = &[
    "google.com", "google.de", "google.es", "google.fr", "google.co.uk", "google.at", "google.ch", "google.it", "google.pt", "google.nl", "google.pl",
    "google.com.br", "google.ca", "google.com.au", "google.co.in", "google.co.jp", "bing.com", "duckduckgo.com", "html.duckduckgo.com", "ecosia.org",
    "startpage.com", "qwant.com", "search.brave.com", "kagi.com", "search.yahoo.com", "yandex.com", "baidu.com",
];
/// The paths of their searches; everything else there is a site as any other.
const PATHS: &[&str] = &["/", "/search", "/html", "/html/", "/s", "/sp/search", "/do/search"];
/// The parameter with the words.
const QUERIES: &[&str] = &["q", "p", "wd", "query", "text"];
/// Words that begin with these are commands to search engines: to search another site, or to open the first result.
const SHORTCUTS: [char; 5] = ['!', '\\', '#', '&', '@'];
/// Parameters that open the first result.
const LUCKY: &[&str] = &["btni", "lucky"];
/// The most characters of a search, and of a parameter besides its words.
const QUERY_CHARS: usize = 80;
const OPTION_CHARS: usize = 8;

/// Whether a page is a search engine's search.
pub(crate) fn is_finder(address: &HttpUrl) -> bool {
    let host = address.host();
    address.port().is_none()
        && FINDERS.contains(&host.strip_prefix("www.").unwrap_or(host))
        && PATHS.contains(&address.path())
}

/// Whether an address searches for a few words and reveals nothing else.
pub(crate) fn is_search(address: &HttpUrl) -> bool {
    let Ok(url) = url::Url::parse(address.as_str()) else { return false };
    is_finder(address)
        && url.fragment().is_none()
        && url.query_pairs().all(|(name, value)| {
            if QUERIES.contains(&&*name) {
                are_words(&value)
            } else {
                name.len() + value.len() <= OPTION_CHARS && !LUCKY.contains(&name.to_lowercase().as_str())
            }
        })
}

/// The words that an address of a search engine searches for.
pub(crate) fn searched(address: &HttpUrl) -> Option<String> {
    let url = url::Url::parse(address.as_str()).ok().filter(|_| is_finder(address))?;
    let words = url.query_pairs().filter(|(name, _)| QUERIES.contains(&&**name)).map(|(_, value)| value.into_owned());
    Some(words.collect::<Vec<_>>().join(" "))
}

/// Whether a text is a few words: no number of nine digits or more, no e-mail address, no key.
pub(crate) fn are_words(text: &str) -> bool {
    // `!site words` and `\\words` lead on to other sites.
    let leads_on = |word: &str| word.starts_with(SHORTCUTS) || word.ends_with('!');
    text.chars().count() <= QUERY_CHARS && !is_sensitive(text) && !text.split_whitespace().any(leads_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_a_few_words_for_a_search_engine() {
        for (address, search) in [
            ("https://www.google.com/search?q=cheap+lamps&hl=de", true),
            ("https://duckduckgo.com/?q=cheap+lamps", true),
            ("https://www.google.com/", true),
            ("https://www.google.com/search?q=4111111111111111", false),
            ("https://www.google.com/search?q=ann%40mail.example", false),
            ("https://www.google.com/url?q=https://evil.example/", false),
            ("https://docs.google.com/search?q=x", false),
            ("https://evil.google.com/search?q=x", false),
            ("https://www.google.com:8443/search?q=x", false),
            ("https://www.google.com/search?q=x&data=everything+that+was+read", false),
            ("https://www.google.com/search?q=x#everything", false),
            ("https://google.com.evil.example/search?q=x", false),
        ] {
            assert_eq!(is_search(&HttpUrl::parse(address).unwrap()), search, "{address}");
        }
        assert!(!are_words(&"word ".repeat(20)));
    }
}
