//! Everything the pages know, as signals: what is stored, what the worker tells, and what the person has open.

use crate::state::runs::Runs;
use crate::state::schedules::Listed;
use crate::state::settings;
use crate::state::text::fill;
use crate::state::timeline::{Item, answer_of, missing_runs, timeline};
use crate::state::wire::{event, field};
use crate::view::bridge;
use edith_chrome::{runtime, storage};
use edith_protocol::{
    Ask, Command, Conversation, ConversationHead, ConversationId, ConversationList, DayUsage, Document, ErrorBody,
    Event, Grant, Progress, Reference, Role, RunId, RunInfo, Servers, Settings, SiteGrants, TITLE_CHARS, keys,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

/// Streamed pieces are drawn together, this often at most: a screen shows no more and drawing costs.
const DRAW_EVERY: Duration = Duration::from_millis(40);
/// How often relative times are told anew.
const TICK: Duration = Duration::from_secs(30);
const STORED: [&str; 7] =
    [keys::CONVERSATIONS, keys::SETTINGS, keys::API_BASE_URL, keys::API_KEY, keys::MODEL, keys::USAGE, keys::GRANTS];

/// Which page this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// Beside a web page.
    SidePanel,
    /// The new tab.
    NewTab,
    /// The settings in a tab of their own.
    Options,
}

impl Surface {
    /// The page of `data-surface`.
    pub fn named(name: Option<&str>) -> Self {
        match name {
            Some("newtab") => Self::NewTab,
            Some("options") => Self::Options,
            _ => Self::SidePanel,
        }
    }
}

/// What the main part shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// The chat, or the first page when no conversation is open.
    Chat,
    /// The settings.
    Settings,
    /// The schedules.
    Schedules,
}

/// What the composer starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A run with tools.
    Agent,
    /// A reply without tools.
    Chat,
    /// Runs on several sites at once, and one answer.
    Research,
}

/// A prompt that was sent and is not stored yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    /// The text.
    pub prompt: String,
    /// The conversation it goes on with.
    pub conversation: Option<ConversationId>,
    /// When it was sent, in milliseconds since 1970.
    pub sent_at: f64,
}

/// What was done, and how it is taken back.
#[derive(Clone)]
pub struct Toast {
    /// In words.
    pub text: String,
    /// Takes it back; none: nothing to take back.
    pub undo: Option<Arc<dyn Fn() + Send + Sync>>,
}

/// The signals. It is passed down as context.
#[derive(Clone, Copy)]
pub struct Store {
    /// Which page this is.
    pub surface: Surface,
    /// Whether the storage has been read.
    pub ready: RwSignal<bool>,
    /// The list of stored conversations.
    pub conversations: RwSignal<Vec<ConversationHead>>,
    /// The one that is open, or was a moment ago, as it is stored.
    talk: RwSignal<Option<Conversation>>,
    /// The runs.
    pub runs: RwSignal<Runs>,
    /// The conversation that is open; none: a new one.
    pub current: RwSignal<Option<ConversationId>>,
    /// What was sent and not stored yet.
    pub waiting: RwSignal<Option<Waiting>>,
    /// What the main part shows.
    pub screen: RwSignal<Screen>,
    /// Whether the list of conversations is open.
    pub drawer: RwSignal<bool>,
    /// The text in the composer.
    pub draft: RwSignal<String>,
    /// What the composer starts.
    pub mode: RwSignal<Mode>,
    /// What the next task refers to.
    pub references: RwSignal<Vec<Reference>>,
    /// The files that the next task is given.
    pub files: RwSignal<Vec<Document>>,
    /// What went wrong last.
    pub error: RwSignal<Option<ErrorBody>>,
    /// The settings.
    pub settings: RwSignal<Settings>,
    /// The further model servers.
    pub servers: RwSignal<Servers>,
    /// The settings as they are stored.
    pub stored_settings: RwSignal<Option<Value>>,
    /// The model server's base URL; empty: the built-in interpreter.
    pub base_url: RwSignal<String>,
    /// The model server's key.
    pub api_key: RwSignal<String>,
    /// The model's name.
    pub model: RwSignal<String>,
    /// The schedules.
    pub schedules: RwSignal<Vec<Listed>>,
    /// What was used on the last days, latest first.
    pub usage: RwSignal<Vec<DayUsage>>,
    /// What was allowed for good, as stored.
    pub grants: RwSignal<Vec<Grant>>,
    /// What was done a moment ago and can be taken back.
    pub toast: RwSignal<Option<Toast>>,
    /// The picture that is looked at: its run, and its place among the run's pictures.
    pub viewer: RwSignal<Option<(RunId, usize)>>,
    /// Runs that are over whose steps are shown.
    pub unfolded: RwSignal<Vec<RunId>>,
    /// Whether the chat follows what comes in: the person does not read further up.
    pub follows: RwSignal<bool>,
    /// The run in whose tab the person is doing a part.
    pub taken: RwSignal<Option<RunId>>,
    /// Now, in milliseconds since 1970, every half minute.
    pub now: RwSignal<f64>,
    /// Runs whose stored steps were asked for.
    asked_steps: RwSignal<Vec<RunId>>,
    /// Streamed pieces that are not drawn yet.
    pieces: StoredValue<Vec<Event>>,
}

