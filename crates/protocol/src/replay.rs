//! What a call did on a page, as far as it takes to do it again there; and a finished run's recording for the panel.

use serde::{Deserialize, Serialize};

/// What a call acted on and what came of it. Everything is the page's, with secrets masked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Recorded {
    /// The page that it was done on; an empty address: on none.
    pub page: RecordedPage,
    /// The elements that it named, in the order of its arguments; of a call that went to the focus, what had the focus.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<RecordedElement>,
    /// Whether it used the page beyond going somewhere or filling in a field.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub acts: bool,
    /// The page afterwards.
    pub after: RecordedPage,
    /// Whether a JavaScript dialog was open afterwards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dialog: bool,
    /// The state of the first element afterwards; none: it was no longer there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// Lines of text that came with it, if it stayed on the page: three at most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

/// A page of a recording.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct RecordedPage {
    /// Its address.
    pub url: String,
    /// Its title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Amounts of money in its text, if they are few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amounts: Vec<String>,
}

/// An element of a recording: what a person would find it again by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct RecordedElement {
    /// Its type as in looks, such as `BUTTON`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// What it is in, nearest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<String>,
    /// The origin of its frame, if that is of another site.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub frame: String,
    /// Where it leads, or its form is sent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub leads: String,
    /// Its state before: its value, whether it is on, whether it is open.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub state: String,
    /// Amounts of money in its row of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amounts: Vec<String>,
    /// Whether nothing else on the page answered to all this.
    pub only: bool,
}

/// A finished run as it can be done again without a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ReplayShown {
    /// What is done again, in order, in words for the person.
    pub steps: Vec<String>,
    /// The values that were entered, which may be others this time.
    pub fields: Vec<ReplayField>,
    /// Why it cannot be done again; none: it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The task in the person's words, with each value that is in it in place of `{{name of its field}}`.
    pub template: String,
}

/// A value that was entered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ReplayField {
    /// Its key in `values` of `REPLAY_RUN`.
    pub id: String,
    /// What it was entered into, or the question that it answered.
    pub label: String,
    /// What was entered; empty for a secret.
    pub value: String,
    /// Whether it is a secret, which is not kept: the person enters it on the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}
