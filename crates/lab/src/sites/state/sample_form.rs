//! What a form's pages told the server.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What stands in a form.
#[derive(Debug, Clone, Default, Serialize)]
pub struct FormState {
    /// By the page's part: the page itself, its frames. Each with the time it was told, in milliseconds.
    parts: BTreeMap<String, (f64, Map<String, Value>)>,
    /// How often the form was sent.
    pub sent: usize,
}

impl FormState {
    /// A form that holds these.
    pub fn of(values: impl Iterator<Item = (String, Value)>) -> Self {
        Self { parts: BTreeMap::from([("page".to_owned(), (0.0, values.collect()))]), sent: 0 }
    }

    /// What a field holds; null: the form has no such field now.
    pub fn value(&self, name: &str) -> Value {
        self.parts.values().find_map(|(_, values)| values.get(name)).cloned().unwrap_or_default()
    }

    /// Every field with what it holds.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.parts.values().flat_map(|(_, values)| values.iter().map(|(name, value)| (name.as_str(), value)))
    }

    /// Puts a value into a field.
    pub fn put(&mut self, name: &str, value: Value) {
        self.parts.entry("page".to_owned()).or_default().1.insert(name.to_owned(), value);
    }

    /// Takes what a part told, unless it told something later.
    pub(in crate::sites) fn tell(&mut self, part: String, at: f64, values: Map<String, Value>) {
        let entry = self.parts.entry(part).or_default();
        if at >= entry.0 {
            *entry = (at, values);
        }
    }
}
