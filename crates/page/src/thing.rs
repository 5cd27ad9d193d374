//! What a uid names: a thing by its type, its name and its place among named things. The node that shows it is only a hint.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::classify::ElementKind;
use super::clean::has_words;
use super::raw::RawPage;

/// Kinds of contexts whose label is that of one row among others, as `walk.js` writes them.
const ROWS: [&str; 2] = ["row", "item"];
/// Most contexts of a place, nearest first.
const MOST_SPOTS: usize = 8;

/// One labelled part of the page around a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The context's kind.
    kind: String,
    /// Its label without what ticks.
    label: String,
    /// The label without its numbers, where a number only counts; else the label.
    uncounted: String,
}

impl Spot {
    fn is_row(&self) -> bool {
        ROWS.contains(&self.kind.as_str())
    }

    fn is(&self, other: &Self) -> bool {
        self.kind == other.kind && (self.label == other.label || (!self.is_row() && self.uncounted == other.uncounted))
    }
}

/// The labelled parts of the page around a thing, nearest first.
pub(crate) type Surroundings = Rc<[Rc<Spot>]>;

/// How two places compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    /// They are described alike.
    Same,
    /// One description says less, and nothing speaks against it.
    Open,
    /// They are different.
    Other,
}

/// How the words around two things compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// They are the same, or there are none.
    Same,
    /// Some changed, or a number did.
    Alike,
    /// They are others.
    Other,
}

/// Whether a node still shows the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Still {
    /// It does.
    Yes,
    /// It does if no other thing has its type and name, in a row no other of its meaning: then the words around it tell nothing apart.
    IfAlone,
    /// It shows another.
    No,
}

/// What is meant by an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Thing {
    pub(crate) kind: ElementKind,
    pub(crate) role: String,
    pub(crate) input_type: String,
    pub(crate) name: String,
    /// The name without what ticks.
    pub(crate) steady: String,
    pub(crate) hint: String,
    pub(crate) href: String,
    pub(crate) form: String,
    pub(crate) place: Surroundings,
    /// The page's address without its query: the place of what is in none that has a name.
    pub(crate) address: Rc<str>,
    /// Words of the line of text that it is in, its own included.
    pub(crate) line: Rc<str>,
    /// What the author calls it: a hash of its id, name and data; 0: nothing.
    pub(crate) key: u32,
    /// What the author calls the nearest thing around it that has a number or a key of its own, such as a row's record, as a hash; 0: nothing.
    pub(crate) owner: u32,
    /// Whether it is the row of a list, whose name is a part of what its line says.
    pub(crate) is_row: bool,
    /// What it says about its state without words.
    pub(crate) told: Told,
    /// Everything that it means, as a number. Things with the same number look the same, but for the words around their row.
    pub(crate) meaning: u32,
}

/// On, off, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tri {
    /// On.
    Yes,
    /// Off.
    No,
    /// Neither.
    Mixed,
}

/// States that a control shows in its name too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) checked: Option<Tri>,
    pub(crate) pressed: Option<Tri>,
    pub(crate) expanded: Option<bool>,
    pub(crate) has_popup: bool,
}

impl Thing {
    /// Places it in a row of a list, or, for the row itself, names it: by the row's first words, whatever else is called the same. All that the row
    /// says tells it from such others.
    pub(crate) fn stands_in_row(&mut self, first: &str, all: Rc<str>, is_row: bool) {
        self.line = all;
        if is_row {
            self.is_row = true;
            first.clone_into(&mut self.name);
            self.steady = steady(first);
            return;
        }
        let label = steady(first);
        let own = Rc::new(Spot { kind: ROWS[0].to_owned(), uncounted: label.clone(), label });
        let around = self.place.iter().filter(|spot| !spot.is_row()).cloned();
        self.place = std::iter::once(own).chain(around).take(MOST_SPOTS).collect();
    }

    /// The label of the row that it is in.
    pub(crate) fn row(&self) -> Option<&str> {
        self.place.iter().find(|spot| spot.is_row()).map(|spot| spot.label.as_str())
    }

