//! Why the sites could not be served.

/// Why the sites could not be served.
#[derive(Debug, thiserror::Error)]
pub enum SitesError {
    /// The port is taken, or listening is not allowed.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The port that was asked for; 0 means any.
        port: u16,
        /// Why.
        source: std::io::Error,
    },
    /// The bundled product or message list is not what the code expects.
    #[error("the bundled {file} cannot be read: {source}")]
    Bundle {
        /// Which of them.
        file: &'static str,
        /// Why.
        source: serde_json::Error,
    },
    /// The command line makes no sense.
    #[error("{0}")]
    Usage(String),
}
