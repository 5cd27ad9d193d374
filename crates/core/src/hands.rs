//! What a run's driver does things with: the model and the tabs. Carries out what was decided and reports it; decides
//! nothing.

mod asking;
mod bounds;
mod ending;
mod examining;
mod external;
mod relocate;
mod source_runs;
mod sources;
mod tab_claims;
mod tabs;
mod unknown;

use crate::action::{Action, Performed, Saves, TabError, Target};
use crate::gate::{Breath, LedToFile, Verdict, is_private};
use crate::history::{Entry, Look};
use crate::http_url::HttpUrl;
use crate::models::ModelPool;

use crate::port::{Permit, Ports, Tab, TabBounds, TabInfo};
use crate::research::quote::Page;
use crate::run::{Acted, Decide, Input, Intent, Run};
use crate::tool::Operation;
use crate::usage::Ledger;
use edith_model::fence::Data;
use edith_page::page_api::WalkOptions;
use edith_page::raw::RawDetail;
use edith_page::{self, Index, Marks, RenderOptions, UidTable};
use edith_protocol::TabId;
use std::collections::BTreeMap;
use std::rc::Rc;

pub use source_runs::{RunRegistry, SourceRuns};
pub use tab_claims::TabClaims;

/// Pages of `read_page` have this many characters (contract: TEXT is 5,000 characters).
const TEXT_PAGE_CHARS: usize = 5_000;

/// Elements that `find_on_page` lists, at most.
const FOUND: usize = 25;

/// A run's hold on the model and the tabs.
pub struct Hands {
    ports: Ports,
    models: ModelPool,
    ledger: Ledger,
    claims: TabClaims,
    attached: BTreeMap<TabId, Rc<dyn Tab>>,
    /// What the model was shown last: the base of the next answer's changes.
    shown: Option<(TabId, Rc<Index>)>,
    /// What was walked last, shown or not: where uids are resolved.
    walked: Option<(TabId, Rc<Index>)>,
    /// The page before the last action that changed something; none: not known, or after a restart.
    before: Option<Rc<Index>>,
    /// The runs of a research's sources.
    source_runs: SourceRuns,
    /// The pages that a source's run has read; none: not yet looked up after a restart.
    pages: Option<Vec<Page>>,
    /// What tabs are held to, with the hosts whose new windows are; of one that is not in it, it is not known.
    bounds: BTreeMap<TabId, (Option<TabBounds>, Vec<String>)>,
    /// Leave for what is done now.
    leave: Permit,
}

/// What a step came to before the page is looked at.
struct Step {
    text: String,
    /// What somebody else said in it.
    data: Vec<Data>,
    ok: bool,
    tab: Option<TabId>,
    cuts_turn: bool,
    picture: Option<String>,
    look: LookWanted,
    /// The numbers of elements, where the step gave new ones.
    uids: Option<UidTable>,
    /// What it led to that was not saved.
    files: Vec<LedToFile>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LookWanted {
    None,
    /// Only what changed, where little did.
    Changes,
    Whole,
}

impl Hands {
    /// Hands with nothing in them.
    pub fn new(ports: Ports, models: ModelPool, ledger: Ledger, claims: TabClaims, source_runs: SourceRuns) -> Self {
        let (attached, bounds) = (BTreeMap::new(), BTreeMap::new());
        Self {
            ports,
            models,
            ledger,
            claims,
            attached,
            shown: None,
            walked: None,
            before: None,
            source_runs,
            pages: None,
            bounds,
            leave: Permit::default(),
        }
    }

