//! Showing the person what is done. Nothing waits for it, but for the moment in which it would take input that is meant for the page.

use crate::page::element::Subject;
use crate::session::Session;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::overlay::Sign;
use crate::wire::protocol::input::KeyEvent;
use edith_page::Rect;
use serde_json::{Value, json};

impl ActionScope<'_> {
    /// Shows where the coming action goes.
    pub(crate) fn point_to(&self, subject: &Subject) {
        let Rect { x, y, width, height } = subject.probe.rect;
        if self.overlay.is_none() || width < 1 || height < 1 {
            return;
        }
        let centre = [f64::from(x) + f64::from(width) / 2.0, f64::from(y) + f64::from(height) / 2.0];
        let (point, place) = match subject.probe.point {
            // Its box lies around the point as in its own frame.
            Some(local) => {
                let (dx, dy) = (subject.point[0] - local[0], subject.point[1] - local[1]);
                let place = [f64::from(x) + dx, f64::from(y) + dy, f64::from(width), f64::from(height)];
                (subject.point, Rect::from(place))
            }
            // Where a frame of another site lies is not asked for this.
            None if self.frame.get() != 0 => return,
            None => (centre, subject.probe.rect),
        };
        self.show(&Sign::At { point, place });
    }
}

impl Session {
    pub(crate) fn show(&self, sign: &Sign) {
        if let Some(overlay) = &self.overlay {
            overlay.show(sign);
        }
    }

    /// Has the overlay leave a point to the page before input is sent there.
    ///
    /// # Errors
    /// When it does not: the input would reach its button.
    pub(crate) async fn free_point(&self, [x, y]: [f64; 2]) -> Result {
        let covers = || self.overlay.as_ref().is_some_and(|overlay| overlay.covers([x, y]));
        if !covers() {
            return Ok(());
        }
        let freed = self.page::<Value>("overlay", json!(["leave", [x, y]])).await;
        // With its page it is gone too.
        if covers() { freed.map(drop) } else { Ok(()) }
    }

    /// The same before keys are sent.
    ///
    /// # Errors
    /// When it does not.
    pub(crate) async fn free_keys(&self, events: &[KeyEvent]) -> Result {
        let Some(overlay) = self.overlay.as_ref().filter(|overlay| overlay.is_drawn()) else { return Ok(()) };
        let moves = events.iter().any(|event| event.key.as_deref() == Some("Tab"));
        if !moves && !overlay.has_focus() {
            return Ok(());
        }
        let freed = self.page::<Value>("overlay", json!(["leave", null])).await;
        if overlay.is_drawn() { freed.map(drop) } else { Ok(()) }
    }
}
