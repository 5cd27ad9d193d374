//! Paragraph styles: which are headings or captions, and which number their paragraphs.

use super::letters::Letters;
use crate::formats::xml::{Element, Tree};
use std::collections::{HashMap, HashSet};

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
    /// What every kind of style says about letters, and which it is based on.
    letters: HashMap<String, (Letters, Option<String>)>,
    /// What the file says about letters that no style is for.
    usual_letters: Letters,
    /// Table styles that fill cells, of which it is not known here which.
    filling: HashSet<String>,
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
            let based_on = style.value_at(&["basedOn"]).map(std::borrow::Cow::into_owned);
            let letters = style.child("rPr").map(Letters::of).unwrap_or_default();
            styles.letters.insert(id.clone().into_owned(), (letters, based_on.clone()));
            if kind.as_deref() == Some("table") && style.find("shd").is_some() {
                styles.filling.insert(id.clone().into_owned());
            }
            if kind.as_deref().is_some_and(|kind| kind != "paragraph" && kind != "numbering") {
                continue;
            }
            let properties = style.child("pPr");
            let outline = properties.and_then(|p| p.value_at(&["outlineLvl"])).and_then(|level| level.parse().ok());
            let read = Style {
                name: style.value_at(&["name"]).unwrap_or_default().to_lowercase(),
                based_on,
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
        let usual = tree.root().path(&["docDefaults", "rPrDefault", "rPr"]);
        styles.usual_letters = usual.map(Letters::of).unwrap_or_default();
        styles
    }

    /// How letters look in a paragraph of the style with this id, or the usual one.
    pub(super) fn paragraph_letters(&self, id: Option<&str>) -> Letters {
        self.usual_letters.under(self.style_letters(id.or(self.usual.as_deref())))
    }

    /// What a style and those that it is based on say about letters.
    pub(super) fn style_letters(&self, id: Option<&str>) -> Letters {
        self.chain(id).fold(Letters::default(), |upper, (_, letters)| letters.under(upper))
    }

    /// Whether a table of this style has cells that the style fills.
    pub(super) fn fills_cells(&self, id: &str) -> bool {
        self.chain(Some(id)).any(|(id, _)| self.filling.contains(id))
    }

    /// A style and those that it is based on.
    fn chain<'s>(&'s self, id: Option<&'s str>) -> impl Iterator<Item = (&'s str, Letters)> {
        let mut next = id;
        std::iter::from_fn(move || {
            let id = next?;
            let (letters, based_on) = self.letters.get(id)?;
            next = based_on.as_deref();
            Some((id, *letters))
        })
        .take(MAX_CHAIN)
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
