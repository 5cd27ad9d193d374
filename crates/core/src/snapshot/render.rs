//! The look: a page's index as the text of the contract's section 7, within a budget.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::budget::{rank, tokens};
use super::classify::Tier;
use super::clean::{bare, line, quoted};
use super::index::{Element, FieldValue, Index, States, Tri};
use super::raw::{FieldKind, state};

/// Longest name and value printed, in characters.
pub(crate) const NAME_CAP: usize = 80;
/// Options printed of one select: all months.
const OPTIONS_SHOWN: usize = 12;
/// A label beyond this is cut before anything else, in characters.
const LONGEST_OPTION: usize = 300;
/// Longest label of an option, in characters; `select_option` understands one that is cut.
const OPTION_CAP: usize = 40;
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
    let mut out = head(index);
    out.push_str("ELEMENTS (uid | type | label):\n");
    let budget = options.tokens.saturating_sub(tokens(&out) + RESERVE);
    let text_share = (tokens(&index.text).min(options.text_chars / 4 + 1)).min(budget / 3);
    let usable: Vec<&Element> = index.elements.iter().filter(|e| !e.states.behind_modal).collect();
    let chosen = choose(index, &usable, options, budget.saturating_sub(text_share));
    for (_, text) in &chosen {
        out.push_str(text);
        out.push('\n');
    }
    let left_out = usable.len() - chosen.len();
    let behind = index.elements.len() - usable.len();
    if left_out > 0 {
        let shown: HashSet<u32> = chosen.iter().map(|(e, _)| e.uid).collect();
        let sections = sections(usable.iter().filter(|e| !shown.contains(&e.uid)));
        let _ = writeln!(out, "({left_out} more elements{sections}: find_on_page searches them, scroll shows others)");
    }
    if behind > 0 {
        let _ = writeln!(out, "({behind} more behind the open {})", index.in_front());
    }
    let shown: Vec<u32> = chosen.iter().map(|(e, _)| e.uid).collect();
    let names: HashSet<&str> = chosen.iter().filter(|(e, _)| !e.guessed).map(|(e, _)| e.name.as_str()).collect();
    let rest = options.tokens.saturating_sub(tokens(&out) + 30);
    out.push_str(&text_section(index, &names, options.text_chars, rest));
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

fn head(index: &Index) -> String {
    let mut out = format!("URL: {}\nTitle: {}\n", line(&index.url, 300), line(&index.title, 150));
    out.push_str(kind_of_document(&index.content_type));
    if index.ready_state == "loading" {
        out.push_str("(still loading)\n");
    }
    if let Some(overlay) = index.overlays.last() {
        let name = if overlay.label.is_empty() { String::new() } else { format!(" {}", quoted(&overlay.label, 60)) };
        let blocks = if overlay.modal { "; the rest of the page waits for it" } else { "" };
        let _ = writeln!(out, "(open: {}{name}{blocks})", bare(&overlay.kind, 20));
    }
    if index.scroll.full_height > index.scroll.height * 3 / 2 && index.scroll.height > 0 {
        let screens = |px: i32| f64::from(px) / f64::from(index.scroll.height);
        let _ = writeln!(
            out,
            "(screen {:.1} of {:.1})",
            screens(index.scroll.scroll_y) + 1.0,
            screens(index.scroll.full_height)
        );
    }
    let foreign: Vec<String> = index
        .frames
        .iter()
        .filter(|f| !f.walked && f.src.starts_with("http"))
        .take(2)
        .map(|f| line(&f.src, 60))
        .collect();
    if !foreign.is_empty() {
        let _ = writeln!(out, "(frames of other sites, not read: {})", foreign.join(", "));
    }
    out
}

