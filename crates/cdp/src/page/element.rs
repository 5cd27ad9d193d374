//! Before an element is acted on: it is still what the model saw, visible, still, enabled, and really what gets the event.

use crate::session::CdpTab;
use edith_core::action::{TabError, Target};
use edith_page::classify::classify;
use edith_page::page_api::{Hit, Note, Probe, ProbeOptions};
use edith_page::raw::RawNode;
use edith_page::uid::{Seen, same_identity};
use serde_json::json;

/// How long an element may take to become ready, in milliseconds.
pub(crate) const READY_MS: f64 = 2_000.0;
/// The same for one that moves: what slides or spins in comes to rest.
const STILL_MS: f64 = 6_000.0;
/// Boxes that are pointed at, one in the other, for an element to be shown.
const POINTED: usize = 4;
/// Pauses between looks at an element that is not ready, in milliseconds; the last one repeats.
pub(crate) const PAUSES: [u64; 3] = [20, 50, 100];
/// Longest name in a message, in characters.
const NAME: usize = 80;

/// What an action needs of its element besides its identity.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Need {
    /// Rendered and brought into view.
    shown: bool,
    /// The pointer reaches it, and it stands still.
    hit: bool,
    /// Can be used.
    enabled: bool,
}

impl Need {
    /// Pressing on it.
    pub const CLICK: Self = Self { shown: true, hit: true, enabled: true };
    /// Pointing at it.
    pub const POINT: Self = Self { shown: true, hit: true, enabled: false };
    /// Being seen.
    pub const SHOWN: Self = Self { shown: true, hit: false, enabled: false };
    /// Being seen and used, at a point that is still to be found.
    pub const SEEN: Self = Self { shown: true, hit: false, enabled: true };
    /// Changing it without the pointer.
    pub const USE: Self = Self { shown: false, hit: false, enabled: true };
    /// Only being what it was.
    pub const BE: Self = Self { shown: false, hit: false, enabled: false };
}

/// An element that is ready.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Subject {
    /// Its number in the page.
    pub node: u32,
    /// Uid, type and name, for refusals.
    pub what: String,
    /// Type and name, for notes.
    pub label: String,
    /// Where to click.
    pub point: [f64; 2],
    /// What the page said of it.
    pub probe: Probe,
}

/// Type and name of something, e.g. `BUTTON "Search"`.
pub(crate) fn label(probe: &Probe) -> String {
    let node = RawNode {
        role: probe.role.clone(),
        tag: probe.tag.clone(),
        input_type: probe.input_type.clone(),
        ..RawNode::default()
    };
    format!("{} {}", classify(&node).label(), quoted(&probe.name))
}

fn what(target: &Target) -> String {
    let node = RawNode { role: target.role.clone(), ..RawNode::default() };
    format!("{} {} {}", target.uid, classify(&node).label(), quoted(&target.name))
}

/// A page's text in quotes, on one line and short.
pub(crate) fn quoted(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(NAME) {
        Some((end, _)) => format!("\"{}…\"", line.get(..end).unwrap_or_default()),
        None => format!("\"{line}\""),
    }
}

/// What an element in the way is called in a message.
pub(crate) fn told(note: Option<&Note>) -> String {
    match note {
        None => "something else".to_owned(),
        Some(note) if note.name.is_empty() && note.role.is_empty() => format!("an element {}", note.css),
        Some(note) if note.role.is_empty() => format!("{} ({})", quoted(&note.name), note.css),
        Some(note) => format!("{} {} ({})", note.role, quoted(&note.name), note.css),
    }
}

/// Why the element is not ready now; none when it is.
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

impl CdpTab {
    /// Waits until the element is ready for what is needed, for a while; refuses at once when it is not the element that was seen.
    pub(crate) async fn ready(&self, target: &Target, need: Need) -> Result<Subject, TabError> {
        let gone = || TabError::Gone { what: what(target) };
        if !self.shows(&target.element.document).await? {
            return Err(gone());
        }
        self.acting_in.set(self.frame_of(&json!([target.element.node])));
        let options = ProbeOptions { scroll: need.shown, stable: need.hit };
        let began = self.clock.now();
        let mut pauses = PAUSES.into_iter();
        let mut pause = 0;
        let mut pointed = Vec::new();
        loop {
            let probe: Option<Probe> = self.page("probe", json!([target.element.node, options])).await?;
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
                // A person points at the row first, and sees what can be done there; in menus, at one level after the other.
                pointed.push(over);
                let over = self.lifted(target.element.node, over).await?;
                self.permitted().await;
                self.hover_at(over.point).await?;
                continue;
            }
            let what = format!("{} {label}", target.uid);
            let mut refusal = refusal(&what, &probe, need);
            let mut point = probe.point.unwrap_or_default();
            if refusal.is_none() && need.shown {
                let lifted = self.lifted(target.element.node, point).await?;
                point = lifted.point;
                if need.hit && !lifted.reached {
                    refusal = Some(TabError::Covered { what: what.clone(), by: told(lifted.blocker.as_ref()) });
                }
            }
            let Some(refusal) = refusal else {
                return Ok(Subject { node: target.element.node, what, label, point, probe });
            };
            pause = pauses.next().unwrap_or(pause);
            let most = if matches!(refusal, TabError::Moving { .. }) { STILL_MS } else { READY_MS };
            if self.clock.now() + pause as f64 > began + most {
                return Err(refusal);
            }
            self.clock.sleep(pause).await;
        }
    }

    /// Whether the tab shows the document with this token. Node numbers mean nothing in another one.
    async fn shows(&self, document: &str) -> Result<bool, TabError> {
        let commits = self.hub.read(|state| state.commits);
        let known = {
            let looked = self.looked.borrow();
            let is_frame = || self.frames.borrow().iter().any(|frame| frame.document == document);
            (looked.1 == commits && !looked.0.is_empty()).then(|| looked.0 == document || is_frame())
        };
        match known {
            Some(same) => Ok(same),
            None => {
                let page = self.read_page(false).await?;
                Ok(page.document == document || page.documents.iter().any(|inner| inner == document))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn names_in_messages_are_short_and_on_one_line() {
        assert_eq!(quoted("a\n  b"), "\"a b\"");
        assert_eq!(quoted(&"é".repeat(100)).chars().count(), NAME + 3);
    }
}
