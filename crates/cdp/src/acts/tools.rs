//! Using a tool that the page offers: a script's is called, a form's is filled in as a person would.
//!
//! The browser would fill in a form by itself (`WebMCP.invokeTool`), but says nothing until somebody submits it and reads nothing back (Chromium 156).

use super::click::click;
use super::{fields, lists, typing};
use crate::acts::typing::methods::How;
use crate::effect::baseline::Baseline;
use crate::input::Press;
use crate::page::tools;
use crate::session::Session;
use crate::wire::errors::Result;
use crate::wire::json::text;
use crate::wording::quoted;
use edith_core::action::{EntryWay, FormEntry, TabError, Target, ToolAnswer, ToolEnd, ToolTarget};
use edith_protocol::Typing;
use serde_json::{Map, Value, json};

/// How long a tool may take to answer, in milliseconds.
const ANSWER_MS: u64 = 20_000;
/// How long the browser may take to tell a tool that nobody waits for it, in milliseconds.
const CANCEL_MS: u64 = 1_000;

/// Calls a script's tool and waits for its answer.
pub(crate) async fn call(
    tab: &Session,
    target: &ToolTarget,
    input: &Map<String, Value>,
    baseline: &mut Baseline,
) -> Result {
    let (session, tool) = tools::find(tab, target).await?;
    let name = quoted(&tool.name);
    baseline.reach(tab, format!("Called the page's tool {name}, whose answer was not seen.")).await?;
    let params = json!({"frameId": tool.frame, "toolName": tool.name, "input": input});
    let called = tab.call_in(session.as_deref(), "WebMCP.invokeTool", params).await?;
    let call = text(&called, "/invocationId").to_owned();
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
    let (end, words, note) = match tab.uncut(ANSWER_MS, "WebMCP.invokeTool", answer).await {
        Ok(Some(answer)) if answer.ok => (ToolEnd::Answered, answer.text, format!("Called the page's tool {name}.")),
        Ok(Some(answer)) => (ToolEnd::Failed, answer.text, format!("Called the page's tool {name}, which failed.")),
        Ok(None) => (
            ToolEnd::Left,
            String::new(),
            format!("Called the page's tool {name}. The page went on to another one before it answered."),
        ),
        Err(TabError::Deadline { after_ms, .. }) => {
            let cancel = json!({"invocationId": call});
            // Whether it hears of it or not, nothing more is expected of it.
            let _told = tab.call_in_within(CANCEL_MS, session.as_deref(), "WebMCP.cancelInvocation", cancel).await;
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

/// Fills in a form that stands for a tool, and presses its button if one is given.
pub(crate) async fn fill(
    tab: &Session,
    target: &ToolTarget,
    entries: &[FormEntry],
    press: Option<&Target>,
    typing: Typing,
    baseline: &mut Baseline,
) -> Result {
    tools::find(tab, target).await?;
    let mut done: Vec<String> = Vec::new();
    for entry in entries {
        let entered = enter(tab, entry, typing, baseline).await;
        step(tab, &mut done, entered)?;
    }
    if let Some(button) = press {
        let pressed = click(tab, button, &Press { count: 1, ..Press::default() }, baseline).await.map(|_| ());
        step(tab, &mut done, pressed)?;
    }
    Ok(())
}

async fn enter(tab: &Session, entry: &FormEntry, typing: Typing, baseline: &mut Baseline) -> Result {
    let FormEntry { target, value, way } = entry;
    // The next one may be in another frame.
    tab.acting_in.set(0);
    match way {
        EntryWay::Types => {
            let how = How { submit: false, append: false, typing };
            typing::type_text(tab, Some(target), value, how, baseline).await
        }
        EntryWay::Sets => fields::set_value(tab, target, value, baseline).await,
        EntryWay::Chooses => lists::select_option(tab, target, value, false, baseline).await,
    }
}

/// Adds what a part did to what was done before; whoever hears of a failure must know of both.
fn step(tab: &Session, done: &mut Vec<String>, outcome: Result) -> Result {
    if let Err(error) = outcome {
        return Err(if done.is_empty() { error } else { error.after(&done.join(" ")) });
    }
    done.extend(tab.reached.borrow().clone());
    tab.say(done.join(" "));
    Ok(())
}
