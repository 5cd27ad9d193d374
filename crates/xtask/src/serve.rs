//! `cargo xtask sites` and `cargo xtask model`: the bundled servers, for a person to look at, until the process ends.

use std::path::Path;

use edith_lab::model_server::{Cors, ModelServer, ModelServerError, Script, ScriptError, Source};
use edith_lab::sites::{Sites, SitesError};

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Sites(#[from] SitesError),
    #[error(transparent)]
    Model(#[from] ModelServerError),
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error(transparent)]
    Runtime(#[from] std::io::Error),
}

/// `cargo xtask sites [--port N]`.
pub fn sites(arguments: &[String]) -> Result<(), ServeError> {
    let port = match arguments {
        [] => 0,
        [name, port] if name == "--port" => {
            port.parse().map_err(|_| ServeError::Usage(format!("--port wants a number, not {port}")))?
        }
        _ => return Err(ServeError::Usage("usage: cargo xtask sites [--port N]".to_owned())),
    };
    edith_lab::browser::runtime()?.block_on(async {
        let sites = Sites::start_on(port).await?;
        println!("Sample sites on {} (what they remember: {}/state)", sites.origin, sites.origin);
        println!("The same under another origin: {}", sites.other_origin);
        std::future::pending::<()>().await;
        Ok(())
    })
}

/// `cargo xtask model --script FILE | --answers FOLDER [--port N] [--refuse-extensions]`.
pub fn model(arguments: &[String]) -> Result<(), ServeError> {
    let usage = || {
        let words = "usage: cargo xtask model --script FILE | --answers FOLDER [--port N] [--refuse-extensions]";
        ServeError::Usage(words.to_owned())
    };
    let (mut source, mut port, mut cors) = (None, 0, Cors::Open);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--script" => {
                source = Some(Source::Script(Script::from_file(Path::new(words.next().ok_or_else(usage)?))?));
            }
            "--answers" => source = Some(Source::desk(Path::new(words.next().ok_or_else(usage)?))?),
            "--port" => port = words.next().and_then(|port| port.parse().ok()).ok_or_else(usage)?,
            "--refuse-extensions" => cors = Cors::RefuseExtensions,
            _ => return Err(usage()),
        }
    }
    let source = source.ok_or_else(usage)?;
    edith_lab::browser::runtime()?.block_on(async {
        let server = ModelServer::serve(source, cors, port, true).await?;
        println!("Model server: base URL {}, any key, model `scripted`", server.url);
        println!("What it was sent: {}", server.url.replace("/v1", "/requests"));
        std::future::pending::<()>().await;
        Ok(())
    })
}
