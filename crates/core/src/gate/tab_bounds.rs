//! Where a run's tab may lead, enforced by the browser itself, for what no gate sees because the page does it and not the run.
//!
//! Only main frames are bounded: pages load what they like, as in any tab. Cross-site sign-ins, payments and shortened links lead anywhere, so a tab
//! is free with these exceptions: an address that reveals what was read leads to no other site; internet pages lead to no private address; and an
//! unattended run stays on its schedule's sites.

use super::origins;
use super::public_suffix::registered;
use crate::http_url::HttpUrl;
use crate::port::TabBounds;

/// The numbers and dotless names blocked by [`TabBounds::NotHome`], as a pattern (RE2) for whole addresses as the browser writes them: together with
/// [`HOME_NAMES`], what `origins::is_local` accepts. Chrome rejects patterns that need more than 2 KB of memory, so it is as short as possible.
pub const HOME: &str = r"^https?://(\[(::1|f[cd]|fe[89ab])|[^./\[]+[:/]|(0|10|127|169\.254|192\.168|172\.(1[6-9]|2.|3[01])|100\.(6[4-9]|[789].|1[01].|12[0-7]))\.[0-9.]+[:/])";
/// The name endings it blocks.
pub const HOME_NAMES: [&str; 8] = origins::OWN_ENDINGS;

impl TabBounds {
    /// Confines an address that reveals what was read to its own site and those the run knows.
    pub fn around(address: &HttpUrl, known: impl Iterator<Item = String>) -> Self {
        let hosts = known.filter_map(|origin| HttpUrl::parse(&origin).ok());
        let mut hosts: Vec<String> = hosts.map(|site| site.host().to_owned()).collect();
        hosts.push(registered(address.host()).to_owned());
        Self::only(hosts, true)
    }

    /// Confines to these hosts.
    pub fn only(hosts: Vec<String>, tells: bool) -> Self {
        Self::Only { hosts: edith_page::order::distinct(hosts), tells }
    }

    /// Whether a page may not be led there.
    pub fn holds(&self, address: &HttpUrl) -> bool {
        let host = address.host();
        match self {
            Self::Only { hosts, .. } => !hosts
                .iter()
                .any(|known| known == host || host.strip_suffix(known.as_str()).is_some_and(|sub| sub.ends_with('.'))),
            Self::NotHome => origins::is_local(host),
        }
    }

    /// Why it was blocked, for the model and the person; none: the destination is unknown.
    pub fn sentence(&self, to: Option<&HttpUrl>) -> String {
        let to = to.map(HttpUrl::origin);
        let to = to.as_deref();
        match self {
            Self::Only { tells: true, .. } => format!(
                "Not gone on to {}: the address that was opened tells something that was read, and its site wanted to lead on to another one. If the \
                 task needs that other site, open it by an address of its own.",
                to.unwrap_or("another site")
            ),
            Self::Only { tells: false, .. } => {
                format!("Not gone on to {}: it is none of the sites of this schedule.", to.unwrap_or("another site"))
            }
            Self::NotHome => format!(
                "Not gone on to {}: it is in the person's own computer or network, nobody spoke of it, and a page of the internet leads there.",
                to.unwrap_or("an address")
            ),
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
        let bounds = TabBounds::around(&url("https://www.mail.example.co.uk/x"), known.into_iter());
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
                .starts_with("Not gone on to https://evil.example: ")
        );
    }

    #[test]
    fn home_is_every_address_of_the_persons_own() {
        assert!(
            TabBounds::NotHome.holds(&url("http://192.168.0.1/"))
                && !TabBounds::NotHome.holds(&url("https://a.example/"))
        );
    }
}
