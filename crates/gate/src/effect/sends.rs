//! What a call writes, what it reveals to a site, and what is remembered of that.

use crate::MASK;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A text that a tool puts into a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldInput {
    /// The argument with the text.
    pub argument: &'static str,
    /// The field; none: the focused one.
    pub uid: Option<u32>,
    /// The text.
    pub text: String,
}

/// What a call reveals to a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sends {
    /// The address opened, as the model wrote it.
    Address(String),
    /// The text written.
    Text(String),
    /// The arguments that a server gets, each with its place in them.
    Arguments(Vec<(String, String)>),
}

/// Every text, number and truth value in these arguments, with its place: `filter.owner`, `labels.0`.
pub fn leaves(arguments: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), arguments)];
    while let Some((place, value)) = open.pop() {
        let below = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
        match value {
            Value::Object(fields) => open.extend(fields.iter().rev().map(|(name, value)| (below(name), value))),
            Value::Array(items) => {
                open.extend(items.iter().enumerate().rev().map(|(at, value)| (below(&at.to_string()), value)));
            }
            Value::String(text) => found.push((place, text.clone())),
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => found.push((place, value.to_string())),
        }
    }
    found
}

/// Arguments as one text: the values first, so that what belongs together stands together, then the names, which may tell something too.
pub(crate) fn told_to_server(arguments: &[(String, String)]) -> String {
    let values = arguments.iter().map(|(_, value)| value.as_str());
    values.chain(arguments.iter().map(|(place, _)| place.as_str())).collect::<Vec<_>>().join("\n")
}

/// What an answered call revealed to its site, for comparing later calls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// Stored by a version that did not record it.
    #[default]
    NotKept,
    /// Nothing.
    Nothing,
    /// This text.
    Text(String),
    /// This secret.
    Secret(String),
    /// The content of this address.
    Address(String),
    /// The input of a tool: its secrets, and all else.
    Input(Vec<String>, String),
    /// What was put into several fields of a page: secrets, and other texts.
    Fields(Vec<String>, Vec<String>),
}

impl Told {
    /// What a call reveals when carried out. `to_page`: to a page, and to no server of tools.
    pub fn by(sends: Option<&Sends>, shown_args: &Value, to_page: bool) -> Self {
        let is_masked = || shown_args.as_object().is_some_and(|args| args.values().any(|value| value == MASK));
        match sends {
            None => Self::Nothing,
            Some(Sends::Text(text)) if is_masked() => Self::Secret(text.clone()),
            Some(Sends::Text(text)) => Self::Text(text.clone()),
            Some(Sends::Address(address)) => Self::Address(address.clone()),
            Some(Sends::Arguments(arguments)) => {
                let shown = leaves(shown_args.get("input").unwrap_or(shown_args));
                let is_masked =
                    |(place, _): &&(String, String)| shown.iter().any(|(of, value)| of == place && value == MASK);
                let secrets: Vec<String> = arguments.iter().filter(is_masked).map(|(_, value)| value.clone()).collect();
                let rest: Vec<(String, String)> = arguments.iter().filter(|one| !is_masked(one)).cloned().collect();
                if to_page && is_on!(Each) {
                    return Self::Fields(secrets, rest.into_iter().map(|(_, value)| value).collect());
                }
                if secrets.is_empty() {
                    Self::Text(told_to_server(arguments))
                } else {
                    Self::Input(secrets, told_to_server(&rest))
                }
            }
        }
    }

    /// Whether an earlier version stored the call.
    pub fn is_not_kept(&self) -> bool {
        *self == Self::NotKept
    }

    /// Adds what was revealed from a page of this origin to the known secrets and other texts.
    pub fn note(self, from: &str, secrets: &mut Vec<(String, String)>, sent: &mut Vec<(String, String)>) {
        match self {
            Self::Secret(text) => secrets.push((text, from.to_owned())),
            Self::Text(text) => sent.push((from.to_owned(), text)),
            Self::Input(hidden, text) => {
                secrets.extend(hidden.into_iter().map(|secret| (secret, from.to_owned())));
                sent.push((from.to_owned(), text));
            }
            Self::Fields(hidden, texts) => {
                secrets.extend(hidden.into_iter().map(|secret| (secret, from.to_owned())));
                sent.extend(texts.into_iter().map(|text| (from.to_owned(), text)));
            }
            Self::Address(_) | Self::NotKept | Self::Nothing => {}
        }
    }
}
