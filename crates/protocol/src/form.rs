//! Forms: their questions, where each value comes from, and what became of them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Facts of a profile, at most.
pub const MAX_FACTS: usize = 200;
/// Characters of a fact's value, at most.
pub const FACT_CHARS: usize = 500;

/// A question of a form, as it is reviewed: one row for what belongs together on the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormQuestion {
    /// Its id.
    pub question_id: String,
    /// The question as the page words it.
    pub title: String,
    /// The part of the form that it is in; empty: none is named.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// What the page says about it: hints, formats, limits, what it objects to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The type of its value.
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// Whether the page requires it.
    pub required: bool,
    /// The options to choose from; of a grid its columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The rows of a grid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// What it holds now; of a secret only whether it holds anything, as dots.
    pub current: FormValue,
    /// The value to fill in; empty: none.
    pub value: FormValue,
    /// Where that value comes from.
    pub source: FormSource,
    /// The confidence in it, from 0 to 1.
    pub confidence: f64,
    /// Its state.
    pub state: FormState,
    /// Why it was not filled in, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// All quotes that a value was concluded from, where none says it in so many words: also those that `source` does not name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concluded_from: Vec<String>,
}

/// The state of a form's question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FormState {
    /// Its answer is looked for.
    #[default]
    Pending,
    /// It has a value that is not filled in yet.
    Proposed,
    /// Nothing says what to fill in.
    Empty,
    /// It holds something, which stays.
    Kept,
    /// Only the person answers it: a secret, a consent or a signature.
    Yours,
    /// The value is in the field, which was read back.
    Filled,
    /// It was left as it is.
    Left,
    /// The value did not get into the field.
    Failed,
}

/// The value of a question: text; several options; of a grid the choice in each row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum FormValue {
    /// A text, a number, a date (`2026-03-31`), a time (`14:30`), an option, a document's id.
    Text(String),
    /// Options that are chosen together.
    Many(Vec<String>),
    /// The option chosen in each row.
    Rows(BTreeMap<String, String>),
}

impl FormValue {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Many(all) => all.is_empty(),
            Self::Rows(rows) => rows.is_empty(),
        }
    }
}

impl Default for FormValue {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl From<&str> for FormValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl std::fmt::Display for FormValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Many(all) => f.write_str(&all.join(", ")),
            Self::Rows(rows) => {
                let all: Vec<String> = rows.iter().map(|(row, choice)| format!("{row}: {choice}")).collect();
                f.write_str(&all.join("; "))
            }
        }
    }
}

/// The type of a form field's value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum FieldType {
    #[default]
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

/// Where a form field's value comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum FormSource {
    /// The person's profile.
    Profile,
    /// A document.
    Document {
        /// The document.
        document_id: String,
        /// The page, from 1.
        page: u32,
        /// The quoted words.
        quote: String,
    },
    /// The task's text.
    Task {
        /// The quoted words.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        quote: String,
    },
    /// The page itself.
    Page {
        /// The quoted words.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        quote: String,
    },
    /// The person, in the review.
    Person,
    /// None: the field stays as it is.
    #[default]
    None,
}

/// What a run fills in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FormTarget {
    /// The form of a page.
    #[default]
    Page,
    /// The person's profile.
    Profile,
}

impl FormTarget {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    fn is_page(&self) -> bool {
        *self == Self::Page
    }
}

/// The questions of a run's form.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FormShown {
    /// In the page's order.
    pub questions: Vec<FormQuestion>,
    /// What is filled in; missing: a page.
    #[serde(skip_serializing_if = "FormTarget::is_page")]
    pub target: FormTarget,
    /// At the end: what became of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<FormEnd>,
}

/// What became of a form's questions, each by its id.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FormEnd {
    /// Filled in and read back.
    pub filled: Vec<String>,
    /// Held something, which stayed.
    pub kept: Vec<String>,
    /// Left as they were: nothing says what to fill in, or the person did not want it, or only they may.
    pub left: Vec<String>,
    /// The value did not get into the field.
    pub failed: Vec<String>,
}

/// How much care and money a form is given: which models read and answer it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FormQuality {
    /// The fast model answers.
    #[default]
    Fast,
    /// The fast model answers, the strong one goes over what it answered.
    FastPro,
    /// The strong model answers; it is shown a picture of the page, if it sees.
    Exact,
    /// The same, and it goes over its answers once more.
    ExactPro,
}

/// What the person wants every task to know, and facts for forms. It is stored in the browser only.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Profile {
    /// In the person's words.
    pub instructions: String,
    /// In the person's order.
    pub facts: Vec<Fact>,
}

/// One fact about the person.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Fact {
    /// What it is: a token of HTML's `autocomplete` where there is one, as `given-name`; else any word.
    pub key: String,
    /// The same for the person.
    pub label: String,
    /// The value.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_a_text_a_list_or_an_object() {
        for (written, shown) in [
            (json!("Ann"), "Ann"),
            (json!(["a", "b"]), "a, b"),
            (json!({"Speed": "good", "Taste": "bad"}), "Speed: good; Taste: bad"),
        ] {
            let value: FormValue = crate::json::from_value(written.clone()).unwrap();
            assert_eq!(value.to_string(), shown);
            assert_eq!(serde_json::to_value(&value).unwrap(), written);
        }
        assert!(FormValue::default().is_empty());
    }
}
