//! One element as one line, for looks, changes, searches and refusals.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::clean::{bare, line, quoted};
use super::destination::leads_to;
use super::index::{Element, FieldValue, Index, States, Switched, Tri};
use super::order::sort_by;
use super::raw::{FieldKind, state};
use super::rows::Row;

/// Longest name and value printed, in characters; `inspect` gives the rest.
pub(crate) const NAME_CAP: usize = 80;
/// Options printed per select: all months.
const OPTIONS_SHOWN: usize = 12;
/// A longer label is cut before anything else, in characters.
const LONGEST_OPTION: usize = 300;
/// Longest option label, in characters; `select_option` understands a cut one.
const OPTION_CAP: usize = 40;
/// Longest text of a row, in characters; where room is short; and of the name of one of its controls.
const ROW_CAP: usize = 160;
const BRIEF_ROW: usize = 60;
const IN_ROW: usize = 24;
/// Longest name of a cover, in characters.
const COVER_CAP: usize = 60;

/// How much a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Width {
    /// Most characters of the name.
    name: usize,
    /// Most contexts.
    contexts: usize,
    /// Most characters of a context.
    context: usize,
    /// Most options.
    options: usize,
    /// Most words of its appearance, counted from the last, its icon's. A named element gives them in full lines only.
    hint: usize,
}

impl Width {
    fn whole(contexts: usize) -> Self {
        Self { name: NAME_CAP, contexts, context: 50, options: OPTIONS_SHOWN, hint: usize::MAX }
    }

    fn brief(element: &Element, is_placed: bool) -> Self {
        let hint = if element.name.is_empty() { 2 } else { 0 };
        Self { name: 40, contexts: usize::from(is_placed), context: 24, options: 4, hint }
    }
}

/// Kind, name and nearest context of an element, which make up most lines.
type Shown<'a> = (&'static str, &'a str, &'a str);

/// Writes the lines of a page's elements: what several share is said once, and what would read the same is told apart.
pub(crate) struct Lines<'a> {
    here: &'a str,
    show_typed: bool,
    alike: HashMap<Shown<'a>, usize>,
    /// The place of each kind and name; none: several places.
    places: HashMap<(&'static str, &'a str), Option<&'a str>>,
    cover: Option<&'a str>,
    index: &'a Index,
}

impl<'a> Lines<'a> {
    /// For these elements of a page.
    pub(crate) fn of(index: &'a Index, listed: impl Iterator<Item = &'a Element>, show_typed: bool) -> Self {
        let mut alike: HashMap<Shown<'a>, usize> = HashMap::new();
        let mut places: HashMap<(&str, &str), Option<&str>> = HashMap::new();
        let mut covers: HashMap<&str, (usize, usize)> = HashMap::new();
        for element in listed {
            let (kind, name, place) = shown(element);
            *alike.entry((kind, name, place)).or_default() += 1;
            let known = places.entry((kind, name)).or_insert(Some(place));
            *known = known.filter(|known| *known == place);
            // What lies over rows is shown with what is open.
            let is_row = index.rows.by_number.contains_key(&element.uid);
            if let Some(by) = element.states.covered.as_deref().filter(|by| !by.is_empty() && !is_row) {
                covers.entry(by).or_insert((0, element.order)).0 += 1;
            }
        }
        let most = covers.into_iter().filter(|(_, (times, _))| *times > 1);
        let most = most.max_by_key(|(_, (times, first))| (*times, std::cmp::Reverse(*first)));
        Self { here: &index.url, show_typed, alike, places, cover: most.map(|(by, _)| by), index }
    }

    /// The same, with nothing shared.
    pub(super) fn each(self) -> Self {
        Self { cover: None, ..self }
    }

    /// What covers several of these elements: stated once, and not in their lines.
    pub(crate) fn cover(&self, listed: &[u32]) -> Option<String> {
        let by = self.cover?;
        let is_under = |uid: u32| self.index.element(uid).is_some_and(|e| e.states.covered.as_deref() == Some(by));
        Some(format!("(covered by {}: {})", bare(by, COVER_CAP), ranges(listed, &is_under)))
    }

