//! The addresses and hosts that a text has in it.

use crate::place::origins::address;
use edith_actions::http_url::HttpUrl;

/// Endings of files that are also top-level domains (IANA's root zone), where a bare word is a file's name more often than a site's: anybody can own
/// `notes.md`. Those that many sites have (`ai`, `app`, `cc`, `in`, `pl`, `so`) are not among them.
const FILE_ENDINGS: &[&str] = &["bz", "cab", "md", "ml", "mm", "mov", "pm", "ps", "pub", "py", "rs", "sh", "tf", "zip"];

/// The addresses and hosts in a text.
pub(crate) fn addresses(text: &str) -> Vec<HttpUrl> {
    written(text).filter_map(|token| HttpUrl::parse(token).ok()).collect()
}

/// The same as they are written.
pub(crate) fn written(text: &str) -> impl Iterator<Item = &str> {
    let splits = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '„' | '(' | ')' | ',' | ';');
    let tokens = text.split(splits);
    let trimmed =
        tokens.map(|token| token.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '[' | ']' | '/')));
    trimmed.filter(|token| is_site(token))
}

/// Whether the text looks like an address or host: with a scheme, a dot before an ending of letters, or a network number. What may as well be a file's
/// name is none.
fn is_site(token: &str) -> bool {
    // Most words are none, and parsing an address costs a thousand times as much as seeing that. Other scripts may have their own dot.
    let may_be = token.contains(['.', ':']) || token.to_ascii_lowercase().contains("localhost") || !token.is_ascii();
    // `ann@a.example` is an address of mail, `a.example/@ann` is none.
    let place = token.split_once("://").map_or(token, |(_, rest)| rest);
    let is_mail = place.split(['/', '?', '#']).next().is_some_and(|host| host.contains('@'));
    if is_mail || !may_be {
        return false;
    }
    let Ok(url) = HttpUrl::parse(token) else { return false };
    if token.contains("://") {
        return true;
    }
    let host = url.host();
    let ending = host.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_file = FILE_ENDINGS.contains(&ending) && !host.starts_with("www.") && url.path() == "/";
    let is_named = ending.len() >= 2 && ending.chars().all(|c| c.is_ascii_alphabetic()) && !is_file;
    is_named || host == "localhost" || (address(host).is_some() && token.contains(host))
}
