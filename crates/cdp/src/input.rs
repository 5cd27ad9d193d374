//! Input events: keys and pointer.

use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::keys;
use crate::wire::mouse::{click_events, event, pressed};
use crate::wire::protocol::input::{KeyEvent, MouseEvent, MouseKind};
use edith_actions::action::TabError;
use edith_actions::key::parse_chord;
use edith_protocol::{Modifier, MouseButton};
use futures_util::future::{Either, select, try_join, try_join_all};
use std::pin::pin;

/// Deadline of a wheel event, in milliseconds.
const WHEEL_MS: u64 = 1_000;
/// How long a visible tab takes to handle a move, in milliseconds: just over two frames.
const FRAME_MS: u64 = 40;

#[derive(Debug, Clone, Default)]
pub(crate) struct Press {
    pub button: MouseButton,
    /// 1 to 3: single, double, triple.
    pub count: u8,
    pub modifiers: Vec<Modifier>,
    /// How long the button stays down, in milliseconds.
    pub hold_ms: u64,
}

impl Press {
    /// What it does, in the past tense.
    pub(crate) fn verb(&self) -> &'static str {
        match (self.button, self.count) {
            _ if self.hold_ms > 0 => "Pressed and held",
            (MouseButton::Right, _) => "Right-clicked",
            (MouseButton::Middle, _) => "Middle-clicked",
            (MouseButton::Left, 2) => "Double-clicked",
            (MouseButton::Left, 3..) => "Triple-clicked",
            (MouseButton::Left, _) => "Clicked",
        }
    }
}

/// Sends all key events at once, in order, and awaits them together: a key costs one round trip.
pub(crate) async fn send_keys(tab: &ActionScope<'_>, events: Vec<KeyEvent>) -> Result {
    tab.free_keys(&events).await?;
    try_join_all(events.into_iter().map(|event| tab.input(event))).await?;
    Ok(())
}

pub(crate) async fn press_keys(tab: &ActionScope<'_>, name: &str) -> Result {
    let parsed = parse_chord(name).map_err(|error| TabError::NotPossible(format!("The key {error}.")))?;
    send_keys(tab, keys::chord(&parsed)).await
}

/// Clicks at a point, sending all events at once, in order.
pub(crate) async fn click_at(
    tab: &ActionScope<'_>,
    at: [f64; 2],
    button: MouseButton,
    count: u8,
    modifiers: u32,
) -> Result {
    tab.free_point(at).await?;
    release_button(tab).await?;
    let events = click_events(at, button, count, modifiers);
    try_join_all(events.into_iter().map(|event| tab.input(event))).await?;
    Ok(())
}

/// Presses and releases where the pointer already is.
pub(crate) async fn press(tab: &ActionScope<'_>, at: [f64; 2], press: &Press) -> Result {
    let Press { button, count, hold_ms, .. } = *press;
    let modifiers = keys::bits(&press.modifiers);
    if hold_ms == 0 {
        let presses = click_events(at, button, count, modifiers).into_iter().skip(1);
        try_join_all(presses.map(|event| tab.input(event))).await?;
        return Ok(());
    }
    for turn in 1..=count.clamp(1, 3) {
        tab.held.set(Some(at));
        send(tab, event(MouseKind::Pressed, at, Some(button), pressed(button), turn, modifiers)).await?;
        tab.clock.sleep(hold_ms).await;
        tab.held.set(None);
        send(tab, event(MouseKind::Released, at, Some(button), 0, turn, modifiers)).await?;
    }
    Ok(())
}

pub(crate) async fn point_at(tab: &ActionScope<'_>, at: [f64; 2], press: &Press) -> Result {
    tab.permitted().await;
    release_button(tab).await?;
    move_to(tab, event(MouseKind::Moved, at, None, 0, 0, keys::bits(&press.modifiers))).await
}

pub(crate) async fn hover_at(tab: &ActionScope<'_>, [x, y]: [f64; 2]) -> Result {
    // Two moves: some pages react only to movement inside the element.
    for at in [[x - 1.0, y], [x, y]] {
        move_to(tab, event(MouseKind::Moved, at, None, 0, 0, 0)).await?;
    }
    Ok(())
}

pub(crate) async fn wheel(tab: &ActionScope<'_>, at: [f64; 2], delta_x: f64, delta_y: f64) -> Result {
    let turned = event(MouseKind::Wheel, at, None, 0, 0, 0);
    let wheel = MouseEvent { delta_x: Some(delta_x), delta_y: Some(delta_y), ..turned };
    // Not every page acknowledges the wheel; its effect shows anyway.
    tab.within(WHEEL_MS, move_to(tab, wheel)).await.unwrap_or(Ok(()))
}

/// Releases a button that an interrupted drag left pressed.
pub(crate) async fn release_button(tab: &ActionScope<'_>) -> Result {
    match tab.held.take() {
        Some(held) => send(tab, event(MouseKind::Released, held, Some(MouseButton::Left), 0, 1, 0)).await,
        None => Ok(()),
    }
}

/// Moves the pointer or turns the wheel. Pages handle these with their next frame, of which a hidden tab has few or none. There, a meaningless key
/// flushes them, since keys are handled at once and in order.
pub(crate) async fn move_to(tab: &ActionScope<'_>, event: MouseEvent) -> Result {
    tab.free_point([event.x, event.y]).await?;
    let moved = pin!(send(tab, event));
    match select(moved, pin!(tab.clock.sleep(FRAME_MS))).await {
        Either::Left((done, _)) => done,
        Either::Right((_, moved)) => try_join(moved, send_keys(tab, keys::nothing())).await.map(|_| ()),
    }
}

pub(crate) async fn send(tab: &ActionScope<'_>, event: MouseEvent) -> Result {
    tab.input(event).await
}
