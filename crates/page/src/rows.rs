//! Rows: which items of tables, lists and grids of cards are shown as one line with all that is in them, and what that line says.
//!
//! The walk names everything that may be a row, by markup or by likeness ([`RawNode::list`]), and marks its two ends in the text. Told as rows are
//! lists whose items say something of themselves and hold controls, above all such that repeat in each.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::classify::{ElementKind, classify};
use super::clean::has_words;
use super::order::sort_by_key;
use super::raw::{RawNode, state};
use super::signs::{Piece, pieces};

/// Most controls of a row; what holds more is a part of the page.
const MOST_CONTROLS: usize = 16;
/// Most characters of what a row says; more is an article.
const LONGEST: usize = 700;
/// What says less than this beside its controls, in characters, is a row only if a control repeats in each, or if most of its list are rows.
const TELLING: usize = 8;
/// A row that says more is shown in the text, too, in characters.
const SAID_IN_LINE: usize = 240;
/// A table is shown as rows if at least so many of its rows hold a control for each one that holds none.
const MOST_OTHERS: usize = 4;
/// Longest name of a control that is said in each row, in characters.
const SHORT: usize = 16;
/// The same where a shorter one would be how another one begins.
const LONGEST_SHORT: usize = 40;

/// One row, by the numbers of the walk or by uids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// Its list.
    pub(super) list: (u16, u32),
    /// What it says, piece by piece, without the words of its controls where these are the same in each row.
    pub(super) words: Vec<String>,
    /// A name in it by which it is called, where all that it says has numbers, which may tick; else empty.
    name: String,
    /// What tells it from the other rows of its list: what it says first, and more where several say the same.
    pub(super) place: String,
    /// Whether its words are the cells of a table.
    pub(super) is_table: bool,
    /// Whether pressing it does something.
    pub(super) is_pressed: bool,
    /// What is in it, in order.
    pub(super) controls: Vec<Control>,
    /// The cells that are nothing but their words.
    pub(super) cells: Vec<u32>,
}

/// A control in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) number: u32,
    kind: &'static str,
    /// What it is called in the rows of its list; none: it repeats in no other row.
    pub(super) column: Option<String>,
}

impl Control {
    /// Whether its name says something of this row, and not what can be done in each.
    pub(super) fn is_of_row(&self) -> bool {
        self.column.is_none() || matches!(self.kind, "ELEMENT" | "LINK")
    }
}

/// What a control is called in each row.
struct Base {
    kind: &'static str,
    name: String,
    /// By what names count as the same: counts differ.
    key: String,
}

/// What repeats in each row of a list, for the line above it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Column {
    pub(super) kind: &'static str,
    pub(super) short: String,
    pub(super) full: String,
}

/// The heads of a table's columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Heads {
    /// Side by side, with signs in between.
    pub(super) text: String,
    /// How many columns without one come before them.
    silent: usize,
}

/// The rows of a page, by their number, and what repeats in each of their lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) by_number: BTreeMap<u32, Row>,
    pub(super) columns: HashMap<(u16, u32), Vec<Column>>,
    /// The heads of a table's columns.
    pub(super) heads: HashMap<(u16, u32), Heads>,
}

/// What the text has of tables beside the rows that hold something.
#[derive(Default)]
struct Tables {
    heads: HashMap<(u16, u32), Heads>,
    /// How many of their rows hold nothing.
    others: HashMap<(u16, u32), usize>,
}

/// What a row says.
#[derive(Debug, Clone)]
pub(super) struct Said {
    /// Its first words, by which it is called.
    pub(super) first: String,
    /// All of them, which tell it from others that are called the same.
    pub(super) all: Rc<str>,
}

/// Words of a row, and the control whose own they are.
#[derive(Debug, Clone)]
struct Segment {
    text: String,
    said_by: Option<u32>,
    is_heading: bool,
    /// Which cell of a table's row says it.
    cell: usize,
}

/// Whether a candidate is a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Row,
    /// It says little: it is one among others that are.
    Short,
    None,
}

#[derive(Default)]
struct Candidate<'a> {
    node: Option<&'a RawNode>,
    controls: Vec<&'a RawNode>,
    cells: Vec<u32>,
    segments: Vec<Segment>,
    is_table: bool,
    /// The cells heard so far.
    cell: usize,
    depth: usize,
}

