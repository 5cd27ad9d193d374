//! Finds the tab that opened a new one.
//!
//! `openerTabId` does not help: for a page in a background tab, where runs work, Chrome reports the tab the *user* was looking at. But the page
//! asked for a window just before (14 to 40 ms in Chromium 156, the order of the two events is not guaranteed).

use crate::wire::protocol::Event;
use serde_json::Value;

/// A tab appears within this time of the request, in milliseconds, or never (a blocked popup).
const APART_MS: f64 = 5_000.0;

/// Requests and new tabs until they are matched.
#[derive(Debug, Default)]
pub struct Openings {
    asked: Vec<Half>,
    appeared: Vec<Half>,
}

#[derive(Debug)]
struct Half {
    tab: i32,
    /// Empty if unknown or not set yet.
    url: String,
    at: f64,
}

impl Half {
    fn fits(&self, url: &str) -> bool {
        self.url.is_empty() || url.is_empty() || self.url == url
    }
}

/// A tab and its opener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// The opener.
    pub opener: i32,
    /// The new tab.
    pub tab: i32,
}

/// The address of a new window that this event requests.
pub fn asks_for(method: &str, params: &Value) -> Option<String> {
    match Event::read(method, params)? {
        Event::WindowOpen(opened) => Some(opened.url().to_owned()),
        Event::FrameRequestedNavigation(asked) if asked.opens_window() => Some(asked.url().to_owned()),
        _ => None,
    }
}

impl Openings {
    /// Records that a tab's page requested a window.
    pub fn asked(&mut self, opener: i32, url: String, now: f64) -> Option<Opened> {
        self.forget(now);
        match take(&mut self.appeared, &url) {
            Some(appeared) => Some(Opened { opener, tab: appeared.tab }),
            None => {
                self.asked.push(Half { tab: opener, url, at: now });
                None
            }
        }
    }

    /// Records a new tab; `url` is its destination, empty if Chrome does not say.
    pub fn appeared(&mut self, tab: i32, url: String, now: f64) -> Option<Opened> {
        self.forget(now);
        match take(&mut self.asked, &url) {
            Some(asked) => Some(Opened { opener: asked.tab, tab }),
            None => {
                self.appeared.push(Half { tab, url, at: now });
                None
            }
        }
    }

    fn forget(&mut self, now: f64) {
        let fresh = |half: &Half| now - half.at < APART_MS;
        self.asked.retain(fresh);
        self.appeared.retain(fresh);
    }
}

/// The oldest match.
fn take(halves: &mut Vec<Half>, url: &str) -> Option<Half> {
    let at = halves.iter().position(|half| half.fits(url))?;
    Some(halves.remove(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_new_tab_is_matched_with_the_page_that_asked_for_it() {
        let mut openings = Openings::default();
        assert_eq!(openings.asked(1, "https://a.example/".into(), 0.0), None);
        assert_eq!(openings.appeared(7, String::new(), 30.0), Some(Opened { opener: 1, tab: 7 }));
        // In the opposite order.
        assert_eq!(openings.appeared(8, "https://b.example/".into(), 40.0), None);
        assert_eq!(openings.asked(1, "https://b.example/".into(), 50.0), Some(Opened { opener: 1, tab: 8 }));
        // Two runs at once, told apart by the address.
        assert_eq!(openings.asked(1, "https://a.example/".into(), 60.0), None);
        assert_eq!(openings.asked(2, "https://b.example/".into(), 61.0), None);
        assert_eq!(openings.appeared(9, "https://b.example/".into(), 62.0), Some(Opened { opener: 2, tab: 9 }));
    }

    #[test]
    fn a_tab_of_the_users_own_is_nobodys() {
        let mut openings = Openings::default();
        openings.asked(1, "https://blocked.example/".into(), 0.0);
        assert_eq!(openings.appeared(7, "chrome://newtab/".into(), 10.0), None);
        assert_eq!(openings.appeared(8, String::new(), APART_MS + 1.0), None);
    }

    #[test]
    fn the_events_that_ask_for_a_window_are_known() {
        let url = json!({"url": "u", "disposition": "newTab"});
        assert_eq!(asks_for("Page.windowOpen", &url).as_deref(), Some("u"));
        assert_eq!(asks_for("Page.frameRequestedNavigation", &url).as_deref(), Some("u"));
        assert_eq!(asks_for("Page.frameRequestedNavigation", &json!({"url": "u", "disposition": "currentTab"})), None);
        assert_eq!(asks_for("Page.frameNavigated", &url), None);
    }
}
