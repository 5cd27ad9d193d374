//! Stored runs, including those of versions without groups of fields.

use super::{Run, State};
use crate::history::DENIED;
use edith_gate::EffectClass;
use edith_model::fence::Data;
use edith_model::{ChatMessage, Content, ContentPart};
use edith_protocol::Gather as _;
use serde_json::{Map, Value};

/// Each group's fields, as `now=before` where they were renamed.
const GROUPS: [(&str, &str); 6] = [
    (
        "task",
        "prompt started_at settings earlier references=refers references_data=refers_text documents earlier_documents own_tab terms replaces",
    ),
    ("transcript", "entries pending said notes compacted"),
    ("tabs", "current=tab blank=blank_tab attached=tabs opened=own_tabs url dialog_open uids"),
    ("guard", "grants home places refusals held_files=files"),
    (
        "counters",
        "step usage step_usage asks progress=told worked_ms looks_in_a_row malformed_in_a_row recent looked equal_looks",
    ),
    ("completion", "deeds last_failure questioned=completion_questioned evidence"),
];
/// The same for a source's run.
const SOURCE: &str = "parent address=source goal found";

impl Run {
    /// Reads a stored run.
    ///
    /// # Errors
    /// When no version stored it like this.
    pub(crate) fn from_record(record: &str) -> Result<Self, serde_json::Error> {
        let mut stored: Value = edith_protocol::json::read(record)?;
        mark_denied(&mut stored);
        match &mut stored {
            Value::Object(run) if !run.contains_key("task") => group(run),
            _ => return edith_protocol::json::from_value(stored),
        }
        let mut run: Self = edith_protocol::json::from_value(stored)?;
        // Others' words were stored fenced within EDITH's own.
        run.transcript.separate_data();
        for message in &mut run.task.earlier {
            if let ChatMessage::User { content } = message
                && let Some((before, data)) = Data::unfenced(&content.own_text())
            {
                *content = Content::from(before).with(ContentPart::Data(data));
            }
        }
        Ok(run)
    }
}

/// Whether a stored run is a task that has at most entered values into fields, and was not about to do more: where its page did not outlive the browser, and
/// with it what was entered, it may as well be begun again. What cannot be read may have done more.
#[must_use]
pub fn is_untouched(record: &str) -> bool {
    Run::from_record(record).is_ok_and(|run| {
        let deeds = &run.completion.deeds;
        let is_acting = match &run.state {
            State::Acting { intent } | State::Unknown { intent, .. } => {
                intent.changes_something() && !matches!(intent.proposal.class, EffectClass::Fills)
            }
            _ => false,
        };
        // Earlier versions did not count what was only entered: theirs have done more.
        let has_done =
            deeds.presses > deeds.fills || deeds.changes > deeds.fills || deeds.unsure || deeds.failed.is_some();
        run.room().row().is_plain_task && !is_acting && !has_done && !run.is_done()
    })
}

/// Marks the answers to calls that the person did not allow: earlier versions told them by EDITH's words alone.
fn mark_denied(stored: &mut Value) {
    let run = if stored.get("task").is_some() { stored.get_mut("transcript") } else { Some(stored) };
    let entries = run.and_then(|run| run.get_mut("entries")).and_then(Value::as_array_mut);
    for answer in entries.into_iter().flatten().filter_map(|entry| entry.get_mut("Answer")?.as_object_mut()) {
        if !answer.contains_key("denied") {
            let text = answer.get("text").and_then(Value::as_str).unwrap_or_default();
            let denied = text.starts_with(DENIED);
            answer.insert("denied".to_owned(), Value::Bool(denied));
        }
    }
}

