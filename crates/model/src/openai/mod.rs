//! Servers that speak the OpenAI Chat Completions API. They differ a lot, so their answers are read as plain JSON, as far as they make sense, and no
//! header is trusted about a body's type.

mod body;
mod dialect;
mod embeddings;
mod service;
mod thinking;
mod turn;

use crate::server::{AnswerReader, Kind, Line, models};
use crate::text_actions::read_turn;
use crate::{ChatRequest, ModelError, ModelTurn};
use async_trait::async_trait;
use dialect::{Dialect, PictureRefusal};
use edith_http::{HttpAnswer, HttpRequest};
use edith_protocol::Gather as _;
use edith_protocol::ModelDetails;
use serde_json::Value;
pub(crate) use service::Service;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
pub(crate) use turn::TurnBuilder;

/// Most bytes of a model list. The largest public ones have a few hundred kilobytes.
const LIST_LIMIT_BYTES: usize = 8 * 1024 * 1024;
/// Most bytes of an answer with vectors: 64 of the longest that there are, in full digits.
const VECTORS_LIMIT_BYTES: usize = 8 * 1024 * 1024;

/// Any server compatible with OpenAI's.
#[derive(Default)]
pub(crate) struct OpenAi {
    service: Service,
    /// Each model's dialect.
    dialects: RefCell<HashMap<Model, Dialect>>,
    /// Whether each model's answers begin within its thinking.
    within: RefCell<HashMap<Model, Rc<Cell<bool>>>>,
}

/// A server's base URL, and a model's name.
type Model = (String, String);

/// What came of a request.
enum Received {
    /// An answer to be read, to a request whose pictures were refused before or not.
    Answer(HttpAnswer, bool),
    /// A turn in a refusal.
    Turn(Box<ModelTurn>),
}

#[async_trait(?Send)]
impl Kind for OpenAi {
    async fn complete(
        &self,
        line: &Line<'_>,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let (mut answer, without_pictures) = match self.ask(line, request).await? {
            Received::Answer(answer, without_pictures) => (answer, without_pictures),
            Received::Turn(turn) => return Ok(*turn),
        };
        let model = (line.server.base_url.clone(), line.server.model.clone());
        let within = Rc::clone(self.within.borrow_mut().entry(model).or_default());
        let builder = TurnBuilder::new(request.messages.len(), line.server, self.service.tells_price).knowing(within);
        let turn = AnswerReader::new(builder).read(line, &mut answer, on_text).await?;
        Ok(ModelTurn { without_pictures, ..turn })
    }

    async fn list(&self, line: &Line<'_>) -> Result<Vec<ModelDetails>, ModelError> {
        let request = HttpRequest { method: "GET", headers: self.headers(line)?, ..HttpRequest::default() };
        models(&line.fetch("models", request, LIST_LIMIT_BYTES).await?)
    }

    async fn embed(&self, line: &Line<'_>, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        let body = embeddings::body(&line.server.model, texts)
            .map_err(|error| ModelError::BadRequest { message: error.to_string() })?;
        let mut headers = self.headers(line)?;
        headers.insert("content-type".into(), String::from("application/json"));
        let request = HttpRequest { method: "POST", headers, body: Some(body), ..HttpRequest::default() };
        embeddings::vectors(&line.fetch("embeddings", request, VECTORS_LIMIT_BYTES).await?, texts.len())
    }
}

impl OpenAi {
    /// A service that speaks it and has more.
    pub(crate) fn of(service: Service) -> Self {
        Self { service, ..Self::default() }
    }

    /// Sends the request, again for each thing in it that the server refuses and the model can do without.
    async fn ask(&self, line: &Line<'_>, request: &ChatRequest) -> Result<Received, ModelError> {
        let model = (line.server.base_url.clone(), line.server.model.clone());
        let known = self.dialects.borrow().get(&model).copied();
        let mut dialect = known.unwrap_or_else(|| Dialect::of(&line.server.base_url));
        let shows = request.messages.iter().any(|message| message.pictures().next().is_some());
        let (mut without_pictures, mut for_good) = (false, dialect.no_pictures);
        let mut body = self.body(line, request, dialect)?;
        loop {
            let mut headers = self.headers(line)?;
            headers.insert("content-type".into(), String::from("application/json"));
            headers.insert("accept".into(), String::from("text/event-stream, application/json"));
            let sent = HttpRequest { method: "POST", headers, body: Some(body.clone()), ..HttpRequest::default() };
            let mut answer = line.send("chat/completions", sent).await?;
            if answer.status == 200 {
                return Ok(Received::Answer(answer, without_pictures));
            }
            let refusal = line.refusal(&mut answer).await?;
            if let Some(turn) = refused_turn(request, &refusal) {
                return turn.map(|turn| Received::Turn(Box::new(turn)));
            }
            let of_pictures = PictureRefusal::read(answer.status, &refusal).filter(|_| shows && !dialect.no_pictures);
            if let Some(refused) = of_pictures {
                (dialect.no_pictures, without_pictures) = (true, true);
                for_good = refused == PictureRefusal::OfAll;
            } else if let Some(adapted) = dialect.adapted(answer.status, &refusal) {
                dialect = adapted;
            } else {
                return Err(line.classified(&answer, &refusal));
            }
            let adapted = self.body(line, request, dialect)?;
            // What it names was not in the request.
            if adapted == body {
                return Err(line.classified(&answer, &refusal));
            }
            body = adapted;
            self.dialects.borrow_mut().insert(model.clone(), Dialect { no_pictures: for_good, ..dialect });
        }
    }

    fn body(&self, line: &Line<'_>, request: &ChatRequest, dialect: Dialect) -> Result<String, ModelError> {
        body::of(line.server, request, dialect, &self.service)
            .map_err(|error| ModelError::BadRequest { message: error.to_string() })
    }

    fn headers(&self, line: &Line<'_>) -> Result<BTreeMap<Cow<'static, str>, String>, ModelError> {
        let key = line.key()?;
        let bearer = (!key.is_empty()).then(|| ("authorization", format!("Bearer {key}")));
        let own = self.service.headers.iter().map(|(name, value)| (*name, (*value).to_owned()));
        Ok(bearer.into_iter().chain(own).map(|(name, value)| (name.into(), value)).gathered())
    }
}

/// The call in the model's words where the service could not read it and refused its own model's answer (`tool_use_failed` of Groq,
/// <https://console.groq.com/docs/tool-use>). Words alone are not a turn: the model meant a call.
fn refused_turn(request: &ChatRequest, refusal: &[u8]) -> Option<Result<ModelTurn, ModelError>> {
    let refusal: Value = serde_json::from_slice(refusal).ok()?;
    let error = refusal.get("error")?;
    if error.get("code")? != "tool_use_failed" {
        return None;
    }
    let text = error.get("failed_generation").and_then(Value::as_str).unwrap_or_default().to_owned();
    let turn = read_turn(request, ModelTurn { text, ..ModelTurn::default() });
    if turn.tool_calls.is_empty() {
        let message = String::from("the model wrote a call that its server could not read");
        return Some(Err(ModelError::BrokenAnswer { message }));
    }
    Some(Ok(turn))
}
