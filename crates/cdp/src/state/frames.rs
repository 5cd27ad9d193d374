//! The frames of other sites that were part of the last look.

use serde_json::Value;

/// Each frame that is walked by itself numbers its elements from a multiple of this; `extension/page/base.js` has the same figure.
const NUMBERS: u32 = 1 << 20;

/// Which multiple of [`NUMBERS`] an element counts from; 0: it is in no such frame.
pub(crate) fn numbering(node: u32) -> u32 {
    node / NUMBERS
}

/// A frame of another site.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FrameOf {
    /// Its number for the browser.
    pub id: i32,
    /// Token of its document.
    pub document: String,
    /// The [`numbering`] of its elements.
    pub numbers: u32,
    /// Number of the frame's element, in the script of the frame around.
    pub holder: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Frames(pub Vec<FrameOf>);

impl Frames {
    /// The frame that an element is in; none: the tab's own document.
    pub fn with(&self, node: u32) -> Option<&FrameOf> {
        let numbers = numbering(node);
        self.0.iter().find(|frame| numbers > 0 && frame.numbers == numbers)
    }

    /// Number of the frame that a call of the page's script is for: that of the element it is about.
    pub fn of_call(&self, args: &Value) -> i32 {
        let node = args.get(0).and_then(Value::as_u64).and_then(|node| u32::try_from(node).ok());
        node.map_or(0, |node| self.id_of(node))
    }

    /// Number of the frame that an element is in; 0: the top one.
    pub fn id_of(&self, node: u32) -> i32 {
        self.with(node).map_or(0, |frame| frame.id)
    }
}
