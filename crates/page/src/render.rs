//! The look: a page's index as the text of the contract's section 7, within a budget.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use super::budget::{rank, tokens};
use super::classify::Tier;
use super::clean::{bare, line, quoted};
use super::index::{Element, Index, Part};
use super::line::{Lines, ranges};
use super::order::{sort_by, sort_by_key};
use super::rows::Rows;
use super::{text, tools};

/// After this many consecutive lines too long for the remaining budget, no more are tried.
const MISSES: usize = 100;
/// Ranks up to this one are in sight, named by the task, or in an overlay.
const IN_SIGHT: i32 = 300;
/// Out of sight, lines are whole up to this fraction of the budget, brief beyond.
const AHEAD: usize = 4;
/// The least tokens of a line; with fewer left, none is tried.
const SHORTEST: usize = 6;
/// Reserved for the lines on what was left out, and what waits behind a dialog.
const RESERVE: usize = 110;
/// The share of the first of these lines.
const LEFT_OUT: usize = 80;

const LIST: &str = "ELEMENTS (uid | type | label):\n";

/// A look's budget and options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderOptions {
    /// Most tokens of the whole look, by [`tokens`]; at least 200 are needed.
    pub tokens: usize,
    /// The task's words, lower case, see [`super::budget::task_words`].
    pub task_words: Vec<String>,
    /// Most characters of readable text.
    pub text_chars: usize,
    /// Whether to show values the user typed before the run (a setting).
    pub show_typed_values: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self { tokens: 4_000, task_words: Vec::new(), text_chars: 5_000, show_typed_values: false }
    }
}

/// A rendered look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// The text for the model.
    pub text: String,
    /// Its uids, in order.
    pub shown: Vec<u32>,
    /// How many usable elements were left out.
    pub left_out: usize,
}

/// The look's text only.
pub fn render(index: &Index, options: &RenderOptions) -> String {
    look(index, options).text
}

/// Renders a look: the most useful elements that fit, then the page's text.
pub fn look(index: &Index, options: &RenderOptions) -> Look {
    look_from(index, options, index.focused_part())
}

/// The same beginning with the part of the page that was touched last.
pub(super) fn look_from(index: &Index, options: &RenderOptions, touched: Option<Part>) -> Look {
    let usable: Vec<&Element> = index.usable().filter(|e| e.is_listed()).collect();
    let told = UniqueElements::of(index, &usable);
    let lines = Lines::of(index, told.first.iter().copied(), options.show_typed_values);
    let mut out = head(index);
    let uids: Vec<u32> = usable.iter().filter(|e| index.row_around(e).is_none()).map(|e| e.uid).collect();
    let flat: Vec<u32> = uids.iter().copied().filter(|uid| index.rows.list_of(*uid).is_none()).collect();
    if let Some(cover) = lines.cover(&flat) {
        out.push_str(&cover);
        out.push('\n');
    }
    out.push_str(&in_frames(index, &uids, &|_| true));
    let tools = tools::section(index, options.tokens);
    let legends: usize = lines.legends(&told.first).iter().map(|legend| tokens(legend) + 1).sum();
    let budget = options.tokens.saturating_sub(tokens(&out) + tokens(&tools) + tokens(LIST) + RESERVE + legends);
    let text_share = (tokens(&index.text).min(options.text_chars / 4 + 1)).min(budget / 3);
    let List { chosen, is_shared } = choose(index, &told, &lines, options, (budget, text_share), touched);
    if is_shared {
        out.push_str(SHARED);
        out.push('\n');
    }
    out.push_str(LIST);
    let mut lists = HashSet::new();
    for (element, text) in &chosen {
        if let Some(legend) = index
            .rows
            .list_of(element.uid)
            .filter(|list| lists.insert(*list))
            .and_then(|list| lines.legend(list, element))
        {
            out.push_str(&legend);
            out.push('\n');
        }
        out.push_str(text);
        out.push('\n');
    }
    let (listed, named) = names(&chosen, &told);
    let left_out = usable.iter().filter(|e| !named.contains(&e.uid)).count();
    let behind = index.elements.len() - index.usable().count();
    if left_out > 0 {
        let sections = sections(usable.iter().filter(|e| !named.contains(&e.uid)));
        let _ = writeln!(out, "({left_out} more elements{sections}: find_on_page searches them, scroll shows others)");
    }
    if behind > 0 {
        let _ = writeln!(out, "(behind it: {behind} elements)");
    }
    let rest = options.tokens.saturating_sub(tokens(&out) + tokens(&tools) + 30);
    out.push_str(&text::section(index, &lines, &named, options.text_chars, rest));
    if !tools.is_empty() {
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out.push_str(&tools);
    }
    let shown = listed.iter().flat_map(|e| std::iter::once(e.uid).chain(index.rows.held_by(e.uid))).collect();
    Look { text: out, shown, left_out }
}

