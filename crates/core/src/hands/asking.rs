//! Asks the model: within the limits, streamed to the panel, and counted.

use super::Hands;
use crate::models::shown;
use crate::run::{Input, Run, Served, ServerName};
use crate::usage::{Ledger, estimate};
use edith_model::{ChatMessage, ChatRequest, ModelError, ModelTurn, Waiting};
use edith_protocol::{Event, NamedServer, Settings, Usage};
use edith_tools::is_to_see;
use edith_words::say;
use std::rc::Rc;

impl Hands {
    /// Asks the model unless a limit forbids it, and counts the usage.
    pub(super) async fn ask_model(&self, run: &Run, request: ChatRequest) -> Input {
        self.ask(run, request, run.streams()).await
    }

    /// The same where nobody sees the answer as it comes.
    pub(super) async fn ask_unstreamed(&self, run: &Run, request: ChatRequest) -> Input {
        self.ask(run, request, false).await
    }

    async fn ask(&self, run: &Run, mut request: ChatRequest, streams: bool) -> Input {
        let server = self.models.serving(run.role(), &run.serving);
        if let Some(server) = server {
            request.max_completion_tokens = server.max_tokens.unwrap_or(request.max_completion_tokens);
            if server.small {
                request.tools = super::small::tools(request.tools);
                run.shorten_rules(&mut request.messages);
            }
            if !self.models.sees(server) {
                request.messages.iter_mut().for_each(ChatMessage::omit_pictures);
                // Another server of the run may see.
                request.tools.retain(|tool| !is_to_see(&tool.name));
            }
        }
        let price = server.and_then(|server| run.task.settings.price_of(&server.model));
        let held = match server {
            Some(_) => match self.ledger.reserve(run, price.as_ref(), &mut request).await {
                Ok(held) => Some(held),
                Err(reached) => return Input::LimitReached(reached),
            },
            None => None,
        };
        let events = Rc::clone(&self.ports.events);
        let mut on_text = |text: &str| {
            if streams {
                events.emit(Event::Delta {
                    run_id: run.id.clone(),
                    conversation_id: run.conversation.clone(),
                    text: text.to_owned(),
                });
            }
        };
        let name = server.map(shown).unwrap_or_default();
        let mut on_waiting = |waiting: Waiting| {
            let sentence = match waiting {
                Waiting::InQueue { ahead } => say!(WaitingForServer { server: &name, ahead: ahead }),
                Waiting::NextKey { error } => say!(NextKey { server: &name, error: error.for_person() }),
            };
            self.ports.events.emit(run.progress(sentence, self.ports.clock.now()));
        };
        let failed = |error| {
            Input::ModelFailed(
                error,
                Served {
                    by: server.map(|server| server.id.clone()).unwrap_or_default(),
                    of: self.models.all(run.role()).into_iter().map(named).collect(),
                },
            )
        };
        let pending = self.requests.sent(run, server, &request);
        let answer = self.models.complete(server, &request, &mut on_text, &mut on_waiting).await;
        pending.done(answer.as_ref());
        let mut turn = match answer {
            Ok(turn) => turn,
            Err(error) => return failed(error),
        };
        if let (Some(held), Some(server)) = (held, server) {
            let usage = used(&run.task.settings, server, &request, &turn);
            turn.usage = Some(usage);
            self.ledger.count(run, held, usage).await;
        }
        if turn.without_pictures {
            self.ports.events.emit(run.progress(say!(WithoutPictures { server: &name }), self.ports.clock.now()));
        }
        self.tell_left_out(run, &name, &turn.left_out);
        if turn.text.trim().is_empty() && turn.tool_calls.is_empty() && turn.unclear.is_none() {
            return failed(ModelError::BrokenAnswer { message: "the answer was empty".into() });
        }
        Input::Turn(turn)
    }

    /// Tells once of each tool that the run's model cannot use.
    fn tell_left_out(&self, run: &Run, server: &str, tools: &[String]) {
        let mut known = self.left_out.borrow_mut();
        let new: Vec<&str> = tools.iter().filter(|tool| known.insert((*tool).clone())).map(String::as_str).collect();
        if !new.is_empty() {
            let said = say!(ToolsLeftOut { server: server, tools: new.join(", ") });
            self.ports.events.emit(run.progress(said, self.ports.clock.now()));
        }
    }

    /// The account of its calls.
    pub(crate) fn ledger(&self) -> Ledger {
        self.ledger.clone()
    }

    /// Whether a call can be examined at once: the page's elements are known from its last walk.
    pub(crate) fn knows_the_page(&self, run: &Run) -> bool {
        run.tabs.current.is_none() || self.walked.as_ref().is_some_and(|(tab, _)| Some(*tab) == run.tabs.current)
    }

    /// The run has worked so long, in milliseconds.
    pub(crate) fn worked(&self, ms: f64) {
        self.ledger.count_time(ms);
    }
}

fn named(server: &NamedServer) -> ServerName {
    ServerName { id: server.id.clone(), name: shown(server) }
}

/// What a turn has used and what that costs.
pub fn used(settings: &Settings, server: &NamedServer, request: &ChatRequest, turn: &ModelTurn) -> Usage {
    let mut usage = turn.usage.unwrap_or_else(|| estimated(request, turn));
    // A server that tells what an answer cost knows better than the list of prices, but not better than the person.
    let is_own = settings.own_price_of(&server.model).is_some();
    let told = usage.price.filter(|_| !is_own);
    usage.price = told.or_else(|| settings.price_of(&server.model).map(|price| price.of(&usage)));
    usage
}

/// A turn's usage, if the server does not report it.
fn estimated(request: &ChatRequest, turn: &ModelTurn) -> Usage {
    let bytes =
        turn.text.len() + turn.tool_calls.iter().map(|call| call.name.len() + call.arguments.len()).sum::<usize>();
    Usage {
        prompt_tokens: estimate(request),
        completion_tokens: (bytes as u64).div_ceil(crate::usage::BYTES_PER_TOKEN),
        ..Usage::default()
    }
}
