//! Where a run's tab may lead, enforced by the browser itself, for what no gate sees because the page does it and not the run.
//!
//! Only main frames are bounded: pages load what they like, as in any tab. Cross-site sign-ins, payments and shortened links lead anywhere, so a tab
//! is free with these exceptions: an address that reveals what was read leads to no other site; internet pages lead to no private address; and an
//! unattended run stays on its schedule's sites.

use crate::place::origins;
use crate::place::site::host_of_owner;
use crate::{Contact, Proposal};
use edith_actions::http_url::HttpUrl;
use edith_words::{Sentence, Word, say};

/// The numbers and dotless names blocked by [`TabBounds::NotHome`], as a pattern (RE2) for whole addresses as the browser writes them: together with
/// [`HOME_NAMES`], what [`TabBounds::holds`] holds. Numbers in brackets (IPv6) stand for private ones in more ways than a pattern can tell, and no page
/// of the internet leads to one; nor to an address with a user's name, behind which the browser's rules do not look. Chrome rejects patterns that need
/// more than 2 KB of memory, so it is as short as possible.
pub const HOME: &str = r"^https?://(\[|[^/]*@|[^./]+[:/]|(0|10|127|169\.254|192\.168|172\.(1[6-9]|2.|3[01])|100\.(6[4-9]|[789].|1[01].|12[0-7]))\.[0-9.]+[:/])";
/// The name endings it blocks.
pub const HOME_NAMES: [&str; 10] = origins::OWN_ENDINGS;

/// A tab's bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TabBounds {
    /// These hosts and their subdomains.
    Only {
        /// The hosts, in lower case.
        hosts: Vec<String>,
        /// Why these.
        why: Confined,
    },
    /// Anything but the person's own machine and network.
    NotHome {
        /// What they spoke of there, and where the run has been: these hosts are free.
        but: Vec<String>,
    },
}

/// Why a tab stays on some sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confined {
    /// They are a schedule's.
    Schedule,
    /// The address that is opened reveals what was read.
    Telling,
    /// The page was told something that was read.
    Told,
    /// No move on sites that nobody named is free now, and this is done.
    Spent(Deed),
}

/// What is done on a page, as far as a sentence about it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// An address is opened.
    Opens,
    /// A link is followed.
    Follows,
    /// Something is pressed, or pointed at.
    Presses,
    /// Something is entered, chosen or dragged.
    Enters,
    /// The page is scrolled, or left for an earlier one.
    Moves,
}

impl TabBounds {
    /// Confines an address that reveals what was read, or a page that was told it, to its own site and those the run knows.
    pub fn around(address: &HttpUrl, known: impl Iterator<Item = String>, why: Confined) -> Self {
        let hosts = known.filter_map(|origin| HttpUrl::parse(&origin).ok());
        let mut hosts: Vec<String> = hosts.map(|site| site.host().to_owned()).collect();
        hosts.push(host_of_owner(address.host()).to_owned());
        Self::only(hosts, why)
    }

    /// Confines to these hosts.
    pub fn only(hosts: Vec<String>, why: Confined) -> Self {
        Self::Only { hosts: edith_page::order::distinct(hosts), why }
    }

    /// Rules out all of the person's own machine and network.
    pub fn not_home() -> Self {
        Self::NotHome { but: Vec::new() }
    }

    /// Whether a page may not be led there.
    pub fn holds(&self, address: &HttpUrl) -> bool {
        let host = address.host();
        let is_of =
            |known: &String| known == host || host.strip_suffix(known.as_str()).is_some_and(|sub| sub.ends_with('.'));
        match self {
            Self::Only { hosts, .. } => !hosts.iter().any(is_of),
            Self::NotHome { but } => (origins::is_local(host) || host.starts_with('[')) && !but.iter().any(is_of),
        }
    }