/// What a non-web document is, and what can be done with it.
fn kind_of_document(content_type: &str) -> &'static str {
    match content_type.split_once('/').unwrap_or((content_type, "")) {
        ("", _) => "",
        ("application", "pdf") => {
            "(This is a PDF in the browser's viewer. Nothing in it can be read or clicked here; screenshot shows what is in \
             view, press_key with PageDown goes on.)\n"
        }
        ("image", _) => "(This is a picture, not a page; screenshot shows it.)\n",
        ("video" | "audio", _) => "(This is a recording in the browser's player, not a page.)\n",
        _ => "(This is a document without a page around it, shown as its text.)\n",
    }
}

/// The remarks in a look's head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Remark {
    /// It is not a web page.
    Document,
    Loading,
    Open,
    Screen,
    Frames,
}

/// The remarks that apply, one line each.
pub(super) fn remarks(index: &Index) -> BTreeMap<Remark, String> {
    let mut out = BTreeMap::new();
    let document = kind_of_document(&index.content_type);
    if !document.is_empty() {
        out.insert(Remark::Document, document.to_owned());
    }
    if index.ready_state == "loading" {
        out.insert(Remark::Loading, "(still loading)\n".to_owned());
    }
    if let Some(overlay) = index.overlays.last() {
        let name = if overlay.label.is_empty() { String::new() } else { format!(" {}", quoted(&overlay.label, 60)) };
        let blocks = if overlay.modal { "; the rest of the page waits for it" } else { "" };
        out.insert(Remark::Open, format!("(open: {}{name}{blocks})\n", bare(&overlay.kind, 20)));
    }
    if index.scroll.full_height > index.scroll.height * 3 / 2 && index.scroll.height > 0 {
        let screens = |px: i32| f64::from(px) / f64::from(index.scroll.height);
        let (at, all) = (screens(index.scroll.scroll_y) + 1.0, screens(index.scroll.full_height));
        out.insert(Remark::Screen, format!("(screen {at:.1} of {all:.1})\n"));
    }
    let foreign = index.frames.iter().filter(|f| !f.walked && f.src.starts_with("http"));
    let foreign: Vec<String> = foreign.take(2).map(|f| line(&f.src, 60)).collect();
    if !foreign.is_empty() {
        out.insert(Remark::Frames, format!("(frames of other sites, not read: {})\n", foreign.join(", ")));
    }
    out
}

fn head(index: &Index) -> String {
    let mut out = format!("URL: {}\nTitle: {}\n", line(&index.url, 300), line(&index.title, 150));
    out.extend(remarks(index).into_values());
    out
}

/// Which of these elements are in which frame, for frames with fields: such are filled in frame by frame.
pub(super) fn in_frames(index: &Index, uids: &[u32], is_new: &dyn Fn(u32) -> bool) -> String {
    let mut out = String::new();
    for (at, frame) in index.frames.iter().enumerate() {
        let inside = |uid: &u32| index.element(*uid).filter(|e| e.frame == Some(at));
        if !uids.iter().filter_map(inside).any(|e| e.value.is_some()) {
            continue;
        }
        let all = ranges(uids, &|uid| inside(&uid).is_some() && is_new(uid));
        if all.is_empty() {
            continue;
        }
        let name = if frame.label.is_empty() { page_of(&frame.src) } else { frame.label.as_str() };
        let _ = writeln!(out, "(in frame {}: {all})", quoted(name, 60));
    }
    out
}

