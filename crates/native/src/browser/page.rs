//! The page's script, run in a world of its own in each frame of a tab: the page's code neither sees nor changes it.

use super::shared::Shared;
use crate::wire::WireError;
use async_trait::async_trait;
use edith_actions::action::{Fault, FaultCause, TabError};
use edith_cdp::{PageScript, script_refused};
use edith_page::page_api::{ASKING_SOURCE, SCRIPT_SOURCES};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

/// The world's name. What points out listeners (`edith`) has another one, as in the extension.
const WORLD: &str = "edith-page";
/// Calls a function of the script. Where a page is none of the web, it says so in the words that a browser has for an extension.
const CALL: &str = "async function (name, args, top) {
  const { protocol, href } = location;
  if (protocol === 'chrome-error:') return { refused: 'Frame with ID 0 is showing error page' };
  if (top && protocol === 'about:') return { refused: `Cannot access contents of url \"${href}\"` };
  if (['chrome:', 'edge:', 'brave:', 'devtools:', 'chrome-extension:', 'chrome-untrusted:'].includes(protocol)) return { refused: 'Cannot access a chrome:// URL' };
  const call = Object.hasOwn(globalThis, 'edithPage') ? globalThis.edithPage?.[name] : undefined;
  return { answer: (call ? await call(...args) : { missing: true }) ?? null };
}";

/// The whole script. Each file stands for itself.
static SCRIPT: LazyLock<String> = LazyLock::new(|| SCRIPT_SOURCES.iter().map(|file| format!("{file}\n;\n")).collect());
/// What watches in the page's own world, as a function of the events' name. It leaves no name there.
static ASKING: LazyLock<String> = LazyLock::new(|| {
    let named = ASKING_SOURCE.replacen("globalThis.edithWatchAsks =", "const watch =", 1);
    format!("function (word) {{\n{named}\nwatch(word);\n}}")
});

/// Where a frame's script runs.
#[derive(Debug, Clone, PartialEq)]
struct World {
    session: String,
    context: Value,
}

/// A frame: its session and the browser's id of it.
type Frame = (String, String);

/// The page's script of a tab.
pub(super) struct TabPage {
    shared: Rc<Shared>,
    tab: i32,
    /// The frames by their numbers, from 1. The top one is 0.
    numbered: RefCell<Vec<Frame>>,
    /// The worlds as far as they were made, by their frames' ids.
    worlds: RefCell<HashMap<String, World>>,
}

impl TabPage {
    pub(super) fn new(shared: Rc<Shared>, tab: i32) -> Self {
        Self { shared, tab, numbered: RefCell::default(), worlds: RefCell::default() }
    }

    async fn call(&self, session: &str, method: &str, params: Value) -> Result<Value, TabError> {
        self.shared.connection.call(Some(session), method, params).await.map_err(|error| refused(&error))
    }

    fn session(&self) -> Result<String, TabError> {
        self.shared.driven(self.tab).ok_or_else(|| script_refused("Debugger is not attached to the tab."))
    }

    /// The frames that a session has by itself, the first of which is the top one there.
    async fn frames_in(&self, session: &str) -> Result<Vec<String>, TabError> {
        let tree = self.call(session, "Page.getFrameTree", json!({})).await?;
        let mut ids = Vec::new();
        collect(tree.get("frameTree").unwrap_or(&Value::Null), &mut ids);
        Ok(ids)
    }

    async fn frame(&self, number: i32) -> Result<Frame, TabError> {
        if number != 0 {
            let at = usize::try_from(number - 1).unwrap_or(usize::MAX);
            let known = self.numbered.borrow().get(at).cloned();
            return known.ok_or_else(|| {
                TabError::Protocol(Fault::new(FaultCause::FrameRemoved, format!("Frame with ID {number} was removed.")))
            });
        }
        let session = self.session()?;
        // A tab's id is that of its first main frame, which almost always stays.
        let target = self.shared.target_of(self.tab).unwrap_or_default();
        Ok((session, target))
    }

