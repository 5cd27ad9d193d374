//! What styles say about whether letters are seen: colours, sizes and places. Rules that hold at times alone (`@media`) are left out.

use crate::Hiding;
use crate::seen::{Rgb, WHITE, hexadecimal, is_seen_on, is_tiny};
use dom_query::{Document, NodeId, NodeRef};
use std::collections::HashMap;

/// Elements times rules that are looked at: larger sheets are those of web sites, whose scripts change them anyway.
const WORK: usize = 20_000_000;

/// A place that no screen reaches, in points.
const AWAY: f32 = -750.0;

/// How letters look; None for what is not known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LetterStyle {
    colour: Option<Rgb>,
    ground: Option<Rgb>,
    /// In points.
    size: f32,
    hiding: Option<Hiding>,
}

impl LetterStyle {
    /// Why letters that look so are not seen, if they are not.
    pub(super) fn hiding(self) -> Option<Hiding> {
        if self.hiding.is_some() {
            return self.hiding;
        }
        if is_tiny(self.size, None) {
            return Some(Hiding::Tiny);
        }
        let (colour, ground) = self.colour.zip(self.ground)?;
        (!is_seen_on(colour, ground)).then_some(Hiding::Colour)
    }
}

/// The styles of a document.
pub(super) struct Sheet {
    rules: HashMap<NodeId, Vec<String>>,
    /// What is behind the page: not known where styles are in other files.
    root: LetterStyle,
}

impl Sheet {
    /// Reads the `style` elements of a document, while they are still there.
    pub(super) fn of(document: &Document) -> Self {
        let mut sheet = Self {
            rules: HashMap::new(),
            root: LetterStyle { colour: Some([0; 3]), ground: Some(WHITE), size: 12.0, hiding: None },
        };
        if document.select("link[rel~=stylesheet]").exists() {
            sheet.root.ground = None;
        }
        let source: String =
            document.select("style").iter().map(|style| style.text().to_string()).collect::<Vec<_>>().join("\n");
        let rules = rules(&source);
        if rules.len().saturating_mul(document.tree.len()) > WORK {
            sheet.root.ground = None;
            return sheet;
        }
        for (selector, declarations) in rules {
            let Some(found) = document.try_select(&selector) else { continue };
            for node in found.nodes() {
                sheet.rules.entry(node.id).or_default().push(declarations.clone());
            }
        }
        sheet
    }

    pub(super) fn root(&self) -> LetterStyle {
        self.root
    }

    /// How the letters in an element look, in what looks like this.
    pub(super) fn look(&self, node: &NodeRef<'_>, outer: LetterStyle) -> LetterStyle {
        let mut look = outer;
        if let Some(colour) = node.attr("bgcolor") {
            look.ground = colour_of(&colour);
        }
        if let Some(colour) = node.attr("color").or_else(|| node.attr("text")) {
            look.colour = colour_of(&colour);
        }
        let rules = self.rules.get(&node.id).into_iter().flatten();
        for declarations in rules {
            look.apply(declarations, outer.size);
        }
        if let Some(own) = node.attr("style") {
            look.apply(&own, outer.size);
        }
        look
    }
}

impl LetterStyle {
    fn apply(&mut self, declarations: &str, outer_size: f32) {
        let is_placed = declarations.contains("absolute") || declarations.contains("fixed");
        for declaration in declarations.split(';') {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let name = name.trim().to_ascii_lowercase();
            let value = value.trim().to_ascii_lowercase();
            let value = value.trim_end_matches("!important").trim();
            match name.as_str() {
                "color" | "-webkit-text-fill-color" if value == "transparent" => self.hiding = Some(Hiding::Colour),
                "color" | "-webkit-text-fill-color" if value != "inherit" => self.colour = colour_of(value),
                "background-color" | "background"
                    if matches!(value, "transparent" | "none" | "inherit" | "initial") => {}
                "background-color" | "background" => self.ground = colour_of(value),
                "background-image" if value != "none" => self.ground = None,
                "font-size" => self.size = length(value, outer_size).unwrap_or(self.size),
                "opacity" if value.parse::<f32>().is_ok_and(|part| part < 0.05) => self.hiding = Some(Hiding::Colour),
                // As far away as no screen reaches.
                "text-indent" if length(value, self.size).is_some_and(|at| at < AWAY) => {
                    self.hiding = Some(Hiding::Outside);
                }
                "left" | "top" | "right" | "bottom"
                    if is_placed && length(value, self.size).is_some_and(|at| at < AWAY) =>
                {
                    self.hiding = Some(Hiding::Outside);
                }
                _ => {}
            }
        }
    }
}

/// A length in points; parts are of `of`.
fn length(value: &str, of: f32) -> Option<f32> {
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(value.len());
    let (number, unit) = value.split_at_checked(end)?;
    let number: f32 = number.parse().ok()?;
    match unit.trim() {
        "pt" => Some(number),
        "px" => Some(number * 0.75),
        "em" => Some(number * of),
        "%" => Some(number * of / 100.0),
        "rem" => Some(number * 12.0),
        "" if number == 0.0 => Some(0.0),
        _ => None,
    }
}

/// A colour that is given in numbers, white or black; None for all others and for pictures.
fn colour_of(value: &str) -> Option<Rgb> {
    let value = value.trim().to_ascii_lowercase();
    match value.as_str() {
        "white" => return Some(WHITE),
        "black" => return Some([0; 3]),
        _ => {}
    }
    if let Some(digits) = value.strip_prefix('#') {
        let long: String =
            if digits.len() == 3 { digits.chars().flat_map(|c| [c, c]).collect() } else { digits.to_owned() };
        return hexadecimal(&long);
    }
    let inside = value.strip_prefix("rgb(").or_else(|| value.strip_prefix("rgba("))?.strip_suffix(')')?;
    let mut parts = inside.split([',', ' ', '/']).filter(|part| !part.is_empty());
    let mut part = || parts.next()?.parse::<u8>().ok();
    let colour = [part()?, part()?, part()?];
    // What shines through is neither this colour nor the one behind it.
    parts.next().is_none_or(|alpha| alpha == "1").then_some(colour)
}

/// The rules of a sheet outside any `@`: selectors and declarations.
fn rules(source: &str) -> Vec<(String, String)> {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let mut rules = Vec::new();
    let (mut selector, mut inside, mut depth) = (String::new(), String::new(), 0_usize);
    for c in text.replace("<!--", "").replace("-->", "").chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    let (selector, inside) = (std::mem::take(&mut selector), std::mem::take(&mut inside));
                    if !selector.trim_start().starts_with('@') {
                        rules.push((selector.trim().to_owned(), inside));
                    }
                }
            }
            // `@import …;` ends without braces.
            ';' if depth == 0 => selector.clear(),
            c if depth == 0 => selector.push(c),
            c => inside.push(c),
        }
    }
    rules
}