/// Everything usable, in the order of a look in which this part comes first.
pub(super) fn listing(index: &Index, touched: Option<Part>) -> Vec<&Element> {
    let mut out: Vec<&Element> = index.usable().filter(|e| e.is_listed() && index.row_around(e).is_none()).collect();
    sort_by_key(&mut out, |e| place_in_list(e, touched));
    out
}

/// What was opened last, then the part that was touched last, then the main content, then the rest; each in the page's order.
fn place_in_list(element: &Element, touched: Option<Part>) -> (usize, bool, bool, usize) {
    let overlay = element.overlay.map_or(usize::MAX, |at| usize::MAX - 1 - at);
    (overlay, Some(element.part) != touched, element.part != Part::Main, element.order)
}

/// A look's elements without repeated links: the same link in the header, the menu and the footer has one line.
pub(super) struct UniqueElements<'a> {
    /// Elements with a line of their own, in the page's order.
    pub(super) first: Vec<&'a Element>,
    /// The uids of each one's repetitions.
    repeats: HashMap<u32, Vec<u32>>,
    rows: &'a Rows,
}

impl<'a> UniqueElements<'a> {
    pub(super) fn of(index: &'a Index, usable: &[&'a Element]) -> Self {
        let mut links: HashMap<(&str, &str, &str), u32> = HashMap::new();
        let mut repeats: HashMap<u32, Vec<u32>> = HashMap::new();
        let here = page_of(&index.url);
        let mut is_new = |e: &'a Element| {
            if !super::distil::leads(&e.href) || e.name.is_empty() || e.overlay.is_some() {
                return true;
            }
            let first = *links.entry((e.name.as_str(), e.href.as_str(), place(e, here))).or_insert(e.uid);
            if first != e.uid {
                repeats.entry(first).or_default().push(e.uid);
            }
            first == e.uid
        };
        // What is in a row is shown in its line.
        let first = usable.iter().copied().filter(|&e| index.row_around(e).is_none() && is_new(e)).collect();
        Self { first, repeats, rows: &index.rows }
    }

    /// The uids that an element's line names.
    fn uids(&self, element: &Element) -> impl Iterator<Item = u32> {
        let repeats = self.repeats.get(&element.uid).into_iter().flatten().copied();
        std::iter::once(element.uid).chain(repeats).chain(self.rows.held_by(element.uid))
    }

    /// A line's note of the repetitions.
    fn repeats_note(&self, element: &Element) -> String {
        match self.repeats.get(&element.uid) {
            None => String::new(),
            Some(uids) => {
                let uids: Vec<String> = uids.iter().map(u32::to_string).collect();
                format!(" [also: {}]", uids.join(" "))
            }
        }
    }
}

/// States that a list is [`shared`](share).
const SHARED: &str = "(a line without [in: …] is where the one above it is)";

/// The list of a look: elements with their lines, and whether lines share contexts.
struct List<'a> {
    chosen: Vec<(&'a Element, String)>,
    is_shared: bool,
}

/// The elements that fit, in the contract's order: overlays, then tiers, then the page's order. Lines get shorter before any is left out.
fn choose<'a>(
    index: &'a Index,
    told: &UniqueElements<'a>,
    lines: &Lines<'_>,
    options: &RenderOptions,
    (budget, text_share): (usize, usize),
    touched: Option<Part>,
) -> List<'a> {
    let mut order: Vec<(i32, usize)> =
        told.first.iter().enumerate().map(|(at, e)| (rank(e, index, &options.task_words), at)).collect();
    sort_by(&mut order, Ord::cmp);
    let order: Vec<(i32, &Element)> =
        order.into_iter().filter_map(|(rank, at)| Some((rank, *told.first.get(at)?))).collect();
    let mut chosen = fill(&order, told, lines, options.tokens / AHEAD, budget.saturating_sub(text_share));
    if chosen.len() < order.len() {
        // The text need not repeat the list, so it takes less than its share.
        let (_, named) = names(&chosen, told);
        let text = tokens(&text::section(index, lines, &named, options.text_chars, text_share));
        let room = budget.saturating_sub(text.min(text_share));
        if let Some(chosen) =
            share(&told.first, told, lines, (room + LEFT_OUT).saturating_sub(tokens(SHARED) + 1), touched)
        {
            return List { chosen, is_shared: true };
        }
        chosen = fill(&order, told, lines, 0, room);
    }
    sort_by_key(&mut chosen, |(e, _)| place_in_list(e, touched));
    List { chosen, is_shared: false }
}