impl Row {
    /// What is in it: its controls, then its cells.
    pub(super) fn held(&self) -> impl Iterator<Item = u32> {
        self.controls.iter().map(|one| one.number).chain(self.cells.iter().copied())
    }

    /// What it says, without cells that say nothing.
    pub(super) fn told(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str).filter(|words| !words.is_empty())
    }

    /// What it is called by: its name, if it has one, and what it says.
    pub(super) fn called(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).filter(|name| !name.is_empty()).chain(self.told())
    }

    /// Whether its line says all of it, or nearly.
    pub(super) fn is_short(&self) -> bool {
        self.words.iter().map(|words| words.chars().count() + 3).sum::<usize>() <= SAID_IN_LINE
    }
}

impl Rows {
    /// Those among these nodes (with whether they are kept), by the text's marks.
    pub(super) fn of(nodes: &[RawNode], keep: &[bool], text: &str) -> Self {
        let mut candidates: BTreeMap<u32, Candidate<'_>> = BTreeMap::new();
        for node in nodes.iter().filter(|node| node.list != 0) {
            candidates.insert(node.node, Candidate { node: Some(node), ..Candidate::default() });
        }
        if candidates.is_empty() {
            return Self::default();
        }
        fill(&mut candidates, nodes, keep);
        let Tables { heads, others } = read(&mut candidates, nodes, text);
        let mut lists: BTreeMap<(u16, u32), Vec<u32>> = BTreeMap::new();
        for (number, candidate) in &candidates {
            if let Some(node) = candidate.node {
                lists.entry((node.document, node.list)).or_default().push(*number);
            }
        }
        let mut order: Vec<((u16, u32), Vec<u32>)> = lists.into_iter().collect();
        let depth = |rows: &[u32]| rows.iter().filter_map(|row| candidates.get(row)).map(|row| row.depth).max();
        sort_by_key(&mut order, |(_, rows)| std::cmp::Reverse(depth(rows)));
        let mut out = Self { heads, ..Self::default() };
        for (list, rows) in order {
            // A table of which most rows hold nothing is read in the text.
            let is_told = others.get(&list).is_none_or(|others| others * MOST_OTHERS <= rows.len());
            out.add(list, &rows, &candidates, is_told);
        }
        out.heads.retain(|list, _| out.columns.contains_key(list));
        out
    }

