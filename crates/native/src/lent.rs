//! A browser that a WebDriver lends: chromedriver or a Selenium Grid. A session is asked for, which may wait in the Grid's queue, and the browser is then
//! driven by its own protocol. A session that nobody waits for is given back as soon as it is there.

use crate::http::said;
use crate::launch::is_root;
use futures_channel::oneshot;
use reqwest::Client;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// How long a session may wait in the queue. A Grid refuses by itself after its own limit, 300 s unless set otherwise.
const QUEUE: Duration = Duration::from_secs(3_600);
/// How long any other answer may take.
const ANSWER: Duration = Duration::from_secs(30);
/// A Grid ends a session without a command for 300 s unless set otherwise: one is sent well within.
const ALIVE: Duration = Duration::from_secs(60);
/// Between two looks at what is under way.
const POLL: Duration = Duration::from_millis(20);

/// How many sessions are asked for or given back in the background.
static UNDERWAY: AtomicUsize = AtomicUsize::new(0);

/// A session that is asked for or given back in the background.
struct Underway;

impl Underway {
    fn begin() -> Self {
        UNDERWAY.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        UNDERWAY.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Whether sessions are asked for or given back in the background: a program that ends now leaves them to their own limit.
#[must_use]
pub fn is_underway() -> bool {
    UNDERWAY.load(Ordering::SeqCst) > 0
}

/// Waits until there is none, for so long at most.
pub async fn settled(limit: Duration) {
    let begun = Instant::now();
    while is_underway() && begun.elapsed() < limit {
        tokio::time::sleep(POLL).await;
    }
}

/// Why no browser is lent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LentError {
    /// Nothing answers.
    #[error("no WebDriver answers at {address}: {error}")]
    Silent {
        /// The address.
        address: String,
        /// The network's words.
        error: String,
    },
    /// It refuses.
    #[error("the WebDriver at {address} gives no session: {error}")]
    Refused {
        /// The address.
        address: String,
        /// Its words.
        error: String,
    },
    /// The session cannot be driven by the browser's own protocol.
    #[error("the session of {0} names neither se:cdp nor a debugger address: only Chromium browsers can be driven")]
    NotDriven(String),
    /// The program ends.
    #[error("the program ends")]
    Over,
}

/// How a lent browser should be.
#[derive(Debug, Clone, Copy, Default)]
pub struct LentWanted {
    /// Whether it has a window.
    pub headed: bool,
    /// Whether it goes without Chromium's sandbox although this program does not run as root, as in containers that allow none.
    pub no_sandbox: bool,
}

impl LentWanted {
    fn arguments(self, is_root: bool) -> Vec<&'static str> {
        let mut arguments = vec!["--no-first-run", "--no-default-browser-check", "--window-size=1280,900"];
        if !self.headed {
            arguments.extend(["--headless=new", "--disable-gpu"]);
        }
        if self.no_sandbox || is_root {
            arguments.push("--no-sandbox");
        }
        arguments
    }
}

/// A session of a WebDriver. Dropping it gives the browser back in the background.
pub struct Lent {
    client: Client,
    /// None: it is given back.
    session: Option<String>,
    socket: String,
    alive: Option<tokio::task::JoinHandle<()>>,
}

impl Lent {
    /// Asks for a session. `address`: of the WebDriver, such as `http://127.0.0.1:4444`. If this is dropped, the session is given back when it comes.
    ///
    /// # Errors
    /// See [`LentError`].
    pub async fn ask(address: &str, wanted: LentWanted) -> Result<Self, LentError> {
        let (sender, receiver) = oneshot::channel();
        let (address, underway) = (address.trim_end_matches('/').to_owned(), Underway::begin());
        tokio::spawn(async move {
            let asked = Self::asked(&address, wanted).await;
            // Unheard, it gives itself back.
            drop(sender.send(asked));
            drop(underway);
        });
        receiver.await.map_err(|_| LentError::Over)?
    }

    async fn asked(address: &str, wanted: LentWanted) -> Result<Self, LentError> {
        let silent = |error: reqwest::Error| LentError::Silent { address: address.to_owned(), error: said(&error) };
        let client = Client::builder().connect_timeout(ANSWER).build().map_err(silent)?;
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": wanted.arguments(is_root())},
        }}});
        let asked = client.post(format!("{address}/session")).timeout(QUEUE);
        // The Grid takes no other spelling of the type.
        let asked = asked.header("content-type", "application/json; charset=utf-8").body(wanted.to_string());
        let answer = asked.send().await.map_err(silent)?.bytes().await.map_err(silent)?;
        let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
        let text = |path: &str| answer.pointer(path).and_then(Value::as_str).filter(|text| !text.is_empty());
        let Some(id) = text("/value/sessionId") else {
            let error = text("/value/message").unwrap_or("its answer is not that of a WebDriver");
            let error = error.lines().next().unwrap_or_default().to_owned();
            return Err(LentError::Refused { address: address.to_owned(), error });
        };
        let session = format!("{address}/session/{id}");
        let mut lent = Self { client, session: Some(session.clone()), socket: String::new(), alive: None };
        let socket = match (text("/value/capabilities/se:cdp"), debugger(&answer)) {
            (Some(socket), _) => Some(socket.to_owned()),
            (None, Some(debugger)) => crate::wire::resolve(&format!("http://{debugger}")).await.ok(),
            (None, None) => None,
        };
        let Some(socket) = socket else {
            lent.end().await;
            return Err(LentError::NotDriven(address.to_owned()));
        };
        let calling = lent.client.clone();
        lent.socket = socket;
        lent.alive = Some(tokio::spawn(async move {
            loop {
                tokio::time::sleep(ALIVE).await;
                // A session that is over is noticed by its connection.
                let _answer = calling.get(format!("{session}/timeouts")).timeout(ANSWER).send().await;
            }
        }));
        Ok(lent)
    }

    /// The address of the browser's WebSocket.
    #[must_use]
    pub fn socket(&self) -> &str {
        &self.socket
    }

    /// Gives the browser back.
    pub async fn end(mut self) {
        if let Some(session) = self.session.take() {
            end(&self.client, &session).await;
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(alive) = self.alive.take() {
            alive.abort();
        }
        // At the program's very end nothing can be asked.
        if let (Some(session), Ok(handle)) = (self.session.take(), Handle::try_current()) {
            let (client, underway) = (self.client.clone(), Underway::begin());
            handle.spawn(async move {
                end(&client, &session).await;
                drop(underway);
            });
        }
    }
}

async fn end(client: &Client, session: &str) {
    // If it does not hear, the session ends by its own limit.
    let _answer = client.delete(session).timeout(ANSWER).send().await;
}

/// The debugger's address in the capabilities of Chrome, Edge and their relatives.
fn debugger(answer: &Value) -> Option<&str> {
    let options = ["goog:chromeOptions", "ms:edgeOptions"];
    let address = |name: &&str| answer.pointer(&format!("/value/capabilities/{name}/debuggerAddress"))?.as_str();
    options.iter().find_map(address)
}

#[cfg(test)]
mod tests {
    use super::LentWanted;

    #[test]
    fn a_lent_browser_goes_without_a_sandbox_only_for_root_or_on_wish() {
        for (no_sandbox, is_root, expected) in
            [(false, false, false), (false, true, true), (true, false, true), (true, true, true)]
        {
            for headed in [false, true] {
                let arguments = LentWanted { headed, no_sandbox }.arguments(is_root);
                assert_eq!(arguments.contains(&"--no-sandbox"), expected, "{no_sandbox} {is_root} {headed}");
                assert_ne!(arguments.contains(&"--headless=new"), headed);
            }
        }
    }
}
