//! Tries what a model server can: whether its model answers, calls a tool, sees a picture, and sends its words as they come. Each part costs some dozen
//! tokens and has a deadline of its own; a part that fails says nothing about the others. They wait in the server's queue as runs do, so that a server which is
//! busy is not taken for one that cannot.

use edith_model::{
    Account, Brief, ChatMessage, ChatRequest, Content, ContentPart, Dispatcher, ModelError, ModelTurn, Purpose, Retry,
    ToolSpec,
};
use edith_port::Clock;
use edith_protocol::{ModelDetails, ModelServer, TestedServer, ToolStyle};
use edith_words::say;
use futures_util::future::{Either, join, select};
use std::pin::pin;

/// Most tokens of an answer. Some servers refuse fewer; thinking models spend some before the first word.
const TOKENS: u32 = 64;
/// How long a model loaded from disk may take to answer, in milliseconds.
const ANSWER_LIMIT_MS: u64 = 180_000;
/// How long each further part may take, in milliseconds: the model is loaded by then.
const PART_LIMIT_MS: u64 = 60_000;
/// A purple square, 64 pixels wide: large enough for every model that sees, and no colour that one guesses.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATElEQVR42u3PMQkAAAwDsEqv9EnoPQjEQNL0tQgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgILAfPigDxKorHZQAAAABJRU5ErkJggg==";
/// How its colour is called.
const COLOURS: [&str; 3] = ["purple", "violet", "magenta"];
/// Models with fewer billions of parameters are small: they do better with fewer and shorter tools.
const SMALL_BILLIONS: f64 = 10.0;
/// Most names of models to choose from instead of one that is not there.
const NEAREST: usize = 3;

/// A server being tried.
pub(super) struct Trial<'t> {
    pub dispatcher: &'t Dispatcher,
    pub clock: &'t dyn Clock,
    /// With the one key to try: that others work says nothing about it.
    pub server: &'t ModelServer,
}

/// An answer, and how it came.
struct Heard {
    text: String,
    calls: Vec<String>,
    /// Whether a call was of a member of a toolset of the server's own.
    is_member: bool,
    pieces: u32,
    first_ms: f64,
    ms: f64,
    tokens: Option<u64>,
}

