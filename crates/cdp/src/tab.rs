//! The tab as the core knows it: looking, acting, and telling what came of it.

use crate::effect::settle::Mark;
use crate::input::pointer::Press;
use crate::session::{CALL_MS, CdpTab};
use async_trait::async_trait;
use edith_core::action::{Action, Dialog, Performed, Saves, TabError, Target};
use edith_core::permit::Permit;
use edith_core::port::Tab;
use edith_page::page_api::{self, WalkOptions, Witness};
use edith_page::raw::Viewport;
use edith_page::{Marks, RawPage, Rect};
use edith_protocol::{TabId, Typing};
use edith_words::browser::attach_reason;
use futures_util::FutureExt;
use serde_json::{Value, json};

/// Deadline of a picture: hidden tabs may never give one. In milliseconds.
const SCREENSHOT_MS: u64 = 3_000;
/// JPEG quality of a picture: text stays readable, and it is a fifth of a PNG.
const QUALITY: u32 = 60;
/// Longest side of a picture, in CSS pixels: larger ones are made smaller by the models' servers, and cost more.
const LONGEST: i32 = 1_568;
/// Deadline of reading a page, in milliseconds; one of 100,000 elements takes a while.
const WALK_MS: u64 = 15_000;
/// How long a look waits for a document that is only beginning to load, in milliseconds.
const LOADING_MS: u64 = 3_000;
/// What is told of a page that asks before it is left.
const LEAVING: &str = " The page asks whether to leave it (beforeunload), since what was entered may be lost. It was not left yet: \
    handle_dialog leaves it with accept true and stays with false.";
/// A page that shows nothing may do so for so long after an action, in milliseconds.
const BLANK_MS: f64 = 2_500.0;
/// How long is waited before such a page is read again, in milliseconds.
const BLANK_PAUSE: u64 = 60;
/// How often reading is tried while documents come and go.
const WALK_TRIES: u32 = 4;

#[async_trait(?Send)]
impl Tab for CdpTab {
    fn id(&self) -> TabId {
        self.id
    }

    async fn look(&self, options: &WalkOptions) -> Result<RawPage, TabError> {
        *self.walk.borrow_mut() = options.clone();
        match self.recover().await {
            // Where the debugger may not be, the page's script often still may.
            Ok(()) | Err(TabError::NotAttachable { .. }) => {}
            Err(error) => return Err(error),
        }
        let mut page = self.read_page(true).await?;
        // A page that shows nothing at all just after an action is about to show something.
        let end = self.hub.read(|state| state.idle_since) + BLANK_MS;
        while is_blank(&page) && self.clock.now() < end {
            self.clock.sleep(BLANK_PAUSE).await;
            page = self.read_page(true).await?;
        }
        Ok(page)
    }

    async fn perform(&self, action: &Action, typing: Typing) -> Result<Performed, TabError> {
        // A click looks at its element first; what else is done may begin with its first call.
        let probes = matches!(action, Action::Click { .. });
        if !probes || self.is_detached() {
            self.permitted().await;
        }
        self.recover().await?;
        *self.reached.borrow_mut() = None;
        self.sent.set(false);
        *self.missed.borrow_mut() = None;
        self.acting_in.set(0);
        let (dialog, crashed) = self.hub.read(|state| (state.dialog.clone(), state.crashed));
        let answers = matches!(action, Action::HandleDialog { .. });
        // A page that hangs can still be left.
        let leaves = matches!(
            action,
            Action::Navigate { .. }
                | Action::GoBack
                | Action::GoForward
                | Action::Reload
                | Action::Wait { .. }
                | Action::Pause { .. }
        );
        self.needs_witness.set(!answers && !leaves);
        match dialog {
            Some(dialog) if !answers => return Err(TabError::DialogOpen(dialog)),
            _ if crashed && !matches!(action, Action::Navigate { .. } | Action::Reload) => {
                return Err(TabError::Crashed);
            }
            _ => {}
        }
        if !answers && !crashed {
            self.hold_files().await?;
            self.adopt_children().await;
        }
        let mut mark = self.mark(probes).await;
        let _acting = Acting(self);
        let outcome = self.act(action, typing, &mut mark).await;
        self.conclude(outcome, &mark).await
    }

