//! Which addresses belong to one owner: the only place that says whether two are of the same site.

use super::origins::is_local;
use super::public_suffix::registered;
use crate::http_url::HttpUrl;
use serde::{Deserialize, Serialize};

/// Hosts where everybody's documents lie side by side, with how the path names one: after a segment of this name, or in the first segments.
#[rustfmt::skip]
const SHARED_HOSTS: &[(&str, Owner)] = &[
    ("docs.google.com", Owner::After("d")), ("drive.google.com", Owner::After("d")), ("forms.gle", Owner::First(1)),
    ("script.google.com", Owner::After("s")), ("script.googleusercontent.com", Owner::First(3)), ("sites.google.com", Owner::First(2)),
    ("lookerstudio.google.com", Owner::First(2)), ("forms.office.com", Owner::First(3)), ("forms.cloud.microsoft", Owner::First(3)),
    ("1drv.ms", Owner::First(3)), ("onedrive.live.com", Owner::First(3)), ("gist.github.com", Owner::First(1)),
    ("gist.githubusercontent.com", Owner::First(1)), ("raw.githubusercontent.com", Owner::First(1)), ("www.dropbox.com", Owner::First(3)),
    ("paper.dropbox.com", Owner::First(2)), ("airtable.com", Owner::First(2)), ("www.notion.so", Owner::First(2)), ("trello.com", Owner::First(2)),
    ("miro.com", Owner::First(3)), ("pastebin.com", Owner::First(1)), ("docs.qq.com", Owner::First(2)), ("shimo.im", Owner::First(2)),
    ("storage.googleapis.com", Owner::First(1)), ("storage.cloud.google.com", Owner::First(1)), ("s3.amazonaws.com", Owner::First(1)),
    ("web.archive.org", Owner::First(3)), ("translate.google.com", Owner::First(1)),
];

/// How a path names the owner of what it shows.
#[derive(Clone, Copy)]
enum Owner {
    /// The segment after one of this name: `/document/d/ID/edit`.
    After(&'static str),
    /// So many segments from the start.
    First(usize),
}

/// A site: the addresses that one owner answers for. Shown to people as it is: `example.com`, `127.0.0.1:4000`, `docs.google.com/document/d/ID`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Site(String);

impl Site {
    /// The site of an address: its registered name; on hosts that many share, the host with the part of the path that names the document; in the
    /// person's own network, host and port.
    pub(crate) fn of(address: &HttpUrl) -> Self {
        let host = address.host().trim_end_matches('.');
        if is_local(host) || host.ends_with(|c: char| c.is_ascii_digit() || c == ']') {
            let place = address.origin();
            return Self(place.split_once("://").map_or(place.as_str(), |(_, place)| place).to_owned());
        }
        match SHARED_HOSTS.iter().find(|(shared, _)| *shared == host) {
            Some((_, owner)) => Self(owner.place(host, address)),
            None => Self(registered(host).to_owned()),
        }
    }

    /// The site of an address or origin as text; none: it is no web address.
    pub(crate) fn parse(address: &str) -> Option<Self> {
        let is_web = address.starts_with("http://") || address.starts_with("https://");
        is_web.then(|| HttpUrl::parse(address).ok()).flatten().map(|address| Self::of(&address))
    }

    /// As it is shown and kept.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Owner {
    fn place(self, host: &str, address: &HttpUrl) -> String {
        let segments: Vec<&str> = address.path().split('/').filter(|segment| !segment.is_empty()).collect();
        let named = match self {
            Self::First(count) => segments.get(..count.min(segments.len())),
            // `/forms/d/e/ID` names a published form.
            Self::After(mark) => segments.iter().position(|segment| *segment == mark).and_then(|at| {
                let long = segments.get(at + 1).is_some_and(|next| next.len() == 1);
                segments.get(..(at + 2 + usize::from(long)).min(segments.len()))
            }),
        };
        std::iter::once(host).chain(named.into_iter().flatten().copied()).collect::<Vec<_>>().join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(address: &str) -> String {
        Site::parse(address).map(|site| site.0).unwrap_or_default()
    }

    #[test]
    fn a_site_is_what_one_owner_answers_for() {
        for (address, expected) in [
            ("https://www.shop.example/cart?x=1", "shop.example"),
            ("https://shop.example./cart", "shop.example"),
            ("https://SHOP.example:8443/", "shop.example"),
            ("https://ann.github.io/x", "ann.github.io"),
            ("https://bob.github.io/x", "bob.github.io"),
            ("https://bank.com.br/", "bank.com.br"),
            ("http://127.0.0.1:4000/a", "127.0.0.1:4000"),
            ("http://[::1]:4000/a", "[::1]:4000"),
            ("http://8.8.8.8/", "8.8.8.8"),
            ("http://nas.local/", "nas.local"),
            ("http://a.nas.local/", "a.nas.local"),
            ("https://docs.google.com/document/d/1AbC/edit?tab=t.0", "docs.google.com/document/d/1AbC"),
            ("https://docs.google.com/forms/d/e/1FAI/viewform", "docs.google.com/forms/d/e/1FAI"),
            ("https://docs.google.com/document/u/0/", "docs.google.com"),
            ("https://drive.google.com/file/d/1x/view", "drive.google.com/file/d/1x"),
            ("https://script.google.com/macros/s/AK/exec", "script.google.com/macros/s/AK"),
            ("https://mail.google.com/mail/u/0", "google.com"),
            ("https://sites.google.com/view/evil/home", "sites.google.com/view/evil"),
            ("about:blank", ""),
            ("", ""),
        ] {
            assert_eq!(site(address), expected, "{address}");
        }
    }
}