    /// Whether another element has the same kind, name and nearest context.
    pub(crate) fn is_alike(&self, element: &Element) -> bool {
        self.alike.get(&shown(element)).is_some_and(|times| *times > 1)
    }

    /// One line of the list.
    pub(crate) fn line(&self, element: &Element) -> String {
        match self.index.rows.by_number.get(&element.uid) {
            Some(row) => self.row(element, row, ROW_CAP, true),
            None => self.write(element, self.is_alike(element)),
        }
    }

    /// A row with what is in it. Where it is stands above its list.
    fn row(&self, element: &Element, row: &Row, cap: usize, is_whole: bool) -> String {
        let words = row.words.join(if row.is_table { " | " } else { " · " });
        let mut out = format!("{} | {} | {}", element.uid, element.kind.label(), quoted(&words, cap));
        if element.states.heavy {
            out.push_str(" [bold]");
        }
        let usable = |uid: u32| self.index.element(uid).filter(|e| !e.states.behind_modal);
        let mut focused = None;
        for control in &row.controls {
            let Some(one) = usable(control.number) else { continue };
            focused = focused.or(one.states.focused.then_some(one.uid));
            let name = match &control.column {
                Some(name) => name.clone(),
                None if (one.name.is_empty() && one.hint.is_empty()) || one.name == words => {
                    one.kind.label().to_owned()
                }
                None => {
                    let name = if one.name.is_empty() { &one.hint } else { &one.name };
                    format!("{} {}", one.kind.label(), quoted(once(name), IN_ROW))
                }
            };
            let mut facts = String::new();
            let quiet = States { focused: false, covered: None, on_hover: false, ..one.states.clone() };
            if let Some(FieldValue::Shown(_) | FieldValue::Typed(_) | FieldValue::Masked) = &one.value {
                value_marks(&mut facts, &Element { options: Vec::new(), ..one.clone() }, self.show_typed, 0);
            }
            state_marks(&mut facts, &quiet, None);
            // Several facts in one bracket.
            let facts = facts.trim().trim_matches(['[', ']']).replace("] [", ", ");
            let facts = if facts.is_empty() { facts } else { format!(": {facts}") };
            let _ = write!(out, " [{} {name}{facts}]", one.uid);
        }
        let cells: Vec<String> = row.cells.iter().filter_map(|uid| usable(*uid)).map(|e| e.uid.to_string()).collect();
        if !cells.is_empty() {
            let _ = write!(out, " [cells {}]", cells.join(" "));
        }
        state_marks(&mut out, &States { covered: None, on_hover: false, ..element.states.clone() }, None);
        if let Some(uid) = focused.filter(|_| is_whole) {
            let _ = write!(out, " [focus: {uid}]");
        }
        out
    }

    /// What a row says beyond what its line has room for; none of an element that is not a row, or whose words are in the text, too.
    pub(super) fn cut_off(&self, uid: u32) -> Vec<&str> {
        let Some(row) = self.index.rows.by_number.get(&uid).filter(|row| row.is_short()) else { return Vec::new() };
        let mut end = 0;
        let is_cut = |words: &&String| {
            end += words.chars().count() + 3;
            end > ROW_CAP
        };
        row.words.iter().filter(is_cut).map(String::as_str).filter(|words| !words.is_empty()).collect()
    }

    /// The lines on the lists whose rows are among these elements.
    pub(super) fn legends(&self, listed: &[&Element]) -> Vec<String> {
        let mut lists = HashSet::new();
        let rows = listed.iter().filter_map(|e| Some((*e, self.index.rows.list_of(e.uid)?)));
        rows.filter(|(_, list)| lists.insert(*list)).filter_map(|(e, list)| self.legend(list, e)).collect()
    }