/// The store of this page.
pub fn store() -> Store {
    expect_context()
}

/// The local zone's lead over UTC in minutes.
pub fn zone() -> f64 {
    -js_sys::Date::new_0().get_timezone_offset()
}

impl Store {
    /// An empty store.
    pub fn new(surface: Surface) -> Self {
        Self {
            surface,
            ready: RwSignal::new(false),
            conversations: RwSignal::default(),
            talk: RwSignal::default(),
            runs: RwSignal::default(),
            current: RwSignal::default(),
            waiting: RwSignal::default(),
            screen: RwSignal::new(Screen::Chat),
            drawer: RwSignal::new(false),
            draft: RwSignal::default(),
            mode: RwSignal::new(Mode::Agent),
            references: RwSignal::default(),
            files: RwSignal::default(),
            error: RwSignal::default(),
            settings: RwSignal::default(),
            servers: RwSignal::default(),
            stored_settings: RwSignal::default(),
            base_url: RwSignal::default(),
            api_key: RwSignal::default(),
            model: RwSignal::default(),
            schedules: RwSignal::default(),
            usage: RwSignal::default(),
            grants: RwSignal::default(),
            toast: RwSignal::default(),
            viewer: RwSignal::default(),
            unfolded: RwSignal::default(),
            follows: RwSignal::new(true),
            taken: RwSignal::default(),
            now: RwSignal::new(js_sys::Date::now()),
            asked_steps: RwSignal::default(),
            pieces: StoredValue::default(),
        }
    }

    /// Listens to the worker and the storage, then reads both.
    pub fn connect(self) {
        let listeners = [
            runtime::on_message(move |message: Value| {
                if let Some(event) = event(message) {
                    self.take(event);
                }
            }),
            storage::on_changed(move |changes| {
                let mut now = Map::new();
                for key in STORED {
                    if let Some(change) = storage::change(&changes, key) {
                        now.insert(key.to_owned(), change.new_value.unwrap_or(Value::Null));
                    }
                }
                self.take_stored(&now);
                if let Some(id) = self.current.get_untracked()
                    && let Some(change) = storage::change(&changes, &id.key())
                {
                    self.take_talk(change.new_value.unwrap_or(Value::Null));
                }
                if [keys::SCHEDULES, keys::SCHEDULE_LOG].iter().any(|key| changes.contains_key(*key)) {
                    self.refresh_schedules();
                }
            }),
        ];
        // They live as long as the page's root, which owns this value.
        StoredValue::new_local(listeners);
        if let Ok(ticks) = set_interval_with_handle(move || self.now.set(js_sys::Date::now()), TICK) {
            on_cleanup(move || ticks.clear());
        }
        spawn_local(async move {
            match bridge::read(&STORED).await {
                Ok(stored) => self.take_stored(&stored),
                Err(error) => self.error.set(Some(error)),
            }
            self.ready.set(true);
            if self.surface != Surface::Options {
                self.refresh_runs().await;
                self.open_live_run();
                self.refresh_schedules();
            }
        });
        // A page that was hidden may have slept through events.
        let wake = window_event_listener_untyped("visibilitychange", move |_| {
            if !document().hidden() && self.surface != Surface::Options {
                spawn_local(async move { self.refresh_runs().await });
            }
        });
        on_cleanup(move || wake.remove());
        let opened = Memo::new(move |_| self.current.get());
        Effect::new(move || self.read_talk(opened.get()));
        Effect::new(move || self.fetch_steps());
    }

