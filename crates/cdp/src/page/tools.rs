//! The tools that a page and its frames offer (WebMCP).
//!
//! Each look asks anew: `WebMCP.enable` tells the tools of its session's own document, before its answer and also where the domain is on already. What is
//! told in between is not enough: nothing says that a document left with its tools, and of one that comes back from the back-forward cache they are told
//! before its `Page.frameNavigated`. A frame in a process of its own tells in its own session. Frames of the page's process tell only as their tools come
//! (Chromium 156), so the domain is on from the start; of a page that was there before, their tools are not known until they are loaded anew. Where pages
//! may offer none, `WebMCP.enable` answers and tells nothing; an older browser does not know it.

use crate::session::Session;
use crate::wire::errors::Result;
use crate::wire::protocol::page::{FrameTree, GetFrameTree};
use crate::wire::protocol::web_mcp;
use edith_actions::action::{FaultCause, TabError, ToolTarget};
use edith_page::{PageTool, RawTool};
use futures_util::future::join_all;
use std::collections::HashMap;

/// Deadline of each question, in milliseconds.
const ASK_MS: u64 = 1_000;
/// Most frames in processes of their own that are asked; advertisements alone can be dozens.
const MOST_FRAMES: usize = 8;

/// A tool with the child session that tells of it; none: the tab's own.
pub(crate) type Offered = (Option<String>, RawTool);

/// The tools that are offered now. An error only costs them.
pub(crate) async fn offered(tab: &Session) -> Vec<Offered> {
    let (is_unknown, frames) = tab.hub.read(|state| (state.tools.is_unknown, state.frames.clone()));
    if is_unknown || tab.is_detached() {
        return Vec::new();
    }
    let main = tab.hub.read(|state| state.main_frame.clone());
    let frames = frames.into_iter().take(MOST_FRAMES).map(|(session, frame)| (Some(session), frame));
    let roots: Vec<(Option<String>, String)> = std::iter::once((None, main)).chain(frames).collect();
    join_all(roots.iter().map(|(session, root)| ask(tab, session.as_deref(), root))).await;
    let sessions: Vec<Option<String>> = roots.into_iter().map(|(session, _)| session).collect();
    let (known, main) = tab.hub.read(|state| (state.tools.known.clone(), state.main_frame.clone()));
    let mut addresses = HashMap::new();
    for session in sessions.iter().map(Option::as_deref) {
        let is_its_frame = |(of, tool): &(String, RawTool)| {
            of == session.unwrap_or_default() && (session.is_some() || tool.frame != main)
        };
        if known.iter().any(is_its_frame)
            && let Ok(shown) = tab.call_in(ASK_MS, session, GetFrameTree {}).await
        {
            note_addresses(&shown.tree, "", &mut addresses);
        }
    }
    let placed = known.into_iter().filter_map(|(session, tool)| {
        let is_top = session.is_empty() && tool.frame == main;
        let address = if is_top { String::new() } else { addresses.get(&tool.frame)?.clone() };
        let session =
            (!session.is_empty()).then_some(session).filter(|one| sessions.iter().flatten().any(|known| known == one));
        Some((session, RawTool { address, ..tool }))
    });
    placed.collect()
}

/// The tool that was meant.
///
/// # Errors
/// When it is not there any more, or is another one now.
pub(crate) async fn find(tab: &Session, target: &ToolTarget) -> Result<Offered> {
    let what = format!("The tool {:?} of the page", target.name);
    let is_it = |(_, tool): &Offered| tool.name == target.name && tool.frame == target.frame;
    let Some((session, raw)) = offered(tab).await.into_iter().find(is_it) else { return Err(TabError::Gone { what }) };
    let tool = PageTool { name: raw.name.clone(), raw };
    if tool.digest() != target.digest {
        return Err(TabError::Changed { what, now: "not the one that the look showed".to_owned() });
    }
    Ok((session, tool.raw))
}

async fn ask(tab: &Session, session: Option<&str>, root: &str) {
    tab.hub.change(|state| state.tools.leave(session.unwrap_or_default(), root));
    let asked = tab.call_in(ASK_MS, session, web_mcp::Enable {}).await;
    if let Err(TabError::Protocol(fault)) = asked
        && fault.cause == FaultCause::UnknownCommand
    {
        tab.hub.change(|state| state.tools.is_unknown = true);
    }
}

/// The addresses of a tree's frames; one without an address of its own has that of the document around it.
fn note_addresses(tree: &FrameTree, around: &str, found: &mut HashMap<String, String>) {
    let address = if tree.url.starts_with("http") { tree.url.as_str() } else { around };
    found.insert(tree.id.clone(), address.to_owned());
    for child in &tree.children {
        note_addresses(child, address, found);
    }
}
