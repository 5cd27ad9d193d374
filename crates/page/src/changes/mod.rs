//! What changed since the last look, if that is shorter than a whole new look: every difference between the two.

mod text;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use super::budget::tokens;
use super::clean::{bare, line, quoted};
use super::index::{Element, Index, Part, States};
use super::line::Lines;
use super::render::{Remark, RenderOptions, UniqueElements, in_frames, listing, remarks};
use super::rows::Rows;
use super::thing::steady;
use super::tools;

/// Most lines of each kind; beyond, a whole look is better.
const MOST_CHANGED: usize = 40;
/// So many changes are listed one by one however small the page is.
const FEW: usize = 12;
/// Most uids in a reported order.
const MOST_ORDERED: usize = 150;
/// A shorter way is not a move, in pixels.
const LEAST_MOVED: i32 = 5;
/// Most ways that something moved, and most uids of what moved by one.
const MOST_WAYS: usize = 5;
const MOST_MOVED: usize = 12;
/// Longest words of a row that are reported by themselves, in characters.
const FURTHER_CAP: usize = 60;

/// The changes from one look's index to the next, or none if a whole look is better: another document, or much changed.
///
/// Every uid not in a `-` line remains valid.
pub fn changes(before: &Index, after: &Index, options: &RenderOptions) -> Option<String> {
    since("the last look", before, after, options)
}

/// The same for a page whose dialog was closed, from what was last told of the page before that was opened: what waited behind it is mostly as it was.
pub fn changes_behind(before: &Index, after: &Index, options: &RenderOptions) -> Option<String> {
    since("before the dialog was open", before, after, options)
}

fn since(when: &str, before: &Index, after: &Index, options: &RenderOptions) -> Option<String> {
    if before.document != after.document {
        return None;
    }
    // The script of a document that stays may call it by another address.
    let is_another = before.url.split(['?', '#']).next() != after.url.split(['?', '#']).next();
    let touched = before.focused_part();
    let (old, new) = (Told::of(before, options, touched), Told::of(after, options, touched));
    let added: Vec<(&Element, String)> = new.added(&old);
    // What a row holds by now is in its line.
    let is_in_row =
        |e: &&Element| after.element(e.uid).is_some_and(|e| !e.states.behind_modal && after.row_around(e).is_some());
    let left: Vec<&Element> =
        old.listed.iter().copied().filter(|e| !new.has(e.uid)).filter(|e| !is_in_row(e)).collect();
    let (mut behind, gone): (Vec<&Element>, Vec<&Element>) =
        left.into_iter().partition(|e| after.element(e.uid).is_some_and(|e| e.states.behind_modal));
    let kept: Vec<(&Element, &Element)> = new
        .listed
        .iter()
        .filter_map(|now| Some((before.element(now.uid).filter(|_| old.has(now.uid))?, *now)))
        .collect();
    // A row that stays may hold something that waits.
    let waits = |uid: &u32| after.element(*uid).is_some_and(|e| e.states.behind_modal);
    for row in kept.iter().map(|(was, _)| was.uid) {
        let held = before.rows.held_by(row).filter(waits).filter_map(|uid| before.element(uid));
        behind.extend(held.filter(|e| !e.states.behind_modal));
    }
    let changed = changed(&old, &new, &kept);
    let total = added.len() + gone.len() + changed.len();
    let is_much = (total > FEW || is_another) && total * 2 > before.elements.len().max(after.elements.len());
    // What a script only hid or showed leaves the rest as it is known.
    if total > MOST_CHANGED || is_much && (before.url == after.url || kept.is_empty()) {
        return None;
    }
    let order = order(&old, &new)?;
    let text = text::told(&old.text, &new.text)?;

    let mut out = head(before, after);
    let known = old.lines.legends(&old.listed);
    for legend in new.lines.legends(&new.listed).iter().filter(|legend| !known.contains(legend)) {
        out.push_str(legend);
        out.push('\n');
    }
    for (element, place) in &added {
        let _ = writeln!(out, "+ {}{place}", new.lines.line(element));
    }
    let told: Vec<u32> = new.listed.iter().map(|e| e.uid).collect();
    let had_fields = |uid: u32| {
        let frame = after.element(uid).and_then(|e| e.frame);
        old.listed.iter().any(|e| e.frame == frame && e.value.is_some())
    };
    out.push_str(&in_frames(after, &told, &|uid| !old.has(uid) || !had_fields(uid)));
    for element in &changed {
        let _ = writeln!(out, "~ {}", new.lines.line(element));
    }
    for (_, now) in &kept {
        out.push_str(&further_on(&old, &new, now.uid));
    }
    waiting(&mut out, before, after, &behind, kept.is_empty());
    for element in &gone {
        let with: Vec<u32> = before.rows.held_by(element.uid).filter(|uid| after.element(*uid).is_none()).collect();
        let with = if with.is_empty() { String::new() } else { format!(" with {}", uids(with.into_iter())) };
        let _ = writeln!(out, "- {} | {}{with}", element.uid, element.kind.label());
    }
    // What went out of a row that stays.
    for (was, _) in kept.iter().filter(|(was, _)| old.is_row(was.uid)) {
        let gone = before.rows.held_by(was.uid).filter(|uid| after.element(*uid).is_none());
        for element in gone.filter_map(|uid| before.element(uid)) {
            let _ = writeln!(out, "- {} | {}", element.uid, element.kind.label());
        }
    }
    out.push_str(&order);
    moved(&mut out, &kept);
    pointed(&mut out, &kept, &changed, &after.rows);
    out.push_str(&text);
    out.push_str(&tools::changed(before, after));
    if further(before) != further(after) {
        out.push_str("(the text further down changed; read_page tells it)\n");
    }
    if focus(before) != focus(after) {
        match focus(after) {
            Some(uid) => _ = writeln!(out, "(focus is on {uid})"),
            None => out.push_str("(nothing has the focus)\n"),
        }
    }
    let is_same = out.is_empty();
    out.push_str(if is_same {
        "(no visible change; all uids are still valid)\n"
    } else {
        "(all other uids are still valid)\n"
    });
    out.insert_str(0, &format!("CHANGES since {when}:\n"));
    let most = if is_much { tokens(&super::render(after, options)) * 3 / 4 } else { options.tokens / 2 };
    (tokens(&out) <= most).then_some(out)
}