    fn number(&self, frame: &Frame) -> i32 {
        let mut numbered = self.numbered.borrow_mut();
        let at = numbered.iter().position(|known| known.1 == frame.1).unwrap_or(numbered.len());
        match numbered.get_mut(at) {
            // It may be of another process now.
            Some(known) => known.clone_from(frame),
            None => numbered.push(frame.clone()),
        }
        i32::try_from(at + 1).unwrap_or(i32::MAX)
    }

    async fn world(&self, (session, frame): &Frame) -> Result<World, TabError> {
        let known = self.worlds.borrow().get(frame).filter(|world| world.session == *session).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let params = json!({"frameId": frame, "worldName": WORLD, "grantUniveralAccess": false});
        let made = self.call(session, "Page.createIsolatedWorld", params).await?;
        let context = made.get("executionContextId").cloned().unwrap_or_default();
        let world = World { session: session.clone(), context };
        self.worlds.borrow_mut().insert(frame.clone(), world.clone());
        Ok(world)
    }

    /// Calls a function of the script, once more in a new world if the known one went with its document: then nothing was called yet.
    async fn ask(&self, frame: &Frame, function: &str, args: &Value, is_top: bool) -> Result<Value, TabError> {
        let mut retried = false;
        loop {
            let world = self.world(frame).await?;
            let params = json!({
                "functionDeclaration": CALL, "executionContextId": world.context, "returnByValue": true, "awaitPromise": true,
                "arguments": [{"value": function}, {"value": args}, {"value": is_top}],
            });
            match self.call(&world.session, "Runtime.callFunctionOn", params).await {
                Ok(answer) => return answered(answer),
                Err(error) => {
                    self.worlds.borrow_mut().remove(&frame.1);
                    let is_stale = matches!(&error, TabError::Protocol(fault) if fault.cause == FaultCause::WorldGone);
                    if retried || !is_stale {
                        return Err(error);
                    }
                    retried = true;
                }
            }
        }
    }

    async fn inject(&self, frame: &Frame) -> Result<(), TabError> {
        let world = self.world(frame).await?;
        let params = json!({"expression": *SCRIPT, "contextId": world.context, "returnByValue": true});
        self.call(&world.session, "Runtime.evaluate", params).await.map(drop)
    }

    /// The same with the script put there first if it is not there.
    async fn run_in(&self, frame: &Frame, function: &str, args: &Value, is_top: bool) -> Result<Value, TabError> {
        let answer = self.ask(frame, function, args, is_top).await?;
        if !is_missing(&answer) {
            return Ok(answer);
        }
        self.inject(frame).await?;
        self.ask(frame, function, args, is_top).await
    }
}

#[async_trait(?Send)]
impl PageScript for TabPage {
    async fn run(&self, frame: i32, function: &str, args: Value) -> Result<Value, TabError> {
        let known = self.frame(frame).await?;
        match self.run_in(&known, function, &args, frame == 0).await {
            // The main frame has another id where a prepared page took its place.
            Err(TabError::Protocol(fault)) if frame == 0 && fault.cause == FaultCause::NoFrame => {
                let main = self.frames_in(&known.0).await?.into_iter().next().unwrap_or_default();
                self.run_in(&(known.0, main), function, &args, true).await
            }
            answer => answer,
        }
    }

    async fn watch_asks(&self, frame: i32, word: &str) -> Result<(), TabError> {
        let frame = self.frame(frame).await?;
        let world = self.world(&frame).await?;
        let session = world.session.as_str();
        // The document's node, resolved without a world, is of the page's own.
        let document =
            json!({"executionContextId": world.context, "functionDeclaration": "function () { return document; }"});
        let document = self.call(session, "Runtime.callFunctionOn", document).await?;
        let node = json!({"objectId": document.pointer("/result/objectId"), "depth": 0});
        let node = self.call(session, "DOM.describeNode", node).await?;
        let node = json!({"backendNodeId": node.pointer("/node/backendNodeId")});
        let document = self.call(session, "DOM.resolveNode", node).await?;
        let object = document.pointer("/object/objectId").cloned().unwrap_or_default();
        let watch = json!({"objectId": object, "functionDeclaration": *ASKING, "arguments": [{"value": word}]});
        self.call(session, "Runtime.callFunctionOn", watch).await.map(drop)
    }

