//! The browser's own language tools, as pages and worker speak of them.

use serde::{Deserialize, Serialize};

/// One of the browser's own language tools, for one purpose. Languages are BCP 47 codes: `de`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "tool", rename_all = "lowercase")]
pub enum LanguageTool {
    /// Sums up texts of this language in it.
    Summarizer {
        /// The language.
        language: String,
    },
    /// Translates.
    Translator {
        /// From this language.
        from: String,
        /// Into this one.
        to: String,
    },
}

/// A task waits for a tool that the browser has to download, which it does only when the person presses in a page. Told every second while it waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LanguageDownload {
    /// The tool.
    pub tool: LanguageTool,
}
