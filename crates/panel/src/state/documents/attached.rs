//! The documents attached to the next task, from their coming in until they are read.

use super::kind;
use crate::state::text::{fill, key, t};
use edith_protocol::{DocumentProgress, DocumentShown, DocumentStage, ErrorBody, ErrorCode};

/// Where an attached document came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file, held by the page's script under this id.
    File(String),
    /// Its address.
    Address(String),
    /// What this tab shows.
    Tab(i32),
    /// A resource of a server: the server's id, and the resource's address.
    Resource(String, String),
    /// It was in the library before.
    Library,
}

/// How far an attached document is.
#[derive(Debug, Clone, PartialEq)]
pub enum AttachedState {
    /// On its way to the worker.
    Coming,
    /// Being read; none before the first word of it.
    Reading(Option<DocumentProgress>),
    /// Encrypted; `refused`: the last password did not open it.
    Locked {
        /// Whether a password was tried.
        refused: bool,
    },
    /// Stored, but not readable, with the reason. It can still be given to pages.
    Unread(String),
    /// It did not come, with the reason.
    Failed(String),
    /// Read.
    Read,
}

/// An attached document.
#[derive(Debug, Clone, PartialEq)]
pub struct Attached {
    /// Unique on this page.
    pub key: String,
    /// Where it came from.
    pub origin: Origin,
    /// How far it is.
    pub state: AttachedState,
    /// What is known of it; its id is empty until it is stored.
    pub shown: DocumentShown,
    /// Whether it looked like something to read when it came: what is found out later does not change what its being there proposes.
    looks_readable: bool,
}

impl Attached {
    /// A document that is on its way.
    pub fn coming(key: String, origin: Origin, shown: DocumentShown) -> Self {
        let looks_readable =
            kind::shape(shown.kind.as_deref().unwrap_or_default(), &shown.name, &shown.mime) != kind::Shape::File;
        Self { key, origin, state: AttachedState::Coming, shown, looks_readable }
    }

    /// Whether it proposes to ask about it.
    pub fn looks_readable(&self) -> bool {
        self.looks_readable
    }

    /// Whether it is a picture file.
    pub fn is_picture(&self) -> bool {
        let DocumentShown { kind, name, mime, .. } = &self.shown;
        kind::shape(kind.as_deref().unwrap_or_default(), name, mime) == kind::Shape::Picture
    }

    /// Whether it has still to come.
    pub fn is_coming(&self) -> bool {
        self.state == AttachedState::Coming
    }

    /// Whether a task can be given it.
    pub fn is_stored(&self) -> bool {
        !self.shown.id.is_empty()
    }

    /// It is stored under this id, and being read.
    pub fn stored(&mut self, id: String) {
        self.shown.id = id;
        self.state = AttachedState::Reading(None);
    }

    /// The worker tells how far it is.
    pub fn progress(&mut self, progress: &DocumentProgress) {
        match &mut self.state {
            AttachedState::Reading(told) => *told = Some(progress.clone()),
            // What is fetched has its id only afterwards.
            AttachedState::Coming
            | AttachedState::Locked { .. }
            | AttachedState::Unread(_)
            | AttachedState::Failed(_)
            | AttachedState::Read => {}
        }
    }

    /// The answer of whoever read it.
    pub fn ended(&mut self, answer: Result<DocumentShown, ErrorBody>) {
        self.state = match answer {
            Ok(shown) => {
                self.shown = shown;
                AttachedState::Read
            }
            Err(error) => match error.code {
                ErrorCode::NeedsPassword => AttachedState::Locked { refused: false },
                ErrorCode::WrongPassword => AttachedState::Locked { refused: true },
                _ if self.is_stored() => AttachedState::Unread(error.message),
                _ => AttachedState::Failed(error.message),
            },
        };
    }

    /// The line beside the name: what it is, or what is being done with it.
    pub fn line(&self) -> String {
        match &self.state {
            AttachedState::Coming => match self.origin {
                Origin::File(_) => t("document_storing").to_owned(),
                Origin::Address(_) | Origin::Tab(_) | Origin::Resource(..) | Origin::Library => {
                    t("document_fetching").to_owned()
                }
            },
            AttachedState::Reading(None) => t("document_reading").to_owned(),
            AttachedState::Reading(Some(progress)) => stage_words(progress),
            AttachedState::Locked { refused: false } => t("document_locked").to_owned(),
            AttachedState::Locked { refused: true } => t("document_wrong_password").to_owned(),
            AttachedState::Unread(why) | AttachedState::Failed(why) => why.clone(),
            AttachedState::Read => facts(&self.shown),
        }
    }

    /// The part that is done, 0 to 1; none if it is not known or nothing is being done.
    pub fn part(&self) -> Option<f64> {
        match &self.state {
            AttachedState::Reading(Some(progress)) if progress.total > 0.0 => {
                Some((progress.done / progress.total).clamp(0.0, 1.0))
            }
            _ => None,
        }
    }

