//! The pages' state as signals: stored data, the worker's events, and what the user has open.

mod compose;
mod connect;
mod conversation;
mod here;
pub(in crate::view) mod mcp;
mod seen;
mod tool_servers;

use crate::state::compose::sees;
use crate::state::documents::attached::Attached;
use crate::state::draft::Draft;
use crate::state::form::{Review, order};
use crate::state::here::Here;
use crate::state::mode::{ModeChoice, planned, proposed};
use crate::state::part::SettingsPart;
use crate::state::plan::PlanDraft;
use crate::state::runs::{Run, Runs};
use crate::state::schedules::Form;
use crate::state::seen::Seen;
use compose::Compose;
use edith_protocol::{
    Ask, AskId, Conversation, ConversationHead, ConversationId, DayUsage, DocumentProgress, ErrorBody, Event,
    FormQuality, Grant, Mode, ModelDetails, Profile, Reference, RunId, ScheduleInfo, Servers, Settings, StoredSettings,
};
use leptos::prelude::*;
use mcp::Mcp;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::Waker;

/// Worker and page share a clock, but a message may be stamped this much before the prompt was sent, in milliseconds.
const SLACK: f64 = 2_000.0;

/// The kinds of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Surface {
    /// Beside a web page.
    SidePanel,
    /// The new tab.
    NewTab,
    /// The settings in a tab of their own.
    Options,
    /// A document.
    Document,
}

impl Surface {
    /// The page of `data-surface`.
    pub(super) fn named(name: Option<&str>) -> Self {
        match name {
            Some("newtab") => Self::NewTab,
            Some("options") => Self::Options,
            Some("document") => Self::Document,
            _ => Self::SidePanel,
        }
    }
}

/// The screens of the main part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Screen {
    /// The chat, or the first page if no conversation is open.
    Chat,
    /// The settings.
    Settings,
    /// The schedules.
    Schedules,
    /// The documents that are kept.
    Library,
}

/// A prompt that was sent but is not stored yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Waiting {
    /// The text.
    pub prompt: String,
    /// The conversation it continues.
    pub conversation: Option<ConversationId>,
    /// When it was sent, in milliseconds since 1970.
    pub sent_at: f64,
}

/// A toast: what was done, and how to undo it.
#[derive(Clone)]
pub(super) struct Toast {
    /// The text.
    pub text: String,
    /// Undoes it; none if it cannot be undone.
    pub undo: Option<Arc<dyn Fn() + Send + Sync>>,
}

