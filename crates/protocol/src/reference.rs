//! What a task refers to beside its words: a page, a selection, a link, a picture, chosen tabs, documents.

use crate::RunId;
use serde::{Deserialize, Serialize};

/// One thing that a task refers to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reference {
    /// `page`, `selection`, `link`, `image` or `tab`.
    pub kind: String,
    /// The title of its page, or the link's words.
    pub title: String,
    /// Its address; of a selection, that of its page.
    pub url: String,
    /// Its text, as far as it was taken along.
    pub text: String,
}

/// What may stand beside the fields of `CHAT`, `AGENT_RUN` and `RESEARCH_RUN`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Extras {
    /// What the task refers to.
    pub context: Vec<Reference>,
    /// Whether the run works in a tab of its own, whatever the current one is.
    pub own_tab: bool,
    /// The documents the user gives to it.
    pub documents: Vec<crate::Given>,
    /// A message of the person's: it and all that came after it give way to this one.
    pub replace_from: Option<String>,
    /// Of an agent run: the run that is taken up again, and the step from which it is done anew. What it did before is kept.
    pub retry: Option<(RunId, u32)>,
}