    fn mark(&self, mark: &str, leave: Permit) {
        *self.mark.borrow_mut() = mark.to_owned();
        *self.leave.borrow_mut() = leave;
    }

    fn may_save(&self, saves: Saves) {
        self.hub.change(|state| state.saves = saves);
    }

    async fn witness(&self, mark: &str, document: &str) -> Result<Option<Witness>, TabError> {
        self.recover().await?;
        let asked = self.page.run_everywhere("witness", json!([mark]));
        let answers = self.uncut(CALL_MS, "witness", asked).await??;
        let read = |(_, answer)| page_api::read::<Witness>(answer).ok();
        let all: Vec<Witness> = answers.into_iter().filter_map(read).collect();
        let here = all.iter().any(|one| one.document == document);
        // It began in one frame; where the focus was, another may have got the keys.
        let mut sum = Witness { document: document.to_owned(), ..Witness::default() };
        for one in all {
            sum.begun |= one.begun;
            sum.presses += one.presses;
            sum.releases += one.releases;
            sum.clicks += one.clicks;
            sum.enters += one.enters;
            sum.inputs += one.inputs;
            sum.drops += one.drops;
        }
        Ok(here.then_some(sum))
    }

    async fn bring(&self, target: &Target) -> Result<Rect, TabError> {
        self.recover().await?;
        self.place_of(target).await
    }

    async fn screenshot(&self, marks: &Marks) -> Result<String, TabError> {
        self.recover().await?;
        let view = marks.view;
        let place = marks.clip.map(|clip| in_view(clip, view));
        let (width, height) = place.map_or((view.width, view.height), |place| (place.width, place.height));
        if place.is_some() && (width < 1 || height < 1) {
            return Err(TabError::NotPossible("Nothing of it is in view, so there is no picture of it.".to_owned()));
        }
        let longest = width.max(height);
        let params = if place.is_some() || longest > LONGEST {
            let scale = (f64::from(LONGEST) / f64::from(longest)).min(1.0);
            let (x, y) = place.map_or((0, 0), |place| (place.x, place.y));
            json!({
                "format": "jpeg", "quality": QUALITY, "optimizeForSpeed": true,
                "clip": {"x": view.scroll_x + x, "y": view.scroll_y + y, "width": width, "height": height, "scale": scale},
            })
        } else {
            json!({"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": true})
        };
        let marked = !marks.numbers.is_empty() || !marks.hidden.is_empty();
        let shown = marked.then(|| Marked { tab: self, stands: true });
        if marked {
            // Without its covers no picture is taken.
            let _: Option<Value> = self.page("showMarks", json!([marks.numbers, marks.hidden])).await?;
        }
        let answer = self.call_within(SCREENSHOT_MS, "Page.captureScreenshot", params).await;
        if let Some(shown) = shown {
            shown.hide().await;
        }
        let answer = answer?;
        match answer.get("data").and_then(Value::as_str) {
            Some(data) => Ok(format!("data:image/jpeg;base64,{data}")),
            None => Err(TabError::Protocol("the picture is empty".to_owned())),
        }
    }

    fn dialog(&self) -> Option<Dialog> {
        self.hub.read(|state| state.dialog.clone())
    }
}

/// The part of a place that is in the viewport.
fn in_view(place: Rect, view: Viewport) -> Rect {
    let (x, y) = (place.x.max(0), place.y.max(0));
    let (right, bottom) = ((place.x + place.width).min(view.width), (place.y + place.height).min(view.height));
    Rect { x, y, width: right - x, height: bottom - y }
}

/// Whether a web page shows nothing.
fn is_blank(page: &RawPage) -> bool {
    let is_page = page.content_type.is_empty() && page.url.starts_with("http");
    is_page && page.nodes.is_empty() && page.frames.is_empty() && page.text.trim().is_empty()
}

/// Marks on the page, which go also with a picture that is given up in the middle: nobody may be left with boxes over what they read.
struct Marked<'a> {
    tab: &'a CdpTab,
    stands: bool,
}

