//! Actions at points of an element, in its own pixels: clicking, drawing, and selecting a piece of its text.

use crate::effect::settle::Mark;
use crate::input::pointer::{Press, Way};
use crate::page::element::{Need, Subject, quoted};
use crate::session::CdpTab;
use edith_core::action::{TabError, Target};
use edith_page::Rect;
use edith_page::page_api::{SelectedText, Spots, TextPlace};
use serde_json::json;

/// The pointer passes a point at least every so many CSS pixels of a drawn way.
const STROKE: f64 = 16.0;
/// Points that a drawn way passes, at most.
const PASSED: f64 = 400.0;

impl CdpTab {
    /// Clicks at a point of the element.
    pub(crate) async fn click_spot(
        &self,
        target: &Target,
        at: [f64; 2],
        press: &Press,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let subject = self.ready(target, Need::SEEN).await?;
        let point = self.spot(&subject, &[at], true).await?.first().copied().unwrap_or_default();
        let note = format!("{} {} at {}, {}.", press.verb(), subject.label, at[0], at[1]);
        self.point_at(point, press).await?;
        self.reach(mark, note).await?;
        self.press(point, press).await
    }

    /// Presses at the first point of a way inside the element, goes along it, and releases at the last.
    pub(crate) async fn draw(&self, target: &Target, way: &[[f64; 2]], mark: &mut Mark) -> Result<(), TabError> {
        let subject = self.ready(target, Need::SEEN).await?;
        let points = self.spot(&subject, way, true).await?;
        let (Some([x, y]), Some([to_x, to_y])) = (way.first(), way.last()) else {
            return Err(TabError::NotPossible("There is no way to go.".to_owned()));
        };
        let note = format!("Dragged in {} from {x}, {y} to {to_x}, {to_y}.", subject.label);
        self.reach(mark, note).await?;
        let way = Way { points: passed(&points), draggable: subject.probe.draggable, across: false };
        self.drag_along(&way).await
    }

    /// Where points of an element are in the tab.
    pub(crate) async fn spot(
        &self,
        subject: &Subject,
        points: &[[f64; 2]],
        scroll: bool,
    ) -> Result<Vec<[f64; 2]>, TabError> {
        let what = &subject.what;
        let spots: Option<Spots> = self.page("spots", json!([subject.node, points, scroll])).await?;
        let spots = spots.ok_or_else(|| TabError::Gone { what: what.clone() })?;
        let [width, height] = spots.size;
        if let Some([x, y]) = usize::try_from(spots.outside).ok().and_then(|at| points.get(at)) {
            let why = format!("The point {x}, {y} is outside of {what}, which is {width} by {height} pixels.");
            return Err(TabError::NotPossible(format!("{why} Nothing was done.")));
        }
        if spots.away {
            let why = format!("These points of {what} do not fit on the screen together, or something lies over them.");
            return Err(TabError::NotPossible(format!("{why} Nothing was done.")));
        }
        if let Some(other) = spots.other {
            let name = if other.name.is_empty() { other.css } else { quoted(&other.name) };
            let why = format!("At that point of {what} is something else, {} {name}: use its own uid.", other.role);
            return Err(TabError::NotPossible(format!("{why} Nothing was done.")));
        }
        let mut lifted = Vec::with_capacity(spots.points.len());
        for point in spots.points {
            lifted.push(self.lifted(subject.node, point).await?.point);
        }
        Ok(lifted)
    }

    /// Selects a piece of an element's text with the mouse, or without it where a press would do something else.
    pub(crate) async fn select_text(
        &self,
        target: &Target,
        text: &str,
        range: Option<(u32, u32)>,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let subject = self.ready(target, Need::SEEN).await?;
        let (from, to) = range.unwrap_or_default();
        self.reach(mark, format!("Selected text in {}.", subject.label)).await?;
        let place: Option<TextPlace> = self.page("textPlace", json!([subject.node, text, from, to])).await?;
        let place = place.ok_or_else(|| TabError::Gone { what: subject.what.clone() })?;
        if !place.problem.is_empty() {
            let why = format!("The text cannot be selected in {}: {}.", subject.what, place.problem);
            return Err(TabError::NotPossible(why));
        }
        let shown = if subject.probe.field.is_masked() {
            format!("{} characters", place.selected.chars().count())
        } else {
            quoted(&place.selected)
        };
        if !place.field {
            if let [start, end] = place.points.as_slice() {
                let start = self.lifted(subject.node, *start).await?.point;
                let end = self.lifted(subject.node, *end).await?.point;
                let way = Way { points: passed(&[start, end]), draggable: false, across: false };
                self.drag_along(&way).await?;
            }
            let mut now = self.selected("selectedText", &subject).await?;
            if !is_same(&now, &place.selected) {
                now = self.selected("selectPlace", &subject).await?;
            }
            if !is_same(&now, &place.selected) {
                return Err(TabError::NotTaken { what: subject.what, now: format!("{} selected", quoted(&now)) });
            }
        }
        self.say(format!("Selected {shown} in {}.", subject.label));
        Ok(())
    }

    async fn selected(&self, function: &str, subject: &Subject) -> Result<String, TabError> {
        let now: Option<SelectedText> = self.page(function, json!([subject.node])).await?;
        Ok(now.unwrap_or_default().text)
    }

    /// Brings an element into view, and where it is then in the tab's viewport.
    pub(crate) async fn place_of(&self, target: &Target) -> Result<Rect, TabError> {
        let subject = self.ready(target, Need::SHOWN).await?;
        let rect = subject.probe.rect;
        let corner = self.lifted(subject.node, [f64::from(rect.x), f64::from(rect.y)]).await?.point;
        Ok(Rect { x: corner[0].round() as i32, y: corner[1].round() as i32, ..rect })
    }
}

/// The same way with points on it in between.
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

/// Whether two texts have the same words.
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
