//! Concerns about a call beyond its effect: whom it reaches ([`crate::reach::contact`]), a secret that goes elsewhere, an address of the person's own network
//! that they did not speak of, one of the person's tabs.

use crate::place::origins;
use crate::place::places::Places;
use crate::secret::mask::SECRET_CHARS;
use crate::{Answers, Clipboard, ContactLog, Effect, Facts, Grants, Named, Proposal, Read, Site, Wish, masked};
use edith_actions::http_url::HttpUrl;
use edith_protocol::{Approvals, Document, Origin, TabId, ValueShown};
use edith_words::{Word, say};
use serde::{Deserialize, Serialize};

/// One thing to ask about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concern {
    /// What it is about.
    #[serde(rename = "what")]
    about: About,
    /// Where it would go, as shown: an origin, or the server of tools.
    pub origin: String,
    /// The site that the answer is for, if it is more or less than the origin.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    site: String,
    /// Why, in a sentence for the person.
    pub reason: String,
    /// The value, and its origin.
    pub value: Option<ValueShown>,
    /// Further sites that the answer is for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The keys that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    keys: Option<String>,
}

/// What a concern is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// The first contact with a site that the person did not name.
    Contact,
    /// An address in the person's own network.
    Local,
    /// A shortcut of a page, whose effect nothing tells.
    Keys,
    /// One of the person's tabs.
    Close,
    /// A secret that goes elsewhere.
    Secret,
    /// The person's own clipboard.
    Clipboard,
}

impl Concern {
    /// That `site` learns something. `value`: what of it was read elsewhere; `also`: other sites that learn it.
    pub fn contact(site: &str, origin: String, reason: String, value: Option<ValueShown>, also: Vec<String>) -> Self {
        Self { about: About::Contact, origin, site: site.to_owned(), reason, value, also, keys: None }
    }

    /// Any other concern, about a place.
    pub fn new(about: About, origin: &str, reason: String) -> Self {
        let (site, also) = (String::new(), Vec::new());
        Self { about, origin: origin.to_owned(), site, reason, value: None, also, keys: None }
    }

    /// What an answer is recorded for.
    pub fn place(&self) -> &str {
        if self.site.is_empty() { &self.origin } else { &self.site }
    }

    /// What a yes may allow for longer than the one call; none: it is asked each time.
    pub fn effect(&self) -> Option<Effect> {
        match self.about {
            About::Contact => Some(Effect::Contact),
            About::Local => Some(Effect::Local),
            About::Keys => Some(Effect::Keys(self.keys.clone())),
            About::Close => Some(Effect::Close),
            About::Secret | About::Clipboard => None,
        }
    }

    /// Whether it is about the person's clipboard.
    pub fn is_about_clipboard(&self) -> bool {
        self.about == About::Clipboard
    }

    /// Whether the person wants to be asked about it. What a shortcut may do, short of money, goes unasked for those who want few questions.
    pub fn is_asked_with(&self, approvals: Approvals) -> bool {
        self.about != About::Keys || approvals == Approvals::Ask
    }

    /// Whether a site is asked about once in a run, whatever is done there.
    pub fn is_for_the_run(&self) -> bool {
        match self.about {
            About::Contact | About::Keys => true,
            About::Local | About::Close | About::Secret | About::Clipboard => false,
        }
    }
}

/// What a run has read, been told and done before the call.
#[derive(Debug)]
pub struct Trail<'a> {
    /// What the person named.
    pub named: Named,
    /// What the person wrote.
    pub said: String,
    /// The texts that the person typed for the task.
    pub typed: Vec<&'a str>,
    /// Whether what the person wrote holds numbers, addresses or keys of theirs.
    pub task_is_private: bool,
    /// The site where the task began.
    pub home: Option<Site>,
    /// Where it has been.
    pub places: &'a Places,
    /// Its contacts with sites.
    pub log: &'a ContactLog,
    /// Which addresses answered its pages.
    pub answers: &'a Answers,
    /// What it knows of the clipboard.
    pub clipboard: &'a Clipboard,
    /// What it has read.
    pub reads: Vec<Read<'a>>,
    /// The documents of the task.
    pub documents: &'a [Document],
    /// Those of them that the person gave, as sources.
    pub given: Vec<String>,
    /// Secrets it has typed, with their origins.
    pub secrets: Vec<(String, String)>,
    /// The tabs it opened itself.
    pub own_tabs: &'a [TabId],
    /// What it has sent before, oldest first, with the target origins.
    pub sent: Vec<(String, String)>,
    /// The addresses that it made and opened.
    pub opened: Vec<String>,
}

