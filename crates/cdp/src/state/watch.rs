//! Requests that pages make while an action is carried out: paused by the browser before they are sent, and judged.

use super::messages::{self, Messages};
use super::requests::{identity, words};
use crate::wire::protocol::fetch::Paused;
use crate::wire::protocol::network::{FrameSent, Request, RequestWillBeSent};
use edith_core::action::{HeldRequest, RequestJudge, SentRequest};
use edith_core::gate::Commitment;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// Most of a page's own requests remembered.
const OWN: usize = 256;
/// What a page sends so soon after a watched action is that action's, in milliseconds: pages save what was entered once nothing more is, mostly within
/// three seconds.
const LATE: f64 = 10_000.0;
/// Longest address in a message, in characters.
const ADDRESS: usize = 200;
/// Most kinds of requests that are held back after their action; a question names as many.
const WITHHELD: usize = 64;
/// Most requests that are remembered whole.
const UNSENT: usize = 8;

/// A request that was not made, with all that is needed to make it.
#[derive(Clone)]
pub(crate) struct Unsent {
    /// [`HeldRequest::id`].
    pub id: String,
    /// The request.
    pub request: SentRequest,
    /// Its body in pieces of base64; none: it has a body that the browser did not tell whole.
    pub body: Option<Vec<String>>,
    /// The frame that asked for it.
    frame: String,
    /// The child session that it came from; empty: the tab itself.
    session: String,
}

/// A kind of request that was held back and that nobody has allowed since: pages try such a one again by themselves.
struct Withheld {
    /// Its method and address without the query.
    way: String,
    /// [`HeldRequest::id`] of each.
    ids: Vec<String>,
    /// Whether the page has tried it again.
    again: bool,
    /// The judge that held it back last.
    judge: RequestJudge,
}

/// What is watched, and what was found.
#[derive(Default)]
pub(crate) struct Watch {
    /// Judges the requests of the present action; none: they are free.
    pub judge: Option<RequestJudge>,
    /// Requests that were not made and are not reported yet.
    pub held: Vec<HeldRequest>,
    /// The main document's requests that were not made, whole, oldest first.
    pub(crate) unsent: Vec<Unsent>,
    /// Frames that got another document since the action began, each with that one's address: what these request is their own.
    fresh: Vec<(String, String)>,
    /// The main frame, and the address of its document as the action began.
    left: (String, String),
    /// Requests that pages made by themselves.
    own: BTreeSet<String>,
    /// The judge of the last watched action, and until when what the page sends is judged by it, in milliseconds.
    late: Option<(RequestJudge, f64)>,
    /// Requests that were not made after the action, and are not reported yet.
    pub(crate) held_late: Vec<HeldRequest>,
    /// Messages over sockets.
    pub(crate) messages: Messages,
    /// What goes on being held back after its action.
    withheld: Vec<Withheld>,
}

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Watch").field("held", &self.held).field("fresh", &self.fresh).finish_non_exhaustive()
    }
}

impl Watch {
    /// An action begins in a tab whose main frame shows this.
    pub(crate) fn begin(&mut self, main_frame: &str, address: &str) {
        self.held.clear();
        let Some(judge) = &self.judge else { return };
        self.messages.judge(judge);
        self.late = None;
        self.fresh.clear();
        self.left = (main_frame.to_owned(), whole(address).to_owned());
    }

    /// A frame got another document.
    pub(crate) fn renew(&mut self, frame: &str, address: &str) {
        self.fresh.push((frame.to_owned(), whole(address).to_owned()));
    }

    /// Whether a request is of a document that came since the action began. What the one before sends as it is left comes late, and says where it is from.
    fn is_of_new(&self, paused: Paused) -> bool {
        let frame = paused.frame();
        let Some((_, address)) = self.fresh.iter().rev().find(|(fresh, _)| fresh == frame) else { return false };
        let from =
            paused.request().headers().into_iter().flatten().find(|(name, _)| name.eq_ignore_ascii_case("referer"));
        let from = from.and_then(|(_, value)| value.as_str()).map(whole);
        let (main, left) = &self.left;
        !(main == frame && left != address && from == Some(left))
    }

