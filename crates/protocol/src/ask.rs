//! What a person must answer, and their answer.

use crate::{Arguments, AskId, ConversationId, EffectClass, Origin, RunId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something a person must answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "AskFields", into = "AskFields")]
pub struct Ask {
    /// The run.
    pub run_id: RunId,
    /// The conversation.
    pub conversation_id: ConversationId,
    /// What `AGENT_ANSWER` must name.
    pub ask_id: AskId,
    /// The question in words: Markdown from the model.
    pub text: String,
    /// What kind of answer is wanted, and what for.
    pub kind: AskKind,
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum AskKind {
    /// Leave to do exactly this.
    Approval(ActionShown),
    /// A text.
    Question {
        /// Answers to choose from. Any other text is an answer too.
        options: Vec<String>,
        /// What it is about, where it is about an action whose end was not seen.
        about: Option<ActionShown>,
    },
    /// Leave to follow a plan.
    Plan {
        /// Its steps, in order.
        steps: Vec<PlanStep>,
        /// What the planner says about it.
        message: String,
    },
    /// Leave to fill in a form.
    Form {
        /// Its fields, in order.
        questions: Vec<FormQuestion>,
    },
}

impl Ask {
    /// The action that the ask is about.
    pub fn action(&self) -> Option<&ActionShown> {
        match &self.kind {
            AskKind::Approval(shown) => Some(shown),
            AskKind::Question { about, .. } => about.as_ref(),
            AskKind::Plan { .. } | AskKind::Form { .. } => None,
        }
    }
}

/// An ask in JSON. Flat, because readers of flattened and tagged types take far more code.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AskFields {
    /// The run.
    run_id: RunId,
    /// The conversation.
    conversation_id: ConversationId,
    /// What `AGENT_ANSWER` must name.
    ask_id: AskId,
    /// What kind of answer is wanted.
    kind: KindName,
    /// The question in words: Markdown from the model.
    text: String,
    /// For a question: answers to choose from. Any other text is an answer too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
    /// For an approval: what would be done. For a question: what it is about, if it is about an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    action: Option<CallShown>,
    /// With `action`: the page's origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// With `action`: the values that would be entered or sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValueShown>>,
    /// For a plan: its steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<PlanStep>>,
    /// For a plan: what the planner says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// For a form: its fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    questions: Option<Vec<FormQuestion>>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
/// The kinds of asks in JSON.
enum KindName {
    Approval,
    Question,
    Plan,
    Form,
}

impl TryFrom<AskFields> for Ask {
    type Error = &'static str;

    fn try_from(fields: AskFields) -> Result<Self, Self::Error> {
        let AskFields { action, origin, values, steps, message, questions, .. } = fields;
        let about = action.map(|action| ActionShown {
            action,
            origin: origin.unwrap_or_default(),
            values: values.unwrap_or_default(),
        });
        let kind = match fields.kind {
            KindName::Approval => AskKind::Approval(about.ok_or("an approval has an action")?),
            KindName::Question => AskKind::Question { options: fields.options, about },
            KindName::Plan => {
                AskKind::Plan { steps: steps.ok_or("a plan has steps")?, message: message.unwrap_or_default() }
            }
            KindName::Form => AskKind::Form { questions: questions.ok_or("a form has questions")? },
        };
        let AskFields { run_id, conversation_id, ask_id, text, .. } = fields;
        Ok(Self { run_id, conversation_id, ask_id, text, kind })
    }
}

impl From<Ask> for AskFields {
    fn from(ask: Ask) -> Self {
        let Ask { run_id, conversation_id, ask_id, text, kind } = ask;
        let mut fields = Self {
            run_id,
            conversation_id,
            ask_id,
            kind: KindName::Approval,
            text,
            options: Vec::new(),
            action: None,
            origin: None,
            values: None,
            steps: None,
            message: None,
            questions: None,
        };
        let about = match kind {
            AskKind::Approval(shown) => Some(shown),
            AskKind::Question { options, about } => {
                (fields.kind, fields.options) = (KindName::Question, options);
                about
            }
            AskKind::Plan { steps, message } => {
                (fields.kind, fields.steps, fields.message) = (KindName::Plan, Some(steps), Some(message));
                None
            }
            AskKind::Form { questions } => {
                (fields.kind, fields.questions) = (KindName::Form, Some(questions));
                None
            }
        };
        if let Some(ActionShown { action, origin, values }) = about {
            (fields.action, fields.origin, fields.values) = (Some(action), Some(origin), Some(values));
        }
        fields
    }
}

/// The exact action an approval is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ActionShown {
    /// The tool call.
    pub action: CallShown,
    /// The page's origin.
    pub origin: String,
    /// The values that would be entered or sent, secrets masked.
    pub values: Vec<ValueShown>,
}

/// A tool call as a person sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CallShown {
    /// The tool's name.
    pub tool: String,
    /// Its arguments, secrets masked.
    pub args: Arguments,
    /// The elements it is about; null for none.
    #[serde(default)]
    pub target: Option<String>,
    /// What it does, in a sentence.
    pub says: String,
    /// What it does to the world.
    pub class: EffectClass,
}

/// A value in an approval, and where it came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ValueShown {
    /// The field it is for.
    pub field: String,
    /// The value; dots for a secret.
    pub value: String,
    /// Where it came from.
    pub source: Origin,
}

