//! Screenshots, with marks over elements.

use crate::session::Session;
use crate::wire::errors::Result;
use crate::wire::overlay::Overlay;
use crate::wire::protocol::page::{CaptureScreenshot, Clip};
use edith_actions::action::{Fault, FaultCause, TabError};
use edith_page::raw::Viewport;
use edith_page::{Marks, Rect};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::rc::Rc;

/// Deadline of a screenshot, in milliseconds: hidden tabs may never deliver one.
const SCREENSHOT_MS: u64 = 3_000;
/// JPEG quality: text stays readable at a fifth of a PNG's size.
const QUALITY: u32 = 60;
/// Longest side of a screenshot, in CSS pixels: model servers shrink larger ones and charge more.
const LONGEST: i32 = 1_568;

/// A JPEG of the viewport, or part of it, as a data URL.
pub(crate) async fn take(tab: &Session, marks: &Marks) -> Result<String> {
    let view = marks.view;
    let place = marks.clip.map(|clip| in_view(clip, view));
    let (width, height) = place.map_or((view.width, view.height), |place| (place.width, place.height));
    if place.is_some() && (width < 1 || height < 1) {
        return Err(TabError::NotPossible("None of it is in view, so there is no picture of it.".to_owned()));
    }
    let longest = width.max(height);
    let clip = (place.is_some() || longest > LONGEST).then(|| {
        let scale = (f64::from(LONGEST) / f64::from(longest)).min(1.0);
        let (x, y) = place.map_or((0, 0), |place| (place.x, place.y));
        Clip { x: view.scroll_x + x, y: view.scroll_y + y, width, height, scale }
    });
    let capture = CaptureScreenshot { format: "jpeg", quality: QUALITY, optimize_for_speed: true, clip };
    let overlay = tab.overlay.as_ref();
    let _held = overlay.map(OverlayHeld::new);
    let is_drawn_over = overlay.is_some_and(|overlay| overlay.is_drawn());
    let marked = !marks.numbers.is_empty() || !marks.hidden.is_empty() || is_drawn_over;
    let shown = marked.then(|| Marked { tab, stands: true });
    if marked {
        // No screenshot without its covers. Marks take the overlay's place.
        let _: Option<Value> = tab.page("showMarks", json!([marks.numbers, marks.hidden])).await?;
    }
    let answer = tab.call_within(SCREENSHOT_MS, capture).await;
    if let Some(shown) = shown {
        shown.hide().await;
    }
    match answer?.data {
        Some(data) => Ok(format!("data:image/jpeg;base64,{data}")),
        None => Err(TabError::Protocol(Fault::new(FaultCause::Other, "the picture is empty"))),
    }
}

/// The part of a rectangle inside the viewport.
fn in_view(place: Rect, view: Viewport) -> Rect {
    let (x, y) = (place.x.max(0), place.y.max(0));
    let (right, bottom) = ((place.x + place.width).min(view.width), (place.y + place.height).min(view.height));
    Rect { x, y, width: right - x, height: bottom - y }
}

/// While it lives, no overlay begins to be drawn.
struct OverlayHeld<'a>(&'a Rc<dyn Overlay>);

impl<'a> OverlayHeld<'a> {
    fn new(overlay: &'a Rc<dyn Overlay>) -> Self {
        overlay.hold(true);
        Self(overlay)
    }
}

impl Drop for OverlayHeld<'_> {
    fn drop(&mut self) {
        self.0.hold(false);
    }
}

/// Marks on the page, removed on drop even if the screenshot is abandoned: nobody may be left with boxes over the page.
struct Marked<'a> {
    tab: &'a Session,
    stands: bool,
}

impl Marked<'_> {
    async fn hide(mut self) {
        let hidden: Result<Option<Value>> = self.tab.page("hideMarks", json!([])).await;
        // A page that does not answer removes them itself.
        self.stands = hidden.is_err();
    }
}

impl Drop for Marked<'_> {
    fn drop(&mut self) {
        if self.stands {
            // Polling once sends it; nobody waits for the answer.
            let _unheard = self.tab.page.run(0, "hideMarks", json!([])).now_or_never();
        }
    }
}
