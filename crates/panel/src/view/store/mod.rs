//! Everything the pages know, as signals: what is stored, what the worker tells, and what the person has open.

mod connect;
mod conversation;

use crate::state::runs::{Run, Runs};
use edith_protocol::{
    Ask, Conversation, ConversationHead, ConversationId, DayUsage, Document, ErrorBody, Event, Grant, Mode, Reference,
    RunId, ScheduleInfo, Servers, Settings, StoredSettings,
};
use leptos::prelude::*;
use std::sync::Arc;

/// The worker's clock is this one, but it may have stamped a message a moment before it was told, in milliseconds.
const SLACK: f64 = 2_000.0;

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
    pub stored_settings: RwSignal<StoredSettings>,
    /// The model server's base URL; empty: the built-in interpreter.
    pub base_url: RwSignal<String>,
    /// The model server's key.
    pub api_key: RwSignal<String>,
    /// The model's name.
    pub model: RwSignal<String>,
    /// The schedules.
    pub schedules: RwSignal<Vec<ScheduleInfo>>,
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

    /// Whether the first page is shown instead of a chat.
    pub fn is_home(self) -> bool {
        self.current.with(Option::is_none) && self.waiting.with(Option::is_none)
    }

    /// Something of the run that is going on in the open conversation.
    pub fn live<T>(self, look: impl FnOnce(&Run) -> T) -> Option<T> {
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