/// All elements in short lines, each naming its place only if it differs from the line above; none if these do not fit either.
fn share<'a>(
    all: &[&'a Element],
    told: &UniqueElements<'_>,
    lines: &Lines<'_>,
    room: usize,
    touched: Option<Part>,
) -> Option<Vec<(&'a Element, String)>> {
    if all.len() * SHORTEST > room {
        return None;
    }
    let mut all = all.to_vec();
    sort_by_key(&mut all, |e| place_in_list(e, touched));
    let mut left = room;
    let mut last = "";
    let line = |element: &'a Element| {
        let place = element.context.first().map_or("", String::as_str);
        let is_placed = place != last;
        last = place;
        let nowhere = if is_placed && place.is_empty() { " [in: page]" } else { "" };
        let text = lines.brief(element, is_placed) + nowhere + &told.repeats_note(element);
        left = left.checked_sub(tokens(&text) + 1)?;
        Some((element, text))
    };
    all.into_iter().map(line).collect()
}

/// What a list lists and names.
fn names<'a>(chosen: &[(&'a Element, String)], told: &UniqueElements<'_>) -> (Vec<&'a Element>, HashSet<u32>) {
    let named = chosen.iter().flat_map(|(e, _)| told.uids(e)).collect();
    (chosen.iter().map(|(e, _)| *e).collect(), named)
}

/// The best elements that fit: whole lines for what is in sight, and for all up to `whole` tokens.
fn fill<'a>(
    order: &[(i32, &'a Element)],
    told: &UniqueElements<'_>,
    lines: &Lines<'_>,
    whole: usize,
    room: usize,
) -> Vec<(&'a Element, String)> {
    let mut left = room;
    let mut misses = 0;
    let mut chosen: Vec<(&Element, String)> = Vec::new();
    for &(rank, element) in order {
        // What a table says is said nowhere else.
        let is_kept = whole > 0 && told.rows.by_number.get(&element.uid).is_some_and(|row| row.is_table);
        let is_ahead = rank > IN_SIGHT && element.tier != Tier::Inputs && !is_kept;
        let again = told.repeats_note(element);
        let is_brief = is_ahead && room - left + SHORTEST > whole;
        let mut text = if is_brief { String::new() } else { lines.line(element) + &again };
        let mut cost = tokens(&text) + 1;
        if is_brief || (is_ahead && room - left + cost > whole) {
            text = lines.brief(element, lines.is_elsewhere(element)) + &again;
            cost = tokens(&text) + 1;
        }
        if cost > left {
            // Short lines may fit after a long one that does not; a nearly spent budget ends the search.
            misses += 1;
            if left < SHORTEST || misses > MISSES {
                break;
            }
            continue;
        }
        left -= cost;
        chosen.push((element, text));
    }
    chosen
}

/// An address without its query.
fn page_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

/// A link's destination, or its place if it leads nowhere: a link to the page itself is for a script.
fn place<'a>(element: &'a Element, here: &str) -> &'a str {
    let is_script = element.href == here;
    element.context.first().filter(|_| is_script).map(String::as_str).unwrap_or_default()
}

/// The parts of the page with most of what was left out: names that `find_on_page` opens.
fn sections<'a>(left: impl Iterator<Item = &'a &'a Element>) -> String {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for label in left.filter_map(|e| e.context.last()) {
        *counts.entry(label).or_default() += 1;
    }
    let mut most: Vec<(Reverse<usize>, &str)> =
        counts.into_iter().map(|(label, count)| (Reverse(count), label)).collect();
    most.retain(|(Reverse(count), _)| *count >= 5);
    sort_by(&mut most, Ord::cmp);
    let named: Vec<String> =
        most.iter().take(4).map(|(Reverse(count), label)| format!("{count} in {}", quoted(label, 24))).collect();
    if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) }
}