    pub(crate) fn end(&mut self, now: f64) {
        self.late = self.judge.take().map(|judge| (judge, now + LATE)).or_else(|| self.late.take());
    }

    /// Whether requests may be held back although no action is under way.
    pub(crate) fn withholds(&self, now: f64) -> bool {
        !self.withheld.is_empty() || self.is_late(now)
    }

    /// Whether what the page sends may still be the last action's.
    fn is_late(&self, now: f64) -> bool {
        self.late.as_ref().is_some_and(|(_, until)| now < *until)
    }

    /// Whether the page has tried a request again by itself that was held back; none: any.
    pub(crate) fn tries_again(&self, id: Option<&str>) -> bool {
        let is_one = |one: &Withheld| one.again && id.is_none_or(|id| one.ids.iter().any(|known| known == id));
        self.withheld.iter().any(is_one) || self.messages.waits(id)
    }

    /// The main frame shows another document: what the one before wanted is no more.
    pub(crate) fn turn(&mut self) {
        self.unsent.clear();
        self.withheld.clear();
        self.messages.turn();
    }

    /// Holds a request of this way back for as long as nobody allows it.
    fn withhold(&mut self, way: String, id: &str, judge: RequestJudge) {
        let id = id.to_owned();
        if let Some(one) = self.withheld.iter_mut().find(|one| one.way == way) {
            one.judge = judge;
            if !one.ids.contains(&id) {
                one.ids.push(id);
            }
        } else if self.withheld.len() < WITHHELD {
            self.withheld.push(Withheld { way, ids: vec![id], again: false, judge });
        }
    }

    /// Whether a request that no action made was held back before, and still is.
    fn is_withheld(&mut self, paused: Paused) -> bool {
        let way = way(paused.request());
        let Some(one) = self.withheld.iter_mut().find(|one| one.way == way) else { return false };
        // Where all goes to one address, what only asks is free.
        let is_held = (one.judge)(&sent(paused)).is_some();
        one.again |= is_held;
        is_held
    }

    /// Records a request that no action made.
    pub(crate) fn note(&mut self, asked: RequestWillBeSent, now: f64) {
        let request = asked.request();
        let is_withheld = || self.withheld.iter().any(|one| one.way == way(request));
        if !is_safe(request.method()) && self.judge.is_none() && !self.is_late(now) && !is_withheld() {
            self.keep(request, asked.kind());
        }
    }

    fn keep(&mut self, request: Request, kind: &str) {
        if self.own.len() >= OWN {
            self.own.clear();
        }
        self.own.insert(identity(request));
        self.own.extend(beacon(request, kind));
    }

    /// Takes in a message over a socket. `page`: the address of the tab's document.
    pub(crate) fn message(&mut self, sent: FrameSent, session: &str, page: &str, now: f64) {
        let request = self.messages.request(session, sent, page);
        let identity = format!("socket{}", words(&request.body));
        let Some(judge) = self.judge.as_ref().filter(|_| self.messages.is_holding) else {
            if self.judge.is_none() && !self.is_late(now) && self.own.len() < OWN {
                self.own.insert(identity);
            }
            return;
        };
        let held = if self.own.contains(&identity) { None } else { judge(&request) };
        self.messages.take(request, held.as_ref());
        self.held.extend(held.map(messages::told));
    }

    /// Whether a paused request may not be made.
    pub(crate) fn refuses(&mut self, paused: Paused, session: &str, now: f64) -> bool {
        let Some(judge) = self.judge.clone() else {
            return self.is_withheld(paused) || self.refuses_late(paused, session, now);
        };
        let held = self.judged(paused, session, sent(paused), judge);
        let is_held = held.is_some();
        self.held.extend(held);
        is_held
    }