/// A step of a plan that is asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlanStep {
    /// Its id.
    pub step_id: String,
    /// What is done.
    pub text: String,
    /// How it is known to be done.
    pub done_when: String,
    /// What it does that would be asked about, as grants name it.
    pub effects: Vec<String>,
    /// Where it does that.
    pub sites: Vec<String>,
}

/// A field of a form that is asked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormQuestion {
    /// Its id.
    pub question_id: String,
    /// What the page asks.
    pub title: String,
    /// What it takes.
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// Whether the page insists on it.
    pub required: bool,
    /// The values to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What it holds now.
    pub current: String,
    /// What would be filled in.
    pub value: String,
    /// Where that comes from.
    pub source: FormSource,
    /// How sure that is, from 0 to 1.
    pub confidence: f64,
    /// How the field stands, in a word.
    pub state: String,
}

/// What a form's field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum FieldType {
    Text,
    LongText,
    Number,
    Date,
    Time,
    Email,
    Phone,
    Url,
    Choice,
    Choices,
    File,
    Grid,
    Consent,
    Secret,
}

/// Where the value of a form's field comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum FormSource {
    /// The person's profile.
    Profile,
    /// A document.
    Document {
        /// Which.
        document_id: String,
        /// The page, from 1.
        page: u32,
        /// The words there.
        quote: String,
    },
    /// The task's words.
    Task,
    /// The page itself.
    Page,
    /// The person, in the ask before.
    Person,
    /// Nothing: it is left empty.
    None,
}

/// The person's answer to an ask: in JSON `once`, `task`, `site`, `deny`, or any other text. To an approval any other text is a no, and behind
/// `deny:` stands its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "String", into = "String")]
pub enum AskAnswer {
    /// `once`: allowed this once.
    Once,
    /// `task`: allowed on this site until the task ends.
    Task,
    /// `site`: allowed on this site from now on.
    Site,
    /// `deny`: not allowed.
    Deny,
    /// Any other text. For a question the answer; for an approval a no, and behind `deny:` its reason.
    Text(String),
}

impl AskAnswer {
    /// A no with its reason.
    pub fn deny(why: &str) -> Self {
        Self::Text(format!("deny: {why}"))
    }

    /// The answer as the person gave it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Once => "once",
            Self::Task => "task",
            Self::Site => "site",
            Self::Deny => "deny",
            Self::Text(text) => text,
        }
    }

    /// Why not, where it is taken for a no.
    pub fn reason(&self) -> &str {
        let text = self.as_str();
        text.strip_prefix("deny").map_or(text, |why| why.trim_start_matches(':')).trim()
    }
}

impl fmt::Display for AskAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<String> for AskAnswer {
    fn from(text: String) -> Self {
        match text.as_str() {
            "once" => Self::Once,
            "task" => Self::Task,
            "site" => Self::Site,
            "deny" => Self::Deny,
            _ => Self::Text(text),
        }
    }
}

impl From<&str> for AskAnswer {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<AskAnswer> for String {
    fn from(answer: AskAnswer) -> Self {
        answer.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(more: Value) -> Value {
        let mut ask = json!({"runId": "r", "conversationId": "c", "askId": "a", "text": "Well?"});
        ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask
    }

    #[test]
    fn every_kind_reads_back_what_the_contract_names() {
        let action = json!({"tool": "click", "args": {"uid": 12}, "target": null, "says": "Click", "class": {"commits": "buys"}});
        let values = json!([{"field": "Name", "value": "Ann", "source": "task"}]);
        let question = json!({"questionId": "q", "title": "Name", "type": "text", "required": true, "current": "", "value": "Ann",
            "source": {"kind": "document", "documentId": "d", "page": 2, "quote": "Ann"}, "confidence": 0.9, "state": "new"});
        for fields in [
            json!({"kind": "approval", "action": action, "origin": "https://a.example", "values": values}),
            json!({"kind": "question"}),
            json!({"kind": "question", "options": ["red", "green"]}),
            json!({"kind": "question", "action": action, "origin": "https://a.example", "values": []}),
            json!({"kind": "plan", "message": "m",
                   "steps": [{"stepId": "s", "text": "t", "doneWhen": "d", "effects": ["buy"], "sites": ["https://a.example"]}]}),
            json!({"kind": "form", "questions": [question]}),
        ] {
            let written = ask(fields);
            let read: Ask = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), written);
        }
        for lacking in ["approval", "plan", "form", "later"] {
            assert!(serde_json::from_value::<Ask>(ask(json!({ "kind": lacking }))).is_err(), "{lacking}");
        }
    }

    #[test]
    fn an_answer_keeps_the_persons_words() {
        for (text, reason) in [
            ("once", "once"),
            ("deny", ""),
            ("deny: too dear", "too dear"),
            ("deny:x", "x"),
            ("no", "no"),
            (" site", "site"),
        ] {
            let answer = AskAnswer::from(text);
            assert_eq!((answer.as_str(), answer.reason()), (text, reason));
            assert_eq!(serde_json::from_value::<AskAnswer>(json!(text)).unwrap(), answer);
            assert_eq!(serde_json::to_value(&answer).unwrap(), text);
        }
        assert_eq!(AskAnswer::from(" site"), AskAnswer::Text(" site".into()));
        assert_eq!(AskAnswer::deny("why").reason(), "why");
    }
}
