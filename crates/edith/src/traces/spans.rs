//! A task as spans: its steps, their calls to models and of tools, and what those ask of the browser. They are made of the events that every host hears. What pages, models and people said is in none of them, so that no secret can be.

use edith_native::browser::TabCommand;
use edith_native::watched::ModelCall;
use edith_protocol::{Done, Event, Outcome, Progress, RunId};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A span as OTLP's JSON has it.
#[derive(Debug, Clone, PartialEq)]
struct Span {
    id: String,
    /// The span that it is a part of; none: the task.
    parent: Option<String>,
    name: String,
    kind: SpanKind,
    began: f64,
    ended: f64,
    attributes: BTreeMap<&'static str, Value>,
    /// What kind of failure it ended with.
    fault: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SpanKind {
    /// The program's own work.
    Own,
    /// A call to a model.
    Chat,
    /// A command to the browser.
    Command,
}

/// The provider of a task for which no server of models was asked.
const OWN_PROVIDER: &str = "edith";

/// The provider of a call to a model, by the protocol that the path tells: <https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/> (1.41) calls it the
/// flavour of a provider's telemetry, and calls every host that speaks OpenAI's protocol `openai` where nothing better is known. `server.address` says who it is.
fn provider(path: &str) -> &'static str {
    if path.ends_with("/messages") { "anthropic" } else { "openai" }
}

/// Spans of commands of one task, at most: a task that waits for hours asks the browser again and again.
const MOST_COMMANDS: usize = 4_000;

/// A task's spans.
pub(super) struct Spans {
    trace: String,
    root: Span,
    /// Calls of tools that are under way.
    open: BTreeMap<String, Span>,
    closed: Vec<Span>,
    /// The task's own run: tasks that it begins have steps of their own.
    run: Option<RunId>,
    /// The step that is under way, with its number.
    step: Option<(u32, Span)>,
    /// Whether a tool was called in it: what a model is asked after that is for the next.
    has_called: bool,
    commands: usize,
    /// The tokens of the latest step that was reported.
    told: u32,
    new_id: Box<dyn Fn() -> String>,
}

impl Spans {
    /// A task that begins now, in milliseconds since 1970. `new_id` gives 32 random hexadecimal digits.
    pub(super) fn new(task: &str, now: f64, new_id: Box<dyn Fn() -> String>) -> Self {
        let attributes = BTreeMap::from([
            ("gen_ai.operation.name", json!("invoke_agent")),
            // Required of it, as of calls to models.
            ("gen_ai.provider.name", json!(OWN_PROVIDER)),
            ("gen_ai.agent.name", json!("edith")),
            ("edith.task.id", json!(task)),
        ]);
        let root = Span { attributes, ..Span::new(short(&new_id()), "invoke_agent edith".to_owned(), now) };
        Self {
            trace: new_id(),
            root,
            open: BTreeMap::new(),
            closed: Vec::new(),
            run: None,
            step: None,
            has_called: false,
            commands: 0,
            told: 0,
            new_id,
        }
    }

    fn begin(&self, name: String, now: f64) -> Span {
        Span::new(short(&(self.new_id)()), name, now)
    }

    fn step_id(&self) -> Option<String> {
        self.step.as_ref().map(|(_, step)| step.id.clone())
    }

    /// Notes that the run is in a step.
    fn step(&mut self, number: u32, now: f64) {
        if self.step.as_ref().is_some_and(|(known, _)| *known >= number) {
            return;
        }
        self.end_step(now);
        let mut step = self.begin(format!("step {number}"), now);
        step.attributes.insert("edith.step", json!(number));
        // What a model was asked for it came before anything was said about it.
        for chat in self.closed.iter_mut().filter(|span| span.kind == SpanKind::Chat && span.parent.is_none()) {
            chat.parent = Some(step.id.clone());
            step.began = step.began.min(chat.began);
        }
        self.has_called = false;
        self.step = Some((number, step));
    }

    fn end_step(&mut self, now: f64) {
        if let Some((_, mut step)) = self.step.take() {
            step.ended = now;
            self.closed.push(step);
        }
    }

