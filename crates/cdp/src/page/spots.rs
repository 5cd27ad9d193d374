//! Points of an element, in its own pixels, as points of the tab.

use crate::page::element::Subject;
use crate::page::frames;
use crate::session::Session;
use crate::wire::errors::Result;
use crate::wording::quoted;
use edith_core::action::TabError;
use edith_page::page_api::Spots;
use serde_json::json;

/// Where points of an element are in the tab.
pub(crate) async fn locate(
    tab: &Session,
    subject: &Subject,
    points: &[[f64; 2]],
    scroll: bool,
) -> Result<Vec<[f64; 2]>> {
    let what = &subject.what;
    let spots: Option<Spots> = tab.page("spots", json!([subject.node, points, scroll])).await?;
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
        lifted.push(frames::lifted(tab, subject.node, point).await?.point);
    }
    Ok(lifted)
}
