//! Dragging with the pointer: one element onto another, or along a path.

use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, points_of, ready};
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::mouse::event;
use crate::wire::protocol::input::{DragEvent, DragKind, MouseKind, SetInterceptDrags};
use edith_actions::action::{TabError, Target};
use edith_page::page_api::Centre;
use edith_protocol::MouseButton;
use futures_util::future::try_join3;
use serde_json::json;

/// How long the browser may take to start a drag of its own after the first moves, in milliseconds.
const DRAG_START_MS: u64 = 60;
/// The same for an element marked as draggable, since a busy page is slow.
const DRAG_SAID_MS: u64 = 1_500;
/// Moves per drag.
const DRAG_STEPS: u32 = 10;
/// Deadline of handing drags back to the user, in milliseconds.
const INTERCEPT_MS: u64 = 1_000;
/// How far the pointer moves, in CSS pixels, before a browser takes a press as a drag.
const DRAG_THRESHOLD: f64 = 6.0;

/// A drag's path in the tab, from press to release.
pub(crate) struct DragPath {
    pub points: Vec<[f64; 2]>,
    /// The browser itself drags what is pressed.
    pub draggable: bool,
    pub(crate) across: bool,
}

pub(crate) async fn drag(
    tab: &ActionScope<'_>,
    from: &Target,
    to: &Target,
    place: Option<[f64; 2]>,
    baseline: &mut Baseline,
) -> Result {
    let end = ready(tab, to, Need::SHOWN).await?;
    let mut start = ready(tab, from, Need::CLICK).await?;
    let frame = |node: u32| tab.frames.borrow().id_of(node);
    let across = frame(start.node) != frame(to.element.node);
    // Scrolling one into view may have moved the other.
    let beside = if across { 0 } else { start.node };
    let mut drop = drop_point(tab, &end, place, beside).await?;
    if across {
        // Another site's frame may only now have been scrolled to.
        start = ready(tab, from, Need::CLICK).await?;
        drop = drop_point(tab, &end, place, beside).await?;
    }
    let Some(drop) = drop else {
        let why = format!("{} and {} do not fit on the screen together.", start.what, end.what);
        return Err(TabError::Refused(why));
    };
    let at = place.map_or_else(String::new, |[x, y]| format!(" at {x}, {y}"));
    baseline.reach(tab, format!("Dragged {} onto {}{at}.", start.label, end.label)).await?;
    let points = (0..=DRAG_STEPS).map(|step| {
        let part = f64::from(step) / f64::from(DRAG_STEPS);
        [start.point[0] + (drop[0] - start.point[0]) * part, start.point[1] + (drop[1] - start.point[1]) * part]
    });
    drag_along(tab, &DragPath { points: points.collect(), draggable: start.probe.draggable, across }).await
}

/// Where to drop on the element; none if it is off screen. `beside`: the dragged sibling, in the same frame.
async fn drop_point(
    tab: &ActionScope<'_>,
    to: &Subject,
    place: Option<[f64; 2]>,
    beside: u32,
) -> Result<Option<[f64; 2]>> {
    if let Some(place) = place {
        return Ok(points_of(tab, to, &[place], false).await?.first().copied());
    }
    let centre: Option<Centre> = tab.page("centre", json!([to.node, beside])).await?;
    match centre.and_then(|centre| centre.point) {
        Some(point) => {
            let lifted = frames::to_tab_point(tab, to.node, point).await?;
            Ok(lifted.reached.then_some(lifted.point))
        }
        None => Ok(None),
    }
}

/// Presses at the start of a path, follows it, and releases (or drops the browser's own drag) at its end.
pub(crate) async fn drag_along(tab: &ActionScope<'_>, way: &DragPath) -> Result {
    input::release_button(tab).await?;
    tab.hub.change(|state| state.drag = None);
    let intercepts = tab.call(SetInterceptDrags { enabled: true }).await.is_ok();
    let outcome = drag_path(tab, way).await;
    if intercepts {
        // Even after a failure, or the user's own drags would be intercepted.
        let off = tab.call_anyway(INTERCEPT_MS, SetInterceptDrags { enabled: false }).await;
        return outcome.and(off);
    }
    outcome
}

async fn drag_path(tab: &ActionScope<'_>, way: &DragPath) -> Result {
    let left = Some(MouseButton::Left);
    let (Some(&from), Some(&end)) = (way.points.first(), way.points.last()) else { return Ok(()) };
    let Some(&next) = way.points.get(1) else { return Ok(()) };
    input::move_to(tab, event(MouseKind::Moved, from, None, 0, 0, 0)).await?;
    tab.held.set(Some(from));
    input::send(tab, event(MouseKind::Pressed, from, left, 1, 1, 0)).await?;
    let (dx, dy) = (next[0] - from[0], next[1] - from[1]);
    let nudge = (DRAG_THRESHOLD / dx.hypot(dy).max(1.0)).min(1.0);
    for part in [nudge / 2.0, nudge] {
        let at = [from[0] + dx * part, from[1] + dy * part];
        input::move_to(tab, event(MouseKind::Moved, at, left, 1, 0, 0)).await?;
    }
    let wait = if way.draggable { DRAG_SAID_MS } else { DRAG_START_MS };
    let data = tab.within(wait, tab.hub.when(|state| state.drag.clone())).await;
    match data {
        Some(data) => {
            tab.free_point(end).await?;
            let drag = |kind, [x, y]: [f64; 2]| tab.input(DragEvent { kind, x, y, data: &data, modifiers: 0 });
            try_join3(drag(DragKind::Enter, end), drag(DragKind::Over, end), drag(DragKind::Drop, end)).await?;
            if way.across {
                // Another site's frame does not hear of the end of its drag and would take no further press.
                drag(DragKind::Cancel, from).await?;
            }
        }
        None => {
            for at in way.points.iter().skip(1) {
                input::move_to(tab, event(MouseKind::Moved, *at, left, 1, 0, 0)).await?;
            }
        }
    }
    tab.held.set(None);
    input::send(tab, event(MouseKind::Released, end, left, 0, 1, 0)).await
}
