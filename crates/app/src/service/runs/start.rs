//! Starting a run: every possible refusal is checked first, and nothing of the conversation is cut before the new run is stored.

use super::Runs;
use edith_actions::http_url::HttpUrl;
use edith_core::Wishes;
use edith_core::bring::{Bringing, Chosen};
use edith_core::conversations::texts;
use edith_core::history::{DENIED, Entry};
use edith_core::models::ModelPool;
use edith_core::questions;
use edith_core::run::{NewRun, Run, Work};
use edith_gate::{ContactLog, EARLIER, Grants, Mandate, Site, Terms, Told, marked, passages};
use edith_model::fence::Data;
use edith_port::StoreError;
use edith_protocol::Gather as _;
use edith_protocol::{
    Contacts, Conversation, ConversationId, Document, ErrorBody, ErrorCode, Extras, FormQuality, FormQuestion,
    FormState, FormTarget, Given, INSTRUCTIONS_CHARS, LogLevel, Message, Mode, ModelRole, Outcome, Progress, Role,
    RunId, RunState, Settings, TabId, ToolCall, keys, run_ids,
};
use edith_records::documents::origin;
use edith_words::say;
use futures_channel::oneshot;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Pictures of a task that its model is shown, at most: the latest.
const MOST_PICTURES: usize = 4;
/// Their width in pixels, at most: servers scale larger ones down.
const PICTURE_WIDTH: u32 = 1_200;
/// The kinds of files that are shown as pictures.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/// A started run: its id, its conversation, and its eventual end.
pub(crate) type Started = (RunId, ConversationId, oneshot::Receiver<(Outcome, String)>);

/// An unattended run. Its ids were recorded before the start.
pub(crate) struct Unattended {
    pub run: RunId,
    /// A new one.
    pub conversation: ConversationId,
    pub mode: Mode,
    pub prompt: String,
    pub terms: Terms,
}

/// What is wanted of a form.
pub(crate) struct FormWanted {
    /// The person's words; may be empty.
    pub prompt: String,
    /// What is filled in.
    pub target: FormTarget,
    /// Its tab; none: the current one.
    pub tab: Option<TabId>,
    pub quality: FormQuality,
    /// What an earlier run has filled in and is taken back; empty: it is filled in.
    pub undo: Vec<FormQuestion>,
}

/// What a new run finds of its conversation.
struct PriorMessages {
    /// What stays.
    kept: Vec<Message>,
    /// What is cut, from the message that the new run replaces.
    cut: Vec<Message>,
    /// What its tasks have read that may be meant for the person alone; none: it is not known.
    private_sources: Option<Vec<String>>,
    /// What its tasks' contacts with sites have been.
    contacts: Contacts,
}

impl PriorMessages {
    /// The documents of what stays.
    fn documents(&self) -> Vec<Document> {
        self.kept.iter().flat_map(|message| &message.documents).cloned().collect()
    }

    /// The documents of the replaced message, which go on to its replacement.
    fn given(&self) -> Vec<Document> {
        self.cut.first().map(|message| message.documents.clone()).unwrap_or_default()
    }

    /// What the person did not type of the replaced message: being in its replacement makes it no more theirs. Of an answer nothing: the question may have
    /// led to it.
    fn put(&self) -> impl Iterator<Item = String> {
        self.cut.first().into_iter().flat_map(|message| {
            let is_answer = message.replies || message.tool_call_id.is_some();
            message.pasted.iter().chain(is_answer.then_some(&message.content)).cloned()
        })
    }

    /// The private sources of what was said before; of an imported or older conversation all of it counts as one.
    fn private_sources(&self) -> BTreeSet<String> {
        match &self.private_sources {
            Some(sources) => sources.iter().cloned().gathered(),
            None if self.kept.is_empty() && self.cut.is_empty() => BTreeSet::new(),
            None => [EARLIER.to_owned()].into(),
        }
    }

    fn runs_cut(&self) -> Vec<RunId> {
        let left = run_ids(&self.kept);
        run_ids(&self.cut).into_iter().filter(|run| !left.contains(run)).collect()
    }
}

impl Runs {
    /// Fetches the documents that are given by their addresses.
    async fn bring_documents(&self, given: &mut [Given]) -> Result<(), ErrorBody> {
        for one in given.iter_mut().filter(|one| !one.url.is_empty() && one.id.is_empty() && one.data.is_empty()) {
            let id = self.ports.entropy.id();
            let bringing = Bringing { ports: &self.ports, documents: &self.stores.documents };
            bringing.address(&id, &one.url, &one.name, Chosen::ByPerson).await?;
            one.id = id;
        }
        Ok(())
    }