    /// The name of its state for the style sheet.
    pub fn style(&self) -> &'static str {
        match self.state {
            AttachedState::Coming | AttachedState::Reading(_) => "working",
            AttachedState::Locked { .. } => "locked",
            AttachedState::Unread(_) => "doubtful",
            AttachedState::Failed(_) => "failed",
            AttachedState::Read => "done",
        }
    }
}

/// "12 pages · 3 pages recognised", or its size where it has no pages.
pub fn facts(shown: &DocumentShown) -> String {
    let pages = kind::pages(shown.kind.as_deref().unwrap_or_default(), shown.pages);
    if pages.is_empty() { crate::state::format::bytes(shown.size) } else { pages }
}

/// What is being done with a document: "Reading page 3 of 12".
pub fn stage_words(progress: &DocumentProgress) -> String {
    let (done, total) = (progress.done, progress.total);
    let of = |counted: &'static str, plain: &'static str| {
        if total > 0.0 {
            fill(counted, &[("n", &whole(done.min(total))), ("all", &whole(total))])
        } else {
            t(plain).to_owned()
        }
    };
    match progress.stage {
        DocumentStage::Fetch if total > 0.0 => fill("document_fetched", &[("part", &whole(done / total * 100.0))]),
        DocumentStage::Fetch => t("document_fetching").to_owned(),
        DocumentStage::Parse => of(key("document_parsed"), key("document_reading")),
        DocumentStage::Ocr => of(key("document_recognised"), key("document_recognising")),
        DocumentStage::Index => t("document_indexing").to_owned(),
        DocumentStage::Embed => t("document_embedding").to_owned(),
    }
}

fn whole(number: f64) -> String {
    format!("{number:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Attached {
        let shown = DocumentShown { name: "a.pdf".into(), size: 1_200, ..DocumentShown::default() };
        Attached::coming("k".into(), Origin::File("k".into()), shown)
    }

    fn progress(stage: DocumentStage, done: f64, total: f64) -> DocumentProgress {
        DocumentProgress { document_id: "d".into(), stage, done, total }
    }

    #[test]
    fn a_file_comes_is_read_and_says_its_pages() {
        let mut one = file();
        assert_eq!((one.line().as_str(), one.part(), one.is_stored()), ("Storing…", None, false));
        one.stored("d".into());
        assert_eq!((one.line().as_str(), one.part()), ("Reading…", None));
        one.progress(&progress(DocumentStage::Parse, 3.0, 12.0));
        assert_eq!((one.line().as_str(), one.part()), ("Reading page 3 of 12", Some(0.25)));
        one.progress(&progress(DocumentStage::Ocr, 2.0, 0.0));
        assert_eq!((one.line().as_str(), one.part()), ("Recognising text…", None));
        let read = DocumentShown { id: "d".into(), kind: Some("pdf".into()), pages: 12, ..one.shown.clone() };
        one.ended(Ok(read));
        assert_eq!((one.line().as_str(), one.style(), one.part()), ("12 pages", "done", None));
        // Told late: the answer overtook it.
        one.progress(&progress(DocumentStage::Index, 1.0, 2.0));
        assert_eq!(one.state, AttachedState::Read);
    }

    #[test]
    fn a_locked_one_asks_again_and_an_unreadable_one_stays_usable() {
        let mut one = file();
        one.stored("d".into());
        let refused = |code| Err(ErrorBody::new(code, "why"));
        one.ended(refused(ErrorCode::NeedsPassword));
        assert_eq!(one.state, AttachedState::Locked { refused: false });
        one.ended(refused(ErrorCode::WrongPassword));
        assert_eq!((one.state.clone(), one.style()), (AttachedState::Locked { refused: true }, "locked"));
        one.ended(refused(ErrorCode::UnreadableDocument));
        assert_eq!((one.line().as_str(), one.style(), one.is_stored()), ("why", "doubtful", true));
        let mut other = file();
        other.ended(refused(ErrorCode::DocumentLimit));
        assert_eq!((other.style(), other.is_stored()), ("failed", false));
    }

    #[test]
    fn stages_count_only_what_is_known() {
        for (stage, done, total, expected) in [
            (DocumentStage::Fetch, 50.0, 200.0, "Fetching, 25 %"),
            (DocumentStage::Fetch, 50.0, 0.0, "Fetching…"),
            (DocumentStage::Parse, 9.0, 8.0, "Reading page 8 of 8"),
            (DocumentStage::Ocr, 1.0, 4.0, "Recognising text, page 1 of 4"),
            (DocumentStage::Index, 1.0, 4.0, "Indexing…"),
        ] {
            assert_eq!(stage_words(&progress(stage, done, total)), expected);
        }
        let picture = DocumentShown { kind: Some("image".into()), pages: 1, size: 1_200, ..DocumentShown::default() };
        assert_eq!(facts(&picture), "2 KB");
    }
}
