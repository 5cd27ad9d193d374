//! A call with everything the gate needs to judge it, and how a question shows it.

pub(crate) mod seal;
pub(crate) mod shown;

use crate::effect::held_files::led_to_file;
use crate::effect::recognise::opens_to_person;
use crate::{
    ClipboardUse, Contact, EffectClass, Facts, FieldInput, HeldRequests, Leads, LedToFile, Places, Sends, origin_of,
};
use edith_protocol::ToolCall;
use edith_words::say;
use serde::Serialize;

/// A proposed action. What follows from the call alone is not stored but read from the call again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Proposal {
    /// The call as the model wrote it: an approval is about exactly that.
    pub call: ToolCall,
    /// What it does to the world.
    pub class: EffectClass,
    /// The facts about its targets.
    pub facts: Facts,
    /// Whether it only looks at the page.
    pub only_looks: bool,
    /// What it writes, and where.
    #[serde(skip)]
    pub input: Option<FieldInput>,
    /// The same of one that fills in several fields.
    #[serde(skip)]
    pub entries: Vec<FieldInput>,
    /// What it tells a site.
    #[serde(skip)]
    pub sends: Option<Sends>,
    /// What carrying it out leads to.
    #[serde(skip)]
    pub leads: Leads,
    /// What a site notices of it.
    #[serde(skip)]
    pub contact: Contact,
    /// What it does with the clipboard.
    #[serde(skip)]
    pub clipboard: ClipboardUse,
    /// Whether it may press a shortcut of the page, whose effect nothing tells.
    #[serde(skip)]
    pub shortcut: bool,
    /// Whether it targets the focus, which a page can move.
    #[serde(skip)]
    pub to_focus: bool,
    /// The requests that it would make, if any were held back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<HeldRequests>,
}

impl Proposal {
    /// The same, with knowledge of what leads to files, and of the places that know the person.
    #[must_use]
    pub fn knowing(mut self, files: &[LedToFile], places: &Places) -> Self {
        self.class = led_to_file(self.class, &self.leads, files);
        let opened = self.leads.address.as_ref().filter(|_| self.class == EffectClass::Navigates);
        let there = opened.filter(|address| places.shows_private(&address.origin()));
        if let Some(what) = there.and_then(|address| opens_to_person(address.as_str())) {
            self.class = EffectClass::Commits(what);
        }
        self
    }

    /// The same, with knowledge of the requests that it would make.
    #[must_use]
    pub fn knowing_requests(mut self, held: Option<&HeldRequests>) -> Self {
        let gravest = held.and_then(|held| held.requests.iter().rev().max_by_key(|one| one.what.is_always_asked()));
        let Some(what) = gravest.map(|request| request.what) else { return self };
        self.class = match self.class {
            EffectClass::EntersSecret(kind, _) => EffectClass::EntersSecret(kind, Some(what)),
            // Also for a dialog: an answer to it is no answer to what follows.
            _ => EffectClass::Commits(what),
        };
        self.facts.kinds = held.iter().flat_map(|held| held.kinds()).collect();
        self.held = held.cloned();
        self
    }

    /// Whether the page that it was made on is left, by opening another one or for another tab.
    pub fn leaves(&self) -> bool {
        self.leads.address.is_some() || self.leads.leaves_page
    }

    /// A text that the call gives under this name.
    pub(crate) fn argument(&self, name: &str) -> Option<String> {
        let read = serde_json::from_str::<serde_json::Value>(&self.call.arguments).ok()?;
        read.get(name)?.as_str().map(str::to_owned)
    }

    /// The reason for a question, with the requests that would be made.
    pub fn with_request(&self, reason: String) -> String {
        match &self.held {
            Some(held) => say!(MakesRequest { reason: reason, request: held.lines() }).to_string(),
            None => reason,
        }
    }

    /// Where its answer is from, with the page at this address afterwards.
    pub fn answer_origin(&self, url: &str) -> String {
        if self.facts.server_tool.is_some() { self.facts.origin.clone() } else { origin_of(url) }
    }
}

#[cfg(test)]
impl Proposal {
    /// A proposal of which only this is known.
    pub fn leading(leads: Leads, facts: Facts) -> Self {
        let call = ToolCall { id: "1".into(), name: String::new(), arguments: String::new() };
        let class = EffectClass::Acts;
        Self {
            call,
            class,
            facts,
            only_looks: false,
            input: None,
            entries: Vec::new(),
            sends: None,
            leads,
            contact: Contact::default(),
            clipboard: ClipboardUse::default(),
            shortcut: false,
            to_focus: false,
            held: None,
        }
    }
}
