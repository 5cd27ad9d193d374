//! A task as spans, made of the events that every host hears. What pages, models and people said is in none of them, so that no secret can be.

use edith_native::watched::ModelCall;
use edith_protocol::{Done, Event, Outcome, Progress, RunId};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A span as OTLP's JSON has it.
#[derive(Debug, Clone, PartialEq)]
struct Span {
    id: String,
    name: String,
    /// Whether it asks another system.
    is_client: bool,
    began: f64,
    ended: f64,
    attributes: BTreeMap<&'static str, Value>,
    /// What kind of failure it ended with.
    fault: Option<String>,
}

/// A task's spans.
pub(super) struct Spans {
    trace: String,
    root: Span,
    /// Calls of tools that are under way.
    open: BTreeMap<String, Span>,
    closed: Vec<Span>,
    /// The tokens of the latest step that was told.
    told: u32,
    new_id: Box<dyn Fn() -> String>,
}

impl Spans {
    /// A task that begins now, in milliseconds since 1970. `new_id` gives 32 random hexadecimal digits.
    pub(super) fn new(task: &str, now: f64, new_id: Box<dyn Fn() -> String>) -> Self {
        let attributes = BTreeMap::from([
            ("gen_ai.operation.name", json!("invoke_agent")),
            ("gen_ai.agent.name", json!("edith")),
            ("edith.task.id", json!(task)),
        ]);
        let root = Span {
            id: short(&new_id()),
            name: "invoke_agent edith".to_owned(),
            is_client: false,
            began: now,
            ended: now,
            attributes,
            fault: None,
        };
        Self { trace: new_id(), root, open: BTreeMap::new(), closed: Vec::new(), told: 0, new_id }
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
        if progress.step > self.told
            && let Some(usage) = &progress.step_usage
            && let Some(chat) = self.closed.iter_mut().rev().find(|span| span.is_client)
        {
            self.told = progress.step;
            chat.attributes.insert("gen_ai.usage.input_tokens", json!(usage.prompt_tokens));
            chat.attributes.insert("gen_ai.usage.output_tokens", json!(usage.completion_tokens));
        }
        let (Some(call), Some(tool)) = (&progress.call_id, &progress.tool) else { return };
        let mut span = self.open.remove(call).unwrap_or_else(|| Span {
            id: short(&(self.new_id)()),
            name: format!("execute_tool {tool}"),
            is_client: false,
            began: now,
            ended: now,
            attributes: BTreeMap::from([
                ("gen_ai.operation.name", json!("execute_tool")),
                ("gen_ai.tool.name", json!(tool)),
                ("gen_ai.tool.call.id", json!(call)),
                ("edith.step", json!(progress.step)),
            ]),
            fault: None,
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
        let mut attributes =
            BTreeMap::from([("gen_ai.operation.name", json!("chat")), ("server.address", json!(call.host))]);
        if !call.model.is_empty() {
            attributes.insert("gen_ai.request.model", json!(call.model));
        }
        if let Some(status) = call.status {
            attributes.insert("http.response.status_code", json!(status));
        }
        let fault = match call.status {
            None => Some("no_answer".to_owned()),
            Some(status) => (status >= 400).then(|| status.to_string()),
        };
        self.closed.push(Span {
            id: short(&(self.new_id)()),
            name: format!("chat {}", call.model).trim_end().to_owned(),
            is_client: true,
            began: call.began,
            ended: call.ended,
            attributes,
            fault,
        });
    }

    /// The task is over.
    pub(super) fn end(&mut self, run: Option<&RunId>, done: Option<&Done>, now: f64) {
        for (_, mut span) in std::mem::take(&mut self.open) {
            (span.ended, span.fault) = (now, Some("unknown".to_owned()));
            self.closed.push(span);
        }
        let root = &mut self.root;
        root.ended = now;
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
    pub(super) fn request(&self, service: &str) -> Value {
        let spans =
            std::iter::once((&self.root, None)).chain(self.closed.iter().map(|span| (span, Some(&self.root.id))));
        let spans: Vec<Value> = spans.map(|(span, parent)| self.shown(span, parent)).collect();
        json!({"resourceSpans": [{
            "resource": {"attributes": [pair("service.name", &json!(service))]},
            "scopeSpans": [{"scope": {"name": "edith", "version": env!("CARGO_PKG_VERSION")}, "spans": spans}],
        }]})
    }

    fn shown(&self, span: &Span, parent: Option<&String>) -> Value {
        let fault = span.fault.as_ref().map(|fault| json!(fault));
        let attributes = span.attributes.iter().map(|(name, value)| pair(name, value));
        let attributes: Vec<Value> = attributes.chain(fault.as_ref().map(|fault| pair("error.type", fault))).collect();
        json!({
            "traceId": self.trace,
            "spanId": span.id,
            "parentSpanId": parent.map_or("", String::as_str),
            "name": span.name,
            // Internal, or a client.
            "kind": if span.is_client { 3 } else { 1 },
            "startTimeUnixNano": nanoseconds(span.began),
            "endTimeUnixNano": nanoseconds(span.ended),
            "attributes": attributes,
            // An error, or nothing said.
            "status": {"code": if span.fault.is_some() { 2 } else { 0 }},
        })
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
    fn a_task_is_a_tree_of_its_calls_and_says_nothing_of_what_was_said() {
        let count = Cell::new(0);
        let new_id = move || {
            count.set(count.get() + 1);
            format!("{:032x}", count.get())
        };
        let mut spans = Spans::new("t1", 1_000.0, Box::new(new_id));
        let call = ModelCall { began: 1_000.0, ended: 1_500.5, model: "m".into(), host: "h".into(), status: Some(200) };
        spans.asked(&call);
        let begun = json!({"callId": "c1", "tool": "type_text", "args": {"text": "hunter2"}, "stepUsage": {"promptTokens": 7, "completionTokens": 2}});
        spans.hear(&progress(begun), 1_600.0);
        spans.hear(&progress(json!({"callId": "c1", "tool": "type_text", "result": "hunter2", "ok": false})), 1_700.0);
        spans.asked(&ModelCall { status: None, ..call });
        let done = json!({"type": "agent_done", "runId": "r", "conversationId": "c", "outcome": "failed", "summary": "hunter2",
            "usage": {"promptTokens": 7, "completionTokens": 2}});
        let Event::Done(done) = event(done) else { panic!() };
        spans.end(Some(&RunId("r".into())), Some(&done), 2_000.0);
        let request = spans.request("edith");
        assert!(!request.to_string().contains("hunter2"), "{request}");
        let all = request["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap();
        let names: Vec<_> = all.iter().map(|span| span["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["invoke_agent edith", "chat m", "execute_tool type_text", "chat m"]);
        assert!(
            all[1..]
                .iter()
                .all(|span| span["parentSpanId"] == all[0]["spanId"] && span["traceId"] == all[0]["traceId"])
        );
        assert_eq!((&all[1]["endTimeUnixNano"], &all[1]["kind"]), (&json!("1500500000"), &json!(3)));
        let has = |span: &Value, name: &str, value: Value| {
            span["attributes"].as_array().unwrap().contains(&pair(name, &value))
        };
        assert!(
            has(&all[1], "gen_ai.usage.input_tokens", json!(7)) && has(&all[0], "gen_ai.usage.output_tokens", json!(2))
        );
        assert!(has(&all[2], "error.type", json!("not_done")) && has(&all[3], "error.type", json!("no_answer")));
        assert!(has(&all[0], "edith.outcome", json!("failed")) && all[0]["status"]["code"] == 2);
    }
}
