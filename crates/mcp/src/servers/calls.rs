//! The servers' tools as the core uses them.

use super::Servers;
use super::asks::{Resumed, asks, resumed};
use super::known::{Remembered, described};
use super::live::{Live, Offers};
use super::rows::short_names;
use super::said::tool_said;
use crate::client::{Client, McpError, Progress, Step, Tool, ToolResult};
use async_trait::async_trait;
use edith_port::{
    ListedTool, ServerAsks, ServerTool, StoreError, ToolAnswer, ToolError, ToolProgress, ToolSaid, ToolUse, Tools,
};
use edith_protocol::{McpCall, McpOutcome, McpServer, McpTrust};
use edith_words::unseen::seen;
use futures_util::future::{Either, join_all, select};
use serde_json::Value;
use std::pin::pin;
use std::rc::Rc;

/// A server gets this long to say what tools it has before a run begins without them, in milliseconds; all together get 5,000.
const LIST_MS: u64 = 4_000;
/// Characters of what is shown of a description that has changed.
const CHANGED_CHARS: usize = 1_000;

impl Servers {
    /// The tools of one server for a run. One that does not say so in time has those of before.
    async fn tools_of(&self, server: &McpServer, short: &str) -> Vec<ListedTool> {
        let Ok(live) = self.live(server) else { return Vec::new() };
        let offers = {
            let asked = pin!(self.offers(&live, false));
            match select(asked, pin!(self.ports.clock.sleep(LIST_MS))).await {
                Either::Left((Ok(offers), _)) => Some(offers),
                Either::Left((Err(_), _)) => None,
                Either::Right(_) => live.last_offers(),
            }
        };
        let Some(offers) = offers else { return Vec::new() };
        if self.trust(server, &offers, false).await.is_err() {
            // What cannot be recorded could change unnoticed.
            return Vec::new();
        }
        let known = self.known.of(&server.id).await;
        let tools = offers.tools.iter().filter(|tool| is_offered(server, &tool.name));
        tools.map(|tool| listed(server, short, tool, &known)).collect()
    }

    /// Remembers how a trusted server describes its tools: the trust is in what they say now. `anew`: the person trusts it from now on.
    pub(super) async fn trust(&self, server: &McpServer, offers: &Offers, anew: bool) -> Result<(), StoreError> {
        if server.trust == McpTrust::Ask {
            return Ok(());
        }
        let remember = |known: &mut Remembered| {
            if anew {
                known.trusted.clear();
            }
            for tool in &offers.tools {
                known.trusted.entry(tool.name.clone()).or_insert_with(|| described(tool));
            }
        };
        self.known.change(&server.id, remember).await
    }

    /// The server of a tool and what it is reached by, if the person still offers the tool.
    async fn server_of(&self, tool: &ServerTool) -> Result<Rc<Live>, ToolError> {
        let gone = || ToolError::Failed("The user has switched this tool off, or removed its server.".to_owned());
        let server = self.rows.get(&tool.server_id).await.map_err(|_| gone())?;
        if !server.enabled || !is_offered(&server, &tool.name) {
            return Err(gone());
        }
        self.live(&server).map_err(|why| ToolError::Failed(why.english()))
    }

    async fn step(&self, live: &Live, used: ToolUse<'_>, told: &dyn Fn(ToolProgress)) -> Result<ToolAnswer, McpError> {
        let told = |progress: Progress| {
            let Progress { progress: done, total, message } = progress;
            told(ToolProgress { done, total, message: message.unwrap_or_default() });
        };
        let step = match used.replies {
            None => {
                let begin = async |client: &Client| {
                    client.call_tool(&used.tool.name, used.arguments, &mut |progress| told(progress)).await
                };
                self.with(live, begin).await?
            }
            Some((asked, replies)) => match resumed(asked, replies) {
                None => return Err(McpError::NoAnswer("what it asked for is no longer known".to_owned())),
                Some(Err(again)) => return Ok(ToolAnswer::Asks(again)),
                // Where the server keeps nothing, it would only ask again.
                Some(Ok(Resumed { waiting, refused_model: true, .. })) if !waiting.is_live() => {
                    return Ok(ToolAnswer::Said(wrong(
                        "The user did not want their model asked, so the call was given up.",
                    )));
                }
                Some(Ok(Resumed { waiting, answers, .. })) => {
                    let go_on = async |client: &Client| {
                        client.go_on::<ToolResult>(&waiting, answers.clone(), &mut |progress| told(progress)).await
                    };
                    self.with(live, go_on).await?
                }
            },
        };
        Ok(match step {
            Step::Done(result) => ToolAnswer::Said(tool_said(&result)),
            Step::Asks(waiting) => ToolAnswer::Asks(asks(waiting)),
        })
    }
}

