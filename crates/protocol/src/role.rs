//! Roles of models.

/// A use of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModelRole {
    /// Chat replies.
    Chat,
    /// Tasks in a tab.
    Agent,
    /// Research, and each of its sources.
    Research,
    /// Questions about documents.
    Documents,
    /// Filling in forms.
    Form,
    /// Making plans.
    Planner,
    /// Carrying out the steps of a plan.
    Executor,
    /// Embeddings for semantic search.
    Embeddings,
    /// Fast answers.
    Fast,
    /// Careful answers.
    Strong,
}

impl ModelRole {
    const ALL: [(Self, &str); 10] = [
        (Self::Chat, "chat"),
        (Self::Agent, "agent"),
        (Self::Research, "research"),
        (Self::Documents, "documents"),
        (Self::Form, "form"),
        (Self::Planner, "planner"),
        (Self::Executor, "executor"),
        (Self::Embeddings, "embeddings"),
        (Self::Fast, "fast"),
        (Self::Strong, "strong"),
    ];

    /// Its name in the settings.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(role, _)| *role == self).map_or("", |(_, name)| name)
    }

    /// The role with this name in the settings.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(role, _)| *role)
    }
}