/// The elements that fit, in the contract's order: overlays, then tiers, then the page's order.
fn choose<'a>(
    index: &Index,
    usable: &[&'a Element],
    options: &RenderOptions,
    budget: usize,
) -> Vec<(&'a Element, String)> {
    let mut order: Vec<(i32, usize)> =
        usable.iter().enumerate().map(|(at, e)| (rank(e, index, &options.task_words), at)).collect();
    order.sort_unstable();
    let mut twins: HashMap<(&str, &str), usize> = HashMap::new();
    let mut links: HashSet<(&str, &str, &str)> = HashSet::new();
    let here = page_of(&index.url);
    let mut doubled: HashSet<u32> = HashSet::new();
    for element in usable {
        // The same link in the header, the menu and the footer is told once.
        if super::distil::leads(&element.href)
            && !element.name.is_empty()
            && element.overlay.is_none()
            && !links.insert((element.name.as_str(), element.href.as_str(), place(element, here)))
        {
            doubled.insert(element.uid);
            continue;
        }
        *twins.entry((element.kind.label(), element.name.as_str())).or_default() += 1;
    }
    let mut left = budget;
    let mut misses = 0;
    let mut spent = 0;
    let mut chosen: Vec<(&Element, String)> = Vec::new();
    for (rank, at) in order {
        let Some(element) = usable.get(at).filter(|e| !doubled.contains(&e.uid)) else { continue };
        let is_ahead = rank > IN_SIGHT && element.tier != Tier::Inputs;
        if is_ahead && spent + SHORTEST > options.tokens / AHEAD {
            continue;
        }
        let twin = twins.get(&(element.kind.label(), element.name.as_str())).is_some_and(|n| *n > 1);
        let text = element_line(element, if twin { 2 } else { 1 }, options.show_typed_values);
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
    chosen.sort_by_key(|(e, _)| (e.overlay.map_or(usize::MAX, |at| usize::MAX - 1 - at), e.tier, e.order));
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

/// An option's label with its middle left out where it is long: what tells options apart stands at the end as often as at the beginning.
fn both_ends(label: &str) -> String {
    let label = line(label, LONGEST_OPTION);
    let count = label.chars().count();
    if count <= OPTION_CAP {
        return label;
    }
    let head: String = label.chars().take(OPTION_CAP / 2).collect();
    let tail: String = label.chars().skip(count - (OPTION_CAP - OPTION_CAP / 2 - 1)).collect();
    format!("{head}…{tail}")
}

/// A name that says the same twice, as an icon's and the text beside it do, once.
fn once(name: &str) -> &str {
    match name.split_at_checked(name.len() / 2) {
        Some((first, second)) if second.strip_prefix(' ') == Some(first) => first,
        _ => name,
    }
}

/// One line of the list; `contexts` is how many surroundings are named.
pub fn element_line(element: &Element, contexts: usize, show_typed: bool) -> String {
    let mut out = format!("{} | {} | {}", element.uid, element.kind.label(), quoted(once(&element.name), NAME_CAP));
    let context: Vec<String> =
        element.context.iter().map(|c| bare(c, 50)).filter(|c| !c.is_empty()).take(contexts).collect();
    if !context.is_empty() {
        let _ = write!(out, " [in: {}]", context.join(" < "));
    }
    value_marks(&mut out, element, show_typed);
    state_marks(&mut out, &element.states);
    if !element.hint.is_empty() {
        let _ = write!(out, " [looks like: {}]", bare(&element.hint, 60));
    }
    if element.name.is_empty() && !element.href.is_empty() {
        let _ = write!(out, " [to: {}]", bare(&element.href, 80));
    }
    out
}

fn value_marks(out: &mut String, element: &Element, show_typed: bool) {
    match element.field {
        FieldKind::Plain | FieldKind::File => {}
        FieldKind::Password => out.push_str(" [password]"),
        FieldKind::OneTimeCode => out.push_str(" [one-time code]"),
        FieldKind::Card => out.push_str(" [payment card]"),
    }
    if matches!(element.input_type.as_str(), "date" | "time" | "datetime-local" | "month" | "week" | "color" | "number")
    {
        let _ = write!(out, " [{}]", element.input_type);
    }
    match &element.value {
        Some(FieldValue::Masked) => out.push_str(" [filled]"),
        Some(FieldValue::Typed(_)) if !show_typed => out.push_str(" [filled]"),
        Some(FieldValue::Shown(text) | FieldValue::Typed(text)) if !text.is_empty() => {
            let _ = write!(out, " [value: {}]", quoted(text, NAME_CAP));
        }
        Some(FieldValue::Shown(_) | FieldValue::Typed(_)) | None => {}
    }
    if !element.options.is_empty() {
        let shown: Vec<String> = element
            .options
            .iter()
            .filter(|o| o.states & state::DISABLED == 0)
            .take(OPTIONS_SHOWN)
            .map(|o| quoted(&both_ends(&o.label), OPTION_CAP))
            .collect();
        let more = element.option_count.saturating_sub(shown.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = write!(out, " [options: {}{more}]", shown.join(", "));
    }
    for (name, limit) in [("min", &element.limits.min), ("max", &element.limits.max), ("step", &element.limits.step)] {
        if !limit.is_empty() {
            let _ = write!(out, " [{name}: {}]", bare(limit, 30));
        }
    }
    let empty = matches!(&element.value, Some(FieldValue::Shown(text)) if text.is_empty());
    if empty && !element.placeholder.is_empty() {
        let _ = write!(out, " [placeholder: {}]", quoted(&element.placeholder, 60));
    }
}

fn state_marks(out: &mut String, states: &States) {
    let mut mark = |on: bool, text: &str| {
        if on {
            let _ = write!(out, " [{text}]");
        }
    };
    mark(states.checked == Some(Tri::Yes), "checked");
    mark(states.checked == Some(Tri::Mixed), "mixed");
    mark(states.pressed == Some(Tri::Yes), "pressed");
    mark(states.pressed == Some(Tri::No), "not pressed");
    mark(states.expanded == Some(true), "expanded");
    mark(states.expanded == Some(false), "collapsed");
    mark(states.selected, "selected");
    mark(states.current, "current");
    mark(states.multiple, "multiple");
    mark(states.has_popup && states.expanded.is_none(), "opens a popup");
    mark(states.required, "required");
    mark(states.readonly, "read-only");
    mark(states.disabled, "disabled");
    mark(states.focused, "focused");
    mark(states.on_hover, "on hover");
    mark(states.scrolls, "scrolls");
    if let Some(message) = &states.invalid {
        mark(
            true,
            &if message.is_empty() { "invalid".to_owned() } else { format!("invalid: {}", quoted(message, 80)) },
        );
    }
    if let Some(by) = &states.covered {
        mark(true, &if by.is_empty() { "covered".to_owned() } else { format!("covered by: {}", bare(by, 60)) });
    }
}

/// `TEXT:` with as many lines as fit; lines that only repeat a listed element's name are left out.
fn text_section(index: &Index, names: &HashSet<&str>, chars: usize, budget: usize) -> String {
    let mut out = String::from("TEXT:\n");
    let mut left = budget.saturating_sub(2);
    let mut chars_left = chars;
    let mut offset = 0;
    let mut cut = false;
    for raw in index.text.split('\n') {
        let length = raw.chars().map(char::len_utf16).sum::<usize>() + 1;
        let bare_line = raw.trim_start_matches("- ").trim();
        if raw.starts_with("## ") || !names.contains(bare_line) {
            let text = line(raw, chars_left.min(2_000));
            let cost = tokens(&text) + 1;
            if cost > left || chars_left == 0 {
                cut = true;
                break;
            }
            if !text.is_empty() {
                left -= cost;
                chars_left = chars_left.saturating_sub(text.chars().count() + 1);
                out.push_str(&text);
                out.push('\n');
            }
        }
        offset += length;
    }
    if cut || index.text_length > offset {
        let _ = writeln!(out, "(more text: read_page with offset {offset})");
    }
    out
}
