//! Asks to the user, and their answers.

use crate::{Arguments, AskId, ConversationId, EffectClass, FormQuestion, FormValue, Origin, PlanStep, RunId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Something the user must answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "AskFields", into = "AskFields")]
pub struct Ask {
    /// The run.
    pub run_id: RunId,
    /// The conversation.
    pub conversation_id: ConversationId,
    /// The id that `AGENT_ANSWER` must name.
    pub ask_id: AskId,
    /// The question: Markdown from the model.
    pub text: String,
    /// The kind of answer wanted, and its subject.
    pub kind: AskKind,
}

/// The subject of an ask.
#[derive(Debug, Clone, PartialEq)]
pub enum AskKind {
    /// Approval of exactly this action.
    Approval(ActionShown),
    /// A text.
    Question {
        /// Suggested answers; any other text is valid too.
        options: Vec<String>,
        /// The action in question, if its outcome was not observed.
        about: Option<ActionShown>,
    },
    /// A limit that the run has reached: `once` raises it, and anything else ends the run.
    Limit {
        /// The two answers in words: to raise it, and to stop. The words of the first mean `once` too.
        options: Vec<String>,
        /// The limit.
        limit: LimitShown,
    },
    /// Approval of a plan.
    Plan {
        /// The steps in order.
        steps: Vec<PlanStep>,
        /// The planner's explanation.
        message: String,
    },
    /// Approval to fill in a form.
    Form {
        /// The fields in order.
        questions: Vec<FormQuestion>,
    },
}

impl Ask {
    /// The action that the ask is about.
    pub fn action(&self) -> Option<&ActionShown> {
        match &self.kind {
            AskKind::Approval(shown) => Some(shown),
            AskKind::Question { about, .. } => about.as_ref(),
            AskKind::Limit { .. } | AskKind::Plan { .. } | AskKind::Form { .. } => None,
        }
    }
}

/// A limit that a run has reached, and how far an answer raises it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LimitShown {
    /// What it counts.
    pub kind: LimitKind,
    /// What it is for.
    pub span: LimitSpan,
    /// What is used: tokens, steps, seconds, or the price in the currency of the prices.
    pub used: f64,
    /// The limit.
    pub limit: f64,
    /// By how much the answer raises it.
    pub more: f64,
}

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// Money.
    Price,
    /// Tokens sent and received.
    Tokens,
    /// Model turns.
    Steps,
    /// Seconds of work.
    Time,
}

/// What a limit is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LimitSpan {
    /// The task; an answer raises it for this task alone.
    Task,
    /// The day; an answer raises it for this task and this day alone.
    Day,
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
    /// The id that `AGENT_ANSWER` must name.
    ask_id: AskId,
    /// The kind of answer wanted.
    kind: KindName,
    /// The question: Markdown from the model.
    text: String,
    /// For a question: suggested answers; any other text is valid too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
    /// For a question about a limit that the run has reached: the limit. `once` raises it for this run, and anything else ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<LimitShown>,
    /// For an approval: the action to take. For a question: the action in question, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    action: Option<CallShown>,
    /// With `action`: the page's origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// With `action`: the values to be entered or sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValueShown>>,
    /// For a plan: its steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<PlanStep>>,
    /// For a plan: the planner's explanation.
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
        let AskFields { action, origin, values, steps, message, questions, limit, .. } = fields;
        let about = action.map(|action| ActionShown {
            action,
            origin: origin.unwrap_or_default(),
            values: values.unwrap_or_default(),
        });
        let kind = match fields.kind {
            KindName::Approval => AskKind::Approval(about.ok_or("an approval has an action")?),
            KindName::Question => match limit {
                Some(limit) => AskKind::Limit { options: fields.options, limit },
                None => AskKind::Question { options: fields.options, about },
            },
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
            limit: None,
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
            AskKind::Limit { options, limit } => {
                (fields.kind, fields.options, fields.limit) = (KindName::Question, options, Some(limit));
                None
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

/// The exact action of an approval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ActionShown {
    /// The tool call.
    pub action: CallShown,
    /// The page's origin.
    pub origin: String,
    /// The values to be entered or sent, secrets masked.
    pub values: Vec<ValueShown>,
}

/// A tool call as shown to the user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CallShown {
    /// The tool's name.
    pub tool: String,
    /// Its arguments, secrets masked.
    pub args: Arguments,
    /// The elements it uses; null for none.
    #[serde(default)]
    pub target: Option<String>,
    /// A description in one sentence.
    pub says: String,
    /// Its effect.
    pub class: EffectClass,
}

/// A value in an approval, with its origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ValueShown {
    /// The field it is for.
    pub field: String,
    /// The value; dots for a secret.
    pub value: String,
    /// Its origin.
    pub source: Origin,
}

