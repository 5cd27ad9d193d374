//! The user's commands to the worker, as methods of the store. Errors are always shown.

use crate::state::ask::answer_of;
use crate::state::documents::questions;
use crate::state::form::{asks_for_form, asks_for_profile, slash};
use crate::state::mode::planned;
use crate::state::server::origin;
use crate::state::servers::split;
use crate::state::tested::Tested;
use crate::state::text::t;
use crate::state::wire::{self, field};
use crate::view::bridge;
use crate::view::settings::SETTINGS;
use crate::view::store::{Screen, Store, Surface, Waiting};
use edith_protocol::{
    AskAnswer, AskId, AskKind, Command, ConversationId, ErrorBody, ErrorCode, Extras, FormQuality, Given, Language,
    Mode, ModelDetails, NamedServer, Profile, RunId, ServerTested, Servers, Settings, TabId, keys,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value, json};

/// What a task replaces.
pub(super) struct Instead {
    /// The message, and everything after it.
    pub message: String,
    /// Whether these stay until there is an answer.
    pub keeps: bool,
    /// The server that is asked first; none: the role's.
    pub server: Option<String>,
}

impl Store {
    /// Sends the composer's text: to the current run, or as a new task or question.
    pub(super) fn submit(self) {
        let mut text = self.draft.get_untracked().trim().to_owned();
        if untrack(|| self.ask().is_none() && !self.is_busy()) {
            match self.filled() {
                Some(Ok(filled)) => text = filled,
                Some(Err(())) => return,
                None => {}
            }
        }
        // A form is filled in without a word.
        let is_form = self.mode.get_untracked() == Mode::Form && untrack(|| self.ask().is_none() && !self.is_busy());
        if text.is_empty() && !is_form {
            return;
        }
        // An open ask comes first: a word past it would leave it waiting.
        if let Some(ask) = untrack(|| self.ask()) {
            if self.interrupting.with_untracked(|open| open.as_ref() == Some(&ask.ask_id)) {
                self.interrupting.set(None);
                return self.say(ask.run_id, text);
            }
            let words = self.plan.with_untracked(|plan| plan.words(&ask.ask_id, &text));
            match answer_of(&ask.kind, &words) {
                Some(answer) => {
                    self.draft.set(String::new());
                    self.answer_with(ask.run_id, ask.ask_id, answer, text);
                }
                None if matches!(ask.kind, AskKind::Limit { .. }) => self.say(ask.run_id, text),
                None => {}
            }
            return;
        }
        match untrack(|| self.live(|run| (run.id.clone(), run.is_agent() || run.mode.is_none()))) {
            Some((run_id, true)) => self.say(run_id, text),
            // A chat reply is being streamed; the user must stop it first.
            Some((_, false)) => {}
            None => {
                // Before the text goes, on which it may depend.
                let mode = self.mode.get_untracked();
                self.draft.set(String::new());
                match slash(&text) {
                    Some((quality, wishes)) => self.begin_form(quality, wishes),
                    None => match mode {
                        Mode::Agent | Mode::Plan | Mode::Documents if asks_for_form(&text) => {
                            self.begin_form(None, text)
                        }
                        Mode::Agent | Mode::Plan | Mode::Documents if asks_for_profile(&text) => {
                            self.begin_form(None, text);
                        }
                        mode => self.begin(mode, text),
                    },
                }
            }
        }
    }

    /// Starts a task in the open conversation, planned first if the person wants that.
    pub(super) fn begin_task(self, prompt: String) {
        self.begin(planned(Mode::Agent, self.settings.with_untracked(Settings::plans)), prompt);
    }

    /// Starts filling in the form of the page in view, with wishes, which may be empty. `quality`: none for the one that is set.
    pub(super) fn begin_form(self, quality: Option<FormQuality>, wishes: String) {
        if let Some(quality) = quality {
            self.quality.set(quality);
        }
        self.begin(Mode::Form, wishes);
    }

    /// Begins a conversation in which the profile is taken from a document, which is still to be attached.
    pub(super) fn begin_profile(self) {
        self.open(None);
        self.draft.set(t("profile_from_task").to_owned());
    }

    /// The same for the form of this tab, in a new conversation.
    pub(super) fn begin_form_in(self, tab: TabId) {
        self.start(Mode::Form, String::new(), None, Some(tab));
    }

    /// Starts a task or asks a question in the open conversation.
    pub(super) fn begin(self, mode: Mode, prompt: String) {
        self.start(mode, prompt, None, None);
    }