    /// Reads a conversation that was opened.
    fn read_talk(self, id: Option<ConversationId>) {
        let Some(id) = id else { return self.talk.set(None) };
        if self.talk.with_untracked(|talk| talk.as_ref().is_some_and(|talk| talk.id == id)) {
            return;
        }
        self.talk.set(None);
        spawn_local(async move {
            let stored = self.stored_talk(&id).await;
            if self.current.with_untracked(|current| current.as_ref() == Some(&id)) {
                self.take_talk(stored.unwrap_or_default());
            }
        });
    }

    /// A conversation as it is stored; none: it is not, or the storage does not answer, which is shown.
    pub async fn stored_talk(self, id: &ConversationId) -> Option<Value> {
        let key = id.key();
        match bridge::read(&[&key, keys::CONVERSATIONS]).await {
            Ok(mut stored) => stored.remove(&key).filter(|talk| !talk.is_null()).or_else(|| {
                // One of an earlier version, which the worker has not taken along yet.
                let list = ConversationList::read(stored.remove(keys::CONVERSATIONS).unwrap_or_default());
                let whole = list.whole.into_iter().find(|one| one.id == *id)?;
                serde_json::to_value(whole).ok()
            }),
            Err(error) => {
                self.error.set(Some(error));
                None
            }
        }
    }

    fn take_talk(self, stored: Value) {
        if stored.is_null() {
            return;
        }
        let name = edith_protocol::conversation_name(&stored).to_owned();
        match serde_json::from_value(stored) {
            Ok(talk) => self.talk.set(Some(talk)),
            Err(_) => self.tell_unreadable(&name),
        }
    }

    fn tell_unreadable(self, names: &str) {
        self.error.set(Some(ErrorBody::new("storage", fill("unreadable", &[("names", names)]))));
    }

    /// Looks at the open conversation; none: it is not read yet, or there is none.
    fn look_at_talk<T>(self, look: impl FnOnce(Option<&Conversation>) -> T) -> T {
        let current = self.current.get();
        self.talk.with(|talk| look(talk.as_ref().filter(|talk| Some(&talk.id) == current.as_ref())))
    }

    /// Asks the worker for its runs; silent when it does not answer, because nothing was asked by the person.
    pub async fn refresh_runs(self) {
        let Ok(mut answer) = bridge::send(&Command::RunList).await else { return };
        if let Some(mut runs) = field::<Vec<RunInfo>>(&mut answer, "runs") {
            // The worker tells the newest first; here the latest stands last.
            runs.reverse();
            self.runs.update(|known| known.take_list(runs));
        }
    }

    /// What the model says last in a run of the open conversation.
    pub fn answer_of(self, id: &RunId) -> String {
        let of = |conversation: Option<&Conversation>| self.runs.with(|runs| answer_of(conversation, runs.get(id), id));
        let comes = self.runs.with(|runs| runs.get(id).is_some_and(|run| run.is_live() && !run.streaming.is_empty()));
        if comes {
            return of(None);
        }
        self.look_at_talk(of)
    }

    /// What the chat shows.
    pub fn items(self) -> Vec<Item> {
        let current = self.current.get();
        self.look_at_talk(|conversation| {
            self.runs.with(|runs| {
                let list: Vec<_> = current.iter().flat_map(|id| runs.of(id)).collect();
                self.waiting.with(|waiting| {
                    let waiting = waiting
                        .as_ref()
                        .filter(|waiting| waiting.conversation == current && !is_stored(conversation, waiting));
                    let waiting = waiting.map(|waiting| waiting.prompt.as_str());
                    self.unfolded.with(|open| timeline(conversation, &list, waiting, open))
                })
            })
        })
    }

    /// Something of the open conversation, as it is stored.
    pub fn with_current<T>(self, look: impl FnOnce(&Conversation) -> T) -> Option<T> {
        untrack(|| self.look_at_talk(|talk| talk.map(look)))
    }

    /// Whether the first page is shown instead of a chat.
    pub fn is_home(self) -> bool {
        self.current.with(Option::is_none) && self.waiting.with(Option::is_none)
    }

    /// Something of the run that is going on in the open conversation.
    pub fn live<T>(self, look: impl FnOnce(&crate::state::runs::Run) -> T) -> Option<T> {
        self.current.with(|current| {
            let current = current.as_ref()?;
            self.runs.with(|runs| runs.live_in(current).map(look))
        })
    }

