//! Which addresses may be followed, and bare ones made links.

use super::tree::Inline;

/// A link's address if it may be followed: only http, https and mailto.
pub fn safe_href(address: &str) -> Option<String> {
    let address = address.trim();
    if address.chars().any(char::is_control) {
        return None;
    }
    let starts = |scheme: &str| address.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
    ["https://", "http://", "mailto:"].into_iter().any(starts).then(|| address.to_owned())
}

/// The host that a link leads to, if its words name another one.
pub(super) fn other_host(href: &str, words: &str) -> Option<String> {
    let host_of = |address: &str| {
        let (_, rest) = address.split_once("://")?;
        let place = rest.split(['/', '?', '#', '\\']).next()?;
        let host = place.rsplit('@').next()?.split(':').next()?;
        (!host.is_empty()).then(|| host.to_lowercase())
    };
    let host = host_of(href)?;
    let bare = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase();
    let named = words.split_whitespace().filter_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let named = if word.contains("://") { host_of(word) } else { host_of(&format!("https://{word}")) };
        named.filter(|named| {
            named.rsplit_once('.').is_some_and(|(_, end)| end.len() > 1 && end.chars().all(char::is_alphabetic))
        })
    });
    named.into_iter().any(|named| bare(&named) != bare(&host)).then_some(host)
}

/// Makes links of bare addresses in text.
pub(super) fn linked(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out = Vec::with_capacity(inlines.len());
    for inline in inlines {
        match inline {
            Inline::Text(text) => link_text(&text, &mut out),
            Inline::Emphasis(inner) => out.push(Inline::Emphasis(linked(inner))),
            Inline::Strong(inner) => out.push(Inline::Strong(linked(inner))),
            Inline::Strike(inner) => out.push(Inline::Strike(linked(inner))),
            other => out.push(other),
        }
    }
    out
}

fn link_text(text: &str, out: &mut Vec<Inline>) {
    let mut rest = text;
    let mut before = String::new();
    while let Some(at) = ["https://", "http://"].into_iter().filter_map(|scheme| rest.find(scheme)).min() {
        let (head, tail) = rest.split_at(at);
        let end = tail.find(|c: char| c.is_whitespace() || "<>\"`".contains(c)).unwrap_or(tail.len());
        let (address, _) = tail.split_at(end);
        let address = trim_address(address);
        before.push_str(head);
        let (_, after) = tail.split_at(address.len());
        match safe_href(address).filter(|href| !href.ends_with("://")) {
            Some(href) => {
                if !before.is_empty() {
                    out.push(Inline::Text(std::mem::take(&mut before)));
                }
                out.push(Inline::Link(href, vec![Inline::Text(address.to_owned())]));
                rest = after;
            }
            None => {
                // Not an address after all: continue after its first letter.
                before.push('h');
                rest = tail.strip_prefix('h').unwrap_or_default();
            }
        }
    }
    before.push_str(rest);
    if !before.is_empty() {
        out.push(Inline::Text(before));
    }
}

/// Without the sentence's punctuation; a closing bracket stays if it was opened inside.
fn trim_address(mut address: &str) -> &str {
    loop {
        let trimmed = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
        let unmatched = trimmed.ends_with(')') && trimmed.matches(')').count() > trimmed.matches('(').count();
        let next = if unmatched { trimmed.strip_suffix(')').unwrap_or(trimmed) } else { trimmed };
        if next.len() == address.len() {
            return address;
        }
        address = next;
    }
}
