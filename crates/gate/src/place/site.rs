//! Which addresses belong to one owner: the only place that says whether two are of the same site.

use crate::place::origins::is_local;
use crate::place::public_suffix::registered;
use edith_actions::http_url::HttpUrl;
use serde::{Deserialize, Serialize};

/// Hosts where everybody's documents lie side by side, with how the path names one: after a segment of this name, or in the first segments.
#[rustfmt::skip]
const SHARED_HOSTS: &[(&str, Owner)] = &[
    ("docs.google.com", Owner::After(&["d"])), ("groups.google.com", Owner::After(&["g"])), ("drive.google.com", Owner::After(&["d", "folders"])), ("forms.gle", Owner::First(1)),
    ("calendar.google.com", Owner::Within(&["schedules", "selfsched"])), ("colab.research.google.com", Owner::Within(&["drive", "gist", "github"])),
    ("chat.google.com", Owner::Within(&["room", "dm", "space"])), ("classroom.google.com", Owner::Within(&["c", "w"])), ("photos.google.com", Owner::Within(&["share"])),
    ("jamboard.google.com", Owner::After(&["d"])), ("calendar.app.google", Owner::First(1)), ("groups.io", Owner::After(&["g"])),
    ("script.google.com", Owner::After(&["s"])), ("script.googleusercontent.com", Owner::First(3)), ("sites.google.com", Owner::First(2)),
    ("lookerstudio.google.com", Owner::First(2)), ("forms.office.com", Owner::Id), ("forms.cloud.microsoft", Owner::Id),
    ("1drv.ms", Owner::First(3)), ("onedrive.live.com", Owner::First(3)), ("gist.github.com", Owner::First(1)),
    ("gist.githubusercontent.com", Owner::First(1)), ("raw.githubusercontent.com", Owner::First(1)), ("dropbox.com", Owner::First(3)),
    ("paper.dropbox.com", Owner::First(2)), ("airtable.com", Owner::First(2)), ("notion.so", Owner::First(2)), ("trello.com", Owner::First(2)),
    ("miro.com", Owner::First(3)), ("pastebin.com", Owner::First(1)), ("docs.qq.com", Owner::First(2)), ("shimo.im", Owner::First(2)),
    ("storage.googleapis.com", Owner::First(1)), ("storage.cloud.google.com", Owner::First(1)), ("s3.amazonaws.com", Owner::First(1)),
    ("web.archive.org", Owner::First(3)), ("translate.google.com", Owner::First(1)), ("calendly.com", Owner::First(1)), ("cal.com", Owner::First(1)),
    ("form.jotform.com", Owner::First(1)), ("jotform.com", Owner::First(2)), ("surveymonkey.com", Owner::First(2)), ("tally.so", Owner::First(2)),
    ("boards.greenhouse.io", Owner::First(1)), ("job-boards.greenhouse.io", Owner::First(1)), ("jobs.lever.co", Owner::First(1)),
    ("jobs.ashbyhq.com", Owner::First(1)), ("apply.workable.com", Owner::First(1)), ("figma.com", Owner::First(2)), ("codepen.io", Owner::First(1)),
    ("jsfiddle.net", Owner::First(1)), ("codesandbox.io", Owner::First(2)), ("replit.com", Owner::First(1)), ("medium.com", Owner::First(1)),
    ("t.me", Owner::First(1)), ("discord.gg", Owner::First(1)), ("wa.me", Owner::First(1)), ("linktr.ee", Owner::First(1)),
    ("github.com", Owner::Account), ("gitlab.com", Owner::Account), ("bitbucket.org", Owner::Account), ("codeberg.org", Owner::Account),
    ("facebook.com", Owner::Account), ("reddit.com", Owner::Account), ("linkedin.com", Owner::Account), ("x.com", Owner::Account),
    ("twitter.com", Owner::Account), ("youtube.com", Owner::Account), ("patreon.com", Owner::Account), ("meetup.com", Owner::Account),
    ("huggingface.co", Owner::Account), ("form.typeform.com", Owner::First(2)), ("discord.com", Owner::After(&["channels", "invite"])),
    ("app.slack.com", Owner::After(&["client"])), ("paypal.com", Owner::After(&["paypalme"])), ("paypal.me", Owner::First(1)),
    ("eventbrite.com", Owner::After(&["e", "o"])), ("app.asana.com", Owner::First(2)), ("app.clickup.com", Owner::First(1)),
    ("linear.app", Owner::First(1)), ("hackmd.io", Owner::First(1)), ("etherpad.wikimedia.org", Owner::After(&["p"])),
    ("pad.riseup.net", Owner::After(&["p"])), ("3.basecamp.com", Owner::First(1)), ("app.smartsheet.com", Owner::After(&["form", "sheets"])),
    ("smartsheet.com", Owner::After(&["form"])), ("zoom.us", Owner::After(&["j", "w", "my"])), ("coda.io", Owner::After(&["d"])),
    ("quip.com", Owner::First(1)), ("login.microsoftonline.com", Owner::First(1)), ("ko-fi.com", Owner::First(1)), ("gofundme.com", Owner::After(&["f"])),
    ("vimeo.com", Owner::First(1)), ("soundcloud.com", Owner::First(1)), ("scratch.mit.edu", Owner::First(2)), ("overleaf.com", Owner::After(&["project"])),
];

