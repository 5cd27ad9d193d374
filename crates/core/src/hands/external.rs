//! Tools outside EDITH: which there are, searching them, and using one.

use super::open_call::OpenCall;
use super::reading::TEXT_PAGE_CHARS;
use super::{Hands, LookWanted, StepResult};
use crate::run::{Acted, Input, Intent, Run, asked, fingerprint};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_actions::action::TabError;
use edith_actions::http_url::HttpUrl;
use edith_model::{Brief, ChatMessage, ChatRequest, ModelTurn};
use edith_port::{
    ListedTool, ServerAsk, ServerAsks, ServerReply, ToolAnswer, ToolError, ToolProgress, ToolSaid, ToolUse,
};
use edith_protocol::{Document, MAX_DOCUMENTS, Usage};
use edith_records::documents::Documents;
use edith_tools::{Continued, External, ExternalTool, search};
use edith_words::unseen::seen;
use edith_words::{Word, say};
use futures_util::future::{Either, select};
use std::cell::Cell;
use std::pin::pin;
use std::rc::Rc;

/// Servers get this long to say what tools they have, in milliseconds: the task waits for it.
const LIST_MS: u64 = 5_000;
/// A tool gets this long without a word of its progress, in milliseconds (what the protocol's own clients wait).
const CALL_MS: u64 = 60_000;
/// A tool that reports its progress gets this long in all, in milliseconds.
const WHOLE_CALL_MS: f64 = 600_000.0;
/// Characters of an answer that the model is sent, at most: as many as four pages of `read_page`. The rest is read as a document.
const ANSWER_CHARS: usize = 4 * TEXT_PAGE_CHARS;
/// How much a server may ask for within one call.
const MOST_ROUNDS: u32 = 10;

impl Hands {
    /// The tools that servers have now. One that does not say so in time has none.
    pub(super) async fn list_external(&self) -> Vec<ListedTool> {
        match select(self.ports.tools.list(), pin!(self.ports.clock.sleep(LIST_MS))).await {
            Either::Left((tools, _)) => tools,
            Either::Right(_) => Vec::new(),
        }
    }

    /// Searches the tools of servers that there is no room to offer.
    pub(super) async fn find_tools(&self, run: &Run, query: &str) -> Result<StepResult, TabError> {
        let found = search(ExternalTool::named_beside(&run.task.external_tools, self.list_external().await), query);
        let text = match found.len() {
            0 => "No tool of a server has these words in its name or description. Try others.",
            _ => "These tools can be called from now on; their servers say of them:",
        };
        let mut step = self.step(text, run.tabs.current, LookWanted::None);
        let line = |tool: &ExternalTool| format!("{}: {}\n{}", tool.name, tool.listed.description, tool.parameters());
        for tool in &found {
            step.data.push(self.data(&tool.listed.tool.origin(), &shortened(&line(tool), TEXT_PAGE_CHARS)));
        }
        step.found_tools = found;
        Ok(step)
    }

    /// Uses a tool of a server, or goes on with it. What it answers is its server's word, whatever it says.
    pub(super) async fn use_external(&mut self, run: &Run, intent: &Intent, call: &External) -> Acted {
        if let Some(open) = self.open_call.take() {
            open.goes_on();
        }
        let mut usage = Usage::default();
        let mut continued = call.continued.clone();
        if let Some(continued) = continued.as_deref_mut() {
            self.reply_for_person(run, call, continued, &mut usage).await;
        }
        let answer = self.called(run, call, continued.as_deref()).await;
        let before = continued.as_ref().map_or(0, |continued| continued.rounds);
        let is_patient = |asks: &ServerAsks| before.saturating_add(asked(asks)) <= MOST_ROUNDS;
        let (ok, text, said) = match answer {
            Ok(ToolAnswer::Asks(asks)) if is_patient(&asks) => {
                let of = Some((call.tool.clone(), asks.clone()));
                self.open_call = Some(OpenCall { tools: Rc::clone(&self.ports.tools), of });
                let step = self.step("", run.tabs.current, LookWanted::None);
                return Acted { asks: Some(Box::new(asks)), usage, ..self.report(run, step).await };
            }
            Ok(ToolAnswer::Asks(asks)) => {
                self.ports.tools.abandon(&call.tool, &asks);
                let why = format!("The server asked for something more than {MOST_ROUNDS} times.");
                return Acted { usage, ..self.unanswered(run, call, &why).await };
            }
            Err(ToolError::NoAnswer(said)) => return Acted { usage, ..self.unanswered(run, call, &said).await },
            Ok(ToolAnswer::Said(said)) if said.is_error => {
                (false, "The server says that it failed. It may say whether any of it was done:", said)
            }
            Ok(ToolAnswer::Said(said)) => (true, "The server answers:", said),
            Err(ToolError::Failed(said)) => (false, "It was not done.", ToolSaid { text: said, ..ToolSaid::default() }),
        };
        let mut step = self.step(text, run.tabs.current, LookWanted::None);
        step.ok = ok;
        step.data.push(self.data(&call.tool.origin(), &shortened(&said.text, ANSWER_CHARS)));
        step.picture = said.pictures.into_iter().next();
        let mut acted = self.report(run, step).await;
        if said.text.chars().nth(ANSWER_CHARS).is_some() {
            self.keep_answer(run, intent, call, &said.text, &mut acted).await;
        }
        Acted { usage, ..acted }
    }