    /// Adds the rows of a list, if it is one. Rows within others are told apart only if they hold several controls each.
    /// `is_whole`: its rows are hardly shown anywhere else, so that those of a table are shown as rows whatever they hold.
    fn add(&mut self, list: (u16, u32), numbers: &[u32], candidates: &BTreeMap<u32, Candidate<'_>>, is_whole: bool) {
        let known: Vec<(u32, &Candidate<'_>)> =
            numbers.iter().filter_map(|number| Some((*number, candidates.get(number)?))).collect();
        let bases: Vec<Vec<Base>> =
            known.iter().map(|(_, row)| row.controls.iter().map(|one| row.base(one)).collect()).collect();
        // How often each is there, once a row, and what it is called if it is called the same in all of them: a number there is a part of the name.
        let mut times: HashMap<(&'static str, &str), (usize, Option<&str>)> = HashMap::new();
        for bases in &bases {
            for (at, base) in bases.iter().enumerate() {
                let is_again = || bases.iter().take(at).any(|other| (other.kind, &other.key) == (base.kind, &base.key));
                let (count, form) = times.entry((base.kind, &base.key)).or_insert((0, Some(&base.name)));
                *form = form.filter(|form| *form == base.name);
                *count += usize::from(!is_again());
            }
        }
        let least = known.len().min(2);
        let repeats = |base: &Base| {
            !base.key.is_empty() && times.get(&(base.kind, &*base.key)).is_some_and(|(times, _)| *times >= least)
        };
        let full = |base: &Base| match times.get(&(base.kind, &*base.key)) {
            Some((_, Some(form))) => (*form).to_owned(),
            _ => without_digits(&base.name),
        };
        let inner = self.by_number.iter().filter(|(_, row)| row.controls.len() > 1);
        let hold_rows: HashSet<u32> = inner.flat_map(|(inner, _)| around(*inner, candidates)).collect();
        let mut told: Vec<(u32, Row)> = Vec::new();
        let mut short = 0;
        let mut names: Vec<&[Base]> = Vec::new();
        let mut columns: Vec<Column> = Vec::new();
        for ((number, row), bases) in known.iter().zip(&bases) {
            let is_column: Vec<bool> = bases.iter().map(repeats).collect();
            let fit = row.fit(&is_column, is_whole);
            if fit == Fit::None || hold_rows.contains(number) {
                continue;
            }
            short += usize::from(fit == Fit::Short);
            let controls = row.controls.iter().zip(bases).zip(&is_column).map(|((one, base), is_column)| {
                let full = is_column.then(|| full(base));
                if let Some(full) = &full
                    && !columns.iter().any(|known| known.kind == base.kind && known.full == *full)
                {
                    columns.push(Column { kind: base.kind, short: String::new(), full: full.clone() });
                }
                Control { number: one.node, kind: base.kind, column: full }
            });
            let controls: Vec<Control> = controls.collect();
            let said: Vec<u32> = controls.iter().filter(|one| one.column.is_some()).map(|one| one.number).collect();
            let is_pressed = row.node.is_some_and(|node| node.why != "row");
            let words = self.heads.get(&list).and_then(|heads| row.words_of_cells(&said, heads.silent));
            let (words, cells) = (words.unwrap_or_else(|| row.words(&said)), row.cells.clone());
            let is_shared = |base: &Base| matches!(times.get(&(base.kind, &*base.key)), Some((2.., Some(_))));
            let name = row.own_name(&words, |at| bases.get(at).is_some_and(|base| !is_shared(base)));
            let (place, is_table) = (String::new(), row.is_table);
            told.push((*number, Row { list, words, name, place, is_table, is_pressed, controls, cells }));
            names.push(bases);
        }
        let held = known.iter().filter(|(_, row)| !row.controls.is_empty()).count();
        // By likeness alone nothing is a row by itself: the page may be drawn so, beside an empty box.
        let fewest = if known.iter().any(|(_, row)| row.is_marked_up()) { least } else { 2 };
        let long = told.len() - short;
        if long < fewest || long * 2 < held || told.is_empty() {
            return;
        }
        // First columns that hold nothing but controls have no head to be under.
        if let Some(heads) = self.heads.get_mut(&list) {
            let empty = |row: &Row| row.words.iter().take_while(|words| words.is_empty()).count();
            let least = told.iter().map(|(_, row)| empty(row)).min().unwrap_or_default();
            told.iter_mut().for_each(|(_, row)| drop(row.words.drain(..least)));
            let left: Vec<&str> = heads.text.split('|').skip(least).map(str::trim).collect();
            heads.text = left.join(" | ");
        }
        name_places(&mut told);
        // In an order of their own: what one row lacks moves nothing.
        super::order::sort_by(&mut columns, Ord::cmp);
        shorten(&mut columns);
        for ((_, row), bases) in told.iter_mut().zip(names) {
            for (control, base) in row.controls.iter_mut().zip(bases) {
                let Some(full) = &control.column else { continue };
                let is_it = |column: &&Column| column.kind == control.kind && column.full == *full;
                let short = columns.iter().find(is_it).map(|column| column.short.clone());
                // A count is shown in each row.
                control.column = if base.name == *full { short } else { Some(cut(&base.name, SHORT)) };
            }
        }
        let numbers: HashSet<u32> = told.iter().map(|(number, _)| *number).collect();
        self.by_number.retain(|inner, _| !around(*inner, candidates).any(|outer| numbers.contains(&outer)));
        self.by_number.extend(told);
        self.columns.insert(list, columns);
    }

    /// What a row's line names besides the row.
    pub(super) fn held_by(&self, row: u32) -> impl Iterator<Item = u32> {
        self.by_number.get(&row).into_iter().flat_map(Row::held)
    }

    /// What the row around each control says, and each row itself, by their numbers.
    pub(super) fn said(&self) -> HashMap<u32, Said> {
        let mut said = HashMap::new();
        // Amounts alone change by themselves.
        let is_named = |row: &Row| row.called().any(|words| words.chars().any(char::is_alphabetic));
        for (number, row) in self.by_number.iter().filter(|(_, row)| is_named(row)) {
            let words: Vec<&str> = row.called().collect();
            let first = words.first().map(|first| (*first).to_owned()).unwrap_or_default();
            let own = Said { first, all: words.join(" ").into() };
            row.held().chain([*number]).for_each(|number| _ = said.insert(number, own.clone()));
        }
        said
    }

    /// The list of a row.
    pub(super) fn list_of(&self, row: u32) -> Option<(u16, u32)> {
        self.by_number.get(&row).map(|row| row.list)
    }

    /// The same by uids.
    pub(super) fn numbered(self, uid_of: impl Fn(u32) -> Option<u32>) -> Self {
        let row = |(number, mut row): (u32, Row)| {
            row.controls = row
                .controls
                .into_iter()
                .filter_map(|one| Some(Control { number: uid_of(one.number)?, ..one }))
                .collect();
            row.cells = row.cells.into_iter().filter_map(&uid_of).collect();
            Some((uid_of(number)?, row))
        };
        Self { by_number: self.by_number.into_iter().filter_map(row).collect(), ..self }
    }
}

/// The candidates that one is in, from the inside out.
fn around<'a>(inner: u32, candidates: &'a BTreeMap<u32, Candidate<'_>>) -> impl Iterator<Item = u32> + use<'a> {
    let outer = |at: &u32| candidates.get(at).and_then(|one| one.node).map(|node| node.row).filter(|row| *row != 0);
    std::iter::successors(outer(&inner), outer)
}

/// Enters what each row holds.
fn fill<'a>(candidates: &mut BTreeMap<u32, Candidate<'a>>, nodes: &'a [RawNode], keep: &[bool]) {
    let around: HashMap<u32, u32> =
        candidates.iter().filter_map(|(number, one)| Some((*number, one.node?.row))).collect();
    for (node, keep) in nodes.iter().zip(keep) {
        let (mut at, mut depth) = (node.row, 0);
        // Rows are entered after what is in them, so that this ends; the cap guards against a broken table.
        while at != 0 && depth < 20 {
            depth += 1;
            if let Some(row) = candidates.get_mut(&at).filter(|_| *keep && node.why != "row") {
                if is_plain_cell(node) { row.cells.push(node.node) } else { row.controls.push(node) }
            }
            at = around.get(&at).copied().unwrap_or_default();
        }
        if let Some(row) = candidates.get_mut(&node.node) {
            row.depth = depth;
        }
    }
}

/// Whether it is a cell of a grid of which only the words are known.
fn is_plain_cell(node: &RawNode) -> bool {
    let told = !(state::IN_VIEW | state::FOCUSED | state::COVERED | state::BEHIND_MODAL | state::CARD | state::GUESSED);
    node.role == "gridcell" && node.value.is_none() && node.hint.is_empty() && node.states & told == 0
}

/// Reads what each row says, the line above the first row of each table, and how many rows of it hold nothing.
fn read(candidates: &mut BTreeMap<u32, Candidate<'_>>, nodes: &[RawNode], text: &str) -> Tables {
    let names: HashMap<u32, &str> = nodes.iter().map(|node| (node.node, shown(node))).collect();
    let Tables { mut heads, mut others } = Tables::default();
    let mut open: Vec<u32> = Vec::new();
    let mut last = String::new();
    // The table that was last read, and how many rows that hold nothing stand before it.
    let (mut table, mut before) = (None, 0);
    for line in text.split('\n') {
        if open.is_empty() && is_other_row(line, candidates) {
            match table {
                Some(list) => *others.entry(list).or_default() += 1,
                None => before += 1,
            }
            continue;
        }
        let (mut said_by, mut is_first, mut is_heading) = (None, true, false);
        let outside = open.is_empty();
        for piece in pieces(line) {
            match piece {
                Piece::Begin(number) => {
                    let list = candidates.get(&number).and_then(|one| one.node).map(|node| (node.document, node.list));
                    if list.is_some() && table != list {
                        table = list;
                        if let Some(list) = list.filter(|_| before > 0) {
                            *others.entry(list).or_default() += before;
                        }
                        before = 0;
                    }
                    if let Some(list) = list.filter(|list| last.starts_with('|') && !heads.contains_key(list)) {
                        let cells = last.trim_start_matches('|').split('|');
                        let silent = cells.take_while(|cell| cell.trim().is_empty()).count();
                        heads.insert(list, Heads { text: last.trim_matches(['|', ' ']).to_owned(), silent });
                    }
                    if candidates.contains_key(&number) {
                        open.push(number);
                    }
                }
                Piece::End(number) => {
                    if let Some(at) = open.iter().rposition(|one| *one == number) {
                        open.truncate(at);
                    }
                }
                Piece::Sign { number, said } => {
                    let is_itself = open.contains(&number);
                    said_by = Some(number).filter(|_| said && !is_itself);
                }
                Piece::Text(text) => {
                    let mut text = text;
                    if is_first && !text.trim().is_empty() {
                        (is_first, is_heading) = (false, text.trim_start().starts_with("## "));
                        text = text.trim_start();
                        text = text.strip_prefix("## ").or_else(|| text.strip_prefix("- ")).unwrap_or(text);
                    }
                    let is_table = text.contains('|');
                    let own = said_by.take();
                    for number in &open {
                        let Some(row) = candidates.get_mut(number) else { continue };
                        row.is_table |= is_table;
                        row.hear(text, own, own.and_then(|own| names.get(&own).copied()), is_heading);
                    }
                }
            }
        }
        if outside && open.is_empty() {
            last = super::signs::words(line).into_owned();
            if !last.trim().is_empty() {
                (table, before) = (None, 0);
            }
        } else if open.is_empty() {
            last.clear();
        }
    }
    Tables { heads, others }
}

/// Whether a line is the row of a table that holds nothing: its ends are marked, and nothing is known of it.
fn is_other_row(line: &str, candidates: &BTreeMap<u32, Candidate<'_>>) -> bool {
    let begins = pieces(line).find_map(|piece| match piece {
        Piece::Begin(number) => Some(!candidates.contains_key(&number)),
        _ => None,
    });
    begins == Some(true) && super::signs::words(line).trim_start().starts_with('|')
}

impl Candidate<'_> {
    fn hear(&mut self, text: &str, said_by: Option<u32>, name: Option<&str>, is_heading: bool) {
        for (at, cell) in text.split('|').enumerate() {
            let said_by = said_by.filter(|_| at == 0);
            self.cell += usize::from(at > 0);
            let number = self.cell;
            let mut add = |text: &str, said_by: Option<u32>| {
                let text = text.trim();
                if !text.is_empty() {
                    self.segments.push(Segment { text: text.to_owned(), said_by, is_heading, cell: number });
                }
            };
            let cell = cell.trim();
            match name.filter(|name| said_by.is_some() && !name.is_empty()).and_then(|name| cell.strip_prefix(name)) {
                Some(rest) => {
                    add(cell.strip_suffix(rest).unwrap_or(cell), said_by);
                    add(rest, None);
                }
                None => add(cell, said_by),
            }
        }
    }

