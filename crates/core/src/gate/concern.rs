//! Concerns about a call beyond its effect: it carries something to another site, uses a site nobody named, or goes to an address of the person's own
//! network that they did not speak of.
//!
//! The rule for what is carried. Nothing is asked if a text goes to the site it was read on; if the person wrote the text themselves; or if it is
//! written verbatim into a page of a site that the person named or had open when the task began, and was read on another such site (at least one of
//! the two named). Words from a page that anybody can see go anywhere; numbers, addresses and keys do not. Words alone go to a search engine.
//! Everything else is asked, with the value, where it was read, and where it would go.

use super::addresses::{MOST_INNER, inner, is_same_site, told_by};
use super::flow::{self, Leak, Read};
use super::mask::SECRET_CHARS;
use super::origins::{self, Named};
use super::places::{Places, Way};
use super::sends::told_to_server;
use super::{Breath, Grants, Proposal, Switch, at_once, recognise};
use super::{Facts, MASK, Sends, masked};
use crate::http_url::HttpUrl;
use edith_protocol::{Approvals, Origin, TabId, ValueShown};
use edith_words::{Word, say};
use serde::{Deserialize, Serialize};

/// Most characters that go to a search engine unasked.
const QUERY_CHARS: usize = 80;
/// Most calls whose texts are joined, in case one text goes in many parts.
const PARTS: usize = 60;
/// Most characters of these, from the end: no part of a text reaches further back.
const PARTS_CHARS: usize = 4_000;
/// The name of an address among the values.
const ADDRESS: &str = "address";
/// What a concern about a secret for a server is called.
const SECRET: &str = "secret";

/// One thing to ask about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Concern {
    /// What a lasting answer is kept as: `carry`, `use`, `local` or `close`; `secret` is asked each time.
    pub what: String,
    /// The site concerned.
    pub origin: String,
    /// Why, in a sentence for the person.
    pub reason: String,
    /// The value, and its origin.
    pub value: Option<ValueShown>,
}

impl Concern {
    /// Whether an answer to it may hold for longer than the one call.
    pub(crate) fn lasts(&self) -> bool {
        self.what != SECRET
    }
}

/// What a run has read, been told and done before the call.
#[derive(Debug)]
pub(crate) struct Trail<'a> {
    /// What the person named.
    pub named: Named,
    /// What the person wrote.
    pub said: String,
    /// Where it has been.
    pub places: &'a Places,
    /// What it has read.
    pub reads: Vec<Read<'a>>,
    /// Secrets it has typed, with their origins.
    pub secrets: Vec<(String, String)>,
    /// The tabs it opened itself.
    pub(crate) own_tabs: &'a [TabId],
    /// What it has sent before, oldest first, with the target origins.
    pub sent: Vec<(String, String)>,
}

/// All concerns about the call beyond its effect.
pub(crate) async fn concerns(proposal: &Proposal, trail: &Trail<'_>, breath: &Breath<'_>) -> Vec<Concern> {
    let mut found = Vec::new();
    let facts = &proposal.facts;
    match &proposal.sends {
        Some(Sends::Address(address)) => {
            if let Ok(address) = HttpUrl::parse(address) {
                trail.opening(&address, facts, &mut found, breath).await;
                // A site that redirects to addresses in its own carries their content.
                let within = inner(&address);
                if within.len() >= MOST_INNER {
                    let to = address.origin();
                    let reason = say!(AddressNested { to: &to }).to_string();
                    found.push(carried(&to, ADDRESS, end_of(address.as_str(), QUERY_CHARS), "model", &reason));
                }
                for inner in within {
                    trail.opening(&inner, facts, &mut found, breath).await;
                }
            }
        }
        Some(Sends::Text(text)) => trail.writing(proposal, text, &mut found, breath).await,
        Some(Sends::Arguments(arguments)) => trail.telling(&facts.origin, arguments, &mut found, breath).await,
        None if proposal.leads.closes.is_some() => found.extend(trail.closing(proposal)),
        None => {
            if let Ok(address) = HttpUrl::parse(&facts.follows) {
                trail.local(&address, facts, &mut found);
            }
        }
    }
    found
}

/// Whether the model composed an address that reveals anything read, wherever: it may go there, but not on from there.
pub(crate) fn tells(address: &HttpUrl, facts: &Facts, trail: &Trail<'_>) -> bool {
    if !Switch::Hold.is_on() || trail.is_printed(address) || !facts.follows.is_empty() {
        return false;
    }
    let text = told_by(address);
    let private = || trail.reads.iter().filter(|read| read.private);
    let read: Vec<Read<'_>> = private().copied().collect();
    let never = Breath::never();
    // What could not be determined is held back.
    at_once(flow::leaks(&text, &read, &trail.said, &never)).is_none_or(|leaks| !leaks.is_empty())
        || (!read.is_empty() && at_once(flow::is_opaque(&text, &read, &trail.said, &never)).unwrap_or(true))
}

