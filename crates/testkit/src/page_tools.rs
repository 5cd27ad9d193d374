//! Tools that a fake page offers (WebMCP), as strict as a browser's: only what is offered now is called, and only if it is what was looked at.

use crate::FakePage;
use crate::FakeTool;
use crate::contents::Contents;
use edith_actions::action::{Action, EntryWay, FormEntry, Performed, TabError, Then, ToolAnswer, ToolTarget};
use edith_page::{PageTool, RawTool};
use edith_protocol::TabId;
use serde_json::{Map, Value};

impl FakePage {
    /// With a tool that says this of itself and answers that.
    #[must_use]
    pub fn tool(self, name: &str, description: &str, answer: &str) -> Self {
        self.tool_that(name, description, |tool| tool.says = answer.to_owned())
    }

    /// With a tool, of which more is said.
    #[must_use]
    pub fn tool_that(mut self, name: &str, description: &str, more: impl FnOnce(&mut FakeTool)) -> Self {
        let raw = RawTool {
            name: name.to_owned(),
            description: description.to_owned(),
            schema: r#"{"type":"object"}"#.to_owned(),
            frame: "main".to_owned(),
            ..RawTool::default()
        };
        let mut tool = FakeTool { raw, ..FakeTool::default() };
        more(&mut tool);
        self.tools.push(tool);
        self
    }

    /// The last element is the field of a form's tool that is called so there.
    #[must_use]
    pub fn parameter(mut self, name: &str) -> Self {
        if let Some(last) = self.nodes.last_mut() {
            name.clone_into(&mut last.parameter);
            last.form = 1;
        }
        self
    }

    /// What it offers after so many things were done.
    pub(crate) fn offered(&self, done: usize) -> Vec<RawTool> {
        self.tools.iter().filter_map(|tool| tool.now(done)).cloned().collect()
    }
}

/// The tool that is meant, if it is still what was looked at.
pub(crate) fn meant(page: &FakePage, target: &ToolTarget, done: usize) -> Result<FakeTool, TabError> {
    let what = format!("The tool {:?} of the page", target.name);
    let is_it =
        |tool: &&FakeTool| tool.now(done).is_some_and(|now| now.name == target.name && now.frame == target.frame);
    let found = page.tools.iter().find(is_it).ok_or_else(|| TabError::Gone { what: what.clone() })?;
    let raw = found.now(done).cloned().unwrap_or_default();
    if (PageTool { name: raw.name.clone(), raw }).digest() != target.digest {
        return Err(TabError::Changed { what, now: "not the one that the look showed".to_owned() });
    }
    Ok(found.clone())
}

/// What is noted of a call, and what it comes to.
pub(crate) fn call(
    inner: &mut Contents,
    id: TabId,
    tool: FakeTool,
    input: &Map<String, Value>,
) -> Result<(String, Performed), TabError> {
    let FakeTool { raw, end, says, leads, .. } = tool;
    let done = format!("tool {:?} {}", raw.name, Value::Object(input.clone()));
    let navigated = leads.is_some();
    if let (Some(to), Some(tab)) = (leads, inner.tabs.get_mut(&id)) {
        tab.go(&to);
    }
    let note = format!("Called the page's tool {:?}.", raw.name);
    let answer = Some(ToolAnswer { end, text: says, address: raw.address });
    Ok((done, Performed { note, navigated, answer, ..Performed::default() }))
}

/// The actions that fill in a form and submit it.
pub(crate) fn parts(fields: &[FormEntry], then: &Then) -> Vec<Action> {
    let entries = fields.iter().map(|FormEntry { target, value, way }| match way {
        EntryWay::Types => {
            Action::TypeText { target: Some(target.clone()), text: value.clone(), submit: false, append: false }
        }
        EntryWay::Sets => Action::SetValue { target: target.clone(), value: value.clone() },
        EntryWay::Chooses => Action::SelectOption { target: target.clone(), value: value.clone(), add: false },
    });
    let last = match then {
        Then::Nothing => None,
        Then::Press(target) => Some(Action::Click {
            target: target.clone(),
            button: edith_protocol::MouseButton::Left,
            count: 1,
            modifiers: Vec::new(),
            hold_ms: 0,
        }),
        Then::Enter(target) => Some(Action::PressKey { key: "Enter".to_owned(), target: Some(target.clone()) }),
    };
    entries.chain(last).collect()
}
