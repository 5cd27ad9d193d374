//! `drag_at`: the mouse pressed at a point of an element, moved inside it, and released: drawing, signing, moving maps and sliders.

use super::declare::{Operation, Tool, target};
use super::examine::name_of;
use super::shape::arguments;
use super::{CallError, Fault};
use edith_actions::action::Action;
use edith_gate::{EffectClass, ElementFacts, Facts, PageView, recognise};
use edith_words::{Sentence, say};

/// Most points of a path.
const POINTS: usize = 200;

arguments! {
    /// Drag inside an element.
    pub struct DragAt {
        /// The element.
        uid: u32 => "";
        /// Where the button is pressed: CSS pixels from its left edge.
        x: f64 => "";
        /// The same from its top edge.
        y: f64 => "";
        /// Where it is released; none: at the end of the path.
        optional to_x: Option<f64> => "";
        /// The same from its top edge.
        optional to_y: Option<f64> => "";
        /// Points to pass on the way.
        optional path: Vec<[f64; 2]> => "";
    }
}

impl DragAt {
    /// All points of the path, in order.
    fn way(&self) -> Vec<[f64; 2]> {
        let end = self.to_x.zip(self.to_y).map(|(x, y)| [x, y]);
        [[self.x, self.y]].into_iter().chain(self.path.iter().copied()).chain(end).collect()
    }
}

impl Tool for DragAt {
    const NAME: &'static str = "drag_at";
    const DESCRIPTION: &'static str =
        "Press inside an element, move and release, in pixels as in click_at: drawing, signing.";
    const EXAMPLE: &'static str = r#"{"uid": 12, "x": 10, "y": 10, "to_x": 80, "to_y": 40}"#;

    fn check(&self) -> Result<(), Fault> {
        let fault = |argument, problem: &str| Err(Fault { argument, problem: problem.to_owned() });
        match (self.to_x, self.to_y) {
            (Some(_), None) => return fault("to_y", "is missing"),
            (None, Some(_)) => return fault("to_x", "is missing"),
            (None, None) if self.path.is_empty() => return fault("to_x", "is missing; give to_x and to_y, or path"),
            _ => {}
        }
        if self.path.len() > POINTS {
            return fault("path", "has too many points: 200 at most");
        }
        Ok(())
    }

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        // Pressed and released on the same element, it may be a click.
        let element = facts.element(self.uid);
        match recognise::drop_on(element) {
            EffectClass::Commits(what) => EffectClass::Commits(what),
            _ => recognise::click(element, facts),
        }
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::DragAt { target: target(self.uid, page)?, way: self.way() }))
    }

    fn followed<'a>(&self, facts: &'a Facts) -> Option<&'a ElementFacts> {
        facts.element(self.uid)
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let way = self.way();
        let [x, y] = way.last().copied().unwrap_or_default();
        let from = format!("{}, {}", self.x, self.y);
        say!(DragInside { name: name_of(facts, self.uid), from: from, to: format!("{x}, {y}") })
    }
}