fn wrong(text: &str) -> ToolSaid {
    ToolSaid { is_error: true, text: text.to_owned(), pictures: Vec::new() }
}

/// Whether the person offers a tool.
pub(super) fn is_offered(server: &McpServer, tool: &str) -> bool {
    server.allow.as_ref().is_none_or(|allowed| allowed.iter().any(|name| name == tool))
}

/// Whether the server says about a tool that it only reads.
pub(super) fn only_reads(tool: &Tool) -> bool {
    tool.annotations.as_ref().is_some_and(|annotations| {
        annotations.read_only_hint == Some(true) && annotations.destructive_hint != Some(true)
    })
}

/// What a tool does, in its server's words.
pub(super) fn description(tool: &Tool) -> String {
    [tool.title.as_deref(), tool.description.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(": ")
}

fn listed(server: &McpServer, short: &str, tool: &Tool, known: &Remembered) -> ListedTool {
    let changed = if known.has_changed(tool) { changed(tool) } else { String::new() };
    ListedTool {
        tool: ServerTool {
            server: short.to_owned(),
            called: if server.named_by_itself { String::new() } else { server.name.clone() },
            name: tool.name.clone(),
            only_reads: only_reads(tool),
            trust: server.trust,
            server_id: server.id.clone(),
            changed,
            described: described(tool),
        },
        description: description(tool),
        parameters: tool.input_schema.clone(),
    }
}

/// What a tool that has changed is now.
fn changed(tool: &Tool) -> String {
    let arguments = tool.input_schema.get("properties").and_then(Value::as_object);
    let names: Vec<&str> = arguments.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let all = format!("{} ({})", description(tool), names.join(", "));
    all.split_whitespace().map(seen).collect::<Vec<_>>().join(" ").chars().take(CHANGED_CHARS).collect()
}

#[async_trait(?Send)]
impl Tools for Servers {
    async fn list(&self) -> Vec<ListedTool> {
        // What they call themselves is known once they were asked.
        let known = self.rows.list().await.unwrap_or_default();
        let new = known.iter().filter(|server| server.enabled && server.named_by_itself);
        join_all(new.map(|server| self.tools_of(server, ""))).await;
        let all = self.rows.list().await.unwrap_or_default();
        let names = short_names(&all);
        let enabled = all.iter().zip(&names).filter(|(server, _)| server.enabled);
        let lists: Vec<Vec<ListedTool>> = join_all(enabled.map(|(server, short)| self.tools_of(server, short))).await;
        in_turn(lists)
    }

    async fn call(&self, used: ToolUse<'_>, told: &dyn Fn(ToolProgress)) -> Result<ToolAnswer, ToolError> {
        let live = self.server_of(used.tool).await?;
        let tool = used.tool;
        let id = &tool.server_id;
        if used.replies.is_none() {
            // It was allowed as it was described.
            let remember = |known: &mut Remembered| {
                known.tools.insert(tool.name.clone(), tool.described.clone());
            };
            let remembered = self.known.change(id, remember).await;
            remembered.map_err(|error| ToolError::Failed(format!("It could not be noted: {error}")))?;
        }
        let at = self.ports.clock.now();
        let answer = self.step(&live, used, told).await;
        let answer = match answer {
            Ok(answer) => Ok(answer),
            Err(McpError::Rpc { message, code, .. }) if code != -32602 => {
                Ok(ToolAnswer::Said(wrong(&format!("{message} ({code})"))))
            }
            Err(error) if error.is_not_done() => Err(ToolError::Failed(live.problem(&error).english())),
            Err(error) => Err(ToolError::NoAnswer(error.to_string())),
        };
        let outcome = match &answer {
            Ok(ToolAnswer::Said(said)) if !said.is_error => McpOutcome::Answered,
            Ok(ToolAnswer::Said(_)) | Err(ToolError::Failed(_)) => McpOutcome::Failed,
            Ok(ToolAnswer::Asks(_)) => McpOutcome::Asks,
            Err(ToolError::NoAnswer(_)) => McpOutcome::Unknown,
        };
        let call = McpCall { tool: tool.name.clone(), at, ms: self.ports.clock.now() - at, outcome };
        // The answer counts, whether or not it is logged.
        drop(self.known.change(id, |known| known.calls.insert(0, call)).await);
        answer
    }

    fn abandon(&self, tool: &ServerTool, asked: &ServerAsks) {
        let live = self.live.borrow().get(&tool.server_id).cloned();
        if let (Some(live), Some(waiting)) = (live, super::asks::waiting(asked)) {
            live.client.abandon(&waiting);
        }
    }
}

/// The lists' entries in turn: one server with many tools leaves room for the others.
fn in_turn(lists: Vec<Vec<ListedTool>>) -> Vec<ListedTool> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(lists.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}