impl Trial<'_> {
    /// Tries everything.
    ///
    /// # Errors
    /// When the model does not answer, or without a model when its list does not come.
    pub(super) async fn run(&self) -> Result<TestedServer, ModelError> {
        if self.server.model.is_empty() {
            let began = self.clock.now();
            let models = self.dispatcher.models().list(self.server).await?;
            let models = names(&models);
            return Ok(TestedServer { models, ms: self.clock.now() - began, ..TestedServer::default() });
        }
        let chat = self.ask(self.server, "Count from one to nine, in words.", Vec::new(), None, ANSWER_LIMIT_MS).await;
        let chat = match chat {
            Ok(heard) => Some(heard),
            // It had no room to think, but it answers.
            Err(ModelError::BadRequest { message }) if message.contains("output limit was reached") => None,
            Err(error) => return Err(self.with_nearest(error).await),
        };
        let (models, (style, pictures)) =
            join(self.dispatcher.models().list(self.server), join(self.tool_style(), self.sees_pictures())).await;
        let tokens_per_second = chat.as_ref().and_then(|heard| {
            let seconds = (heard.ms - heard.first_ms) / 1000.0;
            heard.tokens.filter(|_| seconds > 0.05).map(|tokens| tokens as f64 / seconds)
        });
        Ok(TestedServer {
            // Some have a model and no list.
            models: names(&models.unwrap_or_default()),
            chat: true,
            tools: style.map(|style| style != "none"),
            tool_style: style.map(str::to_owned),
            pictures,
            stream: Some(chat.as_ref().is_some_and(|heard| heard.pieces > 1)),
            small: is_small(&self.server.model),
            first_ms: chat.as_ref().map(|heard| heard.first_ms),
            tokens_per_second,
            ms: chat.map_or(0.0, |heard| heard.ms),
        })
    }

    /// How it calls a tool: `toolset` if it is set to that, `native`, `text` or `none`; nothing if that was not found out.
    async fn tool_style(&self) -> Option<&'static str> {
        let toolset = (self.server.tools == ToolStyle::Toolset).then_some(ToolStyle::Toolset);
        let mut failed = false;
        for style in toolset.into_iter().chain([ToolStyle::Native, ToolStyle::Text]) {
            let server = ModelServer { tools: style, ..self.server.clone() };
            // The toolset has a member for what is EDITH's own tool, and none for any other.
            let (name, word, asked) = match style {
                ToolStyle::Toolset => ("find_on_page", "query", "Call the tool find with the query ready."),
                _ => ("report", "word", "Call the tool report with the word ready."),
            };
            let tool = ToolSpec {
                name: name.into(),
                description: "Takes a word.".into(),
                parameters: format!(
                    r#"{{"type":"object","properties":{{"{word}":{{"type":"string"}}}},"required":["{word}"]}}"#
                )
                .into(),
                foreign: false,
            };
            match self.ask(&server, asked, vec![tool], None, PART_LIMIT_MS).await {
                Ok(heard) if heard.calls.iter().any(|call| call == name) => {
                    if style != ToolStyle::Toolset || heard.is_member {
                        return Some(style.name());
                    }
                }
                Ok(_) => {}
                // Whether it has the toolset is not found out by what comes after.
                Err(error) if style == ToolStyle::Toolset && is_temporary(&error) => return None,
                Err(error) => failed |= is_temporary(&error),
            }
        }
        (!failed).then_some("none")
    }

    /// Whether it can tell the colour of a picture; nothing if that was not found out.
    async fn sees_pictures(&self) -> Option<bool> {
        let server = ModelServer { sees_pictures: Some(true), ..self.server.clone() };
        let picture = ContentPart::Picture { url: PICTURE.to_owned() };
        let question = "Which colour is this picture? Answer with one word.";
        match self.ask(&server, question, Vec::new(), Some(picture), PART_LIMIT_MS).await {
            Ok(heard) => {
                let text = heard.text.to_lowercase();
                Some(COLOURS.iter().any(|colour| text.contains(colour)))
            }
            Err(error) => (!is_temporary(&error)).then_some(false),
        }
    }

    async fn ask(
        &self,
        server: &ModelServer,
        words: &str,
        tools: Vec<ToolSpec>,
        picture: Option<ContentPart>,
        limit_ms: u64,
    ) -> Result<Heard, ModelError> {
        let purpose = if tools.is_empty() { Purpose::Chat } else { Purpose::Task };
        let request = ChatRequest {
            messages: vec![ChatMessage::user(Content::from(words).with(picture))],
            tools,
            max_completion_tokens: TOKENS,
            brief: Brief { purpose, ..Brief::default() },
        };
        let account = Account { keys: vec![server.api_key.clone()], server: server.clone() };
        let models = self.dispatcher.models();
        let now = || self.clock.now();
        let (mut began, mut pieces, mut first_ms) = (now(), 0, None);
        let send = async |server: ModelServer| {
            // Only now, after the queue.
            (began, pieces, first_ms) = (now(), 0, None);
            let client = models.server(&server);
            let mut on_text = |_: &str| {
                pieces += 1;
                first_ms.get_or_insert_with(|| now() - began);
            };
            let answer = pin!(client.complete(&request, &mut on_text));
            match select(answer, self.clock.sleep(limit_ms)).await {
                Either::Left((answer, _)) => answer,
                Either::Right(_) => Err(ModelError::Stalled { after_ms: limit_ms }),
            }
        };
        let answer = self.dispatcher.ask(&account, send, &mut |_| {}).await;
        let turn = answer?;
        let is_member = turn.calls_member();
        let ModelTurn { text, tool_calls, usage, .. } = turn;
        let ms = now() - began;
        let calls = tool_calls.into_iter().map(|call| call.name).collect();
        let tokens = usage.map(|usage| usage.completion_tokens);
        Ok(Heard { text, calls, is_member, pieces, first_ms: first_ms.unwrap_or(ms), ms, tokens })
    }

    /// A model that is not there is reported with the nearest names of those that are.
    async fn with_nearest(&self, error: ModelError) -> ModelError {
        let ModelError::NotFound { message } = &error else { return error };
        let Ok(models) = self.dispatcher.models().list(self.server).await else { return error };
        let nearest = nearest(&self.server.model, names(&models));
        if nearest.is_empty() {
            return error;
        }
        let said = message.trim_end_matches('.');
        ModelError::NotFound { message: say!(ModelsThere { error: said, models: nearest.join(", ") }).to_string() }
    }
}

