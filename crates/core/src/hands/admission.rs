//! What a tab shows is read only where the run may: nothing of another page reaches the model, and nothing is done there.

use super::Hands;
use crate::run::{Arrived, Run};
use edith_actions::action::{Action, TabError};
use edith_page::RawPage;
use edith_port::Arrival;
use edith_protocol::TabId;

impl Hands {
    /// Admits a page that was just walked, before anything is done with it.
    ///
    /// # Errors
    /// When the run may not read it; the tab is kept from then on until it shows something else.
    pub(super) fn admit(&mut self, run: &Run, tab: TabId, page: &RawPage, arrival: Arrival) -> Result<(), TabError> {
        // For what arrived although the browser's own rules should have kept the tab from it, whenever it is looked at.
        let strayed = || self.keeps_from(tab, &page.url).map(|(bounds, at)| bounds.sentence(Some(&at)).english());
        let kept = run.is_kept_from(&page.url, &arrival).or_else(strayed);
        self.arrived = Some(Arrived { url: page.url.clone(), arrival, shown: kept.is_none(), frames: Vec::new() });
        match kept {
            Some(why) => {
                // What was known of the tab is of another page.
                self.walked.take_if(|(walked, _)| *walked == tab);
                self.kept_out.insert(tab, why.clone());
                Err(TabError::NotPossible(why))
            }
            None => {
                self.kept_out.remove(&tab);
                Ok(())
            }
        }
    }

    /// Nothing is done on a page that the run may not read, except leaving it.
    ///
    /// # Errors
    /// Why the run may not read it.
    pub(super) fn admit_action(&self, tab: TabId, action: &Action) -> Result<(), TabError> {
        let leaves = matches!(
            action,
            Action::Navigate { .. } | Action::GoBack | Action::GoForward | Action::Reload | Action::Leave
        );
        match self.kept_out.get(&tab) {
            Some(why) if !leaves => Err(TabError::NotPossible(why.clone())),
            _ => Ok(()),
        }
    }
}