    /// The same, replacing a message and everything after it.
    pub(super) fn begin_at(self, mode: Mode, prompt: String, instead: Instead) {
        self.start(mode, prompt, Some(instead), None);
    }

    fn start(self, mode: Mode, prompt: String, instead: Option<Instead>, tab_id: Option<TabId>) {
        if self.waiting.with_untracked(Option::is_some) {
            return;
        }
        self.error.set(None);
        self.mode_sent(mode);
        let conversation_id = self.current.get_untracked();
        let files = self.take_files();
        let several = self.several.try_update(Option::take).flatten();
        let list = mode == Mode::Documents && several.unwrap_or_else(|| questions::looks_listed(&prompt));
        let asked = if list { questions::split(&prompt) } else { Vec::new() };
        // A question, or a form, goes on with the documents that its conversation has.
        let reads = matches!(mode, Mode::Documents | Mode::Form);
        let known = if reads && files.is_empty() { self.talked_of() } else { Vec::new() };
        let may_start_here = untrack(|| self.may_start_here()) && tab_id.is_none();
        let starts_here = untrack(|| self.starts_here(mode, &prompt));
        self.compose.here_chosen.set(None);
        let begins_elsewhere = may_start_here && matches!(mode, Mode::Agent | Mode::Plan) && !starts_here;
        let tells_page = may_start_here && mode == Mode::Chat && starts_here;
        // What the replaced message referred to goes on to its replacement.
        let replaced = instead.as_ref().and_then(|instead| {
            self.with_current(|talk| {
                talk.messages.iter().find(|one| one.id == instead.message).map(|message| message.refers.clone())
            })
        });
        let mut context = self.references.try_update(std::mem::take).unwrap_or_default();
        context.extend(replaced.flatten().unwrap_or_default());
        let mut extras = Extras {
            context,
            // The new tab itself is in view and stays.
            own_tab: self.surface == Surface::NewTab && mode != Mode::Form || begins_elsewhere,
            documents: Vec::new(),
            keep_until_answered: instead.as_ref().is_some_and(|instead| instead.keeps),
            server: instead.as_ref().and_then(|instead| instead.server.clone()),
            replace_from: instead.map(|instead| instead.message),
            name_conversation: true,
            prompt_name: self.compose.prompt_name.try_update(Option::take).flatten(),
            pasted: self.compose.put.try_update(std::mem::take).unwrap_or_default(),
            retry: None,
        };
        if let (Some(message), false) = (&extras.replace_from, extras.keep_until_answered) {
            let gone = self.runs_from(message);
            self.runs.update(|runs| runs.drop_all(&gone));
        }
        let imports = mode == Mode::Form && asks_for_profile(&prompt);
        // The page that was beside the panel as it was sent: another may come into view, or another window, before the task begins.
        let is_here = match mode {
            Mode::Form => self.surface == Surface::SidePanel && !imports,
            Mode::Agent | Mode::Plan => may_start_here && starts_here,
            _ => false,
        };
        let beside = || self.here.with_untracked(|here| here.as_ref().map(|here| TabId(here.tab)));
        let tab_id = tab_id.or_else(|| if is_here { beside() } else { None });
        // What is shown of a form without wishes, and repeated by a retry, is the worker's word for it.
        let is_told = [t("fill_form"), t("profile_from_task")].contains(&prompt.as_str());
        let wishes = if is_told { String::new() } else { prompt.clone() };
        let prompt = if prompt.is_empty() { t("fill_form").to_owned() } else { prompt };
        let quality = Some(self.quality.get_untracked());
        self.waiting.set(Some(Waiting {
            prompt: prompt.clone(),
            conversation: conversation_id.clone(),
            sent_at: js_sys::Date::now(),
        }));
        spawn_local(async move {
            if tells_page
                && let Some(page) = self.page_reference().await
                && extras.context.iter().all(|known| known.url != page.url)
            {
                extras.context.push(page);
            }
            let command = match mode {
                Mode::Agent | Mode::Source | Mode::Question | Mode::Answers => {
                    Command::AgentRun { prompt: prompt.clone(), conversation_id, tab_id }
                }
                Mode::Form if imports => Command::ProfileImport { prompt: wishes.clone(), conversation_id, quality },
                Mode::Form => Command::FormRun { prompt: wishes.clone(), conversation_id, tab_id, quality },
                Mode::Plan => Command::PlanRun { prompt: prompt.clone(), conversation_id, tab_id },
                Mode::Documents => {
                    let prompt = if asked.is_empty() { prompt.clone() } else { String::new() };
                    Command::DocumentAsk { questions: asked, prompt, conversation_id }
                }
                Mode::Chat => Command::Chat { prompt: prompt.clone(), conversation_id },
                Mode::Research => Command::ResearchRun { prompt: prompt.clone(), conversation_id },
            };
            let answer = match self.given(&files).await {
                Ok(documents) => {
                    extras.documents = documents;
                    extras.documents.extend(known.into_iter().map(|(id, name)| Given { id, name, ..Given::default() }));
                    bridge::send_with(&command, &extras).await
                }
                Err(error) => Err(error),
            };
            // If the user opened another conversation meanwhile, only the runs are updated.
            let here =
                self.waiting.with_untracked(|waiting| waiting.as_ref().is_some_and(|waiting| waiting.prompt == prompt));
            match answer {
                Ok(mut answer) => {
                    self.left(&files);
                    let id = field(&mut answer, "conversationId").map(ConversationId);
                    match (id, field(&mut answer, "runId").map(RunId)) {
                        (Some(id), Some(run_id)) => {
                            if here {
                                self.adopted(id.clone());
                            }
                            self.runs.update(|runs| runs.started(&run_id, &id, mode, &prompt));
                        }
                        (Some(id), None) => {
                            self.runs.update(|runs| runs.chat_over(&id));
                            if here {
                                self.adopted(id);
                            }
                        }
                        (None, _) => {}
                    }
                }
                // The reply is stored with its reason, and the chat shows it.
                Err(error) if error.code == ErrorCode::ModelFailed => self.left(&files),
                Err(error) => {
                    let back = here && self.draft.with_untracked(String::is_empty);
                    self.stays(&files, back);
                    if back {
                        self.draft.set(if mode == Mode::Form && !imports { wishes } else { prompt });
                        self.references.set(extras.context);
                        self.compose.prompt_name.set(extras.prompt_name);
                        self.compose.put.set(extras.pasted);
                    }
                    self.error.set(Some(error));
                }
            }
            if here {
                self.waiting.set(None);
            }
        });
    }