    /// Starts a person's run, replacing one running in the same conversation.
    pub(crate) async fn start(
        self: &Rc<Self>,
        mode: Mode,
        prompt: String,
        conversation: Option<ConversationId>,
        tab: Option<TabId>,
        extras: Extras,
    ) -> Result<Started, ErrorBody> {
        if prompt.trim().is_empty() && extras.retry.is_none() {
            return Err(ErrorBody::new(ErrorCode::EmptyPrompt, say!(SayWhat)));
        }
        self.start_as(mode, prompt, conversation, tab, extras, |_, _| {}).await
    }

    /// The same with the page that the person wrote as the one to begin on, which the tab shows, and what they allow as they give the task.
    pub(crate) async fn start_with(
        self: &Rc<Self>,
        mode: Mode,
        prompt: String,
        page: Option<(TabId, HttpUrl)>,
        extras: Extras,
        mandates: &[Mandate],
    ) -> Result<Started, ErrorBody> {
        if prompt.trim().is_empty() {
            return Err(ErrorBody::new(ErrorCode::EmptyPrompt, say!(SayWhat)));
        }
        let (tab, page) = page.unzip();
        let prepare = |run: &mut Run, _: &ModelPool| {
            run.guard.grants.give(mandates);
            run.task.page = page.map(|page| page.as_str().to_owned()).unwrap_or_default();
        };
        self.start_as(mode, prompt, None, tab, extras, prepare).await
    }

    /// Asks documents: these questions one by one, or what the prompt asks.
    pub(crate) async fn start_asking(
        self: &Rc<Self>,
        questions: &[String],
        prompt: String,
        conversation: Option<ConversationId>,
        extras: Extras,
    ) -> Result<Started, ErrorBody> {
        let asked = questions::one_by_one(questions);
        let prompt = if questions.is_empty() { prompt } else { questions::written(&asked) };
        if prompt.trim().is_empty() && extras.retry.is_none() {
            return Err(ErrorBody::new(ErrorCode::EmptyPrompt, say!(SayWhat)));
        }
        let is_new = extras.retry.is_none();
        let prepare = |run: &mut Run, _: &ModelPool| {
            if let Some(answering) = run.answering_mut().filter(|_| is_new) {
                answering.asked = asked;
            }
        };
        self.start_as(Mode::Documents, prompt, conversation, None, extras, prepare).await
    }

    /// The same for a run with a state of its own at the start.
    pub(super) async fn start_as(
        self: &Rc<Self>,
        mode: Mode,
        prompt: String,
        conversation: Option<ConversationId>,
        tab: Option<TabId>,
        mut extras: Extras,
        prepare: impl FnOnce(&mut Run, &ModelPool),
    ) -> Result<Started, ErrorBody> {
        self.bring_documents(&mut extras.documents).await?;
        let _starting = self.starting.lock().await;
        let conversation = conversation.unwrap_or_else(|| ConversationId(self.ports.entropy.id()));
        let prior = self.prior(&conversation, &extras).await?;
        let earlier: Vec<Document> = prior.documents().into_iter().chain(prior.given()).collect();
        let (now, entropy) = (self.ports.clock.now(), &self.ports.entropy);
        let taken =
            self.stores.documents.take(std::mem::take(&mut extras.documents), &earlier, now, || entropy.id()).await;
        let taken = taken?;
        let stored = &self.stores.settings;
        let models = stored.models().await?;
        let (settings, grants) = (stored.read(keys::SETTINGS).await?, stored.read(keys::GRANTS).await?);
        // From here on only the store can refuse.
        self.replace(&conversation).await;
        // The replaced run has written its last message there.
        let prior = self.prior(&conversation, &extras).await?;
        let nonce = self.ports.entropy.id();
        let mut run = Run::new(NewRun {
            id: RunId(self.ports.entropy.id()),
            earlier: texts(&prior.kept, &nonce),
            settings,
            grants,
            conversation: conversation.clone(),
            work: Work::new(mode),
            prompt,
            tab,
            now: self.ports.clock.now(),
        });
        self.tell_today(&mut run).await?;
        run.guard.contacts = ContactLog::after(prior.private_sources(), &prior.contacts);
        run.guard.open = self.open_sites().await;
        run.task.references = std::mem::take(&mut extras.context);
        run.task.own_tab = extras.own_tab;
        run.task.documents = prior.documents();
        run.task.earlier_documents = run.task.documents.len();
        run.task.documents.extend(prior.given().into_iter().chain(taken));
        run.task.replaces = prior.cut.first().map(|message| message.id.clone());
        run.task.keeps_replaced = extras.keep_until_answered && extras.retry.is_none();
        run.task.names_conversation = extras.name_conversation;
        run.serving.choose(extras.server.take());
        if let Some((old, step)) = extras.retry.take() {
            self.take_up(&mut run, &prior.cut, &old, step).await?;
        }
        run.task.prompt_name = extras.prompt_name.take();
        let put: Vec<String> = prior.put().chain(std::mem::take(&mut extras.pasted)).collect();
        run.task.pasted = passages(&run.task.prompt, &put);
        run.task.typed = marked(&run.task.prompt, &run.task.pasted);
        run.task.references_data = edith_core::references::data(&run.task.references, &nonce);
        prepare(&mut run, &models);
        self.show_pictures(&mut run, &models).await;
        let gone = if run.task.keeps_replaced { Vec::new() } else { prior.runs_cut() };
        let started = self.launch(run, models).await?;
        self.ended.borrow_mut().retain(|info| !gone.contains(&info.run_id));
        Ok(started)
    }

