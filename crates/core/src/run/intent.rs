//! A call that was read and judged, with everything needed to carry it out: stored before the browser is touched.

use edith_gate::{Concern, Effect, EffectClass, Facts, HeldRequests, Proposal, cover};
use edith_protocol::{ActionShown, RunId, TabId, ToolCall};
use edith_tools::restored;
use edith_tools::{Call, Operation};
use serde::{Deserialize, Serialize};

/// A call being carried out or asked about. It is stored flat: what the proposal derives from the call is read from it again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Intent {
    /// What the gate judges.
    #[serde(flatten)]
    pub(crate) proposal: Proposal,
    /// The parsed call; none if this version cannot read an earlier one's.
    #[serde(skip)]
    pub call: Option<Call>,
    /// How it is carried out.
    #[serde(rename = "plan")]
    pub operation: Operation,
    /// Whether the model named its elements, and gave no uids of a look.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) by_name: bool,
    /// Uids that the call gave, and those of the things that they meant by then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) followed: Vec<(u32, u32)>,
    /// A description for the person, in the person's language.
    pub text: String,
    /// The same for the model; if an earlier version left it empty, `text` is English.
    pub english: String,
    /// The arguments for the person, with secrets masked.
    pub(crate) shown_args: serde_json::Value,
    /// The exact action for an approval.
    pub shown: ActionShown,
    /// Further concerns the person is asked about.
    pub concerns: Vec<Concern>,
    /// Exactly what the person is asked about: it is done only if unchanged. None: not asked about.
    pub seal: Option<String>,
    /// The permissions that it uses of an approved plan's step.
    #[serde(rename = "leave", skip_serializing_if = "Vec::is_empty")]
    pub(crate) uses: Vec<Effect>,
    /// For finding out after a restart whether it was done.
    pub trace: Trace,
}

/// A stored intent.
#[derive(Deserialize)]
struct Stored {
    call: ToolCall,
    class: EffectClass,
    facts: Facts,
    only_looks: bool,
    #[serde(default)]
    held: Option<HeldRequests>,
    plan: Operation,
    #[serde(default)]
    by_name: bool,
    #[serde(default)]
    followed: Vec<(u32, u32)>,
    text: String,
    #[serde(default)]
    english: String,
    shown_args: serde_json::Value,
    shown: ActionShown,
    #[serde(default)]
    concerns: Vec<Concern>,
    #[serde(default)]
    seal: Option<String>,
    #[serde(default, rename = "leave")]
    uses: Vec<Effect>,
    #[serde(default)]
    trace: Trace,
}

impl From<Stored> for Intent {
    fn from(stored: Stored) -> Self {
        let Stored { call, class, facts, only_looks, plan: operation, text, english, .. } = stored;
        let read = Call::stored(&call, &operation);
        Self {
            proposal: Proposal {
                held: stored.held,
                ..restored(read.as_ref(), call, class, facts, only_looks, &operation)
            },
            call: read,
            operation,
            by_name: stored.by_name,
            followed: stored.followed,
            text,
            english,
            shown_args: stored.shown_args,
            shown: stored.shown,
            concerns: stored.concerns,
            seal: stored.seal,
            uses: stored.uses,
            trace: stored.trace,
        }
    }
}

/// For finding out after a restart whether an intent was done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trace {
    /// When it was stored, in milliseconds since 1970.
    pub at: f64,
    /// Token of the document it acts in.
    pub document: String,
    /// How often it was restarted, when certain not to have been done.
    pub tries: u32,
    /// The empty tab opened for it.
    pub opened: Option<TabId>,
}

impl Intent {
    /// The intent to carry out a proposal in a document. `task`: the person's words, which say where values come from.
    pub(crate) fn new(call: Call, proposal: Proposal, operation: Operation, document: String, task: &str) -> Self {
        let (text, shown_args) = (call.describe(&proposal.facts), call.shown_args(&proposal.facts));
        Self {
            english: call.in_english(&proposal.facts),
            shown: proposal.shown(&shown_args, &text, task),
            text,
            shown_args,
            proposal,
            call: Some(call),
            operation,
            by_name: false,
            followed: Vec::new(),
            concerns: Vec::new(),
            seal: None,
            uses: Vec::new(),
            trace: Trace { document, ..Trace::default() },
        }
    }

    /// The same with these secrets covered in what is shown of its arguments: nothing shows which of them holds one.
    pub(super) fn covered(mut self, secrets: &[(String, String)], task: &str) -> Self {
        cover(&mut self.shown_args, secrets);
        self.shown = self.proposal.shown(&self.shown_args, &self.text, task);
        self
    }

    /// The same as asked about: with objections, values' origins, and a seal.
    pub(super) fn with(mut self, concerns: Vec<Concern>) -> Self {
        for concern in &concerns {
            let Some(value) = &concern.value else { continue };
            match self.shown.values.iter_mut().find(|shown| shown.field == value.field) {
                Some(shown) => shown.source.clone_from(&value.source),
                None => self.shown.values.push(value.clone()),
            }
        }
        if self.proposal.facts.place() != self.shown.origin || self.proposal.leads.address.is_some() {
            self.shown.origin = concerns.first().map_or(self.shown.origin, |concern| concern.origin.clone());
        }
        self.seal = Some(self.proposal.seal());
        self.concerns = concerns;
        self
    }

    /// The same, to be judged again with what it would send.
    pub(super) fn knowing(&self, held: &HeldRequests, task: &str) -> Self {
        let mut known = Self { concerns: Vec::new(), seal: None, uses: Vec::new(), ..self.clone() };
        known.proposal = known.proposal.knowing_requests(Some(held));
        known.shown = known.proposal.shown(&known.shown_args, &known.text, task);
        known
    }

    /// A description for the model.
    pub(crate) fn in_english(&self) -> &str {
        if self.english.is_empty() { &self.text } else { &self.english }
    }

    /// Its mark in the page.
    pub(crate) fn mark(&self, run: &RunId) -> String {
        let round = self.proposal.held.as_ref().map_or(0, |held| held.round);
        format!("{run}/{}/{}/{round}", self.proposal.call.id, self.trace.tries)
    }
}
