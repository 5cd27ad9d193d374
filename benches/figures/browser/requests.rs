//! What watching a page's requests costs a press: the same page in a task that names its site, where nothing is watched, and in one that does not.

use std::cell::RefCell;
use std::rc::Rc;

use edith_lab::internet::{Answer, Internet};
use xtask::bench::{Contender, Figure, Reason};

use super::ours::Ours;
use super::peer::Peer;
use super::{Arena, Runtime};

const URL: &str = "http://plain.example/";

/// Buttons by what pressing them sends.
const BUTTONS: [(&str, &str); 3] = [("nothing", "Paint"), ("a GET", "Ask"), ("a POST", "Look up")];

const PAGE: &str = "<!doctype html><html lang=en><title>Presses</title><p id=told>0</p><script>\
    const tell = () => { told.textContent++; };</script><button onclick='tell()'>Paint</button> \
    <button onclick=\"fetch('/data').then(tell)\">Ask</button> \
    <button onclick=\"fetch('/search', { method: 'POST', body: 'q=lamp' }).then(tell)\">Look up</button>";

/// A browser for each task, started on first use.
struct Side {
    runtime: Runtime,
    task: String,
    ours: RefCell<Option<(Ours, Internet)>>,
}

impl Side {
    fn press(&self, label: &str) -> Result<f64, Reason> {
        let mut place = self.ours.borrow_mut();
        if place.is_none() {
            let internet = self.runtime.block_on(Internet::start(|_| Answer::Page(PAGE.to_owned())))?;
            let mut ours = Ours::start_on(&self.runtime, edith_lab::paths::dist(), Some(&internet))?;
            ours.begin_task(&self.task, URL)?;
            *place = Some((ours, internet));
        }
        let (ours, _) = place.as_mut().ok_or("not started")?;
        let told = ours.click(label)?;
        if told.text.contains("Not done") { Err(told.text.into()) } else { Ok(told.ms) }
    }
}

pub(super) fn figures(arena: &Rc<Arena>) -> Vec<Figure<'static>> {
    let side = |task: String| Rc::new(Side { runtime: arena.runtime.clone(), task, ours: RefCell::default() });
    let sides = [("not watched", side(format!("measure {URL}"))), ("watched", side("measure it".to_owned()))];
    let figure = |(sends, label): (&str, &'static str)| {
        let contender = |(name, side): &(&str, Rc<Side>)| {
            let side = Rc::clone(side);
            Contender::counted(*name, move || side.press(label))
        };
        Figure::time(format!("requests, a press that sends {sends}"), sides.iter().map(contender).collect())
    };
    BUTTONS.into_iter().map(figure).collect()
}