    /// Repeats a run from a step, keeping what it did before.
    pub(super) fn retry(self, run: RunId, step: u32) {
        self.error.set(None);
        let Some(conversation) = self.current.get_untracked() else { return };
        // Looked up now: its messages are gone once the worker has made room.
        let gone = self.message_of(&run).map(|first| self.runs_from(&first)).unwrap_or_default();
        let extras = Extras { retry: Some((run, step)), ..Extras::default() };
        spawn_local(async move {
            let prompt = String::new();
            let command = Command::AgentRun { prompt, conversation_id: Some(conversation.clone()), tab_id: None };
            match bridge::send_with(&command, &extras).await {
                Ok(mut answer) => {
                    self.runs.update(|runs| runs.drop_all(&gone));
                    if let Some(run_id) = field(&mut answer, "runId").map(RunId) {
                        self.runs.update(|runs| runs.started(&run_id, &conversation, Mode::Agent, ""));
                        self.refresh_runs().await;
                        self.fetch_steps();
                    }
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    /// The message that started a run.
    fn message_of(self, run: &RunId) -> Option<String> {
        self.with_current(|conversation| {
            let of_run = conversation.messages.iter().find(|message| message.run_id.as_ref() == Some(run));
            of_run.map(|message| message.id.clone())
        })
        .flatten()
    }

    /// The runs of a message and all later ones.
    fn runs_from(self, message: &str) -> Vec<RunId> {
        let gone = self.with_current(|conversation| {
            let from = conversation.messages.iter().skip_while(|one| one.id != *message);
            from.filter_map(|one| one.run_id.clone()).collect::<Vec<_>>()
        });
        gone.unwrap_or_default()
    }

    /// The user takes over: the run is paused, and the open ask is denied. A limit, a plan and a form stay shown: none of them is done
    /// meanwhile.
    pub(super) fn take_over(self, run_id: RunId) {
        let asking = self.runs.with_untracked(|runs| runs.get(&run_id).and_then(|run| run.ask.clone()));
        let stays =
            |kind: &AskKind| matches!(kind, AskKind::Limit { .. } | AskKind::Plan { .. } | AskKind::Form { .. });
        let asking = asking.filter(|ask| !stays(&ask.kind));
        let tab = self.runs.with_untracked(|runs| runs.get(&run_id).and_then(|run| run.tab));
        spawn_local(async move {
            let mut commands = vec![Command::AgentTakeOver { run_id: run_id.clone() }];
            if let Some(ask) = asking {
                let answer = AskAnswer::Deny;
                commands.push(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer });
            }
            for command in commands {
                if let Err(error) = bridge::send(&command).await {
                    self.error.set(Some(error));
                    return;
                }
            }
            self.runs.update(|runs| runs.set_taken_over(&run_id));
            if let Some(tab) = tab {
                // If the tab is gone there is nothing to show.
                let shown = edith_chrome::tabs::Properties { active: Some(true), ..Default::default() };
                let _gone = edith_chrome::tabs::update(tab.0, &shown).await;
            }
            self.refresh_runs().await;
        });
    }

    /// The user hands back to the run.
    pub(super) fn hand_back(self, run_id: RunId) {
        let text = t("did_my_part").to_owned();
        spawn_local(async move {
            // A run that cannot take the word still continues, from a fresh look.
            let _told = bridge::send(&Command::AgentSay { run_id: run_id.clone(), text }).await;
            self.pause(run_id, false);
        });
    }

    fn say(self, run_id: RunId, text: String) {
        self.draft.set(String::new());
        let pasted = self.compose.put.try_update(std::mem::take).unwrap_or_default();
        let extras = Extras { pasted, ..Extras::default() };
        spawn_local(async move {
            if let Err(error) = bridge::send_with(&Command::AgentSay { run_id, text: text.clone() }, &extras).await {
                if self.draft.with_untracked(String::is_empty) {
                    self.draft.set(text);
                    self.compose.put.set(extras.pasted);
                }
                self.error.set(Some(error));
            }
        });
    }

    /// Stops a run.
    pub(super) fn stop(self, run_id: RunId) {
        self.tell(Command::AgentStop { run_id: Some(run_id) }, |_| {});
    }

    /// Pauses or resumes a run.
    pub(super) fn pause(self, run_id: RunId, paused: bool) {
        let command = if paused {
            Command::AgentPause { run_id: run_id.clone() }
        } else {
            Command::AgentResume { run_id: run_id.clone() }
        };
        self.tell(command, move |store| store.runs.update(|runs| runs.set_paused(&run_id, paused)));
    }

    /// Answers an ask with a button. The composer's text stays.
    pub(super) fn answer(self, run_id: RunId, ask_id: AskId, answer: AskAnswer) {
        self.answer_with(run_id, ask_id, answer, String::new());
    }

    /// Allows the action that was asked about once.
    pub(super) fn allow_once(self) {
        if let Some(ask) =
            untrack(|| self.ask()).filter(|ask| matches!(ask.kind, AskKind::Approval(_) | AskKind::Limit { .. }))
        {
            self.answer(ask.run_id, ask.ask_id, AskAnswer::Once);
        }
    }

    /// Answers with the typed text, which is restored if it was not accepted.
    fn answer_with(self, run_id: RunId, ask_id: AskId, answer: AskAnswer, typed: String) {
        spawn_local(async move {
            let command = Command::AgentAnswer { run_id: run_id.clone(), ask_id: ask_id.clone(), answer };
            match bridge::send(&command).await {
                Ok(_) => self.runs.update(|runs| runs.answered(&run_id, &ask_id)),
                Err(error) => {
                    if self.draft.with_untracked(String::is_empty) {
                        self.draft.set(typed);
                    }
                    self.error.set(Some(error));
                }
            }
            self.refresh_runs().await;
        });
    }

    /// Renames a conversation.
    pub(super) fn rename(self, conversation_id: ConversationId, title: String) {
        self.tell(Command::ConversationRename { conversation_id, title }, |_| {});
    }

    /// Sends a change to a schedule; `then` receives whether it succeeded.
    pub(super) fn change_schedule(self, command: Command, then: impl FnOnce(Result<(), ErrorBody>) + 'static) {
        let then: Box<dyn FnOnce(Result<(), ErrorBody>)> = Box::new(then);
        spawn_local(async move {
            match bridge::send(&command).await {
                Ok(mut answer) => {
                    if answer.get("after").is_some() {
                        self.refresh_schedules();
                    } else if answer.get("schedules").is_some() {
                        self.take_schedules(wire::list(&mut answer, "schedules"));
                    }
                    then(Ok(()));
                }
                Err(error) => then(Err(error)),
            }
        });
    }

    /// The next times of a cron expression.
    ///
    /// # Errors
    /// The problem with it.
    pub(super) async fn preview(self, cron_expression: String) -> Result<Vec<f64>, ErrorBody> {
        let mut answer = bridge::send(&Command::SchedulePreview { cron_expression }).await?;
        Ok(field(&mut answer, "times").unwrap_or_default())
    }

    /// Tests a server with a short request, as a run would send it.
    ///
    /// # Errors
    /// The problem that the worker found.
    pub(super) async fn test_server(self, server: &NamedServer) -> Result<Tested, ErrorBody> {
        let api_key = Some(server.api_keys.first().cloned().unwrap_or_default());
        let server = ServerTested {
            kind: server.kind.clone(),
            base_url: server.base_url.clone(),
            api_key,
            model: server.model.clone(),
            ..ServerTested::default()
        };
        Ok(Tested::read(&bridge::send(&Command::ModelTest { server }).await?))
    }

    /// Asks a server for its models.
    ///
    /// # Errors
    /// The problem that the worker found.
    pub(super) async fn models(self, server: &NamedServer) -> Result<Vec<ModelDetails>, ErrorBody> {
        let base_url = server.base_url.clone();
        let api_key = Some(server.api_keys.first().cloned().unwrap_or_default());
        let kind = Some(server.kind.clone()).filter(|kind| !kind.is_empty());
        let command = |after| Command::ModelList {
            base_url: base_url.clone(),
            api_key: api_key.clone(),
            kind: kind.clone(),
            after,
        };
        let listed: Vec<ModelDetails> = bridge::list("details", command).await?;
        self.listed.try_update(|all| all.insert(base_url.clone(), listed.clone()));
        Ok(listed)
    }

    /// Changes the settings and stores them.
    pub(super) fn change_settings(self, change: impl FnOnce(&mut Settings)) {
        self.settings.update(change);
        self.store_items(self.settings_items());
    }

    /// Changes the profile and stores it; `then` is told what the worker refuses, which is not kept.
    pub(super) fn change_profile(
        self,
        change: impl FnOnce(&mut Profile),
        then: impl FnOnce(Option<ErrorBody>) + 'static,
    ) {
        let before = self.profile.get_untracked();
        // At once, so that the next change has it.
        self.profile.update(change);
        let profile = self.profile.get_untracked();
        spawn_local(async move {
            let refused = bridge::send(&Command::ProfileSave { profile: profile.clone() }).await.err();
            if refused.is_some() && self.profile.with_untracked(|now| *now == profile) {
                self.profile.set(before);
            }
            then(refused);
        });
    }

    /// Changes the model servers and stores them. Documents go to no server for search that was not chosen for it.
    pub(super) fn change_all_servers(self, change: impl FnOnce(&mut Servers)) {
        let mut all = self.all_servers.get_untracked();
        change(&mut all);
        let (base_url, api_key, model, rest) = split(&all);
        if origin(&base_url) != self.base_url.with_untracked(|old| origin(old)) {
            self.settings.update(|settings| settings.embedding_model.clear());
        }
        self.servers.set(rest);
        let mut items = self.settings_items();
        for (key, signal, text) in [
            (keys::API_BASE_URL, self.base_url, base_url),
            (keys::API_KEY, self.api_key, api_key),
            (keys::MODEL, self.model, model),
        ] {
            signal.set(text.clone());
            items.insert(key.to_owned(), Value::String(text));
        }
        self.store_items(items);
    }

    fn settings_items(self) -> Map<String, Value> {
        let mut stored = self.stored_settings.get_untracked();
        self.settings.with_untracked(|settings| stored.set_settings(settings));
        self.servers.with_untracked(|servers| stored.set_servers(servers));
        Map::from_iter([(keys::SETTINGS.to_owned(), json!(stored))])
    }

    /// Sets the pages' language. This page reloads, because texts are looked up when drawn, and comes back to the settings and the open conversation.
    pub(super) fn change_language(self, language: Language) {
        self.settings.update(|settings| settings.language = language);
        let items = self.settings_items();
        if self.surface == Surface::SidePanel && self.screen.get_untracked() == Screen::Settings {
            let open = self.current.get_untracked().map(|id| id.0).unwrap_or_default();
            // Without it the reload only leaves the settings.
            let _set = window().location().set_hash(&format!("{SETTINGS}{open}"));
        }
        spawn_local(async move {
            match bridge::write(&items).await {
                // Fails only for a page that is being closed.
                Ok(()) => drop(window().location().reload()),
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    fn store_items(self, items: Map<String, Value>) {
        spawn_local(async move {
            match bridge::write(&items).await {
                Ok(()) => self.error.set(None),
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    /// Sends a command without a result, then refreshes the runs.
    pub(super) fn tell(self, command: Command, then: impl FnOnce(Self) + 'static) {
        spawn_local(async move {
            match bridge::send(&command).await {
                Ok(_) => {
                    then(self);
                    self.refresh_runs().await;
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }
}
