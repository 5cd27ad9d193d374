//! What is known of the browser: its tabs, their sessions, whose events go where.

use super::guard::Guard;
use super::heard::{HearsCommands, TabCommand, UnderWay};
use crate::recording::{PICTURE_MS, Recorder};
use crate::wire::Connection;
use edith_cdp::{EventHub, Openings};
use edith_port::Clock;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A tab.
#[derive(Debug, Default)]
pub(super) struct TabRecord {
    /// The browser's own id of it.
    pub(super) target: String,
    /// The session that holds its bounds, from before its first request on.
    pub(super) guard: Option<String>,
    /// The session that it is driven by.
    pub(super) driven: Option<String>,
    /// Whether somebody has seen to it that it is recorded.
    is_watched: bool,
    /// The session that tells what is recorded of it.
    pub(super) recorded: Option<String>,
    /// The sessions of frames of other processes, with the ids of their frames.
    pub(super) children: Vec<(String, String)>,
}

/// Whose a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// What holds a tab's bounds.
    Guard(i32),
    /// What drives a tab, or a frame of it.
    Driven(i32),
    /// What reports a tab, or a frame of it, for a record.
    Recorded(i32),
}

/// What is known of the browser.
pub(super) struct Shared {
    pub(super) connection: Connection,
    pub(super) clock: Rc<dyn Clock>,
    /// The browser context that alone is worked in; none: the browser's own.
    pub(super) context: Option<String>,
    tabs: RefCell<HashMap<i32, TabRecord>>,
    sessions: RefCell<HashMap<String, Of>>,
    pub(super) hubs: RefCell<HashMap<i32, Rc<EventHub>>>,
    pub(super) guard: RefCell<Guard>,
    pub(super) openings: RefCell<Openings>,
    /// The tab that a person would see in front.
    pub(super) front: Cell<Option<i32>>,
    /// Who hears of commands to tabs, if anybody does.
    pub(super) hears: RefCell<Option<HearsCommands>>,
    /// What records the tabs, if anything does.
    pub(super) recorder: RefCell<Option<Rc<Recorder>>>,
    /// Contexts of pages of the program's own, which are not tabs.
    pub(super) apart: RefCell<HashSet<String>>,
}

impl Shared {
    pub(super) fn new(connection: Connection, clock: Rc<dyn Clock>, context: Option<String>) -> Rc<Self> {
        Rc::new(Self {
            connection,
            clock,
            context,
            tabs: RefCell::default(),
            sessions: RefCell::default(),
            hubs: RefCell::default(),
            guard: RefCell::default(),
            openings: RefCell::default(),
            front: Cell::new(None),
            hears: RefCell::default(),
            recorder: RefCell::default(),
            apart: RefCell::default(),
        })
    }

    /// A command that begins now, if anybody wants to hear of it.
    pub(super) fn begins(&self, method: &str) -> Option<UnderWay> {
        let hears = self.hears.borrow().clone()?;
        let now = self.clock.now();
        let command = TabCommand { began: now, ended: now, method: method.to_owned(), ok: None };
        Some(UnderWay { command, clock: Rc::clone(&self.clock), hears })
    }

    /// Whether the pages of a browser context are tabs that can be worked in.
    pub(super) fn has_tabs_of(&self, context: &str) -> bool {
        self.context.as_deref().is_none_or(|own| own == context) && !self.apart.borrow().contains(context)
    }

    /// The number of a tab. It is made of the browser's id, so that it stays the same for whoever connects next.
    pub(super) fn number_of(&self, target: &str) -> i32 {
        let mut tabs = self.tabs.borrow_mut();
        if let Some((number, _)) = tabs.iter().find(|(_, tab)| tab.target == target) {
            return *number;
        }
        let mut number = number(target);
        while tabs.contains_key(&number) {
            number = number % i32::MAX + 1;
        }
        tabs.insert(number, TabRecord { target: target.to_owned(), ..TabRecord::default() });
        number
    }

    pub(super) fn target_of(&self, tab: i32) -> Option<String> {
        self.tabs.borrow().get(&tab).map(|tab| tab.target.clone())
    }

    pub(super) fn driven(&self, tab: i32) -> Option<String> {
        self.tabs.borrow().get(&tab).and_then(|tab| tab.driven.clone())
    }

    pub(super) fn guard_of(&self, tab: i32) -> Option<String> {
        self.tabs.borrow().get(&tab).and_then(|tab| tab.guard.clone())
    }

