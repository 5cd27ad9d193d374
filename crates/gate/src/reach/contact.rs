//! The rule about where a run may go and what it may tell, by destination and never by content: no encoding passes what nobody looks at.
//!
//! Before anything private was read, browsing is free. After it, a site that the person did not name is asked about once in the run, with what was
//! read and where it would go, before the run enters anything there, opens an address that it made itself, or follows a link that it may have formed
//! by what it entered. What only chooses among the things a page offers (its links, scrolling, a few presses) is free and counted: see [`FREE_MOVES`].
//! What was read on one site only goes back there freely.

use crate::effect::recognise;
use crate::place::addresses::{MOST_INNER, inner, told_by};
use crate::place::finders;
use crate::place::site::host_of_owner;
use crate::reach::concern::{Concern, Trail, place_words};
use crate::reach::contact_log::FREE_MOVES;
use crate::reach::explain;
use crate::secret::mask::{LONG_NUMBER, is_sensitive};
use crate::{Contact, ContactLog, Effect, Grants, Proposal, Sends, Site};
use edith_actions::http_url::HttpUrl;
use edith_page::order::distinct;
use edith_protocol::{Origin, ValueShown};
use edith_words::{Word, say};

/// In how much of what pages showed last an address is looked for, in bytes. What is further back counts as made by the run, which only asks
/// more.
const SEARCHED: usize = 4 << 20;

/// The most sources named in a question.
const SOURCES_SHOWN: usize = 4;

/// Whom a call reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Recipient {
    Site(Site, HttpUrl),
    /// A server of tools, by its origin.
    Server(String),
}

/// One place that a call reaches, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reached {
    place: Recipient,
    how: Contact,
    /// Whether only because the run may have formed the link to it.
    by_own_link: bool,
}

impl Recipient {
    fn of(address: &HttpUrl) -> Self {
        Self::Site(Site::of(address), address.clone())
    }

    fn name(&self) -> &str {
        match self {
            Self::Site(site, _) => site.as_str(),
            Self::Server(origin) => origin,
        }
    }
}

/// Whether an address is a site's front page: of all that it could tell, only its host is left.
fn is_root(address: &HttpUrl) -> bool {
    address.as_str().trim_end_matches('/') == address.origin()
}

