//! Classifies a refusal by status, headers and body, with its remedy.

use super::address::Endpoint;
use super::head::Head;
use super::retry_after;
use crate::ModelError;
use crate::error::without_key;
use serde_json::Value;

/// Most characters shown of a server's message.
const MESSAGE_LIMIT: usize = 300;

/// What was asked of whom, for wording a failure.
#[derive(Clone, Copy)]
pub(super) struct RequestContext<'a> {
    pub(crate) endpoint: &'a Endpoint,
    /// The key, to be removed from messages of servers that repeat it; empty for none.
    pub api_key: &'a str,
    /// Milliseconds since 1970, for a `Retry-After` that is a date.
    pub(crate) now_ms: f64,
}

impl std::fmt::Debug for RequestContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RequestContext").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}

/// The cause of an unsuccessful answer.
pub(super) fn classify(asked: &RequestContext<'_>, head: &Head, body: &[u8]) -> ModelError {
    let text = String::from_utf8_lossy(body);
    let error = Refusal::read(&text);
    let mut message = error.message.clone();
    if message.is_empty() {
        message = format!("status {}", head.status);
    }
    message = without_key(&message, asked.api_key);
    if head.status == 403
        && let Some(refused) = origin_refused(asked, head, &error)
    {
        return refused;
    }
    let wish_ms = retry_after::wish_ms(head, asked.now_ms).or_else(|| error.wish.ms(asked.now_ms));
    cause(head.status, &error, message, wish_ms)
}

/// The cause of an error object inside a successful answer (`{"error": …}`, or an error event in a stream).
pub(crate) fn in_answer(error: &Value) -> ModelError {
    let error = Refusal::of(error);
    let message =
        if error.message.is_empty() { "the server reported an error".to_owned() } else { error.message.clone() };
    let retry_after_ms = error.wish.in_ms;
    match error.status() {
        Some(status) => cause(status, &error, message, retry_after_ms),
        None if error.is_context() => ModelError::ContextTooLong { message },
        None if error.is_quota() => ModelError::QuotaExceeded { message, retry_after_ms },
        None => ModelError::BrokenAnswer { message },
    }
}

fn cause(status: u16, error: &Refusal, message: String, retry_after_ms: Option<u64>) -> ModelError {
    match status {
        400 | 404 | 422 | 500 | 501 if error.is_about_tools() => ModelError::NoTools { message },
        // A spent quota comes as 429 with a type: waiting does not help.
        402 => ModelError::QuotaExceeded { message, retry_after_ms },
        400 | 403 | 429 if error.is_quota() => ModelError::QuotaExceeded { message, retry_after_ms },
        401 | 403 => ModelError::Unauthorized { message },
        413 => ModelError::ContextTooLong { message },
        400 | 422 | 500 if error.is_context() => ModelError::ContextTooLong { message },
        404 | 405 | 410 => ModelError::NotFound { message },
        400 if error.is_named("model_not_found") => ModelError::NotFound { message },
        408 | 409 | 425 | 429 => ModelError::Busy { status, message, retry_after_ms },
        500.. => ModelError::ServerFailed { status, message, retry_after_ms },
        _ => ModelError::BadRequest { message },
    }
}

/// Ollama and LM Studio refuse unknown pages and extensions. A key is rarely the cause there, so the setting is named.
fn origin_refused(asked: &RequestContext<'_>, head: &Head, error: &Refusal) -> Option<ModelError> {
    if !asked.endpoint.is_local() {
        return None;
    }
    let named = |name: &str| head.server.as_deref().is_some_and(|server| server.to_ascii_lowercase().contains(name));
    let server = if asked.endpoint.port() == 11434 || named("ollama") {
        "Ollama"
    } else if asked.endpoint.port() == 1234 || named("lm studio") {
        "LM Studio"
    } else if error.message.is_empty() || error.is("origin") || error.is("cors") {
        ""
    } else {
        return None;
    };
    Some(ModelError::OriginRefused { server: server.to_owned(), mend: String::new() })
}

