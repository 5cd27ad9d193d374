//! Words for mouse and keyboard, shared by models, the interpreter and the browser.

use serde::{Deserialize, Serialize};

/// A mouse button.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MouseButton {
    /// The primary button.
    #[default]
    Left,
    /// The secondary button, for context menus.
    Right,
    /// The middle button, which opens links in new tabs.
    Middle,
}

/// A modifier key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Modifier {
    /// Alt, Option.
    Alt,
    /// Control.
    Control,
    /// Command, Windows.
    Meta,
    /// Shift.
    Shift,
}

/// Where to scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScrollDirection {
    /// Up.
    Up,
    /// Down.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the top.
    Top,
    /// To the end.
    Bottom,
}
