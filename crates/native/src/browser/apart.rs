//! A page of the program's own, in a context of its own: it is not a tab, has no cookies of others, and none of it stays.

use super::shared::Shared;
use crate::wire::WireError;
use serde_json::{Value, json};
use std::rc::Rc;

/// The page. Its context is deleted with this value, and at the latest with the connection.
pub(crate) struct Apart {
    shared: Rc<Shared>,
    context: String,
    session: String,
}

impl Apart {
    /// Opens it, blank.
    pub(super) async fn open(shared: &Rc<Shared>) -> Result<Self, WireError> {
        let connection = &shared.connection;
        let text = |answer: &Value, name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let made = connection.call(None, "Target.createBrowserContext", json!({"disposeOnDetach": true})).await?;
        let context = text(&made, "browserContextId");
        shared.apart.borrow_mut().insert(context.clone());
        // From here on dropping this value deletes the context.
        let mut page = Self { shared: Rc::clone(shared), context, session: String::new() };
        let params = json!({"url": "about:blank", "browserContextId": page.context, "background": true});
        let made = connection.call(None, "Target.createTarget", params).await?;
        let params = json!({"targetId": text(&made, "targetId"), "flatten": true});
        page.session = text(&connection.call(None, "Target.attachToTarget", params).await?, "sessionId");
        Ok(page)
    }

    /// Sends the page a command.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Result<Value, WireError> {
        self.shared.connection.call(Some(&self.session), method, params).await
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // Its number is not forgotten: what is reported of its page later is still not a tab.
        self.shared.connection.tell("Target.disposeBrowserContext", &json!({"browserContextId": self.context}));
    }
}
