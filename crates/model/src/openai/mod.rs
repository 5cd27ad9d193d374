//! Servers that speak the OpenAI Chat Completions API. They differ a lot, so their answers are read as plain JSON, as far as they make sense, and no
//! header is trusted about a body's type.

mod body;
mod embeddings;
mod models;
mod reader;
mod turn;

use crate::server::{Kind, Line};
use crate::{ChatRequest, HttpAnswer, HttpRequest, ModelError, ModelTurn};
use async_trait::async_trait;
use body::Dialect;
use reader::AnswerReader;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// Most bytes of a model list. The largest public ones have a few hundred kilobytes.
const LIST_LIMIT_BYTES: usize = 8 * 1024 * 1024;
/// Most bytes of an answer with vectors: 64 of the longest that there are, in full digits.
const VECTORS_LIMIT_BYTES: usize = 8 * 1024 * 1024;

/// Any server compatible with OpenAI's.
#[derive(Default)]
pub(crate) struct OpenAi {
    /// Each server's dialect, by base URL.
    dialects: RefCell<HashMap<String, Dialect>>,
}

#[async_trait(?Send)]
impl Kind for OpenAi {
    async fn complete(
        &self,
        line: &Line<'_>,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let mut answer = self.ask(line, request).await?;
        let mut reader = AnswerReader::new(request.messages.len());
        // Some servers send their headers at once and think then.
        let mut limit = line.first;
        while !reader.is_done()
            && let Some(piece) = line.next(&mut answer, limit).await?
        {
            reader.push(&piece, on_text)?;
            limit = line.stall;
        }
        reader.finish(on_text)
    }

    async fn list(&self, line: &Line<'_>) -> Result<Vec<String>, ModelError> {
        let request = HttpRequest { method: "GET", headers: headers(line)?, ..HttpRequest::default() };
        let mut answer = line.send("models", request).await?;
        if answer.status != 200 {
            let refusal = line.refusal(&mut answer).await?;
            return Err(line.classified(&answer, &refusal));
        }
        models::model_names(&line.read_all(&mut answer, LIST_LIMIT_BYTES).await?)
    }

    async fn embed(&self, line: &Line<'_>, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        let body = embeddings::body(&line.server.model, texts)
            .map_err(|error| ModelError::BadRequest { message: error.to_string() })?;
        let mut headers = headers(line)?;
        headers.insert("content-type", String::from("application/json"));
        let request = HttpRequest { method: "POST", headers, body: Some(body), ..HttpRequest::default() };
        let mut answer = line.send("embeddings", request).await?;
        if answer.status != 200 {
            let refusal = line.refusal(&mut answer).await?;
            return Err(line.classified(&answer, &refusal));
        }
        embeddings::vectors(&line.read_all(&mut answer, VECTORS_LIMIT_BYTES).await?, texts.len())
    }
}

impl OpenAi {
    /// Sends the request, again in plainer form for each parameter that an older server does not know.
    async fn ask(&self, line: &Line<'_>, request: &ChatRequest) -> Result<HttpAnswer, ModelError> {
        loop {
            let dialect = self.dialects.borrow().get(&line.server.base_url).copied().unwrap_or_default();
            let body = body::of(line.server, request, dialect)
                .map_err(|error| ModelError::BadRequest { message: error.to_string() })?;
            let mut headers = headers(line)?;
            headers.insert("content-type", String::from("application/json"));
            headers.insert("accept", String::from("text/event-stream, application/json"));
            let request = HttpRequest { method: "POST", headers, body: Some(body), ..HttpRequest::default() };
            let mut answer = line.send("chat/completions", request).await?;
            if answer.status == 200 {
                return Ok(answer);
            }
            let refusal = line.refusal(&mut answer).await?;
            match dialect.plainer(answer.status, &refusal) {
                Some(plainer) => {
                    self.dialects.borrow_mut().insert(line.server.base_url.clone(), plainer);
                }
                None => return Err(line.classified(&answer, &refusal)),
            }
        }
    }
}

fn headers(line: &Line<'_>) -> Result<BTreeMap<&'static str, String>, ModelError> {
    let key = line.key()?;
    let bearer = (!key.is_empty()).then(|| ("authorization", format!("Bearer {key}")));
    Ok(bearer.into_iter().collect())
}
