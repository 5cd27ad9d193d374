//! What a server is asked to do: tools, resources and prompts, with the questions that it asks back.

use super::asks::{InputRequest, Round, ServerRequest, Step, Then, Waiting, round, sort};
use super::call::{Call, Turn};
use super::carry;
use super::error::{Fail, HEADER_MISMATCH, McpError, Refusal, UNSUPPORTED_VERSION, URL_ELICITATION, before_sending};
use super::handle::Client;
use super::headers::{Headers, of_arguments};
use super::line::params;
use super::session::{Link, Session};
use super::types::{Outcome, Progress, PromptResult, ResourceContents, ToolResult};
use edith_protocol::Gather as _;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How often a request may come back with questions.
const ROUNDS: u32 = 20;
/// How long to wait before a request is made again that only has to be made again, times the rounds.
const AGAIN_MS: u64 = 500;

/// A request, and what earlier rounds of it gave.
pub(crate) struct Asking<'a> {
    pub(crate) method: &'a str,
    pub(crate) params: Map<String, Value>,
    pub(crate) answers: BTreeMap<String, Value>,
    pub(crate) state: Option<Value>,
    pub(crate) rounds: u32,
}

impl Client {
    /// Calls a tool. `told` hears how far it is. Dropping the future cancels the call.
    ///
    /// # Errors
    /// When there is no result; [`McpError::is_not_done`] says whether the tool certainly did nothing.
    pub async fn call_tool(
        &self,
        name: &str,
        arguments: &Map<String, Value>,
        told: &mut dyn FnMut(Progress),
    ) -> Result<Step<ToolResult>, McpError> {
        let params = params([("name", name.into()), ("arguments", Value::Object(arguments.clone()))]);
        self.ask("tools/call", params, told).await?.try_map(Outcome::read)
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// When there is nothing read.
    pub async fn read_resource(
        &self,
        uri: &str,
        told: &mut dyn FnMut(Progress),
    ) -> Result<Step<Vec<ResourceContents>>, McpError> {
        self.ask("resources/read", params([("uri", uri.into())]), told).await?.try_map(Outcome::read)
    }

    /// Fills in a prompt.
    ///
    /// # Errors
    /// When there is no prompt.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: &BTreeMap<String, String>,
        told: &mut dyn FnMut(Progress),
    ) -> Result<Step<PromptResult>, McpError> {
        let arguments = arguments.iter().map(|(name, value)| (name.clone(), value.as_str().into())).gathered();
        let params = params([("name", name.into()), ("arguments", Value::Object(arguments))]);
        self.ask("prompts/get", params, told).await?.try_map(Outcome::read)
    }

    /// Goes on with a request that waits. `answers` has the result of each question by its id; one that is missing was not answered: the server
    /// is told so, or asks again.
    ///
    /// # Errors
    /// As the request itself. When its connection is gone, [`McpError::NoAnswer`].
    pub async fn go_on<T: Outcome>(
        &self,
        waiting: &Waiting,
        mut answers: BTreeMap<String, Value>,
        told: &mut dyn FnMut(Progress),
    ) -> Result<Step<T>, McpError> {
        answers.retain(|id, _| waiting.asks.contains_key(id));
        let step = match &waiting.then {
            Then::Again { method, params, state, answered, rounds, is_modern } => {
                if *rounds >= ROUNDS {
                    return Err(McpError::Protocol("it asks without end".to_owned()));
                }
                let (about, _) = self.linked().await.map_err(before_sending)?;
                if about.revision.is_modern() != *is_modern {
                    return Err(McpError::NoAnswer("the server now speaks another revision".to_owned()));
                }
                answers.extend(answered.clone());
                let (params, state, rounds) = (params.clone(), state.clone(), rounds + 1);
                self.run(Asking { method, params, answers, state, rounds }, Some(told)).await?
            }
            Then::Live { client, call } => {
                let call = self.0.live.borrow_mut().remove(call).filter(|_| *client == self.0.mark);
                let mut call = call.ok_or_else(|| McpError::NoAnswer("its connection is gone".to_owned()))?;
                let ask = waiting.asks.iter().next();
                let outcome = match ask.and_then(|(id, _)| answers.remove(id)) {
                    Some(answer) => Ok(answer),
                    None => ask.map_or(Err((-1, "no answer")), |(_, ask)| ask.unanswered()),
                };
                // The call itself was sent long ago: that this message failed says nothing about it.
                let lost = |fail| McpError::NoAnswer(McpError::from(fail).to_string());
                call.respond(outcome).await.map_err(lost)?;
                self.turn(call, told).await?
            }
        };
        step.try_map(T::read)
    }

