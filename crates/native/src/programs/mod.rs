//! Programs with tools: servers of the Model Context Protocol that are started here and spoken to by lines on their input and output.
//!
//! The client speaks to addresses. A program has one that leads nowhere, on this machine, and what would be sent there goes to the program instead: so there is
//! one client, whatever a server is reached by.

mod exchange;
mod program;
mod running;

/// The servers in a configuration, and what in it has no address.
pub use edith_mcp::servers::configured;
pub use program::ToolProgram;

use crate::http::NativeHttp;
use async_trait::async_trait;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use running::Running;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// The end of the hosts that stand for programs. Names of this kind never leave the machine.
const HOSTS: &str = ".program.localhost";
/// How long a program may take to answer what is asked before the handshake of the older revisions: some do not answer at all.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// The address that stands for the program of this number.
#[must_use]
pub fn address_of(number: usize) -> String {
    format!("http://{number}{HOSTS}/mcp")
}

/// The network, with programs behind their addresses. They end when this is dropped.
pub(crate) struct WithPrograms {
    http: NativeHttp,
    programs: Vec<ToolProgram>,
    running: RefCell<BTreeMap<usize, Rc<Running>>>,
}

impl WithPrograms {
    /// Nothing is started yet. The programs have the addresses of their numbers.
    pub(crate) fn new(http: NativeHttp, programs: Vec<ToolProgram>) -> Self {
        Self { http, programs, running: RefCell::default() }
    }

    /// Ends every program.
    pub(crate) fn end(&self) {
        for (_, running) in std::mem::take(&mut *self.running.borrow_mut()) {
            running.end();
        }
    }

    /// The program of a number; a new one for what begins a session.
    fn running(&self, number: usize, is_first: bool) -> Result<Rc<Running>, Broken> {
        if let Some(running) = self.running.borrow().get(&number).filter(|running| running.ended().is_none()) {
            return Ok(Rc::clone(running));
        }
        if !is_first {
            let gone = self.running.borrow().get(&number).and_then(|running| running.ended());
            return Err(Broken(gone.unwrap_or_else(|| "it is not running".to_owned())));
        }
        let program = self.programs.get(number).ok_or_else(|| Broken("there is no such program".to_owned()))?;
        let running = Running::start(program)?;
        self.running.borrow_mut().insert(number, Rc::clone(&running));
        Ok(running)
    }

    async fn told(&self, number: usize, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        match request.method {
            "POST" => {}
            "GET" => {
                let heard = self.running(number, false)?.listen();
                return Ok(streamed(heard.map(Ok).boxed()));
            }
            _ => return Ok(answer(405)),
        }
        let body = request.body.unwrap_or_default();
        let message: Value = serde_json::from_str(&body).map_err(|error| Broken(error.to_string()))?;
        let method = message.get("method").and_then(Value::as_str).unwrap_or_default();
        let running = self.running(number, matches!(method, "initialize" | "server/discover"))?;
        let id = message.get("id").filter(|_| !method.is_empty()).cloned();
        let Some(id) = id else {
            running.say(&message);
            return Ok(answer(202));
        };
        let mut heard = running.ask(&id, &message);
        if method != "server/discover" {
            return Ok(streamed(heard.boxed()));
        }
        match tokio::time::timeout(PATIENCE, heard.next()).await {
            Ok(Some(first)) => Ok(streamed(stream::iter([first]).chain(heard).boxed())),
            Ok(None) => Err(Broken(running.ended().unwrap_or_else(|| "it is not running".to_owned())).into()),
            // As a server says that does not know the method.
            Err(_) => Ok(answer(404)),
        }
    }
}

impl Drop for WithPrograms {
    fn drop(&mut self) {
        self.end();
    }
}

#[async_trait(?Send)]
impl Http for WithPrograms {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        match number_of(&request.url) {
            Some(number) => self.told(number, request).await,
            None => self.http.send(request).await,
        }
    }
}

/// The number of the program that an address stands for.
fn number_of(url: &str) -> Option<usize> {
    let host = url.strip_prefix("http://")?.split(['/', '?', '#']).next()?;
    host.strip_suffix(HOSTS)?.parse().ok()
}

fn answer(status: u16) -> HttpAnswer {
    HttpAnswer { status, headers: BTreeMap::new(), body: stream::empty().boxed_local() }
}

/// Messages as a stream of events.
fn streamed(messages: BoxStream<'static, Result<String, Broken>>) -> HttpAnswer {
    let headers = BTreeMap::from([("content-type".to_owned(), "text/event-stream".to_owned())]);
    let body = messages.map(|message| message.map(|message| format!("data: {message}\n\n").into_bytes()));
    HttpAnswer { status: 200, headers, body: body.boxed_local() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_address_leads_to_a_program() {
        assert_eq!(number_of(&address_of(3)), Some(3));
        for url in [
            "http://a.example/mcp",
            "https://3.program.localhost/",
            "http://x.program.localhost/",
            "http://3.localhost/",
        ] {
            assert_eq!(number_of(url), None, "{url}");
        }
    }
}
