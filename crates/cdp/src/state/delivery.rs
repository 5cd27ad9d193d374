//! What became of the main frame's last request for a document: the server's status, or the error that ended it.

use crate::wire::protocol::network::{LoadingFailed, ResponseReceived};
use edith_words::browser::network_reason;

/// The least status that is an error.
const LEAST_ERROR: u64 = 400;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Delivery {
    /// The document's loader, which is also its request's number.
    loader: String,
    /// 0: no answer came.
    status: u64,
    /// The browser's name of the error; empty: none.
    error: String,
}

impl Delivery {
    /// A document is requested. A redirection goes on with the same request.
    pub(crate) fn asked(&mut self, loader: &str) {
        *self = Self { loader: loader.to_owned(), ..Self::default() };
    }

    pub(crate) fn answered(&mut self, answer: ResponseReceived) {
        if self.is_it(answer.id()) {
            self.status = answer.status();
        }
    }

    pub(crate) fn failed(&mut self, failed: LoadingFailed) {
        if self.is_it(failed.id()) {
            failed.error().clone_into(&mut self.error);
        }
    }

    fn is_it(&self, request: &str) -> bool {
        !self.loader.is_empty() && request == self.loader
    }

    /// Why the document is not what was asked for, as the end of a sentence; none: it is. `unreachable`: the address whose error page is shown; empty:
    /// none. `loader`: of the document that is shown.
    pub(crate) fn told(&self, unreachable: &str, loader: &str) -> Option<String> {
        let is_shown = self.loader == loader && !loader.is_empty();
        if !unreachable.is_empty() {
            let why = match (is_shown && !self.error.is_empty(), self.status_told(is_shown)) {
                (_, Some(status)) => format!(": {status}"),
                (true, None) => format!(": {}", network_reason(&self.error).english()),
                (false, None) => String::new(),
            };
            return Some(format!("{unreachable} could not be opened{why}"));
        }
        self.status_told(is_shown)
    }

    /// Whether the browser shows its warning of a certificate that is not valid, which a person may go on past.
    pub(crate) fn is_unsafe(&self, unreachable: &str, loader: &str) -> bool {
        !unreachable.is_empty() && self.loader == loader && self.error.starts_with("net::ERR_CERT_")
    }

    fn status_told(&self, is_shown: bool) -> Option<String> {
        (is_shown && self.status >= LEAST_ERROR).then(|| format!("the server answered {}", meaning(self.status)))
    }
}

/// An error's status with its meaning.
fn meaning(status: u64) -> String {
    let word = match status {
        401 => "sign-in required",
        402 => "payment required",
        403 => "not allowed",
        404 | 410 => "there is no such page",
        405 => "not possible there in this way",
        407 => "the proxy requires a sign-in",
        408 | 504 => "it took too long",
        409 => "it conflicts with what is there",
        413 => "too large",
        429 => "too many requests",
        503 => "not available at the moment",
        500.. => "an error of its own",
        _ => "the request was wrong",
    };
    format!("{status} ({word})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::world::part;
    use serde_json::json;

    #[test]
    fn an_error_is_told_only_of_the_document_that_is_shown() {
        let mut of = Delivery::default();
        of.asked("L1");
        of.answered(part(&json!({"requestId": "other", "response": {"status": 500}})));
        assert_eq!(of.told("", "L1"), None);
        of.answered(part(&json!({"requestId": "L1", "response": {"status": 200}})));
        assert_eq!(of.told("", "L1"), None);
        of.answered(part(&json!({"requestId": "L1", "response": {"status": 401}})));
        assert_eq!(of.told("", "L1").as_deref(), Some("the server answered 401 (sign-in required)"));
        // A document that came in another way, such as back from the cache.
        assert_eq!(of.told("", "L0"), None);
        // Its server sent nothing to show.
        let told = of.told("http://a.test/x", "L1").unwrap();
        assert_eq!(told, "http://a.test/x could not be opened: the server answered 401 (sign-in required)");
        of.asked("L2");
        of.failed(part(&json!({"requestId": "L2", "errorText": "net::ERR_NAME_NOT_RESOLVED"})));
        assert!(of.told("http://no.test/", "L2").unwrap().contains("ERR_NAME_NOT_RESOLVED"));
        assert_eq!(of.told("http://no.test/", "L3").as_deref(), Some("http://no.test/ could not be opened"));
    }
}
