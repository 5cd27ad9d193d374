//! The fake browser's contents: pages that can be opened, tabs, and the actions done.

use crate::{FakePage, Seen, Sight};
use edith_actions::action::{Dialog, RequestJudge, Saves, SentRequest};
use edith_actions::http_url::HttpUrl;
use edith_page::page_api::Witness;
use edith_page::raw::RawNode;
use edith_port::browser_ask::BrowserAsk;
use edith_port::{Arrival, TabBounds};
use edith_protocol::TabId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Where a server leads on to from an address.
pub(crate) type Redirects = Rc<dyn Fn(&str) -> Option<String>>;

#[derive(Debug, Clone, Default)]
pub(crate) struct OpenTab {
    pub(crate) url: String,
    pub(crate) back: Vec<String>,
    pub(crate) forward: Vec<String>,
    pub(crate) loads: u32,
    /// Field values typed into the open page.
    pub(crate) values: BTreeMap<u32, String>,
    /// The open page's focused element.
    pub(crate) focused: Option<u32>,
    pub(crate) dialog: Option<Dialog>,
    /// What the browser itself asks in it.
    pub(crate) ask: Option<BrowserAsk>,
    /// Whether something of the open page is selected.
    pub(crate) selected: bool,
    pub(crate) attached: bool,
    pub(crate) group: String,
}

impl OpenTab {
    /// Its current document's token.
    pub(crate) fn document(&self, id: TabId) -> String {
        format!("{id}-{}-{}", self.url, self.loads)
    }

    /// A field holds a value; of radio buttons that ask one question only one is on.
    pub(crate) fn set(&mut self, node: &RawNode, value: &str, page: &FakePage) {
        let group = node.facts.as_ref().map_or(0, |facts| facts.group);
        if node.role == "radio" && group > 0 {
            let is_peer = |other: &&RawNode| {
                other.role == "radio" && other.facts.as_ref().is_some_and(|facts| facts.group == group)
            };
            for peer in page.nodes.iter().filter(is_peer) {
                self.values.insert(peer.node, "false".to_owned());
            }
        }
        self.values.insert(node.node, value.to_owned());
    }

    pub(crate) fn go(&mut self, url: &str) {
        self.back.push(std::mem::replace(&mut self.url, url.to_owned()));
        self.forward.clear();
        self.loads += 1;
        self.values.clear();
        self.focused = None;
        self.selected = false;
    }
}

#[derive(Default)]
pub(crate) struct Contents {
    pub(crate) pages: BTreeMap<String, FakePage>,
    pub(crate) tabs: BTreeMap<TabId, OpenTab>,
    pub(crate) active: Option<TabId>,
    pub(crate) next_tab: i32,
    pub(crate) done: Vec<String>,
    pub(crate) hangs_on: Option<String>,
    /// What reached the documents, by action mark.
    pub(crate) witnesses: BTreeMap<String, Witness>,
    pub(crate) voids: BTreeSet<String>,
    /// Pages by host suffix, shown at any address there.
    pub(crate) hosts: BTreeMap<String, FakePage>,
    pub(crate) log: Vec<(String, String)>,
    /// What each tab may save.
    pub(crate) saves: BTreeMap<TabId, Saves>,
    /// Requests that were held back, by their ids.
    pub(crate) unsent: BTreeMap<String, SentRequest>,
    /// Which requests each tab's page may make.
    pub(crate) watches: BTreeMap<TabId, Option<RequestJudge>>,
    /// The tabs whose pages keep what they send over sockets during the next action.
    pub(crate) keeps_messages: BTreeSet<TabId>,
    pub(crate) bounds: BTreeMap<TabId, TabBounds>,
    pub(crate) silent: Option<TabId>,
    /// How tabs come to the pages of a host.
    pub(crate) arrivals: BTreeMap<String, Arrival>,
    pub(crate) sights: Vec<Sight>,
    pub(crate) redirects: Option<Redirects>,
}

impl Contents {
    /// An address's redirect target: `https://any.example/r/68747470…` ends in another address in hexadecimal.
    pub(crate) fn leads_on(&self, address: &str) -> Option<HttpUrl> {
        if let Some(to) = self.redirects.as_ref().and_then(|leads| leads(address)) {
            return HttpUrl::parse(&to).ok();
        }
        let (_, hex) = address.split_once("/r/")?;
        let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(byte).collect();
        HttpUrl::parse(&String::from_utf8(bytes?).ok()?).ok()
    }

    pub(crate) fn page(&self, url: &str) -> Option<&FakePage> {
        let host = || url.split("://").nth(1)?.split(['/', '?', '#']).next();
        // A host added without a port is there on each.
        let ends = |host: &str, end: &str| {
            host.ends_with(end) || host.split(':').next().is_some_and(|host| host.ends_with(end))
        };
        let of_host = || host().and_then(|host| self.hosts.iter().find(|(end, _)| ends(host, end)));
        self.pages.get(url).or_else(|| of_host().map(|(_, page)| page))
    }

    pub(crate) fn see(&mut self, page: &str, what: Seen) {
        self.sights.push(Sight { page: page.to_owned(), what });
    }

    /// The address of a tab.
    pub(crate) fn url(&self, tab: TabId) -> String {
        self.tabs.get(&tab).map(|tab| tab.url.clone()).unwrap_or_default()
    }

    pub(crate) fn new_tab(&mut self, url: &str) -> TabId {
        self.next_tab += 1;
        let id = TabId(self.next_tab);
        self.tabs.insert(id, OpenTab { url: url.to_owned(), ..OpenTab::default() });
        id
    }
}