/// Types, codes and states of errors that say that what was paid for is used up, of OpenAI, Anthropic, Together, xAI, Moonshot, Cerebras and Alibaba.
const QUOTA: &[&str] = &[
    "insufficient_quota",
    "billing_not_active",
    "billing_hard_limit_reached",
    "billing_error",
    "credit_limit",
    "exceeded_current_quota_error",
    "token_quota_exceeded",
    "arrearage",
];

/// The HTTP status that an error has by its type where it comes inside an answer, without `_error`: Anthropic's types
/// (<https://platform.claude.com/docs/en/api/errors>), OpenAI's, and Google's states (<https://cloud.google.com/apis/design/errors>). Whatever else
/// broke the answer has none.
const STATUSES: &[(&str, u16)] = &[
    ("invalid_request", 400),
    ("invalid_argument", 400),
    ("failed_precondition", 400),
    ("authentication", 401),
    ("unauthenticated", 401),
    ("billing", 402),
    ("permission", 403),
    ("permission_denied", 403),
    ("not_found", 404),
    ("request_too_large", 413),
    ("rate_limit", 429),
    ("rate_limit_exceeded", 429),
    ("resource_exhausted", 429),
    ("unavailable", 503),
    ("overloaded", 529),
];

/// A server's refusal, in whichever form.
#[derive(Debug, Clone, Default)]
struct Refusal {
    message: String,
    /// `code`, as text.
    code: String,
    /// `code`, `type` and `status` in lower case: names that mean the same whatever the message says.
    names: [String; 3],
    /// All of it in lower case, for searching.
    all: String,
    /// When to ask again.
    wish: RetryHint,
}

/// When a body says that the server wants to be asked again.
#[derive(Debug, Clone, Copy, Default)]
struct RetryHint {
    /// In so many milliseconds.
    in_ms: Option<u64>,
    /// At that time, in milliseconds since 1970.
    at_ms: Option<f64>,
}

impl RetryHint {
    /// In milliseconds from now.
    fn ms(self, now_ms: f64) -> Option<u64> {
        self.in_ms.or_else(|| Some((self.at_ms? - now_ms).max(0.0) as u64))
    }

    /// As Google's `RetryInfo` (<https://cloud.google.com/apis/design/errors#retry_info>) and the headers that OpenRouter quotes say it.
    fn of(error: &Value) -> Self {
        let details = error.get("details").and_then(Value::as_array).into_iter().flatten();
        let delay =
            details.filter_map(|detail| detail.get("retryDelay")?.as_str()?.strip_suffix('s')?.parse().ok()).next();
        let headers = error.pointer("/metadata/headers");
        let header = |name: &str| {
            let mut all = headers?.as_object()?.iter();
            all.find(|(known, _)| known.eq_ignore_ascii_case(name)).and_then(|(_, value)| match value {
                Value::String(text) => text.trim().parse::<f64>().ok(),
                other => other.as_f64(),
            })
        };
        let after = header("retry-after").or(delay).filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
        Self {
            in_ms: after.map(|seconds| (seconds * 1000.0) as u64),
            at_ms: header("x-ratelimit-reset").filter(|_| header("x-ratelimit-remaining") == Some(0.0)),
        }
    }
}

impl Refusal {
    fn read(body: &str) -> Self {
        match serde_json::from_str::<Value>(body) {
            Ok(Value::Array(list)) => list.first().map(Self::of_body).unwrap_or_default(),
            Ok(body) => Self::of_body(&body),
            Err(_) => Self::of(&Value::from(plain(body))),
        }
    }

    fn of_body(body: &Value) -> Self {
        Self::of(body.get("error").filter(|error| !error.is_null()).unwrap_or(body))
    }

