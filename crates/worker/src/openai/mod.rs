//! Models of OpenAI-compatible servers: sends the request, and passes the answer's bytes to `edith_model::openai`.

mod origin;

use async_trait::async_trait;
use edith_chrome::ChromeError;
use edith_chrome::fetch::{self, Request, Response};
use edith_core::port::Models;
use edith_model::openai::body::{self, Dialect};
use edith_model::openai::{AnswerReader, Asked, Endpoint, Head, classify, model_names};
use edith_model::{ChatModel, ChatRequest, FIRST_BYTE_LIMIT, ModelError, ModelTurn, STALL_LIMIT};
use edith_protocol::ModelServer;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use origin::Origins;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;

/// A list of models comes at once or not at all, and nothing else keeps the worker alive meanwhile, in milliseconds.
const LIST_LIMIT_MS: u64 = 20_000;
/// Bytes of an error's body that are read, at most: its message is at the front.
const REFUSAL_LIMIT_BYTES: usize = 64 * 1024;
/// Bytes of a list of models, at most. The largest public ones have a few hundred kilobytes.
const LIST_LIMIT_BYTES: usize = 8 * 1024 * 1024;

/// Makes clients, and remembers what each server does not understand.
#[derive(Default)]
pub struct ServerModels {
    dialects: Rc<RefCell<HashMap<String, Dialect>>>,
    origins: Rc<Origins>,
}

#[async_trait(?Send)]
impl Models for ServerModels {
    fn built_in(&self) -> Rc<dyn ChatModel> {
        Rc::new(edith_commands::BuiltIn)
    }

    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel> {
        Rc::new(ServerModel {
            server: server.clone(),
            dialects: Rc::clone(&self.dialects),
            origins: Rc::clone(&self.origins),
        })
    }

    async fn list(&self, server: &ModelServer) -> Result<Vec<String>, ModelError> {
        let line = Line::new(server, LIST_LIMIT_MS)?;
        self.origins.ensure(&line.endpoint).await;
        let request = Request { method: "GET", headers: line.headers()?, body: None };
        let mut response = line.send("models", &request).await?;
        if response.status() != 200 {
            return Err(line.refusal(&mut response).await);
        }
        model_names(&line.read_all(&mut response, LIST_LIMIT_BYTES).await?)
    }
}

struct ServerModel {
    server: ModelServer,
    dialects: Rc<RefCell<HashMap<String, Dialect>>>,
    origins: Rc<Origins>,
}

#[async_trait(?Send)]
impl ChatModel for ServerModel {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let ms = |limit: std::time::Duration| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        let line = Line { first_ms: ms(FIRST_BYTE_LIMIT), ..Line::new(&self.server, ms(STALL_LIMIT))? };
        self.origins.ensure(&line.endpoint).await;
        let mut response = self.ask(&line, request).await?;
        let mut reader = AnswerReader::new(request.messages.len());
        let mut first = true;
        while !reader.is_done() {
            // Some servers send their headers at once and think then.
            let ms = if std::mem::take(&mut first) { line.first_ms } else { line.stall_ms };
            match line.next_within(ms, &mut response).await? {
                Some(piece) => reader.push(&piece, on_text)?,
                None => break,
            }
        }
        reader.finish(on_text)
    }
}

impl ServerModel {
    /// Sends the request; once more in plainer words for each parameter that an older server does not know.
    async fn ask(&self, line: &Line<'_>, request: &ChatRequest) -> Result<Response, ModelError> {
        loop {
            let dialect = self.dialects.borrow().get(&self.server.base_url).copied().unwrap_or_default();
            let body = body::of(&self.server.model, request, dialect)
                .map_err(|error| ModelError::BadRequest { message: error.to_string() })?;
            let mut headers = line.headers()?;
            headers.insert("content-type", String::from("application/json"));
            headers.insert("accept", String::from("text/event-stream, application/json"));
            let mut response =
                line.send("chat/completions", &Request { method: "POST", headers, body: Some(body) }).await?;
            if response.status() == 200 {
                return Ok(response);
            }
            let refusal = line.read_all(&mut response, REFUSAL_LIMIT_BYTES).await?;
            match dialect.plainer(response.status(), &refusal) {
                Some(plainer) => {
                    self.dialects.borrow_mut().insert(self.server.base_url.clone(), plainer);
                }
                None => return Err(line.classified(&response, &refusal)),
            }
        }
    }
}

