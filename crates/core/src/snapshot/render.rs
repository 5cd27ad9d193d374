//! The look: a page's index as the text of the contract's section 7, within a budget.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use super::budget::{rank, tokens};
use super::classify::Tier;
use super::clean::{bare, line, quoted};
use super::index::{Element, Index};
use super::line::Lines;
use super::text;

/// So many lines in a row may be too long for what is left of the budget before no more are tried.
const MISSES: usize = 100;
/// Ranks up to this one are in sight, named by the task, or in an overlay.
const IN_SIGHT: i32 = 300;
/// What is not in sight fills the list up to this part of the budget.
const AHEAD: usize = 4;
/// A line that is worth its place costs so many tokens; where fewer are left, none is tried.
const SHORTEST: usize = 12;
/// Kept free for the lines that say what was left out.
const RESERVE: usize = 110;

/// What a look may cost and show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderOptions {
    /// Most tokens of the whole look, as [`tokens`] estimates them; at least 200 are needed.
    pub tokens: usize,
    /// Words of the task, lower case, see [`super::budget::task_words`].
    pub task_words: Vec<String>,
    /// Most characters of readable text.
    pub text_chars: usize,
    /// Whether values that the user typed before the run are shown (a setting).
    pub show_typed_values: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self { tokens: 4_000, task_words: Vec::new(), text_chars: 5_000, show_typed_values: false }
    }
}

/// A look and what is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// The text for the model.
    pub text: String,
    /// uids in it, in its order.
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
    let usable: Vec<&Element> = index.usable().filter(|e| !e.in_text).collect();
    let lines = Lines::of(index, told_once(index, &usable).into_iter(), options.show_typed_values);
    let mut out = head(index);
    if let Some(cover) = lines.cover() {
        out.push_str(&cover);
        out.push('\n');
    }
    out.push_str("ELEMENTS (uid | type | label):\n");
    let budget = options.tokens.saturating_sub(tokens(&out) + RESERVE);
    let text_share = (tokens(&index.text).min(options.text_chars / 4 + 1)).min(budget / 3);
    let chosen = choose(index, &usable, &lines, options, budget.saturating_sub(text_share));
    for (_, text) in &chosen {
        out.push_str(text);
        out.push('\n');
    }
    let left_out = usable.len() - chosen.len();
    let behind = index.elements.len() - index.usable().count();
    if left_out > 0 {
        let shown: HashSet<u32> = chosen.iter().map(|(e, _)| e.uid).collect();
        let sections = sections(usable.iter().filter(|e| !shown.contains(&e.uid)));
        let _ = writeln!(out, "({left_out} more elements{sections}: find_on_page searches them, scroll shows others)");
    }
    if behind > 0 {
        let _ = writeln!(out, "({behind} more behind the open {})", index.in_front());
    }
    let listed: Vec<&Element> = chosen.iter().map(|(e, _)| *e).collect();
    let rest = options.tokens.saturating_sub(tokens(&out) + 30);
    out.push_str(&text::section(index, &lines, &listed, options.text_chars, rest));
    let shown = listed.iter().map(|e| e.uid).collect();
    Look { text: out, shown, left_out }
}

/// What a document is that is no web page, and what can be done with it.
fn kind_of_document(content_type: &str) -> &'static str {
    match content_type.split_once('/').unwrap_or((content_type, "")) {
        ("", _) => "",
        ("application", "pdf") => {
            "(This is a PDF in the browser's viewer. Its text cannot be read and nothing in it can be clicked; screenshot shows what is in \
             view, press_key with PageDown goes on.)\n"
        }
        ("image", _) => "(This is a picture and no page; screenshot shows it.)\n",
        ("video" | "audio", _) => "(This is a recording in the browser's player and no page.)\n",
        _ => "(This is a document without a page around it, shown as its text.)\n",
    }
}