/// The answer to an ask: `once`, `task`, `site`, `deny`, for a plan `approve` or `revise`, for a form `fill`, or any other text. For an approval any other text means
/// no, and the reason follows `deny:`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "AnswerFields", into = "AnswerFields")]
pub enum AskAnswer {
    /// `once`: allowed this once.
    Once,
    /// `task`: allowed on this site until the task ends.
    Task,
    /// `site`: allowed on this site from now on.
    Site,
    /// `deny`: not allowed.
    Deny,
    /// `approve`: the plan is carried out, with these steps; none: as it was shown.
    Approve(Option<Vec<PlanStep>>),
    /// `revise`: the plan is made again with these words.
    Revise(String),
    /// `fill`: what is shown is filled in, with these values instead of the shown ones; an empty one leaves the field as it is.
    Fill(BTreeMap<String, FormValue>),
    /// `again`: the answer to one question of a form is looked for again, and the review comes back. `stronger`: by the strong model.
    Again {
        /// The question's id.
        question: String,
        /// Whether the strong model looks for it.
        stronger: bool,
    },
    /// Any other text: the answer to a question; for an approval a no, with the reason after `deny:`.
    Text(String),
}

impl AskAnswer {
    /// A refusal with its reason.
    pub fn deny(why: &str) -> Self {
        Self::Text(format!("deny: {why}"))
    }

    /// The user's answer, verbatim.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Once => "once",
            Self::Task => "task",
            Self::Site => "site",
            Self::Deny => "deny",
            Self::Approve(_) => "approve",
            Self::Fill(_) => "fill",
            Self::Again { stronger: false, .. } => "again",
            Self::Again { stronger: true, .. } => "stronger",
            Self::Revise(text) | Self::Text(text) => text,
        }
    }

    /// The same, where a yes holds for the task at least.
    #[must_use]
    pub fn for_the_task(&self) -> Self {
        if *self == Self::Once { Self::Task } else { self.clone() }
    }

    /// The reason, if it counts as a refusal.
    pub fn reason(&self) -> &str {
        let text = self.as_str();
        text.strip_prefix("deny").map_or(text, |why| why.trim_start_matches(':')).trim()
    }
}

/// An answer in JSON, besides what names its ask.
#[derive(Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AnswerFields {
    /// `once`, `task`, `site`, `deny`, `approve`, `revise`, `fill`, `again`, `stronger`, or any other text.
    pub(crate) answer: String,
    /// With `approve`: the steps as edited, reordered, removed or added; none: as they were shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<PlanStep>>,
    /// With `revise`: how the plan is to be changed. With `again` and `stronger`: the id of the question whose answer is looked for again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// With `fill`: the values that the person has changed, by the question's id; an empty one leaves the field as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<BTreeMap<String, FormValue>>,
}

impl From<AnswerFields> for AskAnswer {
    fn from(AnswerFields { answer, steps, text, values }: AnswerFields) -> Self {
        match answer.as_str() {
            "once" => Self::Once,
            "task" => Self::Task,
            "site" => Self::Site,
            "deny" => Self::Deny,
            "approve" => Self::Approve(steps),
            "revise" => Self::Revise(text.unwrap_or_default()),
            "fill" => Self::Fill(values.unwrap_or_default()),
            "again" | "stronger" if text.is_some() => {
                Self::Again { question: text.unwrap_or_default(), stronger: answer == "stronger" }
            }
            _ => Self::Text(answer),
        }
    }
}

impl From<AskAnswer> for AnswerFields {
    fn from(answer: AskAnswer) -> Self {
        match answer {
            AskAnswer::Approve(steps) => Self { answer: "approve".into(), steps, ..Self::default() },
            AskAnswer::Revise(text) => Self { answer: "revise".into(), text: Some(text), ..Self::default() },
            AskAnswer::Fill(values) => {
                Self { answer: "fill".into(), values: Some(values).filter(|all| !all.is_empty()), ..Self::default() }
            }
            AskAnswer::Again { ref question, .. } => {
                Self { answer: answer.to_string(), text: Some(question.clone()), ..Self::default() }
            }
            other => Self { answer: other.to_string(), ..Self::default() },
        }
    }
}

impl fmt::Display for AskAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<String> for AskAnswer {
    fn from(answer: String) -> Self {
        AnswerFields { answer, ..AnswerFields::default() }.into()
    }
}

impl From<&str> for AskAnswer {
    fn from(text: &str) -> Self {
        text.to_owned().into()
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
            "source": {"kind": "document", "documentId": "d", "page": 2, "quote": "Ann"}, "confidence": 0.9, "state": "proposed"});
        for fields in [
            json!({"kind": "approval", "action": action, "origin": "https://a.example", "values": values}),
            json!({"kind": "question"}),
            json!({"kind": "question", "options": ["red", "green"]}),
            json!({"kind": "question", "options": ["Allow $0.25 more", "Stop here"],
                   "limit": {"kind": "price", "span": "task", "used": 0.48, "limit": 0.5, "more": 0.25}}),
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
            let written = json!({ "answer": text });
            assert_eq!(serde_json::from_value::<AskAnswer>(written.clone()).unwrap(), answer);
            assert_eq!(serde_json::to_value(&answer).unwrap(), written);
        }
        assert_eq!(AskAnswer::from(" site"), AskAnswer::Text(" site".into()));
        assert_eq!(AskAnswer::deny("why").reason(), "why");
    }
}