/// Hosts of which each subdomain belongs to somebody else, as far as the list of public suffixes does not say so.
#[rustfmt::skip]
const TENANTS: &[&str] = &[
    "lightning.force.com", "crm.dynamics.com", "crm2.dynamics.com", "crm4.dynamics.com", "crm6.dynamics.com", "crm11.dynamics.com", "wordpress.com", "softr.app", "jotform.com", "quickbase.com", "retool.com", "kintone.com", "cybozu.com",
    "zoom.us", "webex.com", "glideapp.io", "bitrix24.com", "amocrm.com", "podio.com", "atlassian.net", "slack.com", "zendesk.com", "freshdesk.com", "freshservice.com", "sharepoint.com", "typeform.com", "my.salesforce.com", "force.com",
    "service-now.com", "myworkdayjobs.com", "myworkday.com", "okta.com", "auth0.com", "onelogin.com", "monday.com", "teamwork.com", "bamboohr.com",
    "personio.de", "personio.com", "recruitee.com", "breezy.hr", "teamtailor.com", "workable.com", "instructure.com", "odoo.com", "dynamics.com",
    "pipedrive.com", "statuspage.io", "readme.io", "helpscoutdocs.com", "uservoice.com", "discourse.group", "substack.com", "tumblr.com", "bandcamp.com",
    "itch.io", "medium.com", "notion.site", "super.site", "carrd.co", "squarespace.com", "weebly.com", "jimdofree.com", "jimdosite.com", "zohosites.com",
    "formstack.com", "wufoo.com", "cognitoforms.com", "paperform.co", "fillout.com", "intercom.help", "hubspotpagebuilder.com", "hs-sites.com", "eventbrite.com",
    "mailchimpsites.com", "list-manage.com", "campaign-archive.com", "quip.com", "basecamphq.com", "egnyte.com", "box.com", "smartsheet.com", "tripetto.app",
];

/// First parts of paths that belong to the service itself, where the others are accounts.
#[rustfmt::skip]
const OWN_PATHS: &[&str] = &[
    "about", "account", "admin", "api", "apps", "assets", "blog", "codespaces", "collections", "contact", "customer-stories", "dashboard", "developer",
    "enterprise", "events", "explore", "features", "gist", "help", "home", "issues", "join", "login", "logout", "marketplace", "new", "notifications",
    "oauth", "organizations", "orgs", "pricing", "projects", "pulls", "readme", "repo", "repositories", "search", "security", "session", "sessions",
    "settings", "signup", "site", "sponsors", "stars", "support", "terms", "topics", "trending", "user", "users", "watching", "workspace", "-",
];

