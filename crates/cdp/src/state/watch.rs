//! Requests that pages make while an action is carried out: paused by the browser before they are sent, and judged.

use super::requests::identity;
use crate::wire::protocol::fetch::Paused;
use crate::wire::protocol::network::{Request, RequestWillBeSent};
use edith_actions::action::{HeldRequest, RequestJudge, SentRequest};
use edith_gate::Commitment;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// Most of a page's own requests remembered.
const OWN: usize = 256;
/// A request so soon after a watched action may still be that action's, in milliseconds.
const AFTERMATH: f64 = 1_000.0;
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

/// What a page wanted to send over one socket, and that it keeps until it may go.
#[derive(Clone)]
pub(crate) struct KeptMessages {
    /// [`HeldRequest::id`].
    pub id: String,
    /// The frame, by its number in looks.
    pub frame: i32,
    /// The messages, by their numbers in the frame's document.
    pub numbers: Vec<u32>,
    /// All of them as one request.
    pub request: SentRequest,
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
    /// Whether what pages send over sockets during the coming action is to be kept and judged.
    pub(crate) wants_messages: bool,
    /// Whether pages keep it.
    pub(crate) keeps_messages: bool,
    /// Whether the page has heard or said something over a socket.
    pub(crate) has_sockets: bool,
    /// What they keep because it may not go, oldest first.
    kept: Vec<KeptMessages>,
    /// Whether pages were kept from sending something that nobody has allowed.
    has_barred: bool,
    /// Frames that got another document since the action began, each with that one's address: what these request is their own.
    fresh: Vec<(String, String)>,
    /// The main frame, and the address of its document as the action began.
    left: (String, String),
    /// Requests that pages made by themselves.
    own: BTreeSet<String>,
    /// When the last watched action was over, in milliseconds.
    ended: f64,
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
        if self.judge.take().is_some() {
            self.ended = now;
        }
    }

    /// Whether requests are held back although no action is under way.
    pub(crate) fn withholds(&self) -> bool {
        !self.withheld.is_empty()
    }

    /// Whether the page has tried a request again by itself that was held back; none: any.
    pub(crate) fn tries_again(&self, id: Option<&str>) -> bool {
        let tries = |one: &Withheld| one.again && id.is_none_or(|id| one.ids.iter().any(|known| known == id));
        self.withheld.iter().any(tries)
    }

    /// Whether pages may try to send again over a socket what nobody has allowed.
    pub(crate) fn bars(&self) -> bool {
        self.has_barred || !self.kept.is_empty()
    }

    /// The main frame shows another document: what the one before wanted is no more.
    pub(crate) fn turn(&mut self) {
        self.unsent.clear();
        self.kept.clear();
        self.has_barred = false;
        self.has_sockets = false;
        self.withheld.clear();
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
        if !is_safe(request.method()) && self.judge.is_none() && now - self.ended > AFTERMATH && !is_withheld() {
            self.keep(request, asked.kind());
        }
    }

    /// Judges what a page wants to send over one socket; whether it may go.
    pub(crate) fn lets_go(&mut self, messages: KeptMessages) -> bool {
        let Some(held) = self.judge.clone().and_then(|judge| judge(&messages.request)) else { return true };
        if self.kept.len() >= UNSENT {
            self.kept.remove(0);
            self.has_barred = true;
        }
        self.kept.push(KeptMessages { id: held.id.clone(), ..messages });
        self.held.push(held);
        false
    }

    /// What was kept is not allowed any more.
    pub(crate) fn drop_kept(&mut self) {
        self.has_barred |= !self.kept.is_empty();
        self.kept.clear();
    }

    /// What a page keeps, by its id.
    pub(crate) fn kept(&self, id: &str) -> Option<&KeptMessages> {
        self.kept.iter().find(|kept| kept.id == id)
    }

    /// It goes now.
    pub(crate) fn let_go(&mut self, id: &str) {
        self.kept.retain(|kept| kept.id != id);
    }

    fn keep(&mut self, request: Request, kind: &str) {
        if self.own.len() >= OWN {
            self.own.clear();
        }
        self.own.insert(identity(request));
        self.own.extend(beacon(request, kind));
    }

    /// Whether a paused request may not be made.
    pub(crate) fn refuses(&mut self, paused: Paused, session: &str) -> bool {
        let Some(judge) = self.judge.clone() else { return self.is_withheld(paused) };
        if self.is_of_new(paused) {
            self.keep(paused.request(), paused.kind());
            return false;
        }
        if self.own.contains(&identity(paused.request())) {
            return false;
        }
        let (request, way) = (sent(paused), way(paused.request()));
        let Some(held) = judge(&request) else {
            self.withheld.retain(|one| one.way != way);
            return false;
        };
        // What the page tells by itself differs each time; what says that it does something is none of it.
        let is_own = beacon(paused.request(), paused.kind()).is_some_and(|path| self.own.contains(&path));
        if is_own && held.what == Commitment::Sends {
            return false;
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
        self.held.push(held);
        true
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
        is_message: false,
        token: String::new(),
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
            is_message: false,
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
        let refuses = |watch: &mut Watch, frame: &str, from: &str| watch.refuses(part(&paused("XHR", frame, from)), "");
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
        assert!(watch.refuses(part(&post("save")), ""));
        watch.end(1_000.0);
        assert!(watch.withholds() && !watch.tries_again(None));
        for (path, is_held) in [("save?try=2", true), ("other", false), ("save", true)] {
            watch.note(part(&post(path)), 9_000.0);
            assert_eq!(watch.refuses(part(&post(path)), ""), is_held, "{path}");
        }
        assert!(watch.tries_again(Some("1")) && !watch.tries_again(Some("2")));
        let mut asks = post("save");
        asks["request"]["postData"] = json!("query");
        assert!(!watch.refuses(part(&asks), ""), "what only asks");
        // The next action is judged by itself, and what it is allowed is held back no longer.
        watch.judge = Some(std::rc::Rc::new(|_| None));
        watch.begin("M", "https://a.example/room");
        assert!(!watch.refuses(part(&post("save")), ""));
        watch.end(10_000.0);
        assert!(!watch.withholds() && !watch.refuses(part(&post("save")), ""));
        // Nor is it where the page is another.
        watch.judge = Some(holds);
        watch.begin("M", "https://a.example/room");
        assert!(watch.refuses(part(&post("later")), ""));
        watch.end(11_000.0);
        watch.turn();
        assert!(!watch.withholds() && !watch.refuses(part(&post("later")), ""));
        // What a later action may do is nothing that was refused before it.
        for path in ["save", "more"] {
            watch.judge = Some(std::rc::Rc::new(move |request: &SentRequest| request.url.ends_with(path).then(held)));
            watch.begin("M", "https://a.example/room");
            assert!(watch.refuses(part(&post(path)), ""));
            watch.end(12_000.0);
        }
        assert!(watch.refuses(part(&post("save")), "") && watch.refuses(part(&post("more")), ""));
    }

    #[test]
    fn a_page_whose_message_was_not_allowed_may_try_again_and_one_whose_message_goes_does_not() {
        let kept = || KeptMessages { id: String::new(), frame: 0, numbers: vec![0], request: SentRequest::default() };
        let asked = || {
            let mut watch = Watch { judge: Some(std::rc::Rc::new(|_| Some(held()))), ..Watch::default() };
            assert!(!watch.lets_go(kept()));
            watch
        };
        let mut allowed = asked();
        assert!(allowed.bars() && allowed.kept("1").is_some());
        allowed.let_go("1");
        assert!(!allowed.bars());
        let mut denied = asked();
        denied.drop_kept();
        assert!(denied.bars() && denied.kept("1").is_none());
        denied.turn();
        assert!(!denied.bars());
    }

    #[test]
    fn a_beacon_of_the_pages_own_that_says_what_it_does_is_none() {
        for (what, is_held) in [(Commitment::Sends, false), (Commitment::Deletes, true), (Commitment::Account, true)] {
            let mut watch = Watch::default();
            watch.note(part(&json!({ "type": "Ping", "request": { "method": "POST", "url": "https://a.example/batch", "postData": "t=0" } })), 9_000.0);
            watch.judge = Some(std::rc::Rc::new(move |_| Some(HeldRequest { what, ..held() })));
            watch.begin("M", "https://a.example/room");
            assert_eq!(watch.refuses(part(&paused("Ping", "M", "")), ""), is_held, "{what:?}");
            assert!(watch.refuses(part(&paused("XHR", "M", "")), ""), "no beacon");
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
