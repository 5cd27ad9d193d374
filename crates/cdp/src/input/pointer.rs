//! The mouse: aiming, clicking, pointing, wheel and dragging.

use crate::effect::settle::Mark;
use crate::page::element::{Need, PAUSES, READY_MS, Subject, told};
use crate::session::CdpTab;
use crate::wire::keys;
use edith_core::action::{TabError, Target};
use edith_page::page_api::{Centre, Hit};
use edith_protocol::{Modifier, MouseButton};
use futures_util::future::{Either, select, try_join, try_join_all, try_join3};
use serde_json::{Value, json};
use std::pin::pin;

/// How long a drag that the page started by itself is waited for after the first moves, in milliseconds.
const DRAG_START_MS: u64 = 60;
/// The same where the page says that what is pressed can be dragged: a busy page takes its time.
const DRAG_SAID_MS: u64 = 1_500;
/// Into how many moves the way of a drag is cut.
const DRAG_STEPS: u32 = 10;
/// How far the pointer moves, in CSS pixels, before a browser takes a press for a drag.
const DRAG_THRESHOLD: f64 = 6.0;
/// How often what moves away under the pointer is aimed at anew.
const AIMS: u32 = 4;
/// How long it is waited for that the page draws something as pointed at, in milliseconds.
const HOVER_MS: f64 = 1_000.0;
/// Deadline of a wheel event, in milliseconds.
const WHEEL_MS: u64 = 1_000;
/// A visible tab takes a move in within this, in milliseconds: two frames and a little.
const FRAME_MS: u64 = 40;

/// A mouse button that is down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held {
    /// Where.
    at: [f64; 2],
}

fn name(button: MouseButton) -> &'static str {
    match button {
        MouseButton::Left => "left",
        MouseButton::Right => "right",
        MouseButton::Middle => "middle",
    }
}

/// Bit of a button in `buttons`.
fn pressed(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => 1,
        MouseButton::Right => 2,
        MouseButton::Middle => 4,
    }
}

fn event(kind: &str, [x, y]: [f64; 2], button: Option<MouseButton>, buttons: u32, count: u8, modifiers: u32) -> Value {
    json!({
        "type": kind, "x": x, "y": y, "button": button.map_or("none", name), "buttons": buttons,
        "clickCount": count, "modifiers": modifiers, "pointerType": "mouse",
    })
}

/// The events of a click: moved, then pressed and released `count` times.
pub(crate) fn click_events(at: [f64; 2], button: MouseButton, count: u8, modifiers: u32) -> Vec<Value> {
    let mut events = vec![event("mouseMoved", at, None, 0, 0, modifiers)];
    for turn in 1..=count.clamp(1, 3) {
        events.push(event("mousePressed", at, Some(button), pressed(button), turn, modifiers));
        events.push(event("mouseReleased", at, Some(button), 0, turn, modifiers));
    }
    events
}

/// How a button is pressed.
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
    pub fn verb(&self) -> &'static str {
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

/// The way of a drag in the tab, from where the button is pressed to where it is released.
pub(crate) struct Way {
    pub points: Vec<[f64; 2]>,
    /// The browser itself drags what is pressed.
    pub draggable: bool,
    /// It ends in another frame.
    pub across: bool,
}

impl CdpTab {
    /// Clicks at a point. All events are sent at once, in order, and waited for together.
    pub(crate) async fn click_at(
        &self,
        at: [f64; 2],
        button: MouseButton,
        count: u8,
        modifiers: u32,
    ) -> Result<(), TabError> {
        self.let_go().await?;
        let events = click_events(at, button, count, modifiers);
        try_join_all(events.into_iter().map(|event| self.call("Input.dispatchMouseEvent", event))).await?;
        Ok(())
    }

    /// Presses and releases at a point where the pointer is already.
    pub(crate) async fn press(&self, at: [f64; 2], press: &Press) -> Result<(), TabError> {
        let Press { button, count, hold_ms, .. } = *press;
        let modifiers = keys::bits(&press.modifiers);
        if hold_ms == 0 {
            let presses = click_events(at, button, count, modifiers).into_iter().skip(1);
            try_join_all(presses.map(|event| self.call("Input.dispatchMouseEvent", event))).await?;
            return Ok(());
        }
        for turn in 1..=count.clamp(1, 3) {
            self.held.set(Some(Held { at }));
            self.mouse(event("mousePressed", at, Some(button), pressed(button), turn, modifiers)).await?;
            self.clock.sleep(hold_ms).await;
            self.held.set(None);
            self.mouse(event("mouseReleased", at, Some(button), 0, turn, modifiers)).await?;
        }
        Ok(())
    }