    /// A control's name without what the row says, which is what it is called in each row: `Delete` for `Delete Ann`.
    fn base(&self, control: &RawNode) -> Base {
        let name = self.base_name(control);
        let letters = without_digits(&name);
        let key = if letters.is_empty() && !has_words(&name) { name.clone() } else { letters };
        Base { kind: kind(control), name, key }
    }

    fn base_name(&self, control: &RawNode) -> String {
        let name = if control.name.is_empty() { control.hint.as_str() } else { control.name.as_str() };
        let without = |part: &Segment| {
            let (front, back) = name.split_once(part.text.as_str())?;
            let is_apart = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
            let is_own = has_words(&part.text) && is_apart(front.chars().next_back()) && is_apart(back.chars().next());
            is_own.then(|| (part.text.len(), format!("{front} {back}")))
        };
        let others = self.segments.iter().filter(|part| part.said_by != Some(control.node));
        let longest = others.filter_map(without).max_by_key(|(length, _)| *length);
        let rest = longest.as_ref().map_or(name, |(_, rest)| rest);
        let is_edge = |c: char| !c.is_alphanumeric();
        let rest = if longest.is_some() { rest.trim_matches(is_edge) } else { rest };
        let words: Vec<&str> = rest.split_whitespace().collect();
        // Symbols are names, too.
        if words.is_empty() && longest.is_none() { name.trim().to_owned() } else { words.join(" ") }
    }

