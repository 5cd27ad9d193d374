//! Reads replies and events field by field.
//!
//! serde could read the protocol's enums whole, but its code for untagged, flattened and internally tagged ones was a tenth of
//! the bundle.

use crate::state::text::t;
use edith_protocol::{ErrorBody, ErrorCode, Event, RunId};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A command's answer: the fields besides `ok`, or why it was refused.
///
/// # Errors
/// The worker's message, or that the answer has another shape.
pub fn reply(answer: Value) -> Result<Value, ErrorBody> {
    if answer.get("ok") == Some(&Value::Bool(true)) {
        return Ok(answer);
    }
    let said = answer.get("error").cloned().and_then(|error| edith_protocol::json::from_value(error).ok());
    Err(said.unwrap_or_else(|| ErrorBody::new(ErrorCode::Other, t("no_reason"))))
}

/// A field of an answer; none if missing or of another shape.
pub fn field<T: DeserializeOwned>(answer: &mut Value, name: &str) -> Option<T> {
    edith_protocol::json::from_value(answer.get_mut(name)?.take()).ok()
}

/// A list in an answer, without unreadable entries: a later worker may know more kinds than this page.
pub fn list<T: DeserializeOwned>(answer: &mut Value, name: &str) -> Vec<T> {
    let all: Vec<Value> = field(answer, name).unwrap_or_default();
    all.into_iter().filter_map(|one| edith_protocol::json::from_value(one).ok()).collect()
}

/// An event from the worker; none for any other message.
pub fn event(mut message: Value) -> Option<Event> {
    match message.get("type")?.as_str()? {
        "agent_progress" => edith_protocol::json::from_value(message).ok().map(Event::Progress),
        "agent_ask" => edith_protocol::json::from_value(message).ok().map(Event::Ask),
        "agent_done" => edith_protocol::json::from_value(message).ok().map(Event::Done),
        "document_progress" => edith_protocol::json::from_value(message).ok().map(Event::Document),
        "language_download" => edith_protocol::json::from_value(message).ok().map(Event::LanguageDownload),
        "agent_delta" => Some(Event::Delta {
            run_id: RunId(field(&mut message, "runId")?),
            conversation_id: edith_protocol::ConversationId(field(&mut message, "conversationId")?),
            text: field(&mut message, "text")?,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::{
        AnswerBody, Ask, AskKind, DocumentProgress, DocumentStage, Done, Outcome, Progress, Proof, Reply, RunInfo,
        Usage, WaitShown,
    };
    use serde_json::json;

    #[test]
    fn events_are_read_as_the_protocol_writes_them() {
        let progress = Progress {
            run_id: "r".into(),
            conversation_id: "c".into(),
            step: 2,
            text: "Click".into(),
            timestamp: 5.0,
            call_id: Some("k".into()),
            tool: Some("click".into()),
            args: Some(json!({"uid": 1}).into()),
            result: None,
            ok: None,
            screenshot: None,
            usage: Some(Usage::default()),
            step_usage: Some(Usage { price: Some(0.5), ..Usage::default() }),
            parent_run_id: Some("p".into()),
            sources: Some(vec![]),
            answers: Some(vec![]),
            plan: Some(vec![]),
            form: Some(Box::default()),
            recorded: None,
            waiting: Some(WaitShown { until: 5.0, reason: "busy".into() }),
        };
        let ask = Ask {
            run_id: "r".into(),
            conversation_id: "c".into(),
            ask_id: "a".into(),
            kind: AskKind::Question { options: vec![], about: None },
            text: "Which?".into(),
        };
        let done = Done {
            run_id: "r".into(),
            conversation_id: "c".into(),
            outcome: Outcome::Completed,
            summary: "s".into(),
            evidence: vec![Proof { text: "Saved".into(), url: "https://a.example/".into() }],
            usage: Usage::default(),
            refused_key: Some("s1".into()),
            form: Some(edith_protocol::FormEnd::default()),
            suggestions: vec![edith_protocol::Suggestion::with_blank("search for …")],
        };
        let delta = Event::Delta { run_id: "r".into(), conversation_id: "c".into(), text: "t".into() };
        let (document_id, stage) = ("d".to_owned(), DocumentStage::Ocr);
        let document = Event::Document(DocumentProgress { document_id, stage, done: 1.0, total: 2.0 });
        for written in [Event::Progress(progress), Event::Ask(ask), Event::Done(done), delta, document] {
            assert_eq!(event(serde_json::to_value(&written).unwrap()), Some(written));
        }
        for other in [json!({"type": "AGENT_RUN"}), json!("text"), json!({"type": "agent_delta"}), json!(null)] {
            assert_eq!(event(other), None);
        }
    }

    #[test]
    fn replies_are_read_as_the_protocol_writes_them() {
        let write = |result: Result<AnswerBody, ErrorBody>| serde_json::to_value(Reply::from(result)).unwrap();
        let started = AnswerBody::Started { conversation_id: "c".into(), run_id: "r".into() };
        let mut answer = reply(write(Ok(started))).unwrap();
        assert_eq!(field::<String>(&mut answer, "runId"), Some("r".into()));
        assert_eq!(field::<String>(&mut answer, "models"), None);
        let refused = ErrorBody::new(ErrorCode::UnknownRun, "No such run.");
        assert_eq!(reply(write(Err(refused.clone()))), Err(refused));
        assert_eq!(reply(json!(null)).unwrap_err().code, ErrorCode::Other);
    }

    #[test]
    fn a_run_of_an_unknown_mode_hides_no_other() {
        let run = |id: &str, mode: &str| {
            json!({ "runId": id, "conversationId": "c", "mode": mode, "state": "acting", "step": 1, "maxSteps": 30,
                    "prompt": "p", "startedAt": 1.0, "usage": {} })
        };
        let mut answer = json!({ "ok": true, "runs": [run("a", "agent"), run("b", "dream"), 3, run("c", "source")] });
        let runs: Vec<RunInfo> = list(&mut answer, "runs");
        assert_eq!(runs.iter().map(|run| run.run_id.0.as_str()).collect::<Vec<_>>(), ["a", "c"]);
        assert!(list::<RunInfo>(&mut json!({ "runs": 3 }), "runs").is_empty());
    }
}