    /// Does what was decided; to the pages and to the browser only with leave. None: there is nothing to do but wait for the user, and this never comes
    /// back.
    pub async fn work(&mut self, run: &Run, decide: Decide, leave: Permit) -> Option<Input> {
        if let Decide::Act(intent) = &decide
            && !waits_by_itself(intent)
        {
            leave.given().await;
        }
        self.leave = leave;
        match decide {
            Decide::OpenSources(which) => Some(Input::SourcesOpened(self.open_sources(run, which).await)),
            Decide::AwaitSource => Some(Input::SourceEnded(Box::new(self.source_runs.next_ended().await))),
            Decide::Start => {
                let tools = if run.wants_external() { self.list_external().await } else { Vec::new() };
                Some(Input::Started(Box::new(Acted { tools, ..self.start(run).await })))
            }
            Decide::AskModel(request) => Some(self.ask_model(run, request).await),
            Decide::WaitUntil(until) => {
                let left = (until - self.ports.clock.now()).max(0.0);
                self.ports.clock.sleep(left as u64).await;
                Some(Input::Waited)
            }
            Decide::Prepare(call) => Some(self.prepare(run, call).await),
            Decide::Act(intent) if opens_a_tab(run, &intent) => Some(self.open_blank(run, &intent).await),
            Decide::Act(intent) => Some(self.act(run, &intent).await.map_or(Input::Interrupted, Input::Acted)),
            Decide::Confirm(claim) => Some(Input::Confirmed(self.confirm(run, &claim).await)),
            Decide::Probe(intent) => Some(self.probe(run, &intent).await),
            Decide::Hold => {
                if run.paused {
                    // The tab is the person's now.
                    self.free(&self.tabs(run)).await;
                    self.attached.values().for_each(|tab| tab.may_save(Saves::Everything));
                }
                std::future::pending().await
            }
            Decide::Finish => None,
        }
    }

    /// Finds the tab the user means and takes a first look at it.
    async fn start(&mut self, run: &Run) -> Acted {
        if let Some(url) = run.source().and_then(|source| source.address.as_ref()) {
            return self.start_source(run, url).await;
        }
        if run.task.terms.is_some() {
            // What the person is looking at is theirs; and there is nobody to ask.
            let text = "This is a scheduled run: nobody is there to answer, and what needs a person ends it. No page is open; open_browser \
                        opens one.";
            return Acted { text: text.to_owned(), ok: true, uids: run.tabs.uids.clone(), ..Acted::default() };
        }
        if run.task.own_tab && run.tabs.current.is_none() {
            let text = "No page is open; open_browser opens one.";
            return Acted { text: text.to_owned(), ok: true, uids: run.tabs.uids.clone(), ..Acted::default() };
        }
        let tabs = self.ports.browser.tabs().await.unwrap_or_default();
        let (wanted, named) = match run.tabs.current {
            Some(id) => (tabs.iter().find(|tab| tab.id == id), true),
            None => (tabs.iter().find(|tab| tab.active), false),
        };
        let nothing = |text: &str, blank_tab: Option<TabId>| Acted {
            text: text.to_owned(),
            ok: true,
            uids: run.tabs.uids.clone(),
            blank_tab,
            ..Acted::default()
        };
        match wanted {
            None if named => {
                nothing("The tab that was named is not there. No page is open; open_browser opens one.", None)
            }
            None => nothing("No page is open; open_browser opens one.", None),
            Some(tab) if HttpUrl::parse(&tab.url).is_ok() && tab.url.starts_with("http") => {
                if self.claims.claim(tab.id, &run.id) {
                    let step = self.step("Starting in the current tab.", Some(tab.id), LookWanted::Whole);
                    self.report(run, step).await
                } else {
                    nothing("The current tab is used by another run. open_browser opens a page of your own.", None)
                }
            }
            Some(tab) if is_blank(tab) && self.claims.claim(tab.id, &run.id) => {
                nothing("The current tab is empty; open_browser opens a page.", Some(tab.id))
            }
            Some(_) => nothing(
                "The current tab is a page of the browser that cannot be worked on; open_browser opens one.",
                None,
            ),
        }
    }

