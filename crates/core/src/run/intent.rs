//! A call that was read, as it is stored before the browser is touched.

use crate::action::Action;
use crate::gate::{Concern, EffectClass, Facts};
use crate::tool::Operation;
use edith_protocol::{RunId, TabId, ToolCall};
use serde::{Deserialize, Serialize};

/// A tool call that was read, with all that is needed to carry it out: what is stored before the browser is touched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// The call.
    pub call: ToolCall,
    /// What it does to the world.
    pub class: EffectClass,
    /// What is known of its targets.
    pub facts: Facts,
    /// How it is carried out.
    #[serde(rename = "plan")]
    pub operation: Operation,
    /// What it does, for the person, in the person's language.
    pub text: String,
    /// The same for the model; empty in what an earlier version stored: then `text` is English.
    #[serde(default)]
    pub english: String,
    /// The arguments for the person, secrets masked.
    pub shown_args: serde_json::Value,
    /// Whether it only looks.
    pub only_looks: bool,
    /// The exact action for an approval.
    pub shown: edith_protocol::ActionShown,
    /// What the person is asked about besides what it does.
    #[serde(default)]
    pub concerns: Vec<Concern>,
    /// What speaks against it, where that was found out before it was judged.
    #[serde(skip)]
    pub traced: Option<Vec<Concern>>,
    /// What exactly the person is asked about: it is done only if it still is that. None: it is not asked about.
    #[serde(default)]
    pub seal: Option<String>,
    /// By what it is found out after a restart whether it was done.
    #[serde(default)]
    pub trace: Trace,
}

/// By what it is found out after a restart whether an intent was done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trace {
    /// When it was stored, in milliseconds since 1970.
    pub at: f64,
    /// Token of the document that it is done in.
    pub document: String,
    /// How often it was begun anew, since it was certain that it had not been done.
    pub tries: u32,
    /// The empty tab that was opened for it.
    pub opened: Option<TabId>,
}

impl Intent {
    /// The same as it is asked about: with what speaks against it, where each value came from, and sealed.
    pub(super) fn with(mut self, concerns: Vec<Concern>) -> Self {
        for concern in &concerns {
            let Some(value) = &concern.value else { continue };
            match self.shown.values.iter_mut().find(|shown| shown.field == value.field) {
                Some(shown) => shown.source.clone_from(&value.source),
                None => self.shown.values.push(value.clone()),
            }
        }
        if self.facts.origin != self.shown.origin
            || matches!(self.operation, Operation::Open(_) | Operation::Perform(Action::Navigate { .. }))
        {
            self.shown.origin = concerns.first().map_or(self.shown.origin, |concern| concern.origin.clone());
        }
        self.seal = Some(crate::gate::seal(&self.call, &self.facts));
        self.concerns = concerns;
        self
    }

    /// What it does, for the model.
    pub fn in_english(&self) -> &str {
        if self.english.is_empty() { &self.text } else { &self.english }
    }

    /// How the page knows it.
    pub fn mark(&self, run: &RunId) -> String {
        format!("{run}/{}/{}", self.call.id, self.trace.tries)
    }
}
