//! Optional fields of the commands that start a run, or say something to one.

use crate::{Command, Reference, RunId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Optional fields of `CHAT`, `AGENT_RUN`, `PLAN_RUN`, `RESEARCH_RUN`, `DOCUMENT_ASK`, `FORM_RUN` and `PROFILE_IMPORT`; of
/// `REPLAY_RUN` only `ownTab`, of `AGENT_SAY` only `pasted`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Extras {
    /// The task's references.
    pub context: Vec<Reference>,
    /// Whether the run gets its own tab, whatever the current one is.
    pub own_tab: bool,
    /// The attached documents.
    pub documents: Vec<crate::Given>,
    /// A message of the user's that is replaced, with everything after it.
    pub replace_from: Option<String>,
    /// Whether what `replaceFrom` replaces stays until the run has answered, and for good if it fails or is stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keep_until_answered: bool,
    /// The id of the model server that is asked first, instead of the first of the role. One that is not set is passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Whether a model may name the conversation after it, as EDITH's own pages ask for: whoever sends a command without it has no further request made.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub name_conversation: bool,
    /// The name of the saved prompt that the words come from: shown with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_name: Option<String>,
    /// Texts in the words that the person did not type: pasted, dropped, or from a prompt. They name no site.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pasted: Vec<String>,
    /// For an agent run: the run to repeat, and the first step to redo. Earlier steps are kept.
    pub retry: Option<(RunId, u32)>,
}

/// The commands that start a run, and the one that says something to it.
#[rustfmt::skip]
const STARTS: [&str; 9] = [
    "CHAT", "AGENT_RUN", "PLAN_RUN", "RESEARCH_RUN", "DOCUMENT_ASK", "FORM_RUN", "PROFILE_IMPORT", "REPLAY_RUN", "AGENT_SAY",
];
/// The fields of [`Extras`] in a message.
const EXTRAS: [&str; 10] = [
    "context",
    "ownTab",
    "documents",
    "replaceFrom",
    "keepUntilAnswered",
    "server",
    "nameConversation",
    "promptName",
    "pasted",
    "retry",
];

/// A command and the extras in its message, if it starts a run.
///
/// # Errors
/// The message is not a command, or a field has the wrong shape.
pub fn read_command(mut message: Value) -> Result<(Command, Extras), serde_json::Error> {
    let starts = message.get("type").and_then(Value::as_str).is_some_and(|kind| STARTS.contains(&kind));
    let mut extras = Map::new();
    if let Some(fields) = message.as_object_mut().filter(|_| starts) {
        // Moved out, so that the documents' bytes are not copied.
        extras.extend(EXTRAS.iter().filter_map(|name| fields.remove_entry(*name)));
    }
    extras.retain(|_, value| !value.is_null());
    Ok((crate::json::from_value(message)?, crate::json::from_value(Value::Object(extras))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_command_that_starts_a_run_reads_each_of_what_stands_beside_it() {
        let given = crate::Given { id: "d".into(), ..crate::Given::default() };
        let reference = Reference { kind: crate::ReferenceKind::Link, ..Reference::default() };
        for (name, value, expected) in [
            ("context", json!([{ "kind": "link" }]), Extras { context: vec![reference], ..Extras::default() }),
            ("ownTab", json!(true), Extras { own_tab: true, ..Extras::default() }),
            ("documents", json!([{ "id": "d" }]), Extras { documents: vec![given], ..Extras::default() }),
            ("replaceFrom", json!("m"), Extras { replace_from: Some("m".into()), ..Extras::default() }),
            ("nameConversation", json!(true), Extras { name_conversation: true, ..Extras::default() }),
            ("promptName", json!("n"), Extras { prompt_name: Some("n".into()), ..Extras::default() }),
            ("pasted", json!(["x y"]), Extras { pasted: vec!["x y".into()], ..Extras::default() }),
            ("retry", json!(["r", 2]), Extras { retry: Some(("r".into(), 2)), ..Extras::default() }),
            ("retry", json!(null), Extras::default()),
        ] {
            for kind in STARTS {
                let mut message = json!({ "type": kind, "prompt": "p", "runId": "p", "text": "p" });
                message[name] = value.clone();
                let (command, extras) = read_command(message).unwrap();
                let read = serde_json::to_value(command).unwrap();
                assert!([&read["prompt"], &read["runId"]].contains(&&json!("p")), "{kind} {name}");
                assert_eq!(extras, expected, "{kind} {name}");
            }
        }
        assert!(read_command(json!({ "type": "CHAT", "prompt": "p", "ownTab": "yes" })).is_err());
        let other = json!({ "type": "DOCUMENT_ADD", "name": "n", "data": "", "documentId": "d", "retry": 3 });
        assert_eq!(read_command(other).unwrap().1, Extras::default());
    }
}