    /// Whether both are of one type.
    pub(crate) fn is_kind_of(&self, other: &Self) -> bool {
        self.kind == other.kind && self.role == other.role && self.input_type == other.input_type
    }

    /// Whether they have one name, but for what ticks in it.
    pub(crate) fn is_named_like(&self, other: &Self) -> bool {
        self.name == other.name || (!self.steady.is_empty() && self.steady == other.steady)
    }

    /// How their places compare.
    pub(crate) fn fit(&self, other: &Self) -> Fit {
        if Rc::ptr_eq(&self.place, &other.place) { Fit::Same } else { fit(&self.place, &other.place) }
    }

    /// Whether a row, an item of a list or the like is named around it.
    pub(crate) fn is_in_row(&self) -> bool {
        self.place.iter().any(|spot| spot.is_row())
    }

    /// How the lines that the two are in compare, without their own names.
    pub(crate) fn beside(&self, other: &Self) -> Beside {
        if self.line == other.line {
            return Beside::Same;
        }
        let names = [self, other].into_iter().filter(|one| !one.is_row);
        let own: HashSet<&str> = names.flat_map(|one| words(&one.name)).collect();
        let (mine, theirs) = (steady(&self.line), steady(&other.line));
        let rest = |line: &'_ str| -> HashSet<String> {
            words(line).filter(|word| !own.contains(word)).map(str::to_owned).collect()
        };
        let (mine, theirs) = (rest(&mine), rest(&theirs));
        if mine.is_empty() || theirs.is_empty() || mine == theirs {
            return Beside::Same;
        }
        let is_number = |word: &&String| word.bytes().all(|b| b.is_ascii_digit());
        let most = mine.len().max(theirs.len()) - mine.iter().chain(&theirs).filter(is_number).count().div_ceil(2);
        let common = mine.intersection(&theirs).filter(|word| !is_number(word)).count();
        // Of a short row a state may be half of what it says.
        let is_short = (self.is_row || self.is_in_row()) && most <= 3;
        let is_most = common * 2 > most || (is_short && common * 2 >= most);
        if most == 0 || is_most { Beside::Alike } else { Beside::Other }
    }

    /// Whether both are one thing whose node stayed, as far as their words say.
    pub(crate) fn is_still(&self, other: &Self) -> Still {
        if !self.is_kind_of(other) || !self.is_named_like(other) {
            return Still::No;
        }
        if self.fit(other) == Fit::Other || self.is_elsewhere(other) {
            return Still::No;
        }
        match self.beside(other) {
            Beside::Same => Still::Yes,
            Beside::Alike => Still::IfAlone,
            Beside::Other => Still::No,
        }
    }

    /// Whether a person who decided to act on the one would act on the other: the same type and name, and no other place. Counts and times may tick.
    pub(crate) fn is_as_seen(&self, now: &Self) -> bool {
        self.is_kind_of(now) && self.is_named_like(now) && self.fit(now) != Fit::Other
    }

    /// Whether both are the same way to another part of the page, such as a tab or an entry of a navigation, but for a count in their name. On a button
    /// or in a row a number may well be what tells it apart.
    pub(crate) fn is_way_with_count(&self, now: &Self) -> bool {
        let is_way = self.kind == ElementKind::Tab
            || (self.leads_away() && self.href == now.href)
            || (self.kind != ElementKind::Button && self.place.iter().any(|spot| spot.kind == "nav"));
        is_way
            && !self.is_row
            && !self.is_in_row()
            && self.is_kind_of(now)
            && self.fit(now) != Fit::Other
            && self.is_named_but_for_counts(now)
    }

    /// Whether it is a link to another page: one that stays may do anything, as a button does.
    fn leads_away(&self) -> bool {
        let page = |address: &str| address.split(['?', '#']).next().unwrap_or_default().to_owned();
        self.href.starts_with("http") && page(&self.href) != page(&self.address)
    }

    /// Whether their names differ in nothing but numbers, beside which there are words.
    pub(crate) fn is_named_but_for_counts(&self, other: &Self) -> bool {
        let own = without_numbers(&self.steady);
        own.chars().any(char::is_alphabetic) && own == without_numbers(&other.steady)
    }

    /// Whether the other may be the same, drawn in another node.
    pub(crate) fn may_be(&self, other: &Self) -> bool {
        let is_placeless = self.place.is_empty() && other.place.is_empty() && self.address != other.address;
        !is_placeless && !self.is_elsewhere(other) && self.beside(other) != Beside::Other
    }

    /// Whether one name is the other in another state of the same control: `Follow` and `Following`, `☆` and `★`, `Inbox 12` and `Inbox 11`.
    /// `same_node`: the node stayed, so that what it says about its state counts.
    pub(crate) fn is_state_of(&self, other: &Self, same_node: bool) -> bool {
        if !self.is_kind_of(other) || self.kind.takes_text() {
            return false;
        }
        if !has_words(&self.name) && !has_words(&other.name) {
            return true;
        }
        let opens = self.told.has_popup && other.told.has_popup || self.kind == ElementKind::Select;
        let flipped = self.told != other.told;
        opens || (same_node && flipped) || inflected(&self.steady, &other.steady)
    }

    /// Whether they belong to different records, as their author numbers them, or to different pages.
    fn is_elsewhere(&self, other: &Self) -> bool {
        let is_of_another = self.owner != 0 && other.owner != 0 && self.owner != other.owner;
        is_of_another || !self.outlasts(&other.address)
    }

    /// Whether it may be a part of the page at another address: that is below its own or above it, or it is in what all pages of a site have.
    pub(crate) fn outlasts(&self, address: &str) -> bool {
        let is_below = |long: &str, short: &str| {
            long.strip_prefix(short)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '#']) || short.ends_with(['/', '#']))
        };
        let (own, other) = (self.address.trim_end_matches('#'), address.trim_end_matches('#'));
        is_below(own, other)
            || is_below(other, own)
            || self.place.iter().any(|spot| matches!(spot.kind.as_str(), "header" | "nav" | "footer" | "aside"))
    }

    /// Whether its author calls both the same.
    pub(crate) fn has_key_of(&self, other: &Self) -> bool {
        self.key != 0 && self.key == other.key
    }

    pub(crate) fn leads_where(&self, other: &Self) -> bool {
        self.href == other.href
    }

    /// With the number of what it means.
    #[must_use]
    pub(crate) fn numbered(self) -> Self {
        Self { meaning: self.summed(), ..self }
    }

    fn summed(&self) -> u32 {
        let mut hash = self.hashed();
        for part in [&self.href, &self.form] {
            hash = fnv(hash, part);
        }
        for spot in self.place.iter() {
            hash = fnv(fnv(hash, &spot.kind), if spot.is_row() { &spot.label } else { &spot.uncounted });
        }
        if self.place.is_empty() {
            hash = fnv(hash, &self.address);
        }
        if self.steady.is_empty() {
            hash = fnv(hash, &self.hint);
        }
        (hash ^ (hash >> 32)) as u32
    }

    /// Its type and name, as a number.
    pub(crate) fn titled(&self) -> u64 {
        if self.steady.is_empty() { fnv(self.hashed(), &self.hint) } else { self.hashed() }
    }

    /// Its type and place, as a number.
    pub(crate) fn placed(&self) -> u64 {
        let mut hash = fnv(0, self.kind.label());
        for spot in self.place.iter() {
            hash = fnv(fnv(hash, &spot.kind), &spot.label);
        }
        hash
    }

    /// What tells it from others that look the same: the words around it, and what its author calls it.
    pub(crate) fn telling(&self) -> u64 {
        fnv(u64::from(self.key), &steady(&self.line))
    }

    fn hashed(&self) -> u64 {
        let name = if self.steady.is_empty() { &self.name } else { &self.steady };
        fnv(fnv(fnv(fnv(0xcbf2_9ce4_8422_2325, self.kind.label()), &self.role), &self.input_type), name)
    }
}