    /// Starts a run that fills in a form, or takes back what an earlier one has filled in.
    pub(crate) async fn start_form(
        self: &Rc<Self>,
        wanted: FormWanted,
        conversation: Option<ConversationId>,
        extras: Extras,
    ) -> Result<Started, ErrorBody> {
        let FormWanted { prompt, target, tab, quality, undo } = wanted;
        let profile = self.stores.settings.profile().await?;
        let says = !prompt.trim().is_empty();
        let told = match (target, undo.is_empty()) {
            _ if says => prompt,
            (FormTarget::Page, true) => say!(FormTask).to_string(),
            (FormTarget::Page, false) => say!(FormUndoTask).to_string(),
            (FormTarget::Profile, true) => say!(ProfileTask).to_string(),
            (FormTarget::Profile, false) => say!(ProfileUndoTask).to_string(),
        };
        let begin = |run: &mut Run, models: &ModelPool| {
            let wishes = Wishes::of(if says { &run.task.prompt } else { "" });
            let Some(form) = run.form_mut() else { return };
            (form.quality, form.says, form.undo) = (quality, says, undo);
            match target {
                FormTarget::Page => (form.wishes, form.profile) = (wishes, profile),
                FormTarget::Profile => form.begin_import(&profile, models.of(ModelRole::Form, "").is_some()),
            }
        };
        self.start_as(Mode::Form, told, conversation, tab, extras, begin).await
    }

    /// Starts a run that puts back what was in the fields that this one has filled in.
    pub(crate) async fn undo_form(
        self: &Rc<Self>,
        run: &RunId,
        conversation: ConversationId,
    ) -> Result<Started, ErrorBody> {
        let told = self.stores.journal.progress(run).await?;
        let form = told.into_iter().rev().find_map(|progress| progress.form).unwrap_or_default();
        let (rows, target) = (form.questions, form.target);
        if !rows.iter().any(|row| row.state == FormState::Filled) {
            return Err(ErrorBody::new(ErrorCode::UnknownRun, say!(FormNothingToUndo)));
        }
        let tab = self.ended.borrow().iter().find(|info| info.run_id == *run).and_then(|info| info.tab_id);
        let wanted = FormWanted { prompt: String::new(), target, tab, quality: FormQuality::default(), undo: rows };
        self.start_form(wanted, Some(conversation), Extras::default()).await
    }

    /// Starts a run with nobody to answer: on its own terms, with adjusted settings.
    pub(crate) async fn start_unattended(
        self: &Rc<Self>,
        new: Unattended,
        adjust: impl FnOnce(Settings) -> Settings,
    ) -> Result<(), ErrorBody> {
        if new.prompt.is_empty() {
            return Err(ErrorBody::new(ErrorCode::EmptyPrompt, say!(SayWhat)));
        }
        let stored = &self.stores.settings;
        let models = stored.models().await?;
        let mut grants = Grants::default();
        grants.renew(stored.read(keys::GRANTS).await?, new.terms.may.as_deref());
        let approved = new.terms.plan.clone().and_then(Work::approved);
        let work = approved.unwrap_or_else(|| Work::new(new.mode));
        let mut run = Run::new(NewRun {
            id: new.run,
            conversation: new.conversation,
            work,
            prompt: new.prompt,
            tab: None,
            settings: adjust(stored.read(keys::SETTINGS).await?),
            earlier: Vec::new(),
            grants,
            now: self.ports.clock.now(),
        });
        self.tell_today(&mut run).await?;
        run.task.terms = Some(new.terms);
        // Its end is reported by its event, and to listeners.
        self.launch(run, models).await.map(drop)
    }