impl Trail<'_> {
    async fn opening(&self, address: &HttpUrl, facts: &Facts, found: &mut Vec<Concern>, breath: &Breath<'_>) {
        let to = address.origin();
        self.local(address, facts, found);
        if self.is_printed(address) || !facts.follows.is_empty() {
            return;
        }
        let text = told_by(address);
        self.carry(&text, &to, (Some(address), ADDRESS), found, breath).await;
        let unknown = !self.named.has(address) && self.is_unknown(&to) && !origins::finds(address.host());
        if found.iter().any(|concern| concern.what == "carry")
            || !unknown
            || self.reads.is_empty()
            || !Switch::Opaque.is_on()
        {
            return;
        }
        let own = text.split_whitespace().find(|word| flow::is_sensitive(word) && self.said.contains(*word));
        if let Some(own) = own {
            found.push(carried(&to, "address", own, "task", &say!(SendsYours).to_string()));
        } else if self.reads.iter().any(|read| read.private && read.origin != to)
            && flow::is_opaque(&text, &self.reads, &self.said, breath).await
        {
            let reason = say!(SendsOpaque { to: &to }).to_string();
            found.push(carried(&to, ADDRESS, &text, "model", &reason));
        }
    }

    async fn writing(&self, proposal: &Proposal, text: &str, found: &mut Vec<Concern>, breath: &Breath<'_>) {
        let facts = &proposal.facts;
        // Text written into a frame goes to the frame's site.
        let to = if facts.frame.is_empty() { &facts.origin } else { &facts.frame };
        let Ok(site) = HttpUrl::parse(to) else { return };
        let element = proposal.input.as_ref().and_then(|input| facts.element_or_focus(input.uid));
        let field = element.map(|element| element.name.as_str()).unwrap_or_default();
        self.carry(text, to, (Some(&site), field), found, breath).await;
        let harmless = element.is_some_and(|element| recognise::only_finds(element, facts));
        if Switch::Use.is_on()
            && self.places.way(to) == Some(Way::Own)
            && !harmless
            && !text.trim().is_empty()
            && !self.named.mentions(&site)
            && !origins::finds(site.host())
        {
            found.push(Concern {
                what: "use".to_owned(),
                origin: to.clone(),
                reason: say!(WritesUnnamed { to: to }).to_string(),
                value: None,
            });
        }
        let unknown = !self.named.has(&site) && !matches!(self.places.way(to), Some(Way::Start | Way::Task));
        if Switch::Opaque.is_on()
            && found.is_empty()
            && unknown
            && self.reads.iter().any(|read| read.private && read.origin != to)
            && flow::is_opaque(&self.with_keys_before(text, to), &self.reads, &self.said, breath).await
        {
            let reason = say!(SendsOpaque { to: to }).to_string();
            found.push(carried(to, field, text, "model", &reason));
        }
    }

    /// What a server would be told by the arguments of its tool. Whether the tool is used is a question of its own.
    async fn telling(&self, to: &str, arguments: &[(String, String)], found: &mut Vec<Concern>, breath: &Breath<'_>) {
        let text = told_to_server(arguments);
        let from = match self.secret_in(&text, to, breath).await {
            Some(origin) => Some(say!(SendsSecret { origin: &origin, to: place_words(to) })),
            // A card's number or a key, wherever it is from.
            None => (masked(&text) != text).then(|| say!(SendsKey { to: place_words(to) })),
        };
        if let Some(reason) = from {
            found.push(Concern {
                what: SECRET.to_owned(),
                origin: to.to_owned(),
                reason: reason.to_string(),
                value: None,
            });
            return;
        }
        self.carry(&text, to, (None, ""), found, breath).await;
        for value in found.iter_mut().filter_map(|concern| concern.value.as_mut()) {
            let holds = |(_, text): &&(String, String)| text.contains(&value.value);
            value.field = arguments.iter().find(holds).map(|(place, _)| place.clone()).unwrap_or_default();
        }
        if Switch::Opaque.is_on()
            && found.is_empty()
            && self.reads.iter().any(|read| read.private && read.origin != to)
            && flow::is_opaque(&text, &self.reads, &self.said, breath).await
        {
            let reason = say!(TellsOpaque { to: place_words(to) }).to_string();
            found.push(Concern { what: "carry".to_owned(), origin: to.to_owned(), reason, value: None });
        }
    }

    /// A key together with those pressed there before; other text is itself.
    fn with_keys_before(&self, text: &str, to: &str) -> String {
        if !is_one_key(text) {
            return text.to_owned();
        }
        let before = self.sent.iter().rev().take_while(|(origin, sent)| origin == to && is_one_key(sent)).take(PARTS);
        let mut keys: Vec<&str> = before.map(|(_, sent)| sent.as_str()).collect();
        keys.reverse();
        keys.push(text);
        keys.concat()
    }

    /// What was read or entered elsewhere, and would go there now.
    async fn carry(
        &self,
        text: &str,
        to: &str,
        (site, field): (Option<&HttpUrl>, &str),
        found: &mut Vec<Concern>,
        breath: &Breath<'_>,
    ) {
        if !Switch::Carry.is_on() {
            return;
        }
        if let Some(origin) = self.secret_in(text, to, breath).await {
            let reason = say!(SendsSecret { origin: &origin, to: to }).to_string();
            found.push(carried(to, field, MASK, &origin, &reason));
            return;
        }
        // Parts are joined; of a long series only what the last part may continue.
        let before = self
            .sent
            .iter()
            .rev()
            .filter(|(origin, _)| is_same_site(origin, to))
            .take(if Switch::Hidden.is_on() { PARTS } else { 0 })
            .map(|(_, text)| text.as_str());
        let mut parts: Vec<&str> = before.collect();
        parts.reverse();
        let together = (!parts.is_empty()).then(|| {
            let last = text.split_whitespace().next_back().unwrap_or_default();
            parts.push(if is_one_key(text) { text } else { last });
            end_of(&parts.join(" "), PARTS_CHARS).to_owned()
        });
        let mut leaks = flow::leaks(text, &self.reads, &self.said, breath).await;
        if leaks.is_empty()
            && let Some(together) = together
        {
            leaks = flow::leaks_at_end(&together, &self.reads, &self.said, breath).await;
        }
        // What the site itself shows is its own, and what may go there may do so from any other place too.
        let free: Vec<String> = leaks
            .iter()
            .filter(|leak| leak.source == to || self.may_go(leak, site, field == ADDRESS))
            .map(|leak| leak.value.to_lowercase())
            .collect();
        let is_free = |leak: &&Leak| free.iter().any(|value| value.contains(&leak.value.to_lowercase()));
        for leak in leaks.iter().filter(|leak| !is_free(leak)) {
            let (from, to_words) = (place_words(&leak.source), place_words(to));
            let reason = if leak.hidden {
                say!(CarriesHidden { origin: from, to: to_words }).to_string()
            } else {
                say!(Carries { origin: from, to: to_words }).to_string()
            };
            found.push(carried(to, field, &leak.value, &leak.source, &reason));
        }
    }

    /// The other site where a secret in the text, plain or hidden, was entered.
    async fn secret_in(&self, text: &str, to: &str, breath: &Breath<'_>) -> Option<String> {
        let elsewhere = || {
            let is_secret =
                |(secret, origin): &&(String, String)| origin != to && secret.chars().count() >= SECRET_CHARS;
            self.secrets.iter().filter(is_secret)
        };
        if let Some((_, origin)) = elsewhere().find(|(secret, _)| text.contains(secret.as_str())) {
            return Some(origin.clone());
        }
        let typed: Vec<Read<'_>> =
            elsewhere().map(|(secret, origin)| Read { origin, text: secret, private: true }).collect();
        flow::leaks(text, &typed, "", breath).await.into_iter().next().map(|leak| leak.source)
    }

    /// The rule of this module. To a server, which is no site (none), goes only what anybody can see.
    fn may_go(&self, leak: &Leak, to: Option<&HttpUrl>, in_address: bool) -> bool {
        let anybodys = !leak.private && !leak.is_sensitive && !leak.hidden;
        let Some(to) = to else { return anybodys };
        let to_named = self.named.has(to);
        let to_start = self.places.way(&to.origin()) == Some(Way::Start);
        let Ok(from) = HttpUrl::parse(&leak.source) else {
            // The earlier conversation: the person has read it, and named the destination.
            return to_named && leak.source == EARLIER && !in_address && !leak.hidden;
        };
        let from_named = self.named.mentions(&from);
        let from_start = self.places.way(&leak.source) == Some(Way::Start);
        let by_the_person =
            !in_address && !leak.hidden && ((from_named && (to_named || to_start)) || (from_start && to_named));
        let search = origins::finds(to.host())
            && !leak.is_sensitive
            && !leak.hidden
            && leak.value.chars().count() <= QUERY_CHARS;
        by_the_person || anybodys || search
    }

    fn local(&self, address: &HttpUrl, facts: &Facts, found: &mut Vec<Concern>) {
        let to = address.origin();
        let known = self.places.way(&to).is_some();
        let from_outside = self.places.has_public_network()
            || HttpUrl::parse(&facts.origin).is_ok_and(|here| !origins::is_local(here.host()));
        if Switch::Local.is_on() && !known && from_outside && origins::is_foreign_local(address, &self.named) {
            let reason = say!(OpensLocal { to: &to }).to_string();
            found.push(Concern { what: "local".to_owned(), origin: to, reason, value: None });
        }
    }

    /// A tab that the run did not open is the person's.
    fn closing(&self, proposal: &Proposal) -> Option<Concern> {
        let tab = proposal.leads.closes?;
        (Switch::Tabs.is_on() && !self.own_tabs.contains(&tab)).then(|| Concern {
            what: "close".to_owned(),
            origin: "tabs".to_owned(),
            reason: say!(ClosesYourTab).to_string(),
            value: None,
        })
    }

    fn is_unknown(&self, origin: &str) -> bool {
        !matches!(self.places.way(origin), Some(Way::Start | Way::Task | Way::Linked))
    }

    /// Whether the address literally occurs in what was read or said: then going there reveals nothing.
    fn is_printed(&self, address: &HttpUrl) -> bool {
        let full = address.as_str();
        let bare = full.split_once("://").map_or(full, |(_, bare)| bare).trim_end_matches('/');
        let ends = |text: &str, end: usize| {
            text.get(end..)
                .and_then(|rest| rest.chars().next())
                .is_none_or(|c| c.is_whitespace() || matches!(c, '"' | ')' | '>' | ']' | '/' | '.' | ','))
        };
        let stands = |text: &str| text.match_indices(bare).any(|(at, _)| ends(text, at + bare.len()));
        bare.contains('/') && (stands(&self.said) || self.reads.iter().any(|read| stands(read.text)))
    }
}