/// The letters and digits of a text, word by word.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// FNV-1a over a text and its end.
fn fnv(hash: u64, text: &str) -> u64 {
    text.bytes().chain([0]).fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Whether one text is the other with letters before or after one of its words, or with other numbers: the same words in another form.
fn inflected(one: &str, other: &str) -> bool {
    let number =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '(' | ')'));
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let (one, other): (Vec<&str>, Vec<&str>) = (one.split_whitespace().collect(), other.split_whitespace().collect());
    if one.is_empty() || one.len() != other.len() {
        return false;
    }
    let differing: Vec<(&str, &str)> = one.iter().zip(&other).filter(|(a, b)| a != b).map(|(a, b)| (*a, *b)).collect();
    let is_form = |(a, b): (&str, &str)| {
        let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
        let stem = short.strip_suffix('e').unwrap_or(short);
        // Signs show states: `☆ Ann` and `★ Ann`.
        let ticks = one.len() > 1 && (number(a) && number(b) || !has_words(a) && !has_words(b));
        ticks || (short.chars().count() > 2 && !number(short) && (long.starts_with(stem) || long.ends_with(short)))
    };
    matches!(differing.as_slice(), [only] if is_form(*only))
}

fn fit(one: &[Rc<Spot>], other: &[Rc<Spot>]) -> Fit {
    if one == other {
        return Fit::Same;
    }
    let mut fit = Fit::Same;
    let mut kinds: Vec<&str> = Vec::new();
    for spot in one.iter().chain(other) {
        // A row may be written as an item: both are rows.
        let kind = if spot.is_row() { ROWS[0] } else { spot.kind.as_str() };
        if kinds.contains(&kind) {
            continue;
        }
        kinds.push(kind);
        let is_of_kind = |one: &&Rc<Spot>| if spot.is_row() { one.is_row() } else { one.kind == kind };
        let mine: Vec<&Rc<Spot>> = one.iter().filter(is_of_kind).collect();
        let theirs: Vec<&Rc<Spot>> = other.iter().filter(is_of_kind).collect();
        let (less, more) = if mine.len() <= theirs.len() { (&mine, &theirs) } else { (&theirs, &mine) };
        let ends_alike =
            less.iter().rev().zip(more.iter().rev()).all(|(a, b)| a.is(b) || a.is_row() && a.label == b.label);
        if !ends_alike {
            return Fit::Other;
        }
        if less.len() < more.len() {
            fit = Fit::Open;
        }
    }
    fit
}

