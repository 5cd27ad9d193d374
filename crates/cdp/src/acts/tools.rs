//! Calling a tool that a script of the page offers. A form's is filled in as a person would ([`super::forms`]): the browser would do that by itself
//! (`WebMCP.invokeTool`), but says nothing until somebody submits it and reads nothing back (Chromium 156).

use crate::effect::baseline::Baseline;
use crate::page::tools;
use crate::session::action::ActionScope;
use crate::session::calls::CALL_MS;
use crate::wire::errors::Result;
use crate::wire::protocol::Command;
use crate::wire::protocol::web_mcp::{CancelInvocation, InvokeTool};
use crate::wording::quoted;
use edith_actions::action::{TabError, ToolAnswer, ToolEnd, ToolTarget};
use serde_json::{Map, Value};

/// How long a tool may take to answer, in milliseconds.
const ANSWER_MS: u64 = 20_000;
/// How long the browser may take to tell a tool that nobody waits for it, in milliseconds.
const CANCEL_MS: u64 = 1_000;

/// Calls a script's tool and waits for its answer.
pub(crate) async fn call(
    tab: &ActionScope<'_>,
    target: &ToolTarget,
    input: &Map<String, Value>,
    baseline: &mut Baseline,
) -> Result {
    let (session, tool) = tools::find(tab, target).await?;
    let name = quoted(&tool.name);
    baseline.reach(tab, format!("Called the page's tool {name}, whose answer was not seen.")).await?;
    let invoke = InvokeTool { frame_id: &tool.frame, tool_name: &tool.name, input };
    let call = tab.call_in(CALL_MS, session.as_deref(), invoke).await?.id;
    let commits = baseline.counts.commits;
    let answer = {
        let call = call.clone();
        tab.hub.when(move |state| match state.tools.answer(&call) {
            // The browser answers for a tool whose document is left.
            Some(answer) if answer.is_empty && (state.is_navigating() || state.counts.commits > commits) => Some(None),
            Some(answer) => Some(Some(answer.clone())),
            None => (state.counts.commits > commits).then_some(None),
        })
    };
    let (end, words, note) = match tab.uncut(ANSWER_MS, InvokeTool::METHOD, answer).await {
        Ok(Some(answer)) if answer.ok => (ToolEnd::Answered, answer.text, format!("Called the page's tool {name}.")),
        Ok(Some(answer)) => (ToolEnd::Failed, answer.text, format!("Called the page's tool {name}, which failed.")),
        Ok(None) => (
            ToolEnd::Left,
            String::new(),
            format!("Called the page's tool {name}. The page moved on to another one before it answered."),
        ),
        Err(TabError::Deadline { after_ms, .. }) => {
            let cancel = CancelInvocation { invocation_id: &call };
            // Whether it hears of it or not, nothing more is expected of it.
            let _told = tab.call_in(CANCEL_MS, session.as_deref(), cancel).await;
            let note = format!(
                "Called the page's tool {name}, which did not answer within {} s, so it is not known whether it took effect. It was not repeated; find \
                 out before you do it again.",
                after_ms / 1_000
            );
            (ToolEnd::Silent, String::new(), note)
        }
        Err(error) => return Err(error),
    };
    tab.say(note);
    *tab.answer.borrow_mut() = Some(ToolAnswer { end, text: words, address: tool.address });
    Ok(())
}
