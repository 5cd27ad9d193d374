//! What is drawn over the pages that runs work in: told which tabs runs are in and what is done there, it decides nothing.

use edith_cdp::{Overlay, Sign};
use edith_chrome::overlay;
use edith_protocol::Gather as _;
use edith_protocol::{RunState, TabId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Tells in which tabs runs are, and what each is doing.
type Doing = Box<dyn Fn() -> Vec<(TabId, RunState)>>;

/// The tabs that runs are in, attached or, after a worker's death, not yet.
#[derive(Default)]
pub(crate) struct Overlays {
    doing: RefCell<Option<Doing>>,
    /// What was said last of each.
    said: RefCell<BTreeMap<i32, &'static str>>,
}

impl Overlays {
    /// Sets who knows of the runs.
    pub(crate) fn ask(&self, doing: impl Fn() -> Vec<(TabId, RunState)> + 'static) {
        *self.doing.borrow_mut() = Some(Box::new(doing));
    }

    /// The debugger left the tab: at an end this comes before anything else is told.
    pub(crate) fn detached(&self, tab: i32) {
        if self.said.borrow_mut().remove(&tab).is_some() {
            overlay::set_state(tab, "");
        }
    }

    /// The tab shows another document.
    pub(crate) fn renewed(&self, tab: i32) {
        let said = self.said.borrow().get(&tab).copied();
        if let Some(said) = said {
            overlay::set_state(tab, said);
        }
    }

    /// Something was told of a run. What it does now is known once the turn is over.
    pub(crate) fn run_changed(self: &Rc<Self>) {
        let overlays = Rc::clone(self);
        spawn_local(async move { overlays.look() });
    }

    /// Says what is done in each tab, if that changed.
    pub(crate) fn look(&self) {
        let Some(runs) = self.doing.borrow().as_ref().map(|doing| doing()) else { return };
        let word = |state| match state {
            RunState::Done => None,
            RunState::Asking => Some("asking"),
            RunState::Paused => Some("paused"),
            RunState::Starting | RunState::Thinking | RunState::BackingOff | RunState::Acting => Some("working"),
        };
        let now: BTreeMap<i32, &'static str> =
            runs.into_iter().filter_map(|(tab, state)| Some((tab.0, word(state)?))).gathered();
        let before = std::mem::replace(&mut *self.said.borrow_mut(), now.clone());
        for tab in before.keys().filter(|tab| !now.contains_key(tab)) {
            overlay::set_state(*tab, "");
        }
        for (tab, said) in now.iter().filter(|(tab, said)| before.get(tab) != Some(said)) {
            overlay::set_state(*tab, said);
        }
    }
}

/// The overlay of one tab.
pub(crate) struct TabOverlay(pub(crate) i32);

impl Overlay for TabOverlay {
    fn show(&self, sign: &Sign) {
        overlay::sign(self.0, sign);
    }

    fn is_drawn(&self) -> bool {
        overlay::is_drawn(self.0)
    }

    fn covers(&self, point: [f64; 2]) -> bool {
        overlay::covers(self.0, point)
    }

    fn has_focus(&self) -> bool {
        overlay::has_focus(self.0)
    }

    fn hold(&self, on: bool) {
        overlay::hold(self.0, on);
    }
}
