//! What a run has read, been told and done, for the gate: from its history, so that nothing is kept twice.

use super::asks::DENIED;
use super::{Intent, Run};
use crate::action::Action;
use crate::gate::{
    Breath, Concern, EARLIER, MASK, Named, Read, Sends, TABS, TabBounds, Trail, Way, concerns, inner, is_local, tells,
    told_by,
};
use crate::history::Entry;
use crate::http_url::HttpUrl;
use crate::tool::{Call, Operation};
use edith_model::{ChatMessage, Part};

impl Run {
    /// What speaks against the call beyond what it does. A long text takes a while.
    pub(crate) async fn concerns(&self, intent: &Intent, breath: &Breath<'_>) -> Vec<Concern> {
        let needs = !intent.facts.follows.is_empty() || intent.call.name == "close_tab";
        match Call::parse(&intent.call.name, &intent.call.arguments) {
            Ok(call) if needs || call.sends().is_some() => concerns(&call, &intent.facts, &self.trail(), breath).await,
            _ => Vec::new(),
        }
    }

    /// What the run's tab is held to while this is done, and until the next is.
    pub(crate) fn bounds(&self, intent: &Intent) -> Option<TabBounds> {
        if let Some(sites) = self.task.terms.as_ref().map(|terms| &terms.sites).filter(|sites| !sites.is_empty()) {
            let host =
                |site: &String| HttpUrl::parse(site.trim_start_matches("*.")).ok().map(|site| site.host().to_owned());
            return Some(TabBounds::only(sites.iter().filter_map(host).collect(), false));
        }
        let goes = match &intent.operation {
            Operation::Open(url) | Operation::Perform(Action::Navigate { url }) => Some(url.clone()),
            _ => None,
        };
        let trail = self.trail();
        if let Some(address) = goes.as_ref().filter(|address| tells(address, &intent.facts, &trail)) {
            return Some(TabBounds::around(address, self.guard.places.origins().chain(trail.named.sites())));
        }
        let to = goes.or_else(|| HttpUrl::parse(&intent.facts.follows).ok());
        // What was asked about and allowed is not held back.
        let to_home = to.is_some_and(|to| is_local(to.host()));
        let knows_home = self.guard.places.has_own_network() || trail.named.has_any_local();
        (self.guard.places.has_public_network() && !to_home && !knows_home).then_some(TabBounds::NotHome)
    }