    /// What is asked in the open conversation.
    pub fn ask(self) -> Option<Ask> {
        self.current.with(|current| {
            let current = current.as_ref()?;
            self.runs.with(|runs| runs.ask_in(current).cloned())
        })
    }

    /// Opens a conversation, or a new one.
    pub fn open(self, id: Option<ConversationId>) {
        self.waiting.set(None);
        self.error.set(None);
        self.current.set(id);
        self.screen.set(Screen::Chat);
        self.drawer.set(false);
        focus("composer-input");
    }

    fn take(self, event: Event) {
        if matches!(event, Event::Delta { .. }) {
            self.pieces.update_value(|pieces| pieces.push(event));
            if self.pieces.with_value(Vec::len) == 1 {
                set_timeout(move || self.draw_pieces(), DRAW_EVERY);
            }
            return;
        }
        self.draw_pieces();
        self.take_now(vec![event]);
    }

    fn draw_pieces(self) {
        let pieces = self.pieces.try_update_value(std::mem::take).unwrap_or_default();
        self.take_now(pieces);
    }

    fn take_now(self, events: Vec<Event>) {
        let Some(first) = events.first() else { return };
        self.adopt(event_conversation(first));
        let unknown = |event: &Event| self.runs.with_untracked(|runs| runs.get(event_run(event)).is_none());
        let strange = self.surface != Surface::Options && events.iter().any(unknown);
        // Steps that are being read are not folded away when their run ends.
        let ended = events.iter().filter(|event| matches!(event, Event::Done(_))).map(|event| event_run(event).clone());
        if !self.follows.get_untracked() {
            let ended: Vec<RunId> = ended.collect();
            self.unfolded.update(|open| open.extend(ended));
        }
        self.runs.update(|runs| events.into_iter().for_each(|event| runs.apply(event)));
        if strange {
            // Started by another page: its task, mode and limit are in the worker's list.
            spawn_local(async move { self.refresh_runs().await });
        }
    }

    /// A reply that starts coming in tells which conversation the worker made for the prompt that is waiting.
    fn adopt(self, id: &ConversationId) {
        let new = self
            .waiting
            .with_untracked(|waiting| waiting.as_ref().is_some_and(|waiting| waiting.conversation.is_none()));
        let known = || self.conversations.with_untracked(|all| all.iter().any(|conversation| conversation.id == *id));
        let running = || self.runs.with_untracked(|runs| runs.of(id).next().is_some());
        if new && !known() && !running() {
            self.adopted(id.clone());
        }
    }

    /// The prompt that is waiting belongs to this conversation.
    pub fn adopted(self, id: ConversationId) {
        self.waiting.update(|waiting| {
            if let Some(waiting) = waiting {
                waiting.conversation = Some(id.clone());
            }
        });
        self.current.set(Some(id));
    }

    fn take_stored(self, stored: &Map<String, Value>) {
        let text = |key: &str, signal: RwSignal<String>| {
            if let Some(value) = stored.get(key) {
                signal.set(value.as_str().unwrap_or_default().to_owned());
            }
        };
        text(keys::API_BASE_URL, self.base_url);
        text(keys::API_KEY, self.api_key);
        text(keys::MODEL, self.model);
        if let Some(value) = stored.get(keys::SETTINGS) {
            self.settings.set(settings::read(Some(value)));
            self.servers.set(Servers::read(value));
            self.stored_settings.set(Some(value.clone()));
        }
        if let Some(value) = stored.get(keys::USAGE) {
            self.usage.set(serde_json::from_value(value.clone()).unwrap_or_default());
        }
        if let Some(value) = stored.get(keys::GRANTS) {
            let grants: SiteGrants = serde_json::from_value(value.clone()).unwrap_or_default();
            self.grants.set(grants.site);
        }
        if let Some(value) = stored.get(keys::CONVERSATIONS) {
            // One that is damaged does not hide the others.
            let list = ConversationList::read(value.clone());
            if !list.unreadable.is_empty() {
                let names: Vec<&str> = list.unreadable.iter().map(edith_protocol::conversation_name).collect();
                self.tell_unreadable(&names.join(", "));
            }
            if !list.whole.is_empty() {
                // The worker takes along what an earlier version left when it reads the list.
                let command = Command::ConversationSearch { query: String::new() };
                spawn_local(async move { drop(bridge::send(&command).await) });
            }
            self.take_conversations(list.heads);
        }
    }

