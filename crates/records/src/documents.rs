//! The user's documents for tasks: their bytes are in the store, in parts, and outlive the worker. A run only knows which there are.

pub use edith_actions::document::{line, size};
use edith_documents::call::Stored;
use edith_port::{Store, StoreError, Table, Which};
use edith_protocol::{Document, ErrorBody, ErrorCode, Given, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS};
use edith_words::{Sentence, say};
use std::collections::HashSet;
use std::rc::Rc;

/// Characters of base64 per stored part: a bit over three million bytes, so that no part is too much for memory.
const PART_CHARS: usize = 4 << 20;
/// Most characters of a document's name.
const NAME_CHARS: usize = 200;
/// A document no task uses is deleted after this, in milliseconds: a day.
const FORGOTTEN_MS: f64 = 86_400_000.0;
/// The line that marks a kept document.
const KEPT: &str = "kept";

/// Why a document cannot be accepted or found.
#[derive(Debug)]
pub enum DocumentError {
    /// More than a task may have.
    TooMany,
    /// Larger than one may be.
    TooLarge(String),
    /// Its bytes are not in base64.
    NotBase64(String),
    /// It has no name.
    Unnamed,
    /// It is not stored.
    Unknown(String),
    /// The store failed.
    Store(StoreError),
}

impl DocumentError {
    /// As a sentence for the person.
    pub fn for_person(&self) -> Sentence {
        match self {
            Self::TooMany => say!(TooManyDocuments { limit: MAX_DOCUMENTS }),
            Self::TooLarge(name) => say!(DocumentTooLarge { name: name }),
            Self::NotBase64(name) => say!(DocumentNotBase64 { name: name }),
            Self::Unnamed => say!(DocumentUnnamed),
            Self::Unknown(id) => say!(DocumentUnknown { id: id }),
            Self::Store(error) => error.for_person(),
        }
    }
}

impl std::fmt::Display for DocumentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.for_person().fmt(f)
    }
}

impl std::error::Error for DocumentError {}

impl From<StoreError> for DocumentError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl DocumentError {
    /// A stable code for programs.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::TooMany | Self::TooLarge(_) => ErrorCode::DocumentLimit,
            Self::NotBase64(_) | Self::Unnamed => ErrorCode::BadDocument,
            Self::Unknown(_) => ErrorCode::UnknownDocument,
            Self::Store(_) => ErrorCode::StorageFailed,
        }
    }
}

/// Reads and writes documents.
#[derive(Clone)]
pub struct Documents {
    store: Rc<dyn Store>,
}

