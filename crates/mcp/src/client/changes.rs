//! Which of a server's lists changed, reported by the server as it happens.

use super::calls::Asking;
use super::carry;
use super::error::{Fail, METHOD_NOT_FOUND, McpError};
use super::handle::Client;
use super::headers::Headers;
use super::line::params;
use super::notices::{Change, Wanted};
use super::session::Link;
use super::wire::Incoming;
use futures_util::StreamExt;
use serde_json::json;
use std::collections::BTreeMap;

impl Client {
    /// Tells of changes until the server ends it properly. Dropping the future ends it.
    ///
    /// # Errors
    /// [`McpError::NotOffered`] when the server reports no changes, [`McpError::NoAnswer`] when its stream was cut, and why it was refused.
    pub async fn changes(&self, wanted: &Wanted, told: &mut dyn FnMut(Change)) -> Result<(), McpError> {
        let mut told =
            |change: Option<Change>| change.filter(|change| change.is_in(wanted)).into_iter().for_each(&mut *told);
        let (_, link) = self.linked().await?;
        let session = match &link {
            Link::Session(session) => session,
            Link::Modern => {
                let filter = json!({
                    "toolsListChanged": wanted.tools,
                    "promptsListChanged": wanted.prompts,
                    "resourcesListChanged": wanted.resources,
                    "resourceSubscriptions": wanted.contents,
                });
                let params = params([("notifications", filter)]);
                let mut other = |message, _| {
                    if let Incoming::Notice { method, params } = message {
                        told(Change::of(&method, &params));
                    }
                };
                let ended =
                    self.0.line.modern_with("subscriptions/listen", params, Headers::new(), false, &mut other).await;
                return match ended {
                    Ok(_) => Ok(()),
                    Err(Fail::Refusal(refusal)) if refusal.code() == Some(METHOD_NOT_FOUND) => {
                        Err(McpError::NotOffered)
                    }
                    Err(fail) => Err(fail.into()),
                };
            }
        };
        carry::open(&self.0.line, session).await;
        let mut changes = session.shared.listen().ok_or(McpError::NotOffered)?;
        for uri in &wanted.contents {
            let params = params([("uri", uri.as_str().into())]);
            let asking =
                Asking { method: "resources/subscribe", params, answers: BTreeMap::new(), state: None, rounds: 0 };
            self.run(asking, None).await?;
        }
        while let Some(change) = changes.next().await {
            told(Some(change));
        }
        Err(McpError::NoAnswer("the stream of changes ended".to_owned()))
    }
}