    /// Something happened, at this time.
    pub(super) fn hear(&mut self, event: &Event, now: f64) {
        match event {
            Event::Progress(progress) => self.progress(progress, now),
            Event::Ask(_) => {
                let asked = self.root.attributes.get("edith.asks").and_then(Value::as_u64).unwrap_or_default();
                self.root.attributes.insert("edith.asks", json!(asked + 1));
            }
            Event::Done(_) | Event::Delta { .. } | Event::Document(_) | Event::LanguageDownload(_) => {}
        }
    }

    fn progress(&mut self, progress: &Progress, now: f64) {
        if *self.run.get_or_insert_with(|| progress.run_id.clone()) == progress.run_id {
            self.step(progress.step, now);
        }
        if progress.step > self.told
            && let Some(usage) = &progress.step_usage
            && let Some(chat) = self.closed.iter_mut().rev().find(|span| span.kind == SpanKind::Chat)
        {
            self.told = progress.step;
            chat.attributes.insert("gen_ai.usage.input_tokens", json!(usage.prompt_tokens));
            chat.attributes.insert("gen_ai.usage.output_tokens", json!(usage.completion_tokens));
        }
        let (Some(call), Some(tool)) = (&progress.call_id, &progress.tool) else { return };
        self.has_called = true;
        let mut span = self.open.remove(call).unwrap_or_else(|| {
            let attributes = BTreeMap::from([
                ("gen_ai.operation.name", json!("execute_tool")),
                ("gen_ai.tool.name", json!(tool)),
                ("gen_ai.tool.call.id", json!(call)),
                ("edith.step", json!(progress.step)),
            ]);
            Span { parent: self.step_id(), attributes, ..self.begin(format!("execute_tool {tool}"), now) }
        });
        if progress.result.is_none() {
            self.open.insert(call.clone(), span);
            return;
        }
        span.ended = now;
        span.fault = (progress.ok == Some(false)).then(|| "not_done".to_owned());
        self.closed.push(span);
    }

    /// A model was asked.
    pub(super) fn asked(&mut self, call: &ModelCall) {
        let mut attributes = BTreeMap::from([
            ("gen_ai.operation.name", json!("chat")),
            ("gen_ai.provider.name", json!(provider(&call.path))),
            ("server.address", json!(call.host)),
        ]);
        if let Some(port) = call.port {
            attributes.insert("server.port", json!(port));
        }
        if !call.model.is_empty() {
            attributes.insert("gen_ai.request.model", json!(call.model));
        }
        // The task is that of whoever is asked first, with the model that is.
        if self.closed.iter().all(|span| span.kind != SpanKind::Chat) {
            for name in ["gen_ai.provider.name", "gen_ai.request.model"] {
                if let Some(value) = attributes.get(name) {
                    self.root.attributes.insert(name, value.clone());
                }
            }
        }
        if let Some(status) = call.status {
            attributes.insert("http.response.status_code", json!(status));
        }
        let fault = match call.status {
            None => Some("no_answer".to_owned()),
            Some(status) => (status >= 400).then(|| status.to_string()),
        };
        let name = format!("chat {}", call.model).trim_end().to_owned();
        let parent = if self.has_called { None } else { self.step_id() };
        let span = self.begin(name, call.began);
        self.closed.push(Span { parent, kind: SpanKind::Chat, ended: call.ended, attributes, fault, ..span });
    }

    /// The browser was asked something in a tab.
    pub(super) fn commanded(&mut self, command: &TabCommand) {
        self.commands += 1;
        if self.commands > MOST_COMMANDS {
            return;
        }
        let latest = self.open.values().max_by(|one, other| one.began.total_cmp(&other.began));
        let parent = latest.map(|call| call.id.clone()).or_else(|| self.step_id());
        let attributes = BTreeMap::from([("rpc.system", json!("cdp")), ("rpc.method", json!(command.method))]);
        let fault = match command.ok {
            Some(true) => None,
            Some(false) => Some("refused".to_owned()),
            None => Some("no_answer".to_owned()),
        };
        let span = self.begin(format!("cdp {}", command.method), command.began);
        self.closed.push(Span { parent, kind: SpanKind::Command, ended: command.ended, attributes, fault, ..span });
    }