impl From<DocumentError> for ErrorBody {
    fn from(error: DocumentError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// A document's record beside its parts: a line each for size, parts, time, media type, name, and, of one that is kept, the mark for it and the
/// address it came from.
pub struct About {
    /// What is known of it without its content.
    pub document: Document,
    parts: usize,
    /// When it was added, in milliseconds since 1970.
    pub at: f64,
    /// Whether it stays until the person deletes it.
    kept: bool,
    /// The address it was fetched from; empty for none.
    pub url: String,
}

impl About {
    fn write(&self) -> String {
        let Document { name, mime, size, .. } = &self.document;
        let more = if self.kept { format!("\n{KEPT}\n{}", self.url) } else { String::new() };
        format!("{size}\n{}\n{}\n{mime}\n{name}{more}", self.parts, self.at)
    }

    fn read(id: &str, record: &str) -> Option<Self> {
        let mut lines = record.split('\n');
        let size = lines.next()?.parse().ok()?;
        let parts = lines.next()?.parse().ok()?;
        let at = lines.next()?.parse().ok()?;
        let mime = lines.next()?.to_owned();
        let name = lines.next()?.to_owned();
        let document = Document { id: id.to_owned(), name, mime, size, ..Document::default() };
        let kept = lines.next() == Some(KEPT);
        Some(Self { document, parts, at, kept, url: lines.next().unwrap_or_default().to_owned() })
    }

    /// As the reader finds it.
    pub fn stored(&self) -> Stored {
        let Document { id, name, mime, size, .. } = self.document.clone();
        Stored { id, name, mime, size, url: Some(self.url.clone()).filter(|url| !url.is_empty()) }
    }
}

fn about_key(id: &str) -> String {
    format!("about/{id}")
}

fn part_key(id: &str, number: usize) -> String {
    format!("part/{id}/{number:06}")
}

impl Documents {
    /// The documents in that store.
    pub fn new(store: Rc<dyn Store>) -> Self {
        Self { store }
    }

    /// Stores a document, or its next part, under that id.
    ///
    /// # Errors
    /// When it has no name, is too large or not base64, or the store fails.
    pub async fn add(&self, id: &str, name: &str, mime: &str, data: &str, now: f64) -> Result<(), DocumentError> {
        let name = tidy(name);
        if name.is_empty() {
            return Err(DocumentError::Unnamed);
        }
        // As scripts send it: with a data URL's head.
        let (head, data) = data.split_once(";base64,").unwrap_or(("", data));
        let mime = if mime.is_empty() { head.strip_prefix("data:").unwrap_or_default() } else { mime };
        let Some(size) = size_of(data) else { return Err(DocumentError::NotBase64(name)) };
        let mut about = match self.about(id).await? {
            Some(about) => about,
            None => {
                let mime = mime.chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect();
                let document = Document { id: id.to_owned(), name, mime, ..Document::default() };
                About { document, parts: 0, at: now, kept: false, url: String::new() }
            }
        };
        about.document.size += size;
        if about.document.size > MAX_DOCUMENT_BYTES {
            self.delete(id).await?;
            return Err(DocumentError::TooLarge(about.document.name));
        }
        let mut left = data;
        while !left.is_empty() {
            let (part, rest) = left.split_at_checked(PART_CHARS).unwrap_or((left, ""));
            self.store.put(Table::Documents, &part_key(id, about.parts), part).await?;
            about.parts += 1;
            left = rest;
        }
        // Last: a document without this record does not exist, whatever parts were stored before the worker died.
        self.store.put(Table::Documents, &about_key(id), &about.write()).await?;
        Ok(())
    }

    /// A task's attachments as documents of a conversation that already has some, with unique names.
    ///
    /// # Errors
    /// When one of them cannot be accepted.
    pub async fn take(
        &self,
        given: Vec<Given>,
        earlier: &[Document],
        now: f64,
        mut new_id: impl FnMut() -> String,
    ) -> Result<Vec<Document>, DocumentError> {
        if given.len() > MAX_DOCUMENTS {
            return Err(DocumentError::TooMany);
        }
        let mut names: HashSet<String> = earlier.iter().map(|document| document.name.to_lowercase()).collect();
        let mut taken: Vec<Document> = Vec::new();
        for one in given {
            let inline = one.id.is_empty();
            let id = if inline { new_id() } else { one.id };
            let added = if inline { self.add(&id, &one.name, &one.mime, &one.data, now).await } else { Ok(()) };
            let found = match added {
                Ok(()) => self.about(&id).await.map_err(DocumentError::from),
                Err(error) => Err(error),
            };
            let mut document = match found {
                Ok(Some(about)) => about.document,
                // Parts already stored are removed with the other unused documents.
                other => return Err(other.err().unwrap_or(DocumentError::Unknown(one.name))),
            };
            document.name = free_name(&document.name, &names);
            names.insert(document.name.to_lowercase());
            taken.push(document);
        }
        Ok(taken)
    }

    /// One part of a document in base64, from 0; none after the last.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn part(&self, id: &str, number: usize) -> Result<Option<String>, StoreError> {
        let found = self.store.list(Table::Documents, &part_key(id, number)).await?;
        Ok(found.into_iter().next().map(|(_, part)| part))
    }

    /// Whether a document is completely stored.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn is_there(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.about(id).await?.is_some())
    }

    /// Deletes a document.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.store.delete(Table::Documents, Which::Key(&about_key(id))).await?;
        self.store.delete(Table::Documents, Which::StartingWith(&format!("part/{id}/"))).await
    }

    /// Keeps a document until the person deletes it. `url`: the address it was fetched from; empty: what is noted stays. One that is not stored is
    /// left alone.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep(&self, id: &str, url: &str) -> Result<(), StoreError> {
        let Some(mut about) = self.about(id).await? else { return Ok(()) };
        if about.kept && url.is_empty() {
            return Ok(());
        }
        about.kept = true;
        if !url.is_empty() {
            about.url = url.chars().filter(|c| !c.is_control()).collect();
        }
        self.store.put(Table::Documents, &about_key(id), &about.write()).await
    }

    /// All documents, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn all(&self) -> Result<Vec<About>, StoreError> {
        let all = self.store.list(Table::Documents, "about/").await?;
        let read = all.iter().filter_map(|(key, record)| About::read(key.strip_prefix("about/")?, record));
        let mut found: Vec<About> = read.collect();
        edith_page::order::sort_by(&mut found, |a, b| {
            b.at.total_cmp(&a.at).then_with(|| a.document.id.cmp(&b.document.id))
        });
        Ok(found)
    }

    /// The ids of documents stored more than a day ago that are not kept.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn old(&self, now: f64) -> Result<Vec<String>, StoreError> {
        let old = self.all().await?.into_iter().filter(|about| !about.kept && now - about.at > FORGOTTEN_MS);
        Ok(old.map(|about| about.document.id).collect())
    }

    /// A document's record; none if it is not stored.
    pub async fn about(&self, id: &str) -> Result<Option<About>, StoreError> {
        let found = self.store.list(Table::Documents, &about_key(id)).await?;
        Ok(found.into_iter().find(|(key, _)| *key == about_key(id)).and_then(|(_, record)| About::read(id, &record)))
    }
}

