//! Actions at points of an element, in its own pixels: clicking, drawing, and selecting text.

use crate::acts::drag::{DragPath, drag_along};
use crate::effect::baseline::Baseline;
use crate::input::{self, Press};
use crate::page::element::{Need, Subject, points_of, ready};
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wording::{COVERED, quoted};
use edith_actions::action::{TabError, Target};
use edith_page::page_api::{SelectedText, TextPlace};
use serde_json::json;

/// Longest distance between two points of a drawn path, in CSS pixels.
const STROKE: f64 = 16.0;
/// Most points of a drawn path.
const PASSED: f64 = 400.0;

pub(crate) async fn click(
    tab: &ActionScope<'_>,
    target: &Target,
    at: [f64; 2],
    press: &Press,
    baseline: &mut Baseline,
) -> Result {
    let subject = ready(tab, target, Need::SEEN).await?;
    let point = points_of(tab, &subject, &[at], true).await?.first().copied().unwrap_or_default();
    let note = format!("{} {} at {}, {}.", press.verb(), subject.label, at[0], at[1]);
    input::point_at(tab, point, press).await?;
    baseline.reach(tab, note).await?;
    input::press(tab, point, press).await
}

/// Draws a path inside the element with the button held.
pub(crate) async fn draw(tab: &ActionScope<'_>, target: &Target, way: &[[f64; 2]], baseline: &mut Baseline) -> Result {
    let subject = ready(tab, target, Need::SEEN).await?;
    let points = points_of(tab, &subject, way, true).await?;
    let (Some([x, y]), Some([to_x, to_y])) = (way.first(), way.last()) else {
        return Err(TabError::NotPossible("The path has no points.".to_owned()));
    };
    let note = format!("Dragged in {} from {x}, {y} to {to_x}, {to_y}.", subject.label);
    baseline.reach(tab, note).await?;
    let way = DragPath { points: passed(&points), draggable: subject.probe.draggable, across: false };
    drag_along(tab, &way).await
}

/// Selects a piece of an element's text: with the mouse, unless a press would do something else.
pub(crate) async fn select_text(
    tab: &ActionScope<'_>,
    target: &Target,
    text: &str,
    range: Option<(u32, u32)>,
    baseline: &mut Baseline,
) -> Result {
    let subject = ready(tab, target, Need::SEEN).await?;
    let (from, to) = range.unwrap_or_default();
    baseline.reach(tab, format!("Selected text in {}.", subject.label)).await?;
    let place: Option<TextPlace> = tab.page("textPlace", json!([subject.node, text, from, to])).await?;
    let place = place.ok_or_else(|| TabError::Gone { what: subject.what.clone() })?;
    if !place.problem.is_empty() {
        let why = format!("The text cannot be selected in {}: {}.", subject.what, place.problem);
        return Err(TabError::NotPossible(why));
    }
    let shown = if subject.probe.field.is_masked() { COVERED.to_owned() } else { quoted(&place.selected) };
    if !place.field {
        if let [start, end] = place.points.as_slice() {
            let start = frames::to_tab_point(tab, subject.node, *start).await?.point;
            let end = frames::to_tab_point(tab, subject.node, *end).await?.point;
            let way = DragPath { points: passed(&[start, end]), draggable: false, across: false };
            drag_along(tab, &way).await?;
        }
        let mut now = selected(tab, "selectedText", &subject).await?;
        if !is_same(&now, &place.selected) {
            now = selected(tab, "selectPlace", &subject).await?;
        }
        if !is_same(&now, &place.selected) {
            return Err(TabError::NotTaken { what: subject.what, now: format!("{} selected", quoted(&now)) });
        }
    }
    tab.say(format!("Selected {shown} in {}.", subject.label));
    Ok(())
}

async fn selected(tab: &ActionScope<'_>, function: &str, subject: &Subject) -> Result<String> {
    let now: Option<SelectedText> = tab.page(function, json!([subject.node])).await?;
    Ok(now.unwrap_or_default().text)
}

/// The path with intermediate points.
fn passed(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let pairs = || points.iter().zip(points.iter().skip(1));
    let length: f64 = pairs().map(|(a, b)| (b[0] - a[0]).hypot(b[1] - a[1])).sum();
    let step = STROKE.max(length / PASSED);
    let mut way: Vec<[f64; 2]> = points.first().copied().into_iter().collect();
    for (a, b) in pairs() {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let parts = (dx.hypot(dy) / step).ceil().max(1.0);
        way.extend((1..=parts as u32).map(|at| {
            let part = f64::from(at) / parts;
            [a[0] + dx * part, a[1] + dy * part]
        }));
    }
    way
}

fn is_same(now: &str, wanted: &str) -> bool {
    now.split_whitespace().eq(wanted.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_passes_its_points_in_small_steps() {
        assert_eq!(passed(&[[0.0, 0.0], [32.0, 0.0]]), [[0.0, 0.0], [16.0, 0.0], [32.0, 0.0]]);
        let corner = passed(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
        assert_eq!(corner, [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
        assert!(passed(&[[0.0, 0.0], [1e6, 0.0]]).len() <= 402);
    }
}
