//! Keys, pointer and drags.

use super::command::Input;
use super::read::parts;
use serde::Serialize;
use serde_json::Value;

/// The name of a key on no keyboard.
pub(crate) const NO_KEY: &str = "Unidentified";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyEvent {
    #[serde(rename = "type")]
    pub(crate) kind: KeyKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) windows_virtual_key_code: Option<u32>,
    pub(crate) modifiers: u32,
    /// Editing commands that it carries out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commands: Option<[&'static str; 1]>,
    /// What it writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// 1: the left one of two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) location: Option<u32>,
}

impl KeyEvent {
    pub(crate) fn bare(kind: KeyKind, modifiers: u32) -> Self {
        Self {
            kind,
            key: None,
            code: None,
            windows_virtual_key_code: None,
            modifiers,
            commands: None,
            text: None,
            location: None,
        }
    }

    pub(crate) fn of_key(kind: KeyKind, key: &str, code: &str, virtual_key: u32, modifiers: u32) -> Self {
        Self {
            key: Some(key.to_owned()),
            code: Some(code.to_owned()),
            windows_virtual_key_code: Some(virtual_key),
            ..Self::bare(kind, modifiers)
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum KeyKind {
    RawKeyDown,
    Char,
    KeyUp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MouseEvent {
    #[serde(rename = "type")]
    pub(crate) kind: MouseKind,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) button: &'static str,
    /// The bits of those that are down.
    pub(crate) buttons: u32,
    pub(crate) click_count: u8,
    pub(crate) modifiers: u32,
    pub(crate) pointer_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) delta_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) delta_y: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) enum MouseKind {
    #[serde(rename = "mouseMoved")]
    Moved,
    #[serde(rename = "mousePressed")]
    Pressed,
    #[serde(rename = "mouseReleased")]
    Released,
    #[serde(rename = "mouseWheel")]
    Wheel,
}

#[derive(Serialize)]
pub(crate) struct InsertText<'a> {
    pub(crate) text: &'a str,
}

impl Input for KeyEvent {
    fn changes_page(&self) -> bool {
        self.key.as_deref() != Some(NO_KEY)
    }
}

impl Input for MouseEvent {
    fn changes_page(&self) -> bool {
        self.kind != MouseKind::Moved
    }
}

impl Input for InsertText<'_> {
    fn changes_page(&self) -> bool {
        true
    }
}

impl Input for DragEvent<'_> {
    fn changes_page(&self) -> bool {
        true
    }
}

#[derive(Serialize)]
pub(crate) struct SetInterceptDrags {
    pub(crate) enabled: bool,
}

#[derive(Serialize)]
pub(crate) struct DragEvent<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: DragKind,
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// As the browser gave it.
    pub(crate) data: &'a Value,
    pub(crate) modifiers: u32,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) enum DragKind {
    #[serde(rename = "dragEnter")]
    Enter,
    #[serde(rename = "dragOver")]
    Over,
    #[serde(rename = "drop")]
    Drop,
    #[serde(rename = "dragCancel")]
    Cancel,
}

parts! {
    struct DragIntercepted<'a> {
        data: Option<&'a Value> = "data",
    }
}