    /// Gives up a request that waits. One of an older revision is cancelled; the current one keeps nothing open.
    pub fn abandon(&self, waiting: &Waiting) {
        if let Then::Live { client, call } = &waiting.then
            && *client == self.0.mark
        {
            let call = self.0.live.borrow_mut().remove(call);
            drop(call);
        }
    }

    async fn ask(
        &self,
        method: &str,
        params: Map<String, Value>,
        told: &mut dyn FnMut(Progress),
    ) -> Result<Step<Value>, McpError> {
        let asking = Asking { method, params, answers: BTreeMap::new(), state: None, rounds: 0 };
        self.run(asking, Some(told)).await
    }

    /// Makes a request; once more if the server certainly did not carry it out for a reason that can be helped.
    pub(crate) async fn run(
        &self,
        mut asking: Asking<'_>,
        mut told: Option<&mut dyn FnMut(Progress)>,
    ) -> Result<Step<Value>, McpError> {
        let mut is_second = false;
        loop {
            let (_, link) = self.linked().await.map_err(before_sending)?;
            let told = told.as_mut().map(|told| &mut **told as &mut dyn FnMut(Progress));
            let step = match &link {
                Link::Modern => self.by_itself(&mut asking, told).await,
                Link::Session(session) => self.in_session(session, &asking, told).await,
            };
            match step {
                Err(Fail::Refusal(refusal)) if !is_second && self.helped(&link, &asking, &refusal).await? => {
                    is_second = true;
                }
                step => return Ok(step?),
            }
        }
    }

    /// Whether something was done about a refusal, so that the request can be made again.
    async fn helped(&self, link: &Link, asking: &Asking<'_>, refusal: &Refusal) -> Result<bool, McpError> {
        match link {
            Link::Modern if refusal.code() == Some(UNSUPPORTED_VERSION) => self.forget(link),
            Link::Modern if refusal.code() == Some(HEADER_MISMATCH) && asking.method == "tools/call" => {
                *self.0.tools.borrow_mut() = None;
            }
            Link::Session(session) if session.is_over(refusal) => self.forget(link),
            Link::Modern => {
                // Perhaps another server answers by now; the next request finds out.
                if refusal.rpc.is_none() && matches!(refusal.status, 400 | 404 | 405) {
                    self.forget(link);
                }
                return Ok(false);
            }
            Link::Session(_) => return Ok(false),
        }
        Ok(true)
    }

    /// In the current revision.
    async fn by_itself(
        &self,
        asking: &mut Asking<'_>,
        mut told: Option<&mut dyn FnMut(Progress)>,
    ) -> Result<Step<Value>, Fail> {
        loop {
            let further = self.further(asking).await?;
            let mut params = asking.params.clone();
            if !asking.answers.is_empty() {
                params.insert("inputResponses".to_owned(), asking.answers.clone().into_iter().collect());
            }
            if let Some(state) = &asking.state {
                params.insert("requestState".to_owned(), state.clone());
            }
            let told = told.as_mut().map(|told| &mut **told as &mut dyn FnMut(Progress));
            let result = self.0.line.modern(asking.method, params, further, told).await?;
            match round(result)? {
                Round::Complete(result) => return Ok(Step::Done(result)),
                Round::Asks { .. } if !matches!(asking.method, "tools/call" | "resources/read" | "prompts/get") => {
                    return Err(McpError::Protocol("it asks back where it must not".to_owned()).into());
                }
                Round::Asks { .. } if asking.rounds >= ROUNDS => {
                    return Err(McpError::Protocol("it asks without end".to_owned()).into());
                }
                Round::Asks { asks, answered, state } if asks.is_empty() => {
                    asking.rounds += 1;
                    if answered.is_empty() {
                        self.0.line.ports.clock.sleep(AGAIN_MS * u64::from(asking.rounds)).await;
                    }
                    (asking.answers, asking.state) = (answered, state);
                }
                Round::Asks { asks, answered, state } => {
                    let (method, params) = (asking.method.to_owned(), asking.params.clone());
                    let then = Then::Again { method, params, state, answered, rounds: asking.rounds, is_modern: true };
                    return Ok(Step::Asks(Waiting { asks, then }));
                }
            }
        }
    }

