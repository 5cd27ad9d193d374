//! The runs of a research's sources.

use super::Runs;
use async_trait::async_trait;
use edith_core::hands::RunRegistry;
use edith_core::run::{Control, Run};
use edith_port::StoreError;
use edith_protocol::{AnswerBody, ErrorBody, ErrorCode, RunId, TabId};
use std::rc::Rc;

/// Title prefix of research's tab groups: [`edith_core::group_title`].
const GROUP: &str = "EDITH: ";

#[async_trait(?Send)]
impl RunRegistry for Runs {
    fn tab_of(&self, run: &RunId) -> Option<TabId> {
        self.handles.borrow().get(run)?.info.borrow().tab_id
    }

    fn is_running(&self, run: &RunId) -> bool {
        Runs::is_running(self, run)
    }

    async fn start_source(self: Rc<Self>, run: Run) -> Result<(), StoreError> {
        let models = self.stores.settings.models().await?;
        self.stores.journal.save(&run).await?;
        // Its end goes to its research.
        drop(self.drive(run, models));
        Ok(())
    }

    async fn stop_sources(&self, parent: &RunId) {
        for source in self.sources_of(parent) {
            // It ended by itself meanwhile.
            let _ended = self.control(&source, Control::Stop).await;
        }
    }

    fn has_sources(&self, parent: &RunId) -> bool {
        !self.sources_of(parent).is_empty()
    }
}

impl Runs {
    pub(super) fn sources_of(&self, parent: &RunId) -> Vec<RunId> {
        let handles = self.handles.borrow();
        let of = handles.iter().filter(|(_, handle)| handle.info.borrow().parent_run_id.as_ref() == Some(parent));
        of.map(|(id, _)| id.clone()).collect()
    }

    /// The worker died while a research was ending: its source's leftover run is released.
    pub(super) async fn drop_orphan(&self, run: &Run) {
        for tab in run.all_tabs() {
            self.ports.browser.detach(tab).await;
        }
        // What stays is retried at the next start.
        self.check("run.delete", &run.id, self.stores.journal.forget(&run.id).await);
    }

    /// Closes the tabs that a research left open, if still in its group.
    pub(crate) async fn close_sources(&self, run: &RunId) -> Result<AnswerBody, ErrorBody> {
        let steps = self.stores.journal.progress(run).await?;
        let sources = steps.into_iter().rev().find_map(|step| step.sources).unwrap_or_default();
        let tabs: Vec<TabId> =
            sources.into_iter().flat_map(|source| source.tab_id.into_iter().chain(source.tabs)).collect();
        let closed = self.ports.browser.close_grouped(&tabs, GROUP).await;
        closed
            .map(|closed| AnswerBody::Closed { closed })
            .map_err(|error| ErrorBody::new(ErrorCode::TabsFailed, error.for_person()))
    }
}