    /// Why it was blocked; no address: the destination is unknown.
    pub fn sentence(&self, to: Option<&HttpUrl>) -> Sentence {
        let to = to.map_or_else(|| say!(AnotherSite).into(), |to| Word::from(to.origin()));
        let why = match self {
            Self::Only { why: Confined::Telling, .. } => say!(AddressTells),
            Self::Only { why: Confined::Told, .. } => say!(PageWasTold),
            Self::Only { why: Confined::Schedule, .. } => say!(NotOfTheSchedule),
            Self::Only { why: Confined::Spent(Deed::Opens), .. } => say!(SpentOpening),
            Self::Only { why: Confined::Spent(Deed::Follows), .. } => say!(SpentLink),
            Self::Only { why: Confined::Spent(Deed::Presses), .. } => say!(SpentPress),
            Self::Only { why: Confined::Spent(Deed::Enters), .. } => say!(SpentEntry),
            Self::Only { why: Confined::Spent(Deed::Moves), .. } => say!(SpentMove),
            Self::NotHome { .. } => say!(LeadsHome),
        };
        say!(NotGoneOn { to: to, why: why })
    }
}

impl Deed {
    /// What a proposal does.
    pub fn of(proposal: &Proposal) -> Self {
        match proposal.contact {
            _ if !proposal.facts.follows.is_empty() => Self::Follows,
            _ if proposal.leads.address.is_some() => Self::Opens,
            Contact::None | Contact::Moves => Self::Moves,
            Contact::Presses => Self::Presses,
            Contact::Sends => Self::Enters,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> HttpUrl {
        HttpUrl::parse(text).unwrap()
    }

    #[test]
    fn an_address_that_tells_something_stays_on_its_site_and_on_known_ones() {
        let known = ["https://app.example", "http://127.0.0.1:4000"].map(str::to_owned);
        let bounds = TabBounds::around(&url("https://www.mail.example.co.uk/x"), known.into_iter(), Confined::Telling);
        for (to, held) in [
            ("https://mail.example.co.uk/", false),
            ("https://login.example.co.uk/", false),
            ("https://app.example/", false),
            ("https://sub.app.example/", false),
            ("http://127.0.0.1:9/", false),
            ("https://other.co.uk/", true),
            ("https://evil.example/?to=app.example", true),
            ("https://notapp.example/", true),
        ] {
            assert_eq!(bounds.holds(&url(to)), held, "{to}");
        }
        assert!(
            bounds
                .sentence(Some(&url("https://evil.example/x?d=1")))
                .english()
                .starts_with("Did not go on to https://evil.example: ")
        );
    }

    #[test]
    fn a_spent_tab_says_what_would_have_led_on() {
        use crate::{Facts, Leads};
        let press = || Proposal::leading(Leads::default(), Facts::default());
        let with = |contact| Proposal { contact, ..press() };
        let follows = Facts { follows: "https://evil.example/".into(), ..Facts::default() };
        let opens = Leads { address: Some(url("https://evil.example/")), ..Leads::default() };
        for (proposal, words) in [
            (
                Proposal { contact: Contact::Moves, ..Proposal::leading(opens, Facts::default()) },
                "the address that was opened leads there",
            ),
            (Proposal::leading(Leads::default(), follows), "the link that was followed leads there"),
            (with(Contact::Presses), "what was pressed leads there"),
            (with(Contact::Sends), "what was entered leads there"),
            (with(Contact::Moves), "the page itself leads there"),
        ] {
            let bounds = TabBounds::only(Vec::new(), Confined::Spent(Deed::of(&proposal)));
            let said = bounds.sentence(Some(&url("https://evil.example/x"))).english();
            assert!(said.starts_with("Did not go on to https://evil.example: ") && said.contains(words), "{said}");
            assert!(said.contains("used up") && !said.contains("tells"), "{said}");
        }
    }

    #[test]
    fn home_is_every_address_of_the_persons_own() {
        assert!(
            TabBounds::not_home().holds(&url("http://192.168.0.1/"))
                && !TabBounds::not_home().holds(&url("https://a.example/"))
        );
        let but = TabBounds::NotHome { but: vec!["localhost".to_owned()] };
        assert!(but.holds(&url("http://192.168.0.1/")) && !but.holds(&url("http://localhost:8000/")));
    }
}
