//! Who listens: elements that nothing but a handler makes clickable. The debugger knows them; they are pointed out to the page's script before it walks.
//!
//! `DOMDebugger.getEventListeners` for a whole document takes 1 to 3 ms for ten thousand elements, given two things. The document's handle must be one of the
//! page's own world: with one of another world the renderer crashes at its next collections of garbage, always (Chromium 148). And it must be in no object
//! group: for one in a group every handler is wrapped too (2,000 handlers: 70 ms instead of 9). What was pointed out once is known for the life of
//! its document, so a further look costs this one call.

use crate::tab::CdpTab;
use edith_core::action::TabError;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::collections::HashSet;

/// What a person does with a pointer.
const POINTED: [&str; 9] =
    ["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "contextmenu"];
/// At most so many elements are pointed out before one look, at 0.1 ms each; the rest comes with the next.
const MOST: usize = 500;
/// Deadline of the question, in milliseconds.
const ASK_MS: u64 = 1_000;
/// What is asked again takes at most one part in so many of the time.
const SHARE: f64 = 20.0;
/// An answer that is quicker is asked for with every look, in milliseconds.
const QUICK_MS: f64 = 8.0;
/// Points elements out to the extension's world, which hears events of that name.
const TELL: &str =
    "function (word, ...all) { for (const one of all) dispatchEvent(new MouseEvent(word, { relatedTarget: one })) }";
/// The object group of elements on their way.
const GROUP: &str = "edith-listeners";

/// A world of the debugger's beside the page's.
#[derive(Debug, Clone)]
struct World {
    context: Value,
    /// Handle of the document in the page's own world, where nothing is run.
    document: Value,
    /// The name of the events by which elements are pointed out; null before the page's script was asked for it.
    word: Value,
}

/// What is known of the listeners of the tab's document.
#[derive(Debug, Default)]
pub(crate) struct Listeners {
    /// How many documents the tab had had: another number, another document.
    commits: u64,
    world: Option<World>,
    /// What was pointed out, as the debugger numbers nodes.
    known: HashSet<u64>,
    /// When it was last asked, and how long that took, in milliseconds.
    asked: Option<(f64, f64)>,
    /// The page crashed while it was asked: it is never asked again.
    is_shy: bool,
}

impl CdpTab {
    /// Points out to the page's script what listens and was not pointed out yet. What goes wrong here costs the look some elements, and no more.
    pub(crate) async fn point_out_listeners(&self) {
        let (commits, crashed) = self.hub.read(|state| (state.commits, state.crashed));
        let start = self.clock.now();
        {
            let mut listeners = self.listeners.borrow_mut();
            if listeners.commits != commits {
                *listeners = Listeners { commits, is_shy: listeners.is_shy, ..Listeners::default() };
            }
            let is_early = listeners.asked.is_some_and(|(at, took)| took > QUICK_MS && start - at < took * SHARE);
            if listeners.is_shy || is_early || crashed || self.is_detached() {
                return;
            }
        }
        let found = self.listening_nodes().await;
        let took = self.clock.now() - start;
        self.listeners.borrow_mut().asked = Some((start, took));
        let told = match found {
            Ok((_, new)) if new.is_empty() => return,
            Ok((world, new)) => self.tell_of(world, &new).await.map(|()| new),
            Err(error) => Err(error),
        };
        let mut listeners = self.listeners.borrow_mut();
        match told {
            Ok(new) => listeners.known.extend(new),
            Err(error) => {
                let is_shy = matches!(error, TabError::Crashed);
                *listeners = Listeners { commits, is_shy, ..Listeners::default() };
            }
        }
    }

    /// The nodes that listen and were not pointed out yet.
    async fn listening_nodes(&self) -> Result<(World, Vec<u64>), TabError> {
        let known = self.listeners.borrow().world.clone();
        let world = match known {
            Some(world) => world,
            None => {
                let world = self.world_beside().await?;
                self.listeners.borrow_mut().world = Some(world.clone());
                world
            }
        };
        let ask = json!({"objectId": world.document, "depth": -1, "pierce": true});
        let answer = self.call_within(ASK_MS, "DOMDebugger.getEventListeners", ask).await?;
        let listeners = self.listeners.borrow();
        let mut seen = HashSet::new();
        let all = answer.get("listeners").and_then(Value::as_array).into_iter().flatten();
        let is_pointed =
            |one: &&Value| one.get("type").and_then(Value::as_str).is_some_and(|kind| POINTED.contains(&kind));
        let nodes = all.filter(is_pointed).filter_map(|one| one.get("backendNodeId").and_then(Value::as_u64));
        let new = nodes.filter(|node| !listeners.known.contains(node) && seen.insert(*node)).take(MOST).collect();
        Ok((world, new))
    }

    async fn world_beside(&self) -> Result<World, TabError> {
        let frame = self.hub.read(|state| state.main_frame.clone());
        let made = json!({"frameId": frame, "worldName": "edith"});
        let made = self.call_within(ASK_MS, "Page.createIsolatedWorld", made).await?;
        let context = made.get("executionContextId").cloned().unwrap_or_default();
        let document =
            json!({"executionContextId": context, "functionDeclaration": "function () { return document; }"});
        let document = self.call_within(ASK_MS, "Runtime.callFunctionOn", document).await?;
        let document = document.pointer("/result/objectId").cloned().unwrap_or_default();
        let node = self.call_within(ASK_MS, "DOM.describeNode", json!({"objectId": document, "depth": 0})).await?;
        let node = json!({"backendNodeId": node.pointer("/node/backendNodeId")});
        let document = self.call_within(ASK_MS, "DOM.resolveNode", node).await?;
        let document = document.pointer("/object/objectId").cloned().unwrap_or_default();
        Ok(World { context, document, word: Value::Null })
    }

    async fn tell_of(&self, mut world: World, nodes: &[u64]) -> Result<(), TabError> {
        if world.word.is_null() {
            let heard: Option<Value> = self.page("awaitListeners", json!([])).await?;
            world.word = heard.and_then(|heard| heard.get("word").cloned()).unwrap_or_default();
            self.listeners.borrow_mut().world = Some(world.clone());
        }
        let resolve = |node: &u64| {
            let params = json!({"backendNodeId": node, "executionContextId": world.context, "objectGroup": GROUP});
            async move { self.call_within(ASK_MS, "DOM.resolveNode", params).await }
        };
        // What is gone by now is left out.
        let found = join_all(nodes.iter().map(resolve)).await;
        let objects = found.into_iter().flatten().filter_map(|one| one.pointer("/object/objectId").cloned());
        let mut arguments = vec![json!({"value": world.word})];
        arguments.extend(objects.map(|object| json!({"objectId": object})));
        let tell = json!({"executionContextId": world.context, "functionDeclaration": TELL, "arguments": arguments});
        let told = self.call_within(ASK_MS, "Runtime.callFunctionOn", tell).await;
        self.call_within(ASK_MS, "Runtime.releaseObjectGroup", json!({"objectGroup": GROUP})).await?;
        told.map(drop)
    }
}
