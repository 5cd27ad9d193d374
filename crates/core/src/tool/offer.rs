//! Which tools are offered when, and what to say when the model names one that is not.

use super::{Call, CallError, SPECS};
use crate::action::Dialog;
use edith_model::ToolSpec;

/// The tool that answers a dialog: offered only while one is open.
const DIALOG_TOOL: &str = "handle_dialog";
/// What is offered beside it then, with the tool that ends the run.
const ASK_TOOL: &str = "ask_user";
/// End a task.
const END_TOOLS: [&str; 2] = ["task_complete", "task_fail"];
/// Offered only where there are documents.
const UPLOAD_TOOL: &str = "upload_file";
/// Ends the work on a source of a research.
const SOURCE_END_TOOL: &str = "extract_data";

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

/// The tools for the next model turn: all but `handle_dialog`, or with a dialog open that one alone with the stop tools. A run
/// that works on a source of a research ends with `extract_data` and every other with `task_complete` or `task_fail`.
pub fn offered(offer: Offer) -> Vec<ToolSpec> {
    SPECS.iter().filter(|spec| is_offered(spec.name, offer)).cloned().collect()
}

fn is_offered(name: &str, offer: Offer) -> bool {
    match name {
        DIALOG_TOOL => offer.dialog_open,
        _ if END_TOOLS.contains(&name) => !offer.source,
        SOURCE_END_TOOL => offer.source,
        UPLOAD_TOOL => offer.documents && !offer.dialog_open,
        ASK_TOOL => true,
        _ => !offer.dialog_open,
    }
}

impl Call {
    /// Whether the tool may be used now. To be asked before each call is performed: a dialog may have opened since the tools were offered.
    ///
    /// # Errors
    /// With what to do instead.
    pub fn check_offered(&self, dialog: Option<&Dialog>, offer: Offer) -> Result<(), CallError> {
        let tool = self.name();
        if is_offered(tool, Offer { dialog_open: dialog.is_some(), ..offer }) {
            return Ok(());
        }
        let why = match dialog {
            _ if tool == SOURCE_END_TOOL => "it is for research. Finish with task_complete.".to_owned(),
            _ if END_TOOLS.contains(&tool) => "in research you finish with extract_data.".to_owned(),
            Some(dialog) => format!(
                "a {} dialog is open and says {:?}. Answer it with handle_dialog first, or ask the user.",
                dialog.kind, dialog.message
            ),
            None if tool == UPLOAD_TOOL => {
                "the user gave no document to this task. Ask the user to attach it.".to_owned()
            }
            None => "no dialog is open. Look at the page and go on.".to_owned(),
        };
        Err(CallError::NotOffered { tool, why })
    }
}

/// The tool that a name means: case, separators and a prefix like `functions.` do not matter.
pub(super) fn exact_name(name: &str) -> Option<&'static str> {
    let bare = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wrote = name.trim().trim_end_matches("()");
    let wrote = bare(wrote.rsplit(['.', ':', '/']).next().unwrap_or(wrote));
    SPECS.iter().map(|spec| spec.name).find(|name| bare(name) == wrote)
}

/// The error for a name that no tool has.
pub(super) fn unknown(name: &str) -> CallError {
    let wrote: String = name.chars().take(60).collect();
    let nearest = SPECS.iter().map(|spec| spec.name).min_by_key(|known| distance(&wrote, known)).unwrap_or_default();
    let offered = SPECS
        .iter()
        .map(|spec| spec.name)
        .filter(|name| ![DIALOG_TOOL, SOURCE_END_TOOL, UPLOAD_TOOL].contains(name))
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
