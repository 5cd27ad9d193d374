//! What a call writes, and what it tells a site.

/// A text that a tool puts into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldInput<'a> {
    /// The argument that holds the text.
    pub argument: &'static str,
    /// The field; none: what has the focus.
    pub uid: Option<u32>,
    /// The text.
    pub text: &'a str,
}

/// What a call tells a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sends<'a> {
    /// The address it goes to, as the model wrote it.
    Address(&'a str),
    /// The text it writes.
    Text(&'a str),
}
