//! A browser that a WebDriver lends: chromedriver or a Selenium Grid. A session is asked for, which may wait in the Grid's queue, and the browser is then
//! driven by its own protocol.

use crate::http::said;
use reqwest::Client;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a session may wait in the queue. A Grid refuses by itself after its own limit, 300 s unless set otherwise.
const QUEUE: Duration = Duration::from_secs(3_600);
/// How long any other answer may take.
const ANSWER: Duration = Duration::from_secs(30);
/// A Grid ends a session without a command for 300 s unless set otherwise: one is sent well within.
const ALIVE: Duration = Duration::from_secs(60);

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
}

/// A session of a WebDriver.
pub struct Lent {
    client: Client,
    session: String,
    socket: String,
    alive: tokio::task::JoinHandle<()>,
}

impl Lent {
    /// Asks for a session. `address`: of the WebDriver, such as `http://127.0.0.1:4444`.
    ///
    /// # Errors
    /// See [`LentError`].
    pub async fn ask(address: &str, headed: bool) -> Result<Self, LentError> {
        let address = address.trim_end_matches('/');
        let silent = |error: reqwest::Error| LentError::Silent { address: address.to_owned(), error: said(&error) };
        let client = Client::builder().connect_timeout(ANSWER).build().map_err(silent)?;
        let mut arguments = vec!["--no-first-run", "--no-default-browser-check", "--window-size=1280,900"];
        if !headed {
            arguments.extend(["--headless=new", "--no-sandbox", "--disable-gpu"]);
        }
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments},
        }}});
        let asked = client.post(format!("{address}/session")).timeout(QUEUE);
        // The Grid takes no other spelling of the type.
        let asked = asked.header("content-type", "application/json; charset=utf-8").body(wanted.to_string());
        let answer = asked.send().await.map_err(silent)?.bytes().await.map_err(silent)?;
        let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
        let text = |path: &str| answer.pointer(path).and_then(Value::as_str).filter(|text| !text.is_empty());
        let Some(id) = text("/value/sessionId") else {
            let error = text("/value/message").unwrap_or("its answer is none of a WebDriver");
            let error = error.lines().next().unwrap_or_default().to_owned();
            return Err(LentError::Refused { address: address.to_owned(), error });
        };
        let session = format!("{address}/session/{id}");
        let socket = match (text("/value/capabilities/se:cdp"), debugger(&answer)) {
            (Some(socket), _) => Some(socket.to_owned()),
            (None, Some(debugger)) => crate::wire::resolve(&format!("http://{debugger}")).await.ok(),
            (None, None) => None,
        };
        let Some(socket) = socket else {
            end(&client, &session).await;
            return Err(LentError::NotDriven(address.to_owned()));
        };
        let (calling, called) = (client.clone(), session.clone());
        let alive = tokio::task::spawn_local(async move {
            loop {
                tokio::time::sleep(ALIVE).await;
                // A session that is over is noticed by its connection.
                let _answer = calling.get(format!("{called}/timeouts")).timeout(ANSWER).send().await;
            }
        });
        Ok(Self { client, session, socket, alive })
    }

    /// The address of the browser's WebSocket.
    #[must_use]
    pub fn socket(&self) -> &str {
        &self.socket
    }

    /// Gives the browser back.
    pub async fn end(self) {
        end(&self.client, &self.session).await;
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.alive.abort();
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