    /// Reads a call and examines its targets.
    async fn prepare(&mut self, run: &Run, tool_call: edith_protocol::ToolCall) -> Input {
        let call = match run.read_call(&tool_call) {
            Ok(call) => call,
            Err(input) => return *input,
        };
        // After a restart the page must be walked again before uids mean anything; they stay with their elements.
        let is_known = |hands: &Self| hands.walked.as_ref().is_some_and(|(tab, _)| Some(*tab) == run.tabs.current);
        if let Some(tab) = run.tabs.current
            && !is_known(self)
            && let Err(error) = self.walk(run, tab, &mut run.tabs.uids.clone()).await
            && !matches!(error, TabError::DialogOpen(_))
        {
            self.ports.events.emit(run.progress(error.said(), self.ports.clock.now()));
        }
        let index = match &self.walked {
            Some((tab, index)) if Some(*tab) == run.tabs.current => Rc::clone(index),
            _ => Rc::default(),
        };
        let dialog = run.tabs.current.and_then(|tab| self.attached.get(&tab)).and_then(|tab| tab.dialog());
        let mut intent = match run.intend(tool_call, call, &index, dialog) {
            Ok(intent) => Box::new(intent),
            Err(input) => return *input,
        };
        // In slices: a person must be heard while a long text is compared with all that was read.
        intent.traced = Some(run.concerns(&intent.proposal, &Breath::by(&*self.ports.clock)).await);
        Input::Prepared(intent)
    }

    /// Carries out an intent and looks at what came of it; none: the tab was lost in the middle of it.
    async fn act(&mut self, run: &Run, intent: &Intent) -> Option<Box<Acted>> {
        let limits = match self.judged_again(run, intent).await {
            Verdict::CarryOut(limits) => limits,
            _ => return Some(Box::new(self.report_error(run, &TabError::NotPossible(CHANGED.to_owned())).await)),
        };
        if let Operation::External(call) = &intent.operation {
            return Some(Box::new(self.use_external(run, call).await));
        }
        if let Err(error) = self.set_bounds_for(run, intent, limits.bounds).await {
            return Some(Box::new(self.report_error(run, &error).await));
        }
        let saves = limits.saves;
        let before =
            self.walked.as_ref().filter(|(tab, _)| Some(*tab) == run.tabs.current).map(|(_, index)| Rc::clone(index));
        let step = match &intent.operation {
            Operation::Extract(data) => return Some(Box::new(self.extract(run, data).await)),
            Operation::Look => Ok(self.step("The page as it is now:", run.tabs.current, LookWanted::Whole)),
            Operation::Open(url) | Operation::Perform(Action::Navigate { url }) if intent.trace.opened.is_some() => {
                self.open(run, intent, url, saves).await
            }
            Operation::Perform(action) => self.perform(run, intent, action, saves).await,
            Operation::ListTabs => self.list_tabs(run).await,
            Operation::SwitchTab(tab) => self.switch_tab(run, *tab).await,
            Operation::CloseTab(tab) => self.close_tab(run, *tab).await,
            Operation::Find(query) => {
                let wanted = WalkOptions { seek: query.clone(), ..WalkOptions::default() };
                self.read(run, wanted, |index| edith_page::find::find(index, query, FOUND, &options(run))).await
            }
            Operation::Read { offset } => {
                // Of a very long text the walk sends only as much as is read.
                let wanted = WalkOptions { text_limit: text_limit(*offset), ..WalkOptions::default() };
                self.read(run, wanted, |index| text_page(index, *offset)).await
            }
            Operation::Inspect(target) => self.inspect(run, target).await,
            Operation::Picture => self.picture(run, None).await,
            Operation::PictureOf(target) => self.picture(run, Some(target)).await,
            // The run answers these itself and never sends them here, or they are done by now.
            Operation::Ask(_)
            | Operation::External(_)
            | Operation::Complete(_)
            | Operation::Fail { .. }
            | Operation::Remember(_)
            | Operation::Open(_) => Ok(self.step("", run.tabs.current, LookWanted::None)),
        };
        if intent.changes_something() && step.is_ok() {
            // Without a page nothing was there.
            self.before = before.or_else(|| run.tabs.current.is_none().then(Rc::default));
        }
        let mut acted = match step {
            Ok(step) => self.report(run, step).await,
            Err(TabError::Interrupted) if intent.changes_something() => return None,
            Err(error) => {
                let held = self.held_error(run, intent, error);
                self.report_error(run, &held).await
            }
        };
        // A tab repeats what was typed, also a card's number in a field that does not look like one for it.
        acted.text = intent.proposal.discreet(acted.text);
        for data in &mut acted.data {
            data.text = intent.proposal.discreet(std::mem::take(&mut data.text));
        }
        Some(Box::new(acted))
    }