/// First parts of paths after which the account, group or channel is named.
const CONTAINERS: &[&str] = &[
    "groups", "r", "u", "in", "company", "school", "c", "channel", "spaces", "datasets", "models", "pages", "events",
    "people",
];

/// How a path names the owner of what it shows.
#[derive(Clone, Copy)]
enum Owner {
    /// All of the path up to a document's name, and the document that the query names.
    Id,
    /// The segment after one of these names: `/document/d/ID/edit`.
    After(&'static [&'static str]),
    /// The same, and all else is of the registered name: the person's own calendar is one of its pages, and anybody's page of appointments is none.
    Within(&'static [&'static str]),
    /// So many segments from the start.
    First(usize),
    /// The first segment, with the one after it where that is named by it, unless it is the service's own. Who names the host means all of it.
    Account,
}

/// A site: the addresses that one owner answers for. Shown to people as it is: `example.com`, `127.0.0.1:4000`, `docs.google.com/document/d/ID`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Site(String);

impl Site {
    /// The site of an address: its registered name; on hosts that many share, the host with the part of the path that names the document; in the
    /// person's own network, host and port.
    pub fn of(address: &HttpUrl) -> Self {
        let host = address.host().trim_end_matches('.');
        if is_local(host) || host.ends_with(|c: char| c.is_ascii_digit() || c == ']') {
            let place = address.origin();
            return Self(place.split_once("://").map_or(place.as_str(), |(_, place)| place).to_owned());
        }
        match shared(host) {
            Some((host, Owner::Within(marks))) if !has_segment(address, marks) => Self(registered(host).to_owned()),
            Some((host, owner)) => Self(owner.place(host, address)),
            None => Self(tenant(host).unwrap_or_else(|| registered(host)).to_owned()),
        }
    }

