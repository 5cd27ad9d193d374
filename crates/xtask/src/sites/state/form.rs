//! What was sent with the form.

use serde::Serialize;

/// What was sent with one press on "Register".
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Submission {
    /// Names and values in the order of the form; a name can come several times.
    pub fields: Vec<(String, String)>,
    /// The name and the size in bytes of a file that came along.
    pub file: Option<(String, usize)>,
}

impl Submission {
    /// The first value of a field; empty where there is none.
    pub fn value(&self, name: &str) -> &str {
        self.values(name).first().copied().unwrap_or_default()
    }

    /// All values of a field.
    pub fn values(&self, name: &str) -> Vec<&str> {
        self.fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
    }
}

/// What the form remembers.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Forms {
    /// What was accepted.
    pub accepted: Vec<Submission>,
    /// What was refused.
    pub refused: Vec<Submission>,
}
