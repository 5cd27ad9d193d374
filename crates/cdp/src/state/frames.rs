//! Other sites' frames in the last look.

use serde_json::Value;

/// Each separately walked frame numbers its elements from a multiple of this; `extension/page/base.js` has the same figure.
const NUMBERS: u32 = 1 << 20;

/// Which multiple of [`NUMBERS`] an element's number starts from; 0: it is in no such frame.
pub(crate) fn numbering(node: u32) -> u32 {
    node / NUMBERS
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FrameOf {
    /// The browser's frame number.
    pub id: i32,
    /// Its document's token.
    pub document: String,
    /// Its elements' [`numbering`].
    pub numbers: u32,
    /// Number of the frame's element in the enclosing frame's script.
    pub holder: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Frames(pub Vec<FrameOf>);

impl Frames {
    /// The frame of an element; none: the tab's own document.
    pub(crate) fn with(&self, node: u32) -> Option<&FrameOf> {
        let numbers = numbering(node);
        self.0.iter().find(|frame| numbers > 0 && frame.numbers == numbers)
    }

    /// The frame of a page call: that of the element it is about.
    pub(crate) fn of_call(&self, args: &Value) -> i32 {
        let node = args.get(0).and_then(Value::as_u64).and_then(|node| u32::try_from(node).ok());
        node.map_or(0, |node| self.id_of(node))
    }

    /// The frame of an element; 0: the top one.
    pub(crate) fn id_of(&self, node: u32) -> i32 {
        self.with(node).map_or(0, |frame| frame.id)
    }
}
