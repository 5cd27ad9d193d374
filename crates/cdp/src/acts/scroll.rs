//! Scrolling the page or a box in it; with the wheel if neither moves.

use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, ready};
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::protocol::page::{GetLayoutMetrics, LayoutMetrics};
use crate::wording::quoted;
use edith_actions::action::{TabError, Target};
use edith_page::page_api::{Centre, Direction, Note, Scrolled};
use edith_protocol::ScrollDirection;
use serde_json::json;

/// The default wheel distance, in CSS pixels; also stands in for an unknown page size.
const WHEEL: f64 = 600.0;

pub(crate) async fn scroll(
    tab: &ActionScope<'_>,
    direction: ScrollDirection,
    amount: Option<f64>,
    target: Option<&Target>,
    baseline: &mut Baseline,
) -> Result {
    let node = match target {
        Some(target) => ready(tab, target, Need::BE).await?.node,
        None => 0,
    };
    let (way, words) = match direction {
        ScrollDirection::Up => (Direction::Up, "up"),
        ScrollDirection::Down => (Direction::Down, "down"),
        ScrollDirection::Left => (Direction::Left, "to the left"),
        ScrollDirection::Right => (Direction::Right, "to the right"),
        ScrollDirection::Top => (Direction::Top, "to the top"),
        ScrollDirection::Bottom => (Direction::Bottom, "to the bottom"),
    };
    baseline.reach(tab, format!("Scrolled {words}.")).await?;
    let pixels = amount.filter(|amount| *amount > 0.0).unwrap_or(0.0);
    let answer: Option<Scrolled> = tab.page("scrollBy", json!([node, way, pixels])).await?;
    let Some(done) = answer else {
        return Err(TabError::Gone { what: target.map(|t| t.uid.to_string()).unwrap_or_default() });
    };
    let of = done.scroller.as_ref().map_or_else(String::new, |note| format!(" in {}", box_of(note)));
    let across = matches!(direction, ScrollDirection::Left | ScrollDirection::Right);
    let [at, max] = if across { [done.after[0], done.max[0]] } else { [done.after[1], done.max[1]] };
    let place = format!("now at {at:.0} of {max:.0} px");
    if done.moved {
        let end = if done.end { "; nothing is left in that direction" } else { "" };
        tab.say(format!("Scrolled {words}{of}: {place}{end}."));
        return Ok(());
    }
    // Maps, canvases and virtual lists handle the wheel themselves.
    let at = wheel_point(tab, node).await?;
    let distance = if pixels > 0.0 { pixels } else { WHEEL };
    let (x, y) = match direction {
        ScrollDirection::Up | ScrollDirection::Top => (0.0, -distance),
        ScrollDirection::Down | ScrollDirection::Bottom => (0.0, distance),
        ScrollDirection::Left => (-distance, 0.0),
        ScrollDirection::Right => (distance, 0.0),
    };
    input::wheel(tab, at, x, y).await?;
    let what = if done.end { "nothing is left to scroll in that direction" } else { "it did not move" };
    tab.say(format!("Turned the wheel {words}{of}: {what} ({place})."));
    Ok(())
}

async fn wheel_point(tab: &ActionScope<'_>, node: u32) -> Result<[f64; 2]> {
    if node != 0 {
        let centre: Option<Centre> = tab.page("centre", json!([node])).await?;
        if let Some(point) = centre.and_then(|centre| centre.point) {
            return Ok(frames::to_tab_point(tab, node, point).await?.point);
        }
    }
    let LayoutMetrics { width, height } = tab.call(GetLayoutMetrics {}).await?;
    Ok([width, height].map(|size| size.unwrap_or(WHEEL) / 2.0))
}

/// The scrolled box: its role and name, as far as known.
fn box_of(note: &Note) -> String {
    match (note.role.as_str(), note.name.as_str()) {
        ("", "") => "a part of the page".to_owned(),
        (role, "") => role.to_owned(),
        ("", name) => quoted(name),
        (role, name) => format!("{role} {}", quoted(name)),
    }
}
