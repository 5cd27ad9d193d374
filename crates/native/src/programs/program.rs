//! What a program with tools is started with.

use std::collections::BTreeMap;

/// A program with tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolProgram {
    /// The program file.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables of its environment, besides the few that every program needs.
    pub variables: BTreeMap<String, String>,
}
