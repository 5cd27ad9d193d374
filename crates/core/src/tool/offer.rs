//! Which tools are offered when, and what to say when the model names one that is not.

use super::declare::{Declaration, Offered};
use super::shape::schema;
use super::{BUILT_IN, Call, CallError};
use crate::action::Dialog;
use edith_model::ToolSpec;

/// What decides which tools there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Offer {
    /// A dialog is open.
    pub dialog_open: bool,
    /// The run works on a source of a research.
    pub source: bool,
    /// The user gave documents to the task.
    pub documents: bool,
}

/// The tools for the next model turn.
pub fn offered(offer: Offer) -> Vec<ToolSpec> {
    BUILT_IN.iter().filter(|tool| is_offered(tool.offered, offer)).map(Declaration::spec).collect()
}

/// What the tool of this name declares; none: there is no such built-in tool.
pub(crate) fn declaration(name: &str) -> Option<&'static Declaration> {
    BUILT_IN.iter().find(|tool| tool.name == name)
}

impl Declaration {
    /// What the model is told of it.
    pub(super) fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.name.into(),
            description: self.description.into(),
            parameters: schema(self.fields).into(),
        }
    }
}

fn is_offered(when: Offered, offer: Offer) -> bool {
    match when {
        Offered::OnPages => !offer.dialog_open,
        Offered::WithDocuments => offer.documents && !offer.dialog_open,
        Offered::InDialogs => offer.dialog_open,
        Offered::Always => true,
        Offered::EndsTask => !offer.source,
        Offered::EndsSource => offer.source,
    }
}

impl Call {
    /// Whether the tool may be used now. To be asked before each call is performed: a dialog may have opened since the tools were offered.
    ///
    /// # Errors
    /// With what to do instead.
    pub fn check_offered(&self, dialog: Option<&Dialog>, offer: Offer) -> Result<(), CallError> {
        let when = self.offered();
        if is_offered(when, Offer { dialog_open: dialog.is_some(), ..offer }) {
            return Ok(());
        }
        let why = match (when, dialog) {
            (Offered::EndsSource, _) => "it is for research. Finish with task_complete.".to_owned(),
            (Offered::EndsTask, _) => "in research you finish with extract_data.".to_owned(),
            (_, Some(dialog)) => format!(
                "a {} dialog is open and says {:?}. Answer it with handle_dialog first, or ask the user.",
                dialog.kind, dialog.message
            ),
            (Offered::WithDocuments, None) => {
                "the user gave no document to this task. Ask the user to attach it.".to_owned()
            }
            (_, None) => "no dialog is open. Look at the page and go on.".to_owned(),
        };
        Err(CallError::NotOffered { tool: self.name(), why })
    }
}

/// The tool that a name means: case, separators and a prefix like `functions.` do not matter.
pub(super) fn exact_name(name: &str) -> Option<&'static str> {
    let bare = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wrote = name.trim().trim_end_matches("()");
    let wrote = bare(wrote.rsplit(['.', ':', '/']).next().unwrap_or(wrote));
    BUILT_IN.iter().map(|tool| tool.name).find(|name| bare(name) == wrote)
}

/// The error for a name that no tool has.
pub(super) fn unknown(name: &str) -> CallError {
    let wrote: String = name.chars().take(60).collect();
    let nearest = BUILT_IN.iter().map(|tool| tool.name).min_by_key(|known| distance(&wrote, known)).unwrap_or_default();
    let offered = BUILT_IN
        .iter()
        .filter(|tool| matches!(tool.offered, Offered::OnPages | Offered::Always | Offered::EndsTask))
        .map(|tool| tool.name)
        .collect::<Vec<_>>()
        .join(", ");
    CallError::UnknownTool { wrote, nearest, offered }
}

/// Letters changed, added or taken away between two names; a shared word counts for nearness.
fn distance(a: &str, b: &str) -> usize {
    let shared = a.split('_').filter(|word| word.len() > 2 && b.split('_').any(|other| other == *word)).count();
    // A name that says more than was written is further away than one that does not.
    let more = b.split('_').filter(|word| !a.split('_').any(|other| other == *word)).count();
    (strsim::levenshtein(&a.to_lowercase(), b) + 4 * more).saturating_sub(4 * shared)
}