    /// Whether its author says that it is a row or an item.
    fn is_marked_up(&self) -> bool {
        let is_so = |node: &RawNode| match node.role.as_str() {
            "" => matches!(node.tag.as_str(), "tr" | "li" | "article"),
            role => matches!(role, "row" | "listitem" | "article"),
        };
        self.node.is_some_and(is_so)
    }

    /// Whether it is the row of a table of which several cells say something.
    fn is_of_cells(&self) -> bool {
        let mut cells = self.segments.iter().filter(|part| has_words(&part.text)).map(|part| part.cell);
        let first = cells.next();
        self.is_table && self.is_marked_up() && cells.any(|cell| Some(cell) != first)
    }

    /// Whether it says something of itself beside controls, which of them repeat in the other rows.
    fn fit(&self, is_column: &[bool], is_whole: bool) -> Fit {
        let said: usize = self.segments.iter().map(|part| part.text.chars().count()).sum();
        // Cells of grids say what the row says.
        let is_own = |part: &&Segment| part.said_by.is_none_or(|by| self.cells.contains(&by)) && has_words(&part.text);
        let own = self.segments.iter().filter(is_own);
        let telling: usize = own.clone().filter(|part| !part.is_heading).map(|part| part.text.chars().count()).sum();
        let is_named = own.count() > 0 || is_column.iter().any(|is_column| !is_column);
        let others = usize::from(self.node.is_some_and(|node| node.why != "row"));
        let holds_value = |(one, is_column): (&&RawNode, &bool)| !is_column && takes_value(one);
        let may_be = !self.controls.is_empty()
            && self.controls.len() <= MOST_CONTROLS
            && said <= LONGEST
            && !self.controls.iter().zip(is_column).any(holds_value)
            && !self.is_part(is_column);
        let holds_more = self.controls.len() + others > 1;
        let is_of_table = is_whole && telling > 0 && self.is_of_cells();
        if may_be && ((is_column.contains(&true) && is_named) || (telling >= TELLING && holds_more) || is_of_table) {
            Fit::Row
        } else if may_be && telling > 0 && holds_more {
            Fit::Short
        } else {
            Fit::None
        }
    }

