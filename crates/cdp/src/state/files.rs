//! Files that a server sends instead of a page: recognised by their response headers, and discarded then unless they may be saved.

use crate::wire::protocol::Read;
use crate::wire::protocol::fetch::Paused;
use crate::wording::quoted;
use edith_actions::action::HeldFile;
use edith_records::documents::size;
use serde_json::Value;

/// Longest address in a message, in characters.
const ADDRESS: usize = 200;
/// Text types that browsers save rather than show, after Chromium's `mime_util.cc`.
pub const SAVED_TEXTS: [&str; 18] = [
    "text/calendar",
    "text/comma-separated-values",
    "text/csv",
    "text/directory",
    "text/ldif",
    "text/ofx",
    "text/qif",
    "text/rtf",
    "text/tab-separated-values",
    "text/tsv",
    "text/vcalendar",
    "text/vcard",
    "text/x-calendar",
    "text/x-csv",
    "text/x-qif",
    "text/x-sql",
    "text/x-vcalendar",
    "text/x-vcard",
];
/// Application types that browsers show, besides those that end in `+xml` or `+json`.
pub const SHOWN_APPLICATIONS: [&str; 8] = [
    "application/ecmascript",
    "application/javascript",
    "application/json",
    "application/pdf",
    "application/x-javascript",
    "application/xhtml+xml",
    "application/xml",
    "application/x-mimearchive",
];

/// A file discarded before any of it was stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct DiscardedFile {
    pub file: HeldFile,
    mime: String,
    bytes: Option<u64>,
}

impl DiscardedFile {
    /// The file in a response with these headers; none: something the browser shows.
    pub(crate) fn of(paused: Paused) -> Option<Self> {
        let status = paused.status().and_then(Value::as_u64)?;
        if !(200..300).contains(&status) || matches!(status, 204 | 205) {
            return None;
        }
        let url = paused.request().url();
        let headers = paused.headers();
        let header = |name: &str| headers.iter().find(|one| one.name().eq_ignore_ascii_case(name))?.value();
        let mime = header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
        let mime = mime.trim().to_ascii_lowercase();
        let disposition = header("content-disposition").unwrap_or_default().trim();
        let how = disposition.split(';').next().unwrap_or_default().trim();
        let is_attached = !how.is_empty() && !how.eq_ignore_ascii_case("inline") && !how.contains('=');
        if !is_attached && !is_saved(&mime) {
            return None;
        }
        let name = file_name(disposition).unwrap_or_else(|| last_of(url));
        let bytes = header("content-length").and_then(|length| length.trim().parse().ok());
        Some(Self { file: HeldFile { url: url.to_owned(), name }, mime, bytes })
    }

    /// For the end of a note.
    pub(crate) fn told(&self) -> String {
        let url: String = self.file.url.chars().take(ADDRESS).collect();
        let kind = if self.mime.is_empty() { "a file" } else { self.mime.as_str() };
        let bytes = self.bytes.map(|bytes| format!(", {}", size(bytes))).unwrap_or_default();
        format!(
            " It leads to a file, {} from {url} ({kind}{bytes}), which was not saved: nobody has been asked yet. The page stayed as it was. If the task \
             needs the file, do the same again: the user is asked first.",
            quoted(&self.file.name)
        )
    }
}

/// Whether a response whose headers are paused (`Fetch.requestPaused`) is saved by the browser rather than shown. What has no type is taken for what it
/// looks like, be it a program.
pub fn is_file(params: &Value) -> bool {
    let paused = Paused::read(Some(params));
    let is_typed = || {
        let headers = paused.headers();
        let mut names = headers.iter().map(|header| header.name());
        names.any(|name| name.eq_ignore_ascii_case("content-type") || name.eq_ignore_ascii_case("location"))
    };
    paused.status().is_some() && (DiscardedFile::of(paused).is_some() || !is_typed())
}

/// Whether a browser saves this type; without a type it guesses, and this says no.
fn is_saved(mime: &str) -> bool {
    let Some((kind, rest)) = mime.split_once('/') else { return false };
    match kind {
        "text" => SAVED_TEXTS.contains(&mime),
        "application" => !SHOWN_APPLICATIONS.contains(&mime) && !rest.ends_with("+xml") && !rest.ends_with("+json"),
        _ => false,
    }
}

/// The name in a `Content-Disposition`: plain, else encoded.
fn file_name(disposition: &str) -> Option<String> {
    let value = |name: &str| {
        disposition.split(';').skip(1).find_map(|part| {
            let (key, value) = part.split_once('=')?;
            key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"').to_owned())
        })
    };
    let encoded = || value("filename*").and_then(|value| Some(value.splitn(3, '\'').nth(2)?.to_owned()));
    value("filename").or_else(encoded).filter(|name| !name.is_empty())
}

/// The last segment of a URL's path.
fn last_of(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tests::world::part;
    use serde_json::json;

    pub(crate) fn paused(status: u16, headers: &[(&str, &str)]) -> Value {
        let headers: Vec<Value> = headers.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        json!({
            "requestId": "r1", "request": {"url": "http://a.test/get/list.csv?x=1", "method": "GET"}, "resourceType": "Document",
            "responseStatusCode": status, "responseHeaders": headers,
        })
    }

    #[test]
    fn what_a_new_window_would_save_is_told_from_what_it_would_show() {
        for (headers, expected) in [
            (&[("Content-Type", "application/zip")][..], true),
            (&[("content-type", "text/html")], false),
            (&[("Content-Type", "text/html"), ("Content-Disposition", "attachment")], true),
            (&[], true),
            (&[("Location", "/next")], false),
        ] {
            assert_eq!(is_file(&paused(200, headers)), expected, "{headers:?}");
        }
        assert!(!is_file(&json!({"request": {"url": "http://a.test/"}})), "nothing has answered yet");
    }

    #[test]
    fn files_are_told_from_pages_by_the_head_of_the_answer() {
        let check = |status, headers: &[(&str, &str)], expected: Option<&str>| {
            let found = DiscardedFile::of(part(&paused(status, headers))).map(|held| held.file.name);
            assert_eq!(found.as_deref(), expected, "{status} {headers:?}");
        };
        let html = ("Content-Type", "text/html; charset=utf-8");
        check(200, &[html], None);
        check(200, &[], None);
        check(200, &[html, ("content-disposition", "attachment; filename=\"a b.html\"")], Some("a b.html"));
        check(200, &[html, ("Content-Disposition", "ATTACHMENT")], Some("list.csv"));
        check(200, &[html, ("Content-Disposition", "attachment; filename*=UTF-8''a%20b.pdf")], Some("a%20b.pdf"));
        check(200, &[html, ("Content-Disposition", "inline; filename=a.html")], None);
        check(200, &[html, ("Content-Disposition", "filename=a.html")], None);
        check(302, &[("Content-Disposition", "attachment")], None);
        check(404, &[("Content-Disposition", "attachment")], None);
        check(204, &[("Content-Type", "application/zip")], None);
        check(200, &[("Content-Type", "text/csv")], Some("list.csv"));
        check(200, &[("Content-Type", "Application/Octet-Stream")], Some("list.csv"));
        for shown in
            ["application/pdf", "application/json", "image/svg+xml", "application/rss+xml", "text/plain", "video/mp4"]
        {
            check(200, &[("Content-Type", shown)], None);
        }
    }
}
