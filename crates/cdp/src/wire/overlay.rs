//! What the person sees over the page of what is done in it. Like the other traits of a tab it is implemented by the worker.

use edith_page::Rect;
use edith_page::page_api::Probe;
use serde::Serialize;

/// Longest text shown, in characters.
const TEXT: usize = 60;

/// What is drawn over the page of a tab. Where nobody sees the tab, nothing is.
pub trait Overlay {
    /// Draws something; returns at once.
    fn show(&self, sign: &Sign);
    /// Whether something is drawn, or about to be.
    fn is_drawn(&self) -> bool;
    /// Whether input at a point of the tab, in CSS pixels, would reach the overlay's button.
    fn covers(&self, point: [f64; 2]) -> bool;
    /// Whether keys would reach that button.
    fn has_focus(&self) -> bool;
    /// Nothing begins to be drawn while a picture is taken.
    fn hold(&self, on: bool);
}

/// One thing to draw.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Sign {
    /// The element that something is about to be done to.
    At {
        /// Where the pointer goes, in the tab's viewport.
        point: [f64; 2],
        /// The element's box there.
        place: Rect,
    },
    /// What is being written.
    Typed(Words),
    /// The action failed.
    Failed,
}

/// A written text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Words {
    /// Its beginning.
    Plain(String),
    /// A secret: not even its length is told.
    Secret,
}

impl Sign {
    /// A text that is written into a field; what kind of field decides whether it is shown.
    pub(crate) fn typed(text: &str, probe: &Probe) -> Self {
        Self::Typed(if probe.field.is_masked() { Words::Secret } else { shortened(text) })
    }

    /// A text that is written into what has the focus.
    pub(crate) fn typed_blindly(text: &str) -> Self {
        Self::Typed(shortened(text))
    }
}

fn shortened(text: &str) -> Words {
    Words::Plain(edith_protocol::shorten(text, TEXT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_page::raw::FieldKind;

    #[test]
    fn secrets_are_shown_as_such_and_long_texts_by_their_beginning() {
        let field = |field| Probe { field, ..Probe::default() };
        for kind in [FieldKind::Password, FieldKind::OneTimeCode, FieldKind::Card] {
            assert_eq!(Sign::typed("s3cret", &field(kind)), Sign::Typed(Words::Secret), "{kind:?}");
        }
        let plain = |text: &str| Sign::Typed(Words::Plain(text.to_owned()));
        assert_eq!(Sign::typed("two\n lines", &field(FieldKind::default())), plain("two lines"));
        let long = "é".repeat(200);
        assert_eq!(Sign::typed(&long, &field(FieldKind::default())), plain(&format!("{}…", "é".repeat(60))));
    }
}
