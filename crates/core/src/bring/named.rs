//! The name of a fetched file.

use edith_actions::http_url::HttpUrl;
use percent_encoding::percent_decode_str;

/// The name that the answer's head gives, or else the end of the address, or its host.
pub(super) fn name_of(disposition: &str, address: &HttpUrl) -> String {
    let last = address.path().rsplit('/').find(|part| !part.is_empty()).map(decoded).unwrap_or_default();
    let names = [parameter(disposition, "filename*"), parameter(disposition, "filename"), last];
    // A trailing separator would leave nothing once folders are cut off.
    let name = names.into_iter().map(|name| name.trim().trim_end_matches(['/', '\\']).to_owned());
    name.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| address.host().to_owned())
}

/// A parameter of a `Content-Disposition` (RFC 6266), also in the extended notation (RFC 8187); empty if there is none.
fn parameter(head: &str, name: &str) -> String {
    let mut rest = head;
    while let Some((_, after)) = rest.split_once(';') {
        let (key, value) = after.split_once('=').unwrap_or((after, ""));
        // What is in quotation marks may have semicolons.
        let (value, left) = match value.trim_start().strip_prefix('"') {
            Some(quoted) => quoted_value(quoted),
            None => {
                let end = value.find(';').unwrap_or(value.len());
                (value.get(..end).unwrap_or_default().trim().to_owned(), value.get(end..).unwrap_or_default())
            }
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return match (name.ends_with('*'), value.splitn(3, '\'').nth(2)) {
                (true, Some(encoded)) => decoded(encoded),
                _ => value,
            };
        }
        rest = if key.contains(';') { after } else { left };
    }
    String::new()
}

/// The text up to the closing quotation mark, without backslashes, and what comes after it.
fn quoted_value(text: &str) -> (String, &str) {
    let (mut value, mut escaped) = (String::new(), false);
    for (at, c) in text.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return (value, text.get(at + 1..).unwrap_or_default()),
            other => {
                value.push(other);
                escaped = false;
            }
        }
    }
    (value, "")
}

/// Without percent signs, if what they stand for is UTF-8.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), |text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_the_head_or_else_by_the_address() {
        for (head, address, name) in [
            ("attachment; filename=\"a b.pdf\"", "https://x.example/1", "a b.pdf"),
            ("attachment; filename=a.pdf; size=3", "https://x.example/1", "a.pdf"),
            ("attachment;FileName=\"a;b=\\\"c\\\".pdf\";x=y", "https://x.example/1", "a;b=\"c\".pdf"),
            (
                "attachment; filename=\"f.pdf\"; filename*=UTF-8''%C3%BCber%20uns.pdf",
                "https://x.example/1",
                "über uns.pdf",
            ),
            ("attachment; filename*=UTF-8'de'%zz", "https://x.example/1", "%zz"),
            ("inline", "https://x.example/d/Bericht%20%C3%9C.pdf?x=1", "Bericht Ü.pdf"),
            ("", "https://x.example/d/", "d"),
            ("", "https://x.example/", "x.example"),
            ("attachment; filename=\"\"", "https://x.example/", "x.example"),
            ("attachment; filename=\"unended", "https://x.example/", "unended"),
            (";;;=;\"", "https://x.example/%ff", "%ff"),
        ] {
            assert_eq!(name_of(head, &HttpUrl::parse(address).unwrap()), name, "{head} {address}");
        }
    }
}