    /// The same after the action.
    fn refuses_late(&mut self, paused: Paused, session: &str, now: f64) -> bool {
        let Some((judge, _)) = self.late.clone().filter(|(_, until)| now < *until) else { return false };
        let request = SentRequest { is_apart: true, ..sent(paused) };
        let held = self.judged(paused, session, request, judge);
        let is_held = held.is_some();
        self.held_late.extend(held);
        is_held
    }

    /// As what a paused request is held back; none: it may be made.
    fn judged(
        &mut self,
        paused: Paused,
        session: &str,
        request: SentRequest,
        judge: RequestJudge,
    ) -> Option<HeldRequest> {
        if self.is_of_new(paused) {
            self.keep(paused.request(), paused.kind());
            return None;
        }
        if self.own.contains(&identity(paused.request())) {
            return None;
        }
        let way = way(paused.request());
        let Some(held) = judge(&request) else {
            self.withheld.retain(|one| one.way != way);
            return None;
        };
        // What the page tells by itself differs each time; what says that it does something is none of it.
        let is_own = beacon(paused.request(), paused.kind()).is_some_and(|path| self.own.contains(&path));
        if is_own && held.what == Commitment::Sends {
            return None;
        }
        self.withhold(way, &held.id, judge);
        self.unsent.retain(|unsent| unsent.id != held.id);
        if self.unsent.len() >= UNSENT {
            self.unsent.remove(0);
        }
        self.unsent.push(Unsent {
            id: held.id.clone(),
            request,
            body: body(paused.request()),
            frame: paused.frame().to_owned(),
            session: session.to_owned(),
        });
        Some(held)
    }

    /// A request of the main document, or of its workers, that was not made.
    pub(crate) fn unsent(&self, id: &str, main_frame: &str, frames: &[(String, String)]) -> Option<&Unsent> {
        let is_main = |unsent: &&Unsent| match unsent.session.as_str() {
            "" => unsent.frame == main_frame,
            session => frames.iter().all(|(frame, _)| frame != session),
        };
        self.unsent.iter().filter(is_main).find(|unsent| unsent.id == id)
    }
}

/// Where a message goes to which the page awaits no answer (`sendBeacon`, `ping`); none: it is another request. One that pages send by themselves tells
/// what goes on in them, and its content differs each time.
fn beacon(request: Request, kind: &str) -> Option<String> {
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    (kind == "Ping").then(|| format!("beacon {path}"))
}

/// A request's method and address without the query.
fn way(request: Request) -> String {
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    format!("{} {path}", request.method())
}

