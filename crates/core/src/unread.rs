//! What could not be read of a document, in words for the person and codes for programs.

use edith_documents::Warning;
use edith_documents::call::Failure;
use edith_protocol::{DocumentWarning, ErrorCode};
use edith_records::documents::size;
use edith_words::{Sentence, say};

/// Most sentences about one document.
const GAPS: usize = 5;

/// Why a document of that name could not be read or searched.
pub fn sentence(failure: &Failure, name: &str) -> Sentence {
    match failure {
        Failure::Unknown => say!(DocumentUnknown { id: name }),
        Failure::NotRead => say!(DocumentNotRead { name: name }),
        Failure::Empty => say!(DocumentEmpty { name: name }),
        Failure::UnknownKind => say!(DocumentUnknownKind { name: name }),
        Failure::UnsupportedKind { kind } => say!(DocumentUnsupported { name: name, kind: kind }),
        Failure::ReaderMissing { what, file, folder } => {
            say!(DocumentReaderMissing { name: name, what: what, file: file, folder: folder })
        }
        Failure::BrowserElsewhere => say!(DocumentBrowserElsewhere { name: name }),
        Failure::NeedsPassword => say!(DocumentNeedsPassword { name: name }),
        Failure::WrongPassword => say!(DocumentWrongPassword { name: name }),
        Failure::UnknownEncryption => say!(DocumentUnknownEncryption { name: name }),
        Failure::Damaged { what } => {
            // Some libraries' sentences end with one.
            say!(DocumentDamaged { name: name, what: what.trim_end_matches('.') })
        }
        Failure::TooLarge { limit } => say!(DocumentUnpacksTooLarge { name: name, limit: size(*limit) }),
        Failure::TimedOut { seconds } => say!(DocumentTimedOut { name: name, seconds: *seconds }),
        Failure::Crashed => say!(DocumentCrashed { name: name }),
        Failure::NoPage { pages } => say!(DocumentNoPage { name: name, pages: *pages }),
        Failure::BadQuery { why: error } | Failure::Failed { error } => {
            say!(DocumentFailed { name: name, error: error })
        }
    }
}

/// Its code.
pub fn code(failure: &Failure) -> ErrorCode {
    match failure {
        Failure::Unknown => ErrorCode::UnknownDocument,
        Failure::NeedsPassword => ErrorCode::NeedsPassword,
        Failure::WrongPassword => ErrorCode::WrongPassword,
        Failure::TooLarge { .. } => ErrorCode::DocumentLimit,
        Failure::NoPage { .. } => ErrorCode::NoPage,
        _ => ErrorCode::UnreadableDocument,
    }
}

/// What is known not to have been read of a document, for the person; empty: nothing.
pub(crate) fn gaps(name: &str, warnings: &[Warning]) -> String {
    let said = warnings.iter().filter(|warning| match warning {
        Warning::PartDamaged { .. }
        | Warning::PageUnread { .. }
        | Warning::PagesCut { .. }
        | Warning::TextCut
        | Warning::Truncated
        | Warning::LettersLost { .. }
        | Warning::FormUnread
        | Warning::Collection
        | Warning::FileUnread { .. } => true,
        // Nothing of these stands in words that a person reads there.
        Warning::PictureUnread { .. }
        | Warning::Unseen { .. }
        | Warning::NoResults { .. }
        | Warning::NotEmbedded { .. }
        | Warning::Recognised { .. } => false,
    });
    let said: Vec<String> = said.take(GAPS).map(|one| warning(one).message).collect();
    if said.is_empty() { String::new() } else { format!("{name}: {}", said.join(" ")) }
}

/// What was left out of a document.
pub fn warning(warning: &Warning) -> DocumentWarning {
    let (code, sentence) = match warning {
        Warning::PartDamaged { part } => ("part_damaged", say!(PartDamaged { part: part })),
        Warning::PageUnread { page } => ("page_unread", say!(PageUnread { page: *page })),
        Warning::PagesCut { total } => ("pages_cut", say!(PagesCut { total: *total })),
        Warning::TextCut => ("text_cut", say!(TextCut)),
        Warning::Truncated => ("truncated", say!(FileTruncated)),
        Warning::PictureUnread { page } => ("picture_unread", say!(PictureUnread { page: *page })),
        Warning::Unseen { page, words } => ("unseen", say!(UnseenWords { page: *page, words: *words })),
        Warning::LettersLost { page } => ("letters_lost", say!(LettersLost { page: *page })),
        Warning::FormUnread => ("form_unread", say!(FormUnread)),
        Warning::Collection => ("collection", say!(FileCollection)),
        Warning::FileUnread { name } => ("file_unread", say!(FileUnread { name: name })),
        Warning::NoResults { page, cells } => ("no_results", say!(ResultsMissing { page: *page, cells: *cells })),
        Warning::NotEmbedded { why } => ("not_embedded", say!(NotEmbedded { why: why })),
        Warning::Recognised { pages } => ("recognised", say!(PagesRecognised { pages: *pages })),
    };
    DocumentWarning { code: code.to_owned(), message: sentence.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_warning_has_the_code_that_the_reader_writes() {
        for one in [
            Warning::PartDamaged { part: "p".into() },
            Warning::PageUnread { page: 1 },
            Warning::PagesCut { total: 1 },
            Warning::TextCut,
            Warning::Truncated,
            Warning::PictureUnread { page: 1 },
            Warning::Unseen { page: 1, words: 1 },
            Warning::LettersLost { page: 1 },
            Warning::FormUnread,
            Warning::Collection,
            Warning::FileUnread { name: "n".into() },
            Warning::NoResults { page: 1, cells: 1 },
            Warning::NotEmbedded { why: "w".into() },
            Warning::Recognised { pages: 1 },
        ] {
            let shown = warning(&one);
            assert_eq!(json!(one)["code"], shown.code);
            assert!(!shown.message.contains('{'), "{}", shown.message);
        }
    }

    #[test]
    fn every_failure_is_a_sentence_that_names_the_document() {
        for failure in [
            Failure::Unknown,
            Failure::NotRead,
            Failure::Empty,
            Failure::UnknownKind,
            Failure::UnsupportedKind { kind: "k".into() },
            Failure::ReaderMissing { what: "w".into(), file: "f".into(), folder: "d".into() },
            Failure::BrowserElsewhere,
            Failure::NeedsPassword,
            Failure::WrongPassword,
            Failure::UnknownEncryption,
            Failure::Damaged { what: "w".into() },
            Failure::TooLarge { limit: 1 },
            Failure::TimedOut { seconds: 1 },
            Failure::Crashed,
            Failure::NoPage { pages: 1 },
            Failure::BadQuery { why: "w".into() },
            Failure::Failed { error: "e".into() },
        ] {
            let text = sentence(&failure, "plan.pdf").to_string();
            assert!(text.contains("plan.pdf") && !text.contains('{'), "{text}");
        }
    }
}
