//! The browser's window for signing in to servers of tools.

use crate::lifetime::keep_alive;
use async_trait::async_trait;
use edith_chrome::{ChromeError, identity};
use edith_mcp::oauth::{AuthWindow, WindowError};

/// The end of the redirect address. People enter the whole address where they register EDITH, so it stays.
const PATH: &str = "mcp";

/// `chrome.identity.launchWebAuthFlow`.
pub(crate) struct ChromeAuthWindow;

#[async_trait(?Send)]
impl AuthWindow for ChromeAuthWindow {
    fn redirect_uri(&self) -> String {
        identity::redirect_url(PATH)
    }

    async fn open(&self, url: &str) -> Result<String, WindowError> {
        // A person may take minutes, in which nothing else may keep the worker alive.
        let _alive = keep_alive();
        identity::launch(url).await.map_err(|error| failed(&error))
    }
}

/// Chrome tells its failures apart by their English words alone.
fn failed(error: &ChromeError) -> WindowError {
    match error.message() {
        message if message.contains("did not approve") => WindowError::Closed,
        message if message.contains("could not be loaded") => WindowError::NotLoaded,
        message => WindowError::Failed(message.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chromes_words_are_told_apart() {
        for (message, expected) in [
            ("The user did not approve access.", WindowError::Closed),
            ("Authorization page could not be loaded.", WindowError::NotLoaded),
            ("User interaction required.", WindowError::Failed("User interaction required.".into())),
            ("Invalid url", WindowError::Failed("Invalid url".into())),
        ] {
            let error = ChromeError::Refused { api: "chrome.identity.launchWebAuthFlow", message: message.into() };
            assert_eq!(failed(&error), expected);
        }
    }
}