    pub(crate) async fn click(&self, target: &Target, press: &Press, mark: &mut Mark) -> Result<(), TabError> {
        let mut subject = self.ready(target, Need::CLICK).await?;
        let note = format!("{} {}.", press.verb(), subject.label);
        self.aim(&mut subject, press, mark, note).await?;
        self.press(subject.point, press).await
    }

    /// Moves the pointer to the element and makes sure that it is still there, and gets the press, when the page has reacted to that.
    async fn aim(&self, subject: &mut Subject, press: &Press, mark: &mut Mark, note: String) -> Result<(), TabError> {
        let was_inner = subject.probe.hit == Hit::Descendant && subject.probe.blocker.is_some();
        self.probed(mark, &subject.probe);
        let Some(mut local) = subject.probe.point else { return self.reach(mark, note).await };
        let began = self.clock.now();
        let mut pauses = PAUSES.into_iter();
        let (mut aims, mut pause) = (0, 0);
        while aims < AIMS {
            self.point_at(subject.point, press).await?;
            let hovered = self.clock.now() <= began + HOVER_MS;
            let aim = self.reach_at(subject.node, local, was_inner, hovered, mark, &note).await?;
            let aim = aim.ok_or_else(|| TabError::Gone { what: subject.what.clone() })?;
            if aim.hit.reaches() {
                return Ok(());
            }
            if aim.hit == Hit::Nothing {
                // A picture for while it is pointed at, for one, has no size before it is loaded.
                if self.clock.now() > began + READY_MS {
                    let why = "it goes away when the pointer comes to it".to_owned();
                    return Err(TabError::NotVisible { what: subject.what.clone(), why });
                }
                pause = pauses.next().unwrap_or(pause);
                self.clock.sleep(pause).await;
                continue;
            }
            aims += 1;
            let Some(point) = aim.point else {
                return Err(TabError::Covered { what: subject.what.clone(), by: told(aim.blocker.as_ref()) });
            };
            local = point;
            subject.point = self.lifted(subject.node, point).await?.point;
        }
        Err(TabError::Moving { what: subject.what.clone() })
    }

    /// Moves the pointer to where it is to press.
    pub(crate) async fn point_at(&self, at: [f64; 2], press: &Press) -> Result<(), TabError> {
        self.permitted().await;
        self.let_go().await?;
        self.move_pointer(event("mouseMoved", at, None, 0, 0, keys::bits(&press.modifiers))).await
    }

    pub(crate) async fn hover(&self, target: &Target, mark: &mut Mark) -> Result<(), TabError> {
        let subject = self.ready(target, Need::POINT).await?;
        self.reach(mark, format!("Moved the pointer onto {}.", subject.label)).await?;
        self.let_go().await?;
        mark.hovers = true;
        self.hover_at(subject.point).await
    }

    /// Moves the pointer to a point.
    pub(crate) async fn hover_at(&self, [x, y]: [f64; 2]) -> Result<(), TabError> {
        // Two moves: some pages only react when the pointer moves inside the element.
        for at in [[x - 1.0, y], [x, y]] {
            self.move_pointer(event("mouseMoved", at, None, 0, 0, 0)).await?;
        }
        Ok(())
    }

    /// Turns the wheel at a point.
    pub(crate) async fn wheel(&self, at: [f64; 2], delta_x: f64, delta_y: f64) -> Result<(), TabError> {
        let mut wheel = event("mouseWheel", at, None, 0, 0, 0);
        if let Some(fields) = wheel.as_object_mut() {
            fields.insert("deltaX".to_owned(), json!(delta_x));
            fields.insert("deltaY".to_owned(), json!(delta_y));
        }
        // Not every page answers the wheel; what it did shows in the page.
        self.within(WHEEL_MS, self.move_pointer(wheel)).await.unwrap_or(Ok(()))
    }

    pub(crate) async fn drag(
        &self,
        from: &Target,
        to: &Target,
        place: Option<[f64; 2]>,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let end = self.ready(to, Need::SHOWN).await?;
        let mut start = self.ready(from, Need::CLICK).await?;
        let frame = |node: u32| self.frame_of(&json!([node]));
        let across = frame(start.node) != frame(to.element.node);
        // Bringing the one into view may have moved the other.
        let beside = if across { 0 } else { start.node };
        let mut drop = self.drop_point(&end, place, beside).await?;
        if across {
            // A frame of another site may have been scrolled to only now.
            start = self.ready(from, Need::CLICK).await?;
            drop = self.drop_point(&end, place, beside).await?;
        }
        let Some(drop) = drop else {
            let why = format!("{} and {} do not fit on the screen together.", start.what, end.what);
            return Err(TabError::NotPossible(format!("{why} Nothing was done.")));
        };
        let at = place.map_or_else(String::new, |[x, y]| format!(" at {x}, {y}"));
        self.reach(mark, format!("Dragged {} onto {}{at}.", start.label, end.label)).await?;
        let points = (0..=DRAG_STEPS).map(|step| {
            let part = f64::from(step) / f64::from(DRAG_STEPS);
            [start.point[0] + (drop[0] - start.point[0]) * part, start.point[1] + (drop[1] - start.point[1]) * part]
        });
        self.drag_along(&Way { points: points.collect(), draggable: start.probe.draggable, across }).await
    }