/// A file name on one line, without folders.
fn tidy(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let shown: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    shown.trim().chars().take(NAME_CHARS).collect()
}

/// The decoded size of a base64 text; none if invalid.
fn size_of(data: &str) -> Option<u64> {
    let bare = data.trim_end_matches('=');
    let padding = data.len() - bare.len();
    let fits = data.len().is_multiple_of(4) && padding <= 2;
    let letters = bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'));
    (fits && letters).then(|| (data.len() / 4 * 3 - padding) as u64)
}

/// `report.pdf`, or `report (2).pdf` if taken.
pub fn free_name(name: &str, taken: &HashSet<String>) -> String {
    let (stem, ending) = match name.rfind('.') {
        Some(at) if at > 0 => name.split_at(at),
        _ => (name, ""),
    };
    let numbered = |number: usize| if number == 1 { name.to_owned() } else { format!("{stem} ({number}){ending}") };
    (1..).map(numbered).find(|name| !taken.contains(&name.to_lowercase())).unwrap_or_default()
}

/// The document meant by a name: exactly, then ignoring case, then the only one containing it.
pub fn named<'a>(documents: &'a [Document], name: &str) -> Option<&'a Document> {
    let wanted = name.trim().trim_matches(['"', '\'']);
    let lower = wanted.to_lowercase();
    let same = || documents.iter().find(|document| document.name == wanted || document.id == wanted);
    let alike = || documents.iter().find(|document| document.name.to_lowercase() == lower);
    let mut within = documents.iter().filter(|document| document.name.to_lowercase().contains(&lower));
    let only = match (within.next(), within.next()) {
        (Some(only), None) if !lower.is_empty() => Some(only),
        _ => None,
    };
    same().or_else(alike).or(only)
}

/// A document as the gate knows it.
pub fn origin(document: &Document) -> String {
    edith_protocol::Origin::Document(document.id.clone()).to_string()
}

/// What a model that knows of documents can do with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uses {
    /// Read them.
    Read,
    /// Read them, and give them to pages.
    Task,
    /// Plan for others who read them.
    Readers,
    /// Take facts from them.
    Source,
}

/// The documents as described to the model; empty for none.
pub fn listed(documents: &[Document], uses: Uses) -> String {
    if documents.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = documents.iter().map(|document| format!("- {}", line(document))).collect();
    let uses = match uses {
        Uses::Read => "search_documents, read_document and query_table read them",
        Uses::Task => "search_documents, read_document and query_table read them; upload_file gives one to a page",
        Uses::Readers => "every reader can read them as well as the sites",
        Uses::Source => {
            "search_documents, read_document and query_table read them; a fact from one has its quote like any other, and as `url` where it is: its name and page, \"a.pdf, p. 2\", or \"a.csv, computed\" for a figure of query_table or calculate"
        }
    };
    format!("\n\nDOCUMENTS the user gave to this task ({uses}):\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str) -> Document {
        Document { id: format!("id of {name}"), name: name.into(), size: 3, ..Document::default() }
    }

    #[test]
    fn base64_is_measured_and_anything_else_refused() {
        for (text, size) in [
            ("", Some(0)),
            ("AAAA", Some(3)),
            ("AAA=", Some(2)),
            ("AA==", Some(1)),
            ("A===", None),
            ("AAA", None),
            ("A A=", None),
            ("AA-_", None),
        ] {
            assert_eq!(size_of(text), size, "{text:?}");
        }
    }

    #[test]
    fn names_are_tidied_and_made_unique() {
        assert_eq!(tidy("/home/me/a\nb.pdf "), "a b.pdf");
        assert_eq!(tidy("C:\\me\\c.pdf"), "c.pdf");
        let taken: HashSet<String> = ["report.pdf".to_owned(), "report (2).pdf".to_owned(), "plain".to_owned()].into();
        for (name, expected) in
            [("Report.pdf", "Report (3).pdf"), ("plain", "plain (2)"), ("a.b", "a.b"), (".env", ".env")]
        {
            assert_eq!(free_name(name, &taken), expected);
        }
    }

    #[test]
    fn a_name_means_one_document_or_none() {
        let all = [document("Report.pdf"), document("report.txt"), document("photo.png")];
        for (name, expected) in [
            ("Report.pdf", Some("Report.pdf")),
            ("report.PDF", Some("Report.pdf")),
            ("\"photo.png\"", Some("photo.png")),
            ("photo", Some("photo.png")),
            ("report", None),
            ("", None),
            ("other", None),
        ] {
            assert_eq!(named(&all, name).map(|document| document.name.as_str()), expected, "{name}");
        }
    }

    #[test]
    fn sizes_are_told_in_words() {
        for (bytes, words) in [(0, "0 bytes"), (999, "999 bytes"), (1_001, "2 KB"), (2_560_000, "2.5 MB")] {
            assert_eq!(size(bytes), words);
        }
    }
}