    /// Whether a person who wrote this address named the site with it beside its own: a whole service, of which each account is a site.
    pub fn is_of_service(&self, named: &HttpUrl) -> bool {
        let whole = shared(named.host()).filter(|(_, owner)| named.path() == "/" && matches!(owner, Owner::Account));
        let is_below = |(host, _): (&str, Owner)| {
            self.0.strip_prefix(host).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        whole.is_some_and(is_below)
    }

    /// Whether it is an account of a service that a person names as a whole.
    pub fn is_account(&self) -> bool {
        let host = self.0.split('/').next().unwrap_or_default();
        shared(host).is_some_and(|(_, owner)| matches!(owner, Owner::Account))
    }

    /// The site of the service that this is an account or a tenant of; itself if it is none.
    pub fn service(&self) -> &str {
        let host = self.0.split('/').next().unwrap_or_default();
        let of_tenant =
            TENANTS.iter().find(|tenants| host.strip_suffix(**tenants).is_some_and(|sub| sub.ends_with('.')));
        if self.is_account() { host } else { of_tenant.copied().unwrap_or(&self.0) }
    }

    /// The site of an address or origin as text; none: it is not a web address.
    pub fn parse(address: &str) -> Option<Self> {
        let is_web = address.starts_with("http://") || address.starts_with("https://");
        is_web.then(|| HttpUrl::parse(address).ok()).flatten().map(|address| Self::of(&address))
    }

    /// The site that is kept by this name.
    pub fn named(kept: &str) -> Self {
        Self(kept.to_owned())
    }

    /// As it is shown and kept.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The host below which a site's own pages lie: a registered name, a tenant, or a host that many share by paths.
pub(crate) fn host_of_owner(host: &str) -> &str {
    shared(host).map(|(host, _)| host).or_else(|| tenant(host)).unwrap_or_else(|| registered(host))
}

fn has_segment(address: &HttpUrl, marks: &[&str]) -> bool {
    address.path().split('/').any(|segment| marks.contains(&segment))
}

/// The host that many share, with how a path of it names the owner.
fn shared(host: &str) -> Option<(&'static str, Owner)> {
    let bare = host.strip_prefix("www.").unwrap_or(host);
    SHARED_HOSTS.iter().find(|(shared, _)| *shared == bare).copied()
}

/// The tenant's host, if an address lies below a host that has tenants.
fn tenant(host: &str) -> Option<&str> {
    TENANTS.iter().find_map(|tenants| {
        let sub = host.strip_suffix(*tenants)?.strip_suffix('.')?;
        let name = sub.rsplit('.').next().filter(|name| !name.is_empty() && *name != "www")?;
        host.get(host.len() - tenants.len() - 1 - name.len()..)
    })
}

impl Owner {
    fn place(self, host: &str, address: &HttpUrl) -> String {
        let segments: Vec<&str> = address.path().split('/').filter(|segment| !segment.is_empty()).collect();
        let named = match self {
            Self::First(count) => segments.get(..count.min(segments.len())),
            Self::Account => {
                let first = segments.first().filter(|first| !OWN_PATHS.contains(first) || CONTAINERS.contains(first));
                let count = first.map(|first| 1 + usize::from(CONTAINERS.contains(first)));
                count.and_then(|count| segments.get(..count.min(segments.len())))
            }
            Self::Id => segments.get(..segments.len().min(3)),
            // `/forms/d/e/ID` names a published form.
            Self::After(marks) | Self::Within(marks) => {
                segments.iter().position(|segment| marks.contains(segment)).and_then(|at| {
                    let long = segments.get(at + 1).is_some_and(|next| next.len() == 1);
                    segments.get(..(at + 2 + usize::from(long)).min(segments.len()))
                })
            }
        };
        let id = url::Url::parse(address.as_str()).ok().filter(|_| matches!(self, Self::Id)).and_then(|url| {
            url.query_pairs().find(|(name, _)| name.eq_ignore_ascii_case("id")).map(|(_, id)| id.into_owned())
        });
        let path = named.into_iter().flatten().copied().chain(id.as_deref());
        std::iter::once(host).chain(path).collect::<Vec<_>>().join("/")
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
            ("https://calendar.google.com/calendar/u/0/r", "google.com"),
            (
                "https://calendar.google.com/calendar/u/0/appointments/schedules/AcZ",
                "calendar.google.com/calendar/u/0/appointments/schedules/AcZ",
            ),
            ("https://colab.research.google.com/drive/1x", "colab.research.google.com/drive/1x"),
            ("https://sites.google.com/view/evil/home", "sites.google.com/view/evil"),
            ("https://drive.google.com/drive/folders/MINE", "drive.google.com/drive/folders/MINE"),
            ("https://drive.google.com/drive/u/0/folders/MINE?usp=x", "drive.google.com/drive/u/0/folders/MINE"),
            ("https://acme.atlassian.net/browse/A-1", "acme.atlassian.net"),
            ("https://www.slack.com/", "slack.com"),
            ("https://app.acme.zendesk.com/x", "acme.zendesk.com"),
            ("https://github.com/acme/app/issues/1", "github.com/acme"),
            ("https://github.com/settings/keys", "github.com"),
            ("https://github.com/", "github.com"),
            ("https://calendly.com/ann/intro", "calendly.com/ann"),
            ("https://www.reddit.com/r/rust/comments/1", "reddit.com/r/rust"),
            ("https://www.linkedin.com/in/ann", "linkedin.com/in/ann"),
            ("https://x.com/ann/status/1", "x.com/ann"),
            ("https://www.dropbox.com/request/abc/x", "dropbox.com/request/abc/x"),
            ("https://forms.office.com/Pages/ResponsePage.aspx?id=abc", "forms.office.com/Pages/ResponsePage.aspx/abc"),
            ("https://acme.lightning.force.com/x", "acme.lightning.force.com"),
            ("https://acme.crm4.dynamics.com/x", "acme.crm4.dynamics.com"),
            ("https://form.typeform.com/to/abc", "form.typeform.com/to/abc"),
            ("about:blank", ""),
            ("", ""),
        ] {
            assert_eq!(site(address), expected, "{address}");
        }
    }
}
