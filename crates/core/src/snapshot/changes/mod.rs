//! What changed since the last look, when that says more in fewer words than a whole new look.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::budget::tokens;
use super::clean::line;
use super::index::{Element, Index, States};
use super::render::{RenderOptions, element_line};
use super::uid::steady;

/// Most lines of each kind before a whole look is better.
const MOST_CHANGED: usize = 40;
/// Most characters of new text before a whole look is better.
const MOST_TEXT: usize = 1_500;

/// The changes from one look's index to the next, or none when a whole look is better: another document, or much changed.
///
/// Every uid that is not in a `-` line is still good.
pub fn changes(before: &Index, after: &Index, options: &RenderOptions) -> Option<String> {
    if before.document != after.document || before.url.split(['?', '#']).next() != after.url.split(['?', '#']).next() {
        return None;
    }
    let added: Vec<&Element> =
        usable(after).filter(|e| before.element(e.uid).is_none_or(|b| b.states.behind_modal)).collect();
    let removed: Vec<&Element> =
        usable(before).filter(|e| after.element(e.uid).is_none_or(|a| a.states.behind_modal)).collect();
    let changed: Vec<&Element> = usable(after)
        .filter(|a| before.element(a.uid).is_some_and(|b| !b.states.behind_modal && differs(b, a)))
        .collect();
    let gone = removed.iter().filter(|e| after.element(e.uid).is_none()).count();
    let total = added.len() + gone + changed.len();
    if total > MOST_CHANGED || (total > 12 && total * 2 > before.elements.len().max(after.elements.len())) {
        return None;
    }
    let old_lines: HashSet<&str> = before.text.split('\n').collect();
    let new_text: Vec<String> = after
        .text
        .split('\n')
        .filter(|l| !old_lines.contains(l))
        .map(|l| line(l, 400))
        .filter(|l| !l.is_empty())
        .collect();
    if new_text.iter().map(|l| l.chars().count()).sum::<usize>() > MOST_TEXT {
        return None;
    }
    let kept_lines: HashSet<&str> = after.text.split('\n').collect();
    let lost = before.text.split('\n').filter(|l| !kept_lines.contains(l)).count();

    let mut out = String::from("CHANGES since the last look:\n");
    if before.url != after.url {
        let _ = writeln!(out, "URL: {}", line(&after.url, 300));
    }
    if before.title != after.title {
        let _ = writeln!(out, "Title: {}", line(&after.title, 150));
    }
    overlays(&mut out, before, after);
    let mut list = |sign: char, elements: &[&Element]| {
        for element in elements {
            let _ = writeln!(out, "{sign} {}", element_line(element, 1, options.show_typed_values));
        }
    };
    list('+', &added);
    list('~', &changed);
    let behind = removed.iter().filter(|e| after.element(e.uid).is_some()).count();
    if behind > 0 {
        let _ = writeln!(out, "({behind} more behind the open {})", after.in_front());
    }
    for element in removed.iter().filter(|e| after.element(e.uid).is_none()) {
        let _ = writeln!(out, "- {} | {}", element.uid, element.kind.label());
    }
    for text in &new_text {
        let _ = writeln!(out, "+ TEXT {text}");
    }
    if lost > 0 {
        let _ = writeln!(out, "- TEXT {lost} {}", if lost == 1 { "line" } else { "lines" });
    }
    if before.focused != after.focused {
        match after.focused {
            Some(uid) => _ = writeln!(out, "(focus is on {uid})"),
            None => out.push_str("(nothing has the focus)\n"),
        }
    }
    out.push_str(if total + behind == 0 && new_text.is_empty() && lost == 0 && before.url == after.url {
        "(no visible change; all uids are still good)\n"
    } else {
        "(all other uids are still good)\n"
    });
    (tokens(&out) <= options.tokens / 2).then_some(out)
}

fn usable(index: &Index) -> impl Iterator<Item = &Element> {
    index.elements.iter().filter(|e| !e.states.behind_modal)
}

fn overlays(out: &mut String, before: &Index, after: &Index) {
    let open = |index: &Index, node: u32| index.overlays.iter().any(|o| o.node == node);
    for overlay in &after.overlays {
        if !open(before, overlay.node) {
            let _ = writeln!(out, "(opened: {} {})", overlay.kind, super::clean::quoted(&overlay.label, 60));
        }
    }
    for overlay in &before.overlays {
        if !open(after, overlay.node) {
            let _ = writeln!(out, "(closed: {} {})", overlay.kind, super::clean::quoted(&overlay.label, 60));
        }
    }
}

/// Whether it stands for something else now, as the button of a row whose node shows another row: the nearest surroundings say
/// other words. What ticks there does not matter.
fn moved(before: &Element, after: &Element) -> bool {
    match (before.context.first(), after.context.first()) {
        (Some(a), Some(b)) => a != b && steady(a) != steady(b),
        (a, b) => a.is_some() != b.is_some(),
    }
}

/// Whether something that the line shows is different; where it is on the screen and what has the focus do not count.
fn differs(before: &Element, after: &Element) -> bool {
    let still = |states: &States| States { focused: false, covered: None, on_hover: false, ..states.clone() };
    // That something is hidden again because the pointer went on is no news; that it shows is.
    let shows = before.states.on_hover && !after.states.on_hover;
    before.kind != after.kind
        || before.name != after.name
        || moved(before, after)
        || before.value != after.value
        || before.options != after.options
        || before.limits != after.limits
        || before.states.covered.is_some() != after.states.covered.is_some()
        || shows
        || still(&before.states) != still(&after.states)
}
