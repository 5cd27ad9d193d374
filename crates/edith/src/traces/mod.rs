//! What tasks did, reported to an OpenTelemetry collector if the environment names one: a span for each task, each model call and each call of a tool.

mod spans;

use crate::ends::Stop;
use crate::terminal::tell;
use crate::told::Teller;
use crate::words::say;
use edith_native::browser::HearsCommands;
use edith_native::small::{SystemClock, SystemEntropy};
use edith_native::watched::Hears;
use edith_port::{Clock, Entropy};
use edith_protocol::{Done, Event};
use percent_encoding::percent_decode_str;
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use spans::Spans;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// How long a collector may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// The variable with what is said about the program itself.
const RESOURCE: &str = "OTEL_RESOURCE_ATTRIBUTES";

/// A collector.
pub(crate) struct Collector {
    client: reqwest::Client,
    url: Url,
    headers: HeaderMap,
    /// What is said about the program itself, `service.name` among it.
    resource: BTreeMap<String, String>,
}

/// `name=value` pairs between commas, as W3C baggage without properties: values may be percent-encoded, and those with signs that are not are taken as they are
/// (<https://opentelemetry.io/docs/specs/otel/resource/sdk/>, <https://opentelemetry.io/docs/specs/otel/protocol/exporter/>). None: one is not a pair.
fn pairs(text: &str) -> Option<Vec<(String, String)>> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let name = Some(name.trim()).filter(|name| !name.is_empty())?;
        let value = percent_decode_str(value.trim()).decode_utf8().ok()?;
        Some((name.to_owned(), value.into_owned()))
    };
    text.split(',').filter(|one| !one.trim().is_empty()).map(pair).collect()
}

impl Collector {
    /// The one that the environment names, by OpenTelemetry's own variables; none: it names none.
    ///
    /// # Errors
    /// When what is named makes no sense.
    pub(crate) fn named(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Rc<Self>>, Stop> {
        let given = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        if given("OTEL_SDK_DISABLED").is_some_and(|said| said.trim().eq_ignore_ascii_case("true")) {
            return Ok(None);
        }
        let whole = given("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
        let base =
            || given("OTEL_EXPORTER_OTLP_ENDPOINT").map(|base| format!("{}/v1/traces", base.trim_end_matches('/')));
        let Some(url) = whole.or_else(base) else { return Ok(None) };
        let url = Url::parse(&url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.ok_or_else(|| Stop::usage(say!(CollectorNotHttp)))?;
        // What is set for traces alone replaces what is set for all.
        let names = ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"];
        let mut headers = HeaderMap::new();
        if let Some((named, text)) = names.iter().find_map(|name| Some((name, given(name)?))) {
            let wrong = || Stop::usage(say!(NoHeader { variable: *named }));
            for (name, value) in pairs(&text).ok_or_else(wrong)? {
                let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
                headers.insert(name, HeaderValue::from_str(&value).map_err(|_| wrong())?);
            }
        }
        let client = reqwest::Client::builder().timeout(PATIENCE).build().map_err(Stop::broken)?;
        let mut resource = BTreeMap::from([("service.name".to_owned(), "edith".to_owned())]);
        match given(RESOURCE).map(|text| pairs(&text)) {
            Some(Some(said)) => resource.extend(said),
            // It says nothing then, and no task fails for it.
            Some(None) => tell(&say!(NoPairs { variable: RESOURCE })),
            None => {}
        }
        resource.extend(given("OTEL_SERVICE_NAME").map(|name| ("service.name".to_owned(), name)));
        Ok(Some(Rc::new(Self { client, url, headers, resource })))
    }

    async fn send(&self, spans: &Spans) {
        let body = spans.request(&self.resource).to_string();
        let request = self.client.post(self.url.clone()).headers(self.headers.clone());
        let sent = request.header("content-type", "application/json").body(body).send().await;
        // What tasks do does not depend on who watches.
        match sent {
            Ok(answer) if answer.status().is_success() => {}
            Ok(answer) => tell(&say!(CollectorRefuses { status: answer.status().to_string() })),
            Err(_) => tell(&say!(CollectorSilent)),
        }
    }
}

/// A task that is watched, or not: then nothing is kept.
#[derive(Clone)]
pub(crate) struct Trace(Option<(Rc<Collector>, Rc<RefCell<Spans>>)>);

impl Trace {
    /// A task that begins now.
    pub(crate) fn begin(collector: Option<&Rc<Collector>>, task: &str) -> Self {
        Self(collector.map(|collector| {
            let spans = Spans::new(task, SystemClock.now(), Box::new(|| SystemEntropy.id()));
            (Rc::clone(collector), Rc::new(RefCell::new(spans)))
        }))
    }

    /// What hears of its calls to models.
    pub(crate) fn model_calls(&self) -> Option<Hears> {
        let (_, spans) = self.0.as_ref()?;
        let spans = Rc::clone(spans);
        Some(Rc::new(move |call| spans.borrow_mut().asked(&call)))
    }

    /// Who hears of commands to tabs.
    pub(crate) fn tab_commands(&self) -> Option<HearsCommands> {
        let (_, spans) = self.0.as_ref()?;
        let spans = Rc::clone(spans);
        Some(Rc::new(move |command| spans.borrow_mut().commanded(&command)))
    }

    /// What tells, and is watched.
    pub(crate) fn over<'a>(&self, teller: &'a mut dyn Teller) -> Watched<'a> {
        Watched { teller, trace: self.clone() }
    }

    /// Tells the collector how it ended; none: it did not by itself.
    pub(crate) async fn end(&self, done: Option<&Done>) {
        let Some((collector, spans)) = &self.0 else { return };
        let mut spans = spans.replace(Spans::new("", 0.0, Box::new(|| SystemEntropy.id())));
        spans.end(done.map(|done| &done.run_id), done, SystemClock.now());
        collector.send(&spans).await;
    }
}

/// What tells, and is watched.
pub(crate) struct Watched<'a> {
    teller: &'a mut dyn Teller,
    trace: Trace,
}