    /// The headers that a tool's definition wants of its arguments.
    async fn further(&self, asking: &Asking<'_>) -> Result<Headers, McpError> {
        if asking.method != "tools/call" {
            return Ok(Headers::new());
        }
        if self.0.tools.borrow().is_none() {
            Box::pin(self.tools()).await.map_err(before_sending)?;
        }
        let tools = self.0.tools.borrow();
        let name = asking.params.get("name").and_then(Value::as_str).unwrap_or_default();
        let wanted = tools.as_ref().and_then(|tools| tools.get(name));
        match (wanted, asking.params.get("arguments").and_then(Value::as_object)) {
            (Some(wanted), Some(arguments)) => of_arguments(wanted, arguments).map_err(McpError::Unsendable),
            _ => Ok(Headers::new()),
        }
    }

    /// In an older revision.
    async fn in_session(
        &self,
        session: &Rc<Session>,
        asking: &Asking<'_>,
        told: Option<&mut dyn FnMut(Progress)>,
    ) -> Result<Step<Value>, Fail> {
        let Some(told) = told else {
            let mut call = Call::begin(&self.0.line, session, asking.method, asking.params.clone(), false).await?;
            return match call.turn(&mut |_| ()).await? {
                Turn::Done(result) => Ok(Step::Done(result)),
                Turn::Asks(_) => Err(McpError::Protocol("it asks back where it must not".to_owned()).into()),
            };
        };
        carry::open(&self.0.line, session).await;
        let step = async {
            let call = Call::begin(&self.0.line, session, asking.method, asking.params.clone(), true).await?;
            self.turn(call, told).await
        };
        match step.await {
            Err(Fail::Refusal(refusal)) if refusal.code() == Some(URL_ELICITATION) && asking.rounds < ROUNDS => {
                let Some(asks) = visits(&refusal) else { return Err(Fail::Refusal(refusal)) };
                let (method, params) = (asking.method.to_owned(), asking.params.clone());
                let (answered, rounds) = (BTreeMap::new(), asking.rounds);
                let then = Then::Again { method, params, state: None, answered, rounds, is_modern: false };
                Ok(Step::Asks(Waiting { asks, then }))
            }
            step => step,
        }
    }

    /// Goes on with a call of an older revision; what the server asks meanwhile is handed out, and the call kept.
    async fn turn(&self, mut call: Call, told: &mut dyn FnMut(Progress)) -> Result<Step<Value>, Fail> {
        match call.turn(told).await? {
            Turn::Done(result) => Ok(Step::Done(result)),
            Turn::Asks(ask) => {
                let then = Then::Live { client: self.0.mark.clone(), call: call.id };
                let id = call.asked.as_ref().map(Value::to_string).unwrap_or_default();
                self.0.live.borrow_mut().insert(call.id, call);
                Ok(Step::Asks(Waiting { asks: BTreeMap::from([(id, ask)]), then }))
            }
        }
    }
}

/// The addresses that 2025-11-25 wants visited before a call is made again. The server refused the call, so it did nothing yet.
fn visits(refusal: &Refusal) -> Option<BTreeMap<String, InputRequest>> {
    let data = refusal.rpc.as_ref()?.data.as_ref()?;
    let all = data.get("elicitations")?.as_array()?;
    let asks = all.iter().take(10).enumerate().map(|(at, params)| match sort("elicitation/create", params.clone()) {
        ServerRequest::Person(ask @ InputRequest::Url { .. }) => Some((at.to_string(), ask)),
        _ => None,
    });
    let asks: Vec<(String, InputRequest)> = asks.collect::<Option<_>>()?;
    (!asks.is_empty()).then(|| asks.into_iter().gathered())
}
