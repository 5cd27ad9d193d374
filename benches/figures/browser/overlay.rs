//! What drawing over a page costs an action: the same click in a tab in view, with and without what the person sees of it.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::json;
use xtask::bench::{Contender, Figure};

use super::Arena;
use super::ours::Ours;
use super::peer::Peer;

const PAGE: &str = "speed/click/static";

pub(super) fn figures(arena: &Rc<Arena>) -> Vec<Figure<'static>> {
    let contender = |(name, shows): (&str, bool)| {
        let arena = Rc::clone(arena);
        let place: RefCell<Option<Ours>> = RefCell::default();
        Contender::counted(name, move || {
            let mut place = place.borrow_mut();
            if place.is_none() {
                let ours = Ours::start(&arena.runtime, edith_lab::paths::dist())?;
                // Only a tab that is brought to the front is drawn over.
                let settings = json!({ "followAlong": true, "showOnPage": shows });
                arena.runtime.block_on(ours.extension().change_settings(settings))?;
                let ours = place.insert(ours);
                ours.open(&format!("{}/{PAGE}", arena.sites.origin))?;
            }
            Ok(place.as_mut().ok_or("not started")?.click("Go")?.ms)
        })
    };
    vec![Figure::time("overlay, a click", [("without", false), ("with", true)].map(contender).into())]
}