    async fn run_everywhere(&self, function: &str, args: Value) -> Result<Vec<(i32, Value)>, TabError> {
        let session = self.session()?;
        let children = self.shared.children_of(self.tab).into_iter().map(|(session, _)| session);
        let sessions: Vec<String> = std::iter::once(session).chain(children).collect();
        let found = join_all(sessions.iter().map(|session| self.frames_in(session))).await;
        let mut frames: Vec<(i32, Frame)> = Vec::new();
        for (at, (session, ids)) in sessions.iter().zip(found).enumerate() {
            // A frame that went away has no answer; the tab's own has to have one.
            let ids = match ids {
                Err(error) if at == 0 => return Err(error),
                ids => ids.unwrap_or_default(),
            };
            for (place, id) in ids.into_iter().enumerate() {
                let frame = (session.clone(), id);
                let number = if at == 0 && place == 0 { 0 } else { self.number(&frame) };
                frames.push((number, frame));
            }
        }
        let args = &args;
        let answers = frames.iter().map(|(number, frame)| async move {
            // One that cannot be read is only missing.
            let answer = self.run_in(frame, function, args, *number == 0).await.unwrap_or_default();
            (*number, answer)
        });
        Ok(join_all(answers).await)
    }
}

/// The ids of a frame and of those in it.
fn collect(tree: &Value, ids: &mut Vec<String>) {
    if let Some(id) = tree.pointer("/frame/id").and_then(Value::as_str) {
        ids.push(id.to_owned());
    }
    let inner = tree.get("childFrames").and_then(Value::as_array);
    inner.into_iter().flatten().for_each(|inner| collect(inner, ids));
}

fn is_missing(answer: &Value) -> bool {
    answer.get("missing") == Some(&Value::Bool(true))
}

/// The function's answer; null if it threw.
fn answered(mut told: Value) -> Result<Value, TabError> {
    let value = told.pointer_mut("/result/value").map(Value::take).unwrap_or_default();
    if let Some(words) = value.get("refused").and_then(Value::as_str) {
        return Err(script_refused(words));
    }
    let Value::Object(mut fields) = value else { return Ok(Value::Null) };
    Ok(fields.remove("answer").unwrap_or_default())
}

fn refused(error: &WireError) -> TabError {
    match error {
        WireError::Closed | WireError::NotConnected(_) => TabError::Closed,
        WireError::Refused(_) => script_refused(&error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_watches_in_the_pages_world_leaves_no_name_there() {
        assert!(ASKING.contains("const watch = (") && !ASKING.contains("edithWatchAsks"));
    }

    #[test]
    fn an_answer_is_told_from_what_threw_and_from_what_may_not_be_read() {
        let told = |value: Value| answered(json!({"result": {"type": "object", "value": value}}));
        assert_eq!(told(json!({"answer": {"a": 1}})), Ok(json!({"a": 1})));
        assert_eq!(told(json!({"answer": "text"})), Ok(json!("text")));
        assert_eq!(answered(json!({"result": {}, "exceptionDetails": {}})), Ok(Value::Null));
        let words = r#"Cannot access contents of url "about:blank""#;
        assert_eq!(told(json!({"refused": words})), Err(TabError::Protocol(Fault::of_browser(words))));
        let chrome = told(json!({"refused": "Cannot access a chrome:// URL"}));
        assert!(matches!(chrome, Err(TabError::NotAttachable { .. })), "{chrome:?}");
    }

    #[test]
    fn the_frames_of_a_tree_come_from_the_top() {
        let mut ids = Vec::new();
        let leaf = |id: &str| json!({"frame": {"id": id}});
        collect(
            &json!({"frame": {"id": "1"}, "childFrames": [{"frame": {"id": "2"}, "childFrames": [leaf("3")]}, leaf("4")]}),
            &mut ids,
        );
        assert_eq!(ids, ["1", "2", "3", "4"]);
    }
}