/// Puts an ungrouped run's fields into groups.
fn group(run: &mut Map<String, Value>) {
    for (name, fields) in GROUPS {
        let group = taken(run, fields);
        run.insert(name.to_owned(), group);
    }
    // A task's references were stored as sent, and are data now.
    if let Some(Value::Object(task)) = run.get_mut("task") {
        let data = task.get("references_data").and_then(Value::as_str).and_then(|text| Some(Data::unfenced(text)?.1));
        task.insert("references_data".to_owned(), serde_json::to_value(data).unwrap_or_default());
    }
    let mut work = Map::new();
    match run.get("mode").and_then(Value::as_str) {
        Some("research") => work.insert("state".to_owned(), run.remove("research").unwrap_or_default()),
        Some("source") => work.insert("state".to_owned(), taken(run, SOURCE)),
        _ => None,
    };
    work.insert("mode".to_owned(), run.remove("mode").unwrap_or_default());
    run.insert("work".to_owned(), Value::Object(work));
    run.entry("recorded").or_insert(Value::Bool(false));
}

fn taken(run: &mut Map<String, Value>, fields: &str) -> Value {
    let names = fields.split_whitespace().map(|field| field.split_once('=').unwrap_or((field, field)));
    Value::Object(names.filter_map(|(now, before)| Some((now.to_owned(), run.remove(before)?))).gathered())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Work;
    use crate::run::mode::SourceWork;

    const RECORD: &str = r#"{
        "id": "r", "conversation": "c", "mode": "MODE", "prompt": "p", "started_at": 5.0,
        "settings": {}, "state": {"Thinking": {"attempt": 1}}, "paused": true, "step": 3, "earlier": [{"User": {"content": "before\n\nThe user refers to this:\n<<<DATA referred n-1>>>\nLamps\n<<<END n-1>>>"}}],
        "entries": [{"User": {"text": "word"}}], "pending": [], "said": ["more"], "grants": {}, "uids": UIDS,
        "tab": 4, "blank_tab": null, "tabs": [4, 9], "url": "http://a.example/", "dialog_open": true,
        "usage": {}, "asks": 2, "looks_in_a_row": 1, "malformed_in_a_row": 2, "last_failure": "f",
        "completion_questioned": true, "compacted": true, "told": 7, "research": {"phase": "reporting"},
        "parent": "up", "source": "https://s.example/", "goal": "g", "own_tabs": [9], "home": "http://h.example",
        "refusals": 1, "notes": ["n"], "worked_ms": 8.0, "recorded": true, "replaces": "m", "own_tab": true, "refers_text": "\n\nThe user refers to this:\n<<<DATA referred n-1>>>\nt\n<<<END n-1>>>",
        "recent": [18446744073709551615], "equal_looks": 6, "earlier_documents": 1
    }"#;

    #[test]
    fn a_run_is_untouched_until_it_does_something() {
        let uids = serde_json::to_string(&edith_page::UidTable::default()).unwrap();
        let plain = RECORD.replace("MODE", "agent").replace("UIDS", &uids).replace("\"last_failure\": \"f\",", "");
        assert!(is_untouched(&plain));
        let with = |deeds: &str| {
            plain.replace("\"completion_questioned\"", &format!("\"deeds\": {deeds}, \"completion_questioned\""))
        };
        assert!(is_untouched(&with(r#"{"changes": 2, "presses": 2, "fills": 2}"#)), "only values were entered");
        for deeds in [
            r#"{"changes": 3, "presses": 3, "fills": 2}"#,
            r#"{"changes": 1}"#,
            r#"{"changes": 0, "presses": 1}"#,
            r#"{"unsure": true}"#,
            r#"{"failed": "f"}"#,
        ] {
            assert!(!is_untouched(&with(deeds)), "{deeds}");
        }
        assert!(!is_untouched(&RECORD.replace("MODE", "source").replace("UIDS", &uids)), "another's work");
        assert!(!is_untouched("nonsense"));
    }

    /// The previous version's records of a source's run, a research, and an agent's run with every field in use.
    #[test]
    fn a_run_without_groups_is_read_into_them() {
        let run = |mode: &str| {
            let uids = serde_json::to_string(&edith_page::UidTable::default()).unwrap();
            RECORD.replace("MODE", mode).replace("UIDS", &uids)
        };
        let read = |mode: &str| Run::from_record(&run(mode)).unwrap();
        let agent = read("agent");
        assert_eq!((agent.work.clone(), agent.paused, agent.recorded), (Work::Agent, true, true));
        let (task, tabs, counters) = (&agent.task, &agent.tabs, &agent.counters);
        assert_eq!((task.prompt.as_str(), task.started_at, task.earlier.len(), task.own_tab), ("p", 5.0, 1, true));
        assert_eq!(
            (
                task.replaces.as_deref(),
                task.references_data.as_ref().map(|data| data.text.as_str()),
                task.earlier_documents
            ),
            (Some("m"), Some("t"), 1)
        );
        assert_eq!((tabs.current.map(|tab| tab.0), tabs.attached.len(), tabs.opened.len()), (Some(4), 2, 1));
        assert_eq!((tabs.url.as_str(), tabs.dialog_open), ("http://a.example/", true));
        assert_eq!((counters.step, counters.asks, counters.progress, counters.worked_ms), (3, 2, 7, 8.0));
        assert_eq!((counters.looks_in_a_row, counters.malformed_in_a_row, counters.equal_looks), (1, 2, 6));
        assert_eq!(counters.recent, [u64::MAX]);
        assert_eq!((agent.guard.home.as_str(), agent.guard.refusals), ("http://h.example", 1));
        assert_eq!((agent.completion.last_failure.as_deref(), agent.completion.questioned), (Some("f"), true));
        let transcript = &agent.transcript;
        assert_eq!((transcript.entries.len(), transcript.said.len(), transcript.notes.len()), (1, 1, 1));
        assert!(transcript.compacted);
        let Work::Source(source) = read("source").work else { panic!("a source's run") };
        let SourceWork { parent, address, goal, found } = *source;
        assert_eq!((parent.0.as_str(), goal.as_str(), found), ("up", "g", None));
        assert_eq!(address.unwrap().as_str(), "https://s.example/");
        assert!(
            matches!(read("research").work, Work::Research(research) if research.phase == crate::research::Phase::Reporting)
        );
        let [ChatMessage::User { content }] = &task.earlier[..] else { panic!("{:?}", task.earlier) };
        assert_eq!((content.own_text().as_str(), content.data().count()), ("before\n\nThe user refers to this:", 1));
        // Present records are read as they are.
        assert_eq!(Run::from_record(&serde_json::to_string(&agent).unwrap()).unwrap(), agent);
        assert!(Run::from_record(r#"{"id": "r"}"#).is_err());
    }

    #[test]
    fn an_answer_stored_without_whether_it_was_denied_is_read_by_its_words() {
        let call = serde_json::json!({"id": "c", "name": "click", "arguments": "{}"});
        let answer = |text: &str, denied: Option<bool>| {
            let mut answer = serde_json::json!({"call": call, "shown_args": null, "text": text, "look": null, "picture": null, "at": 0});
            if let Some(denied) = denied {
                answer["denied"] = denied.into();
            }
            serde_json::json!({ "Answer": answer })
        };
        let uids = serde_json::to_string(&edith_page::UidTable::default()).unwrap();
        let mut record: Value = serde_json::from_str(&RECORD.replace("MODE", "agent").replace("UIDS", &uids)).unwrap();
        let denied = "The user did not allow this: to send. Do not try to do it another way.";
        record["entries"] = serde_json::json!([answer(denied, None), answer("Clicked.", None)]);
        let told = |record: &Value| -> Vec<bool> {
            let run = Run::from_record(&record.to_string()).unwrap();
            let told = run.transcript.entries.iter().map(|entry| match entry {
                crate::history::Entry::Answer { denied, .. } => *denied,
                _ => panic!("an answer"),
            });
            told.collect()
        };
        assert_eq!(told(&record), [true, false]);
        // Now it is stored, and no words say otherwise.
        let run = Run::from_record(&record.to_string()).unwrap();
        let mut now = serde_json::to_value(&run).unwrap();
        now["transcript"]["entries"] =
            serde_json::json!([answer(denied, Some(false)), answer("Clicked.", Some(true)), answer(denied, None)]);
        assert_eq!(told(&now), [false, true, true]);
    }
}