    /// The task is over.
    pub(super) fn end(&mut self, run: Option<&RunId>, done: Option<&Done>, now: f64) {
        for (_, mut span) in std::mem::take(&mut self.open) {
            (span.ended, span.fault) = (now, Some("unknown".to_owned()));
            self.closed.push(span);
        }
        self.end_step(now);
        let root = &mut self.root;
        root.ended = now;
        root.attributes.insert("edith.commands", json!(self.commands));
        if let Some(run) = run {
            root.attributes.insert("edith.run.id", json!(run.0));
        }
        let Some(done) = done else {
            root.fault = Some("unended".to_owned());
            return;
        };
        let outcome = json!(done.outcome);
        root.attributes.insert("gen_ai.conversation.id", json!(done.conversation_id.0));
        root.attributes.insert("gen_ai.usage.input_tokens", json!(done.usage.prompt_tokens));
        root.attributes.insert("gen_ai.usage.output_tokens", json!(done.usage.completion_tokens));
        root.fault = (done.outcome != Outcome::Completed).then(|| outcome.as_str().unwrap_or_default().to_owned());
        root.attributes.insert("edith.outcome", outcome);
    }

    /// All of it, as a request of OTLP over HTTP.
    pub(super) fn request(&self, resource: &BTreeMap<String, String>) -> Value {
        let root = std::iter::once(self.shown(&self.root, ""));
        let parent = |span: &Span| span.parent.clone().unwrap_or_else(|| self.root.id.clone());
        let spans: Vec<Value> = root.chain(self.closed.iter().map(|span| self.shown(span, &parent(span)))).collect();
        let resource: Vec<Value> = resource.iter().map(|(name, value)| pair(name, &json!(value))).collect();
        json!({"resourceSpans": [{
            "resource": {"attributes": resource},
            "scopeSpans": [{"scope": {"name": "edith", "version": env!("CARGO_PKG_VERSION")}, "spans": spans}],
        }]})
    }

    fn shown(&self, span: &Span, parent: &str) -> Value {
        let fault = span.fault.as_ref().map(|fault| json!(fault));
        let attributes = span.attributes.iter().map(|(name, value)| pair(name, value));
        let attributes: Vec<Value> = attributes.chain(fault.as_ref().map(|fault| pair("error.type", fault))).collect();
        json!({
            "traceId": self.trace,
            "spanId": span.id,
            "parentSpanId": parent,
            "name": span.name,
            // Internal, or a client.
            "kind": if span.kind == SpanKind::Own { 1 } else { 3 },
            "startTimeUnixNano": nanoseconds(span.began),
            "endTimeUnixNano": nanoseconds(span.ended),
            "attributes": attributes,
            // An error, or nothing said.
            "status": {"code": if span.fault.is_some() { 2 } else { 0 }},
        })
    }
}

impl Span {
    /// The program's own work, begun and not yet ended.
    fn new(id: String, name: String, now: f64) -> Self {
        Self {
            id,
            parent: None,
            name,
            kind: SpanKind::Own,
            began: now,
            ended: now,
            attributes: BTreeMap::new(),
            fault: None,
        }
    }
}

/// The 16 digits of a span's id.
fn short(id: &str) -> String {
    id.chars().take(16).collect()
}

fn nanoseconds(milliseconds: f64) -> String {
    ((milliseconds * 1_000.0) as u64 * 1_000).to_string()
}

