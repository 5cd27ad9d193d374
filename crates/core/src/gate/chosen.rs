//! Whether the user chose a site: it stands in the task's words, or it is where the task began.

use super::Terms;
use crate::history::Entry;
use crate::http_url::HttpUrl;
use crate::run::Run;

/// Whether the user chose the site of that address for this run.
pub fn is_chosen(run: &Run, address: &str) -> bool {
    let Ok(url) = HttpUrl::parse(address) else { return false };
    let said = run.entries.iter().filter_map(|entry| match entry {
        Entry::User { text } => Some(text.as_str()),
        Entry::Page { .. } | Entry::Assistant { .. } | Entry::Answer { .. } => None,
    });
    url.origin() == run.home || std::iter::once(run.prompt.as_str()).chain(said).any(|text| names(text, &url))
}

/// Whether a text has the site's host in it, or one that it is a part of.
fn names(text: &str, url: &HttpUrl) -> bool {
    let marks = |c: char| c.is_ascii_punctuation() && !matches!(c, '/' | '[' | ']');
    text.split_whitespace().map(|word| word.trim_matches(marks)).any(|word| {
        let is_site = word.contains('.') || word.contains("localhost");
        is_site && Terms { sites: vec![word.to_owned()], may: None }.allow(url)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_chosen_by_its_host() {
        for (text, address, expected) in [
            ("upload it to jobs.example, please", "https://jobs.example/apply", true),
            ("upload it to (https://jobs.example/apply).", "https://www.jobs.example/", true),
            ("Go to http://localhost:4000/x and upload", "http://localhost:4000/y", true),
            ("Go to http://localhost:4000/x and upload", "http://localhost:4001/y", false),
            ("upload report.pdf", "https://jobs.example/", false),
            ("upload it to jobs.example", "https://jobs.example.evil.example/", false),
            ("upload it to jobs.example", "https://notjobs.example/", false),
        ] {
            assert_eq!(names(text, &HttpUrl::parse(address).unwrap()), expected, "{text} {address}");
        }
    }
}
