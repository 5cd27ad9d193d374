//! Looking at the page for what shows that a task is done.

use super::Hands;
use crate::ending::{Checked, Claim, check};
use crate::history::Entry;
use crate::run::Run;

impl Hands {
    /// Looks at the page once more and compares the claim with it. What cannot be read shows nothing.
    pub(super) async fn confirm(&mut self, run: &Run, claim: &Claim) -> Checked {
        let Some(id) = run.tabs.current.filter(|_| !run.tabs.dialog_open) else { return Checked::default() };
        let Ok(now) = self.walk(run, id, &mut run.tabs.uids.clone()).await else { return Checked::default() };
        let read = run.transcript.entries.iter().flat_map(|entry| match entry {
            Entry::Page { look, from, .. } => {
                [Some((from.as_str(), look.as_ref().map_or("", |look| &look.text))), None]
            }
            Entry::Answer { text, look, from, .. } => {
                [Some((from.as_str(), text.as_str())), look.as_ref().map(|look| (from.as_str(), look.text.as_str()))]
            }
            Entry::User { .. } | Entry::Told { .. } | Entry::Assistant { .. } => [None, None],
        });
        let fenced = read.flatten().filter(|(from, text)| !from.is_empty() && text.contains("<<<"));
        check(claim, &run.completion.deeds, self.before.as_deref(), &now, fenced)
    }
}
