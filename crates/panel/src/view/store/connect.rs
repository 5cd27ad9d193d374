//! Incoming data: the worker's events, storage changes, and the state of both when the page opens.

use super::{SLACK, Store, Surface, Waiting};
use crate::state::wire::event;
use crate::view::bridge;
use edith_chrome::{runtime, storage};
use edith_protocol::{
    Command, ConversationHead, ConversationId, ConversationList, Event, RunId, RunInfo, ScheduleInfo, SiteGrants,
    StoredSettings, Unreadable, keys, title_of,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value};
use std::time::Duration;

/// Streamed text is drawn in batches, at most this often: a screen shows no more, and drawing is expensive.
const DRAW_EVERY: Duration = Duration::from_millis(40);
/// How often relative times are refreshed.
const TICK: Duration = Duration::from_secs(30);
const STORED: [&str; 9] = [
    keys::PROMPTS,
    keys::PROFILE,
    keys::CONVERSATIONS,
    keys::SETTINGS,
    keys::API_BASE_URL,
    keys::API_KEY,
    keys::MODEL,
    keys::USAGE,
    keys::GRANTS,
];

impl Store {
    /// Listens to the worker and the storage, then reads both.
    pub(crate) fn connect(self) {
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
                self.mcp_changed(|key| changes.contains_key(key));
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
            if self.has_runs() {
                self.refresh_runs().await;
                self.take_seen();
                self.open_live_run();
                self.refresh_schedules();
            }
        });
        // A hidden page may have slept through events.
        let wake = window_event_listener_untyped("visibilitychange", move |_| {
            if !document().hidden() && self.has_runs() {
                spawn_local(async move { self.refresh_runs().await });
            }
        });
        on_cleanup(move || wake.remove());
        let opened = Memo::new(move |_| self.current.get());
        Effect::new(move || self.read_talk(opened.get()));
        Effect::new(move || self.fetch_steps());
        self.watch_seen();
    }

    /// Asks the worker for its runs; silent on failure, because the user asked for nothing.
    pub(crate) async fn refresh_runs(self) {
        if let Ok(mut runs) = bridge::list::<RunInfo>("runs", |after| Command::RunList { after }).await {
            // The worker lists the newest first; here the latest is last.
            runs.reverse();
            self.runs.update(|known| known.take_list(runs));
        }
    }

    /// Asks the worker for the schedules; silent on failure, because the user asked for nothing.
    pub(crate) fn refresh_schedules(self) {
        spawn_local(async move {
            if let Ok(schedules) = bridge::list("schedules", |after| Command::ScheduleList { after }).await {
                self.take_schedules(schedules);
            }
        });
    }

    /// A page cannot change a schedule without an id.
    pub(crate) fn take_schedules(self, mut schedules: Vec<ScheduleInfo>) {
        schedules.retain(|one| !one.schedule.id().is_empty());
        self.schedules.set(schedules);
    }

    fn take(self, event: Event) {
        if matches!(event, Event::Delta { .. }) {
            self.pieces.update_value(|pieces| pieces.push(event));
            if self.pieces.with_value(Vec::len) == 1 {
                set_timeout(move || self.draw_pieces(), DRAW_EVERY);
            }
            return;
        }
        if let Event::Document(progress) = event {
            return self.take_document(&progress);
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
        event_conversation(first).into_iter().for_each(|id| self.adopt(id));
        let unknown = |event: &Event| {
            self.runs.with_untracked(|runs| event_run(event).is_some_and(|run| runs.get(run).is_none()))
        };
        let strange = self.has_runs() && events.iter().any(unknown);
        let over: Vec<ConversationId> = events
            .iter()
            .filter_map(|event| if let Event::Done(done) = event { Some(done.conversation_id.clone()) } else { None })
            .collect();
        // Steps that are being read stay unfolded when their run ends.
        let ended = events.iter().filter(|event| matches!(event, Event::Done(_))).filter_map(event_run).cloned();
        if !self.follows.get_untracked() {
            let ended: Vec<RunId> = ended.collect();
            self.unfolded.update(|open| open.extend(ended));
        }
        self.runs.update(|runs| events.into_iter().for_each(|event| runs.apply(event)));
        // Runs that worked for another end before it.
        let is_over = |id: &&ConversationId| self.runs.with_untracked(|runs| runs.live_in(id).is_none());
        over.iter().filter(is_over).for_each(|id| self.note_end(id));
        if strange {
            // Started by another page: its task, mode and limit are in the worker's list.
            spawn_local(async move { self.refresh_runs().await });
        }
    }

    /// The first streamed text of a reply names the conversation that the worker made for the waiting prompt.
    fn adopt(self, id: &ConversationId) {
        let new = self
            .waiting
            .with_untracked(|waiting| waiting.as_ref().is_some_and(|waiting| waiting.conversation.is_none()));
        let known = || self.conversations.with_untracked(|all| all.iter().any(|conversation| conversation.id == *id));
        let running = || self.runs.with_untracked(|runs| runs.in_conversation(id).next().is_some());
        if new && !known() && !running() {
            self.adopted(id.clone());
        }
    }

    /// Assigns the waiting prompt to this conversation.
    pub(crate) fn adopted(self, id: ConversationId) {
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
            let stored = StoredSettings::from(value.clone());
            self.settings.set(stored.settings());
            self.servers.set(stored.servers());
            self.stored_settings.set(stored);
        }
        if let Some(value) = stored.get(keys::PROFILE) {
            self.profile.set(edith_protocol::json::from_value(value.clone()).unwrap_or_default());
        }
        if let Some(Value::Array(all)) = stored.get(keys::PROMPTS) {
            // A damaged one does not hide the others.
            let read = all.iter().filter_map(|one| edith_protocol::json::from_value(one.clone()).ok());
            self.compose.prompts.set(read.collect());
        }
        if let Some(value) = stored.get(keys::USAGE) {
            self.usage.set(edith_protocol::json::from_value(value.clone()).unwrap_or_default());
        }
        if let Some(value) = stored.get(keys::GRANTS) {
            let grants: SiteGrants = edith_protocol::json::from_value(value.clone()).unwrap_or_default();
            self.grants.set(grants.site);
        }
        if let Some(value) = stored.get(keys::CONVERSATIONS) {
            // A damaged one does not hide the others.
            let list = ConversationList::read(value.clone());
            if !list.unreadable.is_empty() {
                let names: Vec<&str> = list.unreadable.iter().map(Unreadable::name).collect();
                self.tell_unreadable(&names.join(", "));
            }
            if !list.whole.is_empty() {
                // The worker migrates an earlier version's data when it reads the list.
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

    /// Opens the conversation of a current run, so that a reopened panel shows it.
    fn open_live_run(self) {
        let is_home = untrack(|| self.is_home());
        let live = self.runs.with_untracked(|runs| runs.live().last().map(|run| run.conversation_id.clone()));
        if self.surface == Surface::SidePanel && is_home && live.is_some() {
            self.current.set(live);
        }
    }
}

/// Whether a conversation was made for a sent prompt.
fn is_made_for(head: &ConversationHead, waiting: &Waiting) -> bool {
    head.title == title_of(&waiting.prompt) && head.created_at >= waiting.sent_at - SLACK
}

fn event_conversation(event: &Event) -> Option<&ConversationId> {
    Some(match event {
        Event::Progress(progress) => &progress.conversation_id,
        Event::Delta { conversation_id, .. } => conversation_id,
        Event::Ask(ask) => &ask.conversation_id,
        Event::Done(done) => &done.conversation_id,
        Event::Document(_) | Event::LanguageDownload(_) => return None,
    })
}

fn event_run(event: &Event) -> Option<&RunId> {
    Some(match event {
        Event::Progress(progress) => &progress.run_id,
        Event::Delta { run_id, .. } => run_id,
        Event::Ask(ask) => &ask.run_id,
        Event::Done(done) => &done.run_id,
        Event::Document(_) | Event::LanguageDownload(_) => return None,
    })
}
