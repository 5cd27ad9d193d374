//! How the tab came to its documents: what answered, and the names of the cookies they were asked for with.

use crate::wire::protocol::network::{Cookie, RequestExtraInfo, ResponseReceived};
use edith_port::{Arrival, FrameArrival, SentCookie};
use std::net::IpAddr;

/// Documents, and hosts, remembered.
const KEPT: usize = 32;
/// Hosts remembered whose documents were in frames; one page may have dozens of advertisements.
const FRAMES: usize = 256;

/// A document's request, as it was sent; each redirection has one.
#[derive(Debug)]
struct SentRequest {
    loader: String,
    host: String,
    cookies: Vec<SentCookie>,
}

#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    asked: Vec<SentRequest>,
    answered: Vec<(String, IpAddr)>,
    /// The document shown; empty: it was there before the tab was watched.
    loader: String,
    /// The first cookies of each host that the main frame has been on.
    first: Vec<(String, Vec<SentCookie>)>,
    /// How each host's documents came, in whichever frame.
    frames: Vec<Framed>,
    /// Hosts that were sent an `Authorization` header.
    authorised: Vec<String>,
}

#[derive(Debug, Default)]
struct Framed {
    host: String,
    answered_by: Option<IpAddr>,
    /// Those of its first document; none: not seen yet.
    cookies: Option<Vec<SentCookie>>,
}

impl Arrivals {
    /// A request left: for a document with these cookies, or another with an `Authorization`. The message has no values, see `background.js`.
    /// `in_main`: of the tab's own process, whose documents may be the tab's.
    pub(crate) fn asked(&mut self, asked: RequestExtraInfo, in_main: bool) {
        let host = host_of(asked.host());
        if asked.authorised() && !self.authorised.contains(&host) {
            keep(&mut self.authorised, KEPT, host.clone());
        }
        let Some(cookies) = asked.cookies() else { return };
        let sent = |cookie: Cookie| SentCookie {
            name: cookie.name().to_owned(),
            http_only: cookie.http_only(),
            size: u32::try_from(cookie.size()).unwrap_or_default(),
        };
        let cookies: Vec<SentCookie> = cookies.into_iter().map(sent).collect();
        self.note_framed(&host, |frame| frame.cookies = frame.cookies.take().or_else(|| Some(cookies.clone())));
        if in_main {
            keep(&mut self.asked, KEPT, SentRequest { loader: asked.id().to_owned(), host, cookies });
        }
    }

    /// A response began.
    pub(crate) fn answered(&mut self, answer: ResponseReceived, in_main: bool) {
        let address = answer.address().trim_matches(['[', ']']);
        if let (Ok(address), "Document") = (address.parse(), answer.kind()) {
            self.note_framed(&host_in(answer.url()), |frame| frame.answered_by = Some(address));
            if in_main {
                keep(&mut self.answered, KEPT, (answer.id().to_owned(), address));
            }
        }
    }

    fn note_framed(&mut self, host: &str, note: impl FnOnce(&mut Framed)) {
        match self.frames.iter_mut().find(|known| known.host == host) {
            Some(known) => note(known),
            None => {
                let mut new = Framed { host: host.to_owned(), ..Framed::default() };
                note(&mut new);
                keep(&mut self.frames, FRAMES, new);
            }
        }
    }

    /// The main frame shows another document.
    pub(crate) fn turn_to(&mut self, loader: &str) {
        loader.clone_into(&mut self.loader);
        let (ours, others) = std::mem::take(&mut self.asked).into_iter().partition(|asked| asked.loader == loader);
        self.asked = others;
        for SentRequest { host, cookies, .. } in ours {
            if !self.first.iter().any(|(known, _)| *known == host) {
                keep(&mut self.first, KEPT, (host, cookies));
            }
        }
    }

    /// How the tab came to the document at this address.
    pub(crate) fn of(&self, url: &str) -> Arrival {
        let host = host_in(url);
        let cookies = self.first.iter().find(|(known, _)| *known == host);
        let answered = self.answered.iter().rev().find(|(loader, _)| !loader.is_empty() && *loader == self.loader);
        Arrival {
            answered_by: answered.map(|(_, address)| *address),
            cookies: cookies.map(|(_, cookies)| cookies.clone()).unwrap_or_default(),
            authorised: self.authorised.clone(),
            frames: self.frames.iter().map(Framed::told).collect(),
        }
    }
}

