//! What the composer holds besides its text.

use crate::state::compose::Filling;
use edith_protocol::SavedPrompt;
use leptos::prelude::*;

/// The signals of the composer.
#[derive(Clone, Copy, Default)]
pub(in crate::view) struct Compose {
    /// Whether the next task begins in the page beside the panel, as the person said; none: as its words do.
    pub here_chosen: RwSignal<Option<bool>>,
    /// The saved prompts.
    pub prompts: RwSignal<Vec<SavedPrompt>>,
    /// The name of the saved prompt that the draft comes from.
    pub prompt_name: RwSignal<Option<String>>,
    /// What was put into the draft and not typed: pasted, dropped (but for a single word), or from a prompt.
    pub put: RwSignal<Vec<String>>,
    /// The prompt whose fields are being filled in.
    pub filling: RwSignal<Option<Filling>>,
    /// What is missing from it, in words; empty for nothing.
    pub missing: RwSignal<String>,
    /// Whether a server is being asked for its prompt.
    pub fetching: RwSignal<bool>,
    /// The name under which the draft is being saved; none: it is not.
    pub naming: RwSignal<Option<String>>,
}
