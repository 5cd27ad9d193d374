//! The sample sites: small real web applications on 127.0.0.1, with their state on the server for tests to inspect.
//!
//! A shop, a mailbox, a form with every control, a client-side task board, and single pages with one difficulty each. One [`Sites`] value is one set
//! of servers with one state; each test starts its own. Everything is also served on a second port, which is another origin to a browser.

mod board;
mod checkout;
mod error;
mod files;
mod form;
pub mod forms;
mod html;
mod mail;
mod pages;
pub mod see;
mod shop;
mod site;
mod socket;
mod sources;
pub mod speed;
mod state;
mod uploads;

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Request, State as Shared};
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use error::SitesError;
pub use site::LATE;
pub use sources::{Behaviour, Source};
pub use state::{
    Address, Board, CartLine, Forms, Mail, Message, Note, Order, Product, Shop, State, Submission, Task, Upload,
};

use crate::npm::NpmError;
use site::Site;

/// The running sites. They stop on drop.
pub struct Sites {
    /// Such as `http://127.0.0.1:40123`.
    pub origin: String,
    /// The same sites under another origin.
    pub other_origin: String,
    pub shop_url: String,
    pub mail_url: String,
    pub form_url: String,
    /// The task board drawn in the browser.
    pub board_url: String,
    site: Site,
    servers: Vec<JoinHandle<()>>,
}

impl Sites {
    /// The address of a sample form.
    pub fn sample_form_url(&self, name: &str) -> String {
        format!("{}/forms/{name}", self.origin)
    }

    /// Gets the scripts of the libraries that sample forms of these kinds are drawn with; the packages are installed once.
    pub fn with_form_libraries(self, kinds: &[&str]) -> Result<Self, NpmError> {
        let scripts = forms::scripts(kinds)?;
        self.site.form_scripts.lock().unwrap_or_else(PoisonError::into_inner).extend(scripts);
        Ok(self)
    }

    /// Serves fresh sites on free ports.
    pub async fn start() -> Result<Self, SitesError> {
        Self::start_on(0).await
    }

    /// The same sites by a name, which says more in a picture than a number, and their port: a browser must be told that the name leads there.
    pub fn named(mut self, host: &str) -> (Self, u16) {
        let port = self.origin.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or_default();
        let origin = std::mem::replace(&mut self.origin, format!("http://{host}"));
        for url in [&mut self.shop_url, &mut self.mail_url, &mut self.form_url, &mut self.board_url] {
            *url = url.replacen(&origin, &self.origin, 1);
        }
        (self, port)
    }

    /// Serves fresh sites on a port; 0 takes a free one.
    pub async fn start_on(port: u16) -> Result<Self, SitesError> {
        let (listener, port) = listen(port).await?;
        let (other_listener, other_port) = listen(0).await?;
        let origin = format!("http://127.0.0.1:{port}");
        // To a browser `localhost` is another site than 127.0.0.1, not only another origin.
        let other_origin = format!("http://localhost:{other_port}");
        let site = Site {
            state: Arc::new(Mutex::new(State::new()?)),
            script: Arc::default(),
            form_scripts: Arc::default(),
            other: other_origin.as_str().into(),
        };
        let router = router(site.clone());
        let servers = [listener, other_listener]
            .into_iter()
            .map(|listener| {
                let router = router.clone();
                tokio::spawn(async move {
                    // It ends only when the task is aborted.
                    let _ = axum::serve(listener, router).await;
                })
            })
            .collect();
        let at = |path: &str| format!("{origin}/{path}");
        Ok(Self {
            shop_url: at("shop"),
            mail_url: at("mail"),
            form_url: at("form"),
            board_url: at("board"),
            other_origin,
            site,
            servers,
            origin,
        })
    }

    /// The address of a single page, such as `dialogs`.
    pub fn page_url(&self, name: &str) -> String {
        format!("{}/pages/{name}", self.origin)
    }

    /// Gives the page `libraries` its script.
    pub fn give_script(&self, script: Vec<u8>) {
        *self.site.script.lock().unwrap_or_else(PoisonError::into_inner) = script;
    }

    /// A copy of the sites' state.
    pub fn state(&self) -> State {
        self.site.lock().clone()
    }

    /// Changes the sites' state, for special starting points.
    pub fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.site.lock());
    }
}

impl Drop for Sites {
    fn drop(&mut self) {
        self.servers.iter().for_each(JoinHandle::abort);
    }
}

async fn listen(port: u16) -> Result<(TcpListener, u16), SitesError> {
    let failed = |source| SitesError::Listen { port, source };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    Ok((listener, port))
}

fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/state", get(async |Shared(site): Shared<Site>| Json(site.lock().clone())))
        .route("/assets/{name}", get(html::asset))
        .route("/libraries.js", get(libraries))
        .merge(shop::routes())
        .merge(checkout::routes())
        .merge(mail::routes())
        .merge(form::routes())
        .merge(forms::routes())
        .merge(board::routes())
        .merge(pages::routes())
        .merge(see::routes())
        .merge(uploads::routes())
        .merge(files::routes())
        .merge(speed::routes())
        .layer(middleware::from_fn_with_state(site.clone(), record))
        .with_state(site)
}

async fn index() -> Response {
    html::page("Sample sites", "Sample sites", "/", "", include_str!("assets/index.html")).into_response()
}

async fn libraries(Shared(site): Shared<Site>) -> Response {
    let script = site.script.lock().unwrap_or_else(PoisonError::into_inner).clone();
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script).into_response()
}

/// Logs every request, and forbids caching: a page shows what the server knows now.
async fn record(Shared(site): Shared<Site>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !path.starts_with("/assets/") && !path.starts_with("/shop/picture/") && path != "/state" {
        let whole = request.uri().path_and_query().map_or(path, |whole| whole.as_str());
        let line = format!("{} {whole}", request.method());
        site.lock().requests.push(line);
    }
    let mut answer = next.run(request).await;
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    answer
}