/// How one server is talked to.
struct Line<'a> {
    server: &'a ModelServer,
    endpoint: Endpoint,
    /// A byte is waited for so long, in milliseconds.
    stall_ms: u64,
    /// The first one.
    first_ms: u64,
}

impl<'a> Line<'a> {
    fn new(server: &'a ModelServer, stall_ms: u64) -> Result<Self, ModelError> {
        let endpoint = Endpoint::parse(&server.base_url)
            .map_err(|error| ModelError::NotFound { message: error.to_string().trim_end_matches('.').to_owned() })?;
        Ok(Self { server, endpoint, stall_ms, first_ms: stall_ms })
    }

    fn headers(&self) -> Result<BTreeMap<&'static str, String>, ModelError> {
        let key = self.server.api_key.trim();
        // fetch would throw without saying which header it minds.
        if !key.chars().all(|c| c.is_ascii_graphic()) {
            let message = String::from("the key has a space or another character in it that no key has");
            return Err(ModelError::Unauthorized { message });
        }
        let mut headers = BTreeMap::new();
        if !key.is_empty() {
            headers.insert("authorization", format!("Bearer {key}"));
        }
        Ok(headers)
    }

    async fn send(&self, path: &str, request: &Request) -> Result<Response, ModelError> {
        let url = self.endpoint.join(path);
        let response =
            in_time(self.first_ms, fetch::fetch(&url, request)).await?.map_err(|error| self.unreachable(&error))?;
        if response.is_redirect() {
            let to = String::from("another address (open the base URL in a tab to see which)");
            return Err(ModelError::Redirected { to });
        }
        Ok(response)
    }

    async fn next(&self, response: &mut Response) -> Result<Option<Vec<u8>>, ModelError> {
        self.next_within(self.stall_ms, response).await
    }

    async fn next_within(&self, ms: u64, response: &mut Response) -> Result<Option<Vec<u8>>, ModelError> {
        let piece = in_time(ms, response.next()).await?;
        piece.map_err(|error| ModelError::BrokenAnswer {
            message: format!("the connection broke ({})", error.message()),
        })
    }

    async fn read_all(&self, response: &mut Response, limit: usize) -> Result<Vec<u8>, ModelError> {
        let mut body = Vec::new();
        while body.len() < limit
            && let Some(piece) = self.next(response).await?
        {
            body.extend_from_slice(&piece);
        }
        body.truncate(limit);
        Ok(body)
    }

    async fn refusal(&self, response: &mut Response) -> ModelError {
        match self.read_all(response, REFUSAL_LIMIT_BYTES).await {
            Ok(body) => self.classified(response, &body),
            Err(error) => error,
        }
    }

    fn classified(&self, response: &Response, body: &[u8]) -> ModelError {
        let head = Head {
            status: response.status(),
            retry_after: response.header("retry-after"),
            retry_after_ms: response.header("retry-after-ms"),
            server: response.header("server"),
        };
        let asked =
            Asked { endpoint: &self.endpoint, api_key: self.server.api_key.trim(), now_ms: edith_chrome::time::now() };
        classify(&asked, &head, body)
    }

    fn unreachable(&self, error: &ChromeError) -> ModelError {
        ModelError::Unreachable { server: self.endpoint.origin(), message: error.message().to_owned() }
    }
}

/// Waits for a byte, but not for ever.
async fn in_time<T>(ms: u64, work: impl Future<Output = T>) -> Result<T, ModelError> {
    let limit = TimeoutFuture::new(u32::try_from(ms).unwrap_or(u32::MAX));
    match select(pin!(work), limit).await {
        Either::Left((done, _)) => Ok(done),
        Either::Right(_) => Err(ModelError::Stalled { after_ms: ms }),
    }
}
