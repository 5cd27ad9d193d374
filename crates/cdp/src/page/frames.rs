//! Other sites' frames: walked by their own scripts, merged into the page, and asked for their elements' positions.

use crate::session::Session;
use crate::state::frames::{FrameOf, Frames, numbering};
use crate::wire::errors::Result;
use edith_actions::action::TabError;
use edith_page::RawPage;
use edith_page::page_api::{self, FoundText, FramePoint, WalkOptions};
use serde_json::{Value, json};

/// Deadline of asking frames, in milliseconds; a silent one is only named in the look.
const FRAMES_MS: u64 = 1_500;
/// Deepest nesting of frames followed.
const DEPTH: usize = 16;

/// Walks the frames that the page's script cannot, and merges them.
pub(crate) async fn join(tab: &Session, page: &mut RawPage, options: &WalkOptions) {
    tab.frames.take();
    let open = |frame: &edith_page::raw::RawFrame| !frame.walked && frame.rect.width > 1 && frame.rect.height > 1;
    if !page.frames.iter().any(open) {
        return;
    }
    let walks = tab.page.run_everywhere("walkFrame", json!([options]));
    // A frame that is unreadable or late is only named in the look.
    let Ok(Ok(answers)) = tab.uncut(FRAMES_MS, "walkFrame", walks).await else { return };
    let read = |(id, answer): (i32, Value)| Some((id, page_api::read_walk(answer).ok()?));
    let (ids, pages): (Vec<_>, Vec<_>) = answers.into_iter().filter_map(read).unzip();
    let known: Vec<(i32, String, u32)> =
        ids.into_iter().zip(&pages).map(|(id, page)| (id, page.document.clone(), numbers(page))).collect();
    let joined = page.join(pages);
    let frames = joined
        .into_iter()
        .filter_map(|frame| {
            let (id, document, numbers) = known.iter().find(|(_, document, _)| *document == frame.document)?;
            Some(FrameOf { id: *id, document: document.clone(), numbers: *numbers, holder: frame.node })
        })
        .collect();
    *tab.frames.borrow_mut() = Frames(frames);
}

/// Whether a frame of the last look now shows a text.
pub(crate) async fn show(tab: &Session, text: &str) -> bool {
    let ids: Vec<i32> = tab.frames.borrow().0.iter().map(|frame| frame.id).collect();
    for id in ids {
        let asked = tab.page.run(id, "findText", json!([text, 1]));
        let Ok(Ok(answer)) = tab.uncut(FRAMES_MS, "findText", asked).await else { continue };
        if page_api::read::<FoundText>(answer).is_ok_and(|found| found.total > 0) {
            return true;
        }
    }
    false
}

/// Converts a point of the element's frame to a point of the tab, scrolling each frame around it into view.
pub(crate) async fn to_tab_point(tab: &Session, node: u32, point: [f64; 2]) -> Result<FramePoint> {
    let mut at = FramePoint { point, reached: true, blocker: None };
    let mut inside = node;
    for _ in 0..DEPTH {
        let Some(frame) = tab.frames.borrow().with(inside).cloned() else { return Ok(at) };
        let [x, y] = at.point;
        let around: Option<FramePoint> = tab.page("framePoint", json!([frame.holder, x, y])).await?;
        let around = around.ok_or_else(|| TabError::Gone { what: "the frame of the element".to_owned() })?;
        at = FramePoint { reached: at.reached && around.reached, blocker: at.blocker.or(around.blocker), ..around };
        inside = frame.holder;
    }
    Ok(at)
}

/// Where a page's element numbers start; 0 if it has none.
fn numbers(page: &RawPage) -> u32 {
    let nodes = page.nodes.iter().map(|node| node.node);
    let frames = page.frames.iter().map(|frame| frame.node);
    numbering(nodes.chain(frames).next().unwrap_or_default())
}