/// The places of a page's contexts, by their position + 1; the first is that of what is in none.
pub(crate) fn places(page: &RawPage) -> Vec<Surroundings> {
    let series = series(page);
    let spot = |kind: &str, label: &str| {
        let label = steady(label);
        let counted = without_numbers(&label);
        let uncounted = if series.contains(&counted) { label.clone() } else { counted };
        Spot { kind: kind.to_owned(), label, uncounted }
    };
    let mut places: Vec<Surroundings> = vec![Rc::from([])];
    for (at, context) in page.contexts.iter().enumerate() {
        let parent = context.parent as usize;
        // A parent comes before its children; a broken table has no parents.
        let around = if parent <= at { places.get(parent).cloned() } else { None }.unwrap_or_else(|| Rc::from([]));
        let is_landmark =
            matches!(context.kind.as_str(), "header" | "nav" | "footer" | "aside" | "search" | "dialog" | "menu");
        if context.label.is_empty() && !is_landmark {
            places.push(around);
            continue;
        }
        let own = Rc::new(spot(&context.kind, &context.label));
        let all: Vec<Rc<Spot>> = std::iter::once(own).chain(around.iter().cloned()).take(MOST_SPOTS).collect();
        places.push(all.into());
    }
    places
}

/// Labels without their numbers that several labels of the page have in common: there a number tells one from the other.
fn series(page: &RawPage) -> HashSet<String> {
    let mut first: HashMap<String, &str> = HashMap::new();
    let mut series = HashSet::new();
    for context in &page.contexts {
        let counted = without_numbers(&steady(&context.label));
        match first.get(&counted) {
            Some(label) if *label != context.label => _ = series.insert(counted),
            Some(_) => {}
            None => _ = first.insert(counted, &context.label),
        }
    }
    series
}

