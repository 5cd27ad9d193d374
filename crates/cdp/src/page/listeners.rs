//! Elements that only an event handler makes clickable. The debugger knows them; they are pointed out to the page's script before it walks.
//!
//! `DOMDebugger.getEventListeners` for a whole document takes 1 to 3 ms for ten thousand elements, on two conditions. The document's handle must come
//! from the page's own world: with another world's, the renderer always crashes at one of its next garbage collections (Chromium 148). And it must be
//! in no object group, or every handler is wrapped too (2,000 handlers: 70 ms instead of 9). An element stays known for its document's life, so a
//! further look costs this one call.

use crate::session::Session;
use crate::session::calls::Pending;
use crate::state::listening::{Listeners, World};
use crate::wire::errors::Result;
use crate::wire::protocol::Command;
use crate::wire::protocol::dom::{DescribeNode, ResolveNode};
use crate::wire::protocol::dom_debugger::GetEventListeners;
use crate::wire::protocol::page::CreateIsolatedWorld;
use crate::wire::protocol::runtime::{Argument, CallFunctionOn, ObjectId, ReleaseObjectGroup};
use edith_actions::action::TabError;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Pointer events.
const POINTED: [&str; 9] =
    ["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "contextmenu"];

/// Most elements to point out before one look, at 0.1 ms each; the rest follow with the next.
const MOST: usize = 500;
/// Most cross-site frames to ask; advertisements alone can be dozens.
const MOST_FRAMES: usize = 8;
/// Deadline of each question, in milliseconds.
const ASK_MS: u64 = 1_000;
/// Asking again may take at most one part in this many of the time.
const SHARE: f64 = 20.0;
/// Answers faster than this are requested with every look, in milliseconds.
const QUICK_MS: f64 = 30.0;
/// Points an element out to the extension's world with an event of the given name.
const TELL: &str =
    "function (word, ...all) { for (const one of all) dispatchEvent(new MouseEvent(word, { relatedTarget: one })) }";

/// Object group of the elements being pointed out.
const GROUP: &str = "edith-listeners";

/// A document to ask.
#[derive(Debug, Clone)]
struct DocumentAt {
    /// None: the tab's own.
    session: Option<String>,
    frame: String,
}

/// Prepares a new document for the question while it is waited for anyway, which spares its first look five calls. Errors surface with the question.
pub(crate) async fn meet_document(tab: &Session) {
    let (commits, frame) = tab.hub.read(|state| (state.counts.commits, state.main_frame.clone()));
    let place = DocumentAt { session: None, frame };
    {
        let mut listening = tab.listening.borrow_mut();
        listening.turn_to(commits);
        if listening.is_shy || listening.of.contains_key(&place.session) || tab.is_detached() {
            return;
        }
    }
    let (world, _word) = join(world_beside(tab, &place), awaited_word(tab, &place)).await;
    let is_still = tab.listening.borrow().commits == commits;
    if let Ok(world) = world
        && is_still
    {
        change_listeners(tab, &place, |of| of.world = Some(world));
    }
}

/// Points new listeners out to the page's scripts. An error only costs the look some elements.
pub(crate) async fn point_out(tab: &Session) {
    let (commits, crashed, main, frames) =
        tab.hub.read(|state| (state.counts.commits, state.crashed, state.main_frame.clone(), state.frames.clone()));
    {
        let mut listening = tab.listening.borrow_mut();
        listening.turn_to(commits);
        listening
            .of
            .retain(|session, _| session.as_ref().is_none_or(|session| frames.iter().any(|(live, _)| live == session)));
        if listening.is_shy || crashed || tab.is_detached() {
            return;
        }
    }
    let frames = frames.into_iter().map(|(session, frame)| DocumentAt { session: Some(session), frame });
    let places = std::iter::once(DocumentAt { session: None, frame: main }).chain(frames.take(MOST_FRAMES));
    join_all(places.map(|place| point_out_in(tab, place))).await;
}

async fn point_out_in(tab: &Session, place: DocumentAt) {
    let now = tab.clock.now();
    let is_early = |of: &Listeners| {
        let usual = |took: f64| took.min(of.took_before);
        of.asked.is_some_and(|(at, took)| usual(took) > QUICK_MS && now - at < usual(took) * SHARE)
    };
    if tab.listening.borrow().of.get(&place.session).is_some_and(is_early) {
        return;
    }
    let mut told = ask_and_tell(tab, &place).await;
    if told.is_err() && place.session.is_some() {
        // A frame that navigated has another document in the same session.
        tab.listening.borrow_mut().of.remove(&place.session);
        told = ask_and_tell(tab, &place).await;
    }
    if let Err(error) = told {
        let mut listening = tab.listening.borrow_mut();
        listening.is_shy |= matches!(error, TabError::Crashed);
        listening.of.remove(&place.session);
    }
}

async fn ask_and_tell(tab: &Session, place: &DocumentAt) -> Result {
    let (world, new) = listening_nodes(tab, place).await?;
    if new.is_empty() {
        return Ok(());
    }
    tell_of(tab, place, &world, &new).await?;
    change_listeners(tab, place, |of| of.known.extend(new));
    Ok(())
}

fn change_listeners(tab: &Session, place: &DocumentAt, change: impl FnOnce(&mut Listeners)) {
    change(tab.listening.borrow_mut().of.entry(place.session.clone()).or_default());
}

/// Listening nodes not pointed out yet.
async fn listening_nodes(tab: &Session, place: &DocumentAt) -> Result<(World, Vec<u64>)> {
    let known = tab.listening.borrow().of.get(&place.session).and_then(|of| of.world.clone());
    let world = match known {
        Some(world) => world,
        None => {
            let world = world_beside(tab, place).await?;
            change_listeners(tab, place, |of| of.world = Some(world.clone()));
            world
        }
    };
    let whole = GetEventListeners { object_id: &world.document, depth: -1, pierce: true };
    let start = tab.clock.now();
    let answer = ask(tab, place, whole).await?;
    let took = tab.clock.now() - start;
    change_listeners(tab, place, |of| {
        let last = of.asked.replace((start, took));
        of.took_before = last.map_or(0.0, |(_, took)| took);
    });
    let listening = tab.listening.borrow();
    let known = listening.of.get(&place.session).map(|of| &of.known);
    let mut seen = HashSet::new();
    let nodes = answer.all().filter(|one| POINTED.contains(&one.kind())).filter_map(|one| one.node());
    let is_new = |node: &u64| known.is_none_or(|known| !known.contains(node)) && seen.insert(*node);
    Ok((world, nodes.filter(is_new).take(MOST).collect()))
}

async fn world_beside(tab: &Session, place: &DocumentAt) -> Result<World> {
    let context = ask(tab, place, CreateIsolatedWorld { frame_id: &place.frame, world_name: "edith" }).await?.context;
    let document = CallFunctionOn::in_world(&context, "function () { return document; }", &[]);
    let document = ask(tab, place, document).await?.object;
    let backend_node_id = ask(tab, place, DescribeNode { object_id: &document, depth: 0 }).await?.node;
    let document = ResolveNode { backend_node_id, execution_context_id: None, object_group: None };
    let document = ask(tab, place, document).await?.object.unwrap_or_default();
    Ok(World { context, document })
}

async fn tell_of(tab: &Session, place: &DocumentAt, world: &World, nodes: &[u64]) -> Result {
    let word = awaited_word(tab, place).await?;
    let resolve = |node: &u64| {
        let context = Some(&world.context);
        let params =
            ResolveNode { backend_node_id: Some(*node), execution_context_id: context, object_group: Some(GROUP) };
        ask(tab, place, params)
    };
    // Elements gone by now are left out.
    let found = join_all(nodes.iter().map(resolve)).await;
    let objects: Vec<ObjectId> = found.into_iter().flatten().filter_map(|one| one.object).collect();
    let mut arguments = vec![Argument::Value(&word)];
    arguments.extend(objects.iter().map(Argument::Object));
    let tell = CallFunctionOn::in_world(&world.context, TELL, &arguments);
    // A session executes its commands in order, so both can be sent at once.
    let release = ask(tab, place, ReleaseObjectGroup { object_group: GROUP });
    let (told, released) = join(ask(tab, place, tell), release).await;
    told.and(released)
}

/// The name of the events that point elements out, made up by the tab's script; the document's script now listens for it.
async fn awaited_word(tab: &Session, place: &DocumentAt) -> Result<Value> {
    let known = tab.listening.borrow().word.clone();
    let word = match known {
        Some(word) => word,
        None => {
            let heard: Option<Value> = tab.page("awaitListeners", json!([null])).await?;
            let word = heard.and_then(|heard| heard.get("word").cloned()).unwrap_or_default();
            tab.listening.borrow_mut().word = Some(word.clone());
            word
        }
    };
    let is_awaited = tab.listening.borrow().of.get(&place.session).is_some_and(|of| of.is_awaited);
    if place.session.is_some() && !is_awaited {
        let everywhere = tab.page.run_everywhere("awaitListeners", json!([word]));
        tab.uncut(ASK_MS, "awaitListeners", everywhere).await??;
        change_listeners(tab, place, |of| of.is_awaited = true);
    }
    Ok(word)
}

fn ask<'a, C: Command>(tab: &'a Session, place: &'a DocumentAt, command: C) -> Pending<'a, C::Reply> {
    tab.call_in(ASK_MS, place.session.as_deref(), command)
}
