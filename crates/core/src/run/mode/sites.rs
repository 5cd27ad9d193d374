//! Hints for the current site. They are not rules: safety is code in the gate.

use edith_actions::http_url::HttpUrl;
use edith_protocol::json;
use serde::Deserialize;

const SITES: &str = include_str!("sites.json");

/// Hints for a family of sites.
#[derive(Debug, Deserialize)]
struct SiteHints {
    /// What identifies the site, in lower case: parts of the host, or segments of the path.
    matches: Vec<String>,
    hints: Vec<String>,
}

/// The hints for an address: those of the first matching family.
pub(super) fn hints(address: &str) -> Vec<String> {
    let Ok(url) = HttpUrl::parse(address) else { return Vec::new() };
    let path = url.as_str().split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let host = url.host().to_ascii_lowercase();
    let tells = |part: &String| match part.strip_prefix('/') {
        Some(segment) => path.split('/').skip(3).any(|known| known == segment),
        None if part.ends_with('.') => host.starts_with(part.as_str()) || host.contains(&format!(".{part}")),
        None => host == *part || host.ends_with(&format!(".{part}")),
    };
    // The table is part of the program and read by a test, so it always parses; without it there are no hints.
    let families: Vec<SiteHints> = json::read(SITES).unwrap_or_default();
    families.into_iter().find(|family| family.matches.iter().any(tells)).map(|family| family.hints).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_sites_parses() {
        let families: Vec<SiteHints> = serde_json::from_str(SITES).unwrap();
        assert!(families.iter().all(|family| !family.matches.is_empty() && !family.hints.is_empty()));
    }

    #[test]
    fn a_site_gets_its_own_hints() {
        for (address, word) in [
            ("https://www.youtube.com/results?search_query=x", "video"),
            ("https://web.whatsapp.com/", "chat"),
            ("https://mail.google.com/mail/u/0/", "Compose"),
            ("https://www.amazon.de/dp/1", "Add to"),
            ("https://lamps.example/shop/cart", "cart"),
        ] {
            let hints = super::hints(address).join(" ");
            assert!(hints.contains(word), "{address}: {hints}");
        }
        // A word of a path is its own, and what comes after the path is nobody's.
        for address in ["https://books.example/author/stored/4", "https://news.example/?back=/cart/"] {
            assert_eq!(hints(address), Vec::<String>::new(), "{address}");
        }
        for address in ["https://news.example/", "https://notyoutube.com.example/", "chrome://newtab/", ""] {
            assert_eq!(hints(address), Vec::<String>::new(), "{address}");
        }
    }
}
