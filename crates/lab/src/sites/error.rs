//! Why the sites could not be served.

#[derive(Debug, thiserror::Error)]
pub enum SitesError {
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen { port: u16, source: std::io::Error },
    /// The bundled products or messages do not match the code.
    #[error("the bundled {file} cannot be read: {source}")]
    Bundle { file: &'static str, source: serde_json::Error },
}