impl Marked<'_> {
    async fn hide(mut self) {
        let hidden: Result<Option<Value>, TabError> = self.tab.page("hideMarks", json!([])).await;
        // A page that does not answer takes them away by itself.
        self.stands = hidden.is_err();
    }
}

impl Drop for Marked<'_> {
    fn drop(&mut self) {
        if self.stands {
            // Sent with the first look at it; nobody is there to wait for the answer.
            let _unheard = self.tab.page.run(0, "hideMarks", json!([])).now_or_never();
        }
    }
}

/// While it lives, requests that start count as the action's; also ends with an action that was given up.
struct Acting<'a>(&'a CdpTab);

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        let now = self.0.clock.now();
        self.0.hub.change(|state| {
            state.acting = false;
            state.idle_since = now;
        });
    }
}

impl CdpTab {
    /// Does the action; whether something goes on that need not be waited for.
    async fn act(&self, action: &Action, typing: Typing, mark: &mut Mark) -> Result<bool, TabError> {
        match action {
            Action::Navigate { url } => self.navigate(url, mark).await?,
            Action::GoBack => self.go_in_history(false, mark).await?,
            Action::GoForward => self.go_in_history(true, mark).await?,
            Action::Reload => self.reload(mark).await?,
            Action::Click { target, button, count, modifiers, hold_ms } => {
                let press = Press { button: *button, count: *count, modifiers: modifiers.clone(), hold_ms: *hold_ms };
                self.click(target, &press, mark).await?;
            }
            Action::ClickAt { target, at, button, count, modifiers, hold_ms } => {
                let press = Press { button: *button, count: *count, modifiers: modifiers.clone(), hold_ms: *hold_ms };
                self.click_spot(target, *at, &press, mark).await?;
            }
            Action::DragAt { target, way } => self.draw(target, way, mark).await?,
            Action::SelectText { target, text, range } => self.select_text(target, text, *range, mark).await?,
            Action::Pause { ms } => return self.pause(*ms, mark).await,
            Action::Hover { target } => self.hover(target, mark).await?,
            Action::TypeText { target, text, submit, append } => {
                let how = crate::acts::typing::How { submit: *submit, append: *append, typing };
                self.type_text(target.as_ref(), text, how, mark).await?;
            }
            Action::PressKey { key, target } => self.press_key(key, target.as_ref(), mark).await?,
            Action::Scroll { direction, amount, target } => {
                self.scroll(*direction, *amount, target.as_ref(), mark).await?;
            }
            Action::SelectOption { target, value, add } => self.select_option(target, value, *add, mark).await?,
            Action::SetValue { target, value } => self.set_value(target, value, mark).await?,
            Action::Drag { from, to, at } => self.drag(from, to, *at, mark).await?,
            Action::Upload { target, document } => self.upload(target, document, mark).await?,
            Action::Wait { timeout_ms, text } => return self.wait(*timeout_ms, text.as_deref(), mark).await,
            Action::HandleDialog { accept, text } => self.answer_dialog(*accept, text.as_deref(), mark).await?,
        }
        Ok(self.settle(mark).await)
    }