    pub(super) fn trail(&self) -> Trail<'_> {
        let mut said = vec![self.task.prompt.as_str()];
        let mut reads = Vec::new();
        let mut secrets = Vec::new();
        let mut sent = Vec::new();
        for message in &self.task.earlier {
            match message {
                ChatMessage::User { content } => {
                    for part in content.parts() {
                        match part {
                            // What a task referred to stands fenced behind the person's words.
                            Part::Text(text) => match text.split_once("<<<DATA") {
                                Some((words, data)) => {
                                    said.push(words);
                                    reads.push(Read { origin: EARLIER, text: data, private: true });
                                }
                                None => said.push(text),
                            },
                            Part::Document { text, .. } => reads.push(Read { origin: EARLIER, text, private: true }),
                            Part::Picture { .. } => {}
                        }
                    }
                }
                ChatMessage::Assistant { content, .. } => {
                    reads.push(Read { origin: EARLIER, text: content, private: true })
                }
                ChatMessage::System { .. } | ChatMessage::Tool { .. } => {}
            }
        }
        // What the person pointed at is named by them; what it says is not theirs.
        said.extend(self.task.references.iter().map(|refers| refers.url.as_str()));
        if !self.task.references_text.is_empty() {
            reads.push(Read { origin: EARLIER, text: &self.task.references_text, private: true });
        }
        for entry in &self.transcript.entries {
            match entry {
                Entry::User { text } | Entry::Told { text, .. } => said.push(text),
                Entry::Page { text, look, from } => {
                    reads.extend(self.read(from, look.as_ref().map_or(text, |look| &look.text)));
                }
                Entry::Answer { call, text, .. } if call.name == "ask_user" => said.push(text),
                Entry::Answer { call, shown_args, text, look, from, .. } => {
                    let origin = if call.name == "list_tabs" { TABS } else { from.as_str() };
                    reads.extend(self.read(origin, text));
                    reads.extend(look.as_ref().and_then(|look| self.read(origin, &look.text)));
                    // What was refused has told nobody anything.
                    if let Some(shown) = shown_args.as_ref().filter(|_| !text.starts_with(DENIED)) {
                        note_sent(call, shown, from, &mut secrets, &mut sent);
                    }
                }
                Entry::Assistant { .. } => {}
            }
        }
        Trail {
            named: Named::read(said.iter().copied()),
            said: said.join("\n"),
            places: &self.guard.places,
            own_tabs: &self.tabs.opened,
            reads,
            secrets,
            sent,
        }
    }

    fn read<'a>(&'a self, origin: &'a str, text: &'a str) -> Option<Read<'a>> {
        (!origin.is_empty() && !text.is_empty()).then(|| Read {
            origin,
            text,
            private: self.guard.places.is_private(origin),
        })
    }

    /// Notes a site that was gone to and cannot be read yet, because a dialog opened with it.
    pub(super) fn set_out(&mut self, intent: &Intent) {
        let (Operation::Open(to) | Operation::Perform(Action::Navigate { url: to })) = &intent.operation else {
            return;
        };
        if intent.facts.follows.is_empty() {
            let way = if self.has_read() { Way::Own } else { Way::Task };
            self.guard.places.arrive(&to.origin(), way, false);
        }
    }

    /// Notes the site the run is on after a call, and how it came there.
    pub(super) fn arrive(&mut self, intent: Option<&Intent>, url: &str, private: bool) {
        let Some(site) = HttpUrl::parse(url).ok().filter(|_| url.starts_with("http")) else { return };
        let origin = site.origin();
        let here = self.guard.places.way(&HttpUrl::parse(&self.tabs.url).map(|url| url.origin()).unwrap_or_default());
        let way = match intent {
            None if self.source().is_some() => Way::Task,
            None if self.transcript.entries.is_empty() => Way::Start,
            // A run that goes on stands where it stood: that the person let it go on says nothing of the site. Where it is elsewhere now, a page
            // may have led there.
            None => match (self.guard.places.way(&origin), here) {
                (Some(known), _) => known,
                (None, Some(Way::Own)) => Way::Own,
                (None, _) => Way::Linked,
            },
            Some(intent) => {
                let went =
                    matches!(intent.call.name.as_str(), "open_browser" | "navigate") && intent.facts.follows.is_empty();
                match went {
                    true if self.has_read() => Way::Own,
                    true => Way::Task,
                    // What a site leads to that nobody named is no better than that site.
                    false
                        if here == Some(Way::Own)
                            && !HttpUrl::parse(&self.tabs.url).is_ok_and(|url| crate::gate::finds(url.host())) =>
                    {
                        Way::Own
                    }
                    false => Way::Linked,
                }
            }
        };
        // A dialog opens before its page can be read: what leads there is the call before, and it is noted with that.
        let way = match intent {
            Some(intent) if intent.call.name == "handle_dialog" => self.guard.places.way(&origin).unwrap_or(way),
            _ => way,
        };
        // What the person had open may show anything of theirs.
        let theirs = intent.is_some_and(|intent| intent.call.name == "switch_tab");
        self.guard.places.arrive(&origin, way, private || theirs);
    }

    /// Whether anything was read that somebody else wrote.
    fn has_read(&self) -> bool {
        let talked = self.task.earlier.iter().any(|message| matches!(message, ChatMessage::Assistant { .. }));
        talked || !self.task.references_text.is_empty() || !self.guard.places.is_empty()
    }
}

/// What an earlier call told which site, and whether it was a secret.
fn note_sent(
    call: &edith_protocol::ToolCall,
    shown: &serde_json::Value,
    from: &str,
    secrets: &mut Vec<(String, String)>,
    sent: &mut Vec<(String, String)>,
) {
    let Ok(parsed) = Call::parse(&call.name, &call.arguments) else { return };
    match parsed.sends() {
        Some(Sends::Text(text)) if shown.as_object().is_some_and(|args| args.values().any(|value| value == MASK)) => {
            secrets.push((text.to_owned(), from.to_owned()));
        }
        Some(Sends::Text(text)) => sent.push((from.to_owned(), text.to_owned())),
        Some(Sends::Address(address)) => {
            if let Ok(address) = HttpUrl::parse(address) {
                for address in inner(&address).iter().chain([&address]) {
                    let told = told_by(address);
                    let last = told.split_whitespace().next_back().unwrap_or_default();
                    sent.push((address.origin(), last.to_owned()));
                }
            }
        }
        None => {}
    }
}
