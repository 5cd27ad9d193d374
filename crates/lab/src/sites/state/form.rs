//! Submissions of the form.

use serde::Serialize;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Submission {
    /// Names and values in form order; a name can occur several times.
    pub fields: Vec<(String, String)>,
    /// An attached file's name and size in bytes.
    pub file: Option<(String, usize)>,
}

impl Submission {
    /// A field's first value, or "".
    pub fn value(&self, name: &str) -> &str {
        self.values(name).first().copied().unwrap_or_default()
    }

    pub fn values(&self, name: &str) -> Vec<&str> {
        self.fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Forms {
    pub accepted: Vec<Submission>,
    pub refused: Vec<Submission>,
}
