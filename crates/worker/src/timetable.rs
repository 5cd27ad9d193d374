//! The ports of schedules: the wake-up alarm, local time, notifications.

use crate::ports::check;
use edith_port::{Log, Notice, Notices, Timetable, Zone};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// The alarm's name. `background.js` listens to it.
const ALARM: &str = "edith-schedules";
/// How late Chrome may deliver an alarm, in milliseconds; nearer times are also awaited in the worker.
const NEAR_MS: f64 = 30_000.0;

/// `chrome.alarms` and the browser's local time.
pub(crate) struct ChromeTimetable {
    near: RefCell<Option<Timeout>>,
    due: fn(),
    log: Rc<dyn Log>,
}

impl ChromeTimetable {
    /// `due` is called on time where the alarm would be late.
    pub(crate) fn new(due: fn(), log: Rc<dyn Log>) -> Self {
        Self { near: RefCell::default(), due, log }
    }
}

impl Zone for ChromeTimetable {
    fn lead_minutes(&self, at: f64) -> i32 {
        edith_chrome::time::zone_minutes_at(at)
    }
}

impl Timetable for ChromeTimetable {
    fn wake(&self, at: Option<f64>) {
        let left = at.map(|at| (at - edith_chrome::time::now()).max(0.0));
        let near = left.filter(|left| *left < NEAR_MS);
        let near = near.map(|left| Timeout::new(left.ceil() as u32, self.due));
        drop(self.near.replace(near));
        // A failed alarm is set again at the worker's next start.
        let log = Rc::clone(&self.log);
        spawn_local(async move {
            let set = match at {
                Some(at) => edith_chrome::alarms::at(ALARM, at).await,
                None => edith_chrome::alarms::clear(ALARM).await,
            };
            check(&*log, "alarm.schedules", set.map(drop));
        });
    }
}

/// `chrome.notifications`.
#[derive(Clone)]
pub(crate) struct ChromeNotices {
    log: Rc<dyn Log>,
}

impl ChromeNotices {
    pub(crate) fn new(log: Rc<dyn Log>) -> Self {
        Self { log }
    }
}

impl Notices for ChromeNotices {
    fn show_if_away(&self, notice: Notice) {
        let notices = self.clone();
        spawn_local(async move {
            if !edith_chrome::runtime::is_watched().await {
                notices.show(notice);
            }
        });
    }

    fn show(&self, notice: Notice) {
        let log = Rc::clone(&self.log);
        spawn_local(async move {
            // Without system notifications, the conversation and the schedule's log still report it.
            let id = format!("conversation:{}", notice.conversation);
            let shown = edith_chrome::notifications::show(&id, &notice.title, &notice.words()).await;
            check(&*log, "notification.show", shown.map(drop));
        });
    }
}