/// A page as a look of unlimited size would present it.
struct Told<'a> {
    lines: Lines<'a>,
    listed: Vec<&'a Element>,
    at: HashMap<u32, usize>,
    text: Vec<String>,
    rows: &'a Rows,
}

impl<'a> Told<'a> {
    fn of(index: &'a Index, options: &RenderOptions, touched: Option<Part>) -> Self {
        let listed = listing(index, touched);
        let lines =
            Lines::of(index, UniqueElements::of(index, &listed).first.into_iter(), options.show_typed_values).each();
        let at = listed.iter().enumerate().map(|(at, e)| (e.uid, at)).collect();
        let text = super::text::lines(index, &lines);
        Self { lines, listed, at, text, rows: &index.rows }
    }

    fn is_row(&self, uid: u32) -> bool {
        self.rows.list_of(uid).is_some()
    }

    fn has(&self, uid: u32) -> bool {
        self.at.contains_key(&uid)
    }

    /// New elements with their place in the list; the place is empty at the end and next to other new ones.
    fn added(&self, old: &Told<'_>) -> Vec<(&'a Element, String)> {
        let is_new = |element: &&Element| !old.has(element.uid);
        let end = self.listed.iter().rposition(|e| !is_new(e)).map_or(0, |last| last + 1);
        let mut out: Vec<(&Element, String)> = Vec::new();
        let mut last: Option<&Element> = None;
        for (at, element) in self.listed.iter().enumerate() {
            if is_new(element) {
                let place = match last {
                    Some(last) if is_new(&last) => String::new(),
                    // At the end, with nothing else inserted before.
                    _ if at >= end && out.is_empty() => String::new(),
                    Some(last) => format!(" [after: {}]", last.uid),
                    None => " [first]".to_owned(),
                };
                out.push((*element, place));
            }
            last = Some(element);
        }
        out
    }
}