/// The earlier conversation, as a source.
pub(crate) const EARLIER: &str = Origin::EARLIER;

/// The list of tabs, as a source.
pub(crate) const TABS: &str = Origin::TABS;

/// Whether a text is a single key press.
fn is_one_key(text: &str) -> bool {
    text.chars().nth(1).is_none() && !text.is_empty()
}

/// The last characters of a text.
fn end_of(text: &str, characters: usize) -> &str {
    let from = text.char_indices().rev().nth(characters.saturating_sub(1)).map_or(0, |(at, _)| at);
    text.get(from..).unwrap_or(text)
}

/// What a person calls the place that something was read in, or goes to.
fn place_words(place: &str) -> Word {
    match Origin::from(place) {
        Origin::Earlier => say!(EarlierConversation).into(),
        Origin::Tabs => say!(YourTabs).into(),
        Origin::Mcp(server) => say!(TheServer { server: Word::Quoted(server) }).into(),
        _ => place.into(),
    }
}

fn carried(to: &str, field: &str, value: &str, source: &str, reason: &str) -> Concern {
    let value = ValueShown { field: field.to_owned(), value: value.to_owned(), source: source.into() };
    Concern { what: "carry".to_owned(), origin: to.to_owned(), reason: reason.to_owned(), value: Some(value) }
}

/// The concerns without a lasting permission. If the person wants few questions, using an unnamed site is not asked, only carrying something there.
pub(crate) fn open<'a>(
    concerns: &'a [Concern],
    approvals: Approvals,
    grants: &'a Grants,
) -> impl Iterator<Item = &'a Concern> {
    let is_asked = move |concern: &&Concern| concern.what != "use" || approvals == Approvals::Ask;
    let is_granted = |concern: &&Concern| concern.lasts() && grants.cover_named(&concern.what, &concern.origin);
    concerns.iter().filter(is_asked).filter(move |concern| !is_granted(concern))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_of_a_site_nobody_named_is_asked_only_of_who_wants_to_be_asked() {
        let concern = |what: &str| Concern {
            what: what.to_owned(),
            origin: "https://b.example".to_owned(),
            reason: String::new(),
            value: None,
        };
        let concerns = [concern("use"), concern("carry"), concern("local")];
        let asked = |approvals| -> Vec<String> {
            open(&concerns, approvals, &Grants::default()).map(|concern| concern.what.clone()).collect()
        };
        assert_eq!(asked(Approvals::Ask), ["use", "carry", "local"]);
        assert_eq!(asked(Approvals::Auto), ["carry", "local"]);
    }
}