    /// Where something is dropped on the element; none where nothing of it is on the screen. `beside`: what is dropped, in the same frame.
    async fn drop_point(
        &self,
        to: &Subject,
        place: Option<[f64; 2]>,
        beside: u32,
    ) -> Result<Option<[f64; 2]>, TabError> {
        if let Some(place) = place {
            return Ok(self.spot(to, &[place], false).await?.first().copied());
        }
        let centre: Option<Centre> = self.page("centre", json!([to.node, beside])).await?;
        match centre.and_then(|centre| centre.point) {
            Some(point) => {
                let lifted = self.lifted(to.node, point).await?;
                Ok(lifted.reached.then_some(lifted.point))
            }
            None => Ok(None),
        }
    }

    /// Presses at the beginning of a way, goes along it, and releases at its end; what the browser drags by itself is dropped there.
    pub(crate) async fn drag_along(&self, way: &Way) -> Result<(), TabError> {
        self.let_go().await?;
        self.hub.change(|state| state.drag = None);
        let intercepts = self.call("Input.setInterceptDrags", json!({"enabled": true})).await.is_ok();
        let outcome = self.drag_path(way).await;
        if intercepts {
            // Also after a failure, else the user's own drags would be intercepted.
            let off = self.call_anyway(WHEEL_MS, "Input.setInterceptDrags", json!({"enabled": false})).await;
            return outcome.and(off.map(drop_value));
        }
        outcome
    }

    async fn drag_path(&self, way: &Way) -> Result<(), TabError> {
        let left = Some(MouseButton::Left);
        let (Some(&from), Some(&end)) = (way.points.first(), way.points.last()) else { return Ok(()) };
        let Some(&next) = way.points.get(1) else { return Ok(()) };
        self.move_pointer(event("mouseMoved", from, None, 0, 0, 0)).await?;
        self.held.set(Some(Held { at: from }));
        self.mouse(event("mousePressed", from, left, 1, 1, 0)).await?;
        let (dx, dy) = (next[0] - from[0], next[1] - from[1]);
        let nudge = (DRAG_THRESHOLD / dx.hypot(dy).max(1.0)).min(1.0);
        for part in [nudge / 2.0, nudge] {
            let at = [from[0] + dx * part, from[1] + dy * part];
            self.move_pointer(event("mouseMoved", at, left, 1, 0, 0)).await?;
        }
        let wait = if way.draggable { DRAG_SAID_MS } else { DRAG_START_MS };
        let data = self.within(wait, self.hub.when(|state| state.drag.clone())).await;
        match data {
            Some(data) => {
                let drag = |kind: &str, [x, y]: [f64; 2]| {
                    let params = json!({"type": kind, "x": x, "y": y, "data": data, "modifiers": 0});
                    self.call("Input.dispatchDragEvent", params)
                };
                try_join3(drag("dragEnter", end), drag("dragOver", end), drag("drop", end)).await?;
                if way.across {
                    // A frame of another site is not told that what began in it has ended, and would take no further press.
                    drag("dragCancel", from).await?;
                }
            }
            None => {
                for at in way.points.iter().skip(1) {
                    self.move_pointer(event("mouseMoved", *at, left, 1, 0, 0)).await?;
                }
            }
        }
        self.held.set(None);
        self.mouse(event("mouseReleased", end, left, 0, 1, 0)).await
    }

    /// Lets go of a button that an interrupted drag left pressed.
    async fn let_go(&self) -> Result<(), TabError> {
        match self.held.take() {
            Some(held) => self.mouse(event("mouseReleased", held.at, Some(MouseButton::Left), 0, 1, 0)).await,
            None => Ok(()),
        }
    }

    /// Moves the pointer, or turns the wheel. A page takes these in with its next frame, and a hidden tab has few or none: there, a key
    /// that means nothing pushes them through, as keys are taken in at once and in order.
    async fn move_pointer(&self, event: Value) -> Result<(), TabError> {
        let moved = pin!(self.mouse(event));
        match select(moved, pin!(self.clock.sleep(FRAME_MS))).await {
            Either::Left((done, _)) => done,
            Either::Right((_, moved)) => try_join(moved, self.send_keys(keys::nothing())).await.map(|_| ()),
        }
    }

    async fn mouse(&self, event: Value) -> Result<(), TabError> {
        self.call("Input.dispatchMouseEvent", event).await.map(drop_value)
    }
}

fn drop_value(_: Value) {}