    /// The name of the control with which it begins, if that is its own and all else that it says has numbers: `1s ago` beside a file's name.
    fn own_name(&self, words: &[String], is_own: impl Fn(usize) -> bool) -> String {
        let may_tick = words.iter().all(|words| words.is_empty() || words.chars().any(|c| c.is_ascii_digit()));
        let first = self.segments.iter().find(|part| has_words(&part.text)).filter(|_| may_tick);
        let by = first.and_then(|first| self.controls.iter().position(|one| Some(one.node) == first.said_by));
        match (first, by.filter(|at| is_own(*at))) {
            (Some(first), Some(_)) => first.text.clone(),
            _ => String::new(),
        }
    }

    /// Whether it is a list in the row, whose choice is shown as its value.
    fn shows_choice(&self, number: u32) -> bool {
        self.controls.iter().any(|one| one.node == number && one.role == "combobox" && one.value.is_some())
    }

    /// Whether it is a part of the page rather than one of many alike: what it holds is its own, several states or more than repeats.
    fn is_part(&self, is_column: &[bool]) -> bool {
        let own = || self.controls.iter().zip(is_column).filter(|(_, is_column)| !**is_column).map(|(one, _)| *one);
        let pressed = own().filter(|one| !matches!(classify(one), ElementKind::Link)).count();
        own().filter(|one| classify(one).is_checkable()).count() > 1
            || (pressed > 2 && pressed > is_column.iter().filter(|is_column| **is_column).count())
    }