/// What the head of a look says besides the address and the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Remark {
    /// It is no web page.
    Document,
    /// It is not there yet.
    Loading,
    /// A dialog, menu or popover is open.
    Open,
    /// How far it is scrolled.
    Screen,
    /// Frames that could not be read.
    Frames,
}

/// The remarks that apply, each a line.
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

/// Everything that can be used, in a look's order.
pub(super) fn listing(index: &Index) -> Vec<&Element> {
    let mut out: Vec<&Element> = index.usable().filter(|e| !e.in_text).collect();
    out.sort_by_key(|e| place_in_list(e));
    out
}

/// The contract's order: overlays, then tiers, then the page's order.
fn place_in_list(element: &Element) -> (usize, Tier, usize) {
    (element.overlay.map_or(usize::MAX, |at| usize::MAX - 1 - at), element.tier, element.order)
}

/// The elements without those links that only repeat one in the same place: the same link in the header, the menu and the footer is told once.
pub(super) fn told_once<'a>(index: &'a Index, usable: &[&'a Element]) -> Vec<&'a Element> {
    let mut links: HashSet<(&str, &str, &str)> = HashSet::new();
    let here = page_of(&index.url);
    let mut is_new = |e: &'a Element| {
        let is_plain = super::distil::leads(&e.href) && !e.name.is_empty() && e.overlay.is_none();
        !is_plain || links.insert((e.name.as_str(), e.href.as_str(), place(e, here)))
    };
    usable.iter().copied().filter(|&e| is_new(e)).collect()
}

/// The elements that fit, in the contract's order: overlays, then tiers, then the page's order.
fn choose<'a>(
    index: &'a Index,
    usable: &[&'a Element],
    lines: &Lines<'_>,
    options: &RenderOptions,
    budget: usize,
) -> Vec<(&'a Element, String)> {
    let told = told_once(index, usable);
    let mut order: Vec<(i32, usize)> =
        told.iter().enumerate().map(|(at, e)| (rank(e, index, &options.task_words), at)).collect();
    order.sort_unstable();
    let mut left = budget;
    let mut misses = 0;
    let mut spent = 0;
    let mut chosen: Vec<(&Element, String)> = Vec::new();
    for (rank, at) in order {
        let Some(element) = told.get(at).copied() else { continue };
        let is_ahead = rank > IN_SIGHT && element.tier != Tier::Inputs;
        if is_ahead && spent + SHORTEST > options.tokens / AHEAD {
            continue;
        }
        let text = lines.line(element);
        let cost = tokens(&text) + 1;
        // What is neither in sight nor asked for may have a part of the budget only; it is a search away.
        if is_ahead && spent + cost > options.tokens / AHEAD {
            continue;
        }
        spent += cost;
        if cost > left {
            // A long line that does not fit may be followed by short ones that do; a nearly used up budget ends the search.
            misses += 1;
            if left < SHORTEST || misses > MISSES {
                break;
            }
            continue;
        }
        left -= cost;
        chosen.push((element, text));
    }
    chosen.sort_by_key(|(e, _)| place_in_list(e));
    chosen
}

/// An address without what is asked for.
fn page_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

/// Where a link is, if its address does not say what it does: a link to the page itself is for a script.
fn place<'a>(element: &'a Element, here: &str) -> &'a str {
    let is_script = element.href == here;
    element.context.first().filter(|_| is_script).map(String::as_str).unwrap_or_default()
}

/// In which parts of the page most of what was left out is: names that `find_on_page` opens.
fn sections<'a>(left: impl Iterator<Item = &'a &'a Element>) -> String {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for label in left.filter_map(|e| e.context.last()) {
        *counts.entry(label).or_default() += 1;
    }
    let mut most: Vec<(Reverse<usize>, &str)> =
        counts.into_iter().map(|(label, count)| (Reverse(count), label)).collect();
    most.retain(|(Reverse(count), _)| *count >= 5);
    most.sort_unstable();
    let named: Vec<String> =
        most.iter().take(4).map(|(Reverse(count), label)| format!("{count} in {}", quoted(label, 24))).collect();
    if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) }
}
