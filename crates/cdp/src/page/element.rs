//! The check before acting on an element: the one the model saw, visible, at rest, enabled, and really receiving the event.

use crate::input;
use crate::page::{frames, read};
use crate::session::Session;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wording::{label, quoted, told, what};
use edith_actions::action::{TabError, Target};
use edith_page::Rect;
use edith_page::page_api::{Hit, Probe, ProbeOptions, Spots};
use edith_page::uid::{Seen, same_identity};
use serde_json::json;

/// How long an element may take to become ready, in milliseconds.
pub(crate) const READY_MS: f64 = 2_000.0;
/// The same for a moving one, in milliseconds: sliding and spinning elements come to rest.
const STILL_MS: f64 = 6_000.0;
/// Most nested boxes to hover before an element shows.
const POINTED: usize = 4;
/// Pauses between checks of an unready element, in milliseconds; the last one repeats.
pub(crate) const PAUSES: [u64; 3] = [20, 50, 100];

/// What an action requires of its element besides identity.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Need {
    /// Rendered and in view.
    shown: bool,
    /// Reached by the pointer, and at rest.
    hit: bool,
    enabled: bool,
}

impl Need {
    pub(crate) const CLICK: Self = Self { shown: true, hit: true, enabled: true };
    pub(crate) const POINT: Self = Self { shown: true, hit: true, enabled: false };
    pub(crate) const SHOWN: Self = Self { shown: true, hit: false, enabled: false };
    /// Visible and usable, at a point yet to be found.
    pub(crate) const SEEN: Self = Self { shown: true, hit: false, enabled: true };
    /// To be changed without the pointer.
    pub(crate) const USE: Self = Self { shown: false, hit: false, enabled: true };
    /// Identity only.
    pub(crate) const BE: Self = Self { shown: false, hit: false, enabled: false };
}

/// An element ready to be acted on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Subject {
    pub node: u32,
    /// Uid, type and name, for refusals.
    pub what: String,
    /// Type and name, for notes.
    pub label: String,
    pub point: [f64; 2],
    pub probe: Probe,
}

/// Why the element is not ready, if so.
fn refusal(what: &str, probe: &Probe, need: Need) -> Option<TabError> {
    let what = || what.to_owned();
    if need.shown && !probe.visible {
        return Some(TabError::NotVisible { what: what(), why: "hidden or without size".to_owned() });
    }
    if need.enabled && !probe.enabled {
        return Some(TabError::Disabled { what: what(), state: "disabled".to_owned() });
    }
    if need.hit && !probe.stable {
        return Some(TabError::Moving { what: what() });
    }
    let reachable = probe.point.is_some() && probe.hit.reaches();
    if need.hit && !reachable {
        return Some(match probe.hit {
            Hit::Other => TabError::Covered { what: what(), by: told(probe.blocker.as_ref()) },
            _ => TabError::NotVisible { what: what(), why: "no part of it can be brought into view".to_owned() },
        });
    }
    if need.shown && !need.hit && !probe.in_view {
        return Some(TabError::NotVisible { what: what(), why: "it cannot be scrolled into view".to_owned() });
    }
    None
}

/// Waits a while for the element to meet the need; refuses at once if it is not the one that was seen.
pub(crate) async fn ready(tab: &ActionScope<'_>, target: &Target, need: Need) -> Result<Subject> {
    let gone = || TabError::Gone { what: what(target) };
    if !shows_document(tab, &target.element.document).await? {
        return Err(gone());
    }
    tab.frame.set(tab.frames.borrow().id_of(target.element.node));
    let options = ProbeOptions { scroll: need.shown, stable: need.hit };
    let began = tab.clock.now();
    let mut pauses = PAUSES.into_iter();
    let mut pause = 0;
    let mut pointed = Vec::new();
    loop {
        let probe: Option<Probe> = tab.page("probe", json!([target.element.node, options])).await?;
        let probe = probe.ok_or_else(gone)?;
        let seen = Seen { role: target.role.clone(), name: target.name.clone() };
        if !same_identity(&seen, &probe.role, &probe.name) {
            return Err(TabError::Changed { what: what(target), now: label(&probe) });
        }
        let label = label(&probe);
        if probe.elsewhere {
            return Err(TabError::Changed { what: what(target), now: format!("{label} of something else") });
        }
        let over = probe.hover.filter(|over| need.shown && pointed.len() < POINTED && !pointed.contains(over));
        if let Some(over) = over {
            // As a person hovers a row to see its actions; in menus, level by level.
            pointed.push(over);
            let over = frames::to_tab_point(tab, target.element.node, over).await?;
            tab.permitted().await;
            input::hover_at(tab, over.point).await?;
            continue;
        }
        let what = format!("{} {label}", target.uid);
        let mut refusal = refusal(&what, &probe, need);
        let mut point = probe.point.unwrap_or_default();
        if refusal.is_none() && need.shown {
            let lifted = frames::to_tab_point(tab, target.element.node, point).await?;
            point = lifted.point;
            if need.hit && !lifted.reached {
                refusal = Some(TabError::Covered { what: what.clone(), by: told(lifted.blocker.as_ref()) });
            }
        }
        let Some(refusal) = refusal else {
            let subject = Subject { node: target.element.node, what, label, point, probe };
            tab.point_to(&subject);
            return Ok(subject);
        };
        pause = pauses.next().unwrap_or(pause);
        let most = if matches!(refusal, TabError::Moving { .. }) { STILL_MS } else { READY_MS };
        if tab.clock.now() + pause as f64 > began + most {
            return Err(refusal);
        }
        tab.clock.sleep(pause).await;
    }
}

