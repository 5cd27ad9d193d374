//! How letters look, as far as it says whether they are seen: hidden, their colour, their size, and the ground they are on.

use crate::Hiding;
use crate::formats::xml::{Element, is_on};
use crate::seen::{Rgb, WHITE, hexadecimal, is_seen_on, is_tiny};

/// What is behind letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// One colour.
    Of(Rgb),
    /// A pattern, a picture, or what another part of the file decides on.
    Unknown,
}

impl Default for Ground {
    fn default() -> Self {
        Self::Of(WHITE)
    }
}

impl Ground {
    /// The ground of what has these properties; what they do not fill lies on `self`.
    pub(super) fn under(self, properties: Option<Element<'_>>) -> Self {
        let shading = properties.and_then(|p| p.child("shd"));
        shading.and_then(shaded).unwrap_or(self)
    }

    /// The page's own, of the root of a document.
    pub(super) fn of_page(root: Element<'_>) -> Self {
        let colour = root.child("background").and_then(|background| background.attribute("color"));
        colour.and_then(|colour| hexadecimal(&colour)).map_or(Self::default(), Self::Of)
    }

    /// That of the text of a drawing.
    pub(super) fn in_drawing(self, drawing: Element<'_>) -> Self {
        let parts = drawing.descendants_unless(|e| matches!(e.name(), "txbxContent" | "Fallback"));
        let mut shapes = parts.iter().filter(|part| part.name() == "spPr");
        match (shapes.next(), shapes.next()) {
            (Some(shape), None) => {
                let fill = shape.child("solidFill").and_then(|fill| fill.child("srgbClr"));
                let fill = fill.and_then(|colour| hexadecimal(&colour.attribute("val")?));
                match fill {
                    Some(colour) => Self::Of(colour),
                    None if shape.child("noFill").is_some() => self,
                    None => Self::Unknown,
                }
            }
            _ => Self::Unknown,
        }
    }
}

/// What a `shd` fills; nothing if it leaves the ground as it is.
fn shaded(shading: Element<'_>) -> Option<Ground> {
    let colour = |name: &str| shading.attribute(name).and_then(|colour| hexadecimal(&colour));
    match shading.attribute("val").as_deref() {
        Some("nil") => None,
        Some("clear") | None => {
            let is_themed = shading.attribute("themeFill").is_some();
            colour("fill").map(Ground::Of).or(is_themed.then_some(Ground::Unknown))
        }
        Some("solid") => Some(colour("color").map_or(Ground::Unknown, Ground::Of)),
        Some(_) => Some(Ground::Unknown),
    }
}

/// What properties of runs say about letters; what they leave open is None.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Letters {
    hidden: Option<bool>,
    /// None inside: the colour that can be read on the ground.
    colour: Option<Option<Rgb>>,
    /// In points.
    size: Option<f32>,
    ground: Option<Ground>,
}

impl Letters {
    /// What an `rPr` says.
    pub(super) fn of(properties: Element<'_>) -> Self {
        let mut ground = properties.child("shd").and_then(shaded);
        match properties.value_at(&["highlight"]).as_deref() {
            None | Some("none") => {}
            Some("white") => ground = Some(Ground::Of(WHITE)),
            Some(_) => ground = Some(Ground::Unknown),
        }
        Self {
            hidden: properties.child("vanish").map(|switch| is_on(switch.attribute("val").as_deref())),
            colour: properties.value_at(&["color"]).map(|colour| hexadecimal(&colour)),
            size: properties.value_at(&["sz"]).and_then(|halves| halves.parse::<f32>().ok()).map(|halves| halves / 2.0),
            ground,
        }
    }

    /// These, with what `upper` says instead.
    pub(super) fn under(self, upper: Self) -> Self {
        Self {
            hidden: upper.hidden.or(self.hidden),
            colour: upper.colour.or(self.colour),
            size: upper.size.or(self.size),
            ground: upper.ground.or(self.ground),
        }
    }

    /// Whether the file hides them.
    pub(super) fn are_hidden(self) -> bool {
        self.hidden == Some(true)
    }

    /// Why they are not seen on this ground, if they are not.
    pub(super) fn hiding(self, ground: Ground) -> Option<Hiding> {
        if self.are_hidden() {
            return Some(Hiding::Marked);
        }
        if self.size.is_some_and(|size| is_tiny(size, None)) {
            return Some(Hiding::Tiny);
        }
        match (self.colour.flatten(), self.ground.unwrap_or(ground)) {
            (Some(colour), Ground::Of(ground)) if !is_seen_on(colour, ground) => Some(Hiding::Colour),
            _ => None,
        }
    }
}