    /// What the row's line says under the heads of its columns: a cell that says nothing keeps its place. None: it says nothing at all.
    fn words_of_cells(&self, said: &[u32], silent: usize) -> Option<Vec<String>> {
        let is_said = |by: u32| said.contains(&by) || self.shows_choice(by);
        let is_own = |part: &&Segment| !part.said_by.is_some_and(is_said) && has_words(&part.text);
        let first = usize::from(!self.segments.iter().any(|part| part.cell == 0));
        let mut words: Vec<String> = (first..=self.cell)
            .map(|cell| {
                let own = self.segments.iter().filter(|part| part.cell == cell).filter(is_own);
                own.map(|part| part.text.trim_matches(['·', '•', ' '])).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let skipped = words.iter().take(silent).take_while(|words| words.is_empty()).count();
        words.drain(..skipped);
        words.truncate(words.iter().rposition(|words| !words.is_empty())? + 1);
        Some(words)
    }

    /// What the row's line says, without the words of these controls.
    fn words(&self, said: &[u32]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for part in &self.segments {
            let is_said = part.said_by.is_some_and(|by| said.contains(&by) || self.shows_choice(by));
            let text = part.text.trim_matches(['·', '•', ' ']);
            if !is_said && has_words(text) && !out.iter().any(|known| known == text) {
                out.push(text.to_owned());
            }
        }
        let letters: Vec<String> = out.iter().map(|text| initials(text)).collect();
        // An avatar's letters are those of the name beside it.
        let is_avatar = |at: usize, text: &str| {
            let mut beside = letters.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, known)| known);
            text.chars().count() <= 3
                && text.chars().all(char::is_alphabetic)
                && beside.any(|known| known.starts_with(text))
        };
        let kept = out.iter().enumerate().filter(|(at, text)| !is_avatar(*at, text));
        let kept: Vec<String> = kept.map(|(_, text)| text.clone()).collect();
        if !kept.is_empty() {
            return kept;
        }
        let named = self.controls.iter().filter(|one| !said.contains(&one.node)).map(|one| one.name.clone());
        named.filter(|name| has_words(name)).take(1).collect()
    }
}

/// The first letters of a name's words.
fn initials(text: &str) -> String {
    text.split_whitespace().filter_map(|word| word.chars().next()).collect()
}

/// What it says in the text: what shows its choice does not say its name.
fn shown(node: &RawNode) -> &str {
    match &node.value {
        Some(value) if node.role == "combobox" => value,
        _ => &node.name,
    }
}

fn kind(node: &RawNode) -> &'static str {
    classify(node).label()
}

/// Whether it is a field of a form, which has a line of its own unless each row has the same.
fn takes_value(node: &RawNode) -> bool {
    use ElementKind as K;
    matches!(classify(node), K::Input | K::Textarea | K::Select | K::Slider | K::File | K::Editor | K::Radio)
}

fn without_digits(base: &str) -> String {
    let words: Vec<&str> = base.split_whitespace().filter(|word| word.chars().any(|c| !c.is_ascii_digit())).collect();
    words.join(" ")
}

fn cut(text: &str, most: usize) -> String {
    super::clean::bare(text, most).replace(['"', ':'], "")
}

/// Longest name of a row as a place, in characters.
const PLACE: usize = 50;
/// Most pieces of it.
const MOST_PIECES: usize = 3;

fn name_places(rows: &mut [(u32, Row)]) {
    let place =
        |row: &Row, pieces: usize| super::clean::line(&row.called().take(pieces).collect::<Vec<_>>().join(", "), PLACE);
    for pieces in 1..=MOST_PIECES {
        let mut times: HashMap<String, usize> = HashMap::new();
        rows.iter().for_each(|(_, row)| *times.entry(place(row, pieces)).or_default() += 1);
        for (_, row) in rows.iter_mut().filter(|(_, row)| row.place.is_empty()) {
            let name = place(row, pieces);
            if pieces == MOST_PIECES || times.get(&name) == Some(&1) {
                row.place = name;
            }
        }
    }
}

/// Gives each column a short name of its own, which is not how another one begins.
fn shorten(columns: &mut [Column]) {
    let all: Vec<(&'static str, String)> = columns.iter().map(|column| (column.kind, column.full.clone())).collect();
    for column in columns {
        let whole = cut(&column.full, LONGEST_SHORT);
        if whole.chars().count() <= SHORT {
            column.short = whole;
            continue;
        }
        let words: Vec<&str> = column.full.split_whitespace().collect();
        let is_own = |start: &String| {
            let others = all.iter().filter(|(kind, full)| (*kind, full) != (column.kind, &column.full));
            !start.is_empty() && others.clone().all(|(_, full)| !full.starts_with(start.as_str()))
        };
        let starts =
            (1..=words.len()).map(|count| cut(&words.get(..count).unwrap_or_default().join(" "), LONGEST_SHORT));
        column.short = starts.into_iter().find(is_own).unwrap_or(whole);
    }
}
