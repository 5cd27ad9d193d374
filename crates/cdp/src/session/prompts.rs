//! Having pages tell what they ask the browser for, once for each document, in a browser that can ask anybody.

use super::Session;
use super::calls::CALL_MS;
use edith_actions::action::Action;
use edith_page::page_api::{self, AwaitedAsks};
use serde_json::json;

impl Session {
    /// Makes the frame of a coming press tell what it asks the browser for. An error only costs that.
    pub(crate) async fn hear_asks(&self, action: &Action) {
        let target = action.clone().targets_mut().first().map(|target| target.element.node);
        let frame = target.map_or(0, |node| self.frames.borrow().id_of(node));
        let commits = self.hub.read(|state| state.counts.commits);
        {
            let mut told = self.asks_told.borrow_mut();
            if told.0 != commits {
                *told = (commits, Vec::new());
            }
            if told.1.contains(&frame) {
                return;
            }
            told.1.push(frame);
        }
        let awaited = self.uncut(CALL_MS, "awaitAsks", self.page.run(frame, "awaitAsks", json!([]))).await;
        let Ok(Ok(awaited)) = awaited else { return };
        let Ok(AwaitedAsks { word }) = page_api::read(awaited) else { return };
        if !word.is_empty() {
            let _only_costs_that = self.uncut(CALL_MS, "watchAsks", self.page.watch_asks(frame, &word)).await;
        }
    }
}
