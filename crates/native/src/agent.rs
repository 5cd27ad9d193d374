//! A whole agent: the core on this crate's ports.

use crate::bringer::NativeBringer;
use crate::browser::{HearsCommands, NativeBrowser};
use crate::http::{NativeHttp, said};
use crate::programs::{ToolProgram, WithPrograms};
use crate::reader::NativeReader;
use crate::reading::{Desk, ReaderFiles};
use crate::recording::Recorder;
use crate::small::{LocalSpawner, NoAuthWindow, NoNotices, SystemClock, SystemEntropy};
use crate::watched::{Hears, Watched};
use crate::wire::{Connection, WireError};
use edith_app::router::Router;
use edith_http::Http;
use edith_mcp::servers::{Servers, ServersPorts};
use edith_model::ServerModels;
use edith_port::{Browser, Events, Log, Ports, Store};
use edith_records::documents::Documents;
use edith_records::log::StoredLog;
use std::path::Path;
use std::rc::Rc;

/// What an agent is made of.
pub struct Parts {
    /// The browser that it drives.
    pub connection: Connection,
    /// Whether it works in a context of its own, without the browser's cookies.
    pub is_apart: bool,
    /// What outlives it.
    pub store: Rc<dyn Store>,
    /// Who hears of its runs.
    pub events: Rc<dyn Events>,
    /// Programs with tools, whose servers are stored by [`crate::programs::address_of`] their numbers.
    pub programs: Vec<ToolProgram>,
    /// What PDFs and pictures of text are read with.
    pub reader_files: ReaderFiles,
    /// Who hears of its calls to models, if anybody does.
    pub model_calls: Option<Hears>,
    /// Who hears of its commands to tabs, if anybody does.
    pub tab_commands: Option<HearsCommands>,
    /// What records its tabs, if anything does.
    pub recorder: Option<Rc<Recorder>>,
}

/// Why there is no agent.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AgentError {
    /// The browser cannot be driven.
    #[error("the browser cannot be driven: {0}")]
    Browser(#[from] WireError),
    /// There is no network client.
    #[error("the network cannot be used: {0}")]
    Network(String),
}

/// An agent.
pub struct Agent {
    /// Its commands.
    pub router: Rc<Router>,
    /// Its browser.
    pub browser: Rc<NativeBrowser>,
    /// Its programs with tools, which end with it.
    programs: Rc<WithPrograms>,
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.programs.end();
    }
}

impl Agent {
    /// An agent, with what an earlier one left unfinished in its store under way. Must be called on a `LocalSet`, where it then works. `saves_to`: the folder
    /// for files that may be saved; none: the browser's own.
    ///
    /// # Errors
    /// See [`AgentError`].
    pub async fn begin(parts: Parts, saves_to: Option<&Path>) -> Result<Self, AgentError> {
        let Parts { connection, is_apart, store, events, programs, reader_files, model_calls, tab_commands, recorder } =
            parts;
        let clock = Rc::new(SystemClock);
        let documents = Documents::new(Rc::clone(&store));
        let browser = NativeBrowser::begin(connection, Rc::clone(&clock) as _, documents, is_apart).await?;
        if let Some(hears) = tab_commands {
            browser.on_command(hears);
        }
        if let Some(recorder) = recorder {
            browser.record(recorder);
        }
        if let Some(folder) = saves_to {
            browser.save_to(&folder.to_string_lossy()).await?;
        }
        let http = NativeHttp::new().map_err(|error| AgentError::Network(said(&error)))?;
        let (spawner, entropy) = (Rc::new(LocalSpawner), Rc::new(SystemEntropy));
        let log: Rc<dyn Log> =
            Rc::new(StoredLog::new(Rc::clone(&store), Rc::clone(&clock) as _, Rc::clone(&spawner) as _));
        let programs = Rc::new(WithPrograms::new(http.clone(), programs));
        let servers = Rc::new(Servers::new(ServersPorts {
            http: Rc::clone(&programs) as _,
            store: Rc::clone(&store),
            clock: Rc::clone(&clock) as _,
            spawner: Rc::clone(&spawner) as _,
            entropy: Rc::clone(&entropy) as _,
            window: Rc::new(NoAuthWindow),
        }));
        let to_models: Rc<dyn Http> = match model_calls {
            Some(hears) => Rc::new(Watched { http: Rc::new(http.clone()), clock: Rc::clone(&clock) as _, hears }),
            None => Rc::new(http.clone()),
        };
        let models = ServerModels::new(to_models, Rc::clone(&clock) as _, Rc::new(edith_commands::BuiltIn));
        let desk = Desk::new(Rc::clone(&browser), Rc::clone(&events), reader_files);
        let reader = NativeReader::new(&store, Rc::clone(&clock) as _, desk);
        let ports = Ports {
            models: Rc::new(models),
            browser: Rc::clone(&browser) as Rc<dyn Browser>,
            reader: Rc::new(reader),
            store,
            clock: Rc::clone(&clock) as _,
            events,
            entropy,
            spawner,
            timetable: clock,
            notices: Rc::new(NoNotices),
            bringer: Rc::new(NativeBringer::new(http, Rc::clone(&browser))),
            tools: Rc::clone(&servers) as _,
            servers,
            log,
        };
        let router = Router::new(ports, |_| {});
        let closing = Rc::downgrade(&router);
        browser.on_gone(move |tab| {
            if let Some(router) = closing.upgrade() {
                router.tab_closed(tab);
            }
        });
        router.start().await;
        Ok(Self { router, browser, programs })
    }
}
