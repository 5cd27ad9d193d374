//! The browser's own window for signing in.

use async_trait::async_trait;

/// The browser's own window for signing in.
#[async_trait(?Send)]
pub trait AuthWindow {
    /// Where authorization servers are to lead back to.
    fn redirect_uri(&self) -> String;
    /// Opens the address, waits until it leads to the redirect URI, and returns that whole address.
    ///
    /// # Errors
    /// When the person closes the window, or it cannot show the page.
    async fn open(&self, url: &str) -> Result<String, WindowError>;
}

/// Why the window led nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WindowError {
    /// The person closed it.
    Closed,
    /// The page could not be loaded, or was answered with an error.
    NotLoaded,
    /// Anything else, in the browser's words.
    Failed(String),
}
