//! The requests of tabs, as the browser reports them, and their HAR 1.2.

use super::covered;
use super::entry::{Entry, moment};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// As many requests as are kept, about 2 kB each. Later ones are counted.
const MOST: usize = 20_000;

/// A page that a tab showed.
#[derive(Debug)]
struct Page {
    url: String,
    /// When its request was made, in milliseconds since 1970 and in the browser's own seconds.
    wall: f64,
    began: f64,
    content: Option<f64>,
    load: Option<f64>,
}

/// A request under way: its entries, one for each redirect and one for the end, and how many of them have what was really sent.
#[derive(Debug, Default)]
struct Chain {
    entries: Vec<usize>,
    sent: usize,
    answered: usize,
    /// What was really sent and answered, where that was reported before the rest.
    early_sent: Vec<Map<String, Value>>,
    early_answered: Vec<(Map<String, Value>, Option<u64>)>,
}

/// What tabs asked for.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    pages: Vec<Page>,
    entries: Vec<Entry>,
    chains: HashMap<String, Chain>,
    /// The page of each tab.
    shows: HashMap<i32, usize>,
    left_out: usize,
}

fn text<'v>(params: &'v Value, path: &str) -> &'v str {
    params.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

fn number(params: &Value, path: &str) -> f64 {
    params.pointer(path).and_then(Value::as_f64).unwrap_or_default()
}

fn fields(params: &Value, path: &str) -> Map<String, Value> {
    params.pointer(path).and_then(Value::as_object).cloned().unwrap_or_default()
}

impl Traffic {
    /// Hears an event of a tab. `main`: the id of the tab's main frame.
    pub(super) fn heard(&mut self, tab: i32, main: &str, method: &str, params: &Value) {
        let id = text(params, "/requestId");
        let at = number(params, "/timestamp");
        match method {
            "Network.requestWillBeSent" => self.asked(tab, main, id, params),
            "Network.requestWillBeSentExtraInfo" => self.really_asked(id, fields(params, "/headers")),
            "Network.responseReceived" => {
                let has_more = params.get("hasExtraInfo") == Some(&Value::Bool(true));
                self.answered(id, params.get("response").cloned().unwrap_or_default(), at, has_more);
            }
            "Network.responseReceivedExtraInfo" => {
                let status = params.get("statusCode").and_then(Value::as_u64);
                self.really_answered(id, fields(params, "/headers"), status);
            }
            "Network.dataReceived" => {
                let bytes = number(params, "/dataLength");
                self.last(id, |entry| entry.size += if entry.error.is_none() { bytes } else { 0.0 });
            }
            "Network.loadingFinished" => {
                let bytes = number(params, "/encodedDataLength");
                // The page that stands for one that failed is the browser's own.
                self.last(id, |entry| {
                    if entry.error.is_none() {
                        entry.ended = Some(at);
                        entry.transferred = Some(bytes);
                    }
                });
                self.over(id);
            }
            "Network.loadingFailed" => {
                let why = [text(params, "/errorText"), text(params, "/blockedReason")];
                let why = why.into_iter().filter(|why| !why.is_empty()).collect::<Vec<_>>().join(", ");
                self.last(id, |entry| {
                    entry.ended = Some(at);
                    entry.error = Some(why);
                    entry.size = if entry.response.is_some() { entry.size } else { 0.0 };
                });
                self.over(id);
            }
            "Network.webSocketCreated" => self.socket(tab, id, text(params, "/url")),
            "Network.webSocketWillSendHandshakeRequest" => self.last(id, |entry| {
                (entry.wall, entry.began) = (number(params, "/wallTime") * 1_000.0, at);
                entry.headers = fields(params, "/request/headers");
            }),
            "Network.webSocketHandshakeResponseReceived" => {
                let response = params.get("response").cloned().unwrap_or_default();
                self.last(id, |entry| {
                    (entry.answered, entry.response) = (at, Some(response));
                    let sent = fields(params, "/response/requestHeaders");
                    entry.headers = if sent.is_empty() { std::mem::take(&mut entry.headers) } else { sent };
                });
            }
            "Network.webSocketFrameReceived" => {
                let bytes = text(params, "/response/payloadData").len() as f64;
                self.last(id, |entry| entry.size += bytes);
            }
            "Network.webSocketFrameError" => {
                let why = text(params, "/errorMessage").to_owned();
                self.last(id, |entry| entry.error = Some(why));
            }
            "Network.webSocketClosed" => {
                self.last(id, |entry| entry.ended = Some(at));
                self.over(id);
            }
            "Page.domContentEventFired" => self.page(tab, |page| page.content = page.content.or(Some(at))),
            "Page.loadEventFired" => self.page(tab, |page| page.load = page.load.or(Some(at))),
            _ => {}
        }
    }