/// What reads differently. Its surroundings say where something is: if only their name is another one, it is still the same thing.
fn changed<'a>(old: &Told<'_>, new: &Told<'_>, kept: &[(&'a Element, &'a Element)]) -> Vec<&'a Element> {
    let differs = |(was, now): &(&Element, &Element)| {
        // Being hidden again after the pointer moved on has a shorter report.
        let shows = was.states.on_hover && !now.states.on_hover;
        let is_row = old.is_row(was.uid) || new.is_row(now.uid);
        (is_row || !shows_the_same(was, now)) && (shows || old.lines.steady(was) != new.lines.steady(now))
    };
    kept.iter().filter(|pair| differs(pair)).map(|(_, now)| *now).collect()
}

/// Whether two lines show no difference; screen position, focus and cover do not count.
fn shows_the_same(a: &Element, b: &Element) -> bool {
    let still = |states: &States| States { focused: false, covered: None, ..states.clone() };
    a.kind == b.kind
        && a.name == b.name
        && a.value == b.value
        && a.options == b.options
        && a.option_count == b.option_count
        && a.limits == b.limits
        && a.placeholder == b.placeholder
        && a.hint == b.hint
        && a.href == b.href
        && a.download == b.download
        && a.field == b.field
        && a.input_type == b.input_type
        && a.role == b.role
        && a.guessed == b.guessed
        && still(&a.states) == still(&b.states)
}

/// What a row says by now, or no longer says, beyond what its line has room for.
fn further_on(old: &Told<'_>, new: &Told<'_>, uid: u32) -> String {
    let (was, now) = (old.lines.cut_off(uid), new.lines.cut_off(uid));
    let says = |told: &Told<'_>, words: &str| {
        told.rows.by_number.get(&uid).is_some_and(|row| row.told().any(|other| steady(other) == steady(words)))
    };
    let came = now.iter().filter(|words| !says(old, words)).map(|words| format!(" + {}", quoted(words, FURTHER_CAP)));
    let went = was.iter().filter(|words| !says(new, words)).map(|words| format!(" - {}", quoted(words, FURTHER_CAP)));
    let all: String = came.chain(went).collect();
    if all.is_empty() { all } else { format!("(further on in {uid}:{all})\n") }
}

/// The new order of the elements listed before, from the first moved one to the last; none if too long.
fn order(old: &Told<'_>, new: &Told<'_>) -> Option<String> {
    let was: Vec<u32> = old.listed.iter().map(|e| e.uid).filter(|uid| new.has(*uid)).collect();
    let now: Vec<u32> = new.listed.iter().map(|e| e.uid).filter(|uid| old.has(*uid)).collect();
    let differs = |(a, b): (&u32, &u32)| a != b;
    let Some(first) = was.iter().zip(&now).position(differs) else { return Some(String::new()) };
    let last = was.iter().zip(&now).rposition(differs).unwrap_or(first);
    let moved = now.get(first..=last).unwrap_or_default();
    (moved.len() <= MOST_ORDERED).then(|| format!("(order now: {})\n", uids(moved.iter().copied())))
}

fn uids(all: impl Iterator<Item = u32>) -> String {
    all.map(|uid| uid.to_string()).collect::<Vec<_>>().join(" ")
}

/// The head of a look: address, title, what is open, scroll position.
fn head(before: &Index, after: &Index) -> String {
    let mut out = String::new();
    if line(&before.url, 300) != line(&after.url, 300) {
        let _ = writeln!(out, "URL: {}", line(&after.url, 300));
    }
    if line(&before.title, 150) != line(&after.title, 150) {
        let _ = writeln!(out, "Title: {}", line(&after.title, 150));
    }
    overlays(&mut out, before, after);
    let (old, new) = (remarks(before), remarks(after));
    for (kind, remark) in &new {
        if old.get(kind) != Some(remark) {
            out.push_str(remark);
        }
    }
    for kind in old.keys().filter(|kind| !new.contains_key(kind)) {
        out.push_str(match kind {
            // Its closing is reported.
            Remark::Open => "",
            Remark::Loading => "(not loading any more)\n",
            Remark::Screen => "(all of it on one screen)\n",
            Remark::Frames => "(no other frames)\n",
            Remark::Document => "(a web page)\n",
        });
    }
    out
}

