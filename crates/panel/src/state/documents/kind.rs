//! Kinds of documents as a person knows them: a shape for the icon, and what their pages are called.

use crate::state::text::{counted, key};

/// What a document looks like at a glance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Running text.
    Text,
    /// Rows and columns.
    Sheet,
    /// Slides.
    Slides,
    /// A picture.
    Picture,
    /// A mail.
    Mail,
    /// A web page.
    Web,
    /// Anything else.
    File,
}

/// The shape of a kind as the wire names it; for one that is not read yet, of its name's ending or its media type.
pub fn shape(kind: &str, name: &str, mime: &str) -> Shape {
    let known = if kind.is_empty() { guessed(name, mime) } else { kind.to_owned() };
    match known.as_str() {
        "pdf" | "docx" | "markdown" | "md" | "json" | "text" | "txt" => Shape::Text,
        "xlsx" | "xls" | "ods" | "csv" | "tsv" => Shape::Sheet,
        "pptx" => Shape::Slides,
        "image" | "png" | "jpg" | "jpeg" | "gif" | "webp" => Shape::Picture,
        "eml" => Shape::Mail,
        "html" | "htm" => Shape::Web,
        _ => Shape::File,
    }
}

fn guessed(name: &str, mime: &str) -> String {
    match mime.split_once('/') {
        Some(("image", _)) => "image".to_owned(),
        Some((_, "html")) => "html".to_owned(),
        Some((_, "pdf")) => "pdf".to_owned(),
        _ => name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default(),
    }
}

/// Whether an address is a PDF's by its name.
pub fn is_pdf(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.get(path.len().saturating_sub(4)..).is_some_and(|ending| ending.eq_ignore_ascii_case(".pdf"))
}

/// Whether pages of a kind can be shown as pictures.
pub fn has_pictures(kind: &str) -> bool {
    matches!(kind, "pdf" | "image")
}

/// "12 pages", "3 sheets", "8 slides"; empty for what has no pages of its own.
pub fn pages(kind: &str, pages: u32) -> String {
    let count = pages as usize;
    match kind {
        "pdf" | "docx" => counted(count, key("page_one"), key("page_many")),
        "pptx" => counted(count, key("slide_one"), key("slide_many")),
        "xlsx" | "xls" | "ods" => counted(count, key("sheet_one"), key("sheet_many")),
        // One long page says nothing.
        _ if count > 1 => counted(count, key("page_one"), key("page_many")),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_decides_and_a_name_is_the_guess_before_it() {
        for (kind, name, mime, expected) in [
            ("", "Contract.PDF", "", Shape::Text),
            ("", "scan", "image/tiff", Shape::Picture),
            ("", "prices.xlsx", "application/octet-stream", Shape::Sheet),
            ("", "archive.zip", "", Shape::File),
            ("", "README", "", Shape::File),
            ("pptx", "looks-like.pdf", "application/pdf", Shape::Slides),
            ("html", "", "", Shape::Web),
            ("a later kind", "a.pdf", "", Shape::File),
        ] {
            assert_eq!(shape(kind, name, mime), expected, "{kind} {name} {mime}");
        }
    }

    #[test]
    fn an_address_of_a_pdf_is_known_by_its_path() {
        assert!(is_pdf("https://a.example/b.PDF?download=1#page=2"));
        assert!(!is_pdf("https://a.example/pdf?file=b.pdf") && !is_pdf("") && !is_pdf("größe"));
    }

    #[test]
    fn pages_are_called_what_they_are() {
        assert_eq!(pages("pdf", 12), "12 pages");
        assert_eq!(pages("pdf", 1), "1 page");
        assert_eq!((pages("xlsx", 3), pages("pptx", 8)), ("3 sheets".into(), "8 slides".into()));
        assert_eq!((pages("html", 1), pages("text", 2)), (String::new(), "2 pages".into()));
    }
}