/// Whether the tab shows the document with this token; node numbers only hold there.
async fn shows_document(tab: &Session, document: &str) -> Result<bool> {
    let commits = tab.hub.read(|state| state.counts.commits);
    let known = {
        let looked = tab.looked.borrow();
        let is_frame = || tab.frames.borrow().0.iter().any(|frame| frame.document == document);
        (looked.1 == commits && !looked.0.is_empty()).then(|| looked.0 == document || is_frame())
    };
    match known {
        Some(same) => Ok(same),
        None => {
            let page = read::read_page(tab, false).await?;
            Ok(page.document == document || page.documents.iter().any(|inner| inner == document))
        }
    }
}

/// Converts points in an element's pixels to points of the tab.
pub(crate) async fn points_of(
    tab: &ActionScope<'_>,
    subject: &Subject,
    points: &[[f64; 2]],
    scroll: bool,
) -> Result<Vec<[f64; 2]>> {
    let what = &subject.what;
    let spots: Option<Spots> = tab.page("spots", json!([subject.node, points, scroll])).await?;
    let spots = spots.ok_or_else(|| TabError::Gone { what: what.clone() })?;
    let [width, height] = spots.size;
    if let Some([x, y]) = usize::try_from(spots.outside).ok().and_then(|at| points.get(at)) {
        let why = format!("The point {x}, {y} is outside {what}, which is {width} by {height} pixels.");
        return Err(TabError::Refused(why));
    }
    if spots.away {
        let why = format!("These points of {what} do not fit on the screen together, or something lies over them.");
        return Err(TabError::Refused(why));
    }
    if let Some(other) = spots.other {
        let name = if other.name.is_empty() { other.css } else { quoted(&other.name) };
        let why = format!("Something else is at that point of {what}, {} {name}: use its own uid.", other.role);
        return Err(TabError::Refused(why));
    }
    let mut lifted = Vec::with_capacity(spots.points.len());
    for point in spots.points {
        lifted.push(frames::to_tab_point(tab, subject.node, point).await?.point);
    }
    Ok(lifted)
}

/// Scrolls an element into view; returns its box in the tab's viewport.
pub(crate) async fn place_of(tab: &Session, target: &Target) -> Result<Rect> {
    let tab = &ActionScope::new(tab, false);
    let subject = ready(tab, target, Need::SHOWN).await?;
    let rect = subject.probe.rect;
    let corner = frames::to_tab_point(tab, subject.node, [f64::from(rect.x), f64::from(rect.y)]).await?.point;
    Ok(Rect { x: corner[0].round() as i32, y: corner[1].round() as i32, ..rect })
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_page::page_api::Note;

    fn good() -> Probe {
        Probe {
            role: "button".into(),
            name: "Go".into(),
            tag: "button".into(),
            enabled: true,
            visible: true,
            in_view: true,
            stable: true,
            point: Some([1.0, 2.0]),
            hit: Hit::Itself,
            ..Probe::default()
        }
    }

    #[test]
    fn each_obstacle_is_named() {
        let check = |change: fn(&mut Probe), need: Need, expected: &str| {
            let mut probe = good();
            change(&mut probe);
            let said = refusal("3 BUTTON \"Go\"", &probe, need).map(|error| error.to_string()).unwrap_or_default();
            assert!(said.contains(expected) && said.is_empty() == expected.is_empty(), "{said:?} / {expected:?}");
        };
        check(|_| {}, Need::CLICK, "");
        check(|p| p.visible = false, Need::CLICK, "not visible");
        check(|p| p.visible = false, Need::USE, "");
        check(|p| p.enabled = false, Need::CLICK, "is disabled");
        check(|p| p.enabled = false, Need::POINT, "");
        check(|p| p.stable = false, Need::CLICK, "keeps moving");
        check(|p| p.hit = Hit::Label, Need::CLICK, "");
        check(|p| p.hit = Hit::Nothing, Need::CLICK, "brought into view");
        check(
            |p| {
                p.hit = Hit::Other;
                p.blocker = Some(Note { role: "dialog".into(), name: "Cookies".into(), css: "div#c".into(), node: 9 });
            },
            Need::CLICK,
            "covered by dialog \"Cookies\" (div#c)",
        );
        check(|p| p.in_view = false, Need::SHOWN, "scrolled into view");
    }
}