    async fn conclude(&self, outcome: Result<bool, TabError>, mark: &Mark) -> Result<Performed, TabError> {
        let note = self.reached.borrow_mut().take();
        // What has reached the page in part is not begun anew by whoever hears of it.
        let outcome = outcome.map_err(|error| match &note {
            Some(done) if self.sent.get() => error.after(done),
            _ => error,
        });
        let mut unsettled = false;
        let document = self.looked.borrow().0.clone();
        let mut lost = false;
        match (outcome, &note) {
            (Ok(goes_on), _) => unsettled = goes_on,
            // A dialog that the action opened ended it: that is an outcome. One that came before the action began is a refusal.
            (Err(TabError::DialogOpen(_)), Some(_)) => {}
            (Err(error), Some(_)) if self.is_lost_by(&error).await => lost = true,
            (Err(error), None) if self.is_lost_by(&error).await => {
                // Where the tab is gone, that is the reason to tell.
                return Err(match (self.recover().await, error) {
                    (Err(TabError::Closed), _) => TabError::Closed,
                    (_, TabError::Protocol(_)) => TabError::NotPossible(LOST.to_owned()),
                    (_, error) => error,
                });
            }
            // The document went away under it.
            (Err(error), None) if is_left(&error) => return Err(TabError::NotPossible(LEFT.to_owned())),
            (Err(error), Some(_)) if is_left(&error) => return Err(TabError::Interrupted),
            (Err(error), _) => return Err(error),
        }
        let mut note = note.unwrap_or_default();
        if let Some(missed) = self.missed.borrow_mut().take() {
            // What came under the pointer in the very moment of the press got it; where the element was taken out and put in again then, what is around it.
            let why = format!(
                "the press went to {}: the page changed under the pointer.",
                crate::page::element::told(Some(&missed))
            );
            return Err(TabError::Incomplete { done: note, why });
        }
        if self.is_detached() {
            match self.recover().await {
                // The page did not go elsewhere by it: how much of it reached the page, only the page knows.
                Ok(()) if lost && self.is_still(&document).await => return Err(TabError::Interrupted),
                Ok(()) => {
                    self.settle(mark).await;
                }
                Err(TabError::Closed) if lost => return Err(TabError::Interrupted),
                Err(TabError::Closed) => {
                    note.push_str(" Then the tab was closed.");
                    return Ok(Performed { note, navigated: true, unsettled, ..Performed::default() });
                }
                Err(TabError::NotAttachable { reason }) => {
                    let why = attach_reason(&reason).english();
                    note.push_str(&format!(" EDITH cannot work in the page that came: {why}"));
                    return Ok(Performed { note, navigated: true, unsettled, ..Performed::default() });
                }
                Err(error) => return Err(error),
            }
        } else if lost {
            return Err(TabError::Interrupted);
        }
        if self.hub.read(|state| state.crashed) {
            note.push_str(" Then the page crashed.");
            return Ok(Performed { note, navigated: true, unsettled, ..Performed::default() });
        }
        // Somebody loaded the page anew meanwhile. Which of the two documents got it, and how much of it, neither tells any more.
        if self.needs_witness.get() && self.hub.read(|state| state.reloads > mark.reloads) {
            return Err(TabError::Interrupted);
        }
        self.downloads_since(mark).await;
        let opened_tabs = self.opened_since(mark).await;
        let mut held = Vec::new();
        self.hub.change(|state| held = std::mem::take(&mut state.held_files));
        let performed = self.hub.read(|state| {
            let navigated = state.commits > mark.commits;
            let dialog = state.dialog.clone();
            match &dialog {
                Some(dialog) if dialog.kind == "beforeunload" && !navigated => {
                    // Nothing is opened before that is answered.
                    if note.starts_with("Opened ") {
                        note.clear();
                    }
                    note.push_str(if note.is_empty() { LEAVING.trim_start() } else { LEAVING });
                }
                Some(dialog) => note.push_str(&format!(" A dialog opened ({}).", dialog.kind)),
                None => {}
            }
            if state.file_choosers > mark.choosers {
                note.push_str(" It opens a file chooser, which is not shown here: to give the page a document of the user's, call upload_file with \
                     this uid; if the user gave none, ask for it.");
            }
            for download in state.recent_downloads.iter().filter(|download| download.number > mark.downloads) {
                note.push_str(&download.told());
            }
            for held in &held {
                note.push_str(&held.told());
            }
            if navigated && !state.unreachable.is_empty() {
                note.push_str(&format!(" But {} could not be loaded.", state.unreachable));
            }
            if state.window_opens.saturating_sub(mark.opens) > opened_tabs.len() && dialog.is_none() {
                note.push_str(" The page asked for a new tab, but none opened; the browser may have blocked it.");
            }
            let files = held.iter().map(|held| held.file.clone()).collect();
            Performed { note: std::mem::take(&mut note), opened_tabs: Vec::new(), navigated, dialog, unsettled, files }
        });
        Ok(Performed { opened_tabs, ..performed })
    }