    async fn perform(&mut self, run: &Run, intent: &Intent, action: &Action, saves: Saves) -> Result<Step, TabError> {
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        let tab = self.attach(run, id).await?;
        tab.mark(&intent.mark(&run.id), self.leave.clone());
        tab.may_save(saves);
        let performed = match tab.perform(action, run.task.settings.typing).await {
            Err(error @ (TabError::Gone { .. } | TabError::Changed { .. })) => {
                self.perform_again(run, id, &tab, action, error).await?
            }
            performed => performed?,
        };
        let files = LedToFile::of(&intent.proposal.leads, performed.files.clone());
        Ok(Step { files, ..self.after(run, id, performed).await? })
    }

    async fn after(&mut self, run: &Run, id: TabId, performed: Performed) -> Result<Step, TabError> {
        let mut step = self.step(&performed.note, Some(id), LookWanted::Changes);
        step.cuts_turn = performed.navigated || performed.dialog.is_some() || !performed.opened_tabs.is_empty();
        if performed.unsettled {
            step.text.push_str(" The page is still busy with it.");
        }
        // What a click opens belongs to the task: the run goes on there.
        if let Some(opened) = performed.opened_tabs.last().copied()
            && self.claims.claim(opened, &run.id)
        {
            self.group(run, opened, &run.tabs.attached, "").await;
            self.bound_as(opened, id).await;
            match self.attach(run, opened).await {
                Ok(tab) => {
                    tab.perform(&Action::Wait { timeout_ms: SETTLE_MS, text: None }, run.task.settings.typing).await?;
                    if let Some(why) = self.strays(opened).await? {
                        self.close(opened).await?;
                        self.free(&[opened]).await;
                        step.text.push_str(&format!(" It opened a new tab, which is closed again. {why}"));
                        return Ok(step);
                    }
                    step.tab = Some(opened);
                    step.look = LookWanted::Whole;
                    step.text.push_str(&format!(
                        " It opened a new tab ({opened}), and you are in it now; the old one is tab {id}."
                    ));
                    self.follow(run, opened).await;
                }
                Err(error) => step.text.push_str(&format!(" It opened a new tab that cannot be worked in: {error}")),
            }
        }
        Ok(step)
    }

    /// Opens the empty tab for a page that is to be opened: it is part of the run before the page is asked for.
    async fn open_blank(&mut self, run: &Run, intent: &Intent) -> Input {
        if self.judged_again(run, intent).await == Verdict::Changed {
            let refused = TabError::NotPossible(CHANGED.to_owned());
            return Input::Acted(Box::new(self.report_error(run, &refused).await));
        }
        let opened = match self.has_room(run).await {
            Ok(()) => self.ports.browser.open_blank(run.tabs.blank).await,
            Err(error) => Err(error),
        };
        match opened {
            Ok(id) => Input::TabOpened(id),
            Err(error) => Input::Acted(Box::new(self.report_error(run, &error).await)),
        }
    }

    async fn open(&mut self, run: &Run, intent: &Intent, url: &HttpUrl, saves: Saves) -> Result<Step, TabError> {
        let Some(id) = intent.trace.opened else { return Err(no_page()) };
        self.claims.claim(id, &run.id);
        self.group(run, id, &run.tabs.attached, "").await;
        self.follow(run, id).await;
        let tab = self.attach(run, id).await?;
        tab.mark(&intent.mark(&run.id), self.leave.clone());
        tab.may_save(saves);
        let navigate = Action::Navigate { url: url.clone() };
        let mut step = match tab.perform(&navigate, run.task.settings.typing).await {
            Ok(performed) => {
                let files = LedToFile::of(&intent.proposal.leads, performed.files);
                Step { files, ..self.step(&performed.note, Some(id), LookWanted::Whole) }
            }
            Err(error) => {
                let error = self.held_error(run, intent, error);
                Step { ok: false, ..self.step(&error.to_string(), Some(id), LookWanted::None) }
            }
        };
        step.cuts_turn = true;
        Ok(step)
    }

