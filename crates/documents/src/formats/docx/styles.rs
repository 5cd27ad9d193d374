//! Paragraph styles: which are headings or captions, and which number their paragraphs.

use crate::formats::xml::{Element, Tree};
use std::collections::HashMap;

/// How many styles a chain of `basedOn` may have before it counts as a circle.
const MAX_CHAIN: usize = 32;

/// The beginnings of names of heading styles in files whose program wrote them in its own language. Word writes `heading`.
const HEADING_NAMES: &[&str] = &[
    "heading",
    "überschrift",
    "titre",
    "título",
    "titulo",
    "titolo",
    "kop",
    "rubrik",
    "overskrift",
    "nagłówek",
    "nadpis",
    "заголовок",
    "標題",
    "标题",
    "見出し",
    "제목",
    "otsikko",
    "başlık",
    "cím",
];

/// A paragraph's numbering: the list and the level in it, from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Numbered {
    /// The list; 0 takes the numbering away.
    pub(super) list: Option<u32>,
    /// The level.
    pub(super) level: Option<usize>,
}

impl Numbered {
    /// What a `numPr` says.
    pub(super) fn of(properties: Element<'_>) -> Option<Self> {
        let numbering = properties.child("numPr")?;
        Some(Self {
            list: numbering.value_at(&["numId"]).and_then(|value| value.parse().ok()),
            level: numbering.value_at(&["ilvl"]).and_then(|value| value.parse().ok()),
        })
    }
}

#[derive(Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    numbered: Option<Numbered>,
    breaks_page: bool,
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: HashMap<String, Style>,
    /// The style of paragraphs that name none.
    usual: Option<String>,
}

/// What a paragraph's style makes of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Looks {
    /// The level of the heading that it is, from 1.
    pub(super) heading: Option<u8>,
    /// Whether it is a caption.
    pub(super) caption: bool,
    /// The numbering.
    pub(super) numbered: Option<Numbered>,
    /// Whether it begins a page.
    pub(super) breaks_page: bool,
}

impl Styles {
    /// Reads the styles' part.
    pub(super) fn read(tree: &Tree<'_>) -> Self {
        let mut styles = Self::default();
        for style in tree.root().elements().filter(|element| element.name() == "style") {
            let Some(id) = style.attribute("styleId") else { continue };
            let kind = style.attribute("type");
            if kind.as_deref().is_some_and(|kind| kind != "paragraph" && kind != "numbering") {
                continue;
            }
            let properties = style.child("pPr");
            let outline = properties.and_then(|p| p.value_at(&["outlineLvl"])).and_then(|level| level.parse().ok());
            let read = Style {
                name: style.value_at(&["name"]).unwrap_or_default().to_lowercase(),
                based_on: style.value_at(&["basedOn"]).map(std::borrow::Cow::into_owned),
                outline,
                numbered: properties.and_then(Numbered::of),
                breaks_page: properties.and_then(|p| p.child("pageBreakBefore")).is_some(),
            };
            let is_usual = style.attribute("default").is_some_and(|value| value == "1" || value == "true");
            if is_usual && kind.as_deref() == Some("paragraph") {
                styles.usual = Some(id.clone().into_owned());
            }
            styles.styles.insert(id.into_owned(), read);
        }
        styles
    }

    /// The list that a numbering style stands for.
    pub(super) fn list_of(&self, id: &str) -> Option<u32> {
        self.styles.get(id)?.numbered?.list
    }

    /// What the style with this id, or the usual one, makes of a paragraph.
    pub(super) fn looks(&self, id: Option<&str>) -> Looks {
        let mut looks = Looks::default();
        let mut outline = None;
        let mut next = id.or(self.usual.as_deref());
        for depth in 0..MAX_CHAIN {
            let Some(id) = next else { break };
            let Some(style) = self.styles.get(id) else {
                // A style that is named and not defined still says what it is by its name.
                if depth == 0 {
                    outline = heading_by_name(&id.to_lowercase()).map(|level| level - 1);
                }
                break;
            };
            if outline.is_none() {
                outline = style.outline.or_else(|| heading_by_name(&style.name).map(|level| level - 1));
            }
            looks.caption |= style.name == "caption" || id == "Caption";
            looks.breaks_page |= style.breaks_page;
            match (&mut looks.numbered, style.numbered) {
                (Some(known), Some(more)) => {
                    known.list = known.list.or(more.list);
                    known.level = known.level.or(more.level);
                }
                (none @ None, more) => *none = more,
                (Some(_), None) => {}
            }
            next = style.based_on.as_deref();
        }
        looks.heading = outline.filter(|level| *level < 9).map(|level| level + 1);
        looks
    }
}

/// The level of a heading style by its name in lower case: `heading 2`, `titre 2`; `title` is the highest.
fn heading_by_name(name: &str) -> Option<u8> {
    if name == "title" {
        return Some(1);
    }
    HEADING_NAMES.iter().find_map(|start| {
        let level: u8 = name.strip_prefix(start)?.trim().parse().ok()?;
        (1..=9).contains(&level).then_some(level)
    })
}