/// The signals, passed down as context.
#[derive(Clone, Copy)]
pub(super) struct Store {
    /// The kind of this page.
    pub surface: Surface,
    /// Whether the storage has been read.
    pub ready: RwSignal<bool>,
    /// The list of stored conversations.
    pub conversations: RwSignal<Vec<ConversationHead>>,
    /// The open or last open conversation, as stored.
    talk: RwSignal<Option<Conversation>>,
    /// The runs.
    pub runs: RwSignal<Runs>,
    /// Which tasks ended while nobody looked.
    pub seen: RwSignal<Seen>,
    /// The open conversation; none for a new one.
    pub current: RwSignal<Option<ConversationId>>,
    /// The sent prompt that is not stored yet.
    pub waiting: RwSignal<Option<Waiting>>,
    /// The screen in the main part.
    pub screen: RwSignal<Screen>,
    /// The part of the settings that is shown.
    pub part: RwSignal<SettingsPart>,
    /// Whether the list of conversations is open.
    pub drawer: RwSignal<bool>,
    /// The text in the composer.
    pub draft: RwSignal<String>,
    /// The ask that opened while something was being written: that is not an answer to it.
    pub interrupting: RwSignal<Option<AskId>>,
    /// The plan that awaits approval, as the person edits it.
    pub plan: RwSignal<PlanDraft>,
    /// The form under review, as the person edits it.
    pub review: RwSignal<Review>,
    /// How much care the next form is given.
    pub quality: RwSignal<FormQuality>,
    /// What the composer holds besides its text.
    pub compose: Compose,
    /// The servers with tools.
    pub mcp: Mcp,
    /// The page beside the panel; none where there is none that can be worked on.
    pub here: RwSignal<Option<Here>>,
    /// What the person chose of the composer's modes.
    choice: RwSignal<ModeChoice>,
    /// The composer's mode, which follows from that, from what is attached, and from whether tasks are planned first.
    pub mode: Memo<Mode>,
    /// Whether files are attached that can be read.
    pub given: Memo<bool>,
    /// Whether each line is a question of its own, as the person said; none: as it looks.
    pub several: RwSignal<Option<bool>>,
    /// The next task's references.
    pub references: RwSignal<Vec<Reference>>,
    /// The next task's documents.
    pub files: RwSignal<Vec<Attached>>,
    /// The documents of a task that is being sent.
    pub leaving: RwSignal<Vec<Attached>>,
    /// How far documents are that are being read, by their ids.
    pub reading: RwSignal<BTreeMap<String, DocumentProgress>>,
    /// How many documents without a file were attached, for their keys.
    pub attachments: StoredValue<u32>,
    /// Who waits for a document to reach the worker.
    pub arrivals: StoredValue<Vec<Waker>>,
    /// The last error.
    pub error: RwSignal<Option<ErrorBody>>,
    /// The settings.
    pub settings: RwSignal<Settings>,
    /// The model servers besides the three plain keys, as stored.
    pub servers: RwSignal<Servers>,
    /// All model servers, the first one in front.
    pub all_servers: Memo<Servers>,
    /// A model server that is being set up.
    pub draft_server: RwSignal<Option<Draft>>,
    /// What servers said about their models, by base URL.
    pub listed: RwSignal<BTreeMap<String, Vec<ModelDetails>>>,
    /// The settings as they are stored.
    pub stored_settings: RwSignal<StoredSettings>,
    /// What the person wants every task to know, and their facts, as stored.
    pub profile: RwSignal<Profile>,
    /// The model server's base URL; empty for the built-in interpreter.
    pub base_url: RwSignal<String>,
    /// The model server's key.
    pub api_key: RwSignal<String>,
    /// The model.
    pub model: RwSignal<String>,
    /// A schedule that a finished task is to become, to be edited next.
    pub schedule_draft: RwSignal<Option<Form>>,
    /// The schedules.
    pub schedules: RwSignal<Vec<ScheduleInfo>>,
    /// Usage by day, latest first.
    pub usage: RwSignal<Vec<DayUsage>>,
    /// Permanent grants, as stored.
    pub grants: RwSignal<Vec<Grant>>,
    /// The toast.
    pub toast: RwSignal<Option<Toast>>,
    /// The picture on show: its run, and its index among the run's pictures.
    pub viewer: RwSignal<Option<(RunId, usize)>>,
    /// Finished runs whose steps are unfolded.
    pub unfolded: RwSignal<Vec<RunId>>,
    /// Whether the chat follows new content, as it does unless the user reads further up.
    pub follows: RwSignal<bool>,
    /// The current time in milliseconds since 1970, updated every half minute.
    pub now: RwSignal<f64>,
    /// Runs whose stored steps were requested.
    asked_steps: RwSignal<Vec<RunId>>,
    /// Streamed text that is not drawn yet.
    pieces: StoredValue<Vec<Event>>,
}

/// The store of this page.
pub(super) fn store() -> Store {
    expect_context()
}

/// The local offset from UTC in minutes.
pub(super) fn zone() -> f64 {
    -js_sys::Date::new_0().get_timezone_offset()
}