    /// A call whose answer was not seen.
    async fn unanswered(&mut self, run: &Run, call: &External, said: &str) -> Acted {
        let text = "The server's answer was not seen, so it is not known whether it took effect. It was not repeated; find out before you do it again.";
        let mut step = self.step(text, run.tabs.current, LookWanted::None);
        step.ok = false;
        step.data.push(self.data(&call.tool.origin(), &shortened(said, ANSWER_CHARS)));
        Acted { unsure: true, ..self.report(run, step).await }
    }

    /// Calls, and waits as long as the server says that it works.
    async fn called(&self, run: &Run, call: &External, continued: Option<&Continued>) -> Result<ToolAnswer, ToolError> {
        let clock = &self.ports.clock;
        let began = clock.now();
        let heard = Cell::new(began);
        let told = |progress: ToolProgress| {
            heard.set(clock.now());
            self.ports.events.emit(run.progress(how_far(call, &progress), clock.now()));
        };
        let used = ToolUse {
            tool: &call.tool,
            arguments: &call.arguments,
            replies: continued.map(|continued| (&continued.asks, &continued.replies)),
        };
        let mut answer = self.ports.tools.call(used, &told);
        loop {
            let quiet = clock.now() - heard.get();
            let left = (CALL_MS as f64 - quiet).min(WHOLE_CALL_MS - (clock.now() - began));
            if left <= 0.0 {
                return Err(ToolError::NoAnswer(format!("Nothing came in {} seconds.", (quiet / 1_000.0).round())));
            }
            match select(answer, pin!(clock.sleep(left.ceil() as u64))).await {
                Either::Left((answer, _)) => return answer,
                Either::Right((_, still)) => answer = still,
            }
        }
    }

    /// Does what the person agreed to: opens an address for them, or asks the model. What cannot be done counts as declined.
    async fn reply_for_person(&self, run: &Run, call: &External, continued: &mut Continued, usage: &mut Usage) {
        let Continued { asks, replies, .. } = continued;
        for (id, wanted) in &asks.asks {
            let Some(reply) = replies.get_mut(id).filter(|reply| **reply == ServerReply::Agreed) else { continue };
            match wanted {
                ServerAsk::Form { .. } => {}
                ServerAsk::Visit { url, .. } => {
                    let opened = match HttpUrl::parse(url) {
                        Ok(url) => self.ports.browser.show(&url).await.is_ok(),
                        Err(_) => false,
                    };
                    if !opened {
                        *reply = ServerReply::Declined;
                    }
                }
                ServerAsk::Sample { system, messages, max_tokens } => {
                    self.ports.events.emit(run.progress(
                        say!(AskModelForServer { server: Word::Quoted(call.tool.server.clone()) }),
                        self.ports.clock.now(),
                    ));
                    *reply = match self.sample(run, system, messages, *max_tokens).await {
                        Some((turn, model)) => {
                            *usage += turn.usage.unwrap_or_default();
                            ServerReply::Sampled { text: turn.text, model }
                        }
                        None => ServerReply::Declined,
                    };
                }
            }
        }
    }

    /// Asks the run's model with nothing but what the server wrote, within the run's limits.
    async fn sample(
        &self,
        run: &Run,
        system: &str,
        messages: &[(bool, String)],
        most: u32,
    ) -> Option<(ModelTurn, String)> {
        let server = self.models.serving(run.role(), &run.serving)?;
        let said = messages.iter().map(|(by_model, text)| match by_model {
            true => ChatMessage::assistant(text.clone()),
            false => ChatMessage::user(text.clone()),
        });
        let system = Some(system).filter(|text| !text.is_empty()).map(ChatMessage::system);
        let request = ChatRequest {
            messages: system.into_iter().chain(said).collect(),
            max_completion_tokens: most.clamp(1, run.task.settings.max_completion_tokens),
            tools: Vec::new(),
            brief: Brief::default(),
        };
        match self.ask_unstreamed(run, request).await {
            Input::Turn(turn) => Some((turn, server.model.clone())),
            _ => None,
        }
    }

    /// Makes a long answer a document of the run, so that all of it can be read.
    async fn keep_answer(&self, run: &Run, intent: &Intent, call: &External, text: &str, acted: &mut Acted) {
        if run.task.documents.len().saturating_sub(run.task.earlier_documents) >= MAX_DOCUMENTS {
            return;
        }
        self.leave.given().await;
        let id = format!("{}-{:016x}", run.id, fingerprint(&[&intent.proposal.call.id]));
        let number = run.task.documents.len() + 1;
        let name = format!("{}-{number}.txt", call.called);
        let documents = Documents::new(Rc::clone(&self.ports.store));
        let now = self.ports.clock.now();
        if documents.add(&id, &name, "text/plain", &STANDARD.encode(text), now).await.is_err() {
            return;
        }
        let document = match documents.about(&id).await {
            Ok(Some(about)) => Document { name, ..about.document },
            _ => return,
        };
        if self.read_document(run, &document).await.is_err() {
            return;
        }
        acted.text.push_str(&format!(
            "\nIt is longer than shown here. The whole of it is the document {:?} of this task: search_documents and read_document read it.",
            document.name
        ));
        acted.viewed = Some((document, call.tool.origin()));
    }
}

/// How far a call has come, for the person.
fn how_far(call: &External, progress: &ToolProgress) -> String {
    let done = match progress.total {
        Some(total) if total > 0.0 => format!("{} %", (100.0 * progress.done / total).clamp(0.0, 100.0).round()),
        _ => String::new(),
    };
    let line = progress.message.split_whitespace().map(seen).collect::<Vec<_>>().join(" ");
    let message: String = line.chars().take(200).collect();
    let told = [message, done].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    say!(ServerTells { server: Word::Quoted(call.tool.server.clone()), says: told }).to_string()
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}\n… (cut: the answer is longer than that)", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