    pub(super) fn recorded(&self, tab: i32) -> Option<String> {
        self.tabs.borrow().get(&tab).and_then(|tab| tab.recorded.clone())
    }

    /// Whether nobody has seen yet to it that a tab is recorded; whoever asks then does.
    pub(super) fn is_to_be_watched(&self, tab: i32) -> bool {
        self.tabs.borrow_mut().get_mut(&tab).is_some_and(|tab| !std::mem::replace(&mut tab.is_watched, true))
    }

    /// Films a tab that something works in, instead of another, if there is a film.
    pub(super) fn film(&self, tab: i32) {
        let Some(recorder) = self.recorder.borrow().clone() else { return };
        let before = recorder.filmed().and_then(|before| self.recorded(before));
        if !recorder.works_in(tab) {
            return;
        }
        if let Some(before) = before {
            self.connection.tell_in(Some(&before), "Page.stopScreencast", &json!({}));
        }
        if let Some(session) = self.recorded(tab) {
            self.begin_film(&recorder, &session);
        }
    }

    /// Has the browser send pictures of a tab, the first one at once.
    pub(super) fn begin_film(&self, recorder: &Recorder, session: &str) {
        recorder.begins();
        for (method, params) in Recorder::filming() {
            self.connection.tell_in(Some(session), method, &params);
        }
    }

    /// A picture came. The browser has two under way at most and drops what changes meanwhile, so that the last change might never be seen: where two were,
    /// it is made to begin again, which sends what is shown then.
    pub(super) fn took(&self, recorder: Rc<Recorder>, session: String, number: Option<Value>) {
        let round = recorder.took();
        let (connection, clock) = (self.connection.clone(), Rc::clone(&self.clock));
        tokio::task::spawn_local(async move {
            clock.sleep(PICTURE_MS).await;
            match recorder.answers(round) {
                None => {}
                Some(true) => {
                    connection.tell_in(Some(&session), "Page.screencastFrameAck", &json!({ "sessionId": number }))
                }
                Some(false) => {
                    recorder.begins();
                    for (method, params) in Recorder::filming() {
                        connection.tell_in(Some(&session), method, &params);
                    }
                }
            }
        });
    }

    pub(super) fn children_of(&self, tab: i32) -> Vec<(String, String)> {
        self.tabs.borrow().get(&tab).map(|tab| tab.children.clone()).unwrap_or_default()
    }

    pub(super) fn change(&self, tab: i32, change: impl FnOnce(&mut TabRecord)) {
        if let Some(tab) = self.tabs.borrow_mut().get_mut(&tab) {
            change(tab);
        }
    }

    /// Every tab that is known.
    pub(super) fn numbers(&self) -> Vec<i32> {
        self.tabs.borrow().keys().copied().collect()
    }

    pub(super) fn forget_tab(&self, tab: i32) {
        self.tabs.borrow_mut().remove(&tab);
        self.sessions.borrow_mut().retain(|_, of| ![Of::Guard(tab), Of::Driven(tab), Of::Recorded(tab)].contains(of));
        self.guard.borrow_mut().forget(tab);
    }

    pub(super) fn know(&self, session: String, of: Of) {
        self.sessions.borrow_mut().insert(session, of);
    }

    pub(super) fn whose(&self, session: &str) -> Option<Of> {
        self.sessions.borrow().get(session).copied()
    }

    pub(super) fn forget_session(&self, session: &str) -> Option<Of> {
        self.sessions.borrow_mut().remove(session)
    }

    pub(super) fn hub(&self, tab: i32) -> Option<Rc<EventHub>> {
        self.hubs.borrow().get(&tab).cloned()
    }
}

/// Of the first seven digits of a target's id, which is a random hexadecimal number.
fn number(target: &str) -> i32 {
    let digits: String = target.chars().filter(char::is_ascii_hexdigit).take(7).collect();
    i32::from_str_radix(&digits, 16).unwrap_or_default().max(1)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_tab_has_the_same_number_for_whoever_connects() {
        assert_eq!(number("8E2A0B7C11D24F9C"), 0x8E2_A0B7);
        assert_eq!(number("8E2A0B7C11D24F9C"), number("8E2A0B7CFFFF"));
        assert_eq!(number("0000000"), 1);
        assert_eq!(number(""), 1);
    }
}
