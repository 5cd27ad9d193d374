//! The browser's own model: the Prompt API (<https://webmachinelearning.github.io/prompt-api/>) behind a port. It has no tools, no key and no
//! address, and a small context; a session keeps what it has read, so only what is new is sent.

mod chat;
#[cfg(test)]
mod tests;

use async_trait::async_trait;
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

pub(crate) use chat::BrowserChat;

/// The name of this kind of server in the settings.
pub const BROWSER: &str = "browser";

/// Whether the browser's model can be used: the Prompt API's four states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Availability {
    /// At once.
    Available,
    /// After a download, which only a page that the person uses may start.
    Downloadable,
    /// After a download under way.
    Downloading,
    /// Not on this machine or in this browser.
    #[default]
    Unavailable,
}

impl Availability {
    /// Its name in the Prompt API, which is also the one in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Downloadable => "downloadable",
            Self::Downloading => "downloading",
            Self::Unavailable => "unavailable",
        }
    }

    /// The state with this name; any other is taken for [`Self::Unavailable`].
    pub fn named(name: &str) -> Self {
        let all = [Self::Available, Self::Downloadable, Self::Downloading];
        all.into_iter().find(|state| state.name() == name).unwrap_or_default()
    }

    /// What it means and what to do about it.
    pub fn mend(self) -> Sentence {
        match self {
            Self::Available => say!(BrowserModelReady),
            Self::Downloadable => say!(BrowserModelToLoad),
            Self::Downloading => say!(BrowserModelLoading),
            Self::Unavailable => say!(BrowserModelMissing),
        }
    }
}

/// One message of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SessionMessage {
    /// `system`, only as the first; `user` or `assistant`.
    pub role: &'static str,
    /// Its text.
    pub content: String,
}

/// Why a session gives nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionError {
    /// `QuotaExceededError`: it does not fit into the context.
    TooLong,
    /// Anything else, in the browser's words.
    Failed(String),
}

/// The browser's model.
#[async_trait(?Send)]
pub trait BrowserModel {
    /// Whether it can be used. It never fails: a browser without the interface has no model.
    async fn availability(&self) -> Availability;

    /// A session whose context begins with these messages (`LanguageModel.create`). Dropping the future ends it.
    ///
    /// # Errors
    /// When they do not fit, or the model cannot be loaded.
    async fn open(&self, initial: &[SessionMessage]) -> Result<Rc<dyn BrowserSession>, SessionError>;
}

/// A session, which remembers what was said in it. Dropping it frees what it holds.
#[async_trait(?Send)]
pub trait BrowserSession {
    /// Has it answer these messages; both they and the answer are then part of it. `schema`: the JSON Schema that the answer must meet. Dropping the
    /// future ends the answer; the session must not be used then.
    ///
    /// # Errors
    /// When they do not fit, or the model fails.
    async fn prompt(
        &self,
        messages: &[SessionMessage],
        schema: Option<&str>,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<String, SessionError>;

    /// Another session with the same context (`clone`).
    ///
    /// # Errors
    /// When the browser refuses.
    async fn copy(&self) -> Result<Rc<dyn BrowserSession>, SessionError>;

    /// How many tokens these messages would take (`measureContextUsage`).
    ///
    /// # Errors
    /// When the browser refuses.
    async fn measure(&self, messages: &[SessionMessage]) -> Result<f64, SessionError>;

    /// Tokens in its context (`contextUsage`).
    fn usage(&self) -> f64;

    /// Most tokens in its context (`contextWindow`); may be infinite.
    fn window(&self) -> f64;
}

/// A browser without a model.
#[derive(Debug, Default)]
pub struct NoBrowserModel;

#[async_trait(?Send)]
impl BrowserModel for NoBrowserModel {
    async fn availability(&self) -> Availability {
        Availability::Unavailable
    }

    async fn open(&self, _initial: &[SessionMessage]) -> Result<Rc<dyn BrowserSession>, SessionError> {
        Err(SessionError::Failed("this browser has no model".to_owned()))
    }
}