fn without_numbers(steady: &str) -> String {
    if !steady.bytes().any(|b| b.is_ascii_digit()) {
        return steady.to_owned();
    }
    let words = steady.split_whitespace().filter(|word| !word.bytes().any(|b| b.is_ascii_digit()));
    let kept: Vec<&str> = words.collect();
    // Nothing but a number is a name.
    if kept.is_empty() { steady.to_owned() } else { kept.join(" ") }
}

/// Units after a number that make it a time span.
const UNITS: [&str; 14] =
    ["s", "sec", "second", "seconds", "m", "min", "mins", "minute", "minutes", "h", "hour", "hours", "day", "days"];

/// A text without what changes by itself: clock times, percentages, time spans, and a trailing count in parentheses. Other numbers stay: `Page 2` and
/// `Page 3` are different. `extension/page/collect.js` does the same.
pub fn steady(text: &str) -> String {
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let is_unit = |word: &str| {
        let word = word.trim_end_matches([',', '.', ')']);
        UNITS.iter().any(|unit| word.eq_ignore_ascii_case(unit))
    };
    let ticks = |at: usize, word: &str| {
        let before = || at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|before| is_number(before));
        (word.contains(':') && word.bytes().all(|b| b.is_ascii_digit() || b == b':'))
            || word.strip_suffix('%').is_some_and(is_number)
            || (is_number(word) && words.get(at + 1).is_some_and(|next| is_unit(next)))
            || (before() && is_unit(word))
            || (at + 1 == words.len()
                && word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).is_some_and(is_number))
    };
    let kept: Vec<&str> =
        words.iter().enumerate().filter(|(at, word)| !ticks(*at, word)).map(|(_, word)| *word).collect();
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_another_state_is_known_by_its_words() {
        let check = |one: &str, other: &str, expected: bool| {
            assert_eq!(inflected(one, other), expected, "{one} / {other}");
            assert_eq!(inflected(other, one), expected, "{other} / {one}");
        };
        check("Follow", "Following", true);
        check("Mute", "Unmute", true);
        check("Like", "Liked", true);
        check("Save", "Saving…", true);
        check("Mark as read", "Mark as unread", true);
        check("Inbox 12", "Inbox 11", true);
        check("☆ Ann Lee", "★ Ann Lee", true);
        check("☆ Ann Lee", "☆ Bob Roe", false);
        check("Next", "Surroundings order", false);
        check("Save profile", "Save billing", false);
        check("Name", "Card holder", false);
        check("1", "7", false);
        check("1", "17", false);
        check("Delete Bob", "Delete Emil", false);
    }

    #[test]
    fn places_compare_by_their_rows_and_what_is_around_them() {
        let place = |spots: &[(&str, &str)]| -> Vec<Rc<Spot>> {
            let spot = |(kind, label): &(&str, &str)| {
                let (kind, label) = ((*kind).to_owned(), (*label).to_owned());
                Rc::new(Spot { kind, uncounted: without_numbers(&label), label })
            };
            spots.iter().map(spot).collect()
        };
        let check = |one: &[(&str, &str)], other: &[(&str, &str)], expected: Fit| {
            assert_eq!(fit(&place(one), &place(other)), expected, "{one:?} / {other:?}");
            assert_eq!(fit(&place(other), &place(one)), expected, "{other:?} / {one:?}");
        };
        check(&[("row", "Bob")], &[("row", "Bob")], Fit::Same);
        check(&[("row", "Bob")], &[("item", "Bob")], Fit::Same);
        check(&[("row", "Bob")], &[("row", "Emil")], Fit::Other);
        check(&[("row", "Order 17")], &[("row", "Order 18")], Fit::Other);
        check(&[("row", "Bob"), ("heading", "Inbox 12")], &[("row", "Bob"), ("heading", "Inbox 11")], Fit::Same);
        check(&[("heading", "Inbox")], &[("heading", "Starred")], Fit::Other);
        check(&[("row", "Bob")], &[], Fit::Open);
        check(&[("item", "Bob"), ("item", "Team A")], &[("item", "Team A")], Fit::Open);
        check(&[("item", "Bob"), ("item", "Team A")], &[("item", "Bob"), ("item", "Team B")], Fit::Other);
    }
}