    /// Has a run know the date, and what the person wants every task to know.
    async fn tell_today(&self, run: &mut Run) -> Result<(), StoreError> {
        let clock = &self.ports.clock;
        run.task.today = edith_core::today::told(clock.now(), clock.zone_minutes());
        let profile = self.stores.settings.profile().await?;
        run.task.instructions = profile.instructions.trim().chars().take(INSTRUCTIONS_CHARS).collect();
        Ok(())
    }

    /// Stores a run and its place in the conversation, and starts it.
    async fn launch(self: &Rc<Self>, mut run: Run, models: ModelPool) -> Result<Started, ErrorBody> {
        run.task.settings.model_sees_pictures = sees(&run, &models);
        // Stored before the answer: what was answered continues even if the worker dies now.
        self.stores.journal.save(&run).await?;
        if let Err(error) = self.stores.conversations.record(&run, self.ports.clock.now()).await {
            // It has done nothing yet, and nothing was cut for it. If it cannot be deleted either, it continues at the next start; a later worker
            // that has taken over continues it.
            if error != StoreError::Superseded {
                let journal = &self.stores.journal;
                self.check("run.delete", &run.id, journal.forget(&run.id).await);
                self.check("steps.delete", &run.id, journal.delete_progress(&run.id).await);
            }
            return Err(error.into());
        }
        run.recorded = true;
        let (id, conversation) = (run.id.clone(), run.conversation.clone());
        Ok((id, conversation, self.drive(run, models)))
    }

    /// Has a run whose model can see show it the latest picture files. One that cannot be drawn is read like any other document.
    async fn show_pictures(&self, run: &mut Run, models: &ModelPool) {
        if !run.shows_pictures() || !sees(run, models) {
            return;
        }
        let is_picture = |document: &&Document| PICTURES.contains(&document.mime.as_str());
        let mut latest: Vec<Document> =
            run.task.documents.iter().rev().filter(is_picture).take(MOST_PICTURES).cloned().collect();
        latest.reverse();
        for document in latest {
            let Ok(Some(about)) = self.stores.documents.about(&document.id).await else { continue };
            match self.ports.reader.picture(&about.stored(), 1, PICTURE_WIDTH, None).await {
                Ok(url) => {
                    // What it shows was read from here on.
                    run.guard.contacts.earlier.insert(origin(&document));
                    run.task.pictures.push((document.name, url));
                }
                Err(_) => self.ports.log.write(LogLevel::Warn, "pictures.draw", &[]),
            }
        }
    }

    /// The sites of the tabs that the person has open.
    async fn open_sites(&self) -> Vec<Site> {
        let tabs = self.ports.browser.tabs().await.unwrap_or_default();
        edith_page::order::distinct(tabs.iter().filter_map(|tab| Site::parse(&tab.url)))
    }

    /// What a new run finds of its conversation, and what is cut.
    async fn prior(&self, id: &ConversationId, extras: &Extras) -> Result<PriorMessages, ErrorBody> {
        let conversation: Option<Conversation> = self.stores.conversations.get(id).await?;
        let (mut kept, private_sources, contacts) = match conversation {
            Some(conversation) => (conversation.messages, conversation.private_sources, conversation.contacts),
            None => (Vec::new(), Some(Vec::new()), Contacts::default()),
        };
        let at = match (&extras.replace_from, &extras.retry) {
            (None, None) => return Ok(PriorMessages { kept, cut: Vec::new(), private_sources, contacts }),
            (Some(message), _) => kept.iter().position(|one| one.id == *message),
            (None, Some((run, _))) => kept.iter().position(|one| one.run_id.as_ref() == Some(run)),
        };
        let goes_on = |run: &RunId| {
            let handles = self.handles.borrow();
            handles.get(run).is_some_and(|handle| handle.info.borrow().state != RunState::Done)
        };
        if self.in_conversation(id).iter().any(goes_on) {
            return Err(ErrorBody::new(ErrorCode::Busy, say!(BusyConversation)));
        }
        let cut = match (at, &extras.retry) {
            (Some(at), _) => kept.split_off(at),
            (None, Some(_)) => return Err(ErrorBody::new(ErrorCode::UnknownRun, say!(RunNotStored))),
            (None, None) => return Err(ErrorBody::new(ErrorCode::UnknownMessage, say!(NoMessage))),
        };
        Ok(PriorMessages { kept, cut, private_sources, contacts })
    }

