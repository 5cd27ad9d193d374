//! A request with its answer, and what HAR 1.2 has of both.

use super::covered;
use chrono::{DateTime, SecondsFormat};
use serde_json::{Map, Value, json};

/// A request. Moments are the browser's own seconds but for `wall`.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The number of its page.
    pub(super) page: Option<usize>,
    /// When it was made, in milliseconds since 1970.
    pub(super) wall: f64,
    pub(super) began: f64,
    pub(super) ended: Option<f64>,
    pub(super) method: String,
    pub(super) url: String,
    /// As they are known; those that were really sent come later.
    pub(super) headers: Map<String, Value>,
    /// The names of the fields of its body, and its bytes.
    pub(super) body: Option<(Value, usize)>,
    /// What it is for, in the browser's words, such as `Document`.
    pub(super) kind: String,
    /// The browser's answer to it: `Network.Response`.
    pub(super) response: Option<Value>,
    /// When that came.
    pub(super) answered: f64,
    pub(super) response_headers: Option<Map<String, Value>>,
    /// The status that was really sent, where the browser shows another (304).
    pub(super) status: Option<u64>,
    /// Bytes of the answer's body, unpacked.
    pub(super) size: f64,
    /// Bytes that came over the network, headers and all.
    pub(super) transferred: Option<f64>,
    /// Why it failed.
    pub(super) error: Option<String>,
}

/// A moment as HAR has it: ISO 8601 with milliseconds.
pub(super) fn moment(wall: f64) -> String {
    let time = DateTime::from_timestamp_millis(wall as i64).unwrap_or_default();
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

impl Entry {
    /// As HAR has it.
    pub(super) fn shown(&self, page: Option<String>) -> Value {
        let response = self.response.as_ref();
        let text = |name: &str| response.and_then(|one| one.get(name)?.as_str()).unwrap_or_default();
        let number = |name: &str| response.and_then(|one| one.get(name)?.as_f64());
        let version = version(text("protocol"));
        let url = covered::address(&self.url);
        let empty = Map::new();
        let known = response.and_then(|one| one.get("headers")?.as_object());
        let answered = self.response_headers.as_ref().or(known).unwrap_or(&empty);
        let location = answered.iter().find(|(name, _)| name.eq_ignore_ascii_case("location"));
        let location = location.and_then(|(_, value)| value.as_str()).unwrap_or_default();
        let mut request = json!({
            "method": self.method, "url": url, "httpVersion": version, "cookies": covered::cookies(&self.headers, "cookie", ';'),
            "headers": covered::headers(&self.headers), "queryString": covered::query(&url), "headersSize": -1,
            "bodySize": self.body.as_ref().map_or(0, |(_, bytes)| *bytes),
        });
        if let (Some((fields, _)), Some(request)) = (&self.body, request.as_object_mut()) {
            request.insert("postData".to_owned(), json!({"mimeType": self.mime(), "params": fields}));
        }
        let (time, timings) = self.timings();
        let mut entry = json!({
            "startedDateTime": moment(self.wall), "time": time, "request": request, "cache": {}, "timings": timings, "_resourceType": self.kind.to_lowercase(),
            "response": {
                "status": self.status.map(|status| status as f64).or(number("status")).unwrap_or(0.0) as u64,
                "statusText": text("statusText"), "httpVersion": version, "cookies": covered::cookies(answered, "set-cookie", '\n'),
                "headers": covered::headers(answered), "content": {"size": self.size as u64, "mimeType": text("mimeType")},
                "redirectURL": covered::address(location), "headersSize": -1, "bodySize": -1, "_transferSize": self.transferred.unwrap_or(0.0) as u64,
            },
        });
        let Some(fields) = entry.as_object_mut() else { return entry };
        let address = text("remoteIPAddress").trim_matches(['[', ']']);
        let more = [
            ("pageref", page.map(Value::from)),
            ("serverIPAddress", Some(address).filter(|address| !address.is_empty()).map(Value::from)),
            ("connection", number("connectionId").filter(|id| *id > 0.0).map(|id| format!("{id:.0}").into())),
            ("_error", self.error.as_deref().map(Value::from)),
        ];
        fields.extend(more.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        entry
    }

    /// The type of its body.
    pub(super) fn mime(&self) -> &str {
        let header = self.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        header.and_then(|(_, value)| value.as_str()).unwrap_or_default()
    }

    /// How long it took in all, and in parts, in milliseconds; -1: that part does not apply.
    fn timings(&self) -> (f64, Value) {
        let ended = self.ended.unwrap_or(self.began.max(self.answered));
        let time = ((ended - self.began) * 1_000.0).max(0.0);
        let timing = self.response.as_ref().and_then(|one| one.get("timing"));
        let Some(timing) = timing.filter(|timing| timing.is_object()) else {
            // From a cache, or failed.
            let wait =
                if self.answered > 0.0 { ((self.answered - self.began) * 1_000.0).clamp(0.0, time) } else { time };
            return (
                time,
                json!({"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": wait, "receive": time - wait}),
            );
        };
        let at = |name: &str| timing.get(name).and_then(Value::as_f64).unwrap_or(-1.0);
        let between =
            |from: &str, to: &str| if at(from) < 0.0 || at(to) < 0.0 { -1.0 } else { (at(to) - at(from)).max(0.0) };
        let began = (at("requestTime") - self.began) * 1_000.0;
        let first = ["dnsStart", "connectStart", "sendStart"].into_iter().map(at).find(|at| *at >= 0.0).unwrap_or(0.0);
        let headers = began + at("receiveHeadersEnd").max(0.0);
        let (dns, connect, ssl) =
            (between("dnsStart", "dnsEnd"), between("connectStart", "connectEnd"), between("sslStart", "sslEnd"));
        let (send, wait) = (between("sendStart", "sendEnd").max(0.0), between("sendEnd", "receiveHeadersEnd").max(0.0));
        let receive = (time - headers).max(0.0);
        let blocked = (began + first).max(0.0);
        // Whoever reads it adds them up again.
        let sum = blocked + dns.max(0.0) + connect.max(0.0) + send + wait + receive;
        (
            sum,
            json!({"blocked": blocked, "dns": dns, "connect": connect, "ssl": ssl, "send": send, "wait": wait, "receive": receive}),
        )
    }
}

/// A protocol (ALPN) as HAR has it.
fn version(protocol: &str) -> String {
    match protocol {
        "" => "unknown".to_owned(),
        "h2" => "HTTP/2".to_owned(),
        "h3" => "HTTP/3".to_owned(),
        other => other.to_uppercase(),
    }
}
