//! A scripted browser with a jumping clock: every wait is exact, and one that nothing ends is a failure.

use crate::wire::protocol::Read;
use crate::{CallError, CdpEvent, CdpTab, EventHub, PageScript, Transport};
use async_trait::async_trait;
use edith_actions::action::{Fault, TabError, Target};
use edith_page::ElementRef;
use edith_page::page_api::WalkOptions;
use edith_port::Clock;
use edith_protocol::TabId;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// A call's name, and whether it may return.
type Gate = (&'static str, Rc<Cell<bool>>);
type Work = Box<dyn FnOnce()>;

#[derive(Default)]
pub(crate) struct ManualClock {
    now: Cell<u64>,
    serial: Cell<u64>,
    due: RefCell<BTreeMap<(u64, u64), Work>>,
}

impl ManualClock {
    pub(crate) fn at(&self, time: u64, work: impl FnOnce() + 'static) {
        self.serial.set(self.serial.get() + 1);
        self.due.borrow_mut().insert((time.max(self.now.get()), self.serial.get()), Box::new(work));
    }

    pub(crate) fn time(&self) -> u64 {
        self.now.get()
    }

    fn step(&self) -> bool {
        let next = self.due.borrow_mut().pop_first();
        let Some(((time, _), work)) = next else { return false };
        self.now.set(time);
        work();
        true
    }
}

#[async_trait(?Send)]
impl Clock for ManualClock {
    fn now(&self) -> f64 {
        self.now.get() as f64
    }

    fn zone_minutes(&self) -> i32 {
        0
    }

    async fn sleep(&self, ms: u64) {
        let done = Rc::new(Cell::new(false));
        let waker: Rc<RefCell<Option<Waker>>> = Rc::default();
        let (done2, waker2) = (done.clone(), waker.clone());
        self.at(self.now.get() + ms, move || {
            done2.set(true);
            if let Some(waker) = waker2.borrow_mut().take() {
                waker.wake();
            }
        });
        poll_fn(move |context| {
            *waker.borrow_mut() = Some(context.waker().clone());
            if done.get() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

/// A scripted call's behaviour: answers after a while, never if `after` is none; things happen meanwhile.
pub(crate) struct Reply {
    pub after: Option<u64>,
    pub answer: Result<Value, String>,
}

pub(crate) fn reply(answer: Value) -> Reply {
    Reply { after: Some(1), answer: Ok(answer) }
}

/// Reads a part of a message.
pub(crate) fn part<'a, T: Read<'a>>(value: &'a Value) -> T {
    T::read(Some(value))
}

type Script = Box<dyn FnMut(&World, &Value) -> Reply>;

/// A field of the fake page.
pub(crate) struct Field {
    pub value: String,
    pub selected: bool,
    pub keys: bool,
    pub insert: bool,
    pub native: bool,
    pub masked: bool,
    /// How the page transforms a value.
    pub form: fn(&str) -> String,
    /// An editor that only draws so many lines, from this one.
    pub window: Option<(usize, usize)>,
    /// Its own keys select no more than what is drawn.
    pub selects_drawn: bool,
    /// What it held before the last deletion.
    pub before: String,
}

pub(crate) struct World {
    me: Weak<World>,
    pub clock: Rc<ManualClock>,
    pub hub: Rc<EventHub>,
    scripts: RefCell<HashMap<String, Script>>,
    pub log: RefCell<Vec<(u64, String, Value)>>,
    pub field: RefCell<Field>,
    pub mutations: Cell<u32>,
    pub(crate) changed_at: Cell<u64>,
    pub document: RefCell<String>,
    /// Calls of this name return only while the flag is set.
    pub(crate) held_up: RefCell<Option<Gate>>,
    /// Called functions, each with its frame.
    pub(crate) asked_in: RefCell<Vec<(String, i32)>>,
    /// Every command to a child session: session, command, parameters.
    pub(crate) in_children: RefCell<Vec<(String, String, Value)>>,
    lost_children: RefCell<Vec<String>>,
    pub(crate) reattached: Cell<u32>,
    pub(crate) reattach_errors: RefCell<Vec<String>>,
}

pub(crate) fn event(method: &str, params: Value) -> CdpEvent {
    CdpEvent { method: method.into(), params, session: None }
}

impl World {
    pub(crate) fn new() -> Rc<Self> {
        let clock = Rc::new(ManualClock::default());
        clock.now.set(10_000);
        let field = Field {
            value: String::new(),
            selected: false,
            keys: true,
            insert: true,
            native: true,
            masked: false,
            form: str::to_owned,
            window: None,
            selects_drawn: false,
            before: String::new(),
        };
        Rc::new_cyclic(|me| Self {
            me: me.clone(),
            hub: EventHub::new(clock.clone()),
            clock,
            scripts: RefCell::default(),
            log: RefCell::default(),
            field: RefCell::new(field),
            mutations: Cell::new(0),
            changed_at: Cell::new(0),
            document: RefCell::new("doc".into()),
            held_up: RefCell::default(),
            asked_in: RefCell::default(),
            in_children: RefCell::default(),
            lost_children: RefCell::default(),
            reattached: Cell::new(0),
            reattach_errors: RefCell::default(),
        })
    }

    /// Scripts a command or page function.
    pub(crate) fn on(&self, name: &str, script: impl FnMut(&World, &Value) -> Reply + 'static) {
        self.scripts.borrow_mut().insert(name.to_owned(), Box::new(script));
    }

    /// Schedules something in so many milliseconds.
    pub(crate) fn later(&self, ms: u64, work: impl FnOnce(&World) + 'static) {
        let me = self.me.clone();
        self.clock.at(self.clock.time() + ms, move || {
            if let Some(world) = me.upgrade() {
                work(&world);
            }
        });
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        assert!(EventHub::wants(method), "{method} is told but not wanted");
        self.hub.push(&event(method, params));
    }

    pub(crate) fn tell_later(&self, ms: u64, method: &'static str, params: Value) {
        self.later(ms, move |world| world.tell(method, params));
    }

    pub(crate) fn mutate(&self) {
        self.mutations.set(self.mutations.get() + 1);
        self.changed_at.set(self.clock.time());
    }

    /// A request of the page from `start` to `end` milliseconds from now; `end` none: it never ends.
    pub(crate) fn request(&self, id: &str, kind: &str, url: &str, start: u64, end: Option<u64>) {
        let sent = json!({
            "requestId": id, "type": kind, "loaderId": "L1", "frameId": "main",
            "request": {"url": url, "method": "GET"},
        });
        self.tell_later(start, "Network.requestWillBeSent", sent);
        if let Some(end) = end {
            self.tell_later(end, "Network.loadingFinished", json!({"requestId": id}));
        }
    }

    /// The main frame gets another document.
    pub(crate) fn commit(&self, loader: &str, url: &str) {
        *self.document.borrow_mut() = format!("doc-{loader}");
        self.mutations.set(0);
        self.changed_at.set(self.clock.time());
        self.tell("Page.frameNavigated", json!({"frame": {"id": "main", "loaderId": loader, "url": url}}));
    }

    /// The next effect of a mouse release or a click's last event.
    pub(crate) fn on_release(&self, work: impl FnMut(&World) + 'static) {
        let mut work = work;
        self.on("Input.dispatchMouseEvent", move |world, params| {
            if params["type"] == "mouseReleased" {
                work(world);
            }
            reply(json!({}))
        });
    }

    pub(crate) fn tab(&self) -> CdpTab {
        let tab = self.run(self.attached());
        self.log.borrow_mut().clear();
        tab
    }

    pub(crate) async fn attached(&self) -> CdpTab {
        let me = self.me.upgrade().unwrap();
        let options = WalkOptions { run: "run".into(), ..WalkOptions::default() };
        let tab = CdpTab::attach(TabId(7), me.clone(), me.clone(), self.hub.clone(), self.clock.clone(), options);
        tab.await.unwrap()
    }

    /// Runs a future to its end, jumping from event to event.
    pub(crate) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        struct Flag(AtomicBool);
        impl Wake for Flag {
            fn wake(self: Arc<Self>) {
                self.0.store(true, Ordering::SeqCst);
            }
        }
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        let waker = Waker::from(flag.clone());
        let mut work = pin!(work);
        let end = self.clock.time() + 600_000;
        loop {
            if flag.0.swap(false, Ordering::SeqCst) {
                if let Poll::Ready(done) = work.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return done;
                }
                continue;
            }
            assert!(
                self.clock.step() && self.clock.time() < end,
                "nothing ends this wait: {:#?}",
                self.log.borrow().last()
            );
        }
    }

    /// How long a future took, with its outcome.
    pub(crate) fn timed<T>(&self, work: impl Future<Output = T>) -> (u64, T) {
        let start = self.clock.time();
        let done = self.run(work);
        (self.clock.time() - start, done)
    }

    /// Parameters of every call of a command or function so far.
    pub(crate) fn calls(&self, name: &str) -> Vec<Value> {
        let log = self.log.borrow();
        log.iter().filter(|(_, called, _)| called == name).map(|(_, _, params)| params.clone()).collect()
    }

    /// A child session disappears unannounced.
    pub(crate) fn lose_child(&self, session: &str) {
        self.lost_children.borrow_mut().push(session.to_owned());
    }

    /// Parameters of every call of a command in a child session so far.
    pub(crate) fn calls_in(&self, session: &str, name: &str) -> Vec<Value> {
        let all = self.in_children.borrow();
        all.iter()
            .filter(|(of, called, _)| of == session && called == name)
            .map(|(.., params)| params.clone())
            .collect()
    }

    async fn answer(&self, name: &str, params: Value) -> Result<Value, String> {
        self.log.borrow_mut().push((self.clock.time(), name.to_owned(), params.clone()));
        // The final check of what gets a press also reports on the page.
        let aims = name == "aim" && !self.scripts.borrow().contains_key(name);
        let name = if aims { "activity" } else { name };
        let script = self.scripts.borrow_mut().remove(name);
        let reply = match script {
            Some(mut script) => {
                let reply = script(self, &params);
                self.scripts.borrow_mut().entry(name.to_owned()).or_insert(script);
                reply
            }
            None => reply(self.default_answer(name, &params)),
        };
        match reply.after {
            Some(ms) => self.clock.sleep(ms).await,
            None => std::future::pending().await,
        }
        let gate = self.held_up.borrow().clone().filter(|(held, _)| *held == name);
        while gate.as_ref().is_some_and(|(_, open)| !open.get()) {
            self.clock.sleep(1).await;
        }
        reply.answer.map(|mut answer| {
            if name == "probe" && answer.get("mutations").is_none() {
                answer["mutations"] = json!(self.mutations.get());
                answer["since"] = json!(self.clock.time() - self.changed_at.get());
            }
            if let (true, Some(fields)) = (aims, answer.as_object_mut()) {
                fields.insert("hit".to_owned(), json!("itself"));
                fields.insert("point".to_owned(), good_probe()["point"].clone());
            }
            answer
        })
    }

    /// The page's current changes.
    pub(crate) fn activity(&self) -> Value {
        json!({
            "since": self.clock.time() - self.changed_at.get(), "mutations": self.mutations.get(),
            "readyState": "complete", "animations": 0,
        })
    }

    fn default_answer(&self, name: &str, params: &Value) -> Value {
        let mut field = self.field.borrow_mut();
        match name {
            "Page.getFrameTree" => json!({"frameTree": {"frame": {"id": "main", "url": "http://a.test/"}}}),
            "Input.dispatchKeyEvent" => {
                let control = params["type"] == "rawKeyDown" && params["modifiers"] == 2;
                if params["type"] == "char" && field.keys {
                    field.write(params["text"].as_str().unwrap().replace('\r', "\n").as_str());
                    field.show_end();
                } else if control && field.window.is_some() {
                    match params["key"].as_str() {
                        Some("a") => field.selected = true,
                        Some("z") => field.value = field.before.clone(),
                        Some("End") => field.show_end(),
                        _ => {}
                    }
                } else if params["type"] == "rawKeyDown" && params["key"] == "Backspace" && field.selected {
                    field.before = field.value.clone();
                    let kept =
                        if field.selects_drawn { field.value.replace(&field.drawn(), "") } else { String::new() };
                    field.write(&kept);
                }
                json!({})
            }
            "Input.insertText" if field.insert => {
                field.write(params["text"].as_str().unwrap());
                json!({})
            }
            "activity" => self.activity(),
            "probe" => good_probe(),
            "focusInfo" | "focus" => json!({"focused": true, "editable": true, "window": true}),
            "heldField" | "refocus" => json!({"there": true, "focused": true}),
            "selectAllIn" if field.window.is_some() && !field.value.is_empty() => json!({"keys": true}),
            "selectAllIn" => {
                field.selected = true;
                json!({"ok": true, "empty": field.value.is_empty(), "stands": true})
            }
            "readValue" | "beginTyping" if field.masked => {
                json!({"length": field.value.chars().count(), "field": "password"})
            }
            "readValue" | "beginTyping" | "leaveField" => {
                let (drawn, all) = (field.drawn(), field.value.lines().count());
                let lines = field.window.filter(|(_, count)| all > *count);
                let lines = lines.map(|(first, count)| [first + 1, first + count, all]);
                json!({"value": drawn, "length": drawn.chars().count(), "lines": lines})
            }
            "setNative" if field.native => {
                field.value = (field.form)(params[1].as_str().unwrap());
                json!({"ok": true, "value": field.value})
            }
            "setNear" => Value::Null,
            "walk" => json!(
                json!({"v": 1, "u": "http://a.test/", "d": *self.document.borrow(), "rs": "complete"}).to_string()
            ),
            _ => json!({}),
        }
    }
}

impl Field {
    /// What can be seen of its value.
    fn drawn(&self) -> String {
        let Some((first, count)) = self.window else { return self.value.clone() };
        self.value.lines().skip(first).take(count).collect::<Vec<_>>().join("\n")
    }

    fn show_end(&mut self) {
        let lines = self.value.lines().count();
        self.window = self.window.map(|(_, count)| (lines.saturating_sub(count), count));
    }

    fn write(&mut self, text: &str) {
        let before = if self.selected { "" } else { self.value.as_str() };
        self.value = (self.form)(&format!("{before}{text}"));
        self.selected = false;
    }
}

/// What `probe` answers for an element that is ready: a text field called "Search".
pub(crate) fn good_probe() -> Value {
    json!({
        "role": "textbox", "name": "Search", "tag": "textarea", "enabled": true, "editable": true, "visible": true,
        "inView": true, "stable": true, "point": [50.0, 20.0], "hit": "itself", "rect": [10, 10, 80, 20],
    })
}

pub(crate) fn target() -> Target {
    Target {
        uid: 12,
        element: ElementRef { document: "doc".into(), node: 5 },
        role: "textbox".into(),
        name: "Search".into(),
    }
}

#[async_trait(?Send)]
impl Transport for World {
    async fn call(&self, method: &str, params: Value, session: Option<&str>) -> Result<Value, CallError> {
        if let Some(session) = session {
            self.in_children.borrow_mut().push((session.to_owned(), method.to_owned(), params.clone()));
            if self.lost_children.borrow().iter().any(|lost| lost == session) {
                return Err(CallError(format!("Session with given id not found: {session}")));
            }
        }
        self.answer(method, params).await.map_err(CallError)
    }

    fn secret(&self) -> String {
        "secret".to_owned()
    }

    async fn reattach(&self) -> Result<(), CallError> {
        self.reattached.set(self.reattached.get() + 1);
        match self.reattach_errors.borrow_mut().pop() {
            Some(error) => Err(CallError(error)),
            None => Ok(()),
        }
    }
}

fn refused(words: String) -> TabError {
    TabError::Protocol(Fault::of_browser(words))
}

#[async_trait(?Send)]
impl PageScript for World {
    async fn run(&self, frame: i32, function: &str, args: Value) -> Result<Value, TabError> {
        self.asked_in.borrow_mut().push((function.to_owned(), frame));
        self.answer(function, args).await.map_err(refused)
    }

    async fn watch_asks(&self, frame: i32, word: &str) -> Result<(), TabError> {
        self.answer("watchAsks", json!([frame, word])).await.map(drop).map_err(refused)
    }

    async fn run_everywhere(&self, function: &str, args: Value) -> Result<Vec<(i32, Value)>, TabError> {
        let answers = self.answer(function, args).await.map_err(refused)?;
        Ok(serde_json::from_value(answers).unwrap_or_default())
    }
}