/// The models by name.
pub(super) fn names(models: &[ModelDetails]) -> Vec<String> {
    models.iter().map(|model| model.id.clone()).collect()
}

/// The names most like this one, by the pairs of letters that both have (Dice's coefficient); none if it is among them.
fn nearest(name: &str, models: Vec<String>) -> Vec<String> {
    if models.iter().any(|model| model == name) {
        return Vec::new();
    }
    let pairs = |name: &str| {
        let letters: Vec<char> = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        letters.windows(2).map(<[char]>::to_vec).collect::<Vec<_>>()
    };
    let wanted = pairs(name);
    let alike = |model: &str| {
        let has = pairs(model);
        let common = wanted.iter().filter(|pair| has.contains(pair)).count();
        2_000 * common / (wanted.len() + has.len()).max(1)
    };
    let mut models: Vec<(usize, String)> = models.into_iter().map(|model| (alike(&model), model)).collect();
    models.retain(|(alike, _)| *alike > 500);
    edith_page::order::sort_by_key(&mut models, |(alike, _)| std::cmp::Reverse(*alike));
    models.into_iter().take(NEAREST).map(|(_, model)| model).collect()
}

/// Whether a failure may soon be over, and so says nothing of what the model can do.
fn is_temporary(error: &ModelError) -> bool {
    matches!(error.retry(), Retry::BackOff { .. }) || matches!(error, ModelError::Stalled { .. })
}

/// Whether a model's name gives few parameters, such as `qwen3:8b` or `Llama-3.2-1B-Instruct`; nothing if it gives none.
fn is_small(name: &str) -> Option<bool> {
    let name = name.to_lowercase();
    let parts = name.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
    let billions: Vec<f64> = parts.filter_map(billions).collect();
    billions.iter().copied().reduce(f64::max).map(|most| most < SMALL_BILLIONS)
}

/// The parameters that a part of a name gives, in billions: `8b`, `270m`, `8x7b`, or `e4b` for as many as are at work at once.
fn billions(part: &str) -> Option<f64> {
    let (number, unit) = match part.strip_suffix('b') {
        Some(number) => (number, 1.0),
        None => (part.strip_suffix('m')?, 0.001),
    };
    let number = number.strip_prefix('e').unwrap_or(number);
    let (experts, each) = number.split_once('x').unwrap_or(("1", number));
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if !is_number(experts) || !is_number(each) {
        return None;
    }
    Some(experts.parse::<f64>().ok()? * each.parse::<f64>().ok()? * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_are_found() {
        let all = || ["llama3.1:8b", "qwen3:8b", "qwen3:32b", "nomic-embed-text"].map(str::to_owned).to_vec();
        assert_eq!(nearest("qwen3-8b", all()).first().map(String::as_str), Some("qwen3:8b"));
        assert_eq!(nearest("lama3.1", all()), ["llama3.1:8b"]);
        assert!(nearest("gpt-5", all()).is_empty());
        assert!(nearest("qwen3:8b", all()).is_empty());
    }

    #[test]
    fn a_small_model_is_known_by_its_name() {
        for small in ["qwen3:8b", "Llama-3.2-1B-Instruct", "phi-3.8b", "gemma3:270m", "gemma3n:e4b"] {
            assert_eq!(is_small(small), Some(true), "{small}");
        }
        for large in ["qwen3:32b", "openai/gpt-oss-120b", "qwen3-30b-a3b", "mixtral-8x7b", "llama-4-scout-17b-16e"] {
            assert_eq!(is_small(large), Some(false), "{large}");
        }
        for unknown in ["gpt-5-mini", "mistral-small", "phi4-mini", "gemma", "llm", "b", ""] {
            assert_eq!(is_small(unknown), None, "{unknown}");
        }
    }
}