    async fn read(
        &mut self,
        run: &Run,
        wanted: WalkOptions,
        read: impl FnOnce(&Index) -> String,
    ) -> Result<Step, TabError> {
        let mut uids = run.tabs.uids.clone();
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        let (index, _) = self.walk_for(run, id, &mut uids, wanted).await?;
        let data = self.data("page", &read(&index));
        Ok(Step { uids: Some(uids), data: vec![data], ..self.step("", run.tabs.current, LookWanted::None) })
    }

    /// Reads one element in full.
    async fn inspect(&mut self, run: &Run, target: &Target) -> Result<Step, TabError> {
        let mut uids = run.tabs.uids.clone();
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        let wanted = WalkOptions { inspect: target.element.node, ..WalkOptions::default() };
        let (index, detail) = self.walk_for(run, id, &mut uids, wanted).await?;
        let element = index.element(target.uid).ok_or_else(|| TabError::Gone { what: target.uid.to_string() })?;
        let told = edith_page::inspect::inspect(&index, element, detail.as_ref(), run.task.settings.show_typed_values);
        let data = self.data("page", &told);
        Ok(Step { uids: Some(uids), data: vec![data], ..self.step("", run.tabs.current, LookWanted::None) })
    }

    async fn picture(&mut self, run: &Run, of: Option<&Target>) -> Result<Step, TabError> {
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        let mut uids = run.tabs.uids.clone();
        let tab = self.attach(run, id).await?;
        // It is brought into view before the page is walked, so that the marks stand where things are then.
        let place = match of {
            Some(target) => Some(tab.bring(target).await?),
            None => None,
        };
        let index = self.walk(run, id, &mut uids).await?;
        let marks = Marks::of(&index, run.task.settings.model_sees_pictures, run.task.settings.show_typed_values);
        let marks = match place {
            Some(place) => marks.within(place),
            None => marks,
        };
        let picture = tab.screenshot(&marks).await?;
        let text = match (run.task.settings.model_sees_pictures, marks.clip) {
            (true, Some(clip)) => format!(
                "The picture of the element is attached, {} by {} pixels as in click_at; the numbers in it are uids.",
                clip.width, clip.height
            ),
            (true, None) => "The picture of what is in view is attached; the numbers in it are uids.".to_owned(),
            (false, _) => {
                "The picture was taken for the user. You are not sent pictures; read the page with take_snapshot."
                    .to_owned()
            }
        };
        Ok(Step { picture: Some(picture), uids: Some(uids), ..self.step(&text, run.tabs.current, LookWanted::None) })
    }

    /// Looks, if it is wanted and possible, and puts everything together.
    async fn report(&mut self, run: &Run, step: Step) -> Acted {
        let mut acted = Acted {
            text: step.text,
            data: step.data,
            ok: step.ok,
            picture: step.picture,
            tab: step.tab,
            url: run.tabs.url.clone(),
            cuts_turn: step.cuts_turn,
            files: step.files,
            uids: step.uids.unwrap_or_else(|| run.tabs.uids.clone()),
            ..Acted::default()
        };
        let Some(id) = step.tab else {
            acted.url = String::new();
            return acted;
        };
        if let Some(dialog) = self.attached.get(&id).and_then(|tab| tab.dialog()) {
            acted.dialog_open = true;
            acted.data.push(self.data("dialog", &format!("{}: {}", dialog.kind, dialog.message)));
            acted.text.push_str("\nA dialog is open; answer it with handle_dialog before anything else.");
            return acted;
        }
        if step.look == LookWanted::None {
            if let Some((_, index)) = self.walked.as_ref().filter(|(walked, _)| *walked == id) {
                acted.url.clone_from(&index.url);
                acted.private = is_private(index);
            }
            return acted;
        }
        let mut uids = run.tabs.uids.clone();
        match self.walk(run, id, &mut uids).await {
            Ok(index) => {
                let before = self
                    .shown
                    .take()
                    .filter(|(tab, _)| *tab == id && step.look == LookWanted::Changes && still_sees_whole_look(run));
                let look = self.look_text(run, before.as_ref().map(|(_, index)| &**index), &index);
                if let Some(why) = self.held_back(id, &index.url) {
                    acted.text.push_str(&format!("\n{why}"));
                    // The browser's own page stands there: the run has been nowhere.
                    acted.ok = false;
                } else {
                    acted.url = index.url.clone();
                    acted.private = is_private(&index);
                }
                acted.look = Some(look);
                self.shown = Some((id, index));
            }
            Err(error) => {
                self.absorb(id, &error, &mut acted);
                acted.text.push_str(&format!("\nThe page could not be read: {error}"));
            }
        }
        acted.uids = uids;
        acted
    }