    /// Prepares a new run to continue an earlier one from a step: what was said and done before becomes its own.
    async fn take_up(&self, run: &mut Run, cut: &[Message], old: &RunId, step: u32) -> Result<(), ErrorBody> {
        let messages: Vec<&Message> = cut.iter().filter(|message| message.run_id.as_ref() == Some(old)).collect();
        let Some(first) = messages.first() else {
            return Err(ErrorBody::new(ErrorCode::UnknownRun, say!(RunNotStored)));
        };
        // Only a run with tools has steps to keep.
        let step = if run.rules().retries_a_step { step } else { 1 };
        run.task.prompt.clone_from(&first.content);
        run.task.references.clone_from(&first.refers);
        run.transcript.entries = entries_before(&messages, step);
        if run.transcript.entries.iter().any(|entry| matches!(entry, Entry::Answer { denied: true, .. })) {
            run.transcript.entries.push(Entry::Prompt { text: GOES_ON.to_owned(), data: Vec::new() });
        }
        for said in messages.iter().skip(1).filter(|message| message.role == Role::User) {
            run.transcript.replies.extend(said.replies.then(|| said.content.clone()));
            run.transcript.note_put(&said.content, said.pasted.clone());
        }
        run.counters.step = step.saturating_sub(1);
        // Its tab, if still open.
        let tab = self.ended.borrow().iter().find(|info| info.run_id == *old).and_then(|info| info.tab_id);
        let open = self.ports.browser.tabs().await.unwrap_or_default();
        run.tabs.current = tab.filter(|tab| open.iter().any(|open| open.id == *tab)).or(run.tabs.current);
        let progress = self.stores.journal.progress(old).await?;
        for told in progress.into_iter().filter(|told| told.step < step) {
            run.counters.progress += 1;
            let told = Progress { run_id: run.id.clone(), ..told };
            self.stores.journal.add_progress(run.counters.progress, &told).await?;
        }
        Ok(())
    }
}

/// For a model that continues after a refusal.
const GOES_ON: &str = "The user wants the task continued from here. What they did not allow before may be proposed again if the task needs it: they are \
                       asked about it.";

/// Whether one of the models that a run asks sees pictures.
fn sees(run: &Run, models: &ModelPool) -> bool {
    let first = models.serving(run.role(), &run.serving);
    first.is_some_and(|server| models.sees(server))
        || std::iter::once(run.role()).chain(run.rules().second_role).any(|role| models.any_sees(role))
}

/// A run's history before a step. Looks are left out: the page is looked at again.
fn entries_before(messages: &[&Message], step: u32) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut turns = 0;
    let mut open: Vec<ToolCall> = Vec::new();
    let mut asked = None;
    for message in messages.iter().skip(1) {
        let (text, at) = (message.content.clone(), message.timestamp);
        match message.role {
            Role::User => match message.tool_call_id.clone() {
                Some(call) => entries.push(Entry::Told { call, question: asked.take(), text, at }),
                None => entries.push(Entry::User { text }),
            },
            Role::Assistant if message.tool_call_id.is_some() => asked = Some(text),
            Role::Assistant => {
                turns += 1;
                if turns >= step {
                    break;
                }
                open.clone_from(&message.tool_calls);
                let calls = message.tool_calls.clone();
                entries.push(Entry::Assistant { text, calls, continuation: None, at });
            }
            Role::Tool => {
                let Some(place) = open.iter().position(|call| Some(&call.id) == message.tool_call_id.as_ref()) else {
                    continue;
                };
                let call = open.remove(place);
                let shown_args = serde_json::from_str(&call.arguments).ok();
                // The original page is not stored: the gate treats it as foreign.
                let from = EARLIER.to_owned();
                // A conversation has a page's words fenced, as the model read them.
                let (before, data) = Data::all_unfenced(&text);
                let text = before.to_owned();
                // It has no other trace of what the person did not allow.
                let denied = text.starts_with(DENIED);
                entries.push(Entry::Answer {
                    call,
                    shown_args,
                    told: Told::NotKept,
                    text,
                    data,
                    look: None,
                    picture: None,
                    from,
                    denied,
                    at,
                });
            }
        }
    }
    entries
}
