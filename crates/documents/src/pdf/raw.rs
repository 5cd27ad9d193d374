//! What pdf.js gives of a PDF, as `extension/reader/pdf.js` sends it.
//!
//! Lengths are points (1/72 inch) from the upper left corner of the page as it is shown. Nothing is trusted: numbers may be missing or absurd.

use crate::Hiding;
use serde::{Deserialize, Deserializer};

/// A page. See the script for where each field comes from.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RawPage {
    /// From 1.
    pub number: u32,
    /// From left to right.
    #[serde(deserialize_with = "number")]
    pub width: f32,
    /// From top to bottom.
    #[serde(deserialize_with = "number")]
    pub height: f32,
    /// What the file calls the page ("iv").
    pub label: Option<String>,
    /// The fonts of the items.
    pub fonts: Vec<RawFont>,
    /// Text, in the order of the content stream.
    pub items: Vec<RawItem>,
    /// What the structure tree says about items.
    pub tags: Vec<RawTag>,
    /// Links to addresses.
    pub links: Vec<RawLink>,
    /// Fields of a form.
    pub fields: Vec<RawField>,
    /// Comments, and text that somebody put on the page.
    pub notes: Vec<RawNote>,
    /// Alternative texts of pictures.
    pub figures: Vec<RawFigure>,
    /// The names of files that are pinned to it.
    pub files: Vec<String>,
    /// How many pictures are drawn.
    pub pictures: u32,
    /// The part of the page that they cover, 0 to 1.
    #[serde(deserialize_with = "number")]
    pub picture_share: f32,
    /// How many letters are drawn of which nothing is known but their shapes.
    pub lost: u32,
    /// The page could not be read.
    pub unread: bool,
    /// The items are words recognised in a picture.
    #[serde(skip)]
    pub recognised: bool,
}

/// A font.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RawFont {
    /// The name in the file, without the prefix of a subset.
    pub name: String,
    /// Bold, by its flags or name.
    pub bold: bool,
    /// Italic or oblique.
    pub italic: bool,
    /// All characters are equally wide.
    pub monospace: bool,
    /// The part of the size above the baseline.
    #[serde(deserialize_with = "number")]
    pub ascent: f32,
    /// The part of the size below it; negative.
    #[serde(deserialize_with = "number")]
    pub descent: f32,
}

/// Text drawn at one go. On the wire an array of its fields in this order.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct RawItem {
    /// The text; may be blank.
    pub text: String,
    /// Where its baseline begins.
    #[serde(deserialize_with = "number")]
    pub x: f32,
    /// Where its baseline begins.
    #[serde(deserialize_with = "number")]
    pub y: f32,
    /// Along the baseline.
    #[serde(deserialize_with = "number")]
    pub width: f32,
    /// The size of the font.
    #[serde(deserialize_with = "number")]
    pub size: f32,
    /// An index of the page's fonts.
    pub font: usize,
    /// [`LINE_ENDS`], [`RIGHT_TO_LEFT`], [`ARTIFACT`], and from the fourth bit on why the item is not seen ([`HIDINGS`]).
    pub flags: u8,
    /// Of the baseline in degrees, clockwise.
    #[serde(deserialize_with = "number")]
    pub angle: f32,
    /// An index of the page's tags, or -1.
    pub tag: i32,
}

/// A line ends after the item.
pub const LINE_ENDS: u8 = 1;
/// The item runs from right to left.
pub const RIGHT_TO_LEFT: u8 = 2;
/// The file says that the item is not content (a running header, a page's number).
pub const ARTIFACT: u8 = 4;
/// Why an item is not seen, by the number in its flags, from 1.
pub const HIDINGS: [Hiding; 4] = [Hiding::Marked, Hiding::Colour, Hiding::Covered, Hiding::Outside];
/// The lowest bit of that number.
pub const HIDING_SHIFT: u32 = 3;

/// What the structure tree says about an item.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RawTag {
    /// The role of its element: `H1`, `P`, `LI`, `TD`, `Caption` …
    pub role: String,
    /// The number of that element on the page.
    pub element: u32,
    /// For a cell, the number of its table on the page.
    pub table: Option<u32>,
    /// For a cell, from 0.
    pub row: Option<u32>,
    /// For a cell, from 0.
    pub column: Option<u32>,
}

/// Left, top, width, height.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
pub struct RawBox(
    #[serde(deserialize_with = "number")] pub f32,
    #[serde(deserialize_with = "number")] pub f32,
    #[serde(deserialize_with = "number")] pub f32,
    #[serde(deserialize_with = "number")] pub f32,
);

