use super::*;
use crate::{Brief, ChatMessage, ChatModel, ChatRequest, ModelError, ModelTurn, ToolSpec};
use futures_util::FutureExt;
use std::cell::{Cell, RefCell};

/// What the fake browser saw: `open`, `copy`, and the messages of each prompt.
#[derive(Default)]
struct Seen {
    opened: Cell<usize>,
    copied: Cell<usize>,
    prompts: RefCell<Vec<(Vec<SessionMessage>, Option<String>)>>,
    answers: RefCell<Vec<String>>,
}

/// A browser's model as strict as the interface: a token is a character, what does not fit is refused, `system` is first.
struct Fake {
    seen: Rc<Seen>,
    state: Availability,
    window: f64,
}

struct FakeSession {
    seen: Rc<Seen>,
    used: Cell<f64>,
    window: f64,
}

fn length(messages: &[SessionMessage]) -> f64 {
    messages.iter().map(|message| message.content.chars().count() as f64).sum()
}

#[async_trait(?Send)]
impl BrowserModel for Fake {
    async fn availability(&self) -> Availability {
        self.state
    }

    async fn open(&self, initial: &[SessionMessage]) -> Result<Rc<dyn BrowserSession>, SessionError> {
        assert_eq!(self.state, Availability::Available, "a worker may not start the download");
        self.seen.opened.set(self.seen.opened.get() + 1);
        let used = Cell::new(length(initial));
        if used.get() > self.window {
            return Err(SessionError::TooLong);
        }
        Ok(Rc::new(FakeSession { seen: Rc::clone(&self.seen), used, window: self.window }))
    }
}

#[async_trait(?Send)]
impl BrowserSession for FakeSession {
    async fn prompt(
        &self,
        messages: &[SessionMessage],
        schema: Option<&str>,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<String, SessionError> {
        assert!(messages.iter().all(|message| message.role != "system"), "system comes first or not at all");
        let answer = self.seen.answers.borrow_mut().remove(0);
        self.seen.prompts.borrow_mut().push((messages.to_vec(), schema.map(str::to_owned)));
        self.used.set(self.used.get() + length(messages) + answer.chars().count() as f64);
        if self.used.get() > self.window {
            return Err(SessionError::TooLong);
        }
        on_text(&answer);
        Ok(answer)
    }

    async fn copy(&self) -> Result<Rc<dyn BrowserSession>, SessionError> {
        self.seen.copied.set(self.seen.copied.get() + 1);
        Ok(Rc::new(Self { seen: Rc::clone(&self.seen), used: self.used.clone(), window: self.window }))
    }

    async fn measure(&self, messages: &[SessionMessage]) -> Result<f64, SessionError> {
        Ok(length(messages))
    }

    fn usage(&self) -> f64 {
        self.used.get()
    }

    fn window(&self) -> f64 {
        self.window
    }
}

fn model(state: Availability, window: f64, answers: &[&str]) -> (BrowserChat, Rc<Seen>) {
    let seen = Rc::new(Seen::default());
    seen.answers.borrow_mut().extend(answers.iter().map(|answer| (*answer).to_owned()));
    (BrowserChat::new(Rc::new(Fake { seen: Rc::clone(&seen), state, window })), seen)
}

fn request(messages: Vec<ChatMessage>) -> ChatRequest {
    let parameters = r#"{"type":"object","properties":{"uid":{"type":"integer"}},"required":["uid"]}"#;
    let click =
        ToolSpec { name: "click".into(), description: "Click.".into(), parameters: parameters.into(), foreign: false };
    ChatRequest { messages, tools: vec![click], max_completion_tokens: 100, brief: Brief::default() }
}

fn ask(model: &BrowserChat, request: &ChatRequest) -> Result<ModelTurn, ModelError> {
    model.complete(request, &mut |_| {}).now_or_never().unwrap()
}

const CLICK: &str = r#"{"thought": "Buy it.", "action": {"name": "click", "arguments": {"uid": 4}}}"#;

#[test]
fn a_session_goes_on_and_gets_only_what_is_new() {
    let (model, seen) = model(Availability::Available, f64::INFINITY, &[CLICK, CLICK, CLICK]);
    let mut messages = vec![ChatMessage::system("Rules."), ChatMessage::user("TASK: buy a lamp")];
    for step in 0..2 {
        let turn = ask(&model, &request(messages.clone())).unwrap();
        assert_eq!((turn.text.as_str(), turn.tool_calls[0].arguments.as_str()), ("Buy it.", r#"{"uid":4}"#));
        let usage = turn.usage.unwrap();
        assert!(usage.cached_tokens > 0 && usage.prompt_tokens > usage.cached_tokens, "step {step}: {usage:?}");
        assert_eq!(usage.completion_tokens as usize, CLICK.len());
        let id = turn.tool_calls[0].id.clone();
        messages.push(ChatMessage::with_calls(turn.text, turn.tool_calls));
        messages.push(ChatMessage::tool(id, "Clicked."));
    }
    // Another run with the same rules.
    ask(&model, &request(vec![ChatMessage::system("Rules."), ChatMessage::user("TASK: another")])).unwrap();
    assert_eq!((seen.opened.get(), seen.copied.get()), (1, 2));
    let prompts = seen.prompts.borrow();
    let texts: Vec<Vec<&str>> =
        prompts.iter().map(|(messages, _)| messages.iter().map(|message| message.content.as_str()).collect()).collect();
    assert_eq!(texts, [vec!["TASK: buy a lamp"], vec!["RESULT of click:\n\nClicked."], vec!["TASK: another"]]);
    assert!(prompts[0].1.as_ref().is_some_and(|schema| schema.contains(r#""enum":["click"]"#)));
}

#[test]
fn a_changed_history_is_never_continued() {
    let (model, seen) = model(Availability::Available, f64::INFINITY, &[CLICK, CLICK]);
    let task = vec![ChatMessage::system("Rules."), ChatMessage::user("TASK: buy a lamp")];
    ask(&model, &request(task.clone())).unwrap();
    let mut other = task;
    other.push(ChatMessage::assistant("Something else."));
    other.push(ChatMessage::user("USER SAYS: go on"));
    ask(&model, &request(other)).unwrap();
    assert_eq!(seen.prompts.borrow()[1].0.len(), 3, "all but the rules is told anew");
}

#[test]
fn what_does_not_fit_is_told_before_the_browser_forgets_anything() {
    let (model, seen) = model(Availability::Available, 1_600.0, &[CLICK]);
    let long = request(vec![ChatMessage::system("Rules."), ChatMessage::user("x".repeat(600))]);
    assert!(matches!(ask(&model, &long), Err(ModelError::ContextTooLong { .. })));
    assert!(seen.prompts.borrow().is_empty());
}

#[test]
fn a_missing_model_is_told_with_what_to_do() {
    for (state, words) in [
        (Availability::Unavailable, "22 GB"),
        (Availability::Downloadable, "Start the download"),
        (Availability::Downloading, "is downloading"),
    ] {
        let (model, seen) = model(state, 0.0, &[]);
        let error = ask(&model, &request(vec![ChatMessage::user("Hello")])).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(seen.opened.get(), 0);
    }
}
