//! What a task's tabs did, for optional files: their requests as a HAR, and a film of the one that is worked in.
//!
//! A session of its own in each tab hears of both, beside the ones that hold its bounds and drive it, and changes nothing in the page.

mod covered;
mod entry;
mod film;
mod traffic;

pub use film::FilmError;

use film::Film;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::fs::File;
use traffic::Traffic;

/// The longest sides of a film's pictures, in pixels.
const SIDES: (u32, u32) = (960, 720);
/// How well lossy pictures are kept, in percent.
const QUALITY: u32 = 60;
/// The least time between two pictures, in milliseconds: four a second at most.
pub(crate) const PICTURE_MS: u64 = 250;

/// As many pictures as Chromium has under way at most.
const MOST_OPEN: u32 = 2;

/// Records a task.
pub struct Recorder {
    traffic: Option<RefCell<Traffic>>,
    film: Option<RefCell<Film>>,
    /// The tab that is filmed.
    filmed: Cell<Option<i32>>,
    /// How often the browser was made to begin to send pictures, and how many since then were not answered.
    round: Cell<u32>,
    open: Cell<u32>,
    /// How many pictures came.
    pictures: Cell<u32>,
}

impl Recorder {
    /// One of the requests, if they are wanted, and of what is to be seen, if there is a file for it.
    #[must_use]
    pub fn new(requests: bool, film: Option<File>) -> Self {
        Self {
            traffic: requests.then(RefCell::default),
            film: film.map(|file| RefCell::new(Film::new(file))),
            filmed: Cell::new(None),
            round: Cell::new(0),
            open: Cell::new(0),
            pictures: Cell::new(0),
        }
    }

    /// The commands by which a session reports what is recorded, of a tab or of a frame in it.
    pub(crate) fn commands(&self) -> Vec<(&'static str, Value)> {
        let mut commands = vec![("Page.enable", json!({}))];
        if self.traffic.is_some() {
            commands.push(("Network.enable", json!({})));
            let auto = json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true});
            commands.push(("Target.setAutoAttach", auto));
        }
        commands
    }

    /// Hears that a tab is worked in; returns whether it is another one than before and to be filmed.
    pub(crate) fn works_in(&self, tab: i32) -> bool {
        self.film.is_some() && self.filmed.replace(Some(tab)) != Some(tab)
    }

    /// The tab that is filmed.
    pub(crate) fn filmed(&self) -> Option<i32> {
        self.filmed.get()
    }

    /// Whether this tab is the one that is filmed.
    pub(crate) fn films(&self, tab: i32) -> bool {
        self.film.is_some() && self.filmed.get() == Some(tab)
    }

    /// The browser is made to begin to send pictures.
    pub(crate) fn begins(&self) {
        self.round.set(self.round.get() + 1);
        self.open.set(0);
    }

    /// A picture came; returns the round that it is of.
    pub(crate) fn took(&self) -> u32 {
        self.open.set(self.open.get() + 1);
        self.round.get()
    }

    /// Whether a picture of this round is to be answered (true), or the browser made to begin again (false); none: it was already.
    pub(crate) fn answers(&self, round: u32) -> Option<bool> {
        if round != self.round.get() {
            return None;
        }
        let open = self.open.get();
        self.open.set(open.saturating_sub(1));
        Some(open < MOST_OPEN)
    }

    /// How many pictures came.
    pub(crate) fn pictures(&self) -> u32 {
        self.pictures.get()
    }

    /// The commands by which the browser sends pictures. The kind is not listed in the protocol's description; Chromium encodes it as it does for
    /// `Page.captureScreenshot`, and what comes is looked at.
    pub(crate) fn filming() -> [(&'static str, Value); 3] {
        let params = json!({"format": "webp", "quality": QUALITY, "maxWidth": SIDES.0, "maxHeight": SIDES.1});
        [
            ("Page.stopScreencast", json!({})),
            // A hidden tab sends none. What drives it does the same.
            ("Emulation.setFocusEmulationEnabled", json!({"enabled": true})),
            ("Page.startScreencast", params),
        ]
    }

    /// Hears an event of a tab. `main`: the id of the tab's main frame.
    pub(crate) fn heard(&self, tab: i32, main: &str, method: &str, params: &Value) {
        if method == "Page.screencastFrame" {
            let text = params.get("data").and_then(Value::as_str).unwrap_or_default();
            let taken = params.pointer("/metadata/timestamp").and_then(Value::as_f64).unwrap_or_default() * 1_000.0;
            if let Some(film) = self.film.as_ref().filter(|_| self.films(tab)) {
                film.borrow_mut().add(text, taken);
                self.pictures.set(self.pictures.get() + 1);
            }
        } else if let Some(traffic) = &self.traffic {
            traffic.borrow_mut().heard(tab, main, method, params);
        }
    }

    /// The requests so far, as HAR 1.2. Credentials are covered, and values of bodies are not in it. `browser`: its name and version.
    #[must_use]
    pub fn har(&self, browser: (&str, &str)) -> Option<Value> {
        self.traffic.as_ref().map(|traffic| traffic.borrow().har(browser))
    }

    /// Ends the film; returns how many pictures it has. `now`: in milliseconds since 1970.
    ///
    /// # Errors
    /// See [`FilmError`].
    pub fn end_film(&self, now: f64) -> Result<u32, FilmError> {
        self.film.as_ref().map_or(Ok(0), |film| film.borrow_mut().end(now))
    }
}
