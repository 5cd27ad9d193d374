//! The mouse: the exact events of moves and clicks.

use crate::wire::protocol::input::{MouseEvent, MouseKind};
use edith_protocol::MouseButton;

fn name(button: MouseButton) -> &'static str {
    match button {
        MouseButton::Left => "left",
        MouseButton::Right => "right",
        MouseButton::Middle => "middle",
    }
}

/// A button's bit in `buttons`.
pub(crate) fn pressed(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => 1,
        MouseButton::Right => 2,
        MouseButton::Middle => 4,
    }
}

pub(crate) fn event(
    kind: MouseKind,
    [x, y]: [f64; 2],
    button: Option<MouseButton>,
    buttons: u32,
    count: u8,
    modifiers: u32,
) -> MouseEvent {
    MouseEvent {
        kind,
        x,
        y,
        button: button.map_or("none", name),
        buttons,
        click_count: count,
        modifiers,
        pointer_type: "mouse",
        delta_x: None,
        delta_y: None,
    }
}

/// The events of a click: moved, then pressed and released `count` times.
pub(crate) fn click_events(at: [f64; 2], button: MouseButton, count: u8, modifiers: u32) -> Vec<MouseEvent> {
    let mut events = vec![event(MouseKind::Moved, at, None, 0, 0, modifiers)];
    for turn in 1..=count.clamp(1, 3) {
        events.push(event(MouseKind::Pressed, at, Some(button), pressed(button), turn, modifiers));
        events.push(event(MouseKind::Released, at, Some(button), 0, turn, modifiers));
    }
    events
}
