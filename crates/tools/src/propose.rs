//! Makes a call's proposal for the gate: what it writes, what it reveals to a site, and its consequences.

use super::declare::Tool;
use super::find_on_page::FindOnPage;
use super::{AnswerOf, Call, Operation, declaration};
use edith_actions::action::Action;
use edith_gate::{ClipboardUse, Contact, EffectClass, Facts, Leads, Proposal, Told};
use edith_protocol::ToolCall;
use serde_json::Value;

impl Call {
    /// The proposal to carry it out. `wrote`: the call as the model wrote it.
    pub fn propose(&self, wrote: ToolCall, facts: Facts, operation: &Operation) -> Proposal {
        restored(Some(self), wrote, self.class(&facts), facts, self.is_look(), operation)
    }
}

/// A proposal from its stored call, class and facts; none: the call is no longer readable.
pub fn restored(
    read: Option<&Call>,
    call: ToolCall,
    class: EffectClass,
    facts: Facts,
    only_looks: bool,
    operation: &Operation,
) -> Proposal {
    Proposal {
        input: read.and_then(Call::input),
        entries: read.filter(|call| call.input().is_none()).map(Call::inputs).unwrap_or_default(),
        sends: read.and_then(Call::sends),
        clipboard: read.map_or_else(ClipboardUse::default, |call| call.clipboard(&facts)),
        contact: read.map_or_else(Contact::default, Call::contact),
        shortcut: read.is_some_and(|call| call.shortcut(&facts)),
        to_focus: read.is_some_and(Call::goes_to_focus),
        leads: operation.leads(),
        call,
        class,
        facts,
        only_looks,
        held: None,
    }
}

impl Operation {
    /// The consequences of carrying it out.
    pub fn leads(&self) -> Leads {
        let leaves_page = Leads { leaves_page: true, ..Leads::default() };
        match self {
            Self::Open(url) | Self::Perform(Action::Navigate { url }) => {
                Leads { address: Some(url.clone()), ..Leads::default() }
            }
            Self::SwitchTab(tab) => Leads { switches_to: Some(*tab), ..leaves_page },
            Self::CloseTab(tab) => Leads { closes: Some(*tab), ..leaves_page },
            Self::Complete(_)
            | Self::StepDone(_)
            | Self::StepFailed(_)
            | Self::External(_)
            | Self::FindTools(_)
            | Self::Ask(_)
            | Self::Remember(_)
            | Self::ListTabs
            | Self::Perform(Action::GoBack | Action::GoForward) => leaves_page,
            Self::Perform(action) => {
                let mut action = action.clone();
                let element = action.targets_mut().first().map(|target| target.element.clone());
                let document = match action {
                    Action::Upload { target, document } => Some((document, target.name)),
                    _ => None,
                };
                Leads { element, document, ..Leads::default() }
            }
            Self::Look
            | Self::Find(_)
            | Self::Read { .. }
            | Self::Inspect(_)
            | Self::Picture
            | Self::PictureOf(_)
            | Self::Fail { .. }
            | Self::Document(_)
            | Self::Extract(_) => Leads::default(),
        }
    }
}

/// What the answer of this tool consists of.
pub fn answer_of(name: &str) -> AnswerOf {
    declaration(name).map_or(AnswerOf::Page, |tool| tool.answer)
}

/// What a page shows in an answer: without the words that were searched, which the model wrote.
pub fn without_query<'a>(call: &ToolCall, data: &'a str) -> &'a str {
    match data.split_once('\n') {
        Some((_, found)) if call.name == <FindOnPage as Tool>::NAME => found,
        _ => data,
    }
}

/// What a call revealed to its site, if its answer does not record it.
pub fn told_by(call: &ToolCall, shown_args: &Value) -> Told {
    match Call::parse(&call.name, &call.arguments) {
        Ok(call) => Told::by(call.sends().as_ref(), shown_args, call.server_tool().is_none()),
        Err(_) => Told::Nothing,
    }
}
