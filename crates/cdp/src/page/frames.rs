//! Frames of other sites: walked by scripts of their own, joined into the page, and asked where their elements are.

use crate::session::CdpTab;
use edith_core::action::TabError;
use edith_page::RawPage;
use edith_page::page_api::{self, FoundText, FramePoint, WalkOptions};
use serde_json::{Value, json};

/// Frames are waited for at most so long, in milliseconds; one that does not answer is only named in the look.
const FRAMES_MS: u64 = 1_500;
/// Each frame that is walked by itself numbers its elements from a multiple of this; `extension/page/base.js` has the same figure.
const NUMBERS: u32 = 1 << 20;
/// Frames in frames are followed so far.
const DEPTH: usize = 16;

/// A frame of another site.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FrameOf {
    /// Its number for the browser.
    pub id: i32,
    /// Token of its document.
    pub document: String,
    /// Which multiple of [`NUMBERS`] its elements count from.
    numbers: u32,
    /// Number of the frame's element, in the script of the frame around.
    holder: u32,
}

impl CdpTab {
    /// Walks the frames that the page's own script could not, and joins them.
    pub(crate) async fn join_frames(&self, page: &mut RawPage, options: &WalkOptions) {
        self.frames.borrow_mut().clear();
        let open = |frame: &edith_page::raw::RawFrame| !frame.walked && frame.rect.width > 1 && frame.rect.height > 1;
        if !page.frames.iter().any(open) {
            return;
        }
        let walks = self.page.run_everywhere("walkFrame", json!([options]));
        // A frame that cannot be read, or comes too late, is named in the look.
        let Ok(Ok(answers)) = self.uncut(FRAMES_MS, "walkFrame", walks).await else { return };
        let read = |(id, answer): (i32, Value)| Some((id, page_api::read_walk(answer).ok()?));
        let (ids, pages): (Vec<_>, Vec<_>) = answers.into_iter().filter_map(read).unzip();
        let known: Vec<(i32, String, u32)> =
            ids.into_iter().zip(&pages).map(|(id, page)| (id, page.document.clone(), numbers(page))).collect();
        let joined = page.join(pages);
        *self.frames.borrow_mut() = joined
            .into_iter()
            .filter_map(|frame| {
                let (id, document, numbers) = known.iter().find(|(_, document, _)| *document == frame.document)?;
                Some(FrameOf { id: *id, document: document.clone(), numbers: *numbers, holder: frame.node })
            })
            .collect();
    }

    /// Whether a frame of the last look shows a text now.
    pub(crate) async fn frames_show(&self, text: &str) -> bool {
        let ids: Vec<i32> = self.frames.borrow().iter().map(|frame| frame.id).collect();
        for id in ids {
            let asked = self.page.run(id, "findText", json!([text, 1]));
            let Ok(Ok(answer)) = self.uncut(FRAMES_MS, "findText", asked).await else { continue };
            if page_api::read::<FoundText>(answer).is_ok_and(|found| found.total > 0) {
                return true;
            }
        }
        false
    }

    fn frame_with(&self, node: u32) -> Option<FrameOf> {
        let numbers = node / NUMBERS;
        self.frames.borrow().iter().find(|frame| numbers > 0 && frame.numbers == numbers).cloned()
    }

    /// The frame that a call of the page's script is for: that of the element it is about.
    pub(crate) fn frame_of(&self, args: &Value) -> i32 {
        let node = args.get(0).and_then(Value::as_u64).and_then(|node| u32::try_from(node).ok());
        node.and_then(|node| self.frame_with(node)).map_or(0, |frame| frame.id)
    }

    /// Where a point that the script of the element's frame gave lies in the tab, brought into view in each frame around.
    pub(crate) async fn lifted(&self, node: u32, point: [f64; 2]) -> Result<FramePoint, TabError> {
        let mut at = FramePoint { point, reached: true, blocker: None };
        let mut inside = node;
        for _ in 0..DEPTH {
            let Some(frame) = self.frame_with(inside) else { return Ok(at) };
            let [x, y] = at.point;
            let around: Option<FramePoint> = self.page("framePoint", json!([frame.holder, x, y])).await?;
            let around = around.ok_or_else(|| TabError::Gone { what: "the frame of the element".to_owned() })?;
            at = FramePoint { reached: at.reached && around.reached, blocker: at.blocker.or(around.blocker), ..around };
            inside = frame.holder;
        }
        Ok(at)
    }
}

/// Which numbers a page's elements have; 0 where it has none to tell by.
fn numbers(page: &RawPage) -> u32 {
    let nodes = page.nodes.iter().map(|node| node.node);
    let frames = page.frames.iter().map(|frame| frame.node);
    nodes.chain(frames).next().unwrap_or_default() / NUMBERS
}