    fn asked(&mut self, tab: i32, main: &str, id: &str, params: &Value) {
        let at = number(params, "/timestamp");
        if let Some(response) = params.get("redirectResponse") {
            let has_more = params.get("redirectHasExtraInfo") == Some(&Value::Bool(true));
            let bytes = number(response, "/encodedDataLength");
            self.answered(id, response.clone(), at, has_more);
            self.last(id, |entry| {
                entry.ended = Some(at);
                entry.transferred = Some(bytes);
            });
        } else if self.chains.contains_key(id) && !self.chains.get(id).is_some_and(|chain| chain.entries.is_empty()) {
            // The same, reported by a frame as well.
            return;
        }
        let url = text(params, "/request/url").to_owned() + text(params, "/request/urlFragment");
        let wall = number(params, "/wallTime") * 1_000.0;
        let is_page = text(params, "/type") == "Document" && text(params, "/frameId") == main;
        if is_page && params.get("redirectResponse").is_none() {
            self.shows.insert(tab, self.pages.len());
            self.pages.push(Page { url: url.clone(), wall, began: at, content: None, load: None });
        }
        let mut entry = Entry {
            page: self.shows.get(&tab).copied(),
            wall,
            began: at,
            method: text(params, "/request/method").to_owned(),
            url,
            headers: fields(params, "/request/headers"),
            kind: text(params, "/type").to_owned(),
            ..Entry::default()
        };
        let body = text(params, "/request/postData");
        if !body.is_empty() || params.pointer("/request/hasPostData") == Some(&Value::Bool(true)) {
            entry.body = Some((covered::fields(entry.mime(), body), body.len()));
        }
        if self.take(id, entry) {
            self.come_early(id);
        }
    }

    /// A page's own connection: its handshake is a request, and its messages are bodies, of which only the size is kept.
    fn socket(&mut self, tab: i32, id: &str, url: &str) {
        let page = self.shows.get(&tab).copied();
        let (method, url, kind) = ("GET".to_owned(), url.to_owned(), "WebSocket".to_owned());
        self.take(id, Entry { page, method, url, kind, ..Entry::default() });
        if let Some(chain) = self.chains.get_mut(id) {
            // What was really sent and answered comes with its handshake.
            (chain.sent, chain.answered) = (chain.entries.len(), chain.entries.len());
        }
    }

    /// Keeps an entry, if there is room; says whether there was.
    fn take(&mut self, id: &str, entry: Entry) -> bool {
        if self.entries.len() >= MOST {
            self.left_out += 1;
            return false;
        }
        let chain = self.chains.entry(id.to_owned()).or_default();
        chain.entries.push(self.entries.len());
        self.entries.push(entry);
        true
    }

    /// What was reported of a request before the request itself.
    fn come_early(&mut self, id: &str) {
        let Some(chain) = self.chains.get_mut(id) else { return };
        let sent = if chain.early_sent.is_empty() { None } else { Some(chain.early_sent.remove(0)) };
        let answered = if chain.early_answered.is_empty() { None } else { Some(chain.early_answered.remove(0)) };
        if let Some(headers) = sent {
            self.really_asked(id, headers);
        }
        if let Some((headers, status)) = answered {
            self.really_answered(id, headers, status);
        }
    }