impl Store {
    /// An empty store.
    pub(super) fn new(surface: Surface) -> Self {
        let (choice, files) = (RwSignal::<ModeChoice>::default(), RwSignal::<Vec<Attached>>::default());
        let (servers, settings) = (RwSignal::<Servers>::default(), RwSignal::<Settings>::default());
        let (base_url, api_key, model) = (RwSignal::default(), RwSignal::default(), RwSignal::default());
        let all_servers = Memo::new(move |_| {
            let text = |signal: RwSignal<String>| signal.get();
            servers.get().with_first(&text(base_url), &text(api_key), &text(model))
        });
        // A picture that a task's model is shown asks nothing by itself.
        let shown = move || all_servers.with(|all| settings.with(|settings| sees(all, settings, Mode::Agent)));
        let given = Memo::new(move |_| {
            let shown = shown();
            files.with(|files| files.iter().any(|one| one.looks_readable() && !(shown && one.is_picture())))
        });
        let (draft, here) = (RwSignal::<String>::default(), RwSignal::default());
        let has_form =
            Memo::new(move |_| here.with(|here: &Option<Here>| here.as_ref().is_some_and(|here| here.has_form)));
        let ordered = Memo::new(move |_| draft.with(|draft| order(draft)));
        let by_itself = Memo::new(move |_| proposed(given.get(), has_form.get(), ordered.get()));
        Self {
            surface,
            ready: RwSignal::new(false),
            conversations: RwSignal::default(),
            talk: RwSignal::default(),
            runs: RwSignal::default(),
            seen: RwSignal::default(),
            current: RwSignal::default(),
            waiting: RwSignal::default(),
            screen: RwSignal::new(Screen::Chat),
            part: RwSignal::default(),
            drawer: RwSignal::new(false),
            draft,
            interrupting: RwSignal::default(),
            plan: RwSignal::default(),
            review: RwSignal::default(),
            quality: RwSignal::default(),
            compose: Compose::default(),
            mcp: Mcp::default(),
            here,
            choice,
            mode: Memo::new(move |_| planned(choice.get().mode(by_itself.get()), settings.with(Settings::plans))),
            given,
            several: RwSignal::default(),
            references: RwSignal::default(),
            files,
            leaving: RwSignal::default(),
            reading: RwSignal::default(),
            attachments: StoredValue::default(),
            arrivals: StoredValue::default(),
            error: RwSignal::default(),
            settings,
            servers,
            all_servers,
            draft_server: RwSignal::default(),
            listed: RwSignal::default(),
            stored_settings: RwSignal::default(),
            profile: RwSignal::default(),
            base_url,
            api_key,
            model,
            schedule_draft: RwSignal::default(),
            schedules: RwSignal::default(),
            usage: RwSignal::default(),
            grants: RwSignal::default(),
            toast: RwSignal::default(),
            viewer: RwSignal::default(),
            unfolded: RwSignal::default(),
            follows: RwSignal::new(true),
            now: RwSignal::new(js_sys::Date::now()),
            asked_steps: RwSignal::default(),
            pieces: StoredValue::default(),
        }
    }

    /// Whether this page shows conversations and their runs.
    pub(super) fn has_runs(self) -> bool {
        matches!(self.surface, Surface::SidePanel | Surface::NewTab)
    }

    /// Whether the first page is shown instead of a chat.
    pub(super) fn is_home(self) -> bool {
        self.current.with(Option::is_none) && self.waiting.with(Option::is_none)
    }

    /// Reads a value of the current run in the open conversation.
    pub(super) fn live<T>(self, look: impl FnOnce(&Run) -> T) -> Option<T> {
        self.current.with(|current| {
            let current = current.as_ref()?;
            self.runs.with(|runs| runs.live_in(current).map(look))
        })
    }

    /// Whether a run works in the open conversation, or the answer to the last command is still to come. Nothing new is begun then.
    pub(super) fn is_busy(self) -> bool {
        self.waiting.with(Option::is_some) || self.live(|_| ()).is_some()
    }

    /// The open ask of the open conversation.
    pub(super) fn ask(self) -> Option<Ask> {
        self.current.with(|current| {
            let current = current.as_ref()?;
            self.runs.with(|runs| runs.ask_in(current).cloned())
        })
    }

    /// Opens a conversation, or a new one.
    pub(super) fn open(self, id: Option<ConversationId>) {
        self.waiting.set(None);
        self.error.set(None);
        self.current.set(id);
        self.screen.set(Screen::Chat);
        self.drawer.set(false);
        self.choice.update(ModeChoice::leave);
        focus("composer-input");
    }

    /// The person chose a mode, also if it was on already.
    pub(super) fn choose_mode(self, mode: Mode) {
        self.choice.update(|choice| choice.choose(mode));
    }

    /// The person began to ask documents.
    pub(super) fn choose_documents(self) {
        self.choice.update(|choice| choice.choose_here(Mode::Documents));
    }

    /// The person wants the form of this page filled in next, or not.
    pub(super) fn choose_form(self, on: bool) {
        self.choice.update(|choice| if on { choice.choose_here(Mode::Form) } else { choice.leave() });
    }

    /// A message is sent in this mode.
    pub(super) fn mode_sent(self, mode: Mode) {
        self.choice.update(|choice| choice.sent(mode));
    }

    /// The mode, where it follows from the attached documents and the words alone.
    pub(super) fn proposed(self) -> Option<Mode> {
        (self.choice.get().is_open() && self.given.get()).then(|| self.mode.get())
    }
}

/// Focuses an element, once pending drawing is done.
pub(super) fn focus(id: &'static str) {
    use wasm_bindgen::JsCast;
    request_animation_frame(move || {
        if let Some(element) =
            document().get_element_by_id(id).and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
        {
            // Fails only if the element cannot take the focus, which loses nothing.
            let _ = element.focus();
        }
    });
}
