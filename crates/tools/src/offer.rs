//! Which tools are offered when, and the reply to one that is not.

use super::declare::{Declaration, Nature, Offer, Offered, Tool};
use super::external_tool::MOST_TOOLS;
use super::shape::schema;
use super::{BUILT_IN, Call, CallError, External, ExternalTool};
use edith_actions::action::Dialog;
use edith_model::ToolSpec;

/// The tools for the next model turn: the built-in ones and these.
pub fn offered(offer: Offer, external: &[ExternalTool]) -> Vec<ToolSpec> {
    let built_in = BUILT_IN.iter().filter(|tool| is_offered(tool.offered, offer)).map(Declaration::spec);
    let external =
        external.iter().filter(|_| is_offered(External::OFFERED, offer)).take(MOST_TOOLS).map(ExternalTool::spec);
    built_in.chain(external).collect()
}

/// The declaration of a built-in tool, if it exists.
pub fn declaration(name: &str) -> Option<&'static Declaration> {
    BUILT_IN.iter().find(|tool| tool.name == name)
}

/// What a built-in tool does, as far as its declaration tells.
pub fn nature_of(name: &str) -> Option<Nature> {
    declaration(name).map(|tool| tool.nature)
}

/// Whether a tool is only of use to a model that is sent pictures.
pub fn is_to_see(name: &str) -> bool {
    declaration(name).is_some_and(|tool| tool.offered == Offered::ToSee)
}

/// Whether a tool of this name is EDITH's own.
pub fn is_built_in(name: &str) -> bool {
    declaration(name).is_some()
}

impl Declaration {
    /// Its specification for the model.
    pub(super) fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.name.into(),
            description: self.description.into(),
            parameters: schema(self.fields).into(),
            foreign: false,
        }
    }
}

fn is_offered(when: Offered, offer: Offer) -> bool {
    if offer.only_documents {
        return when == Offered::ReadsDocuments && offer.documents;
    }
    match when {
        Offered::OnPages => !offer.dialog_open,
        Offered::WithDocuments => offer.given && !offer.dialog_open,
        Offered::ReadsDocuments => offer.documents && !offer.dialog_open,
        Offered::WithMoreTools => offer.more_tools && !offer.dialog_open,
        Offered::WithPageTools => offer.page_tools && !offer.dialog_open,
        Offered::ToSee => offer.sees && !offer.dialog_open,
        Offered::InDialogs => offer.dialog_open,
        Offered::Always => true,
        Offered::EndsTask => !offer.source && !offer.step,
        Offered::EndsSource => offer.source,
        Offered::EndsStep => offer.step,
    }
}

impl Call {
    /// Whether the tool may be used now. Check before each call: a dialog may have opened since the tools were offered.
    ///
    /// # Errors
    /// With what to do instead.
    pub fn check_offered(&self, dialog: Option<&Dialog>, offer: Offer) -> Result<(), CallError> {
        let when = self.when_offered();
        if is_offered(when, Offer { dialog_open: dialog.is_some(), sees: true, ..offer }) {
            return Ok(());
        }
        let why = match (when, dialog) {
            _ if offer.only_documents => "answer from the documents alone.".to_owned(),
            (Offered::EndsStep, _) => "it is for the steps of a plan.".to_owned(),
            (Offered::EndsSource | Offered::EndsTask, _) if offer.step => {
                "a step of a plan ends with step_done or step_failed.".to_owned()
            }
            (Offered::EndsSource, _) => "it is for research. Finish with task_complete.".to_owned(),
            (Offered::EndsTask, _) => "in research you finish with extract_data.".to_owned(),
            (_, Some(dialog)) => format!(
                "a {} dialog is open and says {:?}. Answer it with handle_dialog first, or ask the user.",
                dialog.kind, dialog.message
            ),
            (Offered::WithDocuments | Offered::ReadsDocuments, None) => {
                "the user gave no document to this task. Ask the user to attach it.".to_owned()
            }
            (Offered::WithMoreTools, None) => "all tools are listed already.".to_owned(),
            (Offered::WithPageTools, None) => "the page offers no tools. Use its elements.".to_owned(),
            (_, None) => "no dialog is open. Look at the page and go on.".to_owned(),
        };
        Err(CallError::NotOffered { tool: self.name().to_owned(), why })
    }
}