    /// What the rows of each list have in common, if anything is to be said: a line above the first of them.
    pub(super) fn legend(&self, list: (u16, u32), first: &Element) -> Option<String> {
        let rows = &self.index.rows;
        let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
        for column in rows.columns.get(&list)? {
            let named = if column.full == column.short {
                column.short.clone()
            } else {
                format!("{} = {}", column.short, quoted(&column.full, NAME_CAP))
            };
            match kinds.iter_mut().find(|(kind, _)| *kind == column.kind) {
                Some((_, names)) => names.push(named),
                None => kinds.push((column.kind, vec![named])),
            }
        }
        let mut parts: Vec<String> =
            kinds.into_iter().map(|(kind, names)| format!("{kind} {}", names.join(", "))).collect();
        let in_list = rows.by_number.values().filter(|row| row.list == list);
        if in_list.clone().filter(|row| row.is_pressed).count() * 2 > in_list.count() {
            parts.push("the row itself can be pressed".to_owned());
        }
        if let Some(heads) = rows.heads.get(&list) {
            parts.push(format!("columns {}", quoted(&heads.text, LONGEST_OPTION)));
        }
        // Where nothing repeats, the line says where this list begins among others.
        if parts.is_empty() && rows.by_number.values().all(|row| row.list == list) {
            return None;
        }
        let place = first.context.first().map(|around| format!(" in {}", quoted(around, 50))).unwrap_or_default();
        let common = if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) };
        Some(format!("(rows{place}{common})"))
    }

    /// A shorter line, with or without its place, for what is out of sight when room is short. A search gives the rest.
    pub(super) fn brief(&self, element: &Element, is_placed: bool) -> String {
        if let Some(row) = self.index.rows.by_number.get(&element.uid) {
            return self.row(element, row, BRIEF_ROW, true);
        }
        write_line(element, Width::brief(element, is_placed), self.show_typed, self.here, self.cover)
    }

    /// Whether another element of this kind and name is somewhere else.
    pub(super) fn is_elsewhere(&self, element: &Element) -> bool {
        let (kind, name, _) = shown(element);
        self.places.get(&(kind, name)).is_some_and(Option::is_none)
    }

    /// The same with its full place.
    pub(super) fn wide(&self, element: &Element) -> String {
        if self.index.rows.by_number.contains_key(&element.uid) {
            self.line(element)
        } else {
            self.write(element, true)
        }
    }

    fn write(&self, element: &Element, is_alike: bool) -> String {
        let width = Width::whole(if is_alike { 2 } else { 1 });
        write_line(element, width, self.show_typed, self.here, self.cover)
    }

    /// The line without what pointer and keyboard alone change (focus, cover, hover), and without the names of what is around.
    pub(super) fn steady(&self, element: &Element) -> String {
        let states = States { focused: false, covered: None, on_hover: false, ..element.states.clone() };
        let element = Element { states, ..element.clone() };
        if let Some(row) = self.index.rows.by_number.get(&element.uid) {
            return self.row(&element, row, ROW_CAP, false);
        }
        write_line(&element, Width::whole(0), self.show_typed, self.here, self.cover)
    }
}

/// Those of some numbers that are meant; `4-9` for all from 4 to 9 where there are three or more.
pub(super) fn ranges(all: &[u32], is_meant: &dyn Fn(u32) -> bool) -> String {
    let mut all = all.to_vec();
    sort_by(&mut all, Ord::cmp);
    let mut out: Vec<String> = Vec::new();
    for run in all.split(|uid| !is_meant(*uid)) {
        match run {
            [first, _, .., last] => out.push(format!("{first}-{last}")),
            _ => out.extend(run.iter().map(u32::to_string)),
        }
    }
    out.join(" ")
}

fn shown(element: &Element) -> Shown<'_> {
    (element.kind.label(), element.name.as_str(), element.context.first().map(String::as_str).unwrap_or_default())
}

/// A line by itself; `contexts`: how many contexts are named.
pub fn element_line(element: &Element, contexts: usize, show_typed: bool) -> String {
    write_line(element, Width::whole(contexts), show_typed, "", None)
}

