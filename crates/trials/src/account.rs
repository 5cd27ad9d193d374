//! What came of a task that is done in more than one way.

use serde_json::Value;

/// One task's account, through one of them.
pub(crate) struct Account {
    /// What is there at the end: the page's reward, the verifier's word, or what the page shows.
    pub end: String,
    /// The model's calls and what it was told.
    pub told: Vec<(String, String)>,
    pub ms: u64,
}

/// The end of a task that is judged.
pub(crate) fn end_of(success: bool, more: &Value) -> String {
    format!("success: {success} {more}")
}
