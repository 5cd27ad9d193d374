//! A scripted model that remembers its requests.

use crate::{FakeAnswer, FakeHttp, FakeLanguage, ManualClock};
use async_trait::async_trait;
use edith_http::HttpRequest;
use edith_model::{ChatModel, ChatRequest, ModelError, ModelTurn, ServerModels};
use edith_port::{Clock, Models};
use edith_protocol::{ModelDetails, ModelServer, ToolCall};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// One scripted answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Scripted {
    /// A text, which ends the run.
    Text(String),
    /// Tool calls: name and arguments.
    Calls(Vec<(String, String)>),
    /// A whole turn.
    Turn(Box<ModelTurn>),
    /// A server's raw answer instead of a turn, parsed like any other.
    Sent(FakeAnswer),
    /// Never answers.
    Hang,
    /// The same after this many milliseconds; half of a text comes after half the time.
    After(u64, Box<Scripted>),
}

impl Scripted {
    /// One tool call.
    pub fn call(name: &str, arguments: &str) -> Self {
        Self::Calls(vec![(name.to_owned(), arguments.to_owned())])
    }

    /// `task_complete`.
    pub fn complete(summary: &str) -> Self {
        Self::call("task_complete", &format!("{{\"summary\": {summary:?}}}"))
    }
}

type Answer = Rc<dyn Fn(&ModelServer, &ChatRequest) -> Scripted>;
type Vectors = Rc<dyn Fn(&[String]) -> FakeAnswer>;

#[derive(Default)]
struct Script {
    always: Option<Answer>,
    vectors: Option<Vectors>,
    answers: VecDeque<Scripted>,
    requests: Vec<ChatRequest>,
    turns: usize,
    clock: ManualClock,
    http: FakeHttp,
    servers: Option<Rc<ServerModels>>,
    language: FakeLanguage,
}

impl Script {
    /// The real clients of servers, on this script's network.
    fn servers(&mut self) -> Rc<ServerModels> {
        let (http, clock) = (self.http.clone(), self.clock.clone());
        let new = || Rc::new(ServerModels::new(Rc::new(http), Rc::new(clock), Rc::new(edith_commands::BuiltIn)));
        Rc::clone(self.servers.get_or_insert_with(new))
    }
}

/// A scripted model.
#[derive(Clone, Default)]
pub struct ScriptedModel(Rc<RefCell<Script>>);

impl ScriptedModel {
    /// The browser's language tools, which the built-in model has.
    pub fn language(&self) -> FakeLanguage {
        self.0.borrow().language.clone()
    }

    /// Adds answers to the end of the script.
    pub fn will(&self, answers: impl IntoIterator<Item = Scripted>) {
        self.0.borrow_mut().answers.extend(answers);
    }

    /// Answers requests beyond the script, by their content: for concurrent runs.
    pub fn always(&self, answer: impl Fn(&ChatRequest) -> Scripted + 'static) {
        self.always_by(move |_, request| answer(request));
    }

    /// The same by the server and the key as well.
    pub fn always_by(&self, answer: impl Fn(&ModelServer, &ChatRequest) -> Scripted + 'static) {
        self.0.borrow_mut().always = Some(Rc::new(answer));
    }

    /// Answers requests for vectors with a server's raw answer, by their texts; without it such a server is not there.
    pub fn embeds(&self, answer: impl Fn(&[String]) -> FakeAnswer + 'static) {
        self.0.borrow_mut().vectors = Some(Rc::new(answer));
    }

    /// The network under it.
    pub fn network(&self) -> FakeHttp {
        self.0.borrow().http.clone()
    }

    /// What was sent over the network: requests for vectors and those answered by [`Scripted::Sent`], oldest first.
    pub fn sent(&self) -> Vec<HttpRequest> {
        self.0.borrow().http.requests()
    }

    /// Uses this clock.
    pub fn go_by(&self, clock: &ManualClock) {
        let mut script = self.0.borrow_mut();
        script.clock = clock.clone();
        script.http = FakeHttp::by(clock);
    }

    /// Its requests, oldest first.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.0.borrow().requests.clone()
    }
}

/// The scripted model as a server's.
struct Client {
    script: Rc<RefCell<Script>>,
    server: ModelServer,
}

#[async_trait(?Send)]
impl ChatModel for Client {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let (answer, number) = {
            let mut script = self.script.borrow_mut();
            script.requests.push(request.clone());
            script.turns += 1;
            let scripted = script.answers.pop_front();
            let always = script.always.clone().filter(|_| scripted.is_none());
            (scripted.or_else(|| always.map(|answer| answer(&self.server, request))), script.turns)
        };
        let clock = self.script.borrow().clock.clone();
        let mut answer = answer;
        if let Some(Scripted::After(ms, late)) = answer {
            clock.sleep(ms / 2).await;
            if let Scripted::Text(text) = &*late {
                let half: String = text.chars().take(text.chars().count() / 2).collect();
                on_text(&half);
            }
            clock.sleep(ms - ms / 2).await;
            answer = Some(*late);
        }
        match answer {
            None => Err(ModelError::BadRequest { message: "the script is over".into() }),
            Some(Scripted::Text(text)) => {
                on_text(&text);
                Ok(ModelTurn { text, ..ModelTurn::default() })
            }
            Some(Scripted::Calls(calls)) => {
                let call = |(at, (name, arguments)): (usize, (String, String))| ToolCall {
                    id: format!("call-{number}-{at}"),
                    name,
                    arguments,
                };
                Ok(ModelTurn { tool_calls: calls.into_iter().enumerate().map(call).collect(), ..ModelTurn::default() })
            }
            Some(Scripted::Turn(turn)) => Ok(*turn),
            Some(Scripted::Sent(answer)) => {
                let client = {
                    let mut script = self.script.borrow_mut();
                    script.http.will([answer]);
                    script.servers().server(&self.server)
                };
                client.complete(request, on_text).await
            }
            Some(Scripted::Hang | Scripted::After(..)) => std::future::pending().await,
        }
    }
}

#[async_trait(?Send)]
impl Models for ScriptedModel {
    fn built_in(&self) -> Rc<dyn ChatModel> {
        Rc::new(edith_commands::WithLanguage::new(Rc::new(self.language()), Rc::new(edith_commands::BuiltIn)))
    }

    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel> {
        Rc::new(Client { script: Rc::clone(&self.0), server: server.clone() })
    }

    async fn list(&self, _server: &ModelServer) -> Result<Vec<ModelDetails>, ModelError> {
        Ok(vec![ModelDetails { id: "scripted".to_owned(), ..ModelDetails::default() }])
    }

    async fn embed(&self, server: &ModelServer, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        let answer = self.0.borrow().vectors.clone();
        let answer = answer.map_or(FakeAnswer::Unreachable, |answer| answer(texts));
        let servers = {
            let mut script = self.0.borrow_mut();
            script.http.will([answer]);
            script.servers()
        };
        servers.embed(server, texts).await
    }
}