fn write_line(element: &Element, width: Width, show_typed: bool, here: &str, cover: Option<&str>) -> String {
    let mut out = format!("{} | {} | {}", element.uid, element.kind.label(), quoted(once(&element.name), width.name));
    if element.named_by_id {
        out.push_str(" [named by id]");
    }
    let contexts = element.context.iter().map(|c| bare(c, width.context)).filter(|c| !c.is_empty());
    let context: Vec<String> = contexts.take(width.contexts).collect();
    if !context.is_empty() {
        let _ = write!(out, " [in: {}]", context.join(" < "));
    }
    value_marks(&mut out, element, show_typed, width.options);
    state_marks(&mut out, &element.states, cover);
    let words: Vec<&str> = element.hint.split(' ').collect();
    let hint = words.get(words.len().saturating_sub(width.hint)..).unwrap_or_default().join(" ");
    if !hint.is_empty() {
        let _ = write!(out, " [looks like: {}]", bare(&hint, 60));
    }
    if let Some(to) = leads_to(element, here) {
        let _ = write!(out, " [to: {to}]");
    }
    out
}

/// The kind of a field if nothing else in its line tells: a secret, a format, or no name.
fn kind_of_field(element: &Element) -> Option<&str> {
    match element.field {
        FieldKind::Plain | FieldKind::File => {}
        FieldKind::Password => return Some("password"),
        FieldKind::OneTimeCode => return Some("one-time code"),
        FieldKind::Card => return Some("payment card"),
    }
    let is_nameless = element.name.is_empty() || element.guessed;
    match element.input_type.as_str() {
        kind @ ("date" | "time" | "datetime-local" | "month" | "week" | "color" | "number") => Some(kind),
        kind @ ("search" | "email" | "url") if is_nameless => Some(kind),
        "tel" if is_nameless => Some("phone"),
        _ if is_nameless && element.role == "searchbox" => Some("search"),
        _ => None,
    }
}

/// A long option label with its middle left out: options often differ at the end.
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

/// A name that repeats itself (an icon and the text beside it), said once.
fn once(name: &str) -> &str {
    match name.split_at_checked(name.len() / 2) {
        Some((first, second)) if second.strip_prefix(' ') == Some(first) => first,
        _ => name,
    }
}

fn value_marks(out: &mut String, element: &Element, show_typed: bool, options: usize) {
    if let Some(kind) = kind_of_field(element) {
        let _ = write!(out, " [{kind}]");
    }
    match &element.value {
        Some(FieldValue::Masked) => out.push_str(" [filled]"),
        Some(FieldValue::Typed(_)) if !show_typed => out.push_str(" [filled]"),
        Some(FieldValue::Shown(text) | FieldValue::Typed(text)) if !text.is_empty() => {
            let all = text.chars().count();
            let rest = match element.lines {
                Some([first, last, of]) => format!(" (lines {first} to {last} of about {of}: scroll in it for others)"),
                None if all > NAME_CAP => format!(" (all {all} characters: inspect)"),
                None => String::new(),
            };
            let _ = write!(out, " [value: {}{rest}]", quoted(text, NAME_CAP));
        }
        Some(FieldValue::Shown(_) | FieldValue::Typed(_)) | None => {}
    }
    if !element.options.is_empty() {
        let shown: Vec<String> = element
            .options
            .iter()
            .filter(|o| o.states & state::DISABLED == 0)
            .take(options)
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

fn state_marks(out: &mut String, states: &States, cover: Option<&str>) {
    let mut mark = |on: bool, text: &str| {
        if on {
            let _ = write!(out, " [{text}]");
        }
    };
    match states.switched {
        Some(Switched::On) => mark(true, "on"),
        Some(Switched::Off) => mark(true, "off"),
        Some(Switched::Unknown) => mark(true, "state unknown"),
        None => mark(states.checked == Some(Tri::Yes), "checked"),
    }
    mark(states.checked == Some(Tri::Mixed) || states.pressed == Some(Tri::Mixed), "mixed");
    mark(states.switched.is_none() && states.pressed == Some(Tri::Yes), "pressed");
    mark(states.switched.is_none() && states.pressed == Some(Tri::No), "not pressed");
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
        let text = match cover {
            Some(told) if told == by => return,
            // Not the shared cover.
            Some(_) if by.is_empty() => "covered by: something".to_owned(),
            _ if by.is_empty() => "covered".to_owned(),
            _ => format!("covered by: {}", bare(by, COVER_CAP)),
        };
        mark(true, &text);
    }
}
