//! What a screenshot shows besides the page: element uids, and covers over secrets.

use serde::{Deserialize, Serialize};

use super::index::{Element, FieldValue, Index};
use super::raw::{FieldKind, Rect, Viewport};

/// Most marks in one screenshot: more hide what they mark.
const MOST: usize = 150;

/// What to draw over the page for a screenshot, in CSS pixels of the top viewport.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// uid and place of elements in view.
    pub numbers: Vec<(u32, Rect)>,
    /// Places that must not be seen.
    pub hidden: Vec<Rect>,
    /// The viewport, for the screenshot's size.
    pub view: Viewport,
    /// The only part in the screenshot, in the viewport; none: all that is in view.
    pub clip: Option<Rect>,
}

impl Marks {
    /// The marks for what is in view. Secrets are always covered, the user's earlier input unless `show_typed`; numbers are for models that take
    /// images.
    pub fn of(index: &Index, numbered: bool, show_typed: bool) -> Self {
        let in_view = || index.elements.iter().filter(|e| e.in_view && !e.states.behind_modal);
        let numbers = in_view().filter(|e| numbered && e.states.covered.is_none()).take(MOST);
        Self {
            numbers: numbers.map(|e| (e.uid, e.rect)).collect(),
            hidden: in_view().filter(|e| is_private(e, show_typed)).map(|e| e.rect).collect(),
            view: index.scroll,
            clip: None,
        }
    }

    /// The same for a screenshot of one place. Private parts stay covered even where they only reach into it.
    #[must_use]
    pub fn within(mut self, place: Rect) -> Self {
        let is_in = |rect: &Rect| {
            let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
            rect.x >= place.x && rect.y >= place.y && right <= place.x + place.width && bottom <= place.y + place.height
        };
        self.numbers.retain(|(_, rect)| is_in(rect) && *rect != place);
        self.clip = Some(place);
        self
    }
}

/// Whether its content must not be seen.
fn is_private(element: &Element, show_typed: bool) -> bool {
    match &element.value {
        Some(FieldValue::Masked) => element.field != FieldKind::File,
        Some(FieldValue::Typed(_)) => !show_typed,
        Some(FieldValue::Shown(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::raw::{RAW_VERSION, RawNode, RawPage, state};
    use super::super::uid::UidTable;
    use super::*;

    fn node(node: u32, field: FieldKind, states: u32) -> RawNode {
        let rect = Rect { x: node as i32, y: 5, width: 50, height: 20 };
        RawNode {
            node,
            tag: "input".into(),
            input_type: "text".into(),
            field,
            states,
            rect,
            value: Some("x".into()),
            ..RawNode::default()
        }
    }

    #[test]
    fn what_is_in_view_is_numbered_and_secrets_are_covered() {
        let raw = RawPage {
            version: RAW_VERSION,
            nodes: vec![
                node(1, FieldKind::Plain, state::IN_VIEW),
                node(2, FieldKind::Card, state::IN_VIEW | state::FILLED),
                node(3, FieldKind::Plain, state::IN_VIEW | state::TYPED_BEFORE),
                node(4, FieldKind::Password, state::FILLED),
                node(5, FieldKind::Plain, state::IN_VIEW | state::COVERED),
            ],
            ..RawPage::default()
        };
        let index = Index::build(raw, &mut UidTable::default());
        let places = |rects: &[Rect]| rects.iter().map(|rect| rect.x).collect::<Vec<_>>();
        let marks = Marks::of(&index, true, false);
        assert_eq!(marks.numbers.iter().map(|(_, rect)| rect.x).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(places(&marks.hidden), [2, 3]);
        let plain = Marks::of(&index, false, true);
        assert!(plain.numbers.is_empty());
        assert_eq!(places(&plain.hidden), [2]);
    }
}
