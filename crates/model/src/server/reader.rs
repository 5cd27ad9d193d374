//! Reads a successful answer's body: an event stream, or plain JSON from a server that does not stream.

use super::Line;
use crate::{ANSWER_LIMIT_BYTES, ModelError, ModelTurn};
use edith_http::HttpAnswer;
use edith_http::{SseError, SseEvent, SseParser};
use serde_json::Value;

/// Assembles a turn from a kind's chunks.
pub(crate) trait Assemble {
    /// Takes an event's data, or a whole answer; `on_text` gets each piece of the model's text.
    ///
    /// # Errors
    /// When it reports an error.
    fn take(&mut self, chunk: &Value, on_text: &mut dyn FnMut(&str)) -> Result<(), ModelError>;

    /// The server declared the end.
    fn done(&mut self);

    /// Whether it did: nothing more is expected.
    fn is_done(&self) -> bool;

    /// The complete turn.
    ///
    /// # Errors
    /// When it is none.
    fn finish(self: Box<Self>, on_text: &mut dyn FnMut(&str)) -> Result<ModelTurn, ModelError>;
}

/// Takes an answer's bytes as they come and returns the turn at the end.
pub(crate) struct AnswerReader {
    form: Form,
    turn: Box<dyn Assemble>,
    bytes: u64,
}

enum Form {
    /// Only white space so far.
    Unknown,
    Events(SseParser),
    Json(Vec<u8>),
}

impl AnswerReader {
    pub(crate) fn new(turn: impl Assemble + 'static) -> Self {
        Self { form: Form::Unknown, turn: Box::new(turn), bytes: 0 }
    }

    /// Reads an answer to its end.
    ///
    /// # Errors
    /// As [`Self::push`] and [`Self::finish`], and those of the network.
    pub(crate) async fn read(
        mut self,
        line: &Line<'_>,
        answer: &mut HttpAnswer,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        // Some servers send their headers at once and think then.
        let mut limit = line.first;
        while !self.turn.is_done()
            && let Some(piece) = line.next(answer, limit).await?
        {
            self.push(&piece, on_text)?;
            limit = line.stall;
        }
        self.finish(on_text)
    }

