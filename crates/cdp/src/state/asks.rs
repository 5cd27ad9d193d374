//! What the browser itself asks the person in a tab: a name and password for HTTP, told by the headers of an answer that does not go on, and what pages ask
//! it for, told by their script.

use super::arrivals::host_in;
use edith_port::browser_ask::{AskedAbout, BrowserAsk};
use serde_json::Value;

/// How long an action goes on waiting once the browser asks, in milliseconds: a browser without a window answers itself at once.
const PATIENCE: f64 = 400.0;

#[derive(Debug, Default)]
pub(crate) struct Asks {
    sign_in: Option<SignIn>,
    /// As the page's script told it last.
    of_page: Option<AskedAbout>,
}

#[derive(Debug)]
struct SignIn {
    request: String,
    site: String,
    /// Since when, in milliseconds.
    since: f64,
}

impl Asks {
    /// The page's script tells what the browser is asked because of it.
    pub(crate) fn page_tells(&mut self, word: &str) {
        self.of_page = edith_protocol::json::from_value(Value::from(word)).ok();
    }

    /// The server of a request that has not been answered yet wants a name and password: the browser asks for them.
    pub(crate) fn wants_sign_in(&mut self, request: &str, site: &str, now: f64) {
        self.sign_in = Some(SignIn { request: request.to_owned(), site: site.to_owned(), since: now });
    }

    /// A request was answered, or failed: the person has answered, or nobody can.
    pub(crate) fn answered(&mut self, request: &str) {
        self.sign_in.take_if(|asked| request == asked.request);
    }

    /// The tab has another document, or the one on its way will not come.
    pub(crate) fn left(&mut self) {
        *self = Self::default();
    }

    /// Until when an action waits for what the browser asks about; none: it asks nothing that would hold it up.
    pub(crate) fn patience(&self) -> Option<f64> {
        self.sign_in.as_ref().map(|asked| asked.since + PATIENCE)
    }

    /// What is asked at the moment. `url`: the tab's address.
    pub(crate) fn told(&self, url: &str) -> Option<BrowserAsk> {
        match &self.sign_in {
            Some(asked) => Some(BrowserAsk { about: AskedAbout::SignIn, site: asked.site.clone() }),
            None => self.of_page.map(|about| BrowserAsk { about, site: host_in(url) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_in_is_asked_for_until_its_answer_comes() {
        let mut asks = Asks::default();
        asks.wants_sign_in("L1", "a.test", 5.0);
        let told = asks.told("http://b.test/").unwrap();
        assert_eq!((told.about, told.site.as_str()), (AskedAbout::SignIn, "a.test"));
        assert_eq!(asks.patience(), Some(5.0 + PATIENCE));
        asks.answered("7.1");
        assert!(asks.told("").is_some());
        asks.answered("L1");
        assert!(asks.told("").is_none() && asks.patience().is_none());
        asks.page_tells("location");
        assert_eq!(asks.told("https://shop.example/x").unwrap().site, "shop.example");
        asks.page_tells("");
        assert_eq!(asks.told("https://shop.example/x"), None);
    }
}
