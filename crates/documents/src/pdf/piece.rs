//! Items in the frame in which their text runs from left to right, downwards.

use super::raw::{ARTIFACT, HIDING_SHIFT, HIDINGS, LINE_ENDS, RIGHT_TO_LEFT, RawItem, RawPage, RawTag};
use crate::seen::is_tiny;
use crate::{Area, Hiding};

/// A rectangle in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

impl Rect {
    pub(super) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// How far two overlap from left to right; negative is the gap between them.
    pub(super) fn overlap_x(&self, other: &Self) -> f32 {
        self.right.min(other.right) - self.left.max(other.left)
    }

    /// The same from top to bottom.
    pub(super) fn overlap_y(&self, other: &Self) -> f32 {
        self.bottom.min(other.bottom) - self.top.max(other.top)
    }

    pub(super) fn contains(&self, x: f32, y: f32) -> bool {
        x >= self.left && x <= self.right && y >= self.top && y <= self.bottom
    }
}

/// A page's size in points, always sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Extent {
    pub(super) fn of(page: &RawPage) -> Self {
        // A4, and the largest side that the format's first versions allowed times the largest user unit in use.
        let sound =
            |length: f32, otherwise: f32| if (1.0..=1_000_000.0).contains(&length) { length } else { otherwise };
        Self { width: sound(page.width, 595.0), height: sound(page.height, 842.0) }
    }

    pub(super) fn area(self, rect: Rect) -> Area {
        let part = |at: f32, whole: f32| (at / whole).clamp(0.0, 1.0);
        let (left, top) = (part(rect.left, self.width), part(rect.top, self.height));
        let (right, bottom) = (part(rect.right, self.width), part(rect.bottom, self.height));
        Area { left, top, width: (right - left).max(0.0), height: (bottom - top).max(0.0) }
    }
}

/// Where text runs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Direction {
    None,
    Down,
    Around,
    Up,
    /// Slanted, in degrees.
    Slanted(i16),
}

impl Direction {
    fn of(angle: f32) -> Self {
        let whole = if angle.is_finite() { (angle % 360.0).round() as i16 } else { 0 };
        match (whole + 360) % 360 {
            0..=3 | 357..=359 => Self::None,
            87..=93 => Self::Down,
            177..=183 => Self::Around,
            267..=273 => Self::Up,
            slanted => Self::Slanted(slanted),
        }
    }

    /// From the page into the frame.
    fn enter(self, page: Extent, x: f32, y: f32) -> (f32, f32) {
        match self {
            Self::None | Self::Slanted(_) => (x, y),
            Self::Down => (y, page.width - x),
            Self::Around => (page.width - x, page.height - y),
            Self::Up => (page.height - y, x),
        }
    }

    /// From the frame back to the page.
    pub(super) fn leave(self, page: Extent, rect: Rect) -> Rect {
        let Rect { left, top, right, bottom } = rect;
        match self {
            Self::None | Self::Slanted(_) => rect,
            Self::Down => Rect { left: page.width - bottom, top: left, right: page.width - top, bottom: right },
            Self::Around => Rect {
                left: page.width - right,
                top: page.height - bottom,
                right: page.width - left,
                bottom: page.height - top,
            },
            Self::Up => Rect { left: top, top: page.height - right, right: bottom, bottom: page.height - left },
        }
    }

    /// The size of the frame.
    pub(super) fn extent(self, page: Extent) -> Extent {
        match self {
            Self::Down | Self::Up => Extent { width: page.height, height: page.width },
            _ => page,
        }
    }
}

/// What a font looks like.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Style {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) monospace: bool,
}

/// An item in its frame.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) rect: Rect,
    pub(super) base: f32,
    pub(super) size: f32,
    pub(super) style: Style,
    pub(super) turn: Direction,
    pub(super) rtl: bool,
    pub(super) artifact: bool,
    pub(super) line_ends: bool,
    /// Why it is not seen, if it is not.
    pub(super) hiding: Option<Hiding>,
    /// The index of its tag.
    pub(super) tag: Option<usize>,
    /// Table, row and column, if the structure tree has it in a cell.
    pub(super) cell: Option<(u32, u32, u32)>,
}

impl Piece {
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The items of a page that can be used, cleaned, in the order of the content stream; at most `limit` bytes of text.
pub(super) fn pieces(page: &RawPage, limit: usize) -> Vec<Piece> {
    let extent = Extent::of(page);
    let mut left = limit;
    let mut pieces = Vec::with_capacity(page.items.len());
    for item in &page.items {
        if left == 0 {
            break;
        }
        let Some(piece) = piece(page, item, extent) else { continue };
        left = left.saturating_sub(piece.text.len());
        pieces.push(piece);
    }
    pieces
}

fn piece(page: &RawPage, item: &RawItem, extent: Extent) -> Option<Piece> {
    let sound = |value: f32| value.is_finite() && value.abs() < 1_000_000.0;
    if !(sound(item.x) && sound(item.y) && sound(item.width)) {
        return None;
    }
    let font = page.fonts.get(item.font);
    let size = if sound(item.size) && item.size > 0.1 { item.size } else { 10.0 };
    let turn = Direction::of(item.angle);
    let (x, base) = turn.enter(extent, item.x, item.y);
    // Fonts that do not say how high they are, or say nonsense, get the measures of common ones.
    let measure =
        |value: f32, low: f32, high: f32, usual: f32| if (low..=high).contains(&value) { value } else { usual };
    let ascent = measure(font.map_or(0.0, |font| font.ascent), 0.5, 1.0, 0.8);
    let descent = measure(font.map_or(0.0, |font| -font.descent), 0.1, 0.4, 0.2);
    let rect = Rect {
        left: x.min(x + item.width),
        top: base - ascent * size,
        right: x.max(x + item.width),
        bottom: base + descent * size,
    };
    // Outside the page nothing is visible; parts of an item may hang over its edge.
    let frame = turn.extent(extent);
    let is_outside = rect.left >= frame.width || rect.right <= 0.0 || rect.top >= frame.height || rect.bottom <= 0.0;
    let told = usize::from(item.flags >> HIDING_SHIFT).checked_sub(1).and_then(|number| HIDINGS.get(number)).copied();
    let is_tiny = !page.recognised && sound(item.size) && is_tiny(item.size, Some(frame.width.max(frame.height)));
    let hiding = told.or(is_outside.then_some(Hiding::Outside)).or(is_tiny.then_some(Hiding::Tiny));
    let rtl = item.flags & RIGHT_TO_LEFT != 0;
    let index = usize::try_from(item.tag).ok();
    let cell = tag(&page.tags, index).and_then(|tag| Some((tag.table?, tag.row?, tag.column?)));
    Some(Piece {
        text: super::text::clean(&item.text),
        rect,
        base,
        size,
        style: font.map_or(Style::default(), |font| Style {
            bold: font.bold,
            italic: font.italic,
            monospace: font.monospace,
        }),
        turn,
        rtl,
        artifact: item.flags & ARTIFACT != 0,
        line_ends: item.flags & LINE_ENDS != 0,
        hiding,
        tag: index.filter(|tag| *tag < page.tags.len()),
        cell,
    })
}

/// The tag at this index.
pub(super) fn tag(tags: &[RawTag], index: Option<usize>) -> Option<&RawTag> {
    tags.get(index?)
}