    fn of(error: &Value) -> Self {
        let text = |name: &str| match error.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            // FastAPI: {"detail": [{"msg": …}]}
            Some(Value::Array(list)) => {
                list.iter().filter_map(|item| item.get("msg")?.as_str()).collect::<Vec<_>>().join("; ")
            }
            _ => String::new(),
        };
        let message = match error {
            Value::String(text) => text.clone(),
            _ => [text("message"), text("detail"), text("msg"), text("error")]
                .into_iter()
                .find(|text| !text.is_empty())
                .unwrap_or_default(),
        };
        // OpenRouter's own words say only that the service behind it failed.
        let behind = error.pointer("/metadata/raw").and_then(Value::as_str);
        let message = behind.map(|raw| Self::read(raw).message).filter(|raw| !raw.is_empty()).unwrap_or(message);
        let code = text("code");
        let names = [&code, &text("type"), &text("status")].map(|name| name.to_ascii_lowercase());
        let all = format!("{} {message}", names.join(" ")).to_ascii_lowercase();
        Self { message: shortened(&message), code, names, all, wish: RetryHint::of(error) }
    }

    /// Whether its code, type or status is this name.
    fn is_named(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }

    /// The HTTP status that it should have had: some give it as the code, the others by the type.
    fn status(&self) -> Option<u16> {
        let given = self.code.parse().ok().filter(|status| (400..600).contains(status));
        let bare = self.names.iter().map(|name| name.strip_suffix("_error").unwrap_or(name));
        let mut by_name = bare.filter_map(|own| STATUSES.iter().find(|(name, _)| own == *name));
        given.or_else(|| by_name.next().map(|(_, status)| *status))
    }

    fn is(&self, word: &str) -> bool {
        self.all.contains(word)
    }

    fn is_quota(&self) -> bool {
        QUOTA.iter().any(|name| self.is_named(name))
    }

    /// As worded by Ollama, OpenRouter, vLLM, Groq, llama.cpp and SGLang.
    fn is_about_tools(&self) -> bool {
        [
            "does not support tools",
            "no endpoints found that support tool use",
            "tool choice requires --enable-auto-tool-choice",
            "tool calling` is not supported",
            "tool calling is not supported",
            "tools param requires --jinja",
            "does not support function calling",
            "function calling is not enabled",
        ]
        .iter()
        .any(|word| self.is(word))
    }

    fn is_context(&self) -> bool {
        // As worded by OpenAI, vLLM, llama.cpp, Groq, Gemini, LM Studio, Anthropic's gateway.
        [
            "context_length_exceeded",
            "maximum context length",
            "context length",
            "context window",
            "exceed_context_size",
            "context size",
            "reduce the length",
            "exceeds the maximum number of tokens",
            "prompt is too long",
            "context overflow",
            "is too large to process",
        ]
        .iter()
        .any(|word| self.is(word))
    }
}