    async fn report_error(&mut self, run: &Run, error: &TabError) -> Acted {
        let dead = matches!(
            error,
            TabError::Closed | TabError::CanceledByUser | TabError::Crashed | TabError::NotAttachable { .. }
        );
        let look = if dead || run.tabs.current.is_none() { LookWanted::None } else { LookWanted::Changes };
        let step = Step { ok: false, ..self.step(&error.to_string(), run.tabs.current, look) };
        let mut acted = self.report(run, step).await;
        acted.said = Some(error.said().to_string());
        if let Some(id) = run.tabs.current {
            self.absorb(id, error, &mut acted);
        }
        acted
    }

    /// What an error says of the tab itself.
    fn absorb(&mut self, id: TabId, error: &TabError, acted: &mut Acted) {
        match error {
            TabError::Closed => {
                self.attached.remove(&id);
                acted.tab = None;
                acted.url = String::new();
            }
            TabError::CanceledByUser => acted.stopped_by_user = true,
            TabError::DialogOpen(_) => acted.dialog_open = true,
            _ => {}
        }
    }

    async fn walk(&mut self, run: &Run, id: TabId, uids: &mut UidTable) -> Result<Rc<Index>, TabError> {
        Ok(self.walk_for(run, id, uids, WalkOptions::default()).await?.0)
    }

    /// Walks the page for what is wanted besides: a text that is searched for, more of the text, one element in full.
    async fn walk_for(
        &mut self,
        run: &Run,
        id: TabId,
        uids: &mut UidTable,
        wanted: WalkOptions,
    ) -> Result<(Rc<Index>, Option<RawDetail>), TabError> {
        let tab = self.attach(run, id).await?;
        let since = run.task.started_at.max(0.0) as u64;
        let options = WalkOptions { run: run.id.0.clone(), since, ..wanted };
        let mut page = tab.look(&options).await?;
        let detail = page.detail.take();
        let index = Rc::new(Index::build(page, uids));
        if run.source().is_some() {
            self.capture(run, &index).await;
        }
        self.walked = Some((id, Rc::clone(&index)));
        Ok((index, detail))
    }

    fn look_text(&self, run: &Run, before: Option<&Index>, now: &Index) -> Look {
        let options = options(run);
        let changes = before.and_then(|before| edith_page::changes(before, now, &options));
        let (text, whole) = match changes {
            Some(changes) => (changes, false),
            None => (edith_page::render(now, &options), true),
        };
        Look { nonce: self.nonce(), text: crate::gate::masked(&text).into_owned(), whole }
    }

    async fn attach(&mut self, run: &Run, id: TabId) -> Result<Rc<dyn Tab>, TabError> {
        if let Some(tab) = self.attached.get(&id) {
            return Ok(Rc::clone(tab));
        }
        self.leave.given().await;
        if !self.claims.claim(id, &run.id) {
            return Err(TabError::NotPossible(format!("Tab {id} is used by another run.")));
        }
        let tab = self.ports.browser.attach(id).await?;
        self.attached.insert(id, Rc::clone(&tab));
        Ok(tab)
    }

    /// Brings a tab to the front when the user wants to see what happens.
    async fn follow(&self, run: &Run, tab: TabId) {
        if run.task.settings.follow_along
            && let Err(error) = self.ports.browser.activate(tab).await
        {
            self.ports.events.emit(run.progress(error.said(), self.ports.clock.now()));
        }
    }