/// An address without its fragment.
fn whole(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// For the end of a note.
pub(crate) fn told(held: &HeldRequest) -> String {
    let url: String = held.url.chars().take(ADDRESS).collect();
    format!(" It would have sent {} {url}, which was held back: nobody has been asked yet.", held.method)
}

/// The same of what the page tried after the action before.
pub(crate) fn told_late(held: &HeldRequest) -> String {
    let url: String = held.url.chars().take(ADDRESS).collect();
    format!(
        " After the last action the page tried to send {} {url} by itself, which was held back: nobody asked for it.",
        held.method
    )
}

/// Whether a paused request has not been sent yet; else it was answered.
pub(crate) fn is_unsent(paused: Paused) -> bool {
    paused.status().is_none() && paused.error().is_none()
}

/// Whether a request only asks for something, by its method.
pub(crate) fn is_safe(method: &str) -> bool {
    matches!(method, "GET" | "HEAD" | "OPTIONS")
}

fn sent(paused: Paused) -> SentRequest {
    let request = paused.request();
    let header = |(name, value): (&String, &Value)| Some((name.clone(), value.as_str()?.to_owned()));
    SentRequest {
        method: request.method().to_owned(),
        url: request.url().to_owned(),
        headers: request.headers().into_iter().flatten().filter_map(header).collect(),
        body: request.body().to_owned(),
        is_ping: paused.kind() == "Ping",
        is_document: paused.kind() == "Document",
        is_untold: body(request).is_none(),
        is_apart: false,
    }
}

/// The body as the browser tells it; none: a part of it, such as a file, is missing.
fn body(request: Request) -> Option<Vec<String>> {
    match request.pieces() {
        Some(pieces) => pieces.iter().map(|piece| piece.bytes().map(str::to_owned)).collect(),
        None => (!request.has_body()).then(Vec::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::world::part;
    use serde_json::json;

    #[test]
    fn a_paused_request_is_judged_with_the_cookies_that_it_will_have() {
        let params = json!({
            "requestId": "interception-1", "resourceType": "XHR", "frameId": "F",
            "request": { "method": "POST", "url": "https://api.example/x", "postData": "a=1",
                "headers": { "Content-Type": "application/x-www-form-urlencoded", "Cookie": "sid=1" } },
        });
        let cookie = ("Cookie".to_owned(), "sid=1".to_owned());
        assert!(sent(part(&params)).headers.contains(&cookie));
    }

    fn held() -> HeldRequest {
        HeldRequest {
            id: "1".into(),
            kind: String::new(),
            method: "POST".into(),
            url: String::new(),
            what: Commitment::Sends,
            fields: Vec::new(),
        }
    }

    fn paused(kind: &str, frame: &str, from: &str) -> Value {
        json!({
            "requestId": "interception-1", "resourceType": kind, "frameId": frame,
            "request": { "method": "POST", "url": "https://a.example/batch", "postData": "a=1", "headers": { "Referer": from } },
        })
    }

    #[test]
    fn what_a_page_sends_as_it_is_left_is_not_the_next_ones() {
        let mut watch = Watch { judge: Some(std::rc::Rc::new(|_| Some(held()))), ..Watch::default() };
        let refuses =
            |watch: &mut Watch, frame: &str, from: &str| watch.refuses(part(&paused("XHR", frame, from)), "", 0.0);
        watch.begin("M", "https://a.example/room#top");
        assert!(refuses(&mut watch, "M", "https://a.example/room"), "before the next one came");
        watch.renew("M", "https://a.example/rooms");
        assert!(refuses(&mut watch, "M", "https://a.example/room"));
        watch.renew("F", "https://a.example/frame");
        for (frame, from) in
            [("M", "https://a.example/rooms"), ("M", "https://a.example/"), ("F", "https://a.example/room")]
        {
            let mut watch = Watch { judge: watch.judge.clone(), ..Watch::default() };
            watch.begin("M", "https://a.example/room");
            watch.renew("M", "https://a.example/rooms");
            watch.renew("F", "https://a.example/frame");
            assert!(!refuses(&mut watch, frame, from), "{frame} {from}");
        }
        // The same page anew says the same of itself.
        let mut again = Watch { judge: watch.judge.clone(), ..Watch::default() };
        again.begin("M", "https://a.example/room");
        again.renew("M", "https://a.example/room");
        assert!(!refuses(&mut again, "M", "https://a.example/room"));
    }

    #[test]
    fn what_a_page_tries_again_is_held_back_until_it_is_allowed() {
        let post = |path: &str| {
            json!({ "resourceType": "XHR", "frameId": "M",
                "request": { "method": "POST", "url": format!("https://a.example/{path}"), "postData": "a=1" } })
        };
        let holds: RequestJudge = std::rc::Rc::new(|request| (!request.body.contains("query")).then(held));
        let mut watch = Watch { judge: Some(std::rc::Rc::clone(&holds)), ..Watch::default() };
        watch.begin("M", "https://a.example/room");
        assert!(watch.refuses(part(&post("save")), "", 30_000.0));
        watch.end(1_000.0);
        assert!(watch.withholds(30_000.0) && !watch.tries_again(None));
        for (path, is_held) in [("save?try=2", true), ("other", false), ("save", true)] {
            watch.note(part(&post(path)), 30_000.0);
            assert_eq!(watch.refuses(part(&post(path)), "", 30_000.0), is_held, "{path}");
        }
        assert!(watch.tries_again(Some("1")) && !watch.tries_again(Some("2")));
        let mut asks = post("save");
        asks["request"]["postData"] = json!("query");
        assert!(!watch.refuses(part(&asks), "", 30_000.0), "what only asks");
        // The next action is judged by itself, and what it is allowed is held back no longer.
        watch.judge = Some(std::rc::Rc::new(|_| None));
        watch.begin("M", "https://a.example/room");
        assert!(!watch.refuses(part(&post("save")), "", 30_000.0));
        watch.end(10_000.0);
        assert!(!watch.withholds(30_000.0) && !watch.refuses(part(&post("save")), "", 30_000.0));
        // Nor is it where the page is another.
        watch.judge = Some(holds);
        watch.begin("M", "https://a.example/room");
        assert!(watch.refuses(part(&post("later")), "", 30_000.0));
        watch.end(11_000.0);
        watch.turn();
        assert!(!watch.withholds(30_000.0) && !watch.refuses(part(&post("later")), "", 30_000.0));
        // What a later action may do is nothing that was refused before it.
        for path in ["save", "more"] {
            watch.judge = Some(std::rc::Rc::new(move |request: &SentRequest| request.url.ends_with(path).then(held)));
            watch.begin("M", "https://a.example/room");
            assert!(watch.refuses(part(&post(path)), "", 30_000.0));
            watch.end(12_000.0);
        }
        assert!(watch.refuses(part(&post("save")), "", 30_000.0) && watch.refuses(part(&post("more")), "", 30_000.0));
    }

    #[test]
    fn what_a_page_sends_some_time_after_the_action_is_judged_by_it() {
        let post = |path: &str| {
            json!({ "resourceType": "XHR", "frameId": "M",
                "request": { "method": "POST", "url": format!("https://a.example/{path}"), "postData": "a=1" } })
        };
        let mut watch = Watch::default();
        watch.note(part(&post("poll")), 500.0);
        watch.judge = Some(std::rc::Rc::new(|request: &SentRequest| {
            (request.is_apart || !request.url.ends_with("ok")).then(held)
        }));
        watch.begin("M", "https://a.example/room");
        assert!(!watch.refuses(part(&post("ok")), "", 900.0));
        watch.end(1_000.0);
        for (path, at, is_held) in [("save", 5_000.0, true), ("poll", 5_000.0, false), ("more", 12_000.0, false)] {
            watch.note(part(&post(path)), at);
            assert_eq!(watch.refuses(part(&post(path)), "", at), is_held, "{path}");
        }
        assert!(watch.refuses(part(&post("save")), "", 90_000.0), "it tries again");
        assert_eq!((watch.held.len(), watch.held_late.len()), (0, 1));
        // To wait is no action of its own; what another page sends is its own.
        watch.begin("M", "https://a.example/room");
        watch.end(2_000.0);
        assert!(watch.refuses(part(&post("later")), "", 5_000.0));
        watch.renew("M", "https://a.example/next");
        assert!(!watch.refuses(part(&post("fresh")), "", 5_000.0));
        // The next action is judged by itself.
        watch.judge = Some(std::rc::Rc::new(|_| None));
        watch.begin("M", "https://a.example/next");
        watch.end(6_000.0);
        assert!(!watch.refuses(part(&post("another")), "", 7_000.0));
    }

    #[test]
    fn messages_that_nobody_allowed_wait_and_what_comes_after_them_does() {
        let frame = |text: &str| json!({ "requestId": "1", "response": { "opcode": 1, "payloadData": text } });
        let mut watch = Watch::default();
        watch.messages.opened("", "1", "wss://a.example/live?x=1");
        let say = |watch: &mut Watch, text: &str| watch.message(part(&frame(text)), "", "https://a.example/", 5_000.0);
        say(&mut watch, r#"["ping",17]"#);
        watch.judge = Some(std::rc::Rc::new(|request: &SentRequest| {
            assert_eq!((request.url.as_str(), request.is_apart), ("https://a.example/live?x=1", true));
            let url = request.url.clone();
            (request.body != r#"["reads"]"#).then(|| HeldRequest { id: request.body.clone(), url, ..held() })
        }));
        watch.begin("M", "https://a.example/");
        say(&mut watch, r#"42["early"]"#);
        assert!(watch.held.is_empty(), "the browser did not hold it up");
        watch.messages.is_holding = true;
        for text in [r#"["ping",18]"#, r#"["reads"]"#] {
            say(&mut watch, text);
            assert!(std::mem::take(&mut watch.messages.are_due), "{text}");
        }
        for text in [r#"42["deletes",{"id":3}]"#, r#"["reads"]"#] {
            say(&mut watch, text);
            assert!(!watch.messages.are_due && watch.messages.wait(), "{text}");
        }
        let asked = r#"["deletes",{"id":3}]"#;
        let lines: Vec<_> =
            watch.held.iter().map(|one| (one.id.as_str(), one.method.as_str(), one.url.as_str())).collect();
        assert_eq!(lines, [(asked, "WebSocket", "wss://a.example/live?x=1")]);
        watch.end(6_000.0);
        assert!(watch.tries_again(Some(asked)) && !watch.tries_again(Some("other")));
        // Another action does not send them; the one that they were allowed to does.
        watch.begin("M", "https://a.example/");
        watch.judge = Some(std::rc::Rc::new(|_| Some(held())));
        watch.begin("M", "https://a.example/");
        assert!(watch.messages.wait() && !watch.messages.are_due);
        watch.judge = Some(std::rc::Rc::new(|_| None));
        watch.begin("M", "https://a.example/");
        assert!(!watch.messages.wait() && watch.messages.are_due && !watch.tries_again(None));
        // With the page goes what it had to say.
        watch.judge = Some(std::rc::Rc::new(|_| Some(held())));
        watch.begin("M", "https://a.example/");
        say(&mut watch, "text");
        watch.turn();
        assert!(!watch.messages.wait());
    }

    #[test]
    fn a_beacon_of_the_pages_own_that_says_what_it_does_is_none() {
        for (what, is_held) in [(Commitment::Sends, false), (Commitment::Deletes, true), (Commitment::Account, true)] {
            let mut watch = Watch::default();
            watch.note(part(&json!({ "type": "Ping", "request": { "method": "POST", "url": "https://a.example/batch", "postData": "t=0" } })), 9_000.0);
            watch.judge = Some(std::rc::Rc::new(move |_| Some(HeldRequest { what, ..held() })));
            watch.begin("M", "https://a.example/room");
            assert_eq!(watch.refuses(part(&paused("Ping", "M", "")), "", 9_000.0), is_held, "{what:?}");
            assert!(watch.refuses(part(&paused("XHR", "M", "")), "", 9_000.0), "no beacon");
        }
    }

    #[test]
    fn a_body_that_the_browser_does_not_tell_is_no_empty_one() {
        let with = |request: Value| sent(part(&json!({ "resourceType": "XHR", "request": request }))).is_unread();
        assert!(with(json!({ "method": "POST", "url": "https://a.example/x", "hasPostData": true })));
        let of_file = json!([{ "bytes": "YQ==" }, {}]);
        assert!(with(
            json!({ "method": "POST", "url": "https://a.example/x", "hasPostData": true, "postDataEntries": of_file })
        ));
        assert!(!with(json!({ "method": "POST", "url": "https://a.example/x" })));
        let whole = json!([{ "bytes": "YQ==" }]);
        assert!(!with(
            json!({ "method": "POST", "url": "https://a.example/x", "hasPostData": true, "postData": "a", "postDataEntries": whole })
        ));
    }
}