    fn take_conversations(self, all: Vec<ConversationHead>) {
        let known: Vec<ConversationId> =
            self.conversations.with_untracked(|old| old.iter().map(|one| one.id.clone()).collect());
        let made = self.waiting.with_untracked(|waiting| {
            let waiting = waiting.as_ref().filter(|waiting| waiting.conversation.is_none())?;
            let new = |one: &&ConversationHead| !known.contains(&one.id) && is_made_for(one, waiting);
            all.iter().find(new).map(|head| head.id.clone())
        });
        let gone = self.current.with_untracked(|current| {
            current.as_ref().is_some_and(|id| known.contains(id) && !all.iter().any(|one| one.id == *id))
        });
        self.conversations.set(all);
        if let Some(id) = made {
            self.adopted(id);
        } else if gone {
            self.current.set(None);
        }
    }

    /// Opens the conversation that is being worked on, so that a panel that was closed shows what goes on.
    fn open_live_run(self) {
        let is_home = untrack(|| self.is_home());
        let live = self.runs.with_untracked(|runs| runs.live().last().map(|run| run.conversation_id.clone()));
        if self.surface == Surface::SidePanel && is_home && live.is_some() {
            self.current.set(live);
        }
    }

    /// Asks for the stored steps of the open conversation's runs, as far as they are not known.
    pub fn fetch_steps(self) {
        let Some(id) = self.current.get() else { return };
        let asked = self.asked_steps.get_untracked();
        let missing = self.look_at_talk(|conversation| {
            conversation.map(|conversation| self.runs.with_untracked(|runs| missing_runs(conversation, runs, &asked)))
        });
        for run_id in missing.unwrap_or_default() {
            self.asked_steps.update_untracked(|asked| asked.push(run_id.clone()));
            let id = id.clone();
            spawn_local(async move {
                let mut after = None;
                loop {
                    // A run without stored steps is shown by its messages alone.
                    let Ok((steps, next)) = bridge::steps(&run_id, after).await else { return };
                    let steps: Vec<Progress> =
                        steps.into_iter().filter_map(|step| serde_json::from_value(step).ok()).collect();
                    if !steps.is_empty() {
                        self.runs.update(|runs| runs.take_steps(&run_id, &id, steps));
                    }
                    if next.is_none() {
                        return;
                    }
                    after = next;
                }
            });
        }
    }
}

/// The worker's clock is this one, but it may have stamped a message a moment before it was told, in milliseconds.
const SLACK: f64 = 2_000.0;

/// Whether a conversation was made for a prompt that was sent.
fn is_made_for(head: &ConversationHead, waiting: &Waiting) -> bool {
    let title: String = waiting.prompt.trim().chars().take(TITLE_CHARS).collect();
    head.title == title && head.created_at >= waiting.sent_at - SLACK
}

/// Whether a prompt that was sent is among the stored messages.
fn is_stored(conversation: Option<&Conversation>, waiting: &Waiting) -> bool {
    conversation.is_some_and(|conversation| {
        conversation.messages.iter().rev().any(|message| {
            message.role == Role::User
                && message.content.trim() == waiting.prompt
                && message.timestamp >= waiting.sent_at - SLACK
        })
    })
}

fn event_conversation(event: &Event) -> &ConversationId {
    match event {
        Event::Progress(progress) => &progress.conversation_id,
        Event::Delta { conversation_id, .. } => conversation_id,
        Event::Ask(ask) => &ask.conversation_id,
        Event::Done(done) => &done.conversation_id,
    }
}

fn event_run(event: &Event) -> &RunId {
    match event {
        Event::Progress(progress) => &progress.run_id,
        Event::Delta { run_id, .. } => run_id,
        Event::Ask(ask) => &ask.run_id,
        Event::Done(done) => &done.run_id,
    }
}

/// Puts the focus on an element, once what is being drawn is there.
pub fn focus(id: &'static str) {
    use wasm_bindgen::JsCast;
    request_animation_frame(move || {
        if let Some(element) =
            document().get_element_by_id(id).and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
        {
            // Refused only when the element cannot take the focus, and then nothing is lost.
            let _ = element.focus();
        }
    });
}