impl Teller for Watched<'_> {
    fn hear(&mut self, event: &Event) {
        if let Some((_, spans)) = &self.trace.0 {
            spans.borrow_mut().hear(event, SystemClock.now());
        }
        self.teller.hear(event);
    }

    fn ask(&mut self, text: &str) {
        self.teller.ask(text);
    }

    fn end(&mut self, done: Option<&Done>) -> std::io::Result<()> {
        self.teller.end(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(pairs: &[(&str, &str)]) -> Result<Option<Rc<Collector>>, Stop> {
        Collector::named(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_environment_names_the_collector() {
        assert!(named(&[]).unwrap().is_none() && named(&[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")]).unwrap().is_none());
        let base = named(&[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318/"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-a=b, x-c = d"),
        ]);
        let base = base.unwrap().unwrap();
        assert_eq!(
            (base.url.as_str(), base.headers.len(), base.resource["service.name"].as_str()),
            ("http://c:4318/v1/traces", 2, "edith")
        );
        let whole = named(&[("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://c/t"), ("OTEL_SERVICE_NAME", "s")])
            .unwrap()
            .unwrap();
        assert_eq!((whole.url.as_str(), whole.resource["service.name"].as_str()), ("https://c/t", "s"));
        for wrong in ["c:4318", "grpc://c"] {
            assert!(named(&[("OTEL_EXPORTER_OTLP_ENDPOINT", wrong)]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_other_variables_count_too() {
        let with = |more: &[(&str, &str)]| {
            let mut all = vec![("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c")];
            all.extend_from_slice(more);
            named(&all).unwrap()
        };
        for (said, is_told) in [("true", false), (" TRUE", false), ("false", true), ("1", true), ("", true)] {
            assert_eq!(with(&[("OTEL_SDK_DISABLED", said)]).is_some(), is_told, "{said}");
        }
        let headers = [
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-a=all,x-b=all"),
            ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "x-a=Basic%20abc=, "),
        ];
        let told = with(&headers).unwrap();
        assert_eq!((told.headers.len(), told.headers.get("x-a").unwrap().to_str().unwrap()), (1, "Basic abc="));
        let attributes = ("OTEL_RESOURCE_ATTRIBUTES", "service.name=ours, host.name = a%2Cb ,team=x");
        let told = with(&[attributes]).unwrap();
        let said: Vec<_> = told.resource.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(said, [("host.name", "a,b"), ("service.name", "ours"), ("team", "x")]);
        let told = with(&[attributes, ("OTEL_SERVICE_NAME", "mine")]).unwrap();
        assert_eq!((told.resource["service.name"].as_str(), told.resource.len()), ("mine", 3));
        // What makes no sense says nothing at all.
        let told = with(&[("OTEL_RESOURCE_ATTRIBUTES", "team=x,nonsense")]).unwrap();
        assert_eq!(told.resource.len(), 1);
        assert!(named(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c"), ("OTEL_EXPORTER_OTLP_HEADERS", "x")]).is_err());
    }
}