    /// 12 of an id's characters are 48 random bits: enough that no page guesses a mark made after it was read, and few tokens.
    fn nonce(&self) -> String {
        self.ports.entropy.id().chars().filter(|c| *c != '-').take(12).collect()
    }

    fn data(&self, kind: &str, text: &str) -> Data {
        Data::new(kind, &self.nonce(), crate::gate::masked(text))
    }

    fn step(&self, text: &str, tab: Option<TabId>, look: LookWanted) -> Step {
        let (text, data, files) = (text.to_owned(), Vec::new(), Vec::new());
        Step { text, data, ok: true, tab, cuts_turn: false, picture: None, look, uids: None, files }
    }
}

/// What the model is told of an action that is not what was allowed any more.
const CHANGED: &str =
    "Not done: the page is not what it was when the person was asked. Look at it, and ask again by doing it.";

/// A new tab gets this long to show itself, in milliseconds.
const SETTLE_MS: u64 = 5_000;

/// How looks of this run are rendered.
fn options(run: &Run) -> RenderOptions {
    RenderOptions {
        tokens: run.task.settings.look_tokens as usize,
        task_words: edith_page::task_words(&run.task.prompt),
        show_typed_values: run.task.settings.show_typed_values,
        ..RenderOptions::default()
    }
}

/// Changes pile up, and the history keeps them all together with the whole look they build on: after so many rounds of calls
/// the page is told anew.
const BASE_ROUNDS: usize = 8;

/// Whether the changes since the last whole look are few enough to add to them.
fn still_sees_whole_look(run: &Run) -> bool {
    let whole = run.transcript.entries.iter().rposition(|entry| entry.look().is_some_and(|look| look.whole));
    let Some(since) = whole.and_then(|at| run.transcript.entries.get(at..)) else { return false };
    let is_round = |entry: &&Entry| matches!(entry, Entry::Assistant { calls, .. } if !calls.is_empty());
    since.iter().filter(is_round).count() <= BASE_ROUNDS && !run.transcript.compacted
}

/// How much of the page's text is read from an offset on, in UTF-16 units: with what is told between its words the offset is further on.
fn text_limit(offset: usize) -> u32 {
    let usual = WalkOptions::default().text_limit;
    u32::try_from(offset).unwrap_or(u32::MAX).saturating_add(usual)
}

fn text_page(index: &Index, offset: usize) -> String {
    match edith_page::find::read(index, offset, TEXT_PAGE_CHARS) {
        (text, Some(next)) => format!("{text}\n… goes on: read_page with offset {next}"),
        (text, None) if text.is_empty() => "(no more text)".to_owned(),
        (text, None) => text,
    }
}

fn no_page() -> TabError {
    TabError::NotPossible("No page is open; open_browser opens one.".to_owned())
}

/// Whether an intent is carried out by what does nothing before it has leave: looks, and clicks, whose element is examined first.
fn waits_by_itself(intent: &Intent) -> bool {
    match &intent.operation {
        Operation::Look | Operation::ListTabs | Operation::Find(_) | Operation::Read { .. } | Operation::Inspect(_) => {
            true
        }
        Operation::Perform(Action::Click { .. }) => intent.seal.is_none(),
        _ => false,
    }
}

/// Whether an intent takes a tab that is not there yet.
fn opens_a_tab(run: &Run, intent: &Intent) -> bool {
    intent.trace.opened.is_none()
        && match &intent.operation {
            Operation::Open(_) => true,
            Operation::Perform(Action::Navigate { .. }) => run.tabs.current.is_none(),
            _ => false,
        }
}

/// Whether a tab shows nothing a person would miss.
fn is_blank(tab: &TabInfo) -> bool {
    let url = tab.url.as_str();
    url.is_empty()
        || url.starts_with("about:blank")
        || url.starts_with("chrome://newtab")
        || url.starts_with("chrome://new-tab-page")
        || url.starts_with("edge://newtab")
        || url.starts_with("chrome-extension://") && url.ends_with("/newtab.html")
}