fn overlays(out: &mut String, before: &Index, after: &Index) {
    let open = |index: &Index, node: u32| index.overlays.iter().any(|o| o.node == node);
    for overlay in &after.overlays {
        if !open(before, overlay.node) {
            let _ = writeln!(out, "(opened: {} {})", overlay.kind, quoted(&overlay.label, 60));
        }
    }
    for overlay in &before.overlays {
        if !open(after, overlay.node) {
            let _ = writeln!(out, "(closed: {} {})", overlay.kind, quoted(&overlay.label, 60));
        }
    }
}

/// What an open overlay makes unusable: everything not reported here, or only these.
fn waiting(out: &mut String, before: &Index, after: &Index, behind: &[&Element], is_all: bool) {
    let count = |index: &Index| index.elements.len() - index.usable().count();
    // If nothing waited before, everything not reported here waits now.
    let is_said = is_all && count(before) == 0;
    if !behind.is_empty() && !is_said {
        let all = uids(behind.iter().map(|e| e.uid));
        let _ = writeln!(out, "(behind the open {} now: {all})", after.in_front());
    }
    if count(before) == 0 && behind.is_empty() && count(after) > 0 {
        // Only what newly came is behind it.
        let _ = writeln!(out, "(new behind the open {}: {})", after.in_front(), count(after));
    } else if count(before) != count(after) || !behind.is_empty() {
        let _ = writeln!(out, "(behind it: {} elements)", count(after));
    }
}

/// What is drawn freely, and is elsewhere now. What a page's layout pushes aside is not news.
fn moved(out: &mut String, kept: &[(&Element, &Element)]) {
    let mut ways: BTreeMap<(i32, i32), Vec<u32>> = BTreeMap::new();
    for (was, now) in kept.iter().filter(|(_, now)| now.row.is_none()) {
        let (Some([x, y]), Some([new_x, new_y])) = (was.place, now.place) else { continue };
        let way = (new_x.saturating_sub(x), new_y.saturating_sub(y));
        if way.0.saturating_abs().max(way.1.saturating_abs()) > LEAST_MOVED {
            ways.entry(way).or_default().push(now.uid);
        }
    }
    for ((x, y), all) in ways.iter().take(MOST_WAYS) {
        let more = all.len().saturating_sub(MOST_MOVED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(out, "~ {}{more} moved by ({x}, {y})", uids(all.iter().copied().take(MOST_MOVED)));
    }
    let others: usize = ways.values().skip(MOST_WAYS).map(Vec::len).sum();
    if others > 0 {
        let _ = writeln!(out, "({others} more moved)");
    }
}

/// What now covers which elements, and which show only on hover; elements with a line of their own say it there.
fn pointed(out: &mut String, kept: &[(&Element, &Element)], changed: &[&Element], rows: &Rows) {
    let mut covered: BTreeMap<Option<&str>, Vec<u32>> = BTreeMap::new();
    let mut hidden = Vec::new();
    // What lies over rows is shown with what is open.
    let told_by_itself = |now: &Element| rows.list_of(now.uid).is_none() && !changed.iter().any(|e| e.uid == now.uid);
    for (was, now) in kept.iter().filter(|(_, now)| told_by_itself(now)) {
        let told = |e: &Element| e.states.covered.as_deref().map(|by| bare(by, 60));
        if told(was) != told(now) {
            covered.entry(now.states.covered.as_deref()).or_default().push(now.uid);
        }
        if now.states.on_hover && !was.states.on_hover {
            hidden.push(now.uid);
        }
    }
    for (by, all) in covered {
        let all = uids(all.into_iter());
        match by.map(|by| bare(by, 60)) {
            Some(by) if by.is_empty() => _ = writeln!(out, "(covered now: {all})"),
            Some(by) => _ = writeln!(out, "(covered by {by} now: {all})"),
            None => _ = writeln!(out, "(not covered any more: {all})"),
        }
    }
    if !hidden.is_empty() {
        let _ = writeln!(out, "(shown on hover only: {})", uids(hidden.into_iter()));
    }
}

/// The usable element with the focus.
fn focus(index: &Index) -> Option<u32> {
    index.focused.filter(|uid| index.element(*uid).is_some_and(|e| !e.states.behind_modal))
}

/// How much text there is beyond what the walk sent.
fn further(index: &Index) -> usize {
    index.text_length.saturating_sub(super::clean::units(&index.text))
}