    fn really_asked(&mut self, id: &str, headers: Map<String, Value>) {
        let chain = self.chains.entry(id.to_owned()).or_default();
        match chain.entries.get(chain.sent).copied() {
            Some(at) => {
                chain.sent += 1;
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.headers = headers;
                }
            }
            None => chain.early_sent.push(headers),
        }
    }

    fn really_answered(&mut self, id: &str, headers: Map<String, Value>, status: Option<u64>) {
        let chain = self.chains.entry(id.to_owned()).or_default();
        match chain.entries.get(chain.answered).copied() {
            Some(at) => {
                chain.answered += 1;
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.response_headers = Some(headers);
                    entry.status = status;
                }
            }
            None => chain.early_answered.push((headers, status)),
        }
    }

    /// `has_more`: what was really sent is reported as well, before or after this.
    fn answered(&mut self, id: &str, response: Value, at: f64, has_more: bool) {
        if let Some(chain) = self.chains.get_mut(id).filter(|_| !has_more) {
            // Of this one nothing comes.
            chain.sent = chain.sent.max(chain.entries.len());
            chain.answered = chain.answered.max(chain.entries.len());
        }
        self.last(id, |entry| {
            entry.answered = at;
            entry.response = Some(response);
        });
    }

    /// The request's last entry, changed.
    fn last(&mut self, id: &str, change: impl FnOnce(&mut Entry)) {
        let last = self.chains.get(id).and_then(|chain| chain.entries.last().copied());
        if let Some(entry) = last.and_then(|at| self.entries.get_mut(at)) {
            change(entry);
        }
    }

    /// Forgets a request that has its end, unless more of it is awaited.
    fn over(&mut self, id: &str) {
        let is_whole = |chain: &Chain| chain.sent >= chain.entries.len() && chain.answered >= chain.entries.len();
        if self.chains.get(id).is_some_and(is_whole) {
            self.chains.remove(id);
        }
    }

    fn page(&mut self, tab: i32, change: impl FnOnce(&mut Page)) {
        let shown = self.shows.get(&tab).copied();
        if let Some(page) = shown.and_then(|at| self.pages.get_mut(at)) {
            change(page);
        }
    }

    /// The HAR. `browser`: its name and version.
    pub(super) fn har(&self, browser: (&str, &str)) -> Value {
        let name = |at: usize| format!("page_{}", at + 1);
        let pages = self.pages.iter().enumerate().map(|(at, page)| {
            let since = |moment: Option<f64>| moment.map_or(-1.0, |moment| ((moment - page.began) * 1_000.0).max(0.0));
            json!({
                "id": name(at), "title": covered::address(&page.url), "startedDateTime": moment(page.wall),
                "pageTimings": {"onContentLoad": since(page.content), "onLoad": since(page.load)},
            })
        });
        let entries = self.entries.iter().map(|entry| entry.shown(entry.page.map(name)));
        let mut log = json!({
            "version": "1.2", "creator": {"name": "EDITH", "version": env!("CARGO_PKG_VERSION")},
            "browser": {"name": browser.0, "version": browser.1},
            "pages": pages.collect::<Vec<_>>(), "entries": entries.collect::<Vec<_>>(),
        });
        if let Some(fields) = log.as_object_mut().filter(|_| self.left_out > 0) {
            fields.insert("comment".to_owned(), format!("{} later requests are left out.", self.left_out).into());
        }
        json!({ "log": log })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(url: &str, at: f64, more: &Value) -> Value {
        let mut asked = json!({"requestId": "r", "frameId": "MAIN", "type": "Document", "timestamp": at, "wallTime": 1_700_000_000.0 + at,
            "request": {"url": url, "method": "GET", "headers": {"Shown": "1"}}});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        asked
    }

    fn entries(traffic: &Traffic) -> Vec<Value> {
        traffic.har(("Chrome", "1")).pointer("/log/entries").unwrap().as_array().unwrap().clone()
    }

    fn header(of: &Value) -> Vec<&str> {
        of.as_array().unwrap().iter().map(|header| header["value"].as_str().unwrap()).collect()
    }

    #[test]
    fn each_hop_has_the_headers_that_were_really_sent_whatever_is_told_first() {
        let mut traffic = Traffic::default();
        let mut hear = |method: &str, params: Value| traffic.heard(1, "MAIN", method, &params);
        let extra = |what: &str| json!({"requestId": "r", "headers": {"Really": what}, "statusCode": 200});
        hear("Network.requestWillBeSentExtraInfo", extra("sent 1"));
        hear("Network.requestWillBeSent", asks("http://a.example/1", 1.0, &json!({})));
        // Reported again, by a frame.
        hear("Network.requestWillBeSent", asks("http://a.example/1", 1.0, &json!({})));
        let redirect = json!({"redirectHasExtraInfo": true, "redirectResponse": {"status": 302, "headers": {}, "encodedDataLength": 50}});
        hear("Network.requestWillBeSent", asks("http://a.example/2", 1.5, &redirect));
        hear("Network.responseReceivedExtraInfo", extra("answered 1"));
        hear("Network.requestWillBeSentExtraInfo", extra("sent 2"));
        hear("Network.responseReceivedExtraInfo", extra("answered 2"));
        let response = json!({"requestId": "r", "timestamp": 1.7, "hasExtraInfo": true, "response": {"status": 200, "headers": {}}});
        hear("Network.responseReceived", response);
        hear("Network.loadingFinished", json!({"requestId": "r", "timestamp": 2.0, "encodedDataLength": 70}));
        hear("Page.loadEventFired", json!({"timestamp": 2.5}));
        let all = entries(&traffic);
        let told: Vec<_> =
            all.iter().map(|one| (header(&one["request"]["headers"]), header(&one["response"]["headers"]))).collect();
        assert_eq!(told, [(vec!["sent 1"], vec!["answered 1"]), (vec!["sent 2"], vec!["answered 2"])]);
        assert_eq!((&all[0]["time"], &all[1]["time"]), (&json!(500.0), &json!(500.0)));
        let page = traffic.har(("Chrome", "1"))["log"]["pages"].clone();
        assert_eq!((page.as_array().unwrap().len(), &page[0]["pageTimings"]["onLoad"]), (1, &json!(1_500.0)));
        assert_eq!(page[0]["startedDateTime"], "2023-11-14T22:13:21.000Z");
        assert!(traffic.chains.is_empty(), "what is over takes no room: {:?}", traffic.chains);
    }

    #[test]
    fn a_socket_has_its_handshake_and_the_size_of_its_messages_but_not_their_words() {
        let mut traffic = Traffic::default();
        let mut hear = |method: &str, more: Value| {
            let mut params = json!({"requestId": "w", "timestamp": 2.0});
            params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            traffic.heard(1, "MAIN", method, &params);
        };
        hear("Network.webSocketCreated", json!({"url": "wss://a.example/live?token=s3cret"}));
        let request = json!({"headers": {"Sec-WebSocket-Key": "k", "Cookie": "session=s3cret"}});
        hear("Network.webSocketWillSendHandshakeRequest", json!({"wallTime": 1_700_000_000.0, "request": request}));
        let response = json!({"status": 101, "statusText": "Switching Protocols", "headers": {"Upgrade": "websocket"}});
        hear("Network.webSocketHandshakeResponseReceived", json!({"timestamp": 2.1, "response": response}));
        let message = json!({"response": {"opcode": 1, "payloadData": "s3cret words"}});
        hear("Network.webSocketFrameSent", message.clone());
        hear("Network.webSocketFrameReceived", message);
        hear("Network.webSocketClosed", json!({"timestamp": 4.0}));
        let all = entries(&traffic);
        assert_eq!(all.len(), 1);
        let one = &all[0];
        assert_eq!((&one["response"]["status"], &one["time"]), (&json!(101), &json!(2_000.0)));
        assert_eq!((&one["_resourceType"], &one["response"]["content"]["size"]), (&json!("websocket"), &json!(12)));
        assert!(!one.to_string().contains("s3cret"), "{one}");
        assert!(traffic.chains.is_empty());
    }

    #[test]
    fn what_failed_says_why_and_what_is_too_much_is_counted() {
        let mut traffic = Traffic::default();
        traffic.heard(1, "MAIN", "Network.requestWillBeSent", &asks("http://a.example/", 1.0, &json!({})));
        let failed =
            json!({"requestId": "r", "timestamp": 1.2, "errorText": "net::ERR_FAILED", "blockedReason": "inspector"});
        traffic.heard(1, "MAIN", "Network.loadingFailed", &failed);
        // The page that the browser shows instead.
        traffic.heard(
            1,
            "MAIN",
            "Network.loadingFinished",
            &json!({"requestId": "r", "timestamp": 9.0, "encodedDataLength": 9_999}),
        );
        let one = entries(&traffic).remove(0);
        assert_eq!((&one["_error"], &one["response"]["status"]), (&json!("net::ERR_FAILED, inspector"), &json!(0)));
        assert_eq!(one["response"]["_transferSize"], 0);
        assert!(one["time"].as_f64().unwrap() < 201.0, "{one}");
        for number in 0..MOST {
            let id = json!({ "requestId": number.to_string() });
            traffic.heard(1, "MAIN", "Network.requestWillBeSent", &asks("http://a.example/", 1.0, &id));
        }
        let log = traffic.har(("Chrome", "1"))["log"].take();
        let kept = log["entries"].as_array().unwrap().len();
        assert_eq!((kept, &log["comment"]), (MOST, &json!("1 later requests are left out.")));
    }
}
