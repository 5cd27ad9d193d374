//! The sites a run has visited, and whether their content may be meant for the person alone.

use crate::Site;
use crate::place::origins;
use crate::place::session_signs;
use edith_actions::http_url::HttpUrl;
use edith_page::raw::ERROR_PAGE;
use edith_page::{Element, Index};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Visited {
    #[serde(default)]
    private: bool,
    /// Only frames on other sites' pages showed it: the run has not been there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    framed: bool,
}

/// The sites a run has visited, by origin.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Places(BTreeMap<String, Visited>);

impl Places {
    /// Records that the run is on this site. What was private stays so.
    pub fn arrive(&mut self, origin: &str, private: bool) {
        if !origin.is_empty() {
            let place = self.0.entry(origin.to_owned()).or_insert(Visited { private, framed: false });
            (place.private, place.framed) = (place.private | private, false);
        }
    }

    /// Records that a frame on another site's page showed what may be meant for the person alone.
    pub fn show_private(&mut self, origin: &str) {
        self.0.entry(origin.to_owned()).or_insert(Visited { private: true, framed: true }).private = true;
    }

    /// Whether something was read there that may be meant for the person alone, even in a frame.
    pub fn shows_private(&self, origin: &str) -> bool {
        self.0.get(origin).is_some_and(|place| place.private)
    }

    /// Whether it has been there.
    pub fn has(&self, origin: &str) -> bool {
        self.0.get(origin).is_some_and(|place| !place.framed)
    }

    /// The sites on which something was read that may be meant for the person alone.
    pub fn private_sites(&self) -> Vec<Site> {
        let private = self.0.iter().filter(|(_, place)| place.private).filter_map(|(origin, _)| Site::parse(origin));
        private.collect()
    }

    /// Whether the site's content may be meant for the person alone; unknown sites may be.
    pub fn is_private(&self, origin: &str) -> bool {
        self.0.get(origin).is_none_or(|place| place.private)
    }

    /// Whether anything was read on a site of the internet.
    pub fn has_public_network(&self) -> bool {
        self.hosts().any(|host| !origins::is_local(&host))
    }

    fn hosts(&self) -> impl Iterator<Item = String> + '_ {
        self.origins().filter_map(|origin| url::Url::parse(&origin).ok()?.host_str().map(str::to_owned))
    }

    /// The origins of all that it has been on.
    pub fn origins(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().filter(|(_, place)| !place.framed).map(|(origin, _)| origin.clone())
    }
}

/// What players, comments and consent banners in frames have for everybody.
const EVERYBODYS: &[&str] = &["profile", "profil", "perfil", "profilo", "settings", "avatar"];

/// Whether a page may be meant for the person alone: private address, signed in, or holding secrets.
pub fn is_private(index: &Index) -> bool {
    // The browser's own page, not the site's.
    if index.document == ERROR_PAGE {
        return false;
    }
    let Ok(url) = url::Url::parse(&index.url) else { return true };
    if url.host_str().is_none_or(origins::is_local) {
        return true;
    }
    let (here, sites) = (Site::parse(&index.url), sites(index));
    let is_here = |element: &&Element| {
        let around = element.frame.and_then(|at| sites.get(at)?.as_ref());
        !is_on!(Frames) || around.is_none_or(|site| Some(site) == here.as_ref())
    };
    session_signs::are_shown(index.elements.iter().filter(is_here), &[])
}

/// The sites of a page's frames; none: they belong to the page.
fn sites(index: &Index) -> Vec<Option<Site>> {
    index.frames.iter().map(|frame| Site::parse(&frame.src).filter(|_| frame.src.starts_with("http"))).collect()
}

/// A frame of another site on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framed {
    /// The address of its document.
    pub address: HttpUrl,
    /// Whether by what it shows, or its address, it may be meant for the person alone.
    pub private: bool,
    /// Whether its text was read.
    pub read: bool,
}

/// The frames of other sites that a page shows.
pub fn framed(index: &Index) -> Vec<Framed> {
    let (here, sites) = (Site::parse(&index.url), sites(index));
    let all = index.frames.iter().zip(&sites).filter_map(|(frame, site)| {
        let rect = frame.rect;
        let in_view = rect.y < index.scroll.height && rect.y + rect.height > 0;
        let is_shown = rect.width > 1 && rect.height > 1 && (frame.walked || in_view);
        let site = site.as_ref().filter(|site| Some(*site) != here.as_ref() && is_shown)?;
        let address = HttpUrl::parse(&frame.src).ok()?;
        let is_of = |element: &&Element| element.frame.and_then(|at| sites.get(at)?.as_ref()) == Some(site);
        let private = origins::is_local(address.host())
            || session_signs::are_shown(index.elements.iter().filter(is_of), EVERYBODYS);
        Some(Framed { address, private, read: frame.walked })
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_page::raw::{RAW_VERSION, RawContext, RawNode, RawPage};

    fn page(url: &str, names: &[&str]) -> Index {
        let node = |(at, name): (usize, &&str)| RawNode {
            node: at as u32 + 1,
            tag: "button".into(),
            role: "button".into(),
            name: (*name).into(),
            context: 1,
            ..RawNode::default()
        };
        let contexts = vec![RawContext { parent: 0, kind: "header".into(), label: String::new() }];
        let nodes = names.iter().enumerate().map(node).collect();
        let raw = RawPage {
            version: RAW_VERSION,
            url: url.into(),
            document: "d".into(),
            nodes,
            contexts,
            ..RawPage::default()
        };
        Index::build(raw, &mut edith_page::UidTable::default())
    }

    #[test]
    fn pages_that_know_the_person_are_private() {
        for (url, names, private) in [
            ("https://mail.example/", &["Inbox", "Log out"][..], true),
            ("https://mail.example/", &["Account menu"], true),
            ("https://shop.example/", &["Account", "Sign in"], false),
            ("https://news.example/", &["Search"], false),
            ("https://news.example/", &["Abmelden"], true),
            ("http://127.0.0.1:4000/", &["Search"], true),
            ("http://intranet/", &[], true),
            ("about:blank", &[], true),
        ] {
            assert_eq!(is_private(&page(url, names)), private, "{url} {names:?}");
        }
    }

    #[test]
    fn what_was_private_stays_private() {
        let mut places = Places::default();
        places.arrive("https://a.example", false);
        assert!(!places.is_private("https://a.example") && places.is_private("https://b.example"));
        places.arrive("https://www.a.example", true);
        places.arrive("https://www.a.example", false);
        assert!(places.is_private("https://www.a.example") && places.has_public_network());
        assert_eq!(places.private_sites(), [Site::parse("https://a.example").unwrap()]);
        let mut own = Places::default();
        own.arrive("http://127.0.0.1:4000", true);
        assert!(!own.has_public_network());
    }
}