fn pair(name: &str, value: &Value) -> Value {
    let value = match value {
        // Whole numbers are texts in OTLP's JSON.
        Value::Number(number) => json!({"intValue": number.to_string()}),
        other => json!({"stringValue": other.as_str().unwrap_or_default()}),
    };
    json!({"key": name, "value": value})
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn event(value: Value) -> Event {
        serde_json::from_value(value).unwrap()
    }

    fn progress(more: Value) -> Event {
        let mut all = json!({"type": "agent_progress", "runId": "r", "conversationId": "c", "step": 1, "text": "Type “hunter2”", "timestamp": 1.0});
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event(all)
    }

    #[test]
    fn every_task_and_call_has_its_provider() {
        let mut spans = Spans::new("t", 0.0, Box::new(|| format!("{:032x}", 1)));
        spans.end(None, None, 1.0);
        let request = spans.request(&BTreeMap::from([("service.name".to_owned(), "s".to_owned())]));
        let resource = &request["resourceSpans"][0]["resource"]["attributes"];
        assert_eq!(resource, &json!([pair("service.name", &json!("s"))]));
        let task = &request["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["attributes"];
        assert!(task.as_array().unwrap().contains(&pair("gen_ai.provider.name", &json!("edith"))), "{task}");
        for (path, expected) in
            [("/v1/messages", "anthropic"), ("/v1/chat/completions", "openai"), ("/api/v1/chat/completions", "openai")]
        {
            assert_eq!(provider(path), expected);
        }
    }

    #[test]
    fn a_task_is_a_tree_of_its_calls_and_says_nothing_of_what_was_said() {
        let count = Cell::new(0);
        let new_id = move || {
            count.set(count.get() + 1);
            format!("{:032x}", count.get())
        };
        let mut spans = Spans::new("t1", 1_000.0, Box::new(new_id));
        let call = ModelCall {
            began: 1_000.0,
            ended: 1_500.5,
            model: "m".into(),
            host: "h".into(),
            port: Some(8443),
            path: "/v1/messages".into(),
            status: Some(200),
        };
        spans.asked(&call);
        let begun = json!({"callId": "c1", "tool": "type_text", "args": {"text": "hunter2"}, "stepUsage": {"promptTokens": 7, "completionTokens": 2}});
        spans.hear(&progress(begun), 1_600.0);
        let command = TabCommand { began: 1_610.0, ended: 1_620.0, method: "Input.insertText".into(), ok: Some(true) };
        spans.commanded(&command);
        spans.hear(&progress(json!({"callId": "c1", "tool": "type_text", "result": "hunter2", "ok": false})), 1_700.0);
        spans.commanded(&TabCommand { ok: None, ..command });
        spans.asked(&ModelCall { status: None, ..call });
        let done = json!({"type": "agent_done", "runId": "r", "conversationId": "c", "outcome": "failed", "summary": "hunter2",
            "usage": {"promptTokens": 7, "completionTokens": 2}});
        let Event::Done(done) = event(done) else { panic!() };
        spans.end(Some(&RunId("r".into())), Some(&done), 2_000.0);
        let request = spans.request(&BTreeMap::new());
        assert!(!request.to_string().contains("hunter2"), "{request}");
        let all = request["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap();
        let names: Vec<_> = all.iter().map(|span| span["name"].as_str().unwrap()).collect();
        let (chat, typed, step) = (&all[1], &all[3], &all[6]);
        assert_eq!(
            names,
            [
                "invoke_agent edith",
                "chat m",
                "cdp Input.insertText",
                "execute_tool type_text",
                "cdp Input.insertText",
                "chat m",
                "step 1"
            ]
        );
        // The task, its step, the step's calls, and what a call asks of the browser. What is asked after a step's calls is of none.
        for (span, parent) in
            [(step, &all[0]), (chat, step), (typed, step), (&all[2], typed), (&all[4], step), (&all[5], &all[0])]
        {
            assert_eq!(span["parentSpanId"], parent["spanId"], "{span}");
            assert_eq!(span["traceId"], all[0]["traceId"]);
        }
        assert_eq!(step["startTimeUnixNano"], chat["startTimeUnixNano"], "a step begins with what its model is asked");
        assert_eq!((&all[1]["endTimeUnixNano"], &all[1]["kind"]), (&json!("1500500000"), &json!(3)));
        let has = |span: &Value, name: &str, value: Value| {
            span["attributes"].as_array().unwrap().contains(&pair(name, &value))
        };
        for span in [&all[0], &all[1]] {
            assert!(has(span, "gen_ai.provider.name", json!("anthropic")), "{span}");
            assert!(has(span, "gen_ai.request.model", json!("m")), "{span}");
        }
        assert!(has(&all[1], "server.port", json!(8443)));
        assert!(
            has(&all[1], "gen_ai.usage.input_tokens", json!(7)) && has(&all[0], "gen_ai.usage.output_tokens", json!(2))
        );
        assert!(has(typed, "error.type", json!("not_done")) && has(&all[5], "error.type", json!("no_answer")));
        assert!(has(&all[4], "error.type", json!("no_answer")) && has(&all[0], "edith.commands", json!(2)));
        assert!(has(&all[0], "edith.outcome", json!("failed")) && all[0]["status"]["code"] == 2);
    }
}