    /// Whether the tab still shows that document.
    async fn is_still(&self, document: &str) -> bool {
        let asked = self.page.run(0, "witness", json!([""]));
        let answer = self.uncut(CALL_MS, "witness", asked).await.ok().and_then(Result::ok);
        let here = answer.and_then(|answer| page_api::read::<Witness>(answer).ok());
        here.is_some_and(|here| here.document == document)
    }

    /// Reads the page through its script; `looks`: for a look, which lists what only listens too.
    pub(crate) async fn read_page(&self, looks: bool) -> Result<RawPage, TabError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let commits = self.hub.read(|state| state.commits);
            let options = self.walk.borrow().clone();
            if looks {
                self.point_out_listeners().await;
            }
            let walked = self.page_within::<String>(WALK_MS, "walk", json!([options])).await;
            let error = match walked {
                Ok(Some(json)) => {
                    let mut page = RawPage::parse(&json).map_err(|error| TabError::Protocol(error.to_string()))?;
                    let new = self.looked.borrow().0 != page.document;
                    if tries == 1 && new && page.ready_state == "loading" {
                        self.loaded_enough(true).await;
                        continue;
                    }
                    *self.looked.borrow_mut() = (page.document.clone(), commits);
                    self.join_frames(&mut page, &options).await;
                    return Ok(page);
                }
                Ok(None) => TabError::Protocol("the page is gone".to_owned()),
                Err(error) => error,
            };
            match error {
                TabError::Protocol(words) if words.contains("error page") => return Ok(self.error_page()),
                // A new tab whose first address was a download.
                TabError::Protocol(words) if words.contains("\"about:blank\"") => return Ok(empty_page()),
                // The document may just be replaced by another one.
                TabError::Protocol(_) if tries < WALK_TRIES && !self.is_detached() => {
                    if !self.loaded_enough(false).await && tries > 1 {
                        return Err(error);
                    }
                }
                _ => return Err(error),
            }
        }
    }

    /// Waits for a document that is being loaded; whether there was one. `begun`: the page itself says that it is loading.
    async fn loaded_enough(&self, begun: bool) -> bool {
        let now = self.clock.now();
        self.hub.change(|state| {
            if begun && !state.is_navigating() {
                state.set_phase(crate::state::Phase::Committed, now);
            }
        });
        let loading = self.hub.read(|state| state.is_navigating());
        let read = self.hub.when(|state| (!state.is_navigating() || state.dialog.is_some()).then_some(()));
        if self.within(LOADING_MS, read).await.is_none() {
            self.hub.change(|state| state.set_phase(crate::state::Phase::Interactive, now));
        }
        loading
    }

    /// What stands for the browser's own error page, into which no script can look.
    fn error_page(&self) -> RawPage {
        let url = self
            .hub
            .read(|state| if state.unreachable.is_empty() { state.url.clone() } else { state.unreachable.clone() });
        let text = "The browser shows an error page: this address could not be loaded.\n".to_owned();
        RawPage {
            version: edith_page::raw::RAW_VERSION,
            url,
            title: "Page not loaded".to_owned(),
            document: "error-page".to_owned(),
            ready_state: "complete".to_owned(),
            text,
            ..RawPage::default()
        }
    }
}

/// What is told of an action before whose beginning the session was lost.
const LOST: &str = "The debugging session was lost before it began. Nothing was done; take a snapshot.";

/// The same where another document came.
const LEFT: &str =
    "Another page, or the same one loaded anew, came before it began. Nothing was done; take a snapshot.";

/// Whether a script's call failed because its document went away, or the next one is not ready for scripts.
fn is_left(error: &TabError) -> bool {
    let words = ["was removed", "is not there yet", "went away while it was read"];
    matches!(error, TabError::Protocol(said) if words.iter().any(|word| said.contains(word)))
}

/// What stands for a tab in which no page is open, where no script may run.
fn empty_page() -> RawPage {
    RawPage {
        version: edith_page::raw::RAW_VERSION,
        url: "about:blank".to_owned(),
        document: "empty".to_owned(),
        ready_state: "complete".to_owned(),
        text: "The tab is empty: no page is open in it.\n".to_owned(),
        ..RawPage::default()
    }
}
