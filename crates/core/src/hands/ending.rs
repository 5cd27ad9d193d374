//! Looks at the page for evidence that a task is done, and at the documents for what its end cites.

use super::Hands;
use crate::answer::checked::cites;
use crate::history::Entry;
use crate::run::{Input, Run};
use edith_gate::origin_of;
use edith_tools::ending::{Checked, Claim, Read, check, missing};

impl Hands {
    /// Compares a claim with the page and with the documents that it cites.
    pub(super) async fn confirm(&mut self, run: &Run, claim: &Claim) -> Input {
        let cited = match cites(&claim.summary, &run.task.documents) {
            true => Some(Box::new(self.compared(run, &claim.summary).await)),
            false => None,
        };
        Input::Confirmed(self.shown_by_page(run, claim).await, cited)
    }

    /// Looks at the page once more and compares the claim with it. An unreadable page is not evidence.
    async fn shown_by_page(&mut self, run: &Run, claim: &Claim) -> Checked {
        let now = match run.tabs.current.filter(|_| !run.tabs.dialog_open) {
            Some(id) => self.walk(run, id, &mut run.tabs.uids.clone()).await.ok(),
            None => None,
        };
        let read = read(&run.transcript.entries);
        // What is in documents is compared with them, as citations are.
        let is_of_pages = run.rules().by_steps || run.task.documents.is_empty();
        let missing = match is_of_pages && !claim.words.is_empty() {
            true => missing(claim, now.as_deref(), read.iter().map(|read| read.text)),
            false => Vec::new(),
        };
        let checked = match &now {
            Some(now) => check(claim, &run.completion.deeds, self.before.as_deref(), now, &read),
            None => Checked::default(),
        };
        Checked { missing, ..checked }
    }
}

/// What was read of pages, oldest first, with the address that it was at. Of what a tool reported without a look only the site may be known.
fn read(entries: &[Entry]) -> Vec<Read<'_>> {
    let mut found = Vec::new();
    let mut last = "";
    for entry in entries {
        let (data, from) = match entry {
            Entry::Page { from, .. } => (&[][..], from.as_str()),
            Entry::Answer { data, from, .. } => (&data[..], from.as_str()),
            Entry::User { .. } | Entry::Prompt { .. } | Entry::Told { .. } | Entry::Assistant { .. } => continue,
        };
        if from.is_empty() {
            continue;
        }
        let look = entry.look();
        last = look.map(|look| look.url.as_str()).filter(|url| !url.is_empty()).unwrap_or(last);
        let place = if origin_of(last) == from { last } else { from };
        let texts = data.iter().filter(|data| !data.is_of_document()).map(|data| (data.text.as_str(), false));
        let looks = look.map(|look| (look.text.as_str(), !look.whole));
        found.extend(texts.chain(looks).map(|(text, is_changes)| Read { place, text, is_changes }));
    }
    found
}
