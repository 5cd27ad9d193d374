//! Where shapes are on a slide.

use crate::formats::xml::Element;
use crate::{Area, Size};

/// From the coordinates of a group's children to those of the slide.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    x: (f64, f64),
    y: (f64, f64),
}

/// A pair of whole numbers of an element's attributes.
fn pair(element: Element<'_>, name: &str, first: &str, second: &str) -> Option<(f64, f64)> {
    let element = element.child(name)?;
    Some((element.attribute(first)?.parse().ok()?, element.attribute(second)?.parse().ok()?))
}

impl Scale {
    /// A slide of this size in EMU, of which a point has 12,700: parts of it.
    pub(super) fn of_slide(width: f64, height: f64) -> Self {
        Self { x: (1.0 / width.max(1.0), 0.0), y: (1.0 / height.max(1.0), 0.0) }
    }

    /// The scale within a group.
    pub(super) fn within(self, group: Element<'_>) -> Self {
        let inner = || {
            let transform = group.path(&["grpSpPr", "xfrm"])?;
            let (at, size) = (pair(transform, "off", "x", "y")?, pair(transform, "ext", "cx", "cy")?);
            let (own_at, own_size) = (pair(transform, "chOff", "x", "y")?, pair(transform, "chExt", "cx", "cy")?);
            let axis = |outer: (f64, f64), at: f64, size: f64, own_at: f64, own_size: f64| {
                let factor = if own_size > 0.0 { size / own_size } else { 1.0 };
                (outer.0 * factor, outer.0 * (at - own_at * factor) + outer.1)
            };
            Some(Self {
                x: axis(self.x, at.0, size.0, own_at.0, own_size.0),
                y: axis(self.y, at.1, size.1, own_at.1, own_size.1),
            })
        };
        inner().unwrap_or(self)
    }

    /// Where a shape is, if it says so itself.
    #[expect(clippy::cast_possible_truncation, reason = "parts of a page need no more digits")]
    pub(super) fn area(self, shape: Element<'_>) -> Option<Area> {
        let transform = shape.path(&["spPr", "xfrm"]).or_else(|| shape.child("xfrm"))?;
        let (at, size) = (pair(transform, "off", "x", "y")?, pair(transform, "ext", "cx", "cy")?);
        let area = Area {
            left: (at.0 * self.x.0 + self.x.1) as f32,
            top: (at.1 * self.y.0 + self.y.1) as f32,
            width: (size.0 * self.x.0) as f32,
            height: (size.1 * self.y.0) as f32,
        };
        [area.left, area.top, area.width, area.height].iter().all(|part| part.is_finite()).then_some(area)
    }
}

/// EMU of a point.
const EMU: f64 = 12_700.0;

/// The size of the slides in EMU, and in points.
#[expect(clippy::cast_possible_truncation, reason = "points need no more digits")]
pub(super) fn slide_size(presentation: Element<'_>) -> Option<((f64, f64), Size)> {
    let (width, height) = pair(presentation, "sldSz", "cx", "cy").filter(|(w, h)| *w > 0.0 && *h > 0.0)?;
    Some(((width, height), Size { width: (width / EMU) as f32, height: (height / EMU) as f32 }))
}
