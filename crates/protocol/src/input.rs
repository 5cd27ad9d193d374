//! The words for mouse and keyboard that tools take: the same for models, the interpreter and the browser.

use serde::{Deserialize, Serialize};

/// A mouse button.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MouseButton {
    /// The main one.
    #[default]
    Left,
    /// Opens context menus.
    Right,
    /// Opens links in new tabs.
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
    /// Towards the top.
    Up,
    /// Towards the end.
    Down,
    /// All the way up.
    Top,
    /// All the way down.
    Bottom,
}