impl Trail<'_> {
    /// What the person wants changed, with the values of their instructions and of the documents that they gave. None: nothing.
    pub fn wish(&self) -> Option<Wish> {
        let wish = Wish::of(self.typed.iter().copied());
        if !wish.changes() {
            return None;
        }
        let is_given = |read: &&Read<'_>| self.given.iter().any(|document| document == read.origin);
        let of = |is_it: &dyn Fn(&&Read<'_>) -> bool| -> Vec<&str> {
            self.reads.iter().filter(is_it).map(|read| read.text).collect()
        };
        let (instructions, documents) = (of(&|read| read.origin == PROFILE), of(&is_given));
        Some(wish.with(&instructions, &documents))
    }

    /// A secret that was entered elsewhere; for a server also what looks like one, wherever it is from.
    pub fn secret(&self, text: &str, to: &str, found: &mut Vec<Concern>) {
        let is_in = |(secret, origin): &&(String, String)| {
            origin != to && secret.chars().count() >= SECRET_CHARS && text.contains(secret.as_str())
        };
        let reason = match self.secrets.iter().find(is_in) {
            Some((_, origin)) => Some(say!(SendsSecret { origin: origin, to: place_words(to) })),
            None => (Site::parse(to).is_none() && masked(text) != text).then(|| say!(SendsKey { to: place_words(to) })),
        };
        found.extend(reason.map(|reason| Concern::new(About::Secret, to, reason.to_string())));
    }

    /// Whether a text is a card's number or a key, or has a secret in it that was entered anywhere.
    pub fn holds_secret(&self, text: &str) -> bool {
        let is_in = |(secret, _): &(String, String)| secret.chars().count() >= SECRET_CHARS && text.contains(secret);
        self.secrets.iter().any(is_in) || masked(text) != text
    }

    /// Adds a concern if a page of the internet would lead to an address of the own network that nobody named.
    pub fn local(&self, address: &HttpUrl, facts: &Facts, found: &mut Vec<Concern>) {
        let to = address.origin();
        let site = Site::of(address);
        if self.answers.are_own(&site) && !self.named.has(&site, address) {
            found.push(Concern::new(About::Local, &to, say!(OpensLocal { to: &to }).to_string()));
            return;
        }
        let known = self.places.has(&to);
        let from_outside =
            self.has_internet() || HttpUrl::parse(&facts.origin).is_ok_and(|here| !origins::is_local(here.host()));
        if is_on!(Local) && !known && from_outside && self.named.is_foreign_local(address) {
            found.push(Concern::new(About::Local, &to, say!(OpensLocal { to: &to }).to_string()));
        }
    }

    /// Whether pages of the internet were read, also by earlier tasks of the conversation.
    pub fn has_internet(&self) -> bool {
        self.places.has_public_network() || self.log.internet
    }

    /// The person's own clipboard is never pasted unasked.
    pub fn pastes(&self, proposal: &Proposal, found: &mut Vec<Concern>) {
        if self.clipboard.is_foreign_to(proposal.clipboard) {
            let origin = &proposal.facts.origin;
            let site = Site::parse(origin);
            let to = place_words(site.as_ref().map_or(origin.as_str(), Site::as_str));
            found.push(Concern::new(About::Clipboard, origin, say!(PastesYours { to: to }).to_string()));
        }
    }

    /// A key for which a page may have a shortcut, where the person may be signed in.
    pub fn shortcut(&self, proposal: &Proposal) -> Option<Concern> {
        let place = proposal.facts.place();
        let is_private = is_on!(Keys) && proposal.shortcut && !place.is_empty() && self.places.is_private(place);
        is_private.then(|| {
            let reason = say!(PressesShortcut { site: place_words(place) }).to_string();
            let keys = proposal.argument("key").or_else(|| proposal.argument("text"));
            Concern { keys, ..Concern::new(About::Keys, place, reason) }
        })
    }

    /// A tab that the run did not open is the person's.
    pub fn closing(&self, proposal: &Proposal) -> Option<Concern> {
        let tab = proposal.leads.closes?;
        let is_theirs = is_on!(Tabs) && !self.own_tabs.contains(&tab);
        is_theirs.then(|| Concern::new(About::Close, "tabs", say!(ClosesYourTab).to_string()))
    }
}

/// The earlier conversation, as a source.
pub const EARLIER: &str = Origin::EARLIER;

/// The person's instructions for every task, as a source.
pub const PROFILE: &str = "profile";

/// The list of tabs, as a source.
pub const TABS: &str = Origin::TABS;

/// What a person calls the place that something was read in, or goes to.
pub(crate) fn place_words(place: &str) -> Word {
    match Origin::from(place) {
        Origin::Earlier => say!(EarlierConversation).into(),
        Origin::Tabs => say!(YourTabs).into(),
        Origin::Task => say!(YourWords).into(),
        Origin::Profile => say!(YourInstructions).into(),
        Origin::Mcp(server) => say!(TheServer { server: Word::Quoted(server) }).into(),
        _ => place.into(),
    }
}

/// The concerns without a lasting permission. Sites that nobody named are asked about whatever the person wants to be asked: after something private
/// was read it is the one question that is left.
pub fn open<'a>(concerns: &'a [Concern], grants: &'a Grants) -> impl Iterator<Item = &'a Concern> {
    let is_granted =
        |concern: &&Concern| concern.effect().is_some_and(|effect| grants.cover_at(&effect, concern.place()));
    concerns.iter().filter(move |concern| !is_granted(concern))
}
