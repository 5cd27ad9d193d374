//! OpenRouter, as documented at <https://openrouter.ai/docs/api-reference/overview>: OpenAI's interface with comments while it waits, prices, and the name
//! of the application.

use super::openai::{OpenAi, refused};
use crate::wire::{Turn, Wire};
use edith_http::HttpRequest;
use serde_json::{Value, json};

pub(crate) struct OpenRouter;

impl Wire for OpenRouter {
    fn kind(&self) -> &'static str {
        "openrouter"
    }

    fn base(&self) -> &'static str {
        "https://router.example/api/v1"
    }

    fn events(&self, turn: &Turn, finish: &str, id: Option<&str>) -> Vec<String> {
        let mut all = OpenAi.events(turn, finish, id);
        let first = format!(": OPENROUTER PROCESSING\n\n{}", all[0]);
        all[0] = first;
        let usage = json!({"prompt_tokens": 10, "completion_tokens": 2, "cost": 0.25});
        let why = all.len() - 2;
        all[why] = format!("data: {}", json!({"choices": [{"delta": {}, "finish_reason": finish}], "usage": usage}));
        all
    }

    fn twice(&self, turn: &Turn) -> Vec<String> {
        OpenAi.twice(turn)
    }

    fn plain(&self, turn: &Turn, finish: &str, id: &str) -> Value {
        OpenAi.plain(turn, finish, id)
    }

    fn filler(&self) -> String {
        OpenAi.filler()
    }

    fn refuses(&self, request: &HttpRequest, body: &Value) -> Option<String> {
        if request.headers.get("x-openrouter-title").is_none_or(String::is_empty) {
            return Some("the application has no name".into());
        }
        refused(request, body)
    }

    fn error(&self, message: &str) -> String {
        let behind = json!({"error": {"message": message}}).to_string();
        json!({"error": {"code": 400, "message": "Provider returned error",
            "metadata": {"provider_name": "Example", "raw": behind}}})
        .to_string()
    }

    fn lacks(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}
