//! The numbers and bullets that Word shows before paragraphs of lists.

use super::styles::Styles;
use crate::formats::labels::{bullet, number};
use crate::formats::xml::{Element, Tree, is_on};
use std::collections::{HashMap, HashSet};

/// Levels of a list (ECMA-376 part 1, 17.9.6).
const LEVELS: usize = 9;

#[derive(Debug, Clone, Default)]
struct Level {
    start: u32,
    format: String,
    text: String,
    /// Whether all numbers in it are decimal.
    legal: bool,
    /// Whether a higher level's item does not begin it anew.
    goes_on: bool,
    style: Option<String>,
}

#[derive(Debug, Clone, Default)]
struct List {
    /// The definition that counts: lists of one definition count on together.
    definition: String,
    starts: HashMap<usize, u32>,
    levels: HashMap<usize, Level>,
}

/// The lists of a document and how far they have counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    definitions: HashMap<String, HashMap<usize, Level>>,
    lists: HashMap<u32, List>,
    counts: HashMap<String, [Option<u32>; LEVELS]>,
    begun: HashSet<(u32, usize)>,
}

fn levels_of(element: Element<'_>) -> HashMap<usize, Level> {
    let mut levels = HashMap::new();
    for level in element.elements().filter(|e| e.name() == "lvl") {
        let Some(index) = level.attribute("ilvl").and_then(|i| i.parse().ok()).filter(|i| *i < LEVELS) else {
            continue;
        };
        // A format that old readers do not know stands in a choice; its fallback is the plain one.
        let format = level.value_at(&["numFmt"]).or_else(|| level.find("numFmt")?.attribute("val"));
        let read = Level {
            start: level.value_at(&["start"]).and_then(|start| start.parse().ok()).unwrap_or(1),
            format: format.map_or_else(|| "decimal".to_owned(), std::borrow::Cow::into_owned),
            text: level.value_at(&["lvlText"]).unwrap_or_default().into_owned(),
            legal: level.child("isLgl").is_some_and(|legal| is_on(legal.attribute("val").as_deref())),
            goes_on: level.value_at(&["lvlRestart"]).is_some_and(|restart| restart == "0"),
            style: level.value_at(&["pStyle"]).map(std::borrow::Cow::into_owned),
        };
        levels.insert(index, read);
    }
    levels
}

impl Numbering {
    /// Reads the numbering part.
    pub(super) fn read(tree: &Tree<'_>, styles: &Styles) -> Self {
        let mut numbering = Self::default();
        let mut links: HashMap<String, String> = HashMap::new();
        for definition in tree.root().elements().filter(|e| e.name() == "abstractNum") {
            let Some(id) = definition.attribute("abstractNumId") else { continue };
            if let Some(style) = definition.value_at(&["numStyleLink"]) {
                links.insert(id.clone().into_owned(), style.into_owned());
            }
            numbering.definitions.insert(id.into_owned(), levels_of(definition));
        }
        let mut definition_of: HashMap<u32, String> = HashMap::new();
        for list in tree.root().elements().filter(|e| e.name() == "num") {
            let Some(id) = list.attribute("numId").and_then(|id| id.parse::<u32>().ok()) else { continue };
            let definition = list.value_at(&["abstractNumId"]).unwrap_or_default().into_owned();
            definition_of.insert(id, definition.clone());
            let mut read = List { definition, ..List::default() };
            for change in list.elements().filter(|e| e.name() == "lvlOverride") {
                let Some(level) = change.attribute("ilvl").and_then(|level| level.parse().ok()) else { continue };
                if let Some(start) = change.value_at(&["startOverride"]).and_then(|start| start.parse().ok()) {
                    read.starts.insert(level, start);
                }
                read.levels.extend(levels_of(change));
            }
            numbering.lists.insert(id, read);
        }
        for list in numbering.lists.values_mut() {
            let linked = links.get(&list.definition).and_then(|style| definition_of.get(&styles.list_of(style)?));
            if let Some(definition) = linked {
                list.definition.clone_from(definition);
            }
        }
        numbering
    }

    fn level<'l>(&'l self, list: &'l List, index: usize) -> Option<&'l Level> {
        list.levels.get(&index).or_else(|| self.definitions.get(&list.definition)?.get(&index))
    }

    /// The level at which a list numbers the paragraphs of a style.
    pub(super) fn level_of_style(&self, list: u32, style: &str) -> Option<usize> {
        let list = self.lists.get(&list)?;
        (0..LEVELS).find(|index| self.level(list, *index).is_some_and(|level| level.style.as_deref() == Some(style)))
    }

    /// Counts an item, and gives the number or bullet that is shown before it; empty if the level shows nothing. None if there is no such list.
    pub(super) fn next(&mut self, id: u32, index: usize) -> Option<String> {
        let index = index.min(LEVELS - 1);
        let list = self.lists.get(&id)?.clone();
        let level = self.level(&list, index)?.clone();
        let start_of = |i: usize| {
            let own = self.level(&list, i).map_or(1, |level| level.start);
            list.starts.get(&i).copied().unwrap_or(own)
        };
        let starts: Vec<u32> = (0..LEVELS).map(start_of).collect();
        let goes_on: Vec<bool> = (0..LEVELS).map(|i| self.level(&list, i).is_some_and(|level| level.goes_on)).collect();
        let anew = list.starts.contains_key(&index) && self.begun.insert((id, index));
        let counts = self.counts.entry(list.definition.clone()).or_default();
        for (i, (count, (start, goes_on))) in counts.iter_mut().zip(starts.into_iter().zip(goes_on)).enumerate() {
            if i < index {
                count.get_or_insert(start);
            } else if i == index {
                *count = Some(count.filter(|_| !anew).map_or(start, |count| count.saturating_add(1)));
            } else if !goes_on {
                *count = None;
            }
        }
        let counts = *counts;
        if level.format == "bullet" {
            return Some(bullet(&level.text).to_string());
        }
        let mut label = String::new();
        let mut chars = level.text.chars().peekable();
        while let Some(c) = chars.next() {
            let referred = chars.peek().and_then(|c| c.to_digit(10)).filter(|digit| c == '%' && *digit > 0);
            let Some(digit) = referred else {
                label.push(c);
                continue;
            };
            chars.next();
            let at = digit as usize - 1;
            let count = counts.get(at).copied().flatten().unwrap_or(1);
            let format = self.level(&list, at).map_or("decimal", |level| level.format.as_str());
            label.push_str(&number(count, if level.legal && format != "none" { "decimal" } else { format }));
        }
        Some(label.trim().to_owned())
    }
}