impl Trail<'_> {
    /// Whether the call needs the person's yes for the sites that it reaches.
    pub fn contacts(&self, proposal: &Proposal, found: &mut Vec<Concern>) {
        for reached in self.reached(proposal) {
            if self.is_free(&reached, proposal) || found.iter().any(|concern| concern.place() == reached.place.name()) {
                continue;
            }
            found.push(self.concern(&reached, proposal));
        }
    }

    /// Records a call that is about to be carried out.
    pub fn note(&self, proposal: &Proposal, grants: &Grants, log: &mut ContactLog, now: f64) {
        let reached = self.reached(proposal);
        let unasked = |reached: &&Reached| {
            reached.how < Contact::Sends
                && !self.is_open(&reached.place, proposal)
                && !grants.cover_at(&Effect::Contact, reached.place.name())
        };
        // One call is one choice, however many sites see it.
        if let Some(Reached { place: Recipient::Site(site, _), how, .. }) = reached.iter().find(unasked) {
            log.spend(site, *how);
        }
        let has_private = !self.private().is_empty();
        for reached in reached.iter().filter(|reached| has_private && reached.how == Contact::Sends) {
            if let Recipient::Site(site, _) = &reached.place {
                let searches = self.field(proposal).is_some_and(|field| recognise::only_finds(field, &proposal.facts));
                let influences = !searches || !self.elsewhere(&reached.place).is_empty();
                log.enter(site, influences && !self.tells_nothing(proposal), now);
            }
        }
    }

    /// Records that a call ended on a site that it was not known to reach: a page of a site that may be told anything led on there.
    pub fn note_arrival(&self, proposal: &Proposal, at: &HttpUrl, grants: &Grants, log: &mut ContactLog) {
        let place = Recipient::of(at);
        let is_new = Site::parse(&proposal.facts.url) != Some(Site::of(at)) && !proposal.leads.leaves_page;
        let is_free = || self.is_open(&place, proposal) || grants.cover_at(&Effect::Contact, place.name());
        if is_new && !self.reached(proposal).iter().any(|reached| reached.place.name() == place.name()) && !is_free() {
            log.spend(&Site::of(at), Contact::Moves);
        }
    }

    /// Once no move is free: the hosts that a page may lead on to, for what it leads to would be one.
    pub fn only_hosts(&self, proposal: &Proposal) -> Option<Vec<String>> {
        let is_held = is_on!(Moves) && self.log.is_spent() && !self.private().is_empty();
        is_held.then(|| {
            let reached = self.reached(proposal).into_iter().filter_map(|reached| match reached.place {
                Recipient::Site(_, address) => Some(address.origin()),
                Recipient::Server(_) => None,
            });
            let sites = reached.chain(self.open_sites()).filter_map(|origin| HttpUrl::parse(&origin).ok());
            sites.map(|site| host_of_owner(site.host()).to_owned()).collect()
        })
    }

    /// The places that a call reaches, each once with the strongest contact.
    fn reached(&self, proposal: &Proposal) -> Vec<Reached> {
        let mut all: Vec<Reached> = Vec::new();
        let mut add = |place: Recipient, how: Contact, by_own_link: bool| match all
            .iter_mut()
            .find(|one| one.place.name() == place.name())
        {
            Some(known) if known.how >= how => {}
            Some(known) => (known.how, known.by_own_link) = (how, by_own_link),
            None => all.push(Reached { place, how, by_own_link }),
        };
        let facts = &proposal.facts;
        if facts.server_tool.is_some() {
            add(Recipient::Server(facts.origin.clone()), Contact::Sends, false);
            return all;
        }
        let here = HttpUrl::parse(facts.place_url()).ok();
        let follows = HttpUrl::parse(&facts.follows).ok();
        let goes = proposal.leads.address.as_ref();
        if let (None, Some(here), true) = (goes, &here, proposal.contact > Contact::None) {
            // A press on a link is seen as the link it follows.
            let is_press = proposal.contact < Contact::Sends;
            let how = if follows.is_some() && is_press { Contact::Moves } else { proposal.contact };
            add(Recipient::of(here), how, false);
            for other in facts.beside.iter().filter_map(|other| HttpUrl::parse(other).ok()) {
                add(Recipient::of(&other), how, false);
            }
        }
        // That it returns to an earlier page is noticed there, wherever the run is now.
        if proposal.leads.leaves_page && proposal.leads.tab().is_none() && proposal.contact == Contact::Moves {
            let visited = self.places.origins().filter_map(|origin| HttpUrl::parse(&origin).ok());
            if let Some(place) = visited.map(|site| Recipient::of(&site)).find(|place| !self.is_open(place, proposal)) {
                add(place, Contact::Moves, false);
            }
        }
        if let Some(to) = goes.or(follows.as_ref()) {
            let is_link = !facts.follows.is_empty();
            let own_link = is_link && Site::parse(&facts.url).is_some_and(|page| self.is_formed(&page));
            let given = if is_link { !own_link } else { self.is_printed(to) };
            let how = if given { Contact::Moves } else { Contact::Sends };
            let within = inner(to);
            // An address with more others in it than are read may hold anything.
            let how = if within.len() >= MOST_INNER { Contact::Sends } else { how };
            for address in std::iter::once(to).chain(&within) {
                add(Recipient::of(address), how, own_link);
            }
        }
        if let Some(shown) = &proposal.leads.tab_address {
            add(Recipient::of(shown), Contact::Moves, false);
        }
        if let Some(to) = self.submits_to(proposal) {
            add(Recipient::of(&to), Contact::Sends, false);
        }
        all
    }

    /// Whether the run made the address after it read something private: then its site, which may redirect, must not lead on to others.
    pub fn tells(&self, proposal: &Proposal) -> bool {
        // A front page tells something, too, by a host that nobody wrote: `CODE.shop.example`.
        let is_plain = |address: &HttpUrl| {
            let bare = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_owned();
            let is_it = |named: &HttpUrl| bare(named.host()) == bare(address.host());
            let is_of_site = bare(address.host()) == Site::of(address).as_str();
            is_root(address) && (is_of_site || self.named.addresses().any(is_it) || self.places.has(&address.origin()))
        };
        let made =
            |address: &HttpUrl| !is_plain(address) && proposal.facts.follows.is_empty() && !self.is_printed(address);
        is_on!(Hold) && proposal.leads.address.as_ref().is_some_and(made) && !self.private().is_empty()
    }

    /// Whether it opens a site's front page by a host that the person wrote or the run has been on: no part of that address tells anything.
    fn tells_nothing(&self, proposal: &Proposal) -> bool {
        proposal.leads.address.as_ref().is_some_and(|address| {
            is_root(address)
                && (self.named.addresses().any(|named| named.host() == address.host())
                    || self.places.has(&address.origin()))
        })
    }

    /// The page that was told something private read elsewhere, if the call does something there: what it led to, by a script, a form or a redirect,
    /// could be told it. A link that leads elsewhere, and an address that the call opens, are asked about by themselves.
    pub fn told_page(&self, proposal: &Proposal) -> Option<HttpUrl> {
        let facts = &proposal.facts;
        let here = HttpUrl::parse(facts.place_url()).ok()?;
        // What loads it again, or only moves in it, stays there as well.
        let is_there = proposal.contact > Contact::None && !proposal.leads.leaves_page;
        let is_of_site = HttpUrl::parse(&facts.follows).is_ok_and(|to| Site::of(&to) == Site::of(&here));
        let stays = proposal.leads.address.is_none() && (facts.follows.is_empty() || is_of_site) && is_there;
        let was_told = || self.is_formed(&Site::of(&here)) && !self.elsewhere(&Recipient::of(&here)).is_empty();
        (is_on!(Hold) && stays && was_told()).then_some(here)
    }

    /// The sites that may be told anything: those that the person named.
    pub fn open_sites(&self) -> impl Iterator<Item = String> {
        let visited = self.places.origins().filter_map(|origin| HttpUrl::parse(&origin).ok());
        let visited = visited.filter(|site| self.named.has(&Site::of(site), site)).map(|site| site.origin());
        visited.chain(self.named.addresses().map(HttpUrl::origin))
    }

    /// Where a press sends its form, if to another address than the page's.
    fn submits_to(&self, proposal: &Proposal) -> Option<HttpUrl> {
        let facts = &proposal.facts;
        let pressed =
            proposal.leads.element.as_ref().and_then(|_| facts.elements.first()).or(facts.focused.as_ref())?;
        let form = pressed.form.as_ref().filter(|_| proposal.contact >= Contact::Presses)?;
        HttpUrl::parse(&form.action).ok().filter(|to| Site::parse(&facts.url) != Some(Site::of(to)))
    }

    fn is_formed(&self, page: &Site) -> bool {
        is_on!(Influence) && self.log.is_influenced(page)
    }

    fn is_free(&self, reached: &Reached, proposal: &Proposal) -> bool {
        if !is_on!(Contact) || self.is_open(&reached.place, proposal) {
            return true;
        }
        match &reached.place {
            Recipient::Site(site, _) if reached.how < Contact::Sends => {
                !is_on!(Moves) || self.log.has_free(site, reached.how)
            }
            Recipient::Site(..) | Recipient::Server(_) => false,
        }
    }

    /// Whether the place may be told anything: nothing private was read elsewhere, or the person named it.
    fn is_open(&self, place: &Recipient, proposal: &Proposal) -> bool {
        if self.elsewhere(place).is_empty() {
            return true;
        }
        match place {
            Recipient::Site(site, address) => self.named.has(site, address) || self.only_searches(address, proposal),
            // What it calls itself is not a word of theirs.
            Recipient::Server(_) => {
                proposal.facts.server_tool.as_ref().is_some_and(|tool| self.named.has_server(&tool.called))
            }
        }
    }

    /// Whether it is a search engine that gets a few words.
    fn only_searches(&self, address: &HttpUrl, proposal: &Proposal) -> bool {
        match &proposal.sends {
            Some(Sends::Address(_)) => {
                finders::is_search(address) && !self.is_piece_of_number(&finders::searched(address).unwrap_or_default())
            }
            Some(Sends::Text(text)) => {
                // What is typed in pieces is one text.
                let before =
                    self.sent.iter().filter(|(origin, _)| *origin == address.origin()).map(|(_, text)| text.as_str());
                let whole: String = before.chain([text.as_str()]).collect();
                finders::is_finder(address)
                    && finders::are_words(text)
                    && !is_sensitive(&whole)
                    && !self.is_piece_of_number(text)
            }
            Some(Sends::Arguments(_)) => false,
            None => finders::is_finder(address),
        }
    }

    /// Whether a search has digits in it that make a long number with those of all searches before, at whichever engine and by address or keys. Numbers of
    /// the person's own words are none of these.
    fn is_piece_of_number(&self, search: &str) -> bool {
        let is_finder = |origin: &str| HttpUrl::parse(origin).is_ok_and(|origin| finders::is_finder(&origin));
        let typed = self.sent.iter().filter(|(origin, _)| is_finder(origin)).map(|(_, text)| text.clone());
        let opened = self.opened.iter().filter_map(|address| finders::searched(&HttpUrl::parse(address).ok()?));
        let own: Vec<&str> = self.said.split(|c: char| !c.is_ascii_digit()).collect();
        let digits = |text: &str| -> usize {
            let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !own.contains(number));
            numbers.map(str::len).sum()
        };
        let now = digits(search);
        is_on!(Pieces) && now > 0 && now + typed.chain(opened).map(|text| digits(&text)).sum::<usize>() >= LONG_NUMBER
    }

    /// What was read that may be meant for the person alone, by where: sites, and names of what is not a site.
    pub fn private(&self) -> Vec<String> {
        let others = self.reads.iter().filter(|read| read.private && Site::parse(read.origin).is_none());
        let task = self.task_is_private.then(|| Origin::Task.to_string());
        let sites = self.places.private_sites().into_iter().map(|site| site.as_str().to_owned());
        let others = others
            .map(|read| read.origin.to_owned())
            .chain(self.log.earlier.iter().cloned())
            .chain(self.clipboard.private_source())
            .chain(task);
        distinct(sites.chain(others))
    }

    /// [`Self::private`] in words for the person.
    pub fn private_words(&self) -> Word {
        self.sources_words(&self.private())
    }

    /// The same without the place itself: what was read there is no news to it.
    fn elsewhere(&self, place: &Recipient) -> Vec<String> {
        // The person was on the site where the task began when they wrote the task.
        let at_home = matches!(place, Recipient::Site(site, _) if Some(site) == self.home.as_ref());
        let is_elsewhere =
            |source: &String| source != place.name() && !(at_home && Origin::from(source.as_str()) == Origin::Task);
        self.private().into_iter().filter(is_elsewhere).collect()
    }

    /// The one question for a place.
    fn concern(&self, reached: &Reached, proposal: &Proposal) -> Concern {
        let place = &reached.place;
        let elsewhere = self.elsewhere(place);
        let (to, read) = (place_words(place.name()), self.sources_words(&elsewhere));
        let reason = if let Recipient::Server(_) = place {
            say!(TellsServer { to: to, read: read })
        } else if reached.by_own_link {
            say!(FollowsOwnLink { to: to, read: read })
        } else if reached.how == Contact::Sends {
            say!(TellsUnnamed { to: to, read: read })
        } else {
            say!(MovesUnnamed { to: to, read: read, count: FREE_MOVES })
        };
        let (field, told) = match &proposal.sends {
            Some(Sends::Text(text)) => (self.field(proposal).map_or("", |field| &field.name), text.clone()),
            Some(Sends::Address(address)) => {
                ("address", HttpUrl::parse(address).map(|address| told_by(&address)).unwrap_or_default())
            }
            // Each argument is shown with its origin already.
            Some(Sends::Arguments(_)) | None => ("", String::new()),
        };
        let value = explain::value(&told, &self.said, &self.reads, place.name());
        let value = value.map(|value| ValueShown { field: field.to_owned(), ..value });
        let also = match place {
            Recipient::Site(site, address) if self.named.quotes(site, address) => self.named.quoted(),
            Recipient::Site(..) | Recipient::Server(_) => Vec::new(),
        };
        let origin = match place {
            Recipient::Site(_, address) => address.origin(),
            Recipient::Server(origin) => origin.clone(),
        };
        Concern::contact(place.name(), origin, reason.to_string(), value, also)
    }

    /// What a person calls what was read: the first sources by name.
    fn sources_words(&self, sources: &[String]) -> Word {
        let shown = sources.iter().take(SOURCES_SHOWN).map(|source| self.source_words(source));
        let more = (sources.len() > SOURCES_SHOWN).then(|| Word::from("…"));
        let list = shown.chain(more).collect::<Vec<_>>().into_iter().rev();
        list.reduce(|rest, first| say!(ListOf { first: first, rest: rest }).into()).unwrap_or_else(|| "".into())
    }

    fn source_words(&self, source: &str) -> Word {
        let Origin::Document(id) = Origin::from(source) else { return place_words(source) };
        let document = self.documents.iter().find(|document| document.id == id);
        document.map_or_else(
            || source.into(),
            |document| say!(TheDocument { name: Word::Quoted(document.name.clone()) }).into(),
        )
    }

    fn field<'p>(&self, proposal: &'p Proposal) -> Option<&'p crate::ElementFacts> {
        proposal.input.as_ref().and_then(|input| proposal.facts.element_or_focus(input.uid))
    }

    /// Whether the address is in what a page showed, or in the person's words: then going there tells nothing but which was chosen. Texts that
    /// the run itself may have put there do not count: those of a site after something was entered on it.
    fn is_printed(&self, address: &HttpUrl) -> bool {
        let full = address.as_str();
        let bare = full.split_once("://").map_or(full, |(_, bare)| bare).trim_end_matches('/');
        let ends = |text: &str, end: usize| {
            text.get(end..)
                .and_then(|rest| rest.chars().next())
                .is_none_or(|c| c.is_whitespace() || matches!(c, '"' | ')' | '>' | ']' | '/' | '.' | ','))
        };
        // A look begins with the page's own address.
        let own = |text: &'_ str| text.strip_prefix("URL: ").and_then(|rest| rest.find('\n')).map_or(0, |end| end + 5);
        let stands = |text: &str| {
            let text = text.get(own(text)..).unwrap_or_default();
            text.match_indices(bare).any(|(at, _)| ends(text, at + bare.len()))
        };
        let is_shown = |read: &&crate::Read<'_>| {
            Site::parse(read.origin).zip(read.shown).is_some_and(|(site, at)| !self.log.is_entered(&site, at))
        };
        let mut shown = self.reads.iter().rev().filter(is_shown).scan(SEARCHED, |left, read| {
            *left = left.checked_sub(read.text.len())?;
            Some(read.text)
        });
        bare.contains('/') && (stands(&self.said) || shown.any(stands))
    }
}
