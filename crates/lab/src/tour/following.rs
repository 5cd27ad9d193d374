//! A task that is followed: at a limit, and while its busy server is waited for.

use super::{Tour, TourError, Visitor, click, say, shows};
use crate::model_server::{Fault, ModelServer, Reply, Script};
use serde_json::json;

impl Tour {
    /// A limit that is asked about, steps with a failed one behind a line, and a server that says 429.
    pub(super) async fn following(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let look = || Reply::call("list_tabs", json!({}));
        let headers = [("retry-after".to_owned(), "90".to_owned())].into_iter().collect();
        let body = r#"{"error":{"message":"too many requests"}}"#.to_owned();
        let script = Script::new()
            .then(look())
            .then(Reply::call("click", json!({ "uid": 999_999 })))
            .then(Reply::text("").with(Fault::Status { status: 429, headers, body }));
        let model = ModelServer::scripted(script).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        panel.change_settings(json!({ "maxSteps": 2 })).await?;
        panel.storage_set(json!({ "edith_api_base_url": model.url })).await?;
        say(page, "Which lamps are in stock?").await?;
        shows("limit", page, "document.querySelector('.ask__buttons') !== null").await?;
        visitor.visit("limit", page).await?;
        click(page, ".ask .button--main").await?;
        shows("busy-server", page, "document.querySelector('.run__wait') !== null").await?;
        visitor.visit("busy-server", page).await?;
        click(page, ".run .button--stop").await?;
        shows("stopped", page, "document.querySelector('.fold') !== null").await?;
        visitor.visit("stopped", page).await?;
        panel.change_settings(json!({ "maxSteps": 25 })).await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }
}