impl Framed {
    fn told(&self) -> FrameArrival {
        let cookies = self.cookies.clone().unwrap_or_default();
        FrameArrival { host: self.host.clone(), answered_by: self.answered_by, cookies }
    }
}

/// The host of an address.
pub(super) fn host_in(url: &str) -> String {
    host_of(url.split_once("://").map_or("", |(_, rest)| rest).split(['/', '?', '#']).next().unwrap_or_default())
}

/// Without the port.
fn host_of(place: &str) -> String {
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|c| c.is_ascii_digit());
    place.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(place, |(host, _)| host).to_ascii_lowercase()
}

fn keep<T>(all: &mut Vec<T>, most: usize, one: T) {
    if all.len() >= most {
        all.remove(0);
    }
    all.push(one);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::world::part;
    use serde_json::json;

    fn asked(arrivals: &mut Arrivals, loader: &str, host: &str, name: &str) {
        arrivals.asked(
            part(
                &json!({"requestId": loader, "host": host, "cookies": [{"name": name, "httpOnly": true, "size": 20}]}),
            ),
            true,
        );
    }

    fn names(arrivals: &Arrivals, url: &str) -> Vec<String> {
        arrivals.of(url).cookies.into_iter().map(|cookie| cookie.name).collect()
    }

    #[test]
    fn documents_of_frames_are_known_by_their_hosts() {
        let mut arrivals = Arrivals::default();
        arrivals.answered(
            part(&json!({"requestId": "F1", "type": "Document", "response": {"url": "http://lan.example:81/x", "remoteIPAddress": "10.0.0.1"}})),
            false,
        );
        for name in ["old", "new"] {
            let cookies = json!([{"name": name, "httpOnly": true, "size": 20}]);
            arrivals.asked(part(&json!({"requestId": "F1", "host": "lan.example:81", "cookies": cookies})), false);
        }
        let known = arrivals.of("https://news.example/");
        assert_eq!(known.cookies, []);
        let [frame] = known.frames.as_slice() else { panic!("{known:?}") };
        assert_eq!((frame.host.as_str(), frame.answered_by), ("lan.example", Some("10.0.0.1".parse().unwrap())));
        assert_eq!(frame.cookies.iter().map(|cookie| cookie.name.as_str()).collect::<Vec<_>>(), ["old"]);
    }

    #[test]
    fn the_first_request_of_a_host_tells_what_was_there_before_the_visit() {
        let mut arrivals = Arrivals::default();
        asked(&mut arrivals, "L1", "shop.example:8080", "old");
        // A redirection to the same host sends what its first answer set, and another frame's document is not the tab's.
        asked(&mut arrivals, "L1", "shop.example:8080", "new");
        asked(&mut arrivals, "F1", "frame.example", "framed");
        assert_eq!(names(&arrivals, "http://shop.example:8080/"), Vec::<String>::new());
        arrivals.answered(
            part(&json!({"requestId": "L1", "type": "Document", "response": {"remoteIPAddress": "[::1]"}})),
            true,
        );
        arrivals.answered(
            part(&json!({"requestId": "F1", "type": "Document", "response": {"remoteIPAddress": "10.0.0.1"}})),
            true,
        );
        arrivals.answered(
            part(&json!({"requestId": "7.1", "type": "Image", "response": {"remoteIPAddress": "10.0.0.2"}})),
            true,
        );
        arrivals.turn_to("L1");
        assert_eq!(names(&arrivals, "http://shop.example:8080/x?y#z"), ["old"]);
        assert_eq!(names(&arrivals, "http://frame.example/"), Vec::<String>::new());
        assert_eq!(arrivals.of("http://shop.example:8080/").answered_by, Some("::1".parse().unwrap()));
        asked(&mut arrivals, "L2", "shop.example", "later");
        arrivals.turn_to("L2");
        assert_eq!(names(&arrivals, "http://shop.example/"), ["old"]);
        assert_eq!(arrivals.of("http://shop.example/").answered_by, None);
        // Back from the browser's cache: no request, the same document.
        arrivals.turn_to("L1");
        assert!(arrivals.of("http://shop.example/").answered_by.is_some());
    }
}