    /// Takes the next bytes; `on_text` gets each piece of the model's text.
    ///
    /// # Errors
    /// When the answer is too large, malformed, or reports an error. The turn is void then.
    fn push(&mut self, piece: &[u8], on_text: &mut dyn FnMut(&str)) -> Result<(), ModelError> {
        self.bytes += piece.len() as u64;
        if self.bytes > ANSWER_LIMIT_BYTES {
            return Err(ModelError::TooLarge { limit_bytes: ANSWER_LIMIT_BYTES });
        }
        // The first character tells the body's type: servers send streams as text/plain and JSON as text/event-stream.
        if let Form::Unknown = self.form {
            match piece.iter().find(|byte| !byte.is_ascii_whitespace()) {
                None => return Ok(()),
                Some(b'<') => return Err(broken("it is a web page, not an answer; the base URL may be wrong")),
                Some(b'{' | b'[') => self.form = Form::Json(Vec::new()),
                Some(_) => self.form = Form::Events(SseParser::default()),
            }
        }
        match &mut self.form {
            Form::Unknown => {}
            Form::Json(text) => text.extend_from_slice(piece),
            Form::Events(parser) => {
                for event in parser.push(piece).map_err(unreadable)? {
                    self.take(&event, on_text)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the turn at the end of the body.
    ///
    /// # Errors
    /// When the answer is incomplete or malformed.
    fn finish(mut self, on_text: &mut dyn FnMut(&str)) -> Result<ModelTurn, ModelError> {
        match std::mem::replace(&mut self.form, Form::Unknown) {
            Form::Unknown => return Err(broken("it is empty")),
            Form::Json(text) => {
                let answer: Value = serde_json::from_slice(&text).map_err(|error| broken(&error.to_string()))?;
                // Some servers wrap an error in a list.
                let answer = answer.get(0).unwrap_or(&answer);
                self.turn.take(answer, on_text)?;
                // Plain JSON is complete if it parses.
                self.turn.done();
            }
            Form::Events(mut parser) => {
                if let (false, Some(event)) = (self.turn.is_done(), parser.finish().map_err(unreadable)?) {
                    self.take(&event, on_text)?;
                }
            }
        }
        self.turn.finish(on_text)
    }

    fn take(&mut self, event: &SseEvent, on_text: &mut dyn FnMut(&str)) -> Result<(), ModelError> {
        let data = event.data.trim();
        if self.turn.is_done() || data.is_empty() {
            return Ok(());
        }
        if data == "[DONE]" {
            self.turn.done();
            return Ok(());
        }
        let chunk: Value = match edith_protocol::json::read(data) {
            Ok(chunk) => chunk,
            Err(_) if event.name == "error" => return Err(super::fault::in_answer(&Value::from(data))),
            Err(error) => return Err(broken(&format!("a part of the stream is not JSON: {error}"))),
        };
        // `event: error` with the error's fields bare instead of inside `error`.
        if event.name == "error" && chunk.get("error").is_none() {
            return Err(super::fault::in_answer(&chunk));
        }
        self.turn.take(&chunk, on_text)
    }
}

fn broken(message: &str) -> ModelError {
    ModelError::BrokenAnswer { message: message.to_owned() }
}

fn unreadable(error: SseError) -> ModelError {
    broken(&error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openai::TurnBuilder;
    use edith_protocol::{ModelServer, Usage};

    fn reader() -> AnswerReader {
        AnswerReader::new(TurnBuilder::new(1, &ModelServer::default(), false))
    }

    fn read(pieces: &[&[u8]]) -> Result<(ModelTurn, String), ModelError> {
        let mut shown = String::new();
        let mut on_text = |text: &str| shown.push_str(text);
        let mut reader = reader();
        for piece in pieces {
            reader.push(piece, &mut on_text)?;
        }
        let turn = reader.finish(&mut on_text)?;
        Ok((turn, shown))
    }

    const STREAM: &str = concat!(
        ": OPENROUTER PROCESSING\n\n",
        "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"Grüße \"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"\u{1f600}\"},\"finish_reason\":null}]}\n\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,",
        "\"prompt_tokens_details\":{\"cached_tokens\":4}}}\n\n",
        "data: [DONE]\n\n",
    );

    #[test]
    fn a_stream_is_read_however_it_is_cut() {
        for size in [1, 2, 3, 7, 64, 100_000] {
            let pieces: Vec<&[u8]> = STREAM.as_bytes().chunks(size).collect();
            let (turn, shown) = read(&pieces).unwrap();
            assert_eq!(turn.text, "Grüße \u{1f600}", "pieces of {size}");
            assert_eq!(shown, turn.text);
            assert_eq!(
                turn.usage,
                Some(Usage { prompt_tokens: 9, completion_tokens: 2, cached_tokens: 4, price: None })
            );
        }
    }

    #[test]
    fn a_stream_cut_before_its_end_is_void() {
        // Anywhere before the finish reason.
        let end = STREAM.find("\"stop\"").unwrap();
        for at in (0..end).filter(|at| STREAM.is_char_boundary(*at)) {
            let result = read(&[&STREAM.as_bytes()[..at]]);
            assert!(matches!(result, Err(ModelError::BrokenAnswer { .. })), "cut at {at}: {result:?}");
        }
    }

    #[test]
    fn plain_json_is_an_answer_too() {
        let json = r#" {"choices":[{"message":{"content":"hi","tool_calls":[
            {"id":"a","type":"function","function":{"name":"click","arguments":"{\"uid\":1}"}},
            {"id":"b","type":"function","function":{"name":"click","arguments":"{\"uid\":2}"}}]},
            "finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1}}"#;
        let (turn, shown) = read(&[json.as_bytes()]).unwrap();
        assert_eq!((turn.text.as_str(), shown.as_str()), ("hi", "hi"));
        let ids: Vec<_> = turn.tool_calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["a", "b"]);
    }

    #[test]
    fn bad_bodies_are_told_by_their_cause() {
        let quota = |error: &ModelError| matches!(error, ModelError::QuotaExceeded { .. });
        let context = |error: &ModelError| matches!(error, ModelError::ContextTooLong { .. });
        let broken = |error: &ModelError| matches!(error, ModelError::BrokenAnswer { .. });
        let failed = |error: &ModelError| matches!(error, ModelError::ServerFailed { status: 502, .. });
        let busy = |error: &ModelError| matches!(error, ModelError::Busy { status: 429, .. });
        let check = |body: &str, expected: &dyn Fn(&ModelError) -> bool| {
            let error = read(&[body.as_bytes()]).unwrap_err();
            assert!(expected(&error), "{body}: {error:?}");
        };
        check("", &broken);
        check("  \n", &broken);
        check("<!doctype html><title>Sign in</title>", &broken);
        check("{\"choices\":", &broken);
        check("{}", &broken);
        check("data: {\"choices\":[{\"del\n\n", &broken);
        check("data: {\"error\":{\"message\":\"upstream\",\"code\":502}}\n\n", &failed);
        check("data: {\"error\":{\"message\":\"no\",\"code\":\"insufficient_quota\"}}\n\n", &quota);
        check("data: {\"error\":{\"message\":\"slow down\",\"type\":\"rate_limit_error\"}}\n\n", &busy);
        check("event: error\ndata: {\"message\":\"This model's maximum context length is 8\"}\n\n", &context);
        check("event: error\ndata: it broke\n\n", &broken);
        check("{\"error\":{\"message\":\"down\",\"code\":502}}", &failed);
        check("[{\"error\":{\"message\":\"down\",\"code\":429}}]", &busy);
        check("data: [DONE]\n\n", &broken);
    }

    #[test]
    fn an_endless_answer_is_ended() {
        let mut reader = reader();
        let piece = vec![b':'; 1024 * 1024];
        let pushed = (0..9).find_map(|_| reader.push(&piece, &mut |_| {}).err());
        assert_eq!(pushed, Some(ModelError::TooLarge { limit_bytes: ANSWER_LIMIT_BYTES }));
    }
}
