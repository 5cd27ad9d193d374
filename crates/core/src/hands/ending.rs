//! Looks at the page for evidence that a task is done, and at the documents for what its end cites.

use super::Hands;
use crate::answer::checked::cites;
use crate::ending::{Checked, Claim, check, missing};
use crate::history::Entry;
use crate::run::{Input, Run};

impl Hands {
    /// Compares a claim with the page and with the documents that it cites.
    pub(super) async fn confirm(&mut self, run: &Run, claim: &Claim) -> Input {
        let cited = match cites(&claim.summary, &run.task.documents) {
            true => Some(Box::new(self.compared(run, &claim.summary).await)),
            false => None,
        };
        Input::Confirmed(self.shown_by_page(run, claim).await, cited)
    }

    /// Looks at the page once more and compares the claim with it. An unreadable page is no evidence.
    async fn shown_by_page(&mut self, run: &Run, claim: &Claim) -> Checked {
        let now = match run.tabs.current.filter(|_| !run.tabs.dialog_open) {
            Some(id) => self.walk(run, id, &mut run.tabs.uids.clone()).await.ok(),
            None => None,
        };
        let read = run.transcript.entries.iter().flat_map(|entry| {
            let (data, from) = match entry {
                Entry::Page { from, .. } => (&[][..], from.as_str()),
                Entry::Answer { data, from, .. } => (&data[..], from.as_str()),
                _ => (&[][..], ""),
            };
            let look = entry.look().map(|look| look.text.as_str());
            data.iter()
                .filter(|data| !data.is_of_document())
                .map(|data| data.text.as_str())
                .chain(look)
                .map(move |text| (from, text))
        });
        let read = read.filter(|(from, _)| !from.is_empty());
        let read: Vec<(&str, &str)> = read.collect();
        // What stands in documents is compared with them, as citations are.
        let is_of_pages = run.rules().by_steps || run.task.documents.is_empty();
        let missing = match is_of_pages && !claim.words.is_empty() {
            true => missing(claim, now.as_deref(), read.iter().map(|(_, text)| *text)),
            false => Vec::new(),
        };
        let checked = match &now {
            Some(now) => check(claim, &run.completion.deeds, self.before.as_deref(), now, read.into_iter()),
            None => Checked::default(),
        };
        Checked { missing, ..checked }
    }
}
