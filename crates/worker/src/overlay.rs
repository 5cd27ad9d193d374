//! What is drawn over the pages that runs work in: told which run is in a tab and what is done there, it decides nothing.

use edith_cdp::{Overlay, Sign};
use edith_chrome::overlay;
use edith_protocol::{RunState, TabId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Tells what the run in a tab is doing; none: no run is in it.
type Doing = Box<dyn Fn(TabId) -> Option<RunState>>;

/// The tabs that runs are attached to.
#[derive(Default)]
pub(crate) struct Overlays {
    doing: RefCell<Option<Doing>>,
    /// What was said last of each.
    attached: RefCell<BTreeMap<i32, &'static str>>,
}

impl Overlays {
    /// Sets who knows of the runs.
    pub(crate) fn ask(&self, doing: impl Fn(TabId) -> Option<RunState> + 'static) {
        *self.doing.borrow_mut() = Some(Box::new(doing));
    }

    /// A run is attached to a tab.
    pub(crate) fn attached(&self, tab: i32) {
        self.attached.borrow_mut().insert(tab, "");
        self.look();
    }

    /// No run is attached to it any more.
    pub(crate) fn detached(&self, tab: i32) {
        if self.attached.borrow_mut().remove(&tab).is_some_and(|said| !said.is_empty()) {
            overlay::set_state(tab, "");
        }
    }

    /// The tab shows another document.
    pub(crate) fn renewed(&self, tab: i32) {
        let said = self.attached.borrow().get(&tab).copied().unwrap_or_default();
        if !said.is_empty() {
            overlay::set_state(tab, said);
        }
    }

    /// Something was told of a run. What it does now is known once the turn is over.
    pub(crate) fn run_changed(self: &Rc<Self>) {
        if !self.attached.borrow().is_empty() {
            let overlays = Rc::clone(self);
            spawn_local(async move { overlays.look() });
        }
    }

    fn look(&self) {
        let doing = self.doing.borrow();
        let Some(doing) = doing.as_ref() else { return };
        for (tab, said) in self.attached.borrow_mut().iter_mut() {
            let now = match doing(TabId(*tab)) {
                None | Some(RunState::Done) => "",
                Some(RunState::Asking) => "asking",
                Some(RunState::Paused) => "paused",
                Some(RunState::Starting | RunState::Thinking | RunState::BackingOff | RunState::Acting) => "working",
            };
            if now != *said {
                *said = now;
                overlay::set_state(*tab, now);
            }
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
