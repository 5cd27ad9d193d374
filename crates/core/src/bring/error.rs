//! Why no document came from an address or a tab.

use edith_actions::http_url::UrlError;
use edith_protocol::{ErrorBody, ErrorCode};
use edith_records::documents::DocumentError;
use edith_words::{Sentence, say};

/// Why no document came from an address or a tab.
#[derive(Debug)]
pub enum NotBrought {
    /// It is not an address that is opened.
    Address(UrlError),
    /// This host is in the person's own network, and something else led there.
    Private(String),
    /// This host does not answer.
    Unreachable(String, String),
    /// It answered with this status.
    Status(String, u16),
    /// It did not answer in so many seconds.
    TooLate(String, u64),
    /// It wants the person to sign in first.
    SignIn(String),
    /// One address leads to the next, without end.
    Endless(String),
    /// What a tab shows, it does not answer with once more.
    Elsewhere(String),
    /// It answered with nothing.
    Empty(String),
    /// The tab is gone or cannot be read.
    NoTab,
    /// The tab shows a file of the person's computer.
    LocalFile,
    /// The document cannot be stored.
    Document(DocumentError),
}

impl NotBrought {
    /// As a sentence for the person.
    pub fn for_person(&self) -> Sentence {
        match self {
            Self::Address(error) => error.for_person(),
            Self::Private(host) => say!(BringPrivate { host: host }),
            Self::Unreachable(host, error) => say!(BringUnreachable { host: host, error: error }),
            Self::Status(host, status) => say!(BringStatus { host: host, status: *status }),
            Self::TooLate(host, seconds) => say!(BringTooLate { host: host, seconds: *seconds }),
            Self::SignIn(host) => say!(BringSignIn { host: host }),
            Self::Endless(host) => say!(BringEndless { host: host }),
            Self::Elsewhere(host) => say!(BringElsewhere { host: host }),
            Self::Empty(name) => say!(DocumentEmpty { name: name }),
            Self::NoTab => say!(BringNoTab),
            Self::LocalFile => say!(BringLocalFile),
            Self::Document(error) => error.for_person(),
        }
    }

    /// A stable code for programs.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Address(_) | Self::Private(_) => ErrorCode::AddressRefused,
            Self::SignIn(_) => ErrorCode::SignInNeeded,
            Self::Document(error) => error.code(),
            _ => ErrorCode::DocumentNotFetched,
        }
    }
}

impl From<DocumentError> for NotBrought {
    fn from(error: DocumentError) -> Self {
        Self::Document(error)
    }
}

impl From<NotBrought> for ErrorBody {
    fn from(error: NotBrought) -> Self {
        Self::new(error.code(), error.for_person())
    }
}