/// A link to an address.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RawLink {
    /// The address as the file has it.
    pub url: String,
    /// One for each line that it lies on.
    pub boxes: Vec<RawBox>,
}

/// A field, or one button of a group of radio buttons.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RawField {
    /// Its full name.
    pub name: String,
    /// The text for people.
    pub label: Option<String>,
    /// `text`, `check`, `radio`, `choice`, `signature` or `button`.
    pub kind: String,
    /// What it holds; `on` for a ticked box.
    pub value: String,
    /// What it offers.
    pub options: Vec<String>,
    /// Where it is.
    #[serde(rename = "box")]
    pub area: RawBox,
}

/// A comment.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RawNote {
    /// What it says.
    pub text: String,
    /// Where it is.
    #[serde(rename = "box")]
    pub area: RawBox,
}

/// A picture's alternative text.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RawFigure {
    /// What it says.
    pub text: String,
    /// Where the picture is.
    #[serde(rename = "box")]
    pub area: Option<RawBox>,
}

/// An entry of the bookmarks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RawOutlineEntry {
    /// Its title.
    pub title: String,
    /// 1 is the highest.
    pub level: u8,
    /// From 1; 0 if it leads nowhere.
    pub page: u32,
}

/// What a JSON script writes for NaN and the infinities is null: taken as 0.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    Ok(Option::<f32>::deserialize(from)?.unwrap_or(0.0))
}

/// A word recognised in a picture, in its pixels.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RecognisedWord {
    /// The word.
    pub text: String,
    /// Left edge.
    #[serde(deserialize_with = "number")]
    pub left: f32,
    /// Top edge.
    #[serde(deserialize_with = "number")]
    pub top: f32,
    /// Width.
    #[serde(deserialize_with = "number")]
    pub width: f32,
    /// Height.
    #[serde(deserialize_with = "number")]
    pub height: f32,
    /// The number of its line in the picture, if the engine reports lines.
    pub line: Option<u32>,
}

impl RawPage {
    /// A page of words that were recognised in a picture of it. `picture` is its width and height in pixels, `page` the page's size in points; without
    /// one the picture is taken to have 150 pixels an inch.
    pub fn recognised(number: u32, words: &[RecognisedWord], picture: (f32, f32), page: Option<(f32, f32)>) -> Self {
        const POINTS_PER_PIXEL: f32 = 72.0 / 150.0;
        let sound = |length: f32| if length.is_finite() && length >= 1.0 { length } else { 1.0 };
        let (across, down) = (sound(picture.0), sound(picture.1));
        let (width, height) = page.unwrap_or((across * POINTS_PER_PIXEL, down * POINTS_PER_PIXEL));
        let (scale_x, scale_y) = (width / across, height / down);
        // The boxes of words without ascenders or descenders are lower than others: a line's words get the line's own measure.
        let mut lines: std::collections::BTreeMap<u32, (f32, f32)> = std::collections::BTreeMap::new();
        for word in words {
            if let Some(line) = word.line {
                let extent = lines.entry(line).or_insert((word.top, word.top + word.height));
                *extent = (extent.0.min(word.top), extent.1.max(word.top + word.height));
            }
        }
        let mut items: Vec<RawItem> = Vec::with_capacity(2 * words.len());
        let mut before = None;
        for word in words {
            let own = (word.top, word.top + word.height);
            let (top, bottom) = word.line.and_then(|line| lines.get(&line).copied()).unwrap_or(own);
            // A slanted line is much higher than its words: then each word stands on its own.
            let (top, bottom) = if bottom - top > 1.8 * word.height { own } else { (top, bottom) };
            let size = (bottom - top) * scale_y;
            let item = RawItem {
                text: word.text.clone(),
                x: word.left * scale_x,
                y: bottom * scale_y - 0.2 * size,
                width: word.width * scale_x,
                size,
                tag: -1,
                ..RawItem::default()
            };
            // The engine says where a word ends; on a line that is slanted or set tightly the distance does not.
            if let Some(last) = items.last().filter(|_| word.line.is_some() && word.line == before) {
                let x = last.x + last.width;
                items.push(RawItem { text: " ".to_owned(), x, width: (item.x - x).max(0.0), ..last.clone() });
            }
            before = word.line;
            items.push(item);
        }
        Self {
            number,
            width,
            height,
            items,
            fonts: vec![RawFont { ascent: 0.8, descent: -0.2, ..RawFont::default() }],
            recognised: true,
            ..Self::default()
        }
    }
}