/// A non-JSON body: its text, or a web page's title.
fn plain(body: &str) -> String {
    let body = body.trim();
    if !body.starts_with('<') {
        return body.to_owned();
    }
    // ASCII lower case keeps every position.
    let lower = body.to_ascii_lowercase();
    let title = lower.find("<title>").map(|at| at + 7).and_then(|from| {
        let to = from + lower.get(from..)?.find("</title>")?;
        body.get(from..to)
    });
    format!("a web page{}", title.map(|title| format!(" ({})", title.trim())).unwrap_or_default())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MESSAGE_LIMIT) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Retry;

    fn of(base: &str, status: u16, body: &str) -> ModelError {
        let endpoint = Endpoint::parse(base).unwrap();
        let asked = RequestContext { endpoint: &endpoint, api_key: "sk-secret", now_ms: 0.0 };
        classify(&asked, &Head { status, retry_after: Some("3".into()), ..Head::default() }, body.as_bytes())
    }

    #[test]
    fn each_fault_has_its_cause_and_its_retry() {
        const BUSY: Retry = Retry::BackOff { wish_ms: Some(3_000) };
        for (status, body, name, retry) in [
            (400, r#"{"error":{"message":"bad","code":null}}"#, "BadRequest", Retry::Never),
            (422, r#"{"detail":[{"msg":"field required"}]}"#, "BadRequest", Retry::Never),
            (418, "", "BadRequest", Retry::Never),
            (401, r#"{"error":{"message":"Incorrect key"}}"#, "Unauthorized", Retry::Never),
            (403, "no", "Unauthorized", Retry::Never),
            (402, r#"{"error":{"message":"pay"}}"#, "QuotaExceeded", Retry::Never),
            (429, r#"{"error":{"message":"m","type":"insufficient_quota"}}"#, "QuotaExceeded", Retry::Never),
            (404, r#"{"error":"model 'x' not found"}"#, "NotFound", Retry::Never),
            (405, "", "NotFound", Retry::Never),
            (400, r#"{"error":{"message":"m","code":"context_length_exceeded"}}"#, "ContextTooLong", Retry::Compact),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 8192 tokens"}}"#,
                "ContextTooLong",
                Retry::Compact,
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"The input token count (9) exceeds the maximum number of tokens allowed (8)."}}]"#,
                "ContextTooLong",
                Retry::Compact,
            ),
            (413, "", "ContextTooLong", Retry::Compact),
            (
                400,
                r#"{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools"}}"#,
                "NoTools",
                Retry::Never,
            ),
            (
                404,
                r#"{"error":{"message":"No endpoints found that support tool use.","code":404}}"#,
                "NoTools",
                Retry::Never,
            ),
            (
                400,
                r#"{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}"#,
                "NoTools",
                Retry::Never,
            ),
            (500, r#"{"error":{"code":500,"message":"tools param requires --jinja flag"}}"#, "NoTools", Retry::Never),
            (408, "", "Busy", BUSY),
            (409, "", "Busy", BUSY),
            (429, r#"{"error":{"message":"slow down"}}"#, "Busy", BUSY),
            (500, "oops", "ServerFailed", BUSY),
            (503, "<html><title>Bad gateway</title>", "ServerFailed", BUSY),
            (529, "", "ServerFailed", BUSY),
        ] {
            let error = of("https://api.example/v1", status, body);
            assert!(format!("{error:?}").starts_with(name), "{status} {body}: {error:?}");
            assert_eq!(error.retry(), retry, "{status} {body}");
        }
    }

    #[test]
    fn a_quota_answer_says_when_to_come_back() {
        for status in [402, 429] {
            let spent =
                of("https://api.example/v1", status, r#"{"error":{"message":"m","type":"insufficient_quota"}}"#);
            assert_eq!(
                spent,
                ModelError::QuotaExceeded { message: "m".into(), retry_after_ms: Some(3_000) },
                "{status}"
            );
        }
    }

    #[test]
    fn messages_are_the_servers_own_short_and_without_the_key() {
        let check = |body: &str, expected: &str| match of("https://api.example/v1", 400, body) {
            ModelError::BadRequest { message } => assert_eq!(message, expected),
            other => panic!("{other:?}"),
        };
        check(r#"{"error":{"message":"no such thing"}}"#, "no such thing");
        check(r#"{"message":"flat"}"#, "flat");
        check(r#"{"detail":"fastapi"}"#, "fastapi");
        check("plain text", "plain text");
        check("", "status 400");
        check("<html><TITLE> 400 Bad Request </title></html>", "a web page (400 Bad Request)");
        check(r#"{"error":{"message":"bad key sk-secret!"}}"#, "bad key (the key)!");
        check(&"ä".repeat(1_000), &format!("{}…", "ä".repeat(300)));
    }

    #[test]
    fn local_servers_that_refuse_extensions_are_recognised() {
        let check = |base: &str, body: &str, name: &str, mend: &str| match of(base, 403, body) {
            error @ ModelError::OriginRefused { .. } => {
                let text = error.to_string();
                assert!(text.starts_with(name) && text.contains(mend), "{base}: {text}");
            }
            other => panic!("{base}: {other:?}"),
        };
        check("http://localhost:11434/v1", "", "Ollama", "OLLAMA_ORIGINS=chrome-extension://*");
        check("http://192.168.0.2:11434/v1", "", "Ollama", "OLLAMA_ORIGINS");
        check("http://127.0.0.1:1234/v1", "", "LM Studio", "Enable CORS");
        check("http://127.0.0.1:8080/v1", "", "The local model server", "OLLAMA_ORIGINS");
        check("http://127.0.0.1:8080/v1", r#"{"error":"origin not allowed"}"#, "The local model server", "CORS");
        // A local server with another reason, and a remote server.
        let refused = |base, body| matches!(of(base, 403, body), ModelError::Unauthorized { .. });
        assert!(refused("http://127.0.0.1:8080/v1", "wrong key"));
        assert!(refused("https://api.example/v1", ""));
    }
}
